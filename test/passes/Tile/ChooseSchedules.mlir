// RUN: heddle-opt %s -heddle-choose-schedules -split-input-file | FileCheck %s

#v4 = #kernel.target<cpu = "x86-64-v4", features = "", vector_bytes = 64, vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>
module attributes {kernel.target = #v4} {
  // The weights are a constant at every launch: packed as wide as the tile. 768 columns divide into its panels.
  // CHECK: kernel.func @constant_weights(%{{.*}}: tensor<384x768xf32>, %{{.*}}: tensor<768x768xf32> {kernel.layout = #kernel.panels<depth = [0], columns = [1], width = [[W:32|48|64]]>})
  // CHECK-SAME: schedule = #kernel.schedule<lanes = 16, tile = [{{[0-9]+}}, {{[234]}}], block = [{{[0-9]+}}, 0]
  kernel.func @constant_weights(%a: tensor<384x768xf32>, %b: tensor<768x768xf32>) -> tensor<384x768xf32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<384x768xf32>, tensor<768x768xf32>
    kernel.return %0 : tensor<384x768xf32>
  }
  // One launch passes something else: nothing can be packed.
  // CHECK: kernel.func @sometimes_constant
  // CHECK-NOT: kernel.layout
  // CHECK-SAME: schedule
  kernel.func @sometimes_constant(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
    kernel.return %0 : tensor<64x64xf32>
  }
  // A constant on the left of a matrix-vector product takes the role of the weights.
  // CHECK: kernel.func @constant_on_the_left(%{{.*}}: tensor<300x200xf32> {kernel.layout = #kernel.panels<depth = [1], columns = [0], width = {{[0-9]+}}>}
  kernel.func @constant_on_the_left(%a: tensor<300x200xf32>, %b: tensor<200xf32>) -> tensor<300xf32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,k->m" %a, %b : tensor<300x200xf32>, tensor<200xf32>
    kernel.return %0 : tensor<300xf32>
  }
  func.func @main(%x: tensor<384x768xf32>, %y: tensor<64x64xf32>, %v: tensor<200xf32>) {
    %w = graph.constant dense<1.0> : tensor<768x768xf32>
    %0 = kernel.launch @constant_weights(%x, %w) : (tensor<384x768xf32>, tensor<768x768xf32>) -> tensor<384x768xf32>
    %u = graph.constant dense<1.0> : tensor<64x64xf32>
    %1 = kernel.launch @sometimes_constant(%y, %u) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = kernel.launch @sometimes_constant(%u, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %m = graph.constant dense<1.0> : tensor<300x200xf32>
    %3 = kernel.launch @constant_on_the_left(%m, %v) : (tensor<300x200xf32>, tensor<200xf32>) -> tensor<300xf32>
    return
  }
}

// -----

#v3 = #kernel.target<cpu = "x86-64-v3", features = "", vector_bytes = 32, vector_registers = 16, l1_bytes = 32768, l2_bytes = 262144>
module attributes {kernel.target = #v3} {
  // Sixteen registers hold 6x16 sums, two vectors of weights and one element.
  // CHECK: kernel.func @square
  // CHECK-SAME: lanes = 8, tile = [6, 2]
  kernel.func @square(%a: tensor<516x512xf32>, %b: tensor<512x512xf32>) -> tensor<516x512xf32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<516x512xf32>, tensor<512x512xf32>
    kernel.return %0 : tensor<516x512xf32>
  }
  // Elements of 8 bytes: half as many lanes.
  // CHECK: kernel.func @double
  // CHECK-SAME: lanes = 4
  kernel.func @double(%a: tensor<512x512xf64>, %b: tensor<512x512xf64>) -> tensor<512x512xf64>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<512x512xf64>, tensor<512x512xf64>
    kernel.return %0 : tensor<512x512xf64>
  }
  // The panel of 4608 rows leaves the cache: depth in pieces.
  // CHECK: kernel.func @deep
  // CHECK-SAME: block = [{{[0-9]+}}, {{[1-9][0-9]*}}]
  kernel.func @deep(%a: tensor<1x7x7x512xf32>, %b: tensor<3x3x512x512xf32>) -> tensor<1x7x7x512xf32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.conv %a, %b strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1
        : tensor<1x7x7x512xf32>, tensor<3x3x512x512xf32>
    kernel.return %0 : tensor<1x7x7x512xf32>
  }
  // A panel must not hold columns of two groups of 24.
  // CHECK: kernel.func @groups
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0, 1, 2], columns = [3], width = {{8|24}}>
  kernel.func @groups(%a: tensor<1x9x9x32xf32>, %b: tensor<3x3x16x48xf32>) -> tensor<1x9x9x48xf32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.conv %a, %b strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 2
        : tensor<1x9x9x32xf32>, tensor<3x3x16x48xf32>
    kernel.return %0 : tensor<1x9x9x48xf32>
  }
  // What a tuning record says stays, and decides the panels.
  // CHECK: kernel.func @recorded
  // CHECK-SAME: width = 24
  // CHECK-SAME: lanes = 8, tile = [4, 3], block = [64, 0], unroll = 1, weights_inner = false
  kernel.func @recorded(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32>
      attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [4, 3],
                  block = [64, 0], unroll = 1, weights_inner = false>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<512x512xf32>, tensor<512x512xf32>
    kernel.return %0 : tensor<512x512xf32>
  }
  // CHECK: kernel.func @elements
  // CHECK-SAME: schedule = #kernel.schedule<lanes = 8, unroll = 1, weights_inner = false>
  kernel.func @elements(%a: tensor<512xf32>) -> tensor<512xf32> attributes {anchor = #kernel<anchor map>} {
    %0 = graph.neg %a : tensor<512xf32>
    kernel.return %0 : tensor<512xf32>
  }
  func.func @main(%x: tensor<1x9x9x32xf32>, %y: tensor<512x512xf32>) {
    %w = graph.constant dense<1.0> : tensor<3x3x16x48xf32>
    %0 = kernel.launch @groups(%x, %w) : (tensor<1x9x9x32xf32>, tensor<3x3x16x48xf32>) -> tensor<1x9x9x48xf32>
    %v = graph.constant dense<1.0> : tensor<512x512xf32>
    %1 = kernel.launch @recorded(%y, %v) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    return
  }
}

// -----

// A rank's block of a constant is packed like a constant.
// CHECK: kernel.func @block_weights(%{{.*}}: tensor<384x768xf32>, %{{.*}}: tensor<768x384xf32> {kernel.layout = #kernel.panels<depth = [0], columns = [1]
#v4 = #kernel.target<cpu = "x86-64-v4", features = "", vector_bytes = 64, vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>
module attributes {kernel.target = #v4} {
  dist.mesh @mesh = [model = 2]
  kernel.func @block_weights(%a: tensor<384x768xf32>, %b: tensor<768x384xf32>) -> tensor<384x384xf32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<384x768xf32>, tensor<768x384xf32>
    kernel.return %0 : tensor<384x384xf32>
  }
  func.func @main(%x: tensor<384x768xf32>) {
    %c = graph.constant dense<1.0> : tensor<768x768xf32>
    %w = dist.block %c <[{}, {model}]> : tensor<768x768xf32> -> tensor<768x384xf32>
    %0 = kernel.launch @block_weights(%x, %w) : (tensor<384x768xf32>, tensor<768x384xf32>) -> tensor<384x384xf32>
    return
  }
}

// -----

#vnni = #kernel.target<cpu = "x86-64-v4", features = "+avx512vnni", vector_bytes = 64, vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>
module attributes {kernel.target = #vnni} {
  // Groups of four unsigned bytes times signed ones, as the instruction has them.
  // CHECK: kernel.func @unsigned_by_signed
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0], columns = [1], group = 4, width = {{[0-9]+}}>
  kernel.func @unsigned_by_signed(%a: tensor<40x768xui8>, %b: tensor<768x256xi8>) -> tensor<40x256xi32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<40x768xui8>, tensor<768x256xi8>
    kernel.return %0 : tensor<40x256xi32>
  }
  // CHECK: kernel.func @signed_by_unsigned
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0], columns = [1], group = 4, width = {{[0-9]+}}>
  kernel.func @signed_by_unsigned(%a: tensor<40x768xi8>, %b: tensor<768x256xui8>) -> tensor<40x256xi32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<40x768xi8>, tensor<768x256xui8>
    kernel.return %0 : tensor<40x256xi32>
  }
  // Equal signs: one side is shifted.
  // CHECK: kernel.func @signed
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0], columns = [1], group = 4, offset = 128, width = {{[0-9]+}}>
  kernel.func @signed(%a: tensor<40x768xi8>, %b: tensor<768x256xi8>) -> tensor<40x256xi32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<40x768xi8>, tensor<768x256xi8>
    kernel.return %0 : tensor<40x256xi32>
  }
  // CHECK: kernel.func @unsigned
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0], columns = [1], group = 4, offset = -128, width = {{[0-9]+}}>
  kernel.func @unsigned(%a: tensor<40x768xui8>, %b: tensor<768x256xui8>) -> tensor<40x256xi32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<40x768xui8>, tensor<768x256xui8>
    kernel.return %0 : tensor<40x256xi32>
  }
  func.func @main(%s: tensor<40x768xi8>, %u: tensor<40x768xui8>) {
    %c0 = graph.constant dense<1> : tensor<768x256xi8>
    %0 = kernel.launch @unsigned_by_signed(%u, %c0) : (tensor<40x768xui8>, tensor<768x256xi8>) -> tensor<40x256xi32>
    %c1 = graph.constant dense<1> : tensor<768x256xui8>
    %1 = kernel.launch @signed_by_unsigned(%s, %c1) : (tensor<40x768xi8>, tensor<768x256xui8>) -> tensor<40x256xi32>
    %c2 = graph.constant dense<1> : tensor<768x256xi8>
    %2 = kernel.launch @signed(%s, %c2) : (tensor<40x768xi8>, tensor<768x256xi8>) -> tensor<40x256xi32>
    %c3 = graph.constant dense<1> : tensor<768x256xui8>
    %3 = kernel.launch @unsigned(%u, %c3) : (tensor<40x768xui8>, tensor<768x256xui8>) -> tensor<40x256xi32>
    return
  }
}

// -----

#v3 = #kernel.target<cpu = "x86-64-v3", features = "-avx512vnni", vector_bytes = 32, vector_registers = 16, l1_bytes = 32768, l2_bytes = 262144>
module attributes {kernel.target = #v3} {
  // Without that instruction pairs of 16-bit integers; a product takes a register of its own.
  // CHECK: kernel.func @pairs
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0], columns = [1], group = 2, width = 16>
  // CHECK-SAME: lanes = 8, tile = [{{[0-6]}}, 2]
  kernel.func @pairs(%a: tensor<40x768xi8>, %b: tensor<768x256xi8>) -> tensor<40x256xi32>
      attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<40x768xi8>, tensor<768x256xi8>
    kernel.return %0 : tensor<40x256xi32>
  }
  func.func @main(%s: tensor<40x768xi8>, %u: tensor<40x768xui8>) {
    %c0 = graph.constant dense<1> : tensor<768x256xi8>
    %0 = kernel.launch @pairs(%s, %c0) : (tensor<40x768xi8>, tensor<768x256xi8>) -> tensor<40x256xi32>
    return
  }
}
