// RUN: heddle compile %s --target x86-64-v4 --emit asm -o - | FileCheck %s

// The coefficients of a long epilogue stay out of the loops over depth: no sum of a tile lies on the stack.
// CHECK-LABEL: contract_0:
// CHECK: vfmadd231ps
// CHECK-NOT: (%rsp), %zmm
// CHECK-NOT: %zmm{{[0-9]+}}, {{[-0-9]*}}(%rsp)
// CHECK: .size contract_0
!x = tensor<?x?x256xf32, #graph.dims<["batch", "length", "256"]>>
!y = tensor<?x?x256xf32, #graph.dims<["batch", "length", "256"]>>
func.func @main(%x: !x {graph.name = "x"}, %bias: tensor<256xf32> {graph.name = "bias"}) -> (!y {graph.name = "y"}) {
  %w = graph.constant dense<0.1> : tensor<256x256xf32>
  %root = graph.constant dense<1.41421354> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.contract "amk,kn->amn" %x, %w : !x, tensor<256x256xf32>
  %1 = graph.add %0, %bias : !y, tensor<256xf32>
  %2 = graph.div %1, %root : !y, tensor<f32>
  %3 = graph.erf %2 : !y
  %4 = graph.add %3, %one : !y, tensor<f32>
  %5 = graph.mul %1, %4 : !y, !y
  return %5 : !y
}
