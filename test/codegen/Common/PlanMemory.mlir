// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -heddle-plan-memory -split-input-file | FileCheck %s

// Two steps that read the same input are one phase; the step that reads both waits for them. The first buffers are free
// when the last step runs, which takes a place of one of them.
// CHECK-LABEL: func.func @main
// CHECK-SAME: kernel.arena_bytes = 3072
// CHECK-SAME: kernel.buffer_offsets = array<i64: 0, 1024, 2048, 0>
// CHECK-SAME: kernel.buffer_phases = array<i32: 0, 1, 0, 1, 1, 2, 2, 3>
// CHECK: kernel.launch @one(%arg0) {kernel.storage
// CHECK: kernel.launch @one(%arg0) {kernel.storage
// CHECK: kernel.launch @two({{.+}}) {kernel.barrier
// CHECK: kernel.launch @one({{.+}}) {kernel.barrier
// CHECK: kernel.launch @one({{.+}}) {kernel.barrier
func.func private @one(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func private @two(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = kernel.launch @one(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %1 = kernel.launch @one(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %2 = kernel.launch @two(%0, %1) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %3 = kernel.launch @one(%2) : (tensor<256xf32>) -> tensor<256xf32>
  %4 = kernel.launch @one(%3) : (tensor<256xf32>) -> tensor<256xf32>
  return %4 : tensor<256xf32>
}

// -----

// Worker 0 alone does both serial steps: no barrier between them, one before the step of all.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @serial(%arg0) {kernel.storage
// CHECK: kernel.launch @serial({{.+}}) {kernel.storage
// CHECK: kernel.launch @all({{.+}}) {kernel.barrier
func.func private @serial(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = [], kernel.serial}
func.func private @all(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = kernel.launch @serial(%x) : (tensor<4xi64>) -> tensor<4xi64>
  %1 = kernel.launch @serial(%0) : (tensor<4xi64>) -> tensor<4xi64>
  %2 = kernel.launch @all(%1) : (tensor<4xi64>) -> tensor<4xi64>
  return %2 : tensor<4xi64>
}

// -----

// What a loop reads from outside lives to its end: buffer 0 may not share memory with the body's buffer 3. The buffers 1
// and 2 of the carried value live until the result was copied behind the loop.
// CHECK-LABEL: func.func @main
// CHECK-SAME: kernel.buffer_phases = array<i32: 0, 3, 1, 4, 1, 4, 1, 2>
// CHECK: graph.yield {{.+}} {kernel.barrier}
func.func private @one(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func private @two(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%n: tensor<i64>, %x: tensor<256xf32>) -> tensor<256xf32> {
  %true = graph.constant dense<true> : tensor<i1>
  %0 = kernel.launch @one(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %1 = graph.loop trips %n : tensor<i64> carry %x : tensor<256xf32> -> tensor<256xf32> {
  ^bb0(%trip: tensor<i64>, %v: tensor<256xf32>):
    %2 = kernel.launch @two(%v, %0) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %3 = kernel.launch @one(%2) : (tensor<256xf32>) -> tensor<256xf32>
    graph.yield %true, %3 : tensor<i1>, tensor<256xf32>
  }
  return %1 : tensor<256xf32>
}

// -----

// The slot is let go at the barrier behind its last use.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @make
// CHECK: kernel.launch @use({{.+}}) {kernel.barrier, kernel.storage
// CHECK: kernel.launch @one({{.+}}) {kernel.barrier, kernel.release = array<i64: 0>
func.func private @make(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index, index) attributes {kernel.symbols = ["k"]}
func.func private @use(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index, index) attributes {kernel.symbols = ["k"]}
func.func private @one(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%size: tensor<1xi64>) -> tensor<4xf32> {
  %0 = kernel.launch @make(%size) {kernel.sizes = {k = array<i64: 0, 0>}} : (tensor<1xi64>) -> tensor<?xf32, #graph.dims<["k"]>>
  %1 = kernel.launch @use(%0) : (tensor<?xf32, #graph.dims<["k"]>>) -> tensor<4xf32>
  %2 = kernel.launch @one(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// A collective is a step of worker 0: barriers stand before and behind it, none between two of them.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @k(%arg0) {kernel.storage
// CHECK: dist.all_reduce {{.+}} {kernel.barrier, kernel.storage
// CHECK: dist.all_gather {{.+}} {kernel.storage
// CHECK: kernel.launch @k({{.+}}) {kernel.barrier, kernel.storage
dist.mesh @mesh = [model = 2]
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = dist.all_reduce add %0 over [model] : tensor<4xf32>
  %2 = dist.all_gather %1 over [model] : tensor<4xf32> -> tensor<8xf32>
  %3 = kernel.launch @k(%2) : (tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
