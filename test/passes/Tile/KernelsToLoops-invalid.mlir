// RUN: heddle-opt %s -heddle-kernels-to-loops -split-input-file -verify-diagnostics

kernel.func private @sort(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor map>} {
  // expected-error @below {{has no code inside a kernel of this kind}}
  %0 = graph.cumulative add %x axis 0 exclusive false reverse false : tensor<8xf32>
  kernel.return %0 : tensor<8xf32>
}

// -----

// expected-error @below {{is anchored by a reduction but has none}}
kernel.func private @no_reduction(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.neg %x : tensor<8xf32>
  kernel.return %0 : tensor<8xf32>
}

// -----

kernel.func private @two_axes(%x: tensor<8x4xf32>) -> (tensor<1x4xf32>, tensor<8x1xf32>) attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.reduce add %x axes [0] : tensor<8x4xf32>
  // expected-error @below {{differs in its dimensions from the first reduction of the kernel}}
  %1 = graph.reduce add %x axes [1] : tensor<8x4xf32>
  kernel.return %0, %1 : tensor<1x4xf32>, tensor<8x1xf32>
}

// -----

// expected-error @below {{gives result 0 of shape [4, 8], which is neither reduced nor the reductions' operand's}}
kernel.func private @other_shape(%x: tensor<8x4xf32>) -> tensor<4x8xf32> attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.reduce add %x axes [0] : tensor<8x4xf32>
  %1 = graph.add %x, %0 : tensor<8x4xf32>, tensor<1x4xf32>
  %2 = graph.transpose %1 [1, 0] : tensor<8x4xf32>
  kernel.return %2 : tensor<4x8xf32>
}

// -----

kernel.func private @grouped(%x: tensor<1x8x8x8xf32>, %w: tensor<3x3x2x8xf32>) -> tensor<1x6x6x8xf32> attributes {anchor = #kernel<anchor window>} {
  // expected-error @below {{is no depthwise convolution of a filter of known size, as a window kernel takes}}
  %0 = graph.conv %x, %w strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 4 : tensor<1x8x8x8xf32>, tensor<3x3x2x8xf32>
  kernel.return %0 : tensor<1x6x6x8xf32>
}

// -----

// expected-error @below {{has neither a pool nor a convolution}}
kernel.func private @no_window(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor window>} {
  %0 = graph.neg %x : tensor<8xf32>
  kernel.return %0 : tensor<8xf32>
}

// -----

// The weights lie in panels of 16 columns, the tile reads panels of 24.
// expected-error @+1 {{has an argument in the layout #kernel.panels<depth = [0], columns = [1], width = 16>, its schedule wants panels of 24 columns}}
kernel.func @panels(%a: tensor<12x64xf32>, %b: tensor<64x48xf32> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], width = 16>}) -> tensor<12x48xf32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [4, 3], block = [12, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<12x64xf32>, tensor<64x48xf32>
  kernel.return %0 : tensor<12x48xf32>
}

// -----

// expected-error @+1 {{has a schedule that cannot be carried out: lanes = 3 is no power of two from 1 to 16}}
kernel.func @lanes(%a: tensor<512xf32>) -> tensor<512xf32> attributes {anchor = #kernel<anchor map>,
    schedule = #kernel.schedule<lanes = 3, unroll = 1, weights_inner = false>} {
  %0 = graph.neg %a : tensor<512xf32>
  kernel.return %0 : tensor<512xf32>
}

// -----

// Groups of 4 bytes are products of VNNI, which a target without it has in groups of 2.
// expected-error @+1 {{its schedule wants panels of 16 columns in groups of 2 with the offset 0}}
kernel.func @groups(%a: tensor<12x64xui8>, %b: tensor<64x48xi8> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], group = 4, width = 16>}) -> tensor<12x48xi32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [4, 2], block = [12, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<12x64xui8>, tensor<64x48xi8>
  kernel.return %0 : tensor<12x48xi32>
}

// -----

// expected-error @below {{has the anchor 'attention' but no attention}}
kernel.func private @no_attention(%q: tensor<2x5x8xf32>) -> tensor<2x5x8xf32> attributes {anchor = #kernel<anchor attention>} {
  %0 = graph.neg %q : tensor<2x5x8xf32>
  kernel.return %0 : tensor<2x5x8xf32>
}

// -----

// expected-error @below {{has an attention whose queries, keys or values are no arguments}}
kernel.func private @computed_values(%q: tensor<2x5x8xf32>, %k: tensor<2x9x8xf32>, %v: tensor<2x9x8xf32>) -> tensor<2x5x8xf32> attributes {anchor = #kernel<anchor attention>} {
  %0 = graph.contract "bmd,bnd->bmn" %q, %k : tensor<2x5x8xf32>, tensor<2x9x8xf32>
  %1 = graph.reduce max %0 axes [2] : tensor<2x5x9xf32>
  %2 = graph.sub %0, %1 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %3 = graph.exp %2 : tensor<2x5x9xf32>
  %4 = graph.reduce add %3 axes [2] : tensor<2x5x9xf32>
  %5 = graph.div %3, %4 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %6 = graph.neg %v : tensor<2x9x8xf32>
  %7 = graph.contract "bmn,bnd->bmd" %5, %6 : tensor<2x5x9xf32>, tensor<2x9x8xf32>
  kernel.return %7 : tensor<2x5x8xf32>
}

// -----

// expected-error @below {{has an attention on 'f64', floats up to f32 are wanted}}
kernel.func private @doubles(%q: tensor<2x5x8xf64>, %k: tensor<2x9x8xf64>, %v: tensor<2x9x8xf64>) -> tensor<2x5x8xf64> attributes {anchor = #kernel<anchor attention>} {
  %0 = graph.contract "bmd,bnd->bmn" %q, %k : tensor<2x5x8xf64>, tensor<2x9x8xf64>
  %1 = graph.reduce max %0 axes [2] : tensor<2x5x9xf64>
  %2 = graph.sub %0, %1 : tensor<2x5x9xf64>, tensor<2x5x1xf64>
  %3 = graph.exp %2 : tensor<2x5x9xf64>
  %4 = graph.reduce add %3 axes [2] : tensor<2x5x9xf64>
  %5 = graph.div %3, %4 : tensor<2x5x9xf64>, tensor<2x5x1xf64>
  %7 = graph.contract "bmn,bnd->bmd" %5, %v : tensor<2x5x9xf64>, tensor<2x9x8xf64>
  kernel.return %7 : tensor<2x5x8xf64>
}

// -----

// expected-error @below {{has an attention with heads of open size}}
kernel.func private @open_heads(%q: tensor<2x5x?xf32, #graph.dims<["2", "5", "d"]>>, %k: tensor<2x9x?xf32, #graph.dims<["2", "9", "d"]>>, %v: tensor<2x9x8xf32>) -> tensor<2x5x8xf32> attributes {anchor = #kernel<anchor attention>} {
  %0 = graph.contract "bmd,bnd->bmn" %q, %k : tensor<2x5x?xf32, #graph.dims<["2", "5", "d"]>>, tensor<2x9x?xf32, #graph.dims<["2", "9", "d"]>>
  %1 = graph.reduce max %0 axes [2] : tensor<2x5x9xf32>
  %2 = graph.sub %0, %1 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %3 = graph.exp %2 : tensor<2x5x9xf32>
  %4 = graph.reduce add %3 axes [2] : tensor<2x5x9xf32>
  %5 = graph.div %3, %4 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %7 = graph.contract "bmn,bnd->bmd" %5, %v : tensor<2x5x9xf32>, tensor<2x9x8xf32>
  kernel.return %7 : tensor<2x5x8xf32>
}
