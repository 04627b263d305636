// RUN: heddle-check %s --type t=f32,f16,i64,i1 --type i=i64,i32

func.func @rows(%x: tensor<9x17x!t>, %i: tensor<5x17x!i> {check.values = "indices 9"})
    -> tensor<5x17x!t> {
  %0 = graph.gather_elements %x, %i axis 0 : tensor<9x17x!t>, tensor<5x17x!i>
  return %0 : tensor<5x17x!t>
}

func.func @columns(%x: tensor<9x17x!t>, %i: tensor<9x30x!i> {check.values = "indices 17"})
    -> tensor<9x30x!t> {
  %0 = graph.gather_elements %x, %i axis 1 : tensor<9x17x!t>, tensor<9x30x!i>
  return %0 : tensor<9x30x!t>
}

func.func @smaller(%x: tensor<9x17x!t>, %i: tensor<4x3x!i> {check.values = "indices 17"})
    -> tensor<4x3x!t> {
  %0 = graph.gather_elements %x, %i axis 1 : tensor<9x17x!t>, tensor<4x3x!i>
  return %0 : tensor<4x3x!t>
}

func.func @rank3(%x: tensor<3x4x5x!t>, %i: tensor<3x7x5x!i> {check.values = "indices 4"})
    -> tensor<3x7x5x!t> {
  %0 = graph.gather_elements %x, %i axis 1 : tensor<3x4x5x!t>, tensor<3x7x5x!i>
  return %0 : tensor<3x7x5x!t>
}

func.func @vector(%x: tensor<9x!t>, %i: tensor<33x!i> {check.values = "indices 9"})
    -> tensor<33x!t> {
  %0 = graph.gather_elements %x, %i axis 0 : tensor<9x!t>, tensor<33x!i>
  return %0 : tensor<33x!t>
}

func.func @empty(%x: tensor<9x17x!t>, %i: tensor<0x17x!i> {check.values = "indices 9"})
    -> tensor<0x17x!t> {
  %0 = graph.gather_elements %x, %i axis 0 : tensor<9x17x!t>, tensor<0x17x!i>
  return %0 : tensor<0x17x!t>
}

func.func @dynamic(%x: tensor<?x5x!t, #graph.dims<["n", "5"]>>, %i: tensor<?x3x!i, #graph.dims<["n", "3"]>> {check.values = "indices 5"})
    -> tensor<?x3x!t, #graph.dims<["n", "3"]>> {
  %0 = graph.gather_elements %x, %i axis 1 : tensor<?x5x!t, #graph.dims<["n", "5"]>>, tensor<?x3x!i, #graph.dims<["n", "3"]>>
  return %0 : tensor<?x3x!t, #graph.dims<["n", "3"]>>
}

func.func @outside(%x: tensor<9x!t>, %i: tensor<64x!i> {check.values = "indices 12"})
    -> tensor<64x!t> attributes {check.fails} {
  %0 = graph.gather_elements %x, %i axis 0 : tensor<9x!t>, tensor<64x!i>
  return %0 : tensor<64x!t>
}

func.func @of_nothing(%x: tensor<?x!t, #graph.dims<["n"]>>, %i: tensor<64x!i> {check.values = "integers 0 0"})
    -> tensor<64x!t> attributes {check.fails, check.sizes = [{n = 0}]} {
  %0 = graph.gather_elements %x, %i axis 0 : tensor<?x!t, #graph.dims<["n"]>>, tensor<64x!i>
  return %0 : tensor<64x!t>
}
