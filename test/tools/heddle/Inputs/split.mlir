// y = relu(x w1) w2, with weights that differ from element to element.
module attributes {graph.symbols = {batch = "batch"}} {
  func.func @main(%x: tensor<?x2xf32, #graph.dims<["batch", "2"]>> {graph.name = "x"})
      -> (tensor<?x2xf32, #graph.dims<["batch", "2"]>> {graph.name = "y"}) {
    %w1 = graph.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32> loc("up")
    %w2 = graph.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32> loc("down")
    %zero = graph.constant dense<0.0> : tensor<f32>
    %0 = graph.contract "mk,kn->mn" %x, %w1 : tensor<?x2xf32, #graph.dims<["batch", "2"]>>, tensor<2x4xf32>
    %1 = graph.max %0, %zero : tensor<?x4xf32, #graph.dims<["batch", "4"]>>, tensor<f32>
    %2 = graph.contract "mk,kn->mn" %1, %w2 : tensor<?x4xf32, #graph.dims<["batch", "4"]>>, tensor<4x2xf32>
    return %2 : tensor<?x2xf32, #graph.dims<["batch", "2"]>>
  }
}
