// Sizes that are all numbers, so the header has a typed function. The weight is large enough to stay an argument.
func.func @main(%x: tensor<2x4xf32> {graph.name = "image"}) -> (tensor<2x4xf32> {graph.name = "scores"}) {
  %w = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = graph.mul %x, %w : tensor<2x4xf32>, tensor<4xf32>
  return %0 : tensor<2x4xf32>
}
