// Types of values may say more or less than what an op infers, where the sizes may be equal. The short form of an op
// does not print them, so they are read back from the generic form.
// RUN: heddle-opt %s -mlir-print-op-generic | heddle-opt -mlir-print-op-generic | FileCheck %s

// CHECK: sym_name = "coarser_result"
func.func @coarser_result(%x: tensor<4xf32>) -> tensor<?xf32, #graph.dims<["n"]>> {
  // CHECK: "graph.exp"(%{{.*}}) : (tensor<4xf32>) -> tensor<?xf32, #graph.dims<["n"]>>
  %0 = "graph.exp"(%x) : (tensor<4xf32>) -> tensor<?xf32, #graph.dims<["n"]>>
  return %0 : tensor<?xf32, #graph.dims<["n"]>>
}

// CHECK: sym_name = "finer_result"
func.func @finer_result(%x: tensor<?xf32, #graph.dims<["n"]>>) -> tensor<4xf32> {
  // CHECK: "graph.exp"(%{{.*}}) : (tensor<?xf32, #graph.dims<["n"]>>) -> tensor<4xf32>
  %0 = "graph.exp"(%x) : (tensor<?xf32, #graph.dims<["n"]>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
