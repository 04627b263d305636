// RUN: heddle-check %s --type t=f32,f16,bf16,f64

func.func @last(%x: tensor<5x37x!t>)
    -> tensor<5x37x!t> {
  %0 = graph.reduce max %x axes [1] : tensor<5x37x!t>
  %1 = graph.sub %x, %0 : tensor<5x37x!t>, tensor<5x1x!t>
  %2 = graph.exp %1 : tensor<5x37x!t>
  %3 = graph.reduce add %2 axes [1] : tensor<5x37x!t>
  %4 = graph.div %2, %3 : tensor<5x37x!t>, tensor<5x1x!t>
  return %4 : tensor<5x37x!t>
}

func.func @last_even(%x: tensor<16x64x!t>)
    -> tensor<16x64x!t> {
  %0 = graph.reduce max %x axes [1] : tensor<16x64x!t>
  %1 = graph.sub %x, %0 : tensor<16x64x!t>, tensor<16x1x!t>
  %2 = graph.exp %1 : tensor<16x64x!t>
  %3 = graph.reduce add %2 axes [1] : tensor<16x64x!t>
  %4 = graph.div %2, %3 : tensor<16x64x!t>, tensor<16x1x!t>
  return %4 : tensor<16x64x!t>
}

func.func @first(%x: tensor<37x5x!t>)
    -> tensor<37x5x!t> {
  %0 = graph.reduce max %x axes [0] : tensor<37x5x!t>
  %1 = graph.sub %x, %0 : tensor<37x5x!t>, tensor<1x5x!t>
  %2 = graph.exp %1 : tensor<37x5x!t>
  %3 = graph.reduce add %2 axes [0] : tensor<37x5x!t>
  %4 = graph.div %2, %3 : tensor<37x5x!t>, tensor<1x5x!t>
  return %4 : tensor<37x5x!t>
}

func.func @middle(%x: tensor<3x19x8x!t>)
    -> tensor<3x19x8x!t> {
  %0 = graph.reduce max %x axes [1] : tensor<3x19x8x!t>
  %1 = graph.sub %x, %0 : tensor<3x19x8x!t>, tensor<3x1x8x!t>
  %2 = graph.exp %1 : tensor<3x19x8x!t>
  %3 = graph.reduce add %2 axes [1] : tensor<3x19x8x!t>
  %4 = graph.div %2, %3 : tensor<3x19x8x!t>, tensor<3x1x8x!t>
  return %4 : tensor<3x19x8x!t>
}

func.func @long(%x: tensor<3x1500x!t>)
    -> tensor<3x1500x!t> {
  %0 = graph.reduce max %x axes [1] : tensor<3x1500x!t>
  %1 = graph.sub %x, %0 : tensor<3x1500x!t>, tensor<3x1x!t>
  %2 = graph.exp %1 : tensor<3x1500x!t>
  %3 = graph.reduce add %2 axes [1] : tensor<3x1500x!t>
  %4 = graph.div %2, %3 : tensor<3x1500x!t>, tensor<3x1x!t>
  return %4 : tensor<3x1500x!t>
}

func.func @two_dims(%x: tensor<4x6x9x!t>)
    -> tensor<4x6x9x!t> {
  %0 = graph.reduce max %x axes [1, 2] : tensor<4x6x9x!t>
  %1 = graph.sub %x, %0 : tensor<4x6x9x!t>, tensor<4x1x1x!t>
  %2 = graph.exp %1 : tensor<4x6x9x!t>
  %3 = graph.reduce add %2 axes [1, 2] : tensor<4x6x9x!t>
  %4 = graph.div %2, %3 : tensor<4x6x9x!t>, tensor<4x1x1x!t>
  return %4 : tensor<4x6x9x!t>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>)
    -> tensor<?x?x!t, #graph.dims<["n", "m"]>> {
  %0 = graph.reduce max %x axes [1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %1 = graph.sub %x, %0 : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>
  %2 = graph.exp %1 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %3 = graph.reduce add %2 axes [1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %4 = graph.div %2, %3 : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>
  return %4 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
}

func.func @dynamic_first(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>)
    -> tensor<?x?x!t, #graph.dims<["n", "m"]>> {
  %0 = graph.reduce max %x axes [0] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %1 = graph.sub %x, %0 : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<1x?x!t, #graph.dims<["1", "m"]>>
  %2 = graph.exp %1 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %3 = graph.reduce add %2 axes [0] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %4 = graph.div %2, %3 : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<1x?x!t, #graph.dims<["1", "m"]>>
  return %4 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
}

func.func @heads(%x: tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>)
    -> tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>> attributes {check.sizes = [{b = 2, q = 9}, {b = 1, q = 1}, {b = 3, q = 33}]} {
  %0 = graph.reduce max %x axes [3] : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
  %1 = graph.sub %x, %0 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>, tensor<?x4x?x1x!t, #graph.dims<["b", "4", "q", "1"]>>
  %2 = graph.exp %1 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
  %3 = graph.reduce add %2 axes [3] : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
  %4 = graph.div %2, %3 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>, tensor<?x4x?x1x!t, #graph.dims<["b", "4", "q", "1"]>>
  return %4 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
}

func.func @one(%x: tensor<7x1x!t>)
    -> tensor<7x1x!t> {
  %0 = graph.reduce max %x axes [1] : tensor<7x1x!t>
  %1 = graph.sub %x, %0 : tensor<7x1x!t>, tensor<7x1x!t>
  %2 = graph.exp %1 : tensor<7x1x!t>
  %3 = graph.reduce add %2 axes [1] : tensor<7x1x!t>
  %4 = graph.div %2, %3 : tensor<7x1x!t>, tensor<7x1x!t>
  return %4 : tensor<7x1x!t>
}

func.func @masked(%x: tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>, %mask: tensor<?x1x1x?x!t, #graph.dims<["b", "1", "1", "q"]>> {check.values = "integers -100 0"})
    -> tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>> attributes {check.sizes = [{b = 2, q = 9}, {b = 1, q = 1}, {b = 3, q = 33}]} {
  %0 = graph.add %x, %mask : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>, tensor<?x1x1x?x!t, #graph.dims<["b", "1", "1", "q"]>>
  %1 = graph.reduce max %0 axes [3] : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
  %2 = graph.sub %0, %1 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>, tensor<?x4x?x1x!t, #graph.dims<["b", "4", "q", "1"]>>
  %3 = graph.exp %2 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
  %4 = graph.reduce add %3 axes [3] : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
  %5 = graph.div %3, %4 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>, tensor<?x4x?x1x!t, #graph.dims<["b", "4", "q", "1"]>>
  return %5 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "q"]>>
}

func.func @log_softmax(%x: tensor<5x37x!t>)
    -> tensor<5x37x!t> {
  %0 = graph.reduce max %x axes [1] : tensor<5x37x!t>
  %1 = graph.sub %x, %0 : tensor<5x37x!t>, tensor<5x1x!t>
  %2 = graph.exp %1 : tensor<5x37x!t>
  %3 = graph.reduce add %2 axes [1] : tensor<5x37x!t>
  %4 = graph.log %3 : tensor<5x1x!t>
  %5 = graph.sub %1, %4 : tensor<5x37x!t>, tensor<5x1x!t>
  return %5 : tensor<5x37x!t>
}
