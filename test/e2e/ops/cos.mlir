// RUN: heddle-check %s --type t=f32,f64,f16,bf16

func.func @static(%odd: tensor<3x17x!t> {check.values = "uniform -20 20"}, %one: tensor<1x!t> {check.values = "uniform -20 20"}, %empty: tensor<0x5x!t>, %scalar: tensor<!t> {check.values = "uniform -20 20"})
    -> (tensor<3x17x!t>, tensor<1x!t>, tensor<0x5x!t>, tensor<!t>) {
  %0 = graph.cos %odd : tensor<3x17x!t>
  %1 = graph.cos %one : tensor<1x!t>
  %2 = graph.cos %empty : tensor<0x5x!t>
  %3 = graph.cos %scalar : tensor<!t>
  return %0, %1, %2, %3 : tensor<3x17x!t>, tensor<1x!t>, tensor<0x5x!t>, tensor<!t>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>> {check.values = "uniform -20 20"}) -> tensor<?x?x!t, #graph.dims<["n", "m"]>> {
  %0 = graph.cos %x : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
}

func.func @special(%x: tensor<99x!t> {check.values = "special"}) -> tensor<99x!t> {
  %0 = graph.cos %x : tensor<99x!t>
  return %0 : tensor<99x!t>
}
