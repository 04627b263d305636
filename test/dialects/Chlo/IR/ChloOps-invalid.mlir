// RUN: heddle-opt -split-input-file -verify-diagnostics %s

func.func @unknown(%x: tensor<4xf32>) {
  // expected-error @below {{'chlo.lgamma': the op is not supported}}
  chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  return
}
