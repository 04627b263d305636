// A convolution with a scale, which a pass folds into the weights, and a softmax.
func.func @main(%x: tensor<2x5x5x3xf32> {graph.name = "image"}) -> (tensor<2x5x5x4xf32> {graph.name = "scores"}, tensor<2x5x5x1xi64> {graph.name = "best"}) {
  %w = graph.constant dense<[[[[0.1, 0.2, 0.3, -0.4], [0.5, -0.6, 0.7, 0.8], [-0.9, 0.15, 0.25, 0.35]]]]> : tensor<1x1x3x4xf32>
  %s = graph.constant dense<[0.3, 0.7, 1.1, 1.3]> : tensor<4xf32>
  %0 = graph.conv %x, %w strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<2x5x5x3xf32>, tensor<1x1x3x4xf32> loc("first (Conv)")
  %1 = graph.mul %0, %s : tensor<2x5x5x4xf32>, tensor<4xf32> loc("scale (Mul)")
  %2 = graph.reduce max %1 axes [3] : tensor<2x5x5x4xf32> loc("softmax (Softmax)")
  %3 = graph.sub %1, %2 : tensor<2x5x5x4xf32>, tensor<2x5x5x1xf32> loc("softmax (Softmax)")
  %4 = graph.exp %3 : tensor<2x5x5x4xf32> loc("softmax (Softmax)")
  %5 = graph.reduce add %4 axes [3] : tensor<2x5x5x4xf32> loc("softmax (Softmax)")
  %6 = graph.div %4, %5 : tensor<2x5x5x4xf32>, tensor<2x5x5x1xf32> loc("softmax (Softmax)")
  %7 = graph.arg_reduce max %6 axis 3 last false : tensor<2x5x5x4xf32> loc("best (ArgMax)")
  return %6, %7 : tensor<2x5x5x4xf32>, tensor<2x5x5x1xi64>
}
