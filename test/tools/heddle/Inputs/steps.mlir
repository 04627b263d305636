// A step, a loop of three trips around another, and one on either side of a branch.
module attributes {graph.symbols = {n = "rows"}} {
  func.func @main(%x: tensor<?x64xf32, #graph.dims<["n", "64"]>> {graph.name = "x"}, %w: tensor<64x64xf32> {graph.name = "w"}, %side: tensor<1xi64> {graph.name = "side"})
      -> (tensor<?x64xf32, #graph.dims<["n", "64"]>> {graph.name = "y"}) {
    %true = graph.constant dense<true> : tensor<i1>
    %three = graph.constant dense<3> : tensor<i64>
    %zero = graph.constant dense<0> : tensor<i64>
    %0 = graph.contract "mk,kn->mn" %x, %w : tensor<?x64xf32, #graph.dims<["n", "64"]>>, tensor<64x64xf32> loc("first <&> (MatMul)")
    %1 = graph.loop trips %three : tensor<i64> carry %0 : tensor<?x64xf32, #graph.dims<["n", "64"]>> -> tensor<?x64xf32, #graph.dims<["n", "64"]>> {
    ^bb0(%trip: tensor<i64>, %state: tensor<?x64xf32, #graph.dims<["n", "64"]>>):
      %3 = graph.contract "mk,kn->mn" %state, %w : tensor<?x64xf32, #graph.dims<["n", "64"]>>, tensor<64x64xf32> loc("again (MatMul)")
      graph.yield %true, %3 : tensor<i1>, tensor<?x64xf32, #graph.dims<["n", "64"]>>
    }
    %one = graph.reshape %side : tensor<1xi64> -> tensor<i64>
    %condition = graph.compare gt %one, %zero : tensor<i64>, tensor<i64> loc("compare (Greater)")
    %2 = graph.if %condition : tensor<i1> -> tensor<?x64xf32, #graph.dims<["n", "64"]>> {
      %4 = graph.exp %1 : tensor<?x64xf32, #graph.dims<["n", "64"]>> loc("taken (Exp)")
      graph.yield %4 : tensor<?x64xf32, #graph.dims<["n", "64"]>>
    } else {
      %5 = graph.tanh %1 : tensor<?x64xf32, #graph.dims<["n", "64"]>> loc("left out (Tanh)")
      graph.yield %5 : tensor<?x64xf32, #graph.dims<["n", "64"]>>
    }
    return %2 : tensor<?x64xf32, #graph.dims<["n", "64"]>>
  }
}
