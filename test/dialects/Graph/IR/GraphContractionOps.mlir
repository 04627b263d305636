// Every function returns the type that its op infers, so that reading this file tests inference; the second reading
// tests that what is printed is read back.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK-LABEL: @matmul
func.func @matmul(%x: tensor<?x8xf16, #graph.dims<["m", "8"]>>, %y: tensor<8x16xf16>)
    -> tensor<?x16xf16, #graph.dims<["m", "16"]>> {
  // CHECK-NEXT: graph.contract "mk,kn->mn" %{{.*}}, %{{.*}} : tensor<?x8xf16, #graph.dims<["m", "8"]>>, tensor<8x16xf16>
  %0 = graph.contract "mk,kn->mn" %x, %y : tensor<?x8xf16, #graph.dims<["m", "8"]>>, tensor<8x16xf16>
  return %0 : tensor<?x16xf16, #graph.dims<["m", "16"]>>
}

// The batch size 1 of one operand stretches to the other's.
// CHECK-LABEL: @batched
func.func @batched(%x: tensor<?x4x8xf32, #graph.dims<["b", "4", "8"]>>, %y: tensor<1x16x8xf32>)
    -> tensor<?x16x4xf32, #graph.dims<["b", "16", "4"]>> {
  // CHECK-NEXT: graph.contract "bmk,bnk->bnm"
  %0 = graph.contract "bmk,bnk->bnm" %x, %y : tensor<?x4x8xf32, #graph.dims<["b", "4", "8"]>>, tensor<1x16x8xf32>
  return %0 : tensor<?x16x4xf32, #graph.dims<["b", "16", "4"]>>
}

// CHECK-LABEL: @bytes
func.func @bytes(%x: tensor<4x8xui8>, %y: tensor<8xi8>) -> tensor<4xi32> {
  // CHECK-NEXT: graph.contract "mk,k->m"
  %0 = graph.contract "mk,k->m" %x, %y : tensor<4x8xui8>, tensor<8xi8>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @outer_product
func.func @outer_product(%x: tensor<4xi64>, %y: tensor<2xi64>) -> tensor<4x2xi64> {
  // CHECK-NEXT: graph.contract "m,n->mn"
  %0 = graph.contract "m,n->mn" %x, %y : tensor<4xi64>, tensor<2xi64>
  return %0 : tensor<4x2xi64>
}

// CHECK-LABEL: @conv
func.func @conv(%x: tensor<?x?x?x8xf32, #graph.dims<["n", "h", "w", "8"]>>, %f: tensor<3x3x4x6xf32>)
    -> tensor<?x?x?x6xf32, #graph.dims<["n", "floordiv(h + 1, 2)", "w", "6"]>> {
  // CHECK-NEXT: graph.conv %{{.*}}, %{{.*}} strides [2, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 2
  %0 = graph.conv %x, %f strides [2, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 2
      : tensor<?x?x?x8xf32, #graph.dims<["n", "h", "w", "8"]>>, tensor<3x3x4x6xf32>
  return %0 : tensor<?x?x?x6xf32, #graph.dims<["n", "floordiv(h + 1, 2)", "w", "6"]>>
}

// CHECK-LABEL: @conv_1d_bytes
func.func @conv_1d_bytes(%x: tensor<1x9x2xi8>, %f: tensor<3x2x5xi8>) -> tensor<1x5x5xi32> {
  // CHECK-NEXT: graph.conv
  %0 = graph.conv %x, %f strides [1] dilations [2] pads [0], [0] groups 1 : tensor<1x9x2xi8>, tensor<3x2x5xi8>
  return %0 : tensor<1x5x5xi32>
}
