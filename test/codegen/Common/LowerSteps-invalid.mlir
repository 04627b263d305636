// RUN: heddle-opt %s -heddle-assign-storage -heddle-plan-memory -heddle-lower-steps -split-input-file -verify-diagnostics

func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index, index) attributes {kernel.symbols = ["q"]}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the size 'q' is used where it has no value}}
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @k(!llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the lowered kernel has type '(!llvm.ptr, !llvm.ptr, index, index) -> ()' which the launch does not fit}}
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a malformed check 'n = k'}}
  %0 = kernel.launch @k(%x) {kernel.checks = ["n = k"]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is not an op that a run executes}}
  %0 = graph.abs %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
