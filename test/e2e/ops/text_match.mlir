// RUN: heddle-check %s

module attributes {graph.vocabulary = ["", "abc", "ABC", "a1_b", "ab\0Acd", "\C3\A9\C3\A9", "\FF", "a b", "aaaa", "www.example.com"]} {
func.func @plain(%a: tensor<37xi64> {check.values = "integers 0 9"}) -> (tensor<37xi1>, tensor<37xi1>, tensor<37xi1>) {
  %0 = graph.text_match %a pattern "a(b|a+)c?" : tensor<37xi64>
  %1 = graph.text_match %a pattern "www\\.[\\w.-]+\\.\\bcom\\b" : tensor<37xi64>
  %2 = graph.text_match %a pattern "" : tensor<37xi64>
  return %0, %1, %2 : tensor<37xi1>, tensor<37xi1>, tensor<37xi1>
}

func.func @points(%a: tensor<?xi64, #graph.dims<["n"]>> {check.values = "integers 0 9"}) -> (tensor<?xi1, #graph.dims<["n"]>>, tensor<?xi1, #graph.dims<["n"]>>, tensor<?xi1, #graph.dims<["n"]>>) {
  %0 = graph.text_match %a pattern ".{2,4}" : tensor<?xi64, #graph.dims<["n"]>>
  %1 = graph.text_match %a pattern "(?i)[^b]b.*" : tensor<?xi64, #graph.dims<["n"]>>
  %2 = graph.text_match %a pattern "\\C" : tensor<?xi64, #graph.dims<["n"]>>
  return %0, %1, %2 : tensor<?xi1, #graph.dims<["n"]>>, tensor<?xi1, #graph.dims<["n"]>>, tensor<?xi1, #graph.dims<["n"]>>
}

func.func @assertions(%a: tensor<10xi64> {check.values = "integers 0 9"}) -> (tensor<10xi1>, tensor<10xi1>, tensor<10xi1>) {
  %0 = graph.text_match %a pattern "(?m)^ab$\\n^cd$" : tensor<10xi64>
  %1 = graph.text_match %a pattern "\\Aa\\b \\bb\\z" : tensor<10xi64>
  %2 = graph.text_match %a pattern "(a\\B)*a" : tensor<10xi64>
  return %0, %1, %2 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>
}
}
