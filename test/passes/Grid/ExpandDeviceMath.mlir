// RUN: heddle-opt %s -pass-pipeline='builtin.module(gpu.module(heddle-expand-device-math))' | FileCheck %s

// CHECK-LABEL: func.func @functions
// CHECK-NOT: math.exp
// CHECK: math.fma
// CHECK: math.sqrt
gpu.module @heddle_device {
  func.func @functions(%x: f32) -> f32 {
    %0 = math.exp %x : f32
    %1 = math.sqrt %0 : f32
    return %1 : f32
  }
}
