// RUN: heddle-opt %s -heddle-assign-storage -heddle-plan-memory -split-input-file -verify-diagnostics

func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
// expected-error @+1 {{the model's tensors need more than 62 bits of memory}}
func.func @main(%x: tensor<2000000000x2000000000xf32>) -> tensor<2000000000x2000000000xf32> {
  %0 = kernel.launch @k(%x) : (tensor<2000000000x2000000000xf32>) -> tensor<2000000000x2000000000xf32>
  %1 = kernel.launch @k(%0) : (tensor<2000000000x2000000000xf32>) -> tensor<2000000000x2000000000xf32>
  return %1 : tensor<2000000000x2000000000xf32>
}
