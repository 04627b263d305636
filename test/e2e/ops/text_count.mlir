// RUN: heddle-check %s

module attributes {graph.vocabulary = ["", " ", "a,b,,c", ",", "  a b\09 c  ", "a\E2\80\83b\C2\A0", "aaaa"]} {
func.func @delimiter(%a: tensor<37xi64> {check.values = "integers 0 6"}) -> tensor<37xi64> {
  %0 = graph.text_count %a delimiter "," splits -1 : tensor<37xi64>
  return %0 : tensor<37xi64>
}

func.func @longer_delimiter(%a: tensor<?xi64, #graph.dims<["n"]>> {check.values = "integers 0 6"}) -> tensor<?xi64, #graph.dims<["n"]>> {
  %0 = graph.text_count %a delimiter "aa" splits -1 : tensor<?xi64, #graph.dims<["n"]>>
  return %0 : tensor<?xi64, #graph.dims<["n"]>>
}

func.func @space(%a: tensor<5x7xi64> {check.values = "integers 0 6"}) -> (tensor<5x7xi64>, tensor<5x7xi64>, tensor<5x7xi64>) {
  %0 = graph.text_count %a delimiter "" splits -1 : tensor<5x7xi64>
  %1 = graph.text_count %a delimiter "" splits 0 : tensor<5x7xi64>
  %2 = graph.text_count %a delimiter "" splits 1 : tensor<5x7xi64>
  return %0, %1, %2 : tensor<5x7xi64>, tensor<5x7xi64>, tensor<5x7xi64>
}
}
