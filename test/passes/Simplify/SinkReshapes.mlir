// RUN: heddle-opt %s -heddle-sink-reshapes | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK: %[[A:.+]] = graph.add %arg0, {{.*}} : tensor<4x6xf32>, tensor<f32>
// CHECK: %[[E:.+]] = graph.exp %[[A]] : tensor<4x6xf32>
// CHECK: graph.reshape %[[E]]
func.func @chain(%x: tensor<4x6xf32>) -> tensor<24xf32> {
  %one = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.reshape %x : tensor<4x6xf32> -> tensor<24xf32>
  %1 = graph.add %0, %one : tensor<24xf32>, tensor<f32>
  %2 = graph.exp %1 : tensor<24xf32>
  return %2 : tensor<24xf32>
}

// The other operand has another shape before its reshape.
// CHECK-LABEL: func.func @negative_different_sources
// CHECK: graph.add {{.*}} : tensor<24xf32>, tensor<24xf32>
func.func @negative_different_sources(%x: tensor<4x6xf32>, %y: tensor<3x8xf32>) -> tensor<24xf32> {
  %0 = graph.reshape %x : tensor<4x6xf32> -> tensor<24xf32>
  %1 = graph.reshape %y : tensor<3x8xf32> -> tensor<24xf32>
  %2 = graph.add %0, %1 : tensor<24xf32>, tensor<24xf32>
  return %2 : tensor<24xf32>
}

// A vector along one of the new dimensions has no place in the old shape.
// CHECK-LABEL: func.func @negative_broadcast
// CHECK: graph.add {{.*}} : tensor<24xf32>, tensor<24xf32>
func.func @negative_broadcast(%x: tensor<4x6xf32>, %y: tensor<24xf32>) -> tensor<24xf32> {
  %0 = graph.reshape %x : tensor<4x6xf32> -> tensor<24xf32>
  %1 = graph.add %0, %y : tensor<24xf32>, tensor<24xf32>
  return %1 : tensor<24xf32>
}
