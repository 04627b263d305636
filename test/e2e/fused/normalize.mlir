// RUN: heddle-check %s --type t=f32,f16,bf16,f64

func.func @layer(%x: tensor<5x37x!t>, %scale: tensor<37x!t>, %bias: tensor<37x!t>)
    -> tensor<5x37x!t> {
  %0 = graph.constant dense<2.702703e-02> : tensor<!t>
  %1 = graph.reduce add %x axes [1] : tensor<5x37x!t>
  %2 = graph.mul %1, %0 : tensor<5x1x!t>, tensor<!t>
  %3 = graph.sub %x, %2 : tensor<5x37x!t>, tensor<5x1x!t>
  %4 = graph.mul %3, %3 : tensor<5x37x!t>, tensor<5x37x!t>
  %5 = graph.reduce add %4 axes [1] : tensor<5x37x!t>
  %6 = graph.mul %5, %0 : tensor<5x1x!t>, tensor<!t>
  %7 = graph.constant dense<1.0e-2> : tensor<!t>
  %8 = graph.add %6, %7 : tensor<5x1x!t>, tensor<!t>
  %9 = graph.sqrt %8 : tensor<5x1x!t>
  %10 = graph.div %3, %9 : tensor<5x37x!t>, tensor<5x1x!t>
  %11 = graph.mul %10, %scale : tensor<5x37x!t>, tensor<37x!t>
  %12 = graph.add %11, %bias : tensor<5x37x!t>, tensor<37x!t>
  return %12 : tensor<5x37x!t>
}

func.func @layer_even(%x: tensor<8x64x!t>, %scale: tensor<64x!t>, %bias: tensor<64x!t>)
    -> tensor<8x64x!t> {
  %0 = graph.constant dense<1.562500e-02> : tensor<!t>
  %1 = graph.reduce add %x axes [1] : tensor<8x64x!t>
  %2 = graph.mul %1, %0 : tensor<8x1x!t>, tensor<!t>
  %3 = graph.sub %x, %2 : tensor<8x64x!t>, tensor<8x1x!t>
  %4 = graph.mul %3, %3 : tensor<8x64x!t>, tensor<8x64x!t>
  %5 = graph.reduce add %4 axes [1] : tensor<8x64x!t>
  %6 = graph.mul %5, %0 : tensor<8x1x!t>, tensor<!t>
  %7 = graph.constant dense<1.0e-2> : tensor<!t>
  %8 = graph.add %6, %7 : tensor<8x1x!t>, tensor<!t>
  %9 = graph.sqrt %8 : tensor<8x1x!t>
  %10 = graph.div %3, %9 : tensor<8x64x!t>, tensor<8x1x!t>
  %11 = graph.mul %10, %scale : tensor<8x64x!t>, tensor<64x!t>
  %12 = graph.add %11, %bias : tensor<8x64x!t>, tensor<64x!t>
  return %12 : tensor<8x64x!t>
}

func.func @layer_dynamic(%x: tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>, %scale: tensor<48x!t>, %bias: tensor<48x!t>)
    -> tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>> {
  %0 = graph.constant dense<2.083333e-02> : tensor<!t>
  %1 = graph.reduce add %x axes [2] : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>
  %2 = graph.mul %1, %0 : tensor<?x?x1x!t, #graph.dims<["n", "m", "1"]>>, tensor<!t>
  %3 = graph.sub %x, %2 : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>, tensor<?x?x1x!t, #graph.dims<["n", "m", "1"]>>
  %4 = graph.mul %3, %3 : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>, tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>
  %5 = graph.reduce add %4 axes [2] : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>
  %6 = graph.mul %5, %0 : tensor<?x?x1x!t, #graph.dims<["n", "m", "1"]>>, tensor<!t>
  %7 = graph.constant dense<1.0e-2> : tensor<!t>
  %8 = graph.add %6, %7 : tensor<?x?x1x!t, #graph.dims<["n", "m", "1"]>>, tensor<!t>
  %9 = graph.sqrt %8 : tensor<?x?x1x!t, #graph.dims<["n", "m", "1"]>>
  %10 = graph.div %3, %9 : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>, tensor<?x?x1x!t, #graph.dims<["n", "m", "1"]>>
  %11 = graph.mul %10, %scale : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>, tensor<48x!t>
  %12 = graph.add %11, %bias : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>, tensor<48x!t>
  return %12 : tensor<?x?x48x!t, #graph.dims<["n", "m", "48"]>>
}

func.func @instance(%x: tensor<2x19x5x!t>, %scale: tensor<5x!t>, %bias: tensor<5x!t>)
    -> tensor<2x19x5x!t> {
  %0 = graph.constant dense<5.263158e-02> : tensor<!t>
  %1 = graph.reduce add %x axes [1] : tensor<2x19x5x!t>
  %2 = graph.mul %1, %0 : tensor<2x1x5x!t>, tensor<!t>
  %3 = graph.sub %x, %2 : tensor<2x19x5x!t>, tensor<2x1x5x!t>
  %4 = graph.mul %3, %3 : tensor<2x19x5x!t>, tensor<2x19x5x!t>
  %5 = graph.reduce add %4 axes [1] : tensor<2x19x5x!t>
  %6 = graph.mul %5, %0 : tensor<2x1x5x!t>, tensor<!t>
  %7 = graph.constant dense<1.0e-2> : tensor<!t>
  %8 = graph.add %6, %7 : tensor<2x1x5x!t>, tensor<!t>
  %9 = graph.sqrt %8 : tensor<2x1x5x!t>
  %10 = graph.div %3, %9 : tensor<2x19x5x!t>, tensor<2x1x5x!t>
  %11 = graph.mul %10, %scale : tensor<2x19x5x!t>, tensor<5x!t>
  %12 = graph.add %11, %bias : tensor<2x19x5x!t>, tensor<5x!t>
  return %12 : tensor<2x19x5x!t>
}

func.func @group(%x: tensor<2x9x3x4x!t>, %scale: tensor<3x1x!t>, %bias: tensor<3x1x!t>)
    -> tensor<2x9x3x4x!t> {
  %0 = graph.constant dense<2.777778e-02> : tensor<!t>
  %1 = graph.reduce add %x axes [1, 3] : tensor<2x9x3x4x!t>
  %2 = graph.mul %1, %0 : tensor<2x1x3x1x!t>, tensor<!t>
  %3 = graph.sub %x, %2 : tensor<2x9x3x4x!t>, tensor<2x1x3x1x!t>
  %4 = graph.mul %3, %3 : tensor<2x9x3x4x!t>, tensor<2x9x3x4x!t>
  %5 = graph.reduce add %4 axes [1, 3] : tensor<2x9x3x4x!t>
  %6 = graph.mul %5, %0 : tensor<2x1x3x1x!t>, tensor<!t>
  %7 = graph.constant dense<1.0e-2> : tensor<!t>
  %8 = graph.add %6, %7 : tensor<2x1x3x1x!t>, tensor<!t>
  %9 = graph.sqrt %8 : tensor<2x1x3x1x!t>
  %10 = graph.div %3, %9 : tensor<2x9x3x4x!t>, tensor<2x1x3x1x!t>
  %11 = graph.mul %10, %scale : tensor<2x9x3x4x!t>, tensor<3x1x!t>
  %12 = graph.add %11, %bias : tensor<2x9x3x4x!t>, tensor<3x1x!t>
  return %12 : tensor<2x9x3x4x!t>
}

func.func @layer_long(%x: tensor<2x1300x!t>, %scale: tensor<1300x!t>, %bias: tensor<1300x!t>)
    -> tensor<2x1300x!t> {
  %0 = graph.constant dense<7.692308e-04> : tensor<!t>
  %1 = graph.reduce add %x axes [1] : tensor<2x1300x!t>
  %2 = graph.mul %1, %0 : tensor<2x1x!t>, tensor<!t>
  %3 = graph.sub %x, %2 : tensor<2x1300x!t>, tensor<2x1x!t>
  %4 = graph.mul %3, %3 : tensor<2x1300x!t>, tensor<2x1300x!t>
  %5 = graph.reduce add %4 axes [1] : tensor<2x1300x!t>
  %6 = graph.mul %5, %0 : tensor<2x1x!t>, tensor<!t>
  %7 = graph.constant dense<1.0e-2> : tensor<!t>
  %8 = graph.add %6, %7 : tensor<2x1x!t>, tensor<!t>
  %9 = graph.sqrt %8 : tensor<2x1x!t>
  %10 = graph.div %3, %9 : tensor<2x1300x!t>, tensor<2x1x!t>
  %11 = graph.mul %10, %scale : tensor<2x1300x!t>, tensor<1300x!t>
  %12 = graph.add %11, %bias : tensor<2x1300x!t>, tensor<1300x!t>
  return %12 : tensor<2x1300x!t>
}

func.func @rms(%x: tensor<?x64x!t, #graph.dims<["n", "64"]>>, %scale: tensor<64x!t>)
    -> tensor<?x64x!t, #graph.dims<["n", "64"]>> {
  %0 = graph.mul %x, %x : tensor<?x64x!t, #graph.dims<["n", "64"]>>, tensor<?x64x!t, #graph.dims<["n", "64"]>>
  %1 = graph.reduce add %0 axes [1] : tensor<?x64x!t, #graph.dims<["n", "64"]>>
  %2 = graph.constant dense<1.5625e-02> : tensor<!t>
  %3 = graph.mul %1, %2 : tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<!t>
  %4 = graph.constant dense<1.0e-2> : tensor<!t>
  %5 = graph.add %3, %4 : tensor<?x1x!t, #graph.dims<["n", "1"]>>, tensor<!t>
  %6 = graph.sqrt %5 : tensor<?x1x!t, #graph.dims<["n", "1"]>>
  %7 = graph.div %x, %6 : tensor<?x64x!t, #graph.dims<["n", "64"]>>, tensor<?x1x!t, #graph.dims<["n", "1"]>>
  %8 = graph.mul %7, %scale : tensor<?x64x!t, #graph.dims<["n", "64"]>>, tensor<64x!t>
  return %8 : tensor<?x64x!t, #graph.dims<["n", "64"]>>
}

func.func @residual_and_sum(%x: tensor<5x37x!t>, %y: tensor<5x37x!t>, %scale: tensor<37x!t>, %bias: tensor<37x!t>)
    -> (tensor<5x37x!t>, tensor<5x37x!t>) {
  %0 = graph.add %x, %y : tensor<5x37x!t>, tensor<5x37x!t>
  %1 = graph.constant dense<2.702703e-02> : tensor<!t>
  %2 = graph.reduce add %0 axes [1] : tensor<5x37x!t>
  %3 = graph.mul %2, %1 : tensor<5x1x!t>, tensor<!t>
  %4 = graph.sub %0, %3 : tensor<5x37x!t>, tensor<5x1x!t>
  %5 = graph.mul %4, %4 : tensor<5x37x!t>, tensor<5x37x!t>
  %6 = graph.reduce add %5 axes [1] : tensor<5x37x!t>
  %7 = graph.mul %6, %1 : tensor<5x1x!t>, tensor<!t>
  %8 = graph.constant dense<1.0e-2> : tensor<!t>
  %9 = graph.add %7, %8 : tensor<5x1x!t>, tensor<!t>
  %10 = graph.sqrt %9 : tensor<5x1x!t>
  %11 = graph.div %4, %10 : tensor<5x37x!t>, tensor<5x1x!t>
  %12 = graph.mul %11, %scale : tensor<5x37x!t>, tensor<37x!t>
  %13 = graph.add %12, %bias : tensor<5x37x!t>, tensor<37x!t>
  return %13, %0 : tensor<5x37x!t>, tensor<5x37x!t>
}
