// RUN: heddle-opt %s -heddle-multiply-reciprocals -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @exact
// CHECK: %[[C:.+]] = graph.constant dense<1.250000e-01> : tensor<f32>
// CHECK: graph.mul %arg0, %[[C]]
func.func @exact(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = graph.constant dense<8.0> : tensor<f32>
  %0 = graph.div %x, %c : tensor<4xf32>, tensor<f32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @gelu
// CHECK: %[[C:.+]] = graph.constant dense<0.707106769> : tensor<f32>
// CHECK: %[[P:.+]] = graph.mul %arg0, %[[C]]
// CHECK: graph.erf %[[P]]
func.func @gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = graph.constant dense<1.41421354> : tensor<f32>
  %0 = graph.div %x, %c : tensor<4xf32>, tensor<f32>
  %1 = graph.erf %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @scores
// CHECK: graph.constant dense<0.176776692> : tensor<f32>
// CHECK: graph.mul
// CHECK: graph.div %{{.+}}, %{{.+}} : tensor<5x9xf32>, tensor<5x1xf32>
func.func @scores(%q: tensor<5x32xf32>, %k: tensor<9x32xf32>, %v: tensor<9x32xf32>) -> tensor<5x32xf32> {
  %c = graph.constant dense<5.65685415> : tensor<f32>
  %0 = graph.contract "md,nd->mn" %q, %k : tensor<5x32xf32>, tensor<9x32xf32>
  %1 = graph.div %0, %c : tensor<5x9xf32>, tensor<f32>
  %2 = graph.reduce max %1 axes [1] : tensor<5x9xf32>
  %3 = graph.sub %1, %2 : tensor<5x9xf32>, tensor<5x1xf32>
  %4 = graph.exp %3 : tensor<5x9xf32>
  %5 = graph.reduce add %4 axes [1] : tensor<5x9xf32>
  %6 = graph.div %4, %5 : tensor<5x9xf32>, tensor<5x1xf32>
  %7 = graph.contract "mn,nd->md" %6, %v : tensor<5x9xf32>, tensor<9x32xf32>
  return %7 : tensor<5x32xf32>
}

// -----

// 49 / 49 is 1, but 49 * (1 / 49) is less.
// CHECK-LABEL: func.func @negative_rounded_behind
// CHECK: graph.div
func.func @negative_rounded_behind(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = graph.constant dense<49.0> : tensor<f32>
  %0 = graph.div %x, %c : tensor<4xf32>, tensor<f32>
  %1 = graph.floor %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The reciprocals of 2^127 and 0 are no normal numbers.
// CHECK-LABEL: func.func @negative_extremes
// CHECK-COUNT-2: graph.div
func.func @negative_extremes(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = graph.constant dense<1.70141183e+38> : tensor<f32>
  %z = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.div %x, %c : tensor<4xf32>, tensor<f32>
  %1 = graph.div %x, %z : tensor<4xf32>, tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
