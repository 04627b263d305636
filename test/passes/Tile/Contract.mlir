// RUN: heddle-opt %s -heddle-kernels-to-loops -canonicalize -cse -split-input-file | FileCheck %s

// Six rows times two vectors: twelve sums go round the loop, every step loads two vectors and six elements.
// CHECK-LABEL: func.func private @tile
// CHECK-NOT: kernel.scratch
// CHECK: scf.for {{.*}} iter_args(
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<8xf32>
// CHECK-COUNT-6: llvm.load {{.*}} -> f32
// CHECK: scf.yield
// CHECK-COUNT-12: vector.store
kernel.func @tile(%a: tensor<12x64xf32>, %b: tensor<64x32xf32> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], width = 16>}) -> tensor<12x32xf32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [12, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<12x64xf32>, tensor<64x32xf32>
  kernel.return %0 : tensor<12x32xf32>
}

// -----

// Bias and activation act on the sums before they are stored.
// CHECK-LABEL: func.func private @epilogue
// CHECK: vector.fma
// CHECK: scf.yield
// CHECK: arith.addf
// CHECK: arith.select
// CHECK: vector.store
kernel.func @epilogue(%a: tensor<6x64xf32>, %b: tensor<64x16xf32> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], width = 16>}, %c: tensor<16xf32>) -> tensor<6x16xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [6, 2],
    block = [6, 0], unroll = 1, weights_inner = true>} {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<6x64xf32>, tensor<64x16xf32>
  %1 = graph.add %0, %c : tensor<6x16xf32>, tensor<16xf32>
  %2 = graph.max %1, %zero : tensor<6x16xf32>, tensor<f32>
  kernel.return %2 : tensor<6x16xf32>
}

// -----

// Ten columns: one vector of eight, and one of which two lanes are stored.
// CHECK-LABEL: func.func private @columns
// CHECK: vector.store
// CHECK: vector.maskedstore
kernel.func @columns(%a: tensor<1x64xf32>, %b: tensor<64x10xf32> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], width = 16>}) -> tensor<1x10xf32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [1, 2], block = [1, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<1x64xf32>, tensor<64x10xf32>
  kernel.return %0 : tensor<1x10xf32>
}

// -----

// Rows outside the input read a line of zeros in scratch memory (64 channels).
// CHECK-LABEL: func.func private @padded
// CHECK-SAME: kernel.scratch = "256"
// CHECK: arith.cmpi ult
// CHECK: arith.select {{.*}} : !llvm.ptr
// CHECK: vector.fma
kernel.func @padded(%a: tensor<1x6x6x64xf32>, %b: tensor<3x3x64x16xf32> {kernel.layout = #kernel.panels<
    depth = [0, 1, 2], columns = [3], width = 16>}) -> tensor<1x6x6x16xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [6, 2],
    block = [36, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.conv %a, %b strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1
      : tensor<1x6x6x64xf32>, tensor<3x3x64x16xf32>
  kernel.return %0 : tensor<1x6x6x16xf32>
}

// -----

// A 1x1 convolution is a matrix product of all pixels: one loop of depth, no selects.
// CHECK-LABEL: func.func private @pointwise
// CHECK-NOT: arith.select
// CHECK: vector.fma
// CHECK-NOT: arith.select
kernel.func @pointwise(%a: tensor<2x6x6x64xf32>, %b: tensor<1x1x64x16xf32> {kernel.layout = #kernel.panels<
    depth = [0, 1, 2], columns = [3], width = 16>}) -> tensor<2x6x6x16xf32>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [6, 2],
    block = [72, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.conv %a, %b strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1
      : tensor<2x6x6x64xf32>, tensor<1x1x64x16xf32>
  kernel.return %0 : tensor<2x6x6x16xf32>
}

// -----

// Rows of half floats are brought into single ones first; the weights are widened as they are loaded.
// CHECK-LABEL: func.func private @half
// CHECK: arith.extf {{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: llvm.store {{.*}} : vector<8xf32>, !llvm.ptr
// CHECK: vector.fma
// CHECK: arith.truncf
kernel.func @half(%a: tensor<6x64xf16>, %b: tensor<64x16xf16> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], width = 16>}) -> tensor<6x16xf16> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [6, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<6x64xf16>, tensor<64x16xf16>
  kernel.return %0 : tensor<6x16xf16>
}

// -----

// Depth in two pieces: between them the sums stay in scratch memory.
// CHECK-LABEL: func.func private @pieces
// CHECK: scf.if {{.*}} -> (vector<8xf32>
// CHECK: vector.fma
kernel.func @pieces(%a: tensor<6x64xf32>, %b: tensor<64x16xf32> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], width = 16>}) -> tensor<6x16xf32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [6, 32], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<6x64xf32>, tensor<64x16xf32>
  kernel.return %0 : tensor<6x16xf32>
}

// -----

// Any number of rows: tiles of 6, then 4, 2 and 1.
// CHECK-LABEL: func.func private @open_rows
// CHECK: step %c6
// CHECK: step %c4
// CHECK: step %c2
// CHECK: step %c1
kernel.func @open_rows(%a: tensor<?x64xf32, #graph.dims<["batch", "64"]>>, %b: tensor<64x16xf32> {kernel.layout =
    #kernel.panels<depth = [0], columns = [1], width = 16>}) -> tensor<?x16xf32, #graph.dims<["batch", "16"]>>
    attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [6, 2],
    block = [48, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<?x64xf32, #graph.dims<["batch", "64"]>>, tensor<64x16xf32>
  kernel.return %0 : tensor<?x16xf32, #graph.dims<["batch", "16"]>>
}

// -----

// Four unsigned bytes of a row, read in place, times four signed ones of every column; 12 steps of depth are 3 groups.
// CHECK-LABEL: func.func private @bytes
// CHECK-NOT: kernel.scratch
// CHECK-DAG: %[[C3:.+]] = arith.constant 3 : index
// CHECK: scf.for {{.*}} to %[[C3]]
// CHECK: %[[B:.+]] = llvm.load {{.*}} -> vector<64xi8>
// CHECK: llvm.load {{.*}} {alignment = 1 : i64} : !llvm.ptr -> i32
// CHECK: %[[A:.+]] = vector.bitcast {{.*}} to vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.+}}, %[[A]], %[[B]])
#vnni = #kernel.target<cpu = "x86-64-v4", features = "+avx512vnni", vector_bytes = 64, vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>
module attributes {kernel.target = #vnni} {
kernel.func @bytes(%a: tensor<2x12xui8>, %b: tensor<12x16xi8> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], group = 4, width = 16>}) -> tensor<2x16xi32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 16, tile = [2, 1], block = [2, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<2x12xui8>, tensor<12x16xi8>
  kernel.return %0 : tensor<2x16xi32>
}
}

// -----

// The unsigned side comes first, whichever it is.
// CHECK-LABEL: func.func private @unsigned_weights
// CHECK: %[[B:.+]] = llvm.load {{.*}} -> vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.+}}, %[[B]], %{{.+}})
#vnni = #kernel.target<cpu = "x86-64-v4", features = "+avx512vnni", vector_bytes = 64, vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>
module attributes {kernel.target = #vnni} {
kernel.func @unsigned_weights(%a: tensor<2x12xi8>, %b: tensor<12x16xui8> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], group = 4, width = 16>}) -> tensor<2x16xi32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 16, tile = [2, 1], block = [2, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<2x12xi8>, tensor<12x16xui8>
  kernel.return %0 : tensor<2x16xi32>
}
}

// -----

// Rows are copied plus 128; sums start at the numbers in front of the panel.
// CHECK-LABEL: func.func private @shifted
// CHECK-SAME: kernel.scratch
// CHECK: arith.addi {{.*}} : vector<{{[0-9]+}}xi8>
// CHECK: llvm.getelementptr %[[P:.+]][64]
// CHECK: llvm.load %[[P]] {{.*}} -> vector<16xi32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
#vnni = #kernel.target<cpu = "x86-64-v4", features = "+avx512vnni", vector_bytes = 64, vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>
module attributes {kernel.target = #vnni} {
kernel.func @shifted(%a: tensor<2x12xi8>, %b: tensor<12x16xi8> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], group = 4, offset = 128, width = 16>}) -> tensor<2x16xi32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 16, tile = [2, 1], block = [2, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<2x12xi8>, tensor<12x16xi8>
  kernel.return %0 : tensor<2x16xi32>
}
}

// -----

// Pairs of words: rows are widened as they are copied, weights as they are read.
// CHECK-LABEL: func.func private @pairs
// CHECK: arith.extsi {{.*}} to vector<{{[0-9]+}}xi16>
// CHECK: %[[B:.+]] = llvm.load {{.*}} -> vector<16xi8>
// CHECK: arith.extui {{.*}} : vector<16xi8> to vector<16xi16>
// CHECK: %[[P:.+]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// CHECK: arith.addi %{{.+}}, %[[P]] : vector<8xi32>
kernel.func @pairs(%a: tensor<2x12xi8>, %b: tensor<12x16xui8> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], group = 2, width = 16>}) -> tensor<2x16xi32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [2, 2], block = [2, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<2x12xi8>, tensor<12x16xui8>
  kernel.return %0 : tensor<2x16xi32>
}

// -----

// Weights that are converted in front of the product are converted as they are read.
// CHECK-LABEL: func.func private @converted
// CHECK: llvm.load {{.*}} -> vector<8xi8>
// CHECK: arith.sitofp {{.*}} : vector<8xi8> to vector<8xf32>
// CHECK: vector.fma
kernel.func @converted(%a: tensor<6x64xf32>, %b: tensor<64x16xi8> {kernel.layout = #kernel.panels<depth = [0],
    columns = [1], width = 16>}) -> tensor<6x16xf32> attributes {anchor = #kernel<anchor contract>,
    schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [6, 0], unroll = 1, weights_inner = true>} {
  %0 = graph.cast %b to f32 : tensor<64x16xi8>
  %1 = graph.contract "mk,kn->mn" %a, %0 : tensor<6x64xf32>, tensor<64x16xf32>
  kernel.return %1 : tensor<6x16xf32>
}
