// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i32
// RUN: heddle-check %s --target=x86-64-v3 --type t=f32,f64,f16,bf16,i32

func.func @same3x3(%x: tensor<1x9x11x5x!t>, %f: tensor<3x3x5x17x!t>)
    -> tensor<1x9x11x17x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x9x11x5x!t>, tensor<3x3x5x17x!t>
  return %0 : tensor<1x9x11x17x!t>
}

func.func @strided(%x: tensor<2x13x11x4x!t>, %f: tensor<3x3x4x9x!t>)
    -> tensor<2x7x6x9x!t> {
  %0 = graph.conv %x, %f strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<2x13x11x4x!t>, tensor<3x3x4x9x!t>
  return %0 : tensor<2x7x6x9x!t>
}

func.func @pointwise(%x: tensor<1x7x9x19x!t>, %f: tensor<1x1x19x33x!t>)
    -> tensor<1x7x9x33x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x7x9x19x!t>, tensor<1x1x19x33x!t>
  return %0 : tensor<1x7x9x33x!t>
}

func.func @pointwise_strided(%x: tensor<1x9x9x6x!t>, %f: tensor<1x1x6x20x!t>)
    -> tensor<1x5x5x20x!t> {
  %0 = graph.conv %x, %f strides [2, 2] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x9x9x6x!t>, tensor<1x1x6x20x!t>
  return %0 : tensor<1x5x5x20x!t>
}

func.func @dilated(%x: tensor<1x13x13x3x!t>, %f: tensor<3x3x3x8x!t>)
    -> tensor<1x12x10x8x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [2, 3] pads [2, 0], [1, 3] groups 1 : tensor<1x13x13x3x!t>, tensor<3x3x3x8x!t>
  return %0 : tensor<1x12x10x8x!t>
}

func.func @first_layer(%x: tensor<1x21x19x3x!t>, %f: tensor<7x7x3x16x!t>)
    -> tensor<1x11x10x16x!t> {
  %0 = graph.conv %x, %f strides [2, 2] dilations [1, 1] pads [3, 3], [3, 3] groups 1 : tensor<1x21x19x3x!t>, tensor<7x7x3x16x!t>
  return %0 : tensor<1x11x10x16x!t>
}

func.func @groups(%x: tensor<1x9x7x6x!t>, %f: tensor<3x3x2x9x!t>)
    -> tensor<1x9x7x9x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 3 : tensor<1x9x7x6x!t>, tensor<3x3x2x9x!t>
  return %0 : tensor<1x9x7x9x!t>
}

func.func @depthwise(%x: tensor<1x9x11x19x!t>, %f: tensor<3x3x1x19x!t>)
    -> tensor<1x9x11x19x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 19 : tensor<1x9x11x19x!t>, tensor<3x3x1x19x!t>
  return %0 : tensor<1x9x11x19x!t>
}

func.func @depthwise_strided(%x: tensor<2x10x9x5x!t>, %f: tensor<3x3x1x5x!t>)
    -> tensor<2x5x4x5x!t> {
  %0 = graph.conv %x, %f strides [2, 2] dilations [1, 1] pads [0, 0], [1, 1] groups 5 : tensor<2x10x9x5x!t>, tensor<3x3x1x5x!t>
  return %0 : tensor<2x5x4x5x!t>
}

func.func @depthwise_multiplier(%x: tensor<1x9x7x4x!t>, %f: tensor<3x3x1x8x!t>)
    -> tensor<1x9x7x8x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 4 : tensor<1x9x7x4x!t>, tensor<3x3x1x8x!t>
  return %0 : tensor<1x9x7x8x!t>
}

func.func @line(%x: tensor<2x33x5x!t>, %f: tensor<5x5x7x!t>)
    -> tensor<2x17x7x!t> {
  %0 = graph.conv %x, %f strides [2] dilations [1] pads [2], [2] groups 1 : tensor<2x33x5x!t>, tensor<5x5x7x!t>
  return %0 : tensor<2x17x7x!t>
}

func.func @line_dilated(%x: tensor<1x40x4x!t>, %f: tensor<3x4x6x!t>)
    -> tensor<1x40x6x!t> {
  %0 = graph.conv %x, %f strides [1] dilations [4] pads [8], [0] groups 1 : tensor<1x40x4x!t>, tensor<3x4x6x!t>
  return %0 : tensor<1x40x6x!t>
}

func.func @volume(%x: tensor<1x5x6x7x3x!t>, %f: tensor<2x3x2x3x5x!t>)
    -> tensor<1x5x3x7x5x!t> {
  %0 = graph.conv %x, %f strides [1, 2, 1] dilations [1, 1, 1] pads [1, 0, 0], [0, 1, 1] groups 1 : tensor<1x5x6x7x3x!t>, tensor<2x3x2x3x5x!t>
  return %0 : tensor<1x5x3x7x5x!t>
}

func.func @one(%x: tensor<1x1x1x1x!t>, %f: tensor<1x1x1x1x!t>)
    -> tensor<1x1x1x1x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x1x1x1x!t>, tensor<1x1x1x1x!t>
  return %0 : tensor<1x1x1x1x!t>
}

func.func @empty_result(%x: tensor<1x2x2x3x!t>, %f: tensor<3x3x3x4x!t>)
    -> tensor<1x0x0x4x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x2x2x3x!t>, tensor<3x3x3x4x!t>
  return %0 : tensor<1x0x0x4x!t>
}

func.func @padding_only(%x: tensor<1x2x2x3x!t>, %f: tensor<3x3x3x4x!t>)
    -> tensor<1x3x3x4x!t> {
  %0 = graph.conv %x, %f strides [3, 3] dilations [1, 1] pads [4, 4], [4, 4] groups 1 : tensor<1x2x2x3x!t>, tensor<3x3x3x4x!t>
  return %0 : tensor<1x3x3x4x!t>
}

func.func @negative_pads(%x: tensor<1x9x9x4x!t>, %f: tensor<3x3x4x5x!t>)
    -> tensor<1x6x5x5x!t> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [-1, 0], [0, -2] groups 1 : tensor<1x9x9x4x!t>, tensor<3x3x4x5x!t>
  return %0 : tensor<1x6x5x5x!t>
}

func.func @dynamic(%x: tensor<?x?x?x4x!t, #graph.dims<["n", "h", "w", "4"]>>, %f: tensor<3x3x4x9x!t>)
    -> tensor<?x?x?x9x!t, #graph.dims<["n", "floordiv(h + 1, 2)", "w", "9"]>> attributes {check.sizes = [{n = 2, h = 7, w = 9}, {n = 1, h = 1, w = 1}, {n = 0, h = 5, w = 5}, {n = 1, h = 16, w = 33}]} {
  %0 = graph.conv %x, %f strides [2, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<?x?x?x4x!t, #graph.dims<["n", "h", "w", "4"]>>, tensor<3x3x4x9x!t>
  return %0 : tensor<?x?x?x9x!t, #graph.dims<["n", "floordiv(h + 1, 2)", "w", "9"]>>
}
