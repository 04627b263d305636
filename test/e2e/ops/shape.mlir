// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i64,ui8,i4

func.func @shapes(%x: tensor<?x3x?x!t, #graph.dims<["n", "3", "m"]>>, %s: tensor<!t>, %e: tensor<4x0x!t>)
    -> (tensor<3xi64>, tensor<0xi64>, tensor<2xi64>) {
  %0 = graph.shape %x : tensor<?x3x?x!t, #graph.dims<["n", "3", "m"]>>
  %1 = graph.shape %s : tensor<!t>
  %2 = graph.shape %e : tensor<4x0x!t>
  return %0, %1, %2 : tensor<3xi64>, tensor<0xi64>, tensor<2xi64>
}
