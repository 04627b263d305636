// The last choice of a file that a kernel can have becomes its schedule; a choice for another target, or one that the
// registers do not hold, does not.
// RUN: heddle compile %S/Inputs/product.mlir --target x86-64-v3 --records %S/Inputs/product.jsonl --emit=scheduled 2>&1 | FileCheck %s
// CHECK: product.jsonl:4: passed over
// CHECK: the recorded schedule {{.*}} is passed over: tile [40, 2] does not fit the target's 16 vector registers
// CHECK: kernel.func private @contract_0
// CHECK-SAME: schedule = #kernel.schedule<lanes = 8, tile = [4, 2], block = [24, 0], unroll = 1, weights_inner = true>

// A kernel without a record stays as it was, and one that has a schedule keeps it.
// RUN: heddle-opt %s -heddle-select-schedules=records=%S/Inputs/product.jsonl 2>&1 | FileCheck %s --check-prefix KEPT
// KEPT: kernel.func @none
// KEPT-NOT: schedule
// KEPT: kernel.func @has
// KEPT-SAME: schedule = #kernel.schedule<lanes = 4, unroll = 1, weights_inner = false>

// RUN: not heddle-opt %s -heddle-select-schedules=records=%t.none 2>&1 | FileCheck %s --check-prefix MISSING
// MISSING: error: {{.*}}.none

module attributes {kernel.target = #kernel.target<cpu = "x86-64-v3", features = "", vector_bytes = 32, vector_registers = 16, l1_bytes = 32768, l2_bytes = 262144>} {
  kernel.func @none(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor map>} {
    %0 = graph.abs %x : tensor<8xf32>
    kernel.return %0 : tensor<8xf32>
  }
  kernel.func @has(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor map>, schedule = #kernel.schedule<lanes = 4, unroll = 1, weights_inner = false>} {
    %0 = graph.neg %x : tensor<8xf32>
    kernel.return %0 : tensor<8xf32>
  }
}
