// RUN: heddle-opt %s -heddle-prepare-contractions | FileCheck %s

// Columns of the right operand are made contiguous.
// CHECK-LABEL: func.func @transposed_rhs
// CHECK: %[[T:.+]] = graph.transpose %arg1 [0, 2, 1]
// CHECK: graph.contract "bmk,bkn->bmn" %arg0, %[[T]]
func.func @transposed_rhs(%x: tensor<2x4x8xf32>, %y: tensor<2x6x8xf32>) -> tensor<2x4x6xf32> {
  %0 = graph.contract "bmk,bnk->bmn" %x, %y : tensor<2x4x8xf32>, tensor<2x6x8xf32>
  return %0 : tensor<2x4x6xf32>
}

// The result runs along the left operand's letter: the operands change places.
// CHECK-LABEL: func.func @swapped
// CHECK: graph.contract "kn,km->nm" %arg1, %arg0
func.func @swapped(%x: tensor<8x4xf32>, %y: tensor<8x6xf32>) -> tensor<6x4xf32> {
  %0 = graph.contract "km,kn->nm" %x, %y : tensor<8x4xf32>, tensor<8x6xf32>
  return %0 : tensor<6x4xf32>
}

// A constant is packed anyway.
// CHECK-LABEL: func.func @negative_constant
// CHECK-NOT: graph.transpose
// CHECK: graph.contract "mk,nk->mn" %arg0
func.func @negative_constant(%x: tensor<4x8xf32>) -> tensor<4x6xf32> {
  %w = graph.constant dense<1.0> : tensor<6x8xf32>
  %0 = graph.contract "mk,nk->mn" %x, %w : tensor<4x8xf32>, tensor<6x8xf32>
  return %0 : tensor<4x6xf32>
}
