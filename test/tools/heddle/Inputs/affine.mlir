// y = x * w + 1 for rows of any number.
module attributes {graph.symbols = {batch = "batch"}} {
  func.func @main(%x: tensor<?x4xf32, #graph.dims<["batch", "4"]>> {graph.name = "x"})
      -> (tensor<?x4xf32, #graph.dims<["batch", "4"]>> {graph.name = "y"}) {
    %w = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %one = graph.constant dense<1.0> : tensor<f32>
    %0 = graph.mul %x, %w : tensor<?x4xf32, #graph.dims<["batch", "4"]>>, tensor<4xf32>
    %1 = graph.add %0, %one : tensor<?x4xf32, #graph.dims<["batch", "4"]>>, tensor<f32>
    return %1 : tensor<?x4xf32, #graph.dims<["batch", "4"]>>
  }
}
