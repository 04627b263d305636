// RUN: heddle-opt %s -heddle-fold-pads -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK-NOT: graph.pad
// CHECK: graph.conv %arg0, {{.*}} pads [1, 2], [1, 0]
func.func @conv(%x: tensor<1x4x4x3xf32>, %w: tensor<3x3x3x2xf32>) -> tensor<1x4x4x2xf32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.pad %x, %zero constant lows ["0", "1", "2", "0"] interior [0, 0, 0, 0] : tensor<1x4x4x3xf32>, tensor<f32> -> tensor<1x6x6x3xf32>
  %1 = graph.conv %0, %w strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x6x6x3xf32>, tensor<3x3x3x2xf32>
  return %1 : tensor<1x4x4x2xf32>
}

// -----

// A maximum over a window padded by 0 is not one over the window's part inside.
// CHECK-LABEL: func.func @negative_max_pool_zero
// CHECK: graph.pad
func.func @negative_max_pool_zero(%x: tensor<1x4x4x3xf32>) -> tensor<1x3x3x3xf32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.pad %x, %zero constant lows ["0", "1", "1", "0"] interior [0, 0, 0, 0] : tensor<1x4x4x3xf32>, tensor<f32> -> tensor<1x6x6x3xf32>
  %1 = graph.pool max %0 window [2, 2] strides [2, 2] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x6x6x3xf32>
  return %1 : tensor<1x3x3x3xf32>
}
