// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui16,ui64,i4,f8E4M3FN,f4E2M1FN

func.func @same(%c: tensor<3x17xi1>, %a: tensor<3x17x!t>, %b: tensor<3x17x!t>, %t: tensor<i1>, %s: tensor<!t>)
    -> (tensor<3x17x!t>, tensor<3x17x!t>, tensor<!t>) {
  %0 = graph.select %c, %a, %b : tensor<3x17xi1>, tensor<3x17x!t>, tensor<3x17x!t>
  %1 = graph.select %t, %a, %s : tensor<i1>, tensor<3x17x!t>, tensor<!t>
  %2 = graph.select %t, %s, %s : tensor<i1>, tensor<!t>, tensor<!t>
  return %0, %1, %2 : tensor<3x17x!t>, tensor<3x17x!t>, tensor<!t>
}

func.func @broadcast(%c: tensor<2x1x17xi1>, %a: tensor<3x1x!t>, %b: tensor<17x!t>) -> tensor<2x3x17x!t> {
  %0 = graph.select %c, %a, %b : tensor<2x1x17xi1>, tensor<3x1x!t>, tensor<17x!t>
  return %0 : tensor<2x3x17x!t>
}

func.func @dynamic(%c: tensor<?x1xi1, #graph.dims<["n", "1"]>>, %a: tensor<?x?x!t, #graph.dims<["n", "m"]>>, %b: tensor<?x!t, #graph.dims<["m"]>>) -> tensor<?x?x!t, #graph.dims<["n", "m"]>> {
  %0 = graph.select %c, %a, %b : tensor<?x1xi1, #graph.dims<["n", "1"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x!t, #graph.dims<["m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
}
