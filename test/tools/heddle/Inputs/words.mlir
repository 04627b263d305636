// "x" text [n] -> "y" text [n]: "no" in place of every "yes"; "isEmpty": which texts are empty; "labelled" has labels.
module attributes {graph.vocabulary = ["yes", "no", ""]} {
  func.func @main(%x: tensor<?xi64, #graph.dims<["n"]>> {graph.name = "x", graph.text})
      -> (tensor<?xi64, #graph.dims<["n"]>> {graph.name = "y", graph.text},
          tensor<?xi1, #graph.dims<["n"]>> {graph.name = "isEmpty"},
          tensor<1x2xf32> {graph.name = "labelled", graph.classes = ["yes", 7]}) {
    %yes = graph.constant dense<0> : tensor<i64>
    %no = graph.constant dense<1> : tensor<i64>
    %empty = graph.constant dense<2> : tensor<i64>
    %scores = graph.constant dense<[[0.25, 0.75]]> : tensor<1x2xf32>
    %isYes = graph.compare eq %x, %yes : tensor<?xi64, #graph.dims<["n"]>>, tensor<i64>
    %y = graph.select %isYes, %no, %x : tensor<?xi1, #graph.dims<["n"]>>, tensor<i64>, tensor<?xi64, #graph.dims<["n"]>>
    %isEmpty = graph.compare eq %x, %empty : tensor<?xi64, #graph.dims<["n"]>>, tensor<i64>
    return %y, %isEmpty, %scores : tensor<?xi64, #graph.dims<["n"]>>, tensor<?xi1, #graph.dims<["n"]>>, tensor<1x2xf32>
  }
}
