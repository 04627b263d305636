// RUN: heddle-check %s

module attributes {graph.vocabulary = ["", " ", "a,b,,c", ",", "  a b\09 c  ", "a\E2\80\83b\C2\A0", "aaaa"]} {
// Pieces behind the third are cut off, fewer are filled up.
func.func @delimiter(%a: tensor<37xi64> {check.values = "integers 0 6"}) -> tensor<37x3xi64> {
  %0 = graph.text_split %a delimiter "," splits -1 : tensor<37xi64> -> tensor<37x3xi64>
  return %0 : tensor<37x3xi64>
}

func.func @some_splits(%a: tensor<?xi64, #graph.dims<["n"]>> {check.values = "integers 0 6"}) -> tensor<?x3xi64, #graph.dims<["n", "3"]>> {
  %0 = graph.text_split %a delimiter "," splits 1 : tensor<?xi64, #graph.dims<["n"]>> -> tensor<?x3xi64, #graph.dims<["n", "3"]>>
  return %0 : tensor<?x3xi64, #graph.dims<["n", "3"]>>
}

func.func @space(%a: tensor<5x7xi64> {check.values = "integers 0 6"}) -> tensor<5x7x4xi64> {
  %0 = graph.text_split %a delimiter "" splits -1 : tensor<5x7xi64> -> tensor<5x7x4xi64>
  return %0 : tensor<5x7x4xi64>
}

// The rest keeps its white space.
func.func @space_some_splits(%a: tensor<7xi64> {check.values = "integers 0 6"}) -> tensor<7x2xi64> {
  %0 = graph.text_split %a delimiter "" splits 1 : tensor<7xi64> -> tensor<7x2xi64>
  return %0 : tensor<7x2xi64>
}

func.func @width(%a: tensor<7xi64> {check.values = "integers 0 6"}, %size: tensor<2xi64> {check.values = dense<[7, 5]> : tensor<2xi64>}) -> tensor<7x?xi64, #graph.dims<["7", "w"]>> {
  %0 = graph.text_split %a delimiter "aa" splits -1 size %size : tensor<2xi64> : tensor<7xi64> -> tensor<7x?xi64, #graph.dims<["7", "w"]>>
  return %0 : tensor<7x?xi64, #graph.dims<["7", "w"]>>
}

func.func @no_columns(%a: tensor<7xi64> {check.values = "integers 0 6"}) -> tensor<7x0xi64> {
  %0 = graph.text_split %a delimiter "," splits -1 : tensor<7xi64> -> tensor<7x0xi64>
  return %0 : tensor<7x0xi64>
}
}
