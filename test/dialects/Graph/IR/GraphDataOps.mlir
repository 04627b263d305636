// Every function returns the type that its op infers, so that reading this file tests inference; the second reading
// tests that what is printed is read back.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD

!image = tensor<?x3x?xf32, #graph.dims<["n", "3", "w"]>>

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2xf32>, tensor<3xf32>, tensor<2xi4>) {
  // CHECK-NEXT: graph.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK-NEXT: graph.constant dense_resource<weight> : tensor<3xf32>
  %1 = graph.constant dense_resource<weight> : tensor<3xf32>
  // CHECK-NEXT: graph.constant dense<[-8, 7]> : tensor<2xi4>
  %2 = graph.constant dense<[-8, 7]> : tensor<2xi4>
  return %0, %1, %2 : tensor<2xf32>, tensor<3xf32>, tensor<2xi4>
}

// CHECK-LABEL: @symbolic
func.func @symbolic(%x: !image) -> (tensor<2xi64>, tensor<i64>, tensor<3xi64>) {
  // CHECK-NEXT: graph.symbolic ["n", "2*w + 1"]
  %0 = graph.symbolic ["n", "2*w + 1"]
  // CHECK-NEXT: graph.symbolic ["n"] rank0
  %1 = graph.symbolic ["n"] rank0
  // CHECK-NEXT: graph.shape
  %2 = graph.shape %x : !image
  return %0, %1, %2 : tensor<2xi64>, tensor<i64>, tensor<3xi64>
}

// CHECK-LABEL: @sized
func.func @sized(%size: tensor<2xi64>, %x: !image, %v: tensor<?xf32, #graph.dims<["w"]>>) {
  // CHECK-NEXT: graph.iota axis 1 size %{{.*}} : tensor<2xi64> -> tensor<?x?xi32, #graph.dims<["p", "q"]>>
  %0 = graph.iota axis 1 size %size : tensor<2xi64> -> tensor<?x?xi32, #graph.dims<["p", "q"]>>
  // CHECK-NEXT: graph.reshape %{{.*}} : tensor<?x3x?xf32, #graph.dims<["n", "3", "w"]>> -> tensor<?xf32, #graph.dims<["3*n*w"]>>
  %1 = graph.reshape %x : !image -> tensor<?xf32, #graph.dims<["3*n*w"]>>
  // CHECK-NEXT: graph.reshape %{{.*}} size %{{.*}} : tensor<2xi64> : tensor<?x3x?xf32
  %2 = graph.reshape %x size %size : tensor<2xi64> : !image -> tensor<?x?xf32, #graph.dims<["r", "s"]>>
  // CHECK-NEXT: graph.broadcast
  %3 = graph.broadcast %v : tensor<?xf32, #graph.dims<["w"]>> -> !image
  // CHECK-NEXT: graph.random normal 0.000000e+00, 1.000000e+00 seed 7 -> tensor<4xf16>
  %4 = graph.random normal 0.0, 1.0 seed 7 -> tensor<4xf16>
  return
}

// CHECK-LABEL: @transpose
func.func @transpose(%x: !image) -> tensor<?x?x3xf32, #graph.dims<["w", "n", "3"]>> {
  // CHECK-NEXT: graph.transpose %{{.*}} [2, 0, 1]
  %0 = graph.transpose %x [2, 0, 1] : !image
  return %0 : tensor<?x?x3xf32, #graph.dims<["w", "n", "3"]>>
}

// CHECK-LABEL: @slice
func.func @slice(%x: !image, %starts: tensor<3xi64>, %size: tensor<3xi64>) {
  // CHECK-NEXT: graph.slice %{{.*}} starts ["0", "2", "w - 1"] steps [1, -1, 1]
  %0 = graph.slice %x starts ["0", "2", "w - 1"] steps [1, -1, 1]
      : !image -> tensor<?x3x1xf32, #graph.dims<["n", "3", "1"]>>
  // CHECK-NEXT: graph.slice %{{.*}} starts ["0", "0", "?"] steps [1, 1, 2] dynamic_starts %{{.*}} : tensor<3xi64> size %{{.*}} : tensor<3xi64>
  %1 = graph.slice %x starts ["0", "0", "?"] steps [1, 1, 2] dynamic_starts %starts : tensor<3xi64>
      size %size : tensor<3xi64> : !image -> tensor<?x3x?xf32, #graph.dims<["n", "3", "k"]>>
  return
}

// CHECK-LABEL: @concat
func.func @concat(%x: !image, %y: tensor<?x3x5xf32, #graph.dims<["n", "3", "5"]>>)
    -> tensor<?x3x?xf32, #graph.dims<["n", "3", "2*w + 5"]>> {
  // CHECK-NEXT: graph.concat %{{.*}}, %{{.*}}, %{{.*}} axis 2
  %0 = graph.concat %x, %y, %x axis 2 : !image, tensor<?x3x5xf32, #graph.dims<["n", "3", "5"]>>, !image
  return %0 : tensor<?x3x?xf32, #graph.dims<["n", "3", "2*w + 5"]>>
}

// A number in one operand refines the symbol of the other.
// CHECK-LABEL: @concat_refines
func.func @concat_refines(%x: tensor<?x2xf32, #graph.dims<["n", "2"]>>, %y: tensor<4x2xf32>) -> tensor<4x4xf32> {
  %0 = graph.concat %x, %y axis 1 : tensor<?x2xf32, #graph.dims<["n", "2"]>>, tensor<4x2xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: @pad
func.func @pad(%x: !image, %v: tensor<f32>) {
  // CHECK-NEXT: graph.pad %{{.*}}, %{{.*}} constant lows ["0", "0", "-1"] interior [0, 1, 0]
  %0 = graph.pad %x, %v constant lows ["0", "0", "-1"] interior [0, 1, 0]
      : !image, tensor<f32> -> tensor<?x5x?xf32, #graph.dims<["n", "5", "w + 3"]>>
  // CHECK-NEXT: graph.pad %{{.*}}, %{{.*}} reflect lows
  %1 = graph.pad %x, %v reflect lows ["0", "0", "2"] interior [0, 0, 0]
      : !image, tensor<f32> -> tensor<?x3x?xf32, #graph.dims<["n", "3", "w + 4"]>>
  return
}

//===----------------------------------------------------------------------===//
// Folding and canonical forms
//===----------------------------------------------------------------------===//

// FOLD-LABEL: @fold_to_input
// FOLD-NEXT: return %arg0
func.func @fold_to_input(%x: !image, %v: tensor<f32>) -> !image {
  %0 = graph.reshape %x : !image -> !image
  %1 = graph.broadcast %0 : !image -> !image
  %2 = graph.transpose %1 [0, 1, 2] : !image
  %3 = graph.slice %2 starts ["0", "0", "0"] steps [1, 1, 1] : !image -> !image
  %4 = graph.concat %3 axis 1 : !image
  %5 = graph.pad %4, %v constant lows ["0", "0", "0"] interior [0, 0, 0] : !image, tensor<f32> -> !image
  return %5 : !image
}

// FOLD-LABEL: @negative_slice_reverses
// FOLD-NEXT: graph.slice
func.func @negative_slice_reverses(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = graph.slice %x starts ["2"] steps [-1] : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// FOLD-LABEL: @negative_reshape_unnamed_sizes
// FOLD-NEXT: graph.reshape
func.func @negative_reshape_unnamed_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = graph.reshape %x : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// FOLD-LABEL: @merge_reshapes
// FOLD-NEXT: %[[R:.*]] = graph.reshape %arg0 : tensor<2x12xf32> -> tensor<6x4xf32>
// FOLD-NEXT: return %[[R]]
func.func @merge_reshapes(%x: tensor<2x12xf32>) -> tensor<6x4xf32> {
  %0 = graph.reshape %x : tensor<2x12xf32> -> tensor<24xf32>
  %1 = graph.reshape %0 : tensor<24xf32> -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

// The first reshape gives "r" its value.
// FOLD-LABEL: @negative_merge_binds_symbol
// FOLD-COUNT-2: graph.reshape
func.func @negative_merge_binds_symbol(%x: tensor<24xf32>, %size: tensor<2xi64>)
    -> tensor<?xf32, #graph.dims<["4*r"]>> {
  %0 = graph.reshape %x size %size : tensor<2xi64> : tensor<24xf32> -> tensor<?x4xf32, #graph.dims<["r", "4"]>>
  %1 = graph.reshape %0 : tensor<?x4xf32, #graph.dims<["r", "4"]>> -> tensor<?xf32, #graph.dims<["4*r"]>>
  return %1 : tensor<?xf32, #graph.dims<["4*r"]>>
}

// FOLD-LABEL: @compose_transposes
// FOLD-NEXT: graph.transpose %arg0 [1, 2, 0] : tensor<2x3x4xf32>
// FOLD-NEXT: return
func.func @compose_transposes(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %0 = graph.transpose %x [2, 0, 1] : tensor<2x3x4xf32>
  %1 = graph.transpose %0 [2, 0, 1] : tensor<4x2x3xf32>
  return %1 : tensor<3x4x2xf32>
}

// FOLD-LABEL: @transpose_of_ones
// FOLD-NEXT: graph.reshape %arg0 : tensor<2x1x4xf32> -> tensor<1x2x4xf32>
func.func @transpose_of_ones(%x: tensor<2x1x4xf32>) -> tensor<1x2x4xf32> {
  %0 = graph.transpose %x [1, 0, 2] : tensor<2x1x4xf32>
  return %0 : tensor<1x2x4xf32>
}

{-#
  dialect_resources: {
    builtin: { weight: "0x040000000000803f0000004000004040" }
  }
#-}
