// A multi-layer perceptron on a mesh of 2 x 2 as the partitioner leaves it: rows of x over data, the hidden layer over
// model. y = relu(x * w1) * w2, all numbers whole, so that any order of sums gives the same.
module attributes {graph.phase = "sharded"} {
  dist.mesh @mesh = [data = 2, model = 2]
  func.func @main(%x: tensor<4x3xf32> {graph.name = "x"}) -> (tensor<4x2xf32> {graph.name = "y"}) {
    %w1 = graph.constant dense<[[1.0, -1.0, 2.0, 0.0], [0.0, 1.0, -2.0, 1.0], [3.0, 1.0, 1.0, -1.0]]> : tensor<3x4xf32>
    %w2 = graph.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
    %zero = graph.constant dense<0.0> : tensor<f32>
    %b1 = dist.block %w1 <[{}, {model}]> : tensor<3x4xf32> -> tensor<3x2xf32>
    %b2 = dist.block %w2 <[{model}, {}]> : tensor<4x2xf32> -> tensor<2x2xf32>
    %places = graph.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %coord = dist.coord [data] : tensor<i64>
    %rows = graph.gather %places, %coord axis 0 : tensor<2x2xi64>, tensor<i64>
    %own = graph.gather %x, %rows axis 0 : tensor<4x3xf32>, tensor<2xi64>
    %h = graph.contract "mk,kn->mn" %own, %b1 : tensor<2x3xf32>, tensor<3x2xf32>
    %r = graph.max %h, %zero : tensor<2x2xf32>, tensor<f32>
    %p = graph.contract "mk,kn->mn" %r, %b2 : tensor<2x2xf32>, tensor<2x2xf32>
    %s = dist.all_reduce add %p over [model] : tensor<2x2xf32>
    %y = dist.all_gather %s over [data] : tensor<2x2xf32> -> tensor<4x2xf32>
    return %y : tensor<4x2xf32>
  }
}
