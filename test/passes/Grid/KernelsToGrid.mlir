// RUN: heddle-opt %s -heddle-kernels-to-grid -canonicalize -cse | FileCheck %s

// The kernels for the CPU stay, those for the GPU stand beside them.
// CHECK: kernel.func @flat
// CHECK-NOT: kernel.grid
// CHECK: gpu.module @heddle_device
// CHECK-SAME: kernel.messages = ["gather: an index lies outside

// Thread t of T computes elements t, t + T, …
// CHECK-LABEL: func.func private @flat(
// CHECK-SAME: %[[FAILURE:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr {llvm.noalias}, %{{.+}}: !llvm.ptr {llvm.noalias})
// CHECK-SAME: kernel.blocks = "2", {{.*}}kernel.threads = 256 : i64
// CHECK: nvvm.read.ptx.sreg.ntid.x
// CHECK: scf.for
// CHECK: memref.load
// CHECK: math.exp
// CHECK: memref.store
kernel.func @flat(%x: tensor<16x32xf32>) -> tensor<16x32xf32> attributes {anchor = #kernel<anchor map>, kernel.grid = #kernel.grid<threads = 256>} {
  %0 = graph.exp %x : tensor<16x32xf32>
  kernel.return %0 : tensor<16x32xf32>
}

// The size of the grid follows from the sizes of a launch.
// CHECK-LABEL: func.func private @symbolic(
// CHECK-SAME: kernel.blocks = "{{.*}}n{{.*}}"
kernel.func @symbolic(%x: tensor<?x32xf32, #graph.dims<["n", "32"]>>) -> tensor<?x32xf32, #graph.dims<["n", "32"]>> attributes {anchor = #kernel<anchor map>, kernel.grid = #kernel.grid<threads = 256 elements = 2>} {
  %0 = graph.exp %x : tensor<?x32xf32, #graph.dims<["n", "32"]>>
  kernel.return %0 : tensor<?x32xf32, #graph.dims<["n", "32"]>>
}

// An index that comes from data is checked.
// CHECK-LABEL: func.func private @lookup(
// CHECK: llvm.cmpxchg %{{.+}}, %{{.+}}, %{{.+}} monotonic monotonic
kernel.func @lookup(%t: tensor<10x32xf32>, %i: tensor<4xi64>) -> tensor<4x32xf32> attributes {anchor = #kernel<anchor map>, kernel.grid = #kernel.grid<threads = 256>} {
  %0 = graph.gather %t, %i axis 0 : tensor<10x32xf32>, tensor<4xi64>
  kernel.return %0 : tensor<4x32xf32>
}

// A warp for each row: two passes, and the exponentials are kept in shared memory between them.
// CHECK-LABEL: func.func private @softmax(
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK: math.exp
// CHECK: llvm.store %{{.+}} : f32, !llvm.ptr<3>
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK: llvm.load %{{.+}} : !llvm.ptr<3> -> f32
// CHECK-NOT: math.exp
// CHECK: llvm.mlir.global internal @softmax.shared() {addr_space = 3 : i32, alignment = 128 : i64}
kernel.func @softmax(%x: tensor<7x100xf32>) -> tensor<7x100xf32> attributes {anchor = #kernel<anchor reduce>, kernel.grid = #kernel.grid<threads = 256 team = 32>} {
  %0 = graph.reduce max %x axes [1] : tensor<7x100xf32>
  %1 = graph.sub %x, %0 : tensor<7x100xf32>, tensor<7x1xf32>
  %2 = graph.exp %1 : tensor<7x100xf32>
  %3 = graph.reduce add %2 axes [1] : tensor<7x100xf32>
  %4 = graph.div %2, %3 : tensor<7x100xf32>, tensor<7x1xf32>
  kernel.return %4 : tensor<7x100xf32>
}

// A block for each row: warps meet in shared memory.
// CHECK-LABEL: func.func private @long_rows(
// CHECK: nvvm.shfl.sync
// CHECK: nvvm.barrier0
// CHECK: llvm.store
// CHECK: nvvm.barrier0
// CHECK-COUNT-8: llvm.load
kernel.func @long_rows(%x: tensor<2x50000xf32>) -> tensor<2x1xf32> attributes {anchor = #kernel<anchor reduce>, kernel.grid = #kernel.grid<threads = 256 team = 256>} {
  %0 = graph.reduce add %x axes [1] : tensor<2x50000xf32>
  kernel.return %0 : tensor<2x1xf32>
}

// A block for each tile: (384 / 64) x (128 / 64). Operands and sums are in shared memory, sums of a step in registers.
// CHECK-LABEL: func.func private @product(
// CHECK-SAME: kernel.blocks = "12"
// CHECK: scf.for {{.+}} iter_args
// CHECK: nvvm.barrier0
// CHECK: llvm.store %{{.+}} : f32, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK: math.fma
kernel.func @product(%a: tensor<384x64xf32>, %b: tensor<64x128xf32>) -> tensor<384x128xf32> attributes {anchor = #kernel<anchor contract>, kernel.grid = #kernel.grid<threads = 256 tile = [64, 64, 16] part = [4, 4]>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<384x64xf32>, tensor<64x128xf32>
  kernel.return %0 : tensor<384x128xf32>
}

// A thread for each element of a pool; its window is clipped at the borders.
// CHECK-LABEL: func.func private @pool(
// CHECK-SAME: kernel.blocks = "4"
// CHECK: scf.for {{.+}} = %{{.+}} to %c{{.*}}1024
// CHECK: scf.for {{.+}} iter_args
// CHECK: scf.for {{.+}} iter_args
// CHECK: memref.store
kernel.func @pool(%x: tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> attributes {anchor = #kernel<anchor window>, kernel.grid = #kernel.grid<threads = 256>} {
  %0 = graph.pool max %x window [3, 3] strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x8x8x16xf32>
  kernel.return %0 : tensor<1x8x8x16xf32>
}

// A thread for each line along the axis: it copies the line, then applies the line's updates in order. A bad index ends the run.
// CHECK-LABEL: func.func private @scatter(
// CHECK-SAME: kernel.blocks = "1"
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store
// CHECK: scf.for
// CHECK: llvm.cmpxchg
// CHECK: memref.store
kernel.func @scatter(%x: tensor<5x8xf32>, %i: tensor<3x8xi64>, %u: tensor<3x8xf32>) -> tensor<5x8xf32> attributes {anchor = #kernel<anchor move>, kernel.grid = #kernel.grid<threads = 256>} {
  %0 = graph.scatter_elements add %x, %i, %u axis 0 : tensor<5x8xf32>, tensor<3x8xi64>, tensor<3x8xf32>
  kernel.return %0 : tensor<5x8xf32>
}

// A block for each tile of queries walks the keys with an online softmax: largest logits, sums of exponentials and of values are carried in
// registers, and put together over half a warp. Scores and exponentials are in shared memory at most.
// CHECK-LABEL: func.func private @attention(
// CHECK-SAME: kernel.blocks = "2"
// CHECK: scf.for
// CHECK: scf.for {{.+}} iter_args
// CHECK: nvvm.barrier0
// CHECK: nvvm.barrier0
// CHECK: scf.for {{.+}} iter_args
// CHECK: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK: math.fma
// CHECK-COUNT-4: nvvm.shfl.sync bfly
// CHECK: math.exp
// CHECK: nvvm.barrier0
// CHECK: nvvm.barrier0
// CHECK: scf.for {{.+}} iter_args
// CHECK: memref.store
kernel.func @attention(%q: tensor<2x16x8xf32>, %k: tensor<2x48x8xf32>, %v: tensor<2x48x8xf32>) -> tensor<2x16x8xf32> attributes {anchor = #kernel<anchor attention>, kernel.grid = #kernel.grid<threads = 256 tile = [16, 32]>} {
  %0 = graph.contract "bqd,bkd->bqk" %q, %k : tensor<2x16x8xf32>, tensor<2x48x8xf32>
  %1 = graph.reduce max %0 axes [2] : tensor<2x16x48xf32>
  %2 = graph.sub %0, %1 : tensor<2x16x48xf32>, tensor<2x16x1xf32>
  %3 = graph.exp %2 : tensor<2x16x48xf32>
  %4 = graph.reduce add %3 axes [2] : tensor<2x16x48xf32>
  %5 = graph.div %3, %4 : tensor<2x16x48xf32>, tensor<2x16x1xf32>
  %6 = graph.contract "bqk,bkd->bqd" %5, %v : tensor<2x16x48xf32>, tensor<2x48x8xf32>
  kernel.return %6 : tensor<2x16x8xf32>
}
