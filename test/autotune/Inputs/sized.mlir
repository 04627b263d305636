// How many numbers there are is known in a run alone.
func.func @main(%size: tensor<1xi64> {graph.name = "size"}, %x: tensor<8x128xf32> {graph.name = "x"})
    -> (tensor<?xf32, #graph.dims<["number_of_elements_of_a_run"]>> {graph.name = "e"}, tensor<1xf32> {graph.name = "s"}, tensor<8x1xf32> {graph.name = "y"}) {
  %0 = graph.iota axis 0 size %size : tensor<1xi64> -> tensor<?xf32, #graph.dims<["number_of_elements_of_a_run"]>>
  %1 = graph.sin %0 : tensor<?xf32, #graph.dims<["number_of_elements_of_a_run"]>>
  %2 = graph.reduce add %1 axes [0] : tensor<?xf32, #graph.dims<["number_of_elements_of_a_run"]>>
  %3 = graph.reduce add %x axes [1] : tensor<8x128xf32>
  return %1, %2, %3 : tensor<?xf32, #graph.dims<["number_of_elements_of_a_run"]>>, tensor<1xf32>, tensor<8x1xf32>
}
