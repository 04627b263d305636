// RUN: heddle-opt %s -heddle-prepare-contractions -split-input-file | FileCheck %s

// The columns of the result are n, which is not innermost in the right operand.
// CHECK-LABEL: func.func @columns_first
// CHECK: %[[T:.+]] = graph.transpose %arg1 [0, 2, 1]
// CHECK: graph.contract "bmk,bkn->bmn" %arg0, %[[T]]
func.func @columns_first(%x: tensor<2x4x8xf32>, %y: tensor<2x6x8xf32>) -> tensor<2x4x6xf32> {
  %0 = graph.contract "bmk,bnk->bmn" %x, %y : tensor<2x4x8xf32>, tensor<2x6x8xf32>
  return %0 : tensor<2x4x6xf32>
}

// -----

// The last letter of the result comes from the left operand, so the operands change sides.
// CHECK-LABEL: func.func @swapped
// CHECK: graph.contract "nk,km->nm" %arg1, %arg0
func.func @swapped(%x: tensor<8x4xf32>, %y: tensor<6x8xf32>) -> tensor<6x4xf32> {
  %0 = graph.contract "km,nk->nm" %x, %y : tensor<8x4xf32>, tensor<6x8xf32>
  return %0 : tensor<6x4xf32>
}

// -----

// A constant is packed when the model is compiled, in whatever order it lies.
// CHECK-LABEL: func.func @negative_constant
// CHECK-NOT: graph.transpose
// CHECK: graph.contract "mk,nk->mn"
func.func @negative_constant(%x: tensor<4x8xf32>) -> tensor<4x6xf32> {
  %w = graph.constant dense<2.0> : tensor<6x8xf32>
  %0 = graph.contract "mk,nk->mn" %x, %w : tensor<4x8xf32>, tensor<6x8xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @negative_prepared
// CHECK-NOT: graph.transpose
// CHECK: graph.contract "mk,kn->mn" %arg0, %arg1
func.func @negative_prepared(%x: tensor<4x8xf32>, %y: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %0 = graph.contract "mk,kn->mn" %x, %y : tensor<4x8xf32>, tensor<8x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// A rank's block of a constant is packed as well.
// CHECK-LABEL: func.func @negative_block
// CHECK-NOT: graph.transpose
// CHECK: graph.contract "mk,nk->mn" %arg0
dist.mesh @mesh = [model = 2]
func.func @negative_block(%x: tensor<4x8xf32>) -> tensor<4x6xf32> {
  %w = graph.constant dense<2.0> : tensor<12x8xf32>
  %b = dist.block %w <[{model}, {}]> : tensor<12x8xf32> -> tensor<6x8xf32>
  %0 = graph.contract "mk,nk->mn" %x, %b : tensor<4x8xf32>, tensor<6x8xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// The kernel of an attention copies its operands.
// CHECK-LABEL: func.func @negative_attention
// CHECK-NOT: graph.transpose
// CHECK: graph.contract "bmk,bnk->bmn" %arg0, %arg1
func.func @negative_attention(%x: tensor<2x4x8xf32>, %y: tensor<2x6x8xf32>) -> tensor<2x4x6xf32> {
  %0 = graph.contract "bmk,bnk->bmn" %x, %y {kernel.attention = 0 : i64} : tensor<2x4x8xf32>, tensor<2x6x8xf32>
  return %0 : tensor<2x4x6xf32>
}
