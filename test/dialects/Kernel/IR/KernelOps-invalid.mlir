// RUN: heddle-opt %s -split-input-file -verify-diagnostics

// C1
func.func @no_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{there is no kernel 'nowhere'}}
  %0 = kernel.launch @nowhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// C2
func.func @operands(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes 2 operands and takes 1 results but the kernel has 1 and 1}}
  %0 = kernel.launch @map_0(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
kernel.func private @map_0(%x: tensor<4xf32>) -> tensor<4xf32> attributes {anchor = #kernel<anchor map>} {
  kernel.return %x : tensor<4xf32>
}

// -----

// C2
func.func @types(%x: tensor<5xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has type 'tensor<5xf32>' where the kernel has 'tensor<4xf32>'}}
  %0 = kernel.launch @map_0(%x) : (tensor<5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
kernel.func private @map_0(%x: tensor<4xf32>) -> tensor<4xf32> attributes {anchor = #kernel<anchor map>} {
  kernel.return %x : tensor<4xf32>
}
