// RUN: heddle-check %s --type t=f32,f64,f16,i8,i1

func.func @rows(%x0: tensor<3x17x!t>, %x1: tensor<1x17x!t>, %x2: tensor<4x17x!t>)
    -> tensor<8x17x!t> {
  %0 = graph.concat %x0, %x1, %x2 axis 0 : tensor<3x17x!t>, tensor<1x17x!t>, tensor<4x17x!t>
  return %0 : tensor<8x17x!t>
}

func.func @columns(%x0: tensor<3x17x!t>, %x1: tensor<3x1x!t>, %x2: tensor<3x5x!t>)
    -> tensor<3x23x!t> {
  %0 = graph.concat %x0, %x1, %x2 axis 1 : tensor<3x17x!t>, tensor<3x1x!t>, tensor<3x5x!t>
  return %0 : tensor<3x23x!t>
}

func.func @middle(%x0: tensor<2x3x5x!t>, %x1: tensor<2x4x5x!t>)
    -> tensor<2x7x5x!t> {
  %0 = graph.concat %x0, %x1 axis 1 : tensor<2x3x5x!t>, tensor<2x4x5x!t>
  return %0 : tensor<2x7x5x!t>
}

func.func @single(%x0: tensor<3x4x!t>)
    -> tensor<3x4x!t> {
  %0 = graph.concat %x0 axis 0 : tensor<3x4x!t>
  return %0 : tensor<3x4x!t>
}

func.func @with_empty(%x0: tensor<0x4x!t>, %x1: tensor<2x4x!t>, %x2: tensor<0x4x!t>)
    -> tensor<2x4x!t> {
  %0 = graph.concat %x0, %x1, %x2 axis 0 : tensor<0x4x!t>, tensor<2x4x!t>, tensor<0x4x!t>
  return %0 : tensor<2x4x!t>
}

func.func @dynamic(%x0: tensor<?x4x!t, #graph.dims<["n", "4"]>>, %x1: tensor<2x4x!t>, %x2: tensor<?x4x!t, #graph.dims<["m", "4"]>>)
    -> tensor<?x4x!t, #graph.dims<["m + n + 2", "4"]>> {
  %0 = graph.concat %x0, %x1, %x2 axis 0 : tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<2x4x!t>, tensor<?x4x!t, #graph.dims<["m", "4"]>>
  return %0 : tensor<?x4x!t, #graph.dims<["m + n + 2", "4"]>>
}

func.func @dynamic_columns(%x0: tensor<?x4x!t, #graph.dims<["n", "4"]>>, %x1: tensor<?x?x!t, #graph.dims<["n", "m"]>>)
    -> tensor<?x?x!t, #graph.dims<["n", "m + 4"]>> {
  %0 = graph.concat %x0, %x1 axis 1 : tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["n", "m + 4"]>>
}

func.func @itself(%x: tensor<3x5x!t>)
    -> tensor<6x5x!t> {
  %0 = graph.concat %x, %x axis 0 : tensor<3x5x!t>, tensor<3x5x!t>
  return %0 : tensor<6x5x!t>
}
