// RUN: heddle-check %s --type a=i8,ui8 --type b=i8,ui8
// RUN: heddle-check %s --target=x86-64-v3 --type a=i8,ui8 --type b=i8,ui8

func.func @same3x3(%x: tensor<1x9x11x5x!a>, %f: tensor<3x3x5x17x!b>)
    -> tensor<1x9x11x17xi32> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x9x11x5x!a>, tensor<3x3x5x17x!b>
  return %0 : tensor<1x9x11x17xi32>
}

func.func @pointwise(%x: tensor<1x7x9x19x!a>, %f: tensor<1x1x19x33x!b>)
    -> tensor<1x7x9x33xi32> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x7x9x19x!a>, tensor<1x1x19x33x!b>
  return %0 : tensor<1x7x9x33xi32>
}

func.func @depthwise(%x: tensor<1x9x11x19x!a>, %f: tensor<3x3x1x19x!b>)
    -> tensor<1x9x11x19xi32> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 19 : tensor<1x9x11x19x!a>, tensor<3x3x1x19x!b>
  return %0 : tensor<1x9x11x19xi32>
}

func.func @groups(%x: tensor<1x9x7x6x!a>, %f: tensor<3x3x2x9x!b>)
    -> tensor<1x9x7x9xi32> {
  %0 = graph.conv %x, %f strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 3 : tensor<1x9x7x6x!a>, tensor<3x3x2x9x!b>
  return %0 : tensor<1x9x7x9xi32>
}
