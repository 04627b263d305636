// RUN: heddle-opt %s -heddle-lower-shapes | FileCheck %s

// CHECK-LABEL: func.func @numbers
// CHECK: graph.constant dense<[4, 5]> : tensor<2xi64>
// CHECK-NOT: graph.shape
func.func @numbers(%x: tensor<4x5xf32>) -> tensor<2xi64> {
  %0 = graph.shape %x : tensor<4x5xf32>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @expressions
// CHECK: graph.symbolic ["2*n", "5"]
func.func @expressions(%x: tensor<?x5xf32, #graph.dims<["2*n", "5"]>>) -> tensor<2xi64> {
  %0 = graph.shape %x : tensor<?x5xf32, #graph.dims<["2*n", "5"]>>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @scalar
// CHECK: graph.constant dense<> : tensor<0xi64>
func.func @scalar(%x: tensor<f32>) -> tensor<0xi64> {
  %0 = graph.shape %x : tensor<f32>
  return %0 : tensor<0xi64>
}
