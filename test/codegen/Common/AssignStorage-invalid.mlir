// RUN: heddle-opt %s -heddle-assign-storage -split-input-file -verify-diagnostics

// expected-error @+1 {{an input's size is '2*n' where a number or one symbol is wanted}}
func.func @main(%x: tensor<?xf32, #graph.dims<["2*n"]>>) -> tensor<?xf32, #graph.dims<["2*n"]>> {
  return %x : tensor<?xf32, #graph.dims<["2*n"]>>
}

// -----

kernel.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {anchor = #kernel<anchor map>} {
  kernel.return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the kernel 'k' is not lowered}}
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
