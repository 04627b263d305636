// RUN: heddle-check %s

module attributes {graph.vocabulary = ["", "a", "bc", "é", "a\00b", "long enough to be no short text at all"]} {
func.func @vectors(%a: tensor<37xi64> {check.values = "integers 0 5"}, %b: tensor<37xi64> {check.values = "integers 0 5"}) -> tensor<37xi64> {
  %0 = graph.text_join %a, %b : tensor<37xi64>, tensor<37xi64>
  return %0 : tensor<37xi64>
}

// What is joined twice is one text, and one of the model keeps its number.
func.func @again(%a: tensor<?x3xi64, #graph.dims<["n", "3"]>> {check.values = "integers 0 5"}) -> tensor<?x3xi64, #graph.dims<["n", "3"]>> {
  %0 = graph.text_join %a, %a : tensor<?x3xi64, #graph.dims<["n", "3"]>>, tensor<?x3xi64, #graph.dims<["n", "3"]>>
  %1 = graph.text_join %0, %a : tensor<?x3xi64, #graph.dims<["n", "3"]>>, tensor<?x3xi64, #graph.dims<["n", "3"]>>
  return %1 : tensor<?x3xi64, #graph.dims<["n", "3"]>>
}

// A short constant is copied into the kernel.
func.func @constant(%a: tensor<3xi64> {check.values = "integers 0 5"}) -> tensor<3xi64> {
  %b = graph.constant dense<[2, 0, 3]> : tensor<3xi64>
  %0 = graph.text_join %a, %b : tensor<3xi64>, tensor<3xi64>
  return %0 : tensor<3xi64>
}

func.func @scalars(%a: tensor<i64> {check.values = "integers 0 5"}, %b: tensor<i64> {check.values = "integers 0 5"}) -> tensor<i64> {
  %0 = graph.text_join %a, %b : tensor<i64>, tensor<i64>
  return %0 : tensor<i64>
}

func.func @no_text(%a: tensor<2xi64> {check.values = dense<[0, 77]> : tensor<2xi64>}) -> tensor<2xi64> attributes {check.fails} {
  %0 = graph.text_join %a, %a : tensor<2xi64>, tensor<2xi64>
  return %0 : tensor<2xi64>
}
}
