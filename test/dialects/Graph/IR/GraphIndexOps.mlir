// Every function returns the type that its op infers, so that reading this file tests inference; the second reading
// tests that what is printed is read back.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

!table = tensor<?x3x?xf32, #graph.dims<["n", "3", "w"]>>

// CHECK-LABEL: @gather
func.func @gather(%x: !table, %i: tensor<?x2xi64, #graph.dims<["k", "2"]>>)
    -> tensor<?x?x2x?xf32, #graph.dims<["n", "k", "2", "w"]>> {
  // CHECK-NEXT: graph.gather %{{.*}}, %{{.*}} axis 1 : tensor<?x3x?xf32
  %0 = graph.gather %x, %i axis 1 : !table, tensor<?x2xi64, #graph.dims<["k", "2"]>>
  return %0 : tensor<?x?x2x?xf32, #graph.dims<["n", "k", "2", "w"]>>
}

// A scalar index drops the dimension.
// CHECK-LABEL: @gather_scalar
func.func @gather_scalar(%x: !table, %i: tensor<i32>) -> tensor<?x3xf32, #graph.dims<["n", "3"]>> {
  // CHECK-NEXT: graph.gather
  %0 = graph.gather %x, %i axis 2 : !table, tensor<i32>
  return %0 : tensor<?x3xf32, #graph.dims<["n", "3"]>>
}

// CHECK-LABEL: @gather_elements
func.func @gather_elements(%x: !table, %i: tensor<5x3x1xi64>) -> tensor<5x3x1xf32> {
  // CHECK-NEXT: graph.gather_elements %{{.*}}, %{{.*}} axis 0
  %0 = graph.gather_elements %x, %i axis 0 : !table, tensor<5x3x1xi64>
  return %0 : tensor<5x3x1xf32>
}

// CHECK-LABEL: @gather_nd
func.func @gather_nd(%x: !table, %i: tensor<?x6x1xi64, #graph.dims<["n", "6", "1"]>>)
    -> tensor<?x6x?xf32, #graph.dims<["n", "6", "w"]>> {
  // CHECK-NEXT: graph.gather_nd %{{.*}}, %{{.*}} batch_dims 1
  %0 = graph.gather_nd %x, %i batch_dims 1 : !table, tensor<?x6x1xi64, #graph.dims<["n", "6", "1"]>>
  return %0 : tensor<?x6x?xf32, #graph.dims<["n", "6", "w"]>>
}

// CHECK-LABEL: @scatter
func.func @scatter(%x: !table, %e: tensor<1x3x2xi64>, %u: tensor<1x3x2xf32>, %i: tensor<5x2xi64>,
                   %v: tensor<5x?xf32, #graph.dims<["5", "w"]>>) -> !table {
  // CHECK-NEXT: graph.scatter_elements add %{{.*}}, %{{.*}}, %{{.*}} axis 2
  %0 = graph.scatter_elements add %x, %e, %u axis 2 : !table, tensor<1x3x2xi64>, tensor<1x3x2xf32>
  // CHECK-NEXT: graph.scatter_nd replace
  %1 = graph.scatter_nd replace %0, %i, %v : !table, tensor<5x2xi64>, tensor<5x?xf32, #graph.dims<["5", "w"]>>
  return %1 : !table
}

// CHECK-LABEL: @top_k
func.func @top_k(%x: !table, %size: tensor<3xi64>) {
  // CHECK-NEXT: graph.top_k %{{.*}} axis 1 largest true : tensor<?x3x?xf32
  %0, %1 = graph.top_k %x axis 1 largest true : !table
      -> tensor<?x2x?xf32, #graph.dims<["n", "2", "w"]>>, tensor<?x2x?xi64, #graph.dims<["n", "2", "w"]>>
  // CHECK-NEXT: graph.top_k %{{.*}} axis 2 largest false size
  %2, %3 = graph.top_k %x axis 2 largest false size %size : tensor<3xi64> : !table
      -> tensor<?x3x?xf32, #graph.dims<["n", "3", "k"]>>, tensor<?x3x?xi64, #graph.dims<["n", "3", "k"]>>
  return
}

// CHECK-LABEL: @non_zero
func.func @non_zero(%x: !table) -> (tensor<3x?xi64, #graph.dims<["3", "3*n*w"]>>, tensor<i64>) {
  // CHECK-NEXT: graph.non_zero
  %0, %1 = graph.non_zero %x : !table
  return %0, %1 : tensor<3x?xi64, #graph.dims<["3", "3*n*w"]>>, tensor<i64>
}

// CHECK-LABEL: @unique
func.func @unique(%x: tensor<7x2xf32>) -> (tensor<7xi64>, tensor<7xi64>, tensor<7xi64>, tensor<i64>) {
  // CHECK-NEXT: graph.unique %{{.*}} sorted false
  %0, %1, %2, %3 = graph.unique %x sorted false : tensor<7x2xf32>
  return %0, %1, %2, %3 : tensor<7xi64>, tensor<7xi64>, tensor<7xi64>, tensor<i64>
}

// CHECK-LABEL: @non_max_suppression
func.func @non_max_suppression(%b: tensor<2x10x4xf32>, %s: tensor<2x3x10xf32>, %m: tensor<i64>, %t: tensor<f32>)
    -> (tensor<60x3xi64>, tensor<i64>) {
  // CHECK-NEXT: graph.non_max_suppression {{.*}} center_point false
  %0, %1 = graph.non_max_suppression %b, %s, %m, %t, %t center_point false
      : tensor<2x10x4xf32>, tensor<2x3x10xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  return %0, %1 : tensor<60x3xi64>, tensor<i64>
}
