// RUN: heddle-opt %s -canonicalize -cse | FileCheck %s

// Collectives are neither dropped nor merged: every rank makes the same calls. Coordinates and blocks are values.
// CHECK-LABEL: @unused
func.func @unused(%x: tensor<4xf32>) {
  // CHECK-NEXT: dist.all_reduce
  // CHECK-NEXT: dist.all_reduce
  // CHECK-NEXT: return
  %0 = dist.all_reduce add %x over [model] : tensor<4xf32>
  %1 = dist.all_reduce add %x over [model] : tensor<4xf32>
  %2 = dist.coord [model] : tensor<i64>
  return
}
dist.mesh @mesh = [model = 2]
