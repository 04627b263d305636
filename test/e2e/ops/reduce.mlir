// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui16,ui32,ui64

func.func @matrix(%x: tensor<19x37x!t>)
    -> (tensor<1x37x!t>, tensor<19x1x!t>, tensor<1x1x!t>, tensor<1x37x!t>, tensor<19x1x!t>, tensor<1x1x!t>, tensor<1x37x!t>, tensor<19x1x!t>, tensor<1x1x!t>) {
  %0 = graph.reduce add %x axes [0] : tensor<19x37x!t>
  %1 = graph.reduce add %x axes [1] : tensor<19x37x!t>
  %2 = graph.reduce add %x axes [0, 1] : tensor<19x37x!t>
  %3 = graph.reduce max %x axes [0] : tensor<19x37x!t>
  %4 = graph.reduce max %x axes [1] : tensor<19x37x!t>
  %5 = graph.reduce max %x axes [0, 1] : tensor<19x37x!t>
  %6 = graph.reduce min %x axes [0] : tensor<19x37x!t>
  %7 = graph.reduce min %x axes [1] : tensor<19x37x!t>
  %8 = graph.reduce min %x axes [0, 1] : tensor<19x37x!t>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<1x37x!t>, tensor<19x1x!t>, tensor<1x1x!t>, tensor<1x37x!t>, tensor<19x1x!t>, tensor<1x1x!t>, tensor<1x37x!t>, tensor<19x1x!t>, tensor<1x1x!t>
}

func.func @rank4(%x: tensor<3x5x7x9x!t>)
    -> (tensor<1x5x1x9x!t>, tensor<3x1x7x1x!t>, tensor<3x1x1x9x!t>, tensor<1x1x1x1x!t>, tensor<3x5x7x1x!t>, tensor<1x5x1x9x!t>, tensor<3x1x7x1x!t>, tensor<3x1x1x9x!t>, tensor<1x1x1x1x!t>, tensor<3x5x7x1x!t>, tensor<1x5x1x9x!t>, tensor<3x1x7x1x!t>, tensor<3x1x1x9x!t>, tensor<1x1x1x1x!t>, tensor<3x5x7x1x!t>) {
  %0 = graph.reduce add %x axes [0, 2] : tensor<3x5x7x9x!t>
  %1 = graph.reduce add %x axes [1, 3] : tensor<3x5x7x9x!t>
  %2 = graph.reduce add %x axes [1, 2] : tensor<3x5x7x9x!t>
  %3 = graph.reduce add %x axes [0, 1, 2, 3] : tensor<3x5x7x9x!t>
  %4 = graph.reduce add %x axes [3] : tensor<3x5x7x9x!t>
  %5 = graph.reduce max %x axes [0, 2] : tensor<3x5x7x9x!t>
  %6 = graph.reduce max %x axes [1, 3] : tensor<3x5x7x9x!t>
  %7 = graph.reduce max %x axes [1, 2] : tensor<3x5x7x9x!t>
  %8 = graph.reduce max %x axes [0, 1, 2, 3] : tensor<3x5x7x9x!t>
  %9 = graph.reduce max %x axes [3] : tensor<3x5x7x9x!t>
  %10 = graph.reduce min %x axes [0, 2] : tensor<3x5x7x9x!t>
  %11 = graph.reduce min %x axes [1, 3] : tensor<3x5x7x9x!t>
  %12 = graph.reduce min %x axes [1, 2] : tensor<3x5x7x9x!t>
  %13 = graph.reduce min %x axes [0, 1, 2, 3] : tensor<3x5x7x9x!t>
  %14 = graph.reduce min %x axes [3] : tensor<3x5x7x9x!t>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<1x5x1x9x!t>, tensor<3x1x7x1x!t>, tensor<3x1x1x9x!t>, tensor<1x1x1x1x!t>, tensor<3x5x7x1x!t>, tensor<1x5x1x9x!t>, tensor<3x1x7x1x!t>, tensor<3x1x1x9x!t>, tensor<1x1x1x1x!t>, tensor<3x5x7x1x!t>, tensor<1x5x1x9x!t>, tensor<3x1x7x1x!t>, tensor<3x1x1x9x!t>, tensor<1x1x1x1x!t>, tensor<3x5x7x1x!t>
}

func.func @ones(%x: tensor<1x7x1x!t>)
    -> (tensor<1x7x1x!t>, tensor<1x1x1x!t>, tensor<1x7x1x!t>, tensor<1x7x1x!t>, tensor<1x1x1x!t>, tensor<1x7x1x!t>, tensor<1x7x1x!t>, tensor<1x1x1x!t>, tensor<1x7x1x!t>) {
  %0 = graph.reduce add %x axes [0] : tensor<1x7x1x!t>
  %1 = graph.reduce add %x axes [1] : tensor<1x7x1x!t>
  %2 = graph.reduce add %x axes [2] : tensor<1x7x1x!t>
  %3 = graph.reduce max %x axes [0] : tensor<1x7x1x!t>
  %4 = graph.reduce max %x axes [1] : tensor<1x7x1x!t>
  %5 = graph.reduce max %x axes [2] : tensor<1x7x1x!t>
  %6 = graph.reduce min %x axes [0] : tensor<1x7x1x!t>
  %7 = graph.reduce min %x axes [1] : tensor<1x7x1x!t>
  %8 = graph.reduce min %x axes [2] : tensor<1x7x1x!t>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<1x7x1x!t>, tensor<1x1x1x!t>, tensor<1x7x1x!t>, tensor<1x7x1x!t>, tensor<1x1x1x!t>, tensor<1x7x1x!t>, tensor<1x7x1x!t>, tensor<1x1x1x!t>, tensor<1x7x1x!t>
}

func.func @empty_axis(%x: tensor<0x7x!t>)
    -> (tensor<1x7x!t>, tensor<0x1x!t>, tensor<1x7x!t>, tensor<0x1x!t>, tensor<1x7x!t>, tensor<0x1x!t>) {
  %0 = graph.reduce add %x axes [0] : tensor<0x7x!t>
  %1 = graph.reduce add %x axes [1] : tensor<0x7x!t>
  %2 = graph.reduce max %x axes [0] : tensor<0x7x!t>
  %3 = graph.reduce max %x axes [1] : tensor<0x7x!t>
  %4 = graph.reduce min %x axes [0] : tensor<0x7x!t>
  %5 = graph.reduce min %x axes [1] : tensor<0x7x!t>
  return %0, %1, %2, %3, %4, %5 : tensor<1x7x!t>, tensor<0x1x!t>, tensor<1x7x!t>, tensor<0x1x!t>, tensor<1x7x!t>, tensor<0x1x!t>
}

func.func @empty_kept(%x: tensor<7x0x!t>)
    -> (tensor<1x0x!t>, tensor<7x1x!t>, tensor<1x0x!t>, tensor<7x1x!t>, tensor<1x0x!t>, tensor<7x1x!t>) {
  %0 = graph.reduce add %x axes [0] : tensor<7x0x!t>
  %1 = graph.reduce add %x axes [1] : tensor<7x0x!t>
  %2 = graph.reduce max %x axes [0] : tensor<7x0x!t>
  %3 = graph.reduce max %x axes [1] : tensor<7x0x!t>
  %4 = graph.reduce min %x axes [0] : tensor<7x0x!t>
  %5 = graph.reduce min %x axes [1] : tensor<7x0x!t>
  return %0, %1, %2, %3, %4, %5 : tensor<1x0x!t>, tensor<7x1x!t>, tensor<1x0x!t>, tensor<7x1x!t>, tensor<1x0x!t>, tensor<7x1x!t>
}

func.func @scalar(%x: tensor<!t>)
    -> (tensor<!t>, tensor<!t>, tensor<!t>) {
  %0 = graph.reduce add %x axes [] : tensor<!t>
  %1 = graph.reduce max %x axes [] : tensor<!t>
  %2 = graph.reduce min %x axes [] : tensor<!t>
  return %0, %1, %2 : tensor<!t>, tensor<!t>, tensor<!t>
}

func.func @nothing(%x: tensor<3x5x!t>)
    -> (tensor<3x5x!t>, tensor<3x5x!t>, tensor<3x5x!t>) {
  %0 = graph.reduce add %x axes [] : tensor<3x5x!t>
  %1 = graph.reduce max %x axes [] : tensor<3x5x!t>
  %2 = graph.reduce min %x axes [] : tensor<3x5x!t>
  return %0, %1, %2 : tensor<3x5x!t>, tensor<3x5x!t>, tensor<3x5x!t>
}

func.func @wide(%x: tensor<3x1000x!t>)
    -> (tensor<3x1x!t>, tensor<3x1x!t>, tensor<3x1x!t>) {
  %0 = graph.reduce add %x axes [1] : tensor<3x1000x!t>
  %1 = graph.reduce max %x axes [1] : tensor<3x1000x!t>
  %2 = graph.reduce min %x axes [1] : tensor<3x1000x!t>
  return %0, %1, %2 : tensor<3x1x!t>, tensor<3x1x!t>, tensor<3x1x!t>
}

func.func @tall(%x: tensor<1000x3x!t>)
    -> (tensor<1x3x!t>, tensor<1x3x!t>, tensor<1x3x!t>) {
  %0 = graph.reduce add %x axes [0] : tensor<1000x3x!t>
  %1 = graph.reduce max %x axes [0] : tensor<1000x3x!t>
  %2 = graph.reduce min %x axes [0] : tensor<1000x3x!t>
  return %0, %1, %2 : tensor<1x3x!t>, tensor<1x3x!t>, tensor<1x3x!t>
}

func.func @product(%x: tensor<5x7x!t> {check.values = "uniform 0.5 1.5"})
    -> (tensor<1x7x!t>, tensor<5x1x!t>) {
  %0 = graph.reduce mul %x axes [0] : tensor<5x7x!t>
  %1 = graph.reduce mul %x axes [1] : tensor<5x7x!t>
  return %0, %1 : tensor<1x7x!t>, tensor<5x1x!t>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>)
    -> (tensor<1x?x!t, #graph.dims<["1", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<1x1x!t>, tensor<1x?x!t, #graph.dims<["1", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<1x1x!t>, tensor<1x?x!t, #graph.dims<["1", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<1x1x!t>) {
  %0 = graph.reduce add %x axes [0] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %1 = graph.reduce add %x axes [1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %2 = graph.reduce add %x axes [0, 1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %3 = graph.reduce max %x axes [0] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %4 = graph.reduce max %x axes [1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %5 = graph.reduce max %x axes [0, 1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %6 = graph.reduce min %x axes [0] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %7 = graph.reduce min %x axes [1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %8 = graph.reduce min %x axes [0, 1] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<1x?x!t, #graph.dims<["1", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<1x1x!t>, tensor<1x?x!t, #graph.dims<["1", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<1x1x!t>, tensor<1x?x!t, #graph.dims<["1", "m"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<1x1x!t>
}

func.func @dynamic_middle(%x: tensor<?x?x5x!t, #graph.dims<["n", "m", "5"]>>)
    -> (tensor<?x1x5x!t, #graph.dims<["n", "1", "5"]>>, tensor<1x?x1x!t, #graph.dims<["1", "m", "1"]>>, tensor<?x1x5x!t, #graph.dims<["n", "1", "5"]>>, tensor<1x?x1x!t, #graph.dims<["1", "m", "1"]>>, tensor<?x1x5x!t, #graph.dims<["n", "1", "5"]>>, tensor<1x?x1x!t, #graph.dims<["1", "m", "1"]>>) {
  %0 = graph.reduce add %x axes [1] : tensor<?x?x5x!t, #graph.dims<["n", "m", "5"]>>
  %1 = graph.reduce add %x axes [0, 2] : tensor<?x?x5x!t, #graph.dims<["n", "m", "5"]>>
  %2 = graph.reduce max %x axes [1] : tensor<?x?x5x!t, #graph.dims<["n", "m", "5"]>>
  %3 = graph.reduce max %x axes [0, 2] : tensor<?x?x5x!t, #graph.dims<["n", "m", "5"]>>
  %4 = graph.reduce min %x axes [1] : tensor<?x?x5x!t, #graph.dims<["n", "m", "5"]>>
  %5 = graph.reduce min %x axes [0, 2] : tensor<?x?x5x!t, #graph.dims<["n", "m", "5"]>>
  return %0, %1, %2, %3, %4, %5 : tensor<?x1x5x!t, #graph.dims<["n", "1", "5"]>>, tensor<1x?x1x!t, #graph.dims<["1", "m", "1"]>>, tensor<?x1x5x!t, #graph.dims<["n", "1", "5"]>>, tensor<1x?x1x!t, #graph.dims<["1", "m", "1"]>>, tensor<?x1x5x!t, #graph.dims<["n", "1", "5"]>>, tensor<1x?x1x!t, #graph.dims<["1", "m", "1"]>>
}

func.func @special(%x: tensor<99x3x!t> {check.values = "special"})
    -> (tensor<1x3x!t>, tensor<1x3x!t>) {
  %0 = graph.reduce max %x axes [0] : tensor<99x3x!t>
  %1 = graph.reduce min %x axes [0] : tensor<99x3x!t>
  return %0, %1 : tensor<1x3x!t>, tensor<1x3x!t>
}
