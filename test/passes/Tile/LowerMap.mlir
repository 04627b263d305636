// RUN: heddle-opt %s -heddle-kernels-to-loops -canonicalize -cse | FileCheck %s

// Shapes agree, so all dimensions are one loop, cut into pieces of 8192 elements.
// CHECK-LABEL: func.func private @flat
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: vector.load {{.+}} vector<8xf32>
// CHECK: vector.store
kernel.func private @flat(%x: tensor<32x32x64xf32>, %y: tensor<32x32x64xf32>) -> tensor<32x32x64xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.mul %x, %y : tensor<32x32x64xf32>, tensor<32x32x64xf32>
  kernel.return %0 : tensor<32x32x64xf32>
}

// 37 is no multiple of 8: the last vector starts at 37 - 8 = 29.
// CHECK-LABEL: func.func private @odd
// CHECK: %[[LAST:.+]] = arith.constant 29 : index
// CHECK: arith.minsi %{{.+}}, %[[LAST]]
// CHECK: vector.store {{.+}} vector<8xf32>
kernel.func private @odd(%x: tensor<100x37xf32>, %b: tensor<37xf32>) -> tensor<100x37xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.add %x, %b : tensor<100x37xf32>, tensor<37xf32>
  kernel.return %0 : tensor<100x37xf32>
}

// What does not depend on the lanes stays a scalar: one exponential per row.
// CHECK-LABEL: func.func private @uniform
// CHECK: math.exp %{{.+}} : f32
// CHECK: vector.broadcast
kernel.func private @uniform(%x: tensor<100x64xf32>, %c: tensor<100x1xf32>) -> tensor<100x64xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.exp %c : tensor<100x1xf32>
  %1 = graph.add %x, %0 : tensor<100x64xf32>, tensor<100x1xf32>
  kernel.return %1 : tensor<100x64xf32>
}

// Blocks of 8 x 8 are turned over in registers: no gathers.
// CHECK-LABEL: func.func private @transposed
// CHECK-NOT: vector.gather
// CHECK-COUNT-8: vector.load {{.+}} vector<8xf32>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.store {{.+}} vector<8xf32>
kernel.func private @transposed(%x: tensor<64x96xf32>) -> tensor<96x64xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.transpose %x [1, 0] : tensor<64x96xf32>
  kernel.return %0 : tensor<96x64xf32>
}

// Three channels are interleaved.
// CHECK-LABEL: func.func private @channels_last
// CHECK-NOT: vector.gather
// CHECK-COUNT-3: vector.load {{.+}} vector<8xf32>
// CHECK-COUNT-6: vector.shuffle
// CHECK-COUNT-3: vector.store {{.+}} vector<8xf32>
kernel.func private @channels_last(%x: tensor<1x3x64x64xf32>) -> tensor<1x64x64x3xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.transpose %x [0, 2, 3, 1] : tensor<1x3x64x64xf32>
  kernel.return %0 : tensor<1x64x64x3xf32>
}

// A concatenation at the end is a nest for every operand; no element chooses.
// CHECK-LABEL: func.func private @parts
// CHECK-NOT: scf.if
// CHECK: vector.store
// CHECK: vector.store
// CHECK-NOT: vector.store
kernel.func private @parts(%x: tensor<64x48xf32>, %y: tensor<64x16xf32>) -> tensor<64x64xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.concat %x, %y axis 1 : tensor<64x48xf32>, tensor<64x16xf32>
  kernel.return %0 : tensor<64x64xf32>
}

// Rows of open length: vectors where they are long enough, scalars otherwise.
// CHECK-LABEL: func.func private @open
// CHECK: scf.if
// CHECK: vector.store
// CHECK: } else {
// CHECK: memref.store
kernel.func private @open(%x: tensor<?xf32, #graph.dims<["n"]>>) -> tensor<?xf32, #graph.dims<["n"]>> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.neg %x : tensor<?xf32, #graph.dims<["n"]>>
  kernel.return %0 : tensor<?xf32, #graph.dims<["n"]>>
}
