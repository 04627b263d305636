func.func @main(%x: tensor<32x1536xf16> {graph.name = "x"}, %r: tensor<32x64xf16> {graph.name = "r"}) -> (tensor<32x64xf32> {graph.name = "y"}) {
  %i = graph.iota axis 0 -> tensor<1536x1xf32>
  %j = graph.iota axis 1 -> tensor<1x64xf32>
  %ij = graph.mul %i, %j : tensor<1536x1xf32>, tensor<1x64xf32>
  %s = graph.sin %ij : tensor<1536x64xf32>
  %w = graph.cast %s to f16 : tensor<1536x64xf32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<32x1536xf16>, tensor<1536x64xf16>
  %1 = graph.add %0, %r : tensor<32x64xf16>, tensor<32x64xf16>
  %2 = graph.cast %1 to f32 : tensor<32x64xf16>
  return %2 : tensor<32x64xf32>
}
