// RUN: heddle-opt %s -split-input-file -verify-diagnostics

// C1
func.func @no_such_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{there is no kernel 'missing'}}
  %0 = kernel.launch @missing(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// C2: the number of operands
func.func @too_few_operands(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes 1 operands and takes 1 results but the kernel has 2 and 1}}
  %0 = kernel.launch @sum(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
kernel.func private @sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.add %x, %y : tensor<4xf32>, tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}

// -----

// C2: a type
func.func @other_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has type 'tensor<4xf32>' where the kernel has 'tensor<5xf32>'}}
  %0 = kernel.launch @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
kernel.func private @exp(%x: tensor<5xf32>) -> tensor<5xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.exp %x : tensor<5xf32>
  kernel.return %0 : tensor<5xf32>
}
