// RUN: heddle-opt %s -heddle-count-work -split-input-file | FileCheck %s

// 2 * 4 * 16 * 8 of the products, 4 * 16 of the sum; the bytes of four matrices.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @product({{.+}}) {kernel.bytes = "1152", kernel.flops = "1088"}
kernel.func private @product(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> attributes {anchor = #kernel<anchor contract>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<4x8xf32>, tensor<8x16xf32>
  %1 = graph.add %0, %c : tensor<4x16xf32>, tensor<4x16xf32>
  kernel.return %1 : tensor<4x16xf32>
}
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = kernel.launch @product(%a, %b, %c) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// A window of 3 x 3 over 8 channels in two groups of 4: 2 * 6 * 6 * 16 * 9 * 4.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @conv({{.+}}) {kernel.bytes = "{{[0-9]+}}", kernel.flops = "41472"}
kernel.func private @conv(%x: tensor<1x8x8x8xf32>, %w: tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32> attributes {anchor = #kernel<anchor contract>} {
  %0 = graph.conv %x, %w strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 2 : tensor<1x8x8x8xf32>, tensor<3x3x4x16xf32>
  kernel.return %0 : tensor<1x6x6x16xf32>
}
func.func @main(%x: tensor<1x8x8x8xf32>, %w: tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32> {
  %0 = kernel.launch @conv(%x, %w) : (tensor<1x8x8x8xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return %0 : tensor<1x6x6x16xf32>
}

// -----

// Sizes of the run stay; whole numbers and movements are no flops.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @mean({{.+}}) {kernel.bytes = "36*n", kernel.flops = "16*n"}
// CHECK: kernel.launch @count({{.+}}) {kernel.bytes = "16*n", kernel.flops = "0"}
kernel.func private @mean(%x: tensor<?x8xf32, #graph.dims<["n", "8"]>>) -> tensor<?x1xf32, #graph.dims<["n", "1"]>> attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.exp %x : tensor<?x8xf32, #graph.dims<["n", "8"]>>
  %1 = graph.reduce add %0 axes [1] : tensor<?x8xf32, #graph.dims<["n", "8"]>>
  kernel.return %1 : tensor<?x1xf32, #graph.dims<["n", "1"]>>
}
kernel.func private @count(%x: tensor<?xi64, #graph.dims<["n"]>>) -> tensor<?xi64, #graph.dims<["n"]>> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.add %x, %x : tensor<?xi64, #graph.dims<["n"]>>, tensor<?xi64, #graph.dims<["n"]>>
  kernel.return %0 : tensor<?xi64, #graph.dims<["n"]>>
}
func.func @main(%x: tensor<?x8xf32, #graph.dims<["n", "8"]>>, %y: tensor<?xi64, #graph.dims<["n"]>>) -> (tensor<?x1xf32, #graph.dims<["n", "1"]>>, tensor<?xi64, #graph.dims<["n"]>>) {
  %0 = kernel.launch @mean(%x) : (tensor<?x8xf32, #graph.dims<["n", "8"]>>) -> tensor<?x1xf32, #graph.dims<["n", "1"]>>
  %1 = kernel.launch @count(%y) : (tensor<?xi64, #graph.dims<["n"]>>) -> tensor<?xi64, #graph.dims<["n"]>>
  return %0, %1 : tensor<?x1xf32, #graph.dims<["n", "1"]>>, tensor<?xi64, #graph.dims<["n"]>>
}

// -----

// Of a table only the rows that are taken count, at most all of it: 3 rows of 16 bytes twice, and 3 places.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @rows({{.+}}) {kernel.bytes = "120", kernel.flops = "0"}
kernel.func private @rows(%table: tensor<1000x4xf32>, %places: tensor<3xi64>) -> tensor<3x4xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.gather %table, %places axis 0 : tensor<1000x4xf32>, tensor<3xi64>
  kernel.return %0 : tensor<3x4xf32>
}
func.func @main(%table: tensor<1000x4xf32>, %places: tensor<3xi64>) -> tensor<3x4xf32> {
  %0 = kernel.launch @rows(%table, %places) : (tensor<1000x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @negative_lowered
// CHECK: kernel.launch @k(%{{.+}}) : (
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @negative_lowered(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
