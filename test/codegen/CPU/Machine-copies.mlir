// RUN: heddle compile %s --target x86-64-v4 --emit asm -o - | FileCheck %s

// The windows of a padded convolution of few channels are copied by the C library where they are long, not byte by byte.
// CHECK-LABEL: contract_0:
// CHECK: memcpy
func.func @main(%x: tensor<1x20x64x8xf32> {graph.name = "x"}) -> (tensor<1x20x64x8xf32> {graph.name = "y"}) {
  %w = graph.constant dense<0.1> : tensor<3x39x8x8xf32>
  %0 = graph.conv %x, %w strides [1, 1] dilations [1, 1] pads [1, 19], [1, 19] groups 1 : tensor<1x20x64x8xf32>, tensor<3x39x8x8xf32>
  return %0 : tensor<1x20x64x8xf32>
}
