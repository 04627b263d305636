// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui16,ui32,ui64,i1

func.func @special(%a: tensor<37x1x!t> {check.values = "special"}, %b: tensor<41x!t> {check.values = "special"})
    -> (tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>) {
  %0 = graph.compare eq %a, %b : tensor<37x1x!t>, tensor<41x!t>
  %1 = graph.compare ne %a, %b : tensor<37x1x!t>, tensor<41x!t>
  %2 = graph.compare lt %a, %b : tensor<37x1x!t>, tensor<41x!t>
  %3 = graph.compare le %a, %b : tensor<37x1x!t>, tensor<41x!t>
  %4 = graph.compare gt %a, %b : tensor<37x1x!t>, tensor<41x!t>
  %5 = graph.compare ge %a, %b : tensor<37x1x!t>, tensor<41x!t>
  return %0, %1, %2, %3, %4, %5 : tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>, tensor<37x41xi1>
}

func.func @small(%a: tensor<3x17x!t> {check.values = "integers 0 3"}, %b: tensor<3x17x!t> {check.values = "integers 0 3"})
    -> (tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>) {
  %0 = graph.compare eq %a, %b : tensor<3x17x!t>, tensor<3x17x!t>
  %1 = graph.compare ne %a, %b : tensor<3x17x!t>, tensor<3x17x!t>
  %2 = graph.compare lt %a, %b : tensor<3x17x!t>, tensor<3x17x!t>
  %3 = graph.compare le %a, %b : tensor<3x17x!t>, tensor<3x17x!t>
  %4 = graph.compare gt %a, %b : tensor<3x17x!t>, tensor<3x17x!t>
  %5 = graph.compare ge %a, %b : tensor<3x17x!t>, tensor<3x17x!t>
  return %0, %1, %2, %3, %4, %5 : tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>, tensor<3x17xi1>
}

func.func @scalar(%a: tensor<!t> {check.values = "integers 0 1"}, %b: tensor<!t> {check.values = "integers 0 1"})
    -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %0 = graph.compare eq %a, %b : tensor<!t>, tensor<!t>
  %1 = graph.compare ne %a, %b : tensor<!t>, tensor<!t>
  %2 = graph.compare lt %a, %b : tensor<!t>, tensor<!t>
  %3 = graph.compare le %a, %b : tensor<!t>, tensor<!t>
  %4 = graph.compare gt %a, %b : tensor<!t>, tensor<!t>
  %5 = graph.compare ge %a, %b : tensor<!t>, tensor<!t>
  return %0, %1, %2, %3, %4, %5 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}

func.func @dynamic(%a: tensor<?x?x!t, #graph.dims<["n", "m"]>> {check.values = "integers 0 3"}, %b: tensor<?x?x!t, #graph.dims<["n", "m"]>> {check.values = "integers 0 3"})
    -> (tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>) {
  %0 = graph.compare eq %a, %b : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %1 = graph.compare ne %a, %b : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %2 = graph.compare lt %a, %b : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %3 = graph.compare le %a, %b : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %4 = graph.compare gt %a, %b : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %5 = graph.compare ge %a, %b : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0, %1, %2, %3, %4, %5 : tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>, tensor<?x?xi1, #graph.dims<["n", "m"]>>
}
