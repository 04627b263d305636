// RUN: heddle-check %s --type t=i8,i16,i32,i64,ui8,ui16,ui32,ui64,i1

func.func @same(%a: tensor<3x17x!t>, %b: tensor<3x17x!t>, %c: tensor<!t>, %d: tensor<!t>, %e: tensor<0x!t>)
    -> (tensor<3x17x!t>, tensor<!t>, tensor<0x!t>) {
  %0 = graph.or %a, %b : tensor<3x17x!t>, tensor<3x17x!t>
  %1 = graph.or %c, %d : tensor<!t>, tensor<!t>
  %2 = graph.or %e, %d : tensor<0x!t>, tensor<!t>
  return %0, %1, %2 : tensor<3x17x!t>, tensor<!t>, tensor<0x!t>
}

// A row, a column and a scalar stretch, on either side.
func.func @broadcast(%a: tensor<2x3x17x!t>, %row: tensor<17x!t>, %column: tensor<3x1x!t>, %scalar: tensor<!t>)
    -> (tensor<2x3x17x!t>, tensor<2x3x17x!t>, tensor<2x3x17x!t>, tensor<3x17x!t>) {
  %0 = graph.or %a, %row : tensor<2x3x17x!t>, tensor<17x!t>
  %1 = graph.or %a, %column : tensor<2x3x17x!t>, tensor<3x1x!t>
  %2 = graph.or %a, %scalar : tensor<2x3x17x!t>, tensor<!t>
  %3 = graph.or %column, %row : tensor<3x1x!t>, tensor<17x!t>
  return %0, %1, %2, %3 : tensor<2x3x17x!t>, tensor<2x3x17x!t>, tensor<2x3x17x!t>, tensor<3x17x!t>
}

func.func @dynamic(%a: tensor<?x?x!t, #graph.dims<["n", "m"]>>, %b: tensor<?x!t, #graph.dims<["m"]>>) -> tensor<?x?x!t, #graph.dims<["n", "m"]>> {
  %0 = graph.or %a, %b : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x!t, #graph.dims<["m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
}

func.func @special(%a: tensor<37x1x!t> {check.values = "special"}, %b: tensor<41x!t> {check.values = "special"}) -> tensor<37x41x!t> {
  %0 = graph.or %a, %b : tensor<37x1x!t>, tensor<41x!t>
  return %0 : tensor<37x41x!t>
}
