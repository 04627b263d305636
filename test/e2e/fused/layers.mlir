// RUN: heddle-check %s --type t=f32,f16,bf16

func.func @bias(%x: tensor<13x19x!t>, %w: tensor<19x37x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<37x!t>)
    -> tensor<13x37x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x19x!t>, tensor<19x37x!t>
  %1 = graph.add %0, %bias : tensor<13x37x!t>, tensor<37x!t>
  return %1 : tensor<13x37x!t>
}

func.func @bias_relu(%x: tensor<14x64x!t>, %w: tensor<64x32x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<32x!t>)
    -> tensor<14x32x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<14x64x!t>, tensor<64x32x!t>
  %1 = graph.add %0, %bias : tensor<14x32x!t>, tensor<32x!t>
  %2 = graph.constant dense<0.0> : tensor<!t>
  %3 = graph.max %1, %2 : tensor<14x32x!t>, tensor<!t>
  return %3 : tensor<14x32x!t>
}

func.func @bias_gelu(%x: tensor<7x33x!t>, %w: tensor<33x65x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<65x!t>)
    -> tensor<7x65x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<7x33x!t>, tensor<33x65x!t>
  %1 = graph.add %0, %bias : tensor<7x65x!t>, tensor<65x!t>
  %2 = graph.constant dense<7.071068e-01> : tensor<!t>
  %3 = graph.mul %1, %2 : tensor<7x65x!t>, tensor<!t>
  %4 = graph.erf %3 : tensor<7x65x!t>
  %5 = graph.constant dense<1.0> : tensor<!t>
  %6 = graph.constant dense<5.0e-01> : tensor<!t>
  %7 = graph.add %4, %5 : tensor<7x65x!t>, tensor<!t>
  %8 = graph.mul %1, %7 : tensor<7x65x!t>, tensor<7x65x!t>
  %9 = graph.mul %8, %6 : tensor<7x65x!t>, tensor<!t>
  return %9 : tensor<7x65x!t>
}

func.func @bias_residual(%x: tensor<15x31x!t>, %w: tensor<31x17x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<17x!t>, %residual: tensor<15x17x!t>)
    -> tensor<15x17x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<15x31x!t>, tensor<31x17x!t>
  %1 = graph.add %0, %bias : tensor<15x17x!t>, tensor<17x!t>
  %2 = graph.add %1, %residual : tensor<15x17x!t>, tensor<15x17x!t>
  return %2 : tensor<15x17x!t>
}

func.func @row_vector(%x: tensor<9x9x!t>, %w: tensor<9x33x!t> {check.values = "uniform -0.5 0.5"}, %row: tensor<9x1x!t>)
    -> tensor<9x33x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<9x9x!t>, tensor<9x33x!t>
  %1 = graph.max %0, %row : tensor<9x33x!t>, tensor<9x1x!t>
  return %1 : tensor<9x33x!t>
}

func.func @everything(%x: tensor<29x70x!t>, %w: tensor<70x49x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<49x!t>, %residual: tensor<29x49x!t>, %row: tensor<29x1x!t>)
    -> tensor<29x49x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<29x70x!t>, tensor<70x49x!t>
  %1 = graph.add %0, %bias : tensor<29x49x!t>, tensor<49x!t>
  %2 = graph.add %1, %residual : tensor<29x49x!t>, tensor<29x49x!t>
  %3 = graph.tanh %2 : tensor<29x49x!t>
  %4 = graph.max %3, %row : tensor<29x49x!t>, tensor<29x1x!t>
  return %4 : tensor<29x49x!t>
}

func.func @dynamic(%x: tensor<?x33x!t, #graph.dims<["m", "33"]>>, %w: tensor<33x47x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<47x!t>)
    -> tensor<?x47x!t, #graph.dims<["m", "47"]>> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<?x33x!t, #graph.dims<["m", "33"]>>, tensor<33x47x!t>
  %1 = graph.add %0, %bias : tensor<?x47x!t, #graph.dims<["m", "47"]>>, tensor<47x!t>
  %2 = graph.constant dense<0.0> : tensor<!t>
  %3 = graph.max %1, %2 : tensor<?x47x!t, #graph.dims<["m", "47"]>>, tensor<!t>
  return %3 : tensor<?x47x!t, #graph.dims<["m", "47"]>>
}

func.func @one_row(%x: tensor<1x70x!t>, %w: tensor<70x90x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<90x!t>)
    -> tensor<1x90x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<1x70x!t>, tensor<70x90x!t>
  %1 = graph.add %0, %bias : tensor<1x90x!t>, tensor<90x!t>
  %2 = graph.tanh %1 : tensor<1x90x!t>
  return %2 : tensor<1x90x!t>
}

func.func @used_twice(%x: tensor<13x19x!t>, %w: tensor<19x37x!t>)
    -> (tensor<13x37x!t>, tensor<13x37x!t>) {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x19x!t>, tensor<19x37x!t>
  %1 = graph.sigmoid %0 : tensor<13x37x!t>
  %2 = graph.mul %0, %1 : tensor<13x37x!t>, tensor<13x37x!t>
  return %2, %0 : tensor<13x37x!t>, tensor<13x37x!t>
}

func.func @then_transposed(%x: tensor<13x19x!t>, %w: tensor<19x37x!t>, %z: tensor<37x13x!t>)
    -> tensor<37x13x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x19x!t>, tensor<19x37x!t>
  %1 = graph.transpose %0 [1, 0] : tensor<13x37x!t>
  %2 = graph.add %1, %z : tensor<37x13x!t>, tensor<37x13x!t>
  return %2 : tensor<37x13x!t>
}

func.func @prologue(%x: tensor<13x19x!t>, %w: tensor<19x37x!t>)
    -> tensor<13x37x!t> {
  %0 = graph.tanh %x : tensor<13x19x!t>
  %1 = graph.contract "mk,kn->mn" %0, %w : tensor<13x19x!t>, tensor<19x37x!t>
  return %1 : tensor<13x37x!t>
}

func.func @heads(%x: tensor<13x24x!t>, %w: tensor<24x36x!t>)
    -> tensor<4x13x9x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x24x!t>, tensor<24x36x!t>
  %1 = graph.reshape %0 : tensor<13x36x!t> -> tensor<13x4x9x!t>
  %2 = graph.transpose %1 [1, 0, 2] : tensor<13x4x9x!t>
  return %2 : tensor<4x13x9x!t>
}

func.func @then_softmax(%x: tensor<13x19x!t>, %w: tensor<19x37x!t>)
    -> tensor<13x37x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x19x!t>, tensor<19x37x!t>
  %1 = graph.reduce max %0 axes [1] : tensor<13x37x!t>
  %2 = graph.sub %0, %1 : tensor<13x37x!t>, tensor<13x1x!t>
  %3 = graph.exp %2 : tensor<13x37x!t>
  %4 = graph.reduce add %3 axes [1] : tensor<13x37x!t>
  %5 = graph.div %3, %4 : tensor<13x37x!t>, tensor<13x1x!t>
  return %5 : tensor<13x37x!t>
}

func.func @gated(%x: tensor<13x19x!t>, %w: tensor<19x33x!t>, %v: tensor<19x33x!t>)
    -> tensor<13x33x!t> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x19x!t>, tensor<19x33x!t>
  %1 = graph.contract "mk,kn->mn" %x, %v : tensor<13x19x!t>, tensor<19x33x!t>
  %2 = graph.sigmoid %1 : tensor<13x33x!t>
  %3 = graph.mul %0, %2 : tensor<13x33x!t>, tensor<13x33x!t>
  return %3 : tensor<13x33x!t>
}
