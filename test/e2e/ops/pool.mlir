// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,ui8,i32,i64,ui32

func.func @window1d(%x: tensor<2x17x5x!t>)
    -> (tensor<2x9x5x!t>, tensor<2x9x5x!t>) {
  %0 = graph.pool max %x window [3] strides [2] dilations [1] pads [1], [1] : tensor<2x17x5x!t>
  %1 = graph.pool add %x window [3] strides [2] dilations [1] pads [1], [1] : tensor<2x17x5x!t>
  return %0, %1 : tensor<2x9x5x!t>, tensor<2x9x5x!t>
}

func.func @window2d(%x: tensor<1x13x11x7x!t>)
    -> (tensor<1x7x6x7x!t>, tensor<1x7x6x7x!t>) {
  %0 = graph.pool max %x window [3, 3] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x13x11x7x!t>
  %1 = graph.pool add %x window [3, 3] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x13x11x7x!t>
  return %0, %1 : tensor<1x7x6x7x!t>, tensor<1x7x6x7x!t>
}

func.func @channels(%x: tensor<1x8x8x33x!t>)
    -> (tensor<1x4x4x33x!t>, tensor<1x4x4x33x!t>) {
  %0 = graph.pool max %x window [2, 2] strides [2, 2] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x8x8x33x!t>
  %1 = graph.pool add %x window [2, 2] strides [2, 2] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x8x8x33x!t>
  return %0, %1 : tensor<1x4x4x33x!t>, tensor<1x4x4x33x!t>
}

func.func @dilated(%x: tensor<1x13x11x3x!t>)
    -> (tensor<1x10x5x3x!t>, tensor<1x10x5x3x!t>) {
  %0 = graph.pool max %x window [3, 2] strides [1, 2] dilations [2, 3] pads [0, 1], [1, 0] : tensor<1x13x11x3x!t>
  %1 = graph.pool add %x window [3, 2] strides [1, 2] dilations [2, 3] pads [0, 1], [1, 0] : tensor<1x13x11x3x!t>
  return %0, %1 : tensor<1x10x5x3x!t>, tensor<1x10x5x3x!t>
}

func.func @asymmetric(%x: tensor<2x9x9x4x!t>)
    -> (tensor<2x4x4x4x!t>, tensor<2x4x4x4x!t>) {
  %0 = graph.pool max %x window [3, 3] strides [2, 2] dilations [1, 1] pads [0, 0], [1, 1] : tensor<2x9x9x4x!t>
  %1 = graph.pool add %x window [3, 3] strides [2, 2] dilations [1, 1] pads [0, 0], [1, 1] : tensor<2x9x9x4x!t>
  return %0, %1 : tensor<2x4x4x4x!t>, tensor<2x4x4x4x!t>
}

func.func @whole(%x: tensor<2x7x7x19x!t>)
    -> (tensor<2x1x1x19x!t>, tensor<2x1x1x19x!t>) {
  %0 = graph.pool max %x window [7, 7] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<2x7x7x19x!t>
  %1 = graph.pool add %x window [7, 7] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<2x7x7x19x!t>
  return %0, %1 : tensor<2x1x1x19x!t>, tensor<2x1x1x19x!t>
}

func.func @window3d(%x: tensor<1x5x6x7x3x!t>)
    -> (tensor<1x5x3x7x3x!t>, tensor<1x5x3x7x3x!t>) {
  %0 = graph.pool max %x window [2, 2, 2] strides [1, 2, 1] dilations [1, 1, 1] pads [1, 0, 0], [0, 0, 1] : tensor<1x5x6x7x3x!t>
  %1 = graph.pool add %x window [2, 2, 2] strides [1, 2, 1] dilations [1, 1, 1] pads [1, 0, 0], [0, 0, 1] : tensor<1x5x6x7x3x!t>
  return %0, %1 : tensor<1x5x3x7x3x!t>, tensor<1x5x3x7x3x!t>
}

func.func @one(%x: tensor<1x1x1x1x!t>)
    -> (tensor<1x1x1x1x!t>, tensor<1x1x1x1x!t>) {
  %0 = graph.pool max %x window [1, 1] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x1x1x1x!t>
  %1 = graph.pool add %x window [1, 1] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x1x1x1x!t>
  return %0, %1 : tensor<1x1x1x1x!t>, tensor<1x1x1x1x!t>
}

func.func @empty_result(%x: tensor<1x2x2x3x!t>)
    -> (tensor<1x0x0x3x!t>, tensor<1x0x0x3x!t>) {
  %0 = graph.pool max %x window [3, 3] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x2x2x3x!t>
  %1 = graph.pool add %x window [3, 3] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x2x2x3x!t>
  return %0, %1 : tensor<1x0x0x3x!t>, tensor<1x0x0x3x!t>
}

func.func @outside(%x: tensor<1x3x3x2x!t>)
    -> (tensor<1x3x3x2x!t>, tensor<1x3x3x2x!t>) {
  %0 = graph.pool max %x window [1, 1] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x3x3x2x!t>
  %1 = graph.pool add %x window [1, 1] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x3x3x2x!t>
  return %0, %1 : tensor<1x3x3x2x!t>, tensor<1x3x3x2x!t>
}

func.func @negative_pads(%x: tensor<1x9x9x4x!t>)
    -> (tensor<1x7x5x4x!t>, tensor<1x7x5x4x!t>) {
  %0 = graph.pool max %x window [2, 2] strides [1, 1] dilations [1, 1] pads [-1, -2], [0, -1] : tensor<1x9x9x4x!t>
  %1 = graph.pool add %x window [2, 2] strides [1, 1] dilations [1, 1] pads [-1, -2], [0, -1] : tensor<1x9x9x4x!t>
  return %0, %1 : tensor<1x7x5x4x!t>, tensor<1x7x5x4x!t>
}

func.func @dynamic(%x: tensor<?x?x9x5x!t, #graph.dims<["n", "h", "9", "5"]>>)
    -> (tensor<?x?x5x5x!t, #graph.dims<["n", "floordiv(h + 1, 2)", "5", "5"]>>, tensor<?x?x5x5x!t, #graph.dims<["n", "floordiv(h + 1, 2)", "5", "5"]>>) attributes {check.sizes = [{n = 2, h = 7}, {n = 1, h = 2}, {n = 0, h = 5}, {n = 3, h = 12}]} {
  %0 = graph.pool max %x window [3, 3] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<?x?x9x5x!t, #graph.dims<["n", "h", "9", "5"]>>
  %1 = graph.pool add %x window [3, 3] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<?x?x9x5x!t, #graph.dims<["n", "h", "9", "5"]>>
  return %0, %1 : tensor<?x?x5x5x!t, #graph.dims<["n", "floordiv(h + 1, 2)", "5", "5"]>>, tensor<?x?x5x5x!t, #graph.dims<["n", "floordiv(h + 1, 2)", "5", "5"]>>
}

func.func @special(%x: tensor<1x9x11x5x!t> {check.values = "special"})
    -> tensor<1x9x11x5x!t> {
  %0 = graph.pool max %x window [3, 3] strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x9x11x5x!t>
  return %0 : tensor<1x9x11x5x!t>
}
