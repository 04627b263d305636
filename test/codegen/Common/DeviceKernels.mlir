// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -heddle-plan-memory -heddle-lower-steps -split-input-file | FileCheck %s

// A run on a device reads a condition from its memory, and branches on the host.
// CHECK-LABEL: func.func @heddle_run_device(
// CHECK: call @heddle_device_read(%{{.+}}, %[[COPY:.+]], %{{.+}}, %c1
// CHECK-NEXT: %[[BIT:.+]] = llvm.load %[[COPY]]
// CHECK: cf.cond_br
// CHECK: call @heddle_device_launch(
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
gpu.module @heddle_device {
  func.func @k(%failure: !llvm.ptr, %x: !llvm.ptr, %result: !llvm.ptr) attributes {kernel.symbols = [], kernel.blocks = "1", kernel.threads = 32 : i64} {
    return
  }
}
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = graph.if %c : tensor<i1> -> tensor<2xf32> {
    %1 = kernel.launch @k(%x) : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %1 : tensor<2xf32>
  } else {
    graph.yield %x : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

// A kernel without code for the device is called on copies of its operands; its results are copied back. Each lies at a multiple of 64 bytes.
// CHECK-LABEL: func.func @heddle_run_device(
// CHECK: %[[MEMORY:.+]] = call @heddle_device_stage(
// CHECK: %[[IN:.+]] = llvm.getelementptr %[[MEMORY]]
// CHECK: %[[OUT:.+]] = llvm.getelementptr %[[MEMORY]]
// CHECK: call @heddle_device_read(%{{.+}}, %[[IN]], %{{.+}}, %c12
// CHECK: call @k(%{{.+}}, %[[IN]], %[[OUT]], %{{.+}}, %{{.+}})
// CHECK: call @heddle_device_write(%{{.+}}, %{{.+}}, %[[OUT]], %c8
// CHECK-NOT: heddle_device_launch
// CHECK-LABEL: func.func @heddle_run(
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
gpu.module @heddle_device {
}
func.func @main(%x: tensor<3xf32>) -> tensor<2xf32> {
  %0 = kernel.launch @k(%x) : (tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
