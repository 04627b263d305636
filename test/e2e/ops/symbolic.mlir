// RUN: heddle-check %s

func.func @list(%x: tensor<?x?xf32, #graph.dims<["n", "m"]>>)
    -> (tensor<3xi64>, tensor<i64>, tensor<2xi64>) {
  %0 = graph.symbolic ["n", "2*m + 1", "m*n"]
  %1 = graph.symbolic ["floordiv(n, 2)"] rank0
  %2 = graph.shape %x : tensor<?x?xf32, #graph.dims<["n", "m"]>>
  return %0, %1, %2 : tensor<3xi64>, tensor<i64>, tensor<2xi64>
}

func.func @divisions(%x: tensor<?x?xi8, #graph.dims<["n", "m"]>>)
    -> tensor<4xi64> {
  %0 = graph.symbolic ["floordiv(n - 4, 3)", "mod(n, 4)", "max(m, n)", "min(2*m, n)"]
  return %0 : tensor<4xi64>
}
