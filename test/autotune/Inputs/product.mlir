func.func @main(%x: tensor<96x128xf32> {graph.name = "x"}) -> (tensor<96x64xf32> {graph.name = "y"}) {
  %i = graph.iota axis 0 -> tensor<128x1xf32>
  %j = graph.iota axis 1 -> tensor<1x64xf32>
  %ij = graph.mul %i, %j : tensor<128x1xf32>, tensor<1x64xf32>
  %w = graph.sin %ij : tensor<128x64xf32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<96x128xf32>, tensor<128x64xf32>
  return %0 : tensor<96x64xf32>
}
