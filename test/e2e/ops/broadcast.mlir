// RUN: heddle-check %s --type t=f32,f64,f16,i8,i1

func.func @row(%x: tensor<17x!t>)
    -> tensor<3x17x!t> {
  %0 = graph.broadcast %x : tensor<17x!t> -> tensor<3x17x!t>
  return %0 : tensor<3x17x!t>
}

func.func @column(%x: tensor<3x1x!t>)
    -> tensor<3x17x!t> {
  %0 = graph.broadcast %x : tensor<3x1x!t> -> tensor<3x17x!t>
  return %0 : tensor<3x17x!t>
}

func.func @scalar(%x: tensor<!t>)
    -> tensor<3x17x!t> {
  %0 = graph.broadcast %x : tensor<!t> -> tensor<3x17x!t>
  return %0 : tensor<3x17x!t>
}

func.func @middle(%x: tensor<3x1x5x!t>)
    -> tensor<2x3x4x5x!t> {
  %0 = graph.broadcast %x : tensor<3x1x5x!t> -> tensor<2x3x4x5x!t>
  return %0 : tensor<2x3x4x5x!t>
}

func.func @same(%x: tensor<3x5x!t>)
    -> tensor<3x5x!t> {
  %0 = graph.broadcast %x : tensor<3x5x!t> -> tensor<3x5x!t>
  return %0 : tensor<3x5x!t>
}

func.func @to_empty(%x: tensor<1x5x!t>)
    -> tensor<0x5x!t> {
  %0 = graph.broadcast %x : tensor<1x5x!t> -> tensor<0x5x!t>
  return %0 : tensor<0x5x!t>
}

func.func @dynamic(%x: tensor<?x1x!t, #graph.dims<["n", "1"]>>)
    -> tensor<?x9x!t, #graph.dims<["n", "9"]>> {
  %0 = graph.broadcast %x : tensor<?x1x!t, #graph.dims<["n", "1"]>> -> tensor<?x9x!t, #graph.dims<["n", "9"]>>
  return %0 : tensor<?x9x!t, #graph.dims<["n", "9"]>>
}

func.func @dynamic_front(%x: tensor<?x!t, #graph.dims<["m"]>>)
    -> tensor<?x?x!t, #graph.dims<["m", "m"]>> {
  %0 = graph.broadcast %x : tensor<?x!t, #graph.dims<["m"]>> -> tensor<?x?x!t, #graph.dims<["m", "m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["m", "m"]>>
}

func.func @to_symbol(%x: tensor<?x!t, #graph.dims<["n"]>>, %like: tensor<?x?xi8, #graph.dims<["m", "n"]>>)
    -> tensor<?x?x!t, #graph.dims<["m", "n"]>> {
  %0 = graph.broadcast %x : tensor<?x!t, #graph.dims<["n"]>> -> tensor<?x?x!t, #graph.dims<["m", "n"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["m", "n"]>>
}

func.func @sized(%x: tensor<1x5x!t>, %size: tensor<2xi64> {check.values = dense<[4, 5]> : tensor<2xi64>})
    -> tensor<?x5x!t, #graph.dims<["r", "5"]>> {
  %0 = graph.broadcast %x size %size : tensor<2xi64> : tensor<1x5x!t> -> tensor<?x5x!t, #graph.dims<["r", "5"]>>
  return %0 : tensor<?x5x!t, #graph.dims<["r", "5"]>>
}
