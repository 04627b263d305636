// RUN: heddle-opt %s -heddle-collect-weights -heddle-assign-storage -heddle-plan-memory -heddle-lower-steps -split-input-file -verify-diagnostics

dist.mesh @mesh = [model = 2]
func.func @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{combines elements of type 'i1', which the runtime cannot}}
  %0 = dist.all_reduce max %x over [model] : tensor<4xi1>
  return %0 : tensor<4xi1>
}
