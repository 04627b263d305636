// RUN: heddle-opt %s -heddle-fold-scales -split-input-file | FileCheck %s

// Batch normalisation behind a biased convolution: the scale goes into the weights, the bias is scaled.
// CHECK-LABEL: func.func @batch_norm
// CHECK-DAG: %[[W:.+]] = graph.constant dense<2.0{{.*}}> : tensor<1x1x3x2xf32>
// CHECK: %[[SW:.+]] = graph.mul {{.*}}%[[W]]
// CHECK: %[[C:.+]] = graph.conv %arg0, %[[SW]]
// CHECK: graph.add %[[C]]
// CHECK-NOT: graph.mul
// CHECK: return
func.func @batch_norm(%x: tensor<1x4x4x3xf32>) -> tensor<1x4x4x2xf32> {
  %w = graph.constant dense<2.0> : tensor<1x1x3x2xf32>
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %s = graph.constant dense<[[[3.0, 4.0]]]> : tensor<1x1x2xf32>
  %0 = graph.conv %x, %w strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>
  %1 = graph.add %0, %b : tensor<1x4x4x2xf32>, tensor<2xf32>
  %2 = graph.mul %1, %s : tensor<1x4x4x2xf32>, tensor<1x1x2xf32>
  return %2 : tensor<1x4x4x2xf32>
}

// -----

// The scale varies along a row, not along the channel.
// CHECK-LABEL: func.func @negative_rows
// CHECK: graph.contract
// CHECK: graph.mul
func.func @negative_rows(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %w = graph.constant dense<2.0> : tensor<3x2xf32>
  %s = graph.constant dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<4x3xf32>, tensor<3x2xf32>
  %1 = graph.mul %0, %s : tensor<4x2xf32>, tensor<4x1xf32>
  return %1 : tensor<4x2xf32>
}

// -----

// Another user wants the product without the scale.
// CHECK-LABEL: func.func @negative_two_users
// CHECK: graph.contract "mk,kn->mn" %arg0, %{{.*}}
// CHECK: graph.mul
func.func @negative_two_users(%x: tensor<4x3xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %w = graph.constant dense<2.0> : tensor<3x2xf32>
  %s = graph.constant dense<3.0> : tensor<f32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<4x3xf32>, tensor<3x2xf32>
  %1 = graph.mul %0, %s : tensor<4x2xf32>, tensor<f32>
  return %0, %1 : tensor<4x2xf32>, tensor<4x2xf32>
}
