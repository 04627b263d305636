module attributes {graph.symbols = {batch = "N"}} {
  func.func @main(%x: tensor<?x4xf32, #graph.dims<["batch", "4"]>> {graph.name = "x"}) -> (tensor<?x4xf32, #graph.dims<["batch", "4"]>> {graph.name = "y"}) {
    %w = graph.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
    %0 = graph.add %x, %w : tensor<?x4xf32, #graph.dims<["batch", "4"]>>, tensor<4xf32>
    return %0 : tensor<?x4xf32, #graph.dims<["batch", "4"]>>
  }
}
