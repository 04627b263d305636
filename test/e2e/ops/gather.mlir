// RUN: heddle-check %s --type t=f32,f16,i64,i1 --type i=i64,i32

func.func @rows(%x: tensor<9x17x!t>, %i: tensor<5x!i> {check.values = "indices 9"})
    -> tensor<5x17x!t> {
  %0 = graph.gather %x, %i axis 0 : tensor<9x17x!t>, tensor<5x!i>
  return %0 : tensor<5x17x!t>
}

func.func @columns(%x: tensor<9x17x!t>, %i: tensor<3x2x!i> {check.values = "indices 17"})
    -> tensor<9x3x2x!t> {
  %0 = graph.gather %x, %i axis 1 : tensor<9x17x!t>, tensor<3x2x!i>
  return %0 : tensor<9x3x2x!t>
}

func.func @scalar_index(%x: tensor<9x17x!t>, %i: tensor<!i> {check.values = "indices 9"})
    -> tensor<17x!t> {
  %0 = graph.gather %x, %i axis 0 : tensor<9x17x!t>, tensor<!i>
  return %0 : tensor<17x!t>
}

func.func @middle(%x: tensor<2x9x5x!t>, %i: tensor<4x!i> {check.values = "indices 9"})
    -> tensor<2x4x5x!t> {
  %0 = graph.gather %x, %i axis 1 : tensor<2x9x5x!t>, tensor<4x!i>
  return %0 : tensor<2x4x5x!t>
}

func.func @none(%x: tensor<9x17x!t>, %i: tensor<0x!i> {check.values = "indices 9"})
    -> tensor<0x17x!t> {
  %0 = graph.gather %x, %i axis 0 : tensor<9x17x!t>, tensor<0x!i>
  return %0 : tensor<0x17x!t>
}

func.func @embedding(%x: tensor<37x16x!t>, %i: tensor<?x?x!i, #graph.dims<["n", "m"]>> {check.values = "indices 37"})
    -> tensor<?x?x16x!t, #graph.dims<["n", "m", "16"]>> {
  %0 = graph.gather %x, %i axis 0 : tensor<37x16x!t>, tensor<?x?x!i, #graph.dims<["n", "m"]>>
  return %0 : tensor<?x?x16x!t, #graph.dims<["n", "m", "16"]>>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>, %i: tensor<4x!i> {check.values = "indices m"})
    -> tensor<?x4x!t, #graph.dims<["n", "4"]>> attributes {check.sizes = [{n = 5, m = 7}, {n = 0, m = 3}]} {
  %0 = graph.gather %x, %i axis 1 : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<4x!i>
  return %0 : tensor<?x4x!t, #graph.dims<["n", "4"]>>
}

func.func @outside(%x: tensor<9x17x!t>, %i: tensor<64x!i> {check.values = "indices 12"})
    -> tensor<64x17x!t> attributes {check.fails} {
  %0 = graph.gather %x, %i axis 0 : tensor<9x17x!t>, tensor<64x!i>
  return %0 : tensor<64x17x!t>
}

func.func @of_nothing(%x: tensor<?x17x!t, #graph.dims<["n", "17"]>>, %i: tensor<3x!i> {check.values = "integers 0 0"})
    -> tensor<3x17x!t> attributes {check.fails, check.sizes = [{n = 0}]} {
  %0 = graph.gather %x, %i axis 0 : tensor<?x17x!t, #graph.dims<["n", "17"]>>, tensor<3x!i>
  return %0 : tensor<3x17x!t>
}

func.func @one_of_nothing(%x: tensor<?x!t, #graph.dims<["n"]>>, %i: tensor<!i> {check.values = "integers 0 0"})
    -> tensor<!t> attributes {check.fails, check.sizes = [{n = 0}]} {
  %0 = graph.gather %x, %i axis 0 : tensor<?x!t, #graph.dims<["n"]>>, tensor<!i>
  return %0 : tensor<!t>
}
