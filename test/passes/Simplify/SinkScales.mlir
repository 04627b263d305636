// RUN: heddle-opt %s -heddle-sink-scales -split-input-file | FileCheck %s

// The kernel converts the weights; their scale is multiplied afterwards.
// CHECK-LABEL: func.func @weights
// CHECK-DAG: %[[W:.+]] = graph.constant dense<3> : tensor<8x4xi8>
// CHECK-DAG: %[[S:.+]] = graph.reshape {{.*}} -> tensor<4xf32>
// CHECK-DAG: %[[F:.+]] = graph.cast %[[W]] to f32
// CHECK: %[[P:.+]] = graph.contract "mk,kn->mn" %arg0, %[[F]]
// CHECK: graph.mul %[[P]], %[[S]]
func.func @weights(%x: tensor<5x8xf32>) -> tensor<5x4xf32> {
  %w = graph.constant dense<3> : tensor<8x4xi8>
  %s = graph.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %0 = graph.cast %w to f32 : tensor<8x4xi8>
  %1 = graph.mul %0, %s : tensor<8x4xf32>, tensor<1x4xf32>
  %2 = graph.contract "mk,kn->mn" %x, %1 : tensor<5x8xf32>, tensor<8x4xf32>
  return %2 : tensor<5x4xf32>
}

// -----

// Both sides are quantized: a product of integers, less the zero point times the sums of the weights. The filter's scale
// varies along what becomes the output channel.
// CHECK-LABEL: func.func @integers
// CHECK-DAG: %[[W:.+]] = graph.transpose {{.*}} [2, 3, 1, 0] : tensor<4x8x1x1xi8>
// CHECK-DAG: %[[Q:.+]] = graph.transpose %arg0 [0, 2, 3, 1] : tensor<1x8x5x5xui8>
// CHECK: %[[P:.+]] = graph.conv %[[Q]], %[[W]]
// CHECK: %[[C:.+]] = graph.reduce add {{.*}} axes [0, 1, 2] : tensor<1x1x8x4xi32>
// CHECK: %[[L:.+]] = graph.reshape %[[C]] : tensor<1x1x1x4xi32> -> tensor<4xi32>
// CHECK: %[[Z:.+]] = graph.mul %[[L]]
// CHECK: %[[D:.+]] = graph.sub %[[P]], %[[Z]]
// CHECK: %[[F:.+]] = graph.cast %[[D]] to f32
// CHECK: graph.mul %[[F]]
func.func @integers(%q: tensor<1x8x5x5xui8>) -> tensor<1x5x5x4xf32> {
  %t = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<7> : tensor<ui8>
  %w = graph.constant dense<3> : tensor<4x8x1x1xi8>
  %s = graph.constant dense<[[[[1.0]]], [[[2.0]]], [[[3.0]]], [[[4.0]]]]> : tensor<4x1x1x1xf32>
  %zw = graph.constant dense<0> : tensor<4x1x1x1xi8>
  %0 = graph.dequantize %q, %t, %z : tensor<1x8x5x5xui8>, tensor<f32>, tensor<ui8>
  %1 = graph.transpose %0 [0, 2, 3, 1] : tensor<1x8x5x5xf32>
  %2 = graph.dequantize %w, %s, %zw : tensor<4x8x1x1xi8>, tensor<4x1x1x1xf32>, tensor<4x1x1x1xi8>
  %3 = graph.transpose %2 [2, 3, 1, 0] : tensor<4x8x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x5x5x8xf32>, tensor<1x1x8x4xf32>
  return %4 : tensor<1x5x5x4xf32>
}

// -----

// Around a padded input stand zeros, which are sevens in its integers: floats remain.
// CHECK-LABEL: func.func @negative_padded
// CHECK: graph.dequantize
// CHECK: graph.conv {{.*}} : tensor<1x5x5x8xf32>, tensor<3x3x8x4xf32>
func.func @negative_padded(%q: tensor<1x5x5x8xui8>) -> tensor<1x5x5x4xf32> {
  %t = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<7> : tensor<ui8>
  %w = graph.constant dense<3> : tensor<3x3x8x4xi8>
  %zw = graph.constant dense<0> : tensor<i8>
  %0 = graph.dequantize %q, %t, %z : tensor<1x5x5x8xui8>, tensor<f32>, tensor<ui8>
  %1 = graph.dequantize %w, %t, %zw : tensor<3x3x8x4xi8>, tensor<f32>, tensor<i8>
  %2 = graph.conv %0, %1 strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x5x5x8xf32>, tensor<3x3x8x4xf32>
  return %2 : tensor<1x5x5x4xf32>
}

// -----

// A scale along the depth is not the same for all products of a sum.
// CHECK-LABEL: func.func @negative_along_depth
// CHECK: graph.cast
// CHECK: graph.mul
// CHECK: graph.contract
// CHECK-NEXT: return
func.func @negative_along_depth(%x: tensor<5x8xf32>) -> tensor<5x4xf32> {
  %w = graph.constant dense<3> : tensor<8x4xi8>
  %s = graph.constant dense<2.0> : tensor<8x1xf32>
  %0 = graph.cast %w to f32 : tensor<8x4xi8>
  %1 = graph.mul %0, %s : tensor<8x4xf32>, tensor<8x1xf32>
  %2 = graph.contract "mk,kn->mn" %x, %1 : tensor<5x8xf32>, tensor<8x4xf32>
  return %2 : tensor<5x4xf32>
}
