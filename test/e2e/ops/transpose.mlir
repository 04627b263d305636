// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui64,i4,f8E4M3FN

func.func @matrix(%x: tensor<19x33x!t>)
    -> (tensor<33x19x!t>, tensor<19x33x!t>) {
  %0 = graph.transpose %x [1, 0] : tensor<19x33x!t>
  %1 = graph.transpose %x [0, 1] : tensor<19x33x!t>
  return %0, %1 : tensor<33x19x!t>, tensor<19x33x!t>
}

func.func @matrix_even(%x: tensor<64x64x!t>)
    -> tensor<64x64x!t> {
  %0 = graph.transpose %x [1, 0] : tensor<64x64x!t>
  return %0 : tensor<64x64x!t>
}

func.func @rank3(%x: tensor<3x5x17x!t>)
    -> (tensor<3x17x5x!t>, tensor<5x3x17x!t>, tensor<17x5x3x!t>, tensor<17x3x5x!t>, tensor<5x17x3x!t>) {
  %0 = graph.transpose %x [0, 2, 1] : tensor<3x5x17x!t>
  %1 = graph.transpose %x [1, 0, 2] : tensor<3x5x17x!t>
  %2 = graph.transpose %x [2, 1, 0] : tensor<3x5x17x!t>
  %3 = graph.transpose %x [2, 0, 1] : tensor<3x5x17x!t>
  %4 = graph.transpose %x [1, 2, 0] : tensor<3x5x17x!t>
  return %0, %1, %2, %3, %4 : tensor<3x17x5x!t>, tensor<5x3x17x!t>, tensor<17x5x3x!t>, tensor<17x3x5x!t>, tensor<5x17x3x!t>
}

func.func @rank4(%x: tensor<2x3x5x7x!t>)
    -> (tensor<2x5x7x3x!t>, tensor<2x7x3x5x!t>, tensor<2x5x3x7x!t>, tensor<7x5x3x2x!t>, tensor<3x2x7x5x!t>) {
  %0 = graph.transpose %x [0, 2, 3, 1] : tensor<2x3x5x7x!t>
  %1 = graph.transpose %x [0, 3, 1, 2] : tensor<2x3x5x7x!t>
  %2 = graph.transpose %x [0, 2, 1, 3] : tensor<2x3x5x7x!t>
  %3 = graph.transpose %x [3, 2, 1, 0] : tensor<2x3x5x7x!t>
  %4 = graph.transpose %x [1, 0, 3, 2] : tensor<2x3x5x7x!t>
  return %0, %1, %2, %3, %4 : tensor<2x5x7x3x!t>, tensor<2x7x3x5x!t>, tensor<2x5x3x7x!t>, tensor<7x5x3x2x!t>, tensor<3x2x7x5x!t>
}

func.func @ones(%x: tensor<1x9x1x!t>)
    -> (tensor<1x9x1x!t>, tensor<9x1x1x!t>) {
  %0 = graph.transpose %x [2, 1, 0] : tensor<1x9x1x!t>
  %1 = graph.transpose %x [1, 0, 2] : tensor<1x9x1x!t>
  return %0, %1 : tensor<1x9x1x!t>, tensor<9x1x1x!t>
}

func.func @empty(%x: tensor<0x4x!t>)
    -> tensor<4x0x!t> {
  %0 = graph.transpose %x [1, 0] : tensor<0x4x!t>
  return %0 : tensor<4x0x!t>
}

func.func @scalar(%x: tensor<!t>)
    -> tensor<!t> {
  %0 = graph.transpose %x [] : tensor<!t>
  return %0 : tensor<!t>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>)
    -> tensor<?x?x!t, #graph.dims<["m", "n"]>> {
  %0 = graph.transpose %x [1, 0] : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["m", "n"]>>
}

func.func @dynamic_rank4(%x: tensor<?x3x?x4x!t, #graph.dims<["n", "3", "m", "4"]>>)
    -> (tensor<?x?x4x3x!t, #graph.dims<["n", "m", "4", "3"]>>, tensor<?x?x3x4x!t, #graph.dims<["m", "n", "3", "4"]>>) {
  %0 = graph.transpose %x [0, 2, 3, 1] : tensor<?x3x?x4x!t, #graph.dims<["n", "3", "m", "4"]>>
  %1 = graph.transpose %x [2, 0, 1, 3] : tensor<?x3x?x4x!t, #graph.dims<["n", "3", "m", "4"]>>
  return %0, %1 : tensor<?x?x4x3x!t, #graph.dims<["n", "m", "4", "3"]>>, tensor<?x?x3x4x!t, #graph.dims<["m", "n", "3", "4"]>>
}
