// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -split-input-file | FileCheck %s

// The value that is returned is written to the output, also through a reshape; the other has a planned buffer.
// CHECK-LABEL: func.func @main
// CHECK-SAME: kernel.buffer_bytes = ["16"]
// CHECK: kernel.launch @k(%arg0) {kernel.storage = [#kernel.storage<planned>]}
// CHECK: kernel.launch @k({{.+}}) {kernel.storage = [#kernel.storage<output>]}
// CHECK: graph.reshape {{.+}} {kernel.storage = [#kernel.storage<output>]}
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = kernel.launch @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.reshape %1 : tensor<4xf32> -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

// A size that an input gives is planned, one that a run computes is a slot. Scratch is planned for all workers.
// CHECK-LABEL: func.func @main
// CHECK-SAME: kernel.buffer_bytes = ["4*n", "64*$workers*floordiv(n + 63, 64)"]
// CHECK-SAME: kernel.entry_symbols = ["$workers", "n"]
// CHECK-SAME: kernel.num_slots = 1
// CHECK: kernel.launch @a({{.+}}) {kernel.scratch_storage = #kernel.storage<planned, 1>, kernel.storage = [#kernel.storage<planned>]}
// CHECK: kernel.launch @b({{.+}}) {{{.*}}kernel.storage = [#kernel.storage<slot>]}
// CHECK: kernel.launch @b({{.+}}) {{{.*}}kernel.storage = [#kernel.storage<output>]}
func.func private @a(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, index, index, index) attributes {kernel.symbols = ["n"], kernel.scratch = "n"}
func.func private @b(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index, index) attributes {kernel.symbols = ["k"]}
func.func @main(%x: tensor<?xf32, #graph.dims<["n"]>>, %size: tensor<1xi64>) -> tensor<?xf32, #graph.dims<["k"]>> {
  %0 = kernel.launch @a(%x) : (tensor<?xf32, #graph.dims<["n"]>>) -> tensor<?xf32, #graph.dims<["n"]>>
  %1 = kernel.launch @b(%size) {kernel.sizes = {k = array<i64: 0, 0>}} : (tensor<1xi64>) -> tensor<?xf32, #graph.dims<["k"]>>
  %2 = kernel.launch @b(%1) : (tensor<?xf32, #graph.dims<["k"]>>) -> tensor<?xf32, #graph.dims<["k"]>>
  return %2 : tensor<?xf32, #graph.dims<["k"]>>
}

// -----

// The carried value takes turns in two buffers, and its kernel writes the next trip's place; the slice goes to its place
// in the planned result. A value that never changes shares the memory of its initial value.
// CHECK-LABEL: func.func @main
// CHECK: graph.loop
// CHECK: kernel.launch @k({{.+}}) {kernel.storage = [#kernel.storage<next>]}
// CHECK: kernel.launch @k({{.+}}) {kernel.storage = [#kernel.storage<slice>]}
// CHECK: kernel.carried = {{\[\[}}#kernel.storage<planned>, #kernel.storage<planned, 1>], []]
// CHECK-SAME: kernel.stacked = {{\[\[}}#kernel.storage<planned, 2>]]
// CHECK-SAME: kernel.storage = [#kernel.storage<pointer>, #kernel.storage<input>, #kernel.storage<planned, 2>]
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) {
  %true = graph.constant dense<true> : tensor<i1>
  %three = graph.constant dense<3> : tensor<i64>
  %0:3 = graph.loop trips %three : tensor<i64> carry %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%trip: tensor<i64>, %v: tensor<4xf32>, %w: tensor<4xf32>):
    %1 = kernel.launch @k(%v) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = kernel.launch @k(%w) : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %true, %1, %w, %2 : tensor<i1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>
}

// -----

// A read shares the variable's memory as long as nothing is assigned before its last use.
// CHECK-LABEL: func.func @main
// CHECK: graph.read @state {kernel.storage = [#kernel.storage<variable>]}
// CHECK: graph.read @late {kernel.storage = [#kernel.storage<planned>]}
graph.variable @state = dense<0.0> : tensor<4xf32>
graph.variable @late = dense<0.0> : tensor<4xf32>
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main() -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.read @state : tensor<4xf32>
  %1 = graph.read @late : tensor<4xf32>
  %2 = kernel.launch @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
  graph.assign @state = %2 : tensor<4xf32>
  graph.assign @late = %2 : tensor<4xf32>
  %3 = kernel.launch @k(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A sum is made in its operand's memory where nothing else reads that: the step before writes to the output. Another
// reader, or an operand that is no step's result, keeps them apart, and other collectives always are.
// CHECK-LABEL: func.func @main
// CHECK: kernel.launch @k(%arg0) {kernel.storage = [#kernel.storage<output>]}
// CHECK: dist.all_reduce {{.+}} {kernel.storage = [#kernel.storage<output>]}
// CHECK: kernel.launch @k(%arg0) {kernel.storage = [#kernel.storage<output, 1>]}
// CHECK: dist.all_reduce {{.+}} {kernel.storage = [#kernel.storage<output, 2>]}
// CHECK: dist.all_reduce {{.+}} {kernel.storage = [#kernel.storage<planned>]}
// CHECK: dist.all_to_all {{.+}} {kernel.storage = [#kernel.storage<output, 3>]}
// CHECK: dist.coord {{.+}} {kernel.storage = [#kernel.storage<planned, 1>]}
dist.mesh @mesh = [model = 2]
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func private @scalar(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.reshape %0 : tensor<4xf32> -> tensor<2x2xf32>
  %2 = dist.all_reduce add %1 over [model] : tensor<2x2xf32>
  %3 = graph.reshape %2 : tensor<2x2xf32> -> tensor<4xf32>
  %4 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = dist.all_reduce add %4 over [model] : tensor<4xf32>
  %6 = dist.all_reduce add %x over [model] : tensor<4xf32>
  %7 = dist.all_to_all %6 over [model] : tensor<4xf32>
  %8 = dist.coord [model] : tensor<i64>
  %9 = kernel.launch @scalar(%8) : (tensor<i64>) -> tensor<4xf32>
  return %3, %4, %5, %7, %9 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
