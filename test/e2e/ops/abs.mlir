// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui16,ui32,ui64

func.func @static(%odd: tensor<3x17x!t>, %one: tensor<1x!t>, %empty: tensor<0x5x!t>, %scalar: tensor<!t>)
    -> (tensor<3x17x!t>, tensor<1x!t>, tensor<0x5x!t>, tensor<!t>) {
  %0 = graph.abs %odd : tensor<3x17x!t>
  %1 = graph.abs %one : tensor<1x!t>
  %2 = graph.abs %empty : tensor<0x5x!t>
  %3 = graph.abs %scalar : tensor<!t>
  return %0, %1, %2, %3 : tensor<3x17x!t>, tensor<1x!t>, tensor<0x5x!t>, tensor<!t>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>) -> tensor<?x?x!t, #graph.dims<["n", "m"]>> {
  %0 = graph.abs %x : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
}

func.func @special(%x: tensor<99x!t> {check.values = "special"}) -> tensor<99x!t> {
  %0 = graph.abs %x : tensor<99x!t>
  return %0 : tensor<99x!t>
}
