// RUN: heddle-opt %s -pass-pipeline='builtin.module(func.func(heddle-sink-reshapes))' -split-input-file | FileCheck %s

// The multiplication by a scalar meets the op that computes its input.
// CHECK-LABEL: func.func @scalar
// CHECK: %[[M:.+]] = graph.mul %arg0, %{{.*}} : tensor<2x12xf32>, tensor<f32>
// CHECK: %[[R:.+]] = graph.reshape %[[M]] : tensor<2x12xf32> -> tensor<2x3x4xf32>
// CHECK: return %[[R]]
func.func @scalar(%x: tensor<2x12xf32>, %s: tensor<f32>) -> tensor<2x3x4xf32> {
  %0 = graph.reshape %x : tensor<2x12xf32> -> tensor<2x3x4xf32>
  %1 = graph.mul %0, %s : tensor<2x3x4xf32>, tensor<f32>
  return %1 : tensor<2x3x4xf32>
}

// -----

// Both operands come from one shape.
// CHECK-LABEL: func.func @both
// CHECK: graph.add %arg0, %arg1 : tensor<12xf32>, tensor<12xf32>
// CHECK: graph.reshape
func.func @both(%x: tensor<12xf32>, %y: tensor<12xf32>) -> tensor<3x4xf32> {
  %0 = graph.reshape %x : tensor<12xf32> -> tensor<3x4xf32>
  %1 = graph.reshape %y : tensor<12xf32> -> tensor<3x4xf32>
  %2 = graph.add %0, %1 : tensor<3x4xf32>, tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// -----

// A bias per channel, whatever ones stand in front of it, where the channels stay the innermost dimension.
// CHECK-LABEL: func.func @kept_row
// CHECK: %[[B:.+]] = graph.reshape %arg1 : tensor<1x1x4xf32> -> tensor<4xf32>
// CHECK: %[[A:.+]] = graph.add %arg0, %[[B]] : tensor<?x2x3x4xf32{{.*}}, tensor<4xf32>
// CHECK: graph.reshape %[[A]]
func.func @kept_row(%x: tensor<?x2x3x4xf32, #graph.dims<["n", "2", "3", "4"]>>, %bias: tensor<1x1x4xf32>)
    -> tensor<?x6x4xf32, #graph.dims<["n", "6", "4"]>> {
  %0 = graph.reshape %x : tensor<?x2x3x4xf32, #graph.dims<["n", "2", "3", "4"]>> -> tensor<?x6x4xf32, #graph.dims<["n", "6", "4"]>>
  %1 = graph.add %0, %bias : tensor<?x6x4xf32, #graph.dims<["n", "6", "4"]>>, tensor<1x1x4xf32>
  return %1 : tensor<?x6x4xf32, #graph.dims<["n", "6", "4"]>>
}

// -----

// A row that stretches over part of a merged dimension has no place before the reshape.
// CHECK-LABEL: func.func @negative_row
// CHECK: %[[R:.+]] = graph.reshape
// CHECK: graph.add %[[R]], %arg1
func.func @negative_row(%x: tensor<12xf32>, %row: tensor<4xf32>) -> tensor<3x4xf32> {
  %0 = graph.reshape %x : tensor<12xf32> -> tensor<3x4xf32>
  %1 = graph.add %0, %row : tensor<3x4xf32>, tensor<4xf32>
  return %1 : tensor<3x4xf32>
}

// -----

// Two shapes that become one by dropping different ones: the second stays a reshape.
// CHECK-LABEL: func.func @two_sources
// CHECK: %[[Y:.+]] = graph.reshape %arg1 : tensor<4x1x3xf32> -> tensor<4x3xf32>
// CHECK: %[[S:.+]] = graph.add %arg0, %[[Y]] : tensor<1x4x3xf32>, tensor<4x3xf32>
// CHECK: graph.reshape %[[S]] : tensor<1x4x3xf32> -> tensor<4x3xf32>
func.func @two_sources(%x: tensor<1x4x3xf32>, %y: tensor<4x1x3xf32>) -> tensor<4x3xf32> {
  %0 = graph.reshape %x : tensor<1x4x3xf32> -> tensor<4x3xf32>
  %1 = graph.reshape %y : tensor<4x1x3xf32> -> tensor<4x3xf32>
  %2 = graph.add %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}
