// RUN: heddle-opt %s -pass-pipeline='builtin.module(gpu.module(heddle-expand-device-math))' -verify-diagnostics

gpu.module @heddle_device {
  func.func @functions(%x: f32, %y: f64) -> f32 {
    // expected-error @+1 {{the function 'tan' of 'f64' has no code on a GPU yet}}
    %0 = math.tan %y : f64
    // expected-error @+1 {{the function 'exp' of 'f64' has no code on a GPU yet}}
    %1 = math.exp %y : f64
    return %x : f32
  }
}
