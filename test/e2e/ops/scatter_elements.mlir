// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui64 --type i=i64,i32

func.func @replace(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<4x17x!i> {check.values = "indices 9"}, %u: tensor<4x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_elements replace %x, %i, %u axis 0 : tensor<9x17x!t>, tensor<4x17x!i>, tensor<4x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @add(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<4x17x!i> {check.values = "indices 9"}, %u: tensor<4x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_elements add %x, %i, %u axis 0 : tensor<9x17x!t>, tensor<4x17x!i>, tensor<4x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @mul(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<4x17x!i> {check.values = "indices 9"}, %u: tensor<4x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_elements mul %x, %i, %u axis 0 : tensor<9x17x!t>, tensor<4x17x!i>, tensor<4x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @max(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<4x17x!i> {check.values = "indices 9"}, %u: tensor<4x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_elements max %x, %i, %u axis 0 : tensor<9x17x!t>, tensor<4x17x!i>, tensor<4x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @min(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<4x17x!i> {check.values = "indices 9"}, %u: tensor<4x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_elements min %x, %i, %u axis 0 : tensor<9x17x!t>, tensor<4x17x!i>, tensor<4x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @columns(%x: tensor<3x17x!t> {check.values = "integers -8 8"}, %i: tensor<3x40x!i> {check.values = "indices 17"}, %u: tensor<3x40x!t> {check.values = "integers -8 8"})
    -> tensor<3x17x!t> {
  %0 = graph.scatter_elements add %x, %i, %u axis 1 : tensor<3x17x!t>, tensor<3x40x!i>, tensor<3x40x!t>
  return %0 : tensor<3x17x!t>
}

func.func @smaller(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<4x3x!i> {check.values = "indices 17"}, %u: tensor<4x3x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_elements replace %x, %i, %u axis 1 : tensor<9x17x!t>, tensor<4x3x!i>, tensor<4x3x!t>
  return %0 : tensor<9x17x!t>
}

func.func @none(%x: tensor<9x17x!t> {check.values = "integers -8 8"}, %i: tensor<0x17x!i> {check.values = "indices 9"}, %u: tensor<0x17x!t> {check.values = "integers -8 8"})
    -> tensor<9x17x!t> {
  %0 = graph.scatter_elements add %x, %i, %u axis 0 : tensor<9x17x!t>, tensor<0x17x!i>, tensor<0x17x!t>
  return %0 : tensor<9x17x!t>
}

func.func @dynamic(%x: tensor<?x5x!t, #graph.dims<["n", "5"]>> {check.values = "integers -8 8"}, %i: tensor<?x3x!i, #graph.dims<["n", "3"]>> {check.values = "indices 5"}, %u: tensor<?x3x!t, #graph.dims<["n", "3"]>> {check.values = "integers -8 8"})
    -> tensor<?x5x!t, #graph.dims<["n", "5"]>> {
  %0 = graph.scatter_elements add %x, %i, %u axis 1 : tensor<?x5x!t, #graph.dims<["n", "5"]>>, tensor<?x3x!i, #graph.dims<["n", "3"]>>, tensor<?x3x!t, #graph.dims<["n", "3"]>>
  return %0 : tensor<?x5x!t, #graph.dims<["n", "5"]>>
}

func.func @outside(%x: tensor<9x!t> {check.values = "integers -8 8"}, %i: tensor<64x!i> {check.values = "indices 12"}, %u: tensor<64x!t> {check.values = "integers -8 8"})
    -> tensor<9x!t> attributes {check.fails} {
  %0 = graph.scatter_elements add %x, %i, %u axis 0 : tensor<9x!t>, tensor<64x!i>, tensor<64x!t>
  return %0 : tensor<9x!t>
}
