// RUN: heddle-opt %s -heddle-kernels-to-loops -canonicalize -cse | FileCheck %s

// A softmax: the exponentials are computed once, in the pass that sums them, and kept in a row of scratch memory; the
// division is a multiplication by the reciprocal of the sum.
// CHECK-LABEL: func.func private @softmax
// CHECK-SAME: kernel.scratch = "512"
// CHECK: scf.for
// The maximum, with several accumulators.
// CHECK: scf.for {{.+}} iter_args
// CHECK-NOT: math.exp
// CHECK: scf.for {{.+}} iter_args
// CHECK: math.exp
// CHECK: vector.store
// CHECK: scf.for
// CHECK-NOT: math.exp
// CHECK: arith.divf
// CHECK: arith.mulf
// CHECK: vector.store
// CHECK-NOT: math.exp
// CHECK: return
kernel.func private @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.reduce max %x axes [1] : tensor<64x128xf32>
  %1 = graph.sub %x, %0 : tensor<64x128xf32>, tensor<64x1xf32>
  %2 = graph.exp %1 : tensor<64x128xf32>
  %3 = graph.reduce add %2 axes [1] : tensor<64x128xf32>
  %4 = graph.div %2, %3 : tensor<64x128xf32>, tensor<64x1xf32>
  kernel.return %4 : tensor<64x128xf32>
}

// 13 = 8 + 5: the rest of a row is read with its predecessors, of which 3 do not count.
// CHECK-LABEL: func.func private @rest
// CHECK: arith.constant dense<[false, false, false, true, true, true, true, true]>
// CHECK: arith.select
kernel.func private @rest(%x: tensor<512x13xf32>) -> tensor<512x1xf32> attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.reduce add %x axes [1] : tensor<512x13xf32>
  kernel.return %0 : tensor<512x1xf32>
}

// Outer dimensions are reduced: lanes run along the channels, four vectors side by side.
// CHECK-LABEL: func.func private @columns
// CHECK-SAME: kernel.symbols = []
// CHECK: scf.for {{.+}} iter_args(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK: vector.store
// CHECK-NOT: vector.shuffle
kernel.func private @columns(%x: tensor<1x7x7x256xf32>) -> tensor<1x1x1x256xf32> attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.reduce add %x axes [1, 2] : tensor<1x7x7x256xf32>
  kernel.return %0 : tensor<1x1x1x256xf32>
}

// Sums of f16 are f32 until the end.
// CHECK-LABEL: func.func private @half
// CHECK: iter_args({{.+}}) -> (vector<8xf32>
// CHECK: arith.truncf
kernel.func private @half(%x: tensor<64x64xf16>) -> tensor<64x1xf16> attributes {anchor = #kernel<anchor reduce>} {
  %0 = graph.reduce add %x axes [1] : tensor<64x64xf16>
  kernel.return %0 : tensor<64x1xf16>
}
