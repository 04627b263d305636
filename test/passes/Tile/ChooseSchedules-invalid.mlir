// RUN: heddle-opt %s -heddle-choose-schedules -split-input-file -verify-diagnostics

// expected-error @+1 {{has the anchor 'contract' but no contraction}}
kernel.func @none(%a: tensor<4xf32>) -> tensor<4xf32> attributes {anchor = #kernel<anchor contract>} {
  %0 = graph.neg %a : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}

// -----

kernel.func @two(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32>
    attributes {anchor = #kernel<anchor contract>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
  // expected-error @+1 {{is the second contraction of a kernel, which may have one}}
  %1 = graph.contract "mk,kn->mn" %0, %b : tensor<4x4xf32>, tensor<4x4xf32>
  kernel.return %1 : tensor<4x4xf32>
}

// -----

// A schedule that stands in the IR, from a tuning record or written by hand, is carried out as it is or refused.
// expected-error @+1 {{has a schedule that cannot be carried out: tile [14, 4] does not fit the target's 16 vector registers}}
kernel.func @registers(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [14, 4],
                block = [56, 0], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: lanes = 12 is no power of two from 2 to 8}}
kernel.func @lanes(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 12, tile = [4, 2],
                block = [64, 0], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: tile [4] is no [rows, vectors], each at least 1}}
kernel.func @tile(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [4],
                block = [64, 0], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: block [64, -1] is no [rows, depth], at least [1, 0]}}
kernel.func @block(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [4, 2],
                block = [64, -1], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: block [62, 0] is no whole number of tiles of 4 rows}}
kernel.func @rows(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [4, 2],
                block = [62, 0], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: block [4, 4294967296] is beyond 32 bits}}
kernel.func @far(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [4, 2],
                block = [4, 4294967296], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: unroll = 3 is none of 1, 2, 4, 8}}
kernel.func @unroll(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [4, 2],
                block = [64, 0], unroll = 3, weights_inner = false>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: lanes = 32 is no power of two from 1 to 16}}
kernel.func @wide(%a: tensor<512xf32>) -> tensor<512xf32> attributes {anchor = #kernel<anchor map>,
    schedule = #kernel.schedule<lanes = 32, unroll = 1, weights_inner = false>} {
  %0 = graph.neg %a : tensor<512xf32>
  kernel.return %0 : tensor<512xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: a kernel with the anchor 'map' has lanes alone to choose}}
kernel.func @tiled(%a: tensor<512xf32>) -> tensor<512xf32> attributes {anchor = #kernel<anchor map>,
    schedule = #kernel.schedule<lanes = 8, tile = [2], unroll = 1, weights_inner = false>} {
  %0 = graph.neg %a : tensor<512xf32>
  kernel.return %0 : tensor<512xf32>
}

// -----

// expected-error @+1 {{cannot be carried out: tile [17] is no [pixels] from 1 to 16}}
kernel.func @pixels(%a: tensor<1x9x9x32xf32>) -> tensor<1x9x9x32xf32> attributes {anchor = #kernel<anchor window>,
    schedule = #kernel.schedule<lanes = 8, tile = [17], unroll = 1, weights_inner = false>} {
  %0 = graph.neg %a : tensor<1x9x9x32xf32>
  kernel.return %0 : tensor<1x9x9x32xf32>
}

// -----

// expected-error @below {{has a schedule that cannot be carried out: tile [8, 2] is no [queries, vectors of keys] that fits 16 vector registers}}
kernel.func @many_queries(%q: tensor<2x5x8xf32>, %k: tensor<2x9x8xf32>, %v: tensor<2x9x8xf32>) -> tensor<2x5x8xf32>
    attributes {anchor = #kernel<anchor attention>, schedule = #kernel.schedule<lanes = 8, tile = [8, 2], block = [8, 64], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "bmd,bnd->bmn" %q, %k : tensor<2x5x8xf32>, tensor<2x9x8xf32>
  %1 = graph.reduce max %0 axes [2] : tensor<2x5x9xf32>
  %2 = graph.sub %0, %1 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %3 = graph.exp %2 : tensor<2x5x9xf32>
  %4 = graph.reduce add %3 axes [2] : tensor<2x5x9xf32>
  %5 = graph.div %3, %4 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %6 = graph.contract "bmn,bnd->bmd" %5, %v : tensor<2x5x9xf32>, tensor<2x9x8xf32>
  kernel.return %6 : tensor<2x5x8xf32>
}

// -----

// expected-error @below {{has a schedule that cannot be carried out: block [6, 64] is no [queries, keys] of whole tiles of 4 queries and vectors of 8 keys}}
kernel.func @part_of_a_tile(%q: tensor<2x5x8xf32>, %k: tensor<2x9x8xf32>, %v: tensor<2x9x8xf32>) -> tensor<2x5x8xf32>
    attributes {anchor = #kernel<anchor attention>, schedule = #kernel.schedule<lanes = 8, tile = [4, 2], block = [6, 64], unroll = 1, weights_inner = false>} {
  %0 = graph.contract "bmd,bnd->bmn" %q, %k : tensor<2x5x8xf32>, tensor<2x9x8xf32>
  %1 = graph.reduce max %0 axes [2] : tensor<2x5x9xf32>
  %2 = graph.sub %0, %1 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %3 = graph.exp %2 : tensor<2x5x9xf32>
  %4 = graph.reduce add %3 axes [2] : tensor<2x5x9xf32>
  %5 = graph.div %3, %4 : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %6 = graph.contract "bmn,bnd->bmd" %5, %v : tensor<2x5x9xf32>, tensor<2x9x8xf32>
  kernel.return %6 : tensor<2x5x8xf32>
}
