// RUN: heddle-check %s --type t=f32,f16,bf16

func.func @bias_relu(%x: tensor<1x11x13x5x!t>, %f: tensor<3x3x5x17x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<17x!t>)
    -> tensor<1x11x13x17x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x11x13x5x!t>, tensor<3x3x5x17x!t>
  %1 = graph.add %0, %bias : tensor<1x11x13x17x!t>, tensor<17x!t>
  %2 = graph.constant dense<0.0> : tensor<!t>
  %3 = graph.max %1, %2 : tensor<1x11x13x17x!t>, tensor<!t>
  return %3 : tensor<1x11x13x17x!t>
}

func.func @scale_bias_residual_relu(%x: tensor<2x9x9x16x!t>, %f: tensor<3x3x16x32x!t> {check.values = "uniform -0.5 0.5"}, %scale: tensor<32x!t>, %bias: tensor<32x!t>, %residual: tensor<2x9x9x32x!t>)
    -> tensor<2x9x9x32x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<2x9x9x16x!t>, tensor<3x3x16x32x!t>
  %1 = graph.mul %0, %scale : tensor<2x9x9x32x!t>, tensor<32x!t>
  %2 = graph.add %1, %bias : tensor<2x9x9x32x!t>, tensor<32x!t>
  %3 = graph.add %2, %residual : tensor<2x9x9x32x!t>, tensor<2x9x9x32x!t>
  %4 = graph.constant dense<0.0> : tensor<!t>
  %5 = graph.max %3, %4 : tensor<2x9x9x32x!t>, tensor<!t>
  return %5 : tensor<2x9x9x32x!t>
}

func.func @pointwise_swish(%x: tensor<1x9x11x19x!t>, %f: tensor<1x1x19x40x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<40x!t>)
    -> tensor<1x9x11x40x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x9x11x19x!t>, tensor<1x1x19x40x!t>
  %1 = graph.add %0, %bias : tensor<1x9x11x40x!t>, tensor<40x!t>
  %2 = graph.sigmoid %1 : tensor<1x9x11x40x!t>
  %3 = graph.mul %1, %2 : tensor<1x9x11x40x!t>, tensor<1x9x11x40x!t>
  return %3 : tensor<1x9x11x40x!t>
}

func.func @strided_relu(%x: tensor<1x17x15x3x!t>, %f: tensor<3x3x3x16x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<16x!t>)
    -> tensor<1x9x8x16x!t> {
  %0 = graph.conv %x, %f strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x17x15x3x!t>, tensor<3x3x3x16x!t>
  %1 = graph.add %0, %bias : tensor<1x9x8x16x!t>, tensor<16x!t>
  %2 = graph.constant dense<0.0> : tensor<!t>
  %3 = graph.max %1, %2 : tensor<1x9x8x16x!t>, tensor<!t>
  return %3 : tensor<1x9x8x16x!t>
}

func.func @depthwise_relu6(%x: tensor<1x11x13x19x!t>, %f: tensor<3x3x1x19x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<19x!t>)
    -> tensor<1x11x13x19x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 19 : tensor<1x11x13x19x!t>, tensor<3x3x1x19x!t>
  %1 = graph.add %0, %bias : tensor<1x11x13x19x!t>, tensor<19x!t>
  %2 = graph.constant dense<0.0> : tensor<!t>
  %3 = graph.max %1, %2 : tensor<1x11x13x19x!t>, tensor<!t>
  %4 = graph.constant dense<6.0> : tensor<!t>
  %5 = graph.min %3, %4 : tensor<1x11x13x19x!t>, tensor<!t>
  return %5 : tensor<1x11x13x19x!t>
}

func.func @depthwise_strided_swish(%x: tensor<2x12x9x24x!t>, %f: tensor<5x5x1x24x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<24x!t>)
    -> tensor<2x6x5x24x!t> {
  %0 = graph.conv %x, %f strides [2, 2] dilations [1, 1] pads [2, 2], [2, 2] groups 24 : tensor<2x12x9x24x!t>, tensor<5x5x1x24x!t>
  %1 = graph.add %0, %bias : tensor<2x6x5x24x!t>, tensor<24x!t>
  %2 = graph.sigmoid %1 : tensor<2x6x5x24x!t>
  %3 = graph.mul %1, %2 : tensor<2x6x5x24x!t>, tensor<2x6x5x24x!t>
  return %3 : tensor<2x6x5x24x!t>
}

func.func @groups_residual(%x: tensor<1x9x7x8x!t>, %f: tensor<3x3x2x12x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<12x!t>, %residual: tensor<1x9x7x12x!t>)
    -> tensor<1x9x7x12x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 4 : tensor<1x9x7x8x!t>, tensor<3x3x2x12x!t>
  %1 = graph.add %0, %bias : tensor<1x9x7x12x!t>, tensor<12x!t>
  %2 = graph.add %1, %residual : tensor<1x9x7x12x!t>, tensor<1x9x7x12x!t>
  return %2 : tensor<1x9x7x12x!t>
}

func.func @to_channels_first(%x: tensor<1x9x9x4x!t>, %f: tensor<3x3x4x17x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<17x!t>)
    -> tensor<1x17x9x9x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x9x9x4x!t>, tensor<3x3x4x17x!t>
  %1 = graph.add %0, %bias : tensor<1x9x9x17x!t>, tensor<17x!t>
  %2 = graph.constant dense<0.0> : tensor<!t>
  %3 = graph.max %1, %2 : tensor<1x9x9x17x!t>, tensor<!t>
  %4 = graph.transpose %3 [0, 3, 1, 2] : tensor<1x9x9x17x!t>
  return %4 : tensor<1x17x9x9x!t>
}

func.func @global_average(%x: tensor<1x9x9x6x!t>, %f: tensor<3x3x6x20x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<20x!t>)
    -> (tensor<1x9x9x20x!t>, tensor<1x1x1x20x!t>) {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x9x9x6x!t>, tensor<3x3x6x20x!t>
  %1 = graph.add %0, %bias : tensor<1x9x9x20x!t>, tensor<20x!t>
  %2 = graph.constant dense<0.0> : tensor<!t>
  %3 = graph.max %1, %2 : tensor<1x9x9x20x!t>, tensor<!t>
  %4 = graph.reduce add %3 axes [1, 2] : tensor<1x9x9x20x!t>
  return %3, %4 : tensor<1x9x9x20x!t>, tensor<1x1x1x20x!t>
}

func.func @dynamic(%x: tensor<?x?x9x4x!t, #graph.dims<["n", "h", "9", "4"]>>, %f: tensor<3x3x4x9x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<9x!t>, %residual: tensor<?x?x9x9x!t, #graph.dims<["n", "h", "9", "9"]>>)
    -> tensor<?x?x9x9x!t, #graph.dims<["n", "h", "9", "9"]>> attributes {check.sizes = [{n = 2, h = 5}, {n = 1, h = 1}, {n = 0, h = 3}, {n = 1, h = 18}]} {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<?x?x9x4x!t, #graph.dims<["n", "h", "9", "4"]>>, tensor<3x3x4x9x!t>
  %1 = graph.add %0, %bias : tensor<?x?x9x9x!t, #graph.dims<["n", "h", "9", "9"]>>, tensor<9x!t>
  %2 = graph.add %1, %residual : tensor<?x?x9x9x!t, #graph.dims<["n", "h", "9", "9"]>>, tensor<?x?x9x9x!t, #graph.dims<["n", "h", "9", "9"]>>
  %3 = graph.constant dense<0.0> : tensor<!t>
  %4 = graph.max %2, %3 : tensor<?x?x9x9x!t, #graph.dims<["n", "h", "9", "9"]>>, tensor<!t>
  return %4 : tensor<?x?x9x9x!t, #graph.dims<["n", "h", "9", "9"]>>
}

func.func @channels_first_net(%x: tensor<1x5x11x13x!t>, %f: tensor<3x3x5x17x!t> {check.values = "uniform -0.5 0.5"}, %bias: tensor<17x!t>)
    -> tensor<1x510x!t> {
  %0 = graph.transpose %x [0, 2, 3, 1] : tensor<1x5x11x13x!t>
  %1 = graph.conv %0, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x11x13x5x!t>, tensor<3x3x5x17x!t>
  %2 = graph.add %1, %bias : tensor<1x11x13x17x!t>, tensor<17x!t>
  %3 = graph.constant dense<0.0> : tensor<!t>
  %4 = graph.max %2, %3 : tensor<1x11x13x17x!t>, tensor<!t>
  %5 = graph.transpose %4 [0, 3, 1, 2] : tensor<1x11x13x17x!t>
  %6 = graph.transpose %5 [0, 2, 3, 1] : tensor<1x17x11x13x!t>
  %7 = graph.pool max %6 window [2, 2] strides [2, 2] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x11x13x17x!t>
  %8 = graph.transpose %7 [0, 3, 1, 2] : tensor<1x5x6x17x!t>
  %9 = graph.reshape %8 : tensor<1x17x5x6x!t> -> tensor<1x510x!t>
  return %9 : tensor<1x510x!t>
}
