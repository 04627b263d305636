// RUN: heddle-check %s

module attributes {graph.vocabulary = ["", "Mixed 1", "MIXED 1", "Straße", "ÉCOLE", "İx", "ﬃ", "ΣΑΣ", "\80\FFa\C3"]} {
func.func @upper(%a: tensor<37xi64> {check.values = "integers 0 8"}) -> tensor<37xi64> {
  %0 = graph.text_case upper %a : tensor<37xi64>
  return %0 : tensor<37xi64>
}

func.func @lower(%a: tensor<?xi64, #graph.dims<["n"]>> {check.values = "integers 0 8"}) -> tensor<?xi64, #graph.dims<["n"]>> {
  %0 = graph.text_case lower %a : tensor<?xi64, #graph.dims<["n"]>>
  return %0 : tensor<?xi64, #graph.dims<["n"]>>
}
}
