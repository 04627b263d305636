// Two layers of a perceptron with bias and activation, and a normalisation: what a transformer's feed-forward part is made of.
module attributes {graph.phase = "graph"} {
  func.func @main(%x: tensor<4x6xf32> {graph.name = "x"}) -> (tensor<4x6xf32> {graph.name = "y"}) {
    %w1 = graph.constant dense<[[0.1, -0.4, 0.3, 0.2, 0.7, -0.9, 0.5, 0.6], [0.3, 0.8, -0.5, 0.1, 0.2, 0.4, -0.7, 0.9], [-0.2, 0.5, 0.6, -0.3, 0.1, 0.8, 0.4, -0.1],
      [0.9, 0.1, -0.6, 0.7, -0.2, 0.3, 0.5, 0.4], [0.2, -0.7, 0.4, 0.6, 0.5, -0.1, 0.3, 0.8], [-0.5, 0.3, 0.2, 0.9, -0.4, 0.6, 0.1, 0.7]]> : tensor<6x8xf32>
    %b1 = graph.constant dense<[0.1, 0.2, -0.3, 0.4, -0.5, 0.6, 0.7, -0.8]> : tensor<8xf32>
    %w2 = graph.constant dense<[[0.3, -0.2, 0.5, 0.1, 0.4, -0.6], [0.7, 0.2, -0.1, 0.9, 0.3, 0.5], [-0.4, 0.6, 0.8, 0.2, -0.3, 0.1], [0.5, 0.4, -0.7, 0.3, 0.6, 0.2],
      [0.1, -0.9, 0.2, 0.4, 0.5, 0.7], [0.6, 0.3, 0.4, -0.5, 0.2, 0.8], [0.2, 0.1, 0.7, 0.6, -0.4, 0.3], [0.8, -0.3, 0.1, 0.5, 0.9, -0.2]]> : tensor<8x6xf32>
    %zero = graph.constant dense<0.0> : tensor<f32>
    %h = graph.contract "mk,kn->mn" %x, %w1 : tensor<4x6xf32>, tensor<6x8xf32>
    %i = graph.add %h, %b1 : tensor<4x8xf32>, tensor<8xf32>
    %a = graph.max %i, %zero : tensor<4x8xf32>, tensor<f32>
    %o = graph.contract "mk,kn->mn" %a, %w2 : tensor<4x8xf32>, tensor<8x6xf32>
    %s = graph.add %o, %x : tensor<4x6xf32>, tensor<4x6xf32>
    %m = graph.reduce max %s axes [1] : tensor<4x6xf32>
    %y = graph.sub %s, %m : tensor<4x6xf32>, tensor<4x1xf32>
    return %y : tensor<4x6xf32>
  }
}
