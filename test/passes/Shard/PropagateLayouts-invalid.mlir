// RUN: heddle-opt %s -split-input-file -heddle-propagate-layouts -verify-diagnostics

dist.mesh @mesh = [data = 2]
// expected-error @+1 {{dimension 'batch' of 'x' is open and to be split over #dist.layout<[{data}, {}]>: fix it with --shape}}
func.func @main(%x: tensor<?x4xf32, #graph.dims<["batch", "4"]>> {graph.name = "x", dist.layout = #dist.layout<[{data}, {}]>}) {
  return
}

// -----

dist.mesh @mesh = [data = 4]
func.func @main() {
  %c = graph.constant dense<1.0> : tensor<30x4xf32> loc("layer.weight")
  // expected-error @+1 {{dimension 0 of 'layer.weight' has 30 elements, which the 4 parts of #dist.layout<[{data}, {}]> do not divide}}
  %0 = dist.constrain %c <[{data}, {}]> : tensor<30x4xf32>
  return
}
