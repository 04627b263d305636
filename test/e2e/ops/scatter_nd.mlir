// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui64 --type i=i64,i32

func.func @replace(%x: tensor<5x7x!t> {check.values = "integers -8 8"}, %i: tensor<11x2x!i> {check.values = "indices 5"}, %u: tensor<11x!t> {check.values = "integers -8 8"})
    -> tensor<5x7x!t> {
  %0 = graph.scatter_nd replace %x, %i, %u : tensor<5x7x!t>, tensor<11x2x!i>, tensor<11x!t>
  return %0 : tensor<5x7x!t>
}

func.func @add(%x: tensor<5x7x!t> {check.values = "integers -8 8"}, %i: tensor<11x2x!i> {check.values = "indices 5"}, %u: tensor<11x!t> {check.values = "integers -8 8"})
    -> tensor<5x7x!t> {
  %0 = graph.scatter_nd add %x, %i, %u : tensor<5x7x!t>, tensor<11x2x!i>, tensor<11x!t>
  return %0 : tensor<5x7x!t>
}

func.func @mul(%x: tensor<5x7x!t> {check.values = "integers -8 8"}, %i: tensor<11x2x!i> {check.values = "indices 5"}, %u: tensor<11x!t> {check.values = "integers -8 8"})
    -> tensor<5x7x!t> {
  %0 = graph.scatter_nd mul %x, %i, %u : tensor<5x7x!t>, tensor<11x2x!i>, tensor<11x!t>
  return %0 : tensor<5x7x!t>
}

func.func @max(%x: tensor<5x7x!t> {check.values = "integers -8 8"}, %i: tensor<11x2x!i> {check.values = "indices 5"}, %u: tensor<11x!t> {check.values = "integers -8 8"})
    -> tensor<5x7x!t> {
  %0 = graph.scatter_nd max %x, %i, %u : tensor<5x7x!t>, tensor<11x2x!i>, tensor<11x!t>
  return %0 : tensor<5x7x!t>
}

func.func @min(%x: tensor<5x7x!t> {check.values = "integers -8 8"}, %i: tensor<11x2x!i> {check.values = "indices 5"}, %u: tensor<11x!t> {check.values = "integers -8 8"})
    -> tensor<5x7x!t> {
  %0 = graph.scatter_nd min %x, %i, %u : tensor<5x7x!t>, tensor<11x2x!i>, tensor<11x!t>
  return %0 : tensor<5x7x!t>
}

func.func @rows(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<4x1x!i> {check.values = "indices 9"}, %u: tensor<4x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_nd replace %x, %i, %u : tensor<9x17x!t>, tensor<4x1x!i>, tensor<4x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @blocks(%x: tensor<4x5x6x!t> {check.values = "integers -8 8"}, %i: tensor<2x3x1x!i> {check.values = "indices 4"}, %u: tensor<2x3x5x6x!t> {check.values = "integers -8 8"})
    -> tensor<4x5x6x!t> {
  %0 = graph.scatter_nd add %x, %i, %u : tensor<4x5x6x!t>, tensor<2x3x1x!i>, tensor<2x3x5x6x!t>
  return %0 : tensor<4x5x6x!t>
}

func.func @none(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<0x1x!i> {check.values = "indices 9"}, %u: tensor<0x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_nd add %x, %i, %u : tensor<9x17x!t>, tensor<0x1x!i>, tensor<0x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @dynamic(%x: tensor<?x5x!t, #graph.dims<["n", "5"]>> {check.values = "integers -8 8"}, %i: tensor<?x1x!i, #graph.dims<["m", "1"]>> {check.values = "indices n"}, %u: tensor<?x5x!t, #graph.dims<["m", "5"]>> {check.values = "integers -8 8"})
    -> tensor<?x5x!t, #graph.dims<["n", "5"]>> attributes {check.sizes = [{n = 5, m = 7}, {n = 3, m = 0}]} {
  %0 = graph.scatter_nd replace %x, %i, %u : tensor<?x5x!t, #graph.dims<["n", "5"]>>, tensor<?x1x!i, #graph.dims<["m", "1"]>>, tensor<?x5x!t, #graph.dims<["m", "5"]>>
  return %0 : tensor<?x5x!t, #graph.dims<["n", "5"]>>
}

func.func @outside(%x: tensor<9x!t> {check.values = "integers -8 8"}, %i: tensor<64x1x!i> {check.values = "indices 12"}, %u: tensor<64x!t> {check.values = "integers -8 8"})
    -> tensor<9x!t> attributes {check.fails} {
  %0 = graph.scatter_nd add %x, %i, %u : tensor<9x!t>, tensor<64x1x!i>, tensor<64x!t>
  return %0 : tensor<9x!t>
}
