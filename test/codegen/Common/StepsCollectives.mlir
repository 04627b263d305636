// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -heddle-plan-memory -heddle-lower-steps -split-input-file | FileCheck %s

// Worker 0 calls a collective; the workers meet before it and behind it. A sum is made where its operand lies, here the
// output; dtype 1 is f32, kind 0 add. A rank sends 2 * 16 * 3 / 4 bytes.
// CHECK: func.func private @main({{.+}}kernel.collectives = [{axes = ["data", "model"], bytes = "24", kind = "all_reduce"}]
// CHECK-SAME: kernel.groups = {{\[}}["data", "model"]]
// CHECK-LABEL: func.func @heddle_run(
// CHECK-SAME: %[[CONTEXT:[^:]+]]: !llvm.ptr, %[[WORKER:[^:]+]]: i64
// CHECK: call @k(
// CHECK: call @heddle_barrier
// CHECK: %[[ZERO:.+]] = arith.cmpi eq, %[[WORKER]], %c0
// CHECK-NEXT: cf.cond_br %[[ZERO]], ^[[MINE:.+]], ^[[REST:.+]]
// CHECK: ^[[MINE]]:
// CHECK: %[[IN:.+]] = llvm.load
// CHECK: %[[OUT:.+]] = llvm.load
// CHECK: call @heddle_all_reduce(%[[CONTEXT]], %c0{{.*}}, %[[IN]], %[[OUT]], %c4{{.*}}, %c1{{.*}}, %c0{{.*}})
dist.mesh @mesh = [data = 2, model = 2]
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kernel.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = dist.all_reduce add %0 over [data, model] : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Each collective with its arguments: groups are numbered as they are met, and lists of axes in another order are others.
// CHECK: llvm.mlir.global private constant @[[PAIRS:.+]](dense<[0, 1, 1, 0]> : tensor<4xi64>)
// CHECK: kernel.collectives = [{axes = ["model"], bytes = "12", kind = "reduce_scatter"}, {axes = ["model", "data"], bytes = "36", kind = "all_gather"}, {axes = ["data", "model"], bytes = "36", kind = "all_to_all"}, {axes = ["model"], bytes = "48", kind = "permute"}]
// CHECK-SAME: kernel.groups = {{\[}}["model"], ["model", "data"], ["data", "model"]]
// CHECK-LABEL: func.func @heddle_run(
// CHECK: call @heddle_reduce_scatter({{.+}}, %c0{{[^,]*}}, {{.+}}, {{.+}}, %c3{{[^,]*}}, %c1{{[^,]*}}, %c1{{[^,]*}})
// CHECK: call @heddle_all_gather({{.+}}, %c1{{[^,]*}}, {{.+}}, {{.+}}, %c12{{[^,]*}})
// CHECK: call @heddle_all_to_all({{.+}}, %c2{{[^,]*}}, {{.+}}, {{.+}}, %c12{{[^,]*}})
// CHECK: %[[TABLE:.+]] = llvm.mlir.addressof @[[PAIRS]]
// CHECK: call @heddle_permute({{.+}}, %c0{{[^,]*}}, {{.+}}, {{.+}}, %c48{{[^,]*}}, %[[TABLE]], %c2{{[^,]*}})
dist.mesh @mesh = [data = 2, model = 2]
func.func @main(%x: tensor<6xf32>) -> tensor<12xf32> {
  %0 = dist.reduce_scatter max %x over [model] : tensor<6xf32> -> tensor<3xf32>
  %1 = dist.all_gather %0 over [model, data] : tensor<3xf32> -> tensor<12xf32>
  %2 = dist.all_to_all %1 over [data, model] : tensor<12xf32>
  %3 = dist.permute %2 over [model] sources [0, 1] targets [1, 0] : tensor<12xf32>
  return %3 : tensor<12xf32>
}

// -----

// A rank asks for its number once, stores it where it is read as a tensor, and finds its block of a constant by it.
// CHECK-LABEL: func.func @heddle_run(
// CHECK: %[[NUMBER:.+]] = call @heddle_coord(%{{.+}}, %{{.+}}) : (!llvm.ptr, i64) -> i64
// CHECK-NOT: heddle_coord
// CHECK: %[[DISTANCE:.+]] = arith.muli %[[NUMBER]], %c64
// CHECK: llvm.getelementptr %{{.+}}[%[[DISTANCE]]]
// CHECK: llvm.store %[[NUMBER]]
// CHECK: call @k(
dist.mesh @mesh = [model = 2]
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main() -> tensor<2xf32> {
  %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = dist.block %c <[{model}]> : tensor<4xf32> -> tensor<2xf32>
  %1 = dist.coord [model] : tensor<i64>
  %2 = kernel.launch @k(%0, %1) : (tensor<2xf32>, tensor<i64>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// For a GPU the same calls are made with addresses of its memory, and a rank's number is written there.
// CHECK-LABEL: func.func @heddle_run_device(
// CHECK: %[[NUMBER:.+]] = call @heddle_coord(
// CHECK: llvm.store %[[NUMBER]]
// CHECK: call @heddle_device_write(%{{.+}}, %{{.+}}, %{{.+}}, %c8
// CHECK: call @heddle_device_launch(
// CHECK: call @heddle_permute(
// CHECK-LABEL: func.func @heddle_run(
dist.mesh @mesh = [model = 2]
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
gpu.module @heddle_device {
  func.func @k(%failure: !llvm.ptr, %number: !llvm.ptr, %result: !llvm.ptr) attributes {kernel.symbols = [], kernel.blocks = "1", kernel.threads = 32 : i64} {
    return
  }
}
func.func @main() -> tensor<2xf32> {
  %0 = dist.coord [model] : tensor<i64>
  %1 = kernel.launch @k(%0) : (tensor<i64>) -> tensor<2xf32>
  %2 = dist.permute %1 over [model] sources [0, 1] targets [1, 0] : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// What a rank sends may follow from the sizes of inputs.
// CHECK: bytes = "4*n"
// CHECK-LABEL: func.func @heddle_run(
// CHECK: %[[N:.+]] = llvm.load
// CHECK: call @heddle_all_to_all
dist.mesh @mesh = [model = 2]
func.func @main(%x: tensor<2x?xf32, #graph.dims<["2", "n"]>>) -> tensor<2x?xf32, #graph.dims<["2", "n"]>> {
  %0 = dist.all_to_all %x over [model] : tensor<2x?xf32, #graph.dims<["2", "n"]>>
  return %0 : tensor<2x?xf32, #graph.dims<["2", "n"]>>
}
