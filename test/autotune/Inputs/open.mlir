func.func @main(%x: tensor<?x32xf32, #graph.dims<["s", "32"]>> {graph.name = "x"}) -> (tensor<?x64xf32, #graph.dims<["s", "64"]>> {graph.name = "y"}) {
  %i = graph.iota axis 0 -> tensor<32x1xf32>
  %j = graph.iota axis 1 -> tensor<1x64xf32>
  %ij = graph.mul %i, %j : tensor<32x1xf32>, tensor<1x64xf32>
  %w = graph.sin %ij : tensor<32x64xf32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<?x32xf32, #graph.dims<["s", "32"]>>, tensor<32x64xf32>
  return %0 : tensor<?x64xf32, #graph.dims<["s", "64"]>>
}
