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

  // In doubles, rounded once; large angles have a way of their own.
  // CHECK-LABEL: func.func @sine
  // CHECK: arith.extf %{{.+}} : f32 to f64
  // CHECK: scf.if
  // CHECK: math.fma %{{.+}} : f64
  // CHECK: else
  // CHECK: arith.shrui %{{.+}} : i64
  // CHECK: arith.truncf %{{.+}} : f64 to f32
  func.func @sine(%x: f32) -> f32 {
    %0 = math.sin %x : f32
    return %0 : f32
  }

  // CHECK-LABEL: func.func @power
  // CHECK-NOT: math.powf
  // CHECK: arith.truncf %{{.+}} : f64 to f32
  func.func @power(%x: f32, %y: f32) -> f32 {
    %0 = math.powf %x, %y : f32
    return %0 : f32
  }
}
