// RUN: heddle-opt %s -heddle-choose-grids -split-input-file -verify-diagnostics

#a100 = #kernel.gpu<arch = "sm_80", features = "+ptx70", shared_bytes = 49152, processors = 108>
module attributes {kernel.gpu = #a100} {
  kernel.func @best(%x: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi64>) attributes {anchor = #kernel<anchor library>} {
    // expected-error @+1 {{cannot run on a GPU yet: graph.top_k has no code there}}
    %0:2 = graph.top_k %x axis 0 largest true : tensor<8xf32> -> tensor<2xf32>, tensor<2xi64>
    kernel.return %0#0, %0#1 : tensor<2xf32>, tensor<2xi64>
  }
  func.func @main(%c: tensor<i1>, %x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{cannot run on a GPU yet: its condition is data}}
    %0 = graph.if %c : tensor<i1> -> tensor<8xf32> {
      graph.yield %x : tensor<8xf32>
    } else {
      graph.yield %x : tensor<8xf32>
    }
    return %0 : tensor<8xf32>
  }
}

// -----

#a100 = #kernel.gpu<arch = "sm_80", features = "+ptx70", shared_bytes = 49152, processors = 108>
module attributes {kernel.gpu = #a100} {
  // expected-error @+1 {{cannot run on a GPU yet: it has texts}}
  func.func @main(%x: tensor<8xi64> {graph.text}) -> tensor<8xi64> {
    return %x : tensor<8xi64>
  }
}
