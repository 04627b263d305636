// RUN: heddle-opt %s -heddle-lower-shapes -heddle-fold-constants -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK: graph.constant dense<[6.000000e+00, 1.600000e+01]> : tensor<2xf32>
// CHECK-NEXT: return
func.func @chain() -> tensor<2xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = graph.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %0 = graph.add %a, %b : tensor<2xf32>, tensor<2xf32>
  %1 = graph.mul %0, %a : tensor<2xf32>, tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// One number stretched over 4 MB is not written out.
// CHECK-LABEL: func.func @negative_bomb
// CHECK: graph.broadcast
func.func @negative_bomb() -> tensor<1024x1024xf32> {
  %a = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.broadcast %a : tensor<f32> -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}

// -----

// A shape of numbers is a constant, one with symbols a list of expressions.
// CHECK-LABEL: func.func @shapes
// CHECK-DAG: graph.constant dense<[4, 5]> : tensor<2xi64>
// CHECK-DAG: graph.symbolic ["n", "5"]
func.func @shapes(%x: tensor<4x5xf32>, %y: tensor<?x5xf32, #graph.dims<["n", "5"]>>) -> (tensor<2xi64>, tensor<2xi64>) {
  %0 = graph.shape %x : tensor<4x5xf32>
  %1 = graph.shape %y : tensor<?x5xf32, #graph.dims<["n", "5"]>>
  return %0, %1 : tensor<2xi64>, tensor<2xi64>
}

// -----

// An index outside the tensor is the run's error, not the compiler's.
// CHECK-LABEL: func.func @negative_out_of_range
// CHECK: graph.gather
func.func @negative_out_of_range() -> tensor<1xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %i = graph.constant dense<[7]> : tensor<1xi64>
  %0 = graph.gather %a, %i axis 0 : tensor<2xf32>, tensor<1xi64>
  return %0 : tensor<1xf32>
}

// -----

// The reshape gives `n` its value, which the list of sizes uses: it stays although its result is dead.
// CHECK-LABEL: func.func @binds_symbol
// CHECK: graph.reshape
// CHECK: graph.symbolic ["n"]
func.func @binds_symbol(%x: tensor<6xf32>, %s: tensor<1xi64>) -> tensor<1xi64> {
  %0 = graph.reshape %x size %s : tensor<1xi64> : tensor<6xf32> -> tensor<?xf32, #graph.dims<["n"]>>
  %1 = graph.shape %0 : tensor<?xf32, #graph.dims<["n"]>>
  return %1 : tensor<1xi64>
}

// -----

// A truth value has one signless bit.
// CHECK-LABEL: func.func @mask
// CHECK: graph.constant dense<{{.*}}> : tensor<2x3xi1>
// CHECK-NOT: graph.compare
func.func @mask(%x: tensor<2x3xf32>, %y: tensor<f32>) -> tensor<2x3xf32> {
  %0 = graph.iota axis 0 -> tensor<2x1xi64>
  %1 = graph.iota axis 1 -> tensor<1x3xi64>
  %2 = graph.compare lt %0, %1 : tensor<2x1xi64>, tensor<1x3xi64>
  %3 = graph.select %2, %x, %y : tensor<2x3xi1>, tensor<2x3xf32>, tensor<f32>
  return %3 : tensor<2x3xf32>
}

// -----

// The widened matrix is larger than the matrix, the sums of its columns are not.
// CHECK-LABEL: func.func @through_larger
// CHECK: graph.constant dense<256> : tensor<1x512xi32>
// CHECK-NEXT: return
func.func @through_larger() -> tensor<1x512xi32> {
  %w = graph.constant dense<1> : tensor<256x512xi8>
  %0 = graph.cast %w to i32 : tensor<256x512xi8>
  %1 = graph.reduce add %0 axes [0] : tensor<256x512xi32>
  return %1 : tensor<1x512xi32>
}
