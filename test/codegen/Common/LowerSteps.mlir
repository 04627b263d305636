// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -heddle-plan-memory -heddle-lower-steps -split-input-file | FileCheck %s
// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -heddle-plan-memory -heddle-lower-steps=profile=true -split-input-file | FileCheck %s --check-prefix=TELL
// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -heddle-plan-memory -heddle-lower-steps -split-input-file | FileCheck %s --check-prefix=SILENT

// With `profile` a run tells what it begins with, around barriers too, and without it nothing.
// SILENT-NOT: heddle_step
// TELL: kernel.profiled_steps = 1
// TELL-LABEL: func.func @heddle_run(
// TELL-SAME: %[[CONTEXT:.+]]: !llvm.ptr, %[[WORKER:.+]]: i64, %[[WORKERS:.+]]: i64)
// TELL: %[[NONE:.+]] = arith.constant -1 : i64
// TELL-NEXT: call @heddle_step(%[[CONTEXT]], %[[WORKER]], %[[NONE]])
// TELL: call @heddle_output
// TELL: call @heddle_step(%[[CONTEXT]], %[[WORKER]], %c-2_i64
// TELL-NEXT: call @heddle_barrier(%[[CONTEXT]], %[[WORKER]])
// TELL-NEXT: %[[RESUME:.+]] = arith.constant -3 : i64
// TELL-NEXT: call @heddle_step(%[[CONTEXT]], %[[WORKER]], %[[RESUME]])
// TELL: call @heddle_step(%[[CONTEXT]], %[[WORKER]], %c0_i64
// TELL: call @k(
// TELL: %[[END:.+]] = arith.constant -4 : i64
// TELL-NEXT: call @heddle_step(%[[CONTEXT]], %[[WORKER]], %[[END]])
// TELL-NEXT: return

// Worker 0 names the output's shape; the barrier behind it ends the run if that failed.
// CHECK: func.func private @main(tensor<4xf32>) -> tensor<4xf32> attributes {{.+}}kernel.steps = [{kernel = "k"
// CHECK-LABEL: func.func @heddle_run(
// CHECK-SAME: %[[CONTEXT:.+]]: !llvm.ptr, %[[WORKER:.+]]: i64, %[[WORKERS:.+]]: i64)
// CHECK: call @heddle_output
// CHECK: call @heddle_barrier(%[[CONTEXT]], %[[WORKER]])
// CHECK: %[[AT:.+]] = llvm.getelementptr %[[CONTEXT]][%c64{{.+}}]
// CHECK: %[[FAILED:.+]] = llvm.load %[[AT]] : !llvm.ptr -> i64
// CHECK: %[[IS:.+]] = arith.cmpi ne, %[[FAILED]]
// CHECK: cf.cond_br %[[IS]], ^[[EXIT:.+]], ^[[NEXT:.+]]
// CHECK: ^[[NEXT]]:
// CHECK: call @k(%[[CONTEXT]], {{.+}}, {{.+}}, {{.+}}, {{.+}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) -> ()
// CHECK: ^[[EXIT]]:
// CHECK-NEXT: return
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A size is read from memory, compared as an unsigned number and passed on; a check that fails ends the run.
// CHECK: llvm.mlir.global private constant @{{.+}}("graph op (Op): sizes do not agree: wanted n == k\00")
// CHECK-LABEL: func.func @heddle_run(
// CHECK: %[[K:.+]] = llvm.load {{.+}} {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK: arith.cmpi ugt, %[[K]], %c1099511627776
// CHECK: arith.cmpi eq, %{{.+}}, %[[K]]
// CHECK: call @heddle_fail
// CHECK: call @heddle_allocate
// CHECK: call @heddle_barrier
// CHECK: %[[INDEX:.+]] = arith.index_cast %[[K]] : i64 to index
// CHECK: call @k({{.+}}, %[[INDEX]], {{.+}}, {{.+}})
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index, index) attributes {kernel.symbols = ["k"]}
func.func private @one(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%size: tensor<?xi64, #graph.dims<["n"]>>) -> tensor<4xf32> {
  %0 = kernel.launch @k(%size) {kernel.sizes = {k = array<i64: 0, 0>}, kernel.checks = ["n == k"]} : (tensor<?xi64, #graph.dims<["n"]>>) -> tensor<?xf32, #graph.dims<["k"]>> loc("graph op (Op)")
  %1 = kernel.launch @one(%0) : (tensor<?xf32, #graph.dims<["k"]>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The bytes of buffers by size; INT64_MAX where a product leaves 64 bits.
// CHECK-LABEL: func.func @heddle_sizes(
// CHECK: %[[N:.+]] = llvm.load
// CHECK: %[[LOW:.+]], %[[HIGH:.+]] = arith.mulsi_extended
// CHECK: arith.select {{.+}}, %c9223372036854775807
// CHECK: llvm.store
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index, index) attributes {kernel.symbols = ["n"]}
func.func @main(%x: tensor<?xf32, #graph.dims<["n"]>>) -> tensor<?xf32, #graph.dims<["n"]>> {
  %0 = kernel.launch @k(%x) : (tensor<?xf32, #graph.dims<["n"]>>) -> tensor<?xf32, #graph.dims<["n"]>>
  %1 = kernel.launch @k(%0) : (tensor<?xf32, #graph.dims<["n"]>>) -> tensor<?xf32, #graph.dims<["n"]>>
  return %1 : tensor<?xf32, #graph.dims<["n"]>>
}
