// RUN: heddle-check %s --type t=f32,f64,f16,bf16

func.func @static(%odd: tensor<3x17x!t>, %one: tensor<1x!t>, %empty: tensor<0x5x!t>, %scalar: tensor<!t>)
    -> (tensor<3x17xi1>, tensor<1xi1>, tensor<0x5xi1>, tensor<i1>) {
  %0 = graph.is_inf %odd positive true negative false : tensor<3x17x!t>
  %1 = graph.is_inf %one positive true negative false : tensor<1x!t>
  %2 = graph.is_inf %empty positive true negative false : tensor<0x5x!t>
  %3 = graph.is_inf %scalar positive true negative false : tensor<!t>
  return %0, %1, %2, %3 : tensor<3x17xi1>, tensor<1xi1>, tensor<0x5xi1>, tensor<i1>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>) -> tensor<?x?xi1, #graph.dims<["n", "m"]>> {
  %0 = graph.is_inf %x positive true negative false : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0 : tensor<?x?xi1, #graph.dims<["n", "m"]>>
}

func.func @special(%x: tensor<99x!t> {check.values = "special"}) -> tensor<99xi1> {
  %0 = graph.is_inf %x positive true negative false : tensor<99x!t>
  return %0 : tensor<99xi1>
}
