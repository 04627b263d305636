// RUN: heddle-opt %s -heddle-outline-kernels -split-input-file | FileCheck %s

// Ops of one group become one kernel, whose arguments are what they read from outside; the scalar is cloned into it.
// CHECK-LABEL: func.func @group
// CHECK: %[[R:.+]] = kernel.launch @map_0(%arg0, %arg1)
// CHECK-NEXT: return %[[R]]
// CHECK: kernel.func private @map_0(%[[X:.+]]: tensor<4xf32>, %[[Y:.+]]: tensor<4xf32>)
// CHECK-SAME: anchor = #kernel<anchor map>
// CHECK: %[[S:.+]] = graph.add %[[X]], %[[Y]]
// CHECK: %[[C:.+]] = graph.constant
// CHECK: %[[M:.+]] = graph.mul %[[S]], %[[C]]
// CHECK: kernel.return %[[M]]
func.func @group(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %two = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.add %x, %y {kernel.group = 0, kernel.anchor = #kernel<anchor map>} : tensor<4xf32>, tensor<4xf32>
  %1 = graph.mul %0, %two {kernel.group = 0} : tensor<4xf32>, tensor<f32>
  return %1 : tensor<4xf32>
}

// -----

// Equal bodies are one kernel.
// CHECK-LABEL: func.func @shared
// CHECK: kernel.launch @map_0(%arg0)
// CHECK: kernel.launch @map_0(
// CHECK-COUNT-1: kernel.func
// CHECK-NOT: kernel.func
func.func @shared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.exp %x {kernel.group = 0, kernel.anchor = #kernel<anchor map>} : tensor<4xf32>
  %1 = graph.exp %0 {kernel.group = 1, kernel.anchor = #kernel<anchor map>} : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Two sizes that only a run can find equal are checked before the kernel; a size of 1 would stretch.
// CHECK-LABEL: func.func @checks
// CHECK: kernel.launch @map_0
// CHECK-SAME: kernel.checks = ["a == 1 || a == broadcast(a, b)", "b == 1 || b == broadcast(a, b)"]
func.func @checks(%x: tensor<?xf32, #graph.dims<["a"]>>, %y: tensor<?xf32, #graph.dims<["b"]>>)
    -> tensor<?xf32, #graph.dims<["broadcast(a, b)"]>> {
  %0 = graph.add %x, %y {kernel.group = 0, kernel.anchor = #kernel<anchor map>}
       : tensor<?xf32, #graph.dims<["a"]>>, tensor<?xf32, #graph.dims<["b"]>>
  return %0 : tensor<?xf32, #graph.dims<["broadcast(a, b)"]>>
}

// -----

// Collectives stay in main, each behind the one before it, though nothing else orders them; so do coordinates and blocks.
// CHECK-LABEL: func.func @ranks
// CHECK: dist.block
// CHECK: dist.all_reduce add %arg0
// CHECK: dist.all_gather %arg1
// CHECK: dist.coord
// CHECK: kernel.launch
dist.mesh @mesh = [model = 2]
func.func @ranks(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<i64>) {
  %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %b = dist.block %c <[{model}]> : tensor<8xf32> -> tensor<4xf32>
  %0 = dist.all_reduce add %x over [model] : tensor<4xf32>
  %1 = dist.all_gather %y over [model] : tensor<2xf32> -> tensor<4xf32>
  %2 = dist.coord [model] : tensor<i64>
  %3 = graph.add %1, %b {kernel.group = 0 : i64, kernel.anchor = #kernel<anchor map>} : tensor<4xf32>, tensor<4xf32>
  %4 = graph.add %3, %0 {kernel.group = 0 : i64} : tensor<4xf32>, tensor<4xf32>
  return %4, %2 : tensor<4xf32>, tensor<i64>
}
