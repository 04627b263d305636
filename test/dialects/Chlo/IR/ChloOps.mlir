// The forms that JAX prints, read and printed again.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

func.func @ops(%x: tensor<4xf32>) {
  // CHECK: chlo.acos %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.acosh
  chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.asin
  chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.asinh
  chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.atan
  chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.atanh
  chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.cosh
  chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf %
  chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf_inv
  chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erfc
  chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.sinh
  chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.square
  chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.tan %
  chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}
