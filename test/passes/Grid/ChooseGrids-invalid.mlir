// RUN: heddle-opt %s -heddle-choose-grids -split-input-file -verify-diagnostics

#a100 = #kernel.gpu<arch = "sm_80", features = "+ptx70", shared_bytes = 49152, processors = 108>
module attributes {kernel.gpu = #a100} {
  // expected-error @+1 {{cannot run on a GPU yet: it has texts}}
  func.func @main(%x: tensor<8xi64> {graph.text}) -> tensor<8xi64> {
    return %x : tensor<8xi64>
  }
}
