// RUN: heddle-check %s --type t=f32,f16,i32

func.func @window1d(%x: tensor<2x17x5x!t> {check.values = "integers 0 20"})
    -> tensor<2x9x5xi64> {
  %0 = graph.arg_pool %x window [3] strides [2] dilations [1] pads [1], [1] : tensor<2x17x5x!t>
  return %0 : tensor<2x9x5xi64>
}

func.func @window2d(%x: tensor<1x13x11x7x!t> {check.values = "integers 0 20"})
    -> tensor<1x7x6x7xi64> {
  %0 = graph.arg_pool %x window [3, 3] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x13x11x7x!t>
  return %0 : tensor<1x7x6x7xi64>
}

func.func @channels(%x: tensor<1x8x8x33x!t> {check.values = "integers 0 20"})
    -> tensor<1x4x4x33xi64> {
  %0 = graph.arg_pool %x window [2, 2] strides [2, 2] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x8x8x33x!t>
  return %0 : tensor<1x4x4x33xi64>
}

func.func @dilated(%x: tensor<1x13x11x3x!t> {check.values = "integers 0 20"})
    -> tensor<1x10x5x3xi64> {
  %0 = graph.arg_pool %x window [3, 2] strides [1, 2] dilations [2, 3] pads [0, 1], [1, 0] : tensor<1x13x11x3x!t>
  return %0 : tensor<1x10x5x3xi64>
}

func.func @asymmetric(%x: tensor<2x9x9x4x!t> {check.values = "integers 0 20"})
    -> tensor<2x4x4x4xi64> {
  %0 = graph.arg_pool %x window [3, 3] strides [2, 2] dilations [1, 1] pads [0, 0], [1, 1] : tensor<2x9x9x4x!t>
  return %0 : tensor<2x4x4x4xi64>
}

func.func @whole(%x: tensor<2x7x7x19x!t> {check.values = "integers 0 20"})
    -> tensor<2x1x1x19xi64> {
  %0 = graph.arg_pool %x window [7, 7] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<2x7x7x19x!t>
  return %0 : tensor<2x1x1x19xi64>
}

func.func @window3d(%x: tensor<1x5x6x7x3x!t> {check.values = "integers 0 20"})
    -> tensor<1x5x3x7x3xi64> {
  %0 = graph.arg_pool %x window [2, 2, 2] strides [1, 2, 1] dilations [1, 1, 1] pads [1, 0, 0], [0, 0, 1] : tensor<1x5x6x7x3x!t>
  return %0 : tensor<1x5x3x7x3xi64>
}

func.func @one(%x: tensor<1x1x1x1x!t> {check.values = "integers 0 20"})
    -> tensor<1x1x1x1xi64> {
  %0 = graph.arg_pool %x window [1, 1] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x1x1x1x!t>
  return %0 : tensor<1x1x1x1xi64>
}

func.func @empty_result(%x: tensor<1x2x2x3x!t> {check.values = "integers 0 20"})
    -> tensor<1x0x0x3xi64> {
  %0 = graph.arg_pool %x window [3, 3] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x2x2x3x!t>
  return %0 : tensor<1x0x0x3xi64>
}

func.func @outside(%x: tensor<1x3x3x2x!t> {check.values = "integers 0 20"})
    -> tensor<1x3x3x2xi64> {
  %0 = graph.arg_pool %x window [1, 1] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x3x3x2x!t>
  return %0 : tensor<1x3x3x2xi64>
}

func.func @negative_pads(%x: tensor<1x9x9x4x!t> {check.values = "integers 0 20"})
    -> tensor<1x7x5x4xi64> {
  %0 = graph.arg_pool %x window [2, 2] strides [1, 1] dilations [1, 1] pads [-1, -2], [0, -1] : tensor<1x9x9x4x!t>
  return %0 : tensor<1x7x5x4xi64>
}

func.func @dynamic(%x: tensor<?x?x9x5x!t, #graph.dims<["n", "h", "9", "5"]>> {check.values = "integers 0 20"})
    -> tensor<?x?x5x5xi64, #graph.dims<["n", "floordiv(h + 1, 2)", "5", "5"]>> attributes {check.sizes = [{n = 2, h = 7}, {n = 1, h = 2}, {n = 0, h = 5}, {n = 3, h = 12}]} {
  %0 = graph.arg_pool %x window [3, 3] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<?x?x9x5x!t, #graph.dims<["n", "h", "9", "5"]>>
  return %0 : tensor<?x?x5x5xi64, #graph.dims<["n", "floordiv(h + 1, 2)", "5", "5"]>>
}
