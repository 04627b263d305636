// RUN: heddle-opt %s -pass-pipeline='builtin.module(func.func(heddle-lower-shapes))' -split-input-file | FileCheck %s

// Sizes that are numbers are a constant.
// CHECK-LABEL: func.func @static
// CHECK: %[[C:.+]] = graph.constant dense<[2, 3]> : tensor<2xi64>
// CHECK: return %[[C]]
func.func @static(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  %0 = graph.shape %x : tensor<2x3xf32>
  return %0 : tensor<2xi64>
}

// -----

// Others are expressions of symbols, which nothing has to compute from the tensor.
// CHECK-LABEL: func.func @symbolic
// CHECK: %[[S:.+]] = graph.symbolic ["batch", "2*n + 1"]
// CHECK: return %[[S]]
func.func @symbolic(%x: tensor<?x?xf32, #graph.dims<["batch", "2*n + 1"]>>) -> tensor<2xi64> {
  %0 = graph.shape %x : tensor<?x?xf32, #graph.dims<["batch", "2*n + 1"]>>
  return %0 : tensor<2xi64>
}
