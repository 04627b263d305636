// RUN: heddle-opt %s -split-input-file -heddle-propagate-layouts | FileCheck %s

// Weights alone are annotated: columns of the first and rows of the second tie the activation between them, and the
// batch of x goes all the way on the other axis.
dist.mesh @mesh = [data = 2, model = 2]
// CHECK: @main
// CHECK-SAME: dist.layouts = [#dist.layout<[{data}, {}]>]
func.func @main(%x: tensor<8x4xf32> {dist.layout = #dist.layout<[{data}, {}]>}) -> tensor<8x4xf32> {
  %c1 = graph.constant dense<1.0> : tensor<4x16xf32>
  %c2 = graph.constant dense<1.0> : tensor<16x4xf32>
  %w1 = dist.constrain %c1 <[{}, {model}]> : tensor<4x16xf32>
  %w2 = dist.constrain %c2 <[{model}, {}]> : tensor<16x4xf32>
  // CHECK: graph.contract {{.*}} {dist.layouts = [#dist.layout<[{data}, {model}]>]}
  %0 = graph.contract "mk,kn->mn" %x, %w1 : tensor<8x4xf32>, tensor<4x16xf32>
  // CHECK: graph.tanh {{.*}} {dist.layouts = [#dist.layout<[{data}, {model}]>]}
  %1 = graph.tanh %0 : tensor<8x16xf32>
  // CHECK: graph.contract {{.*}} {dist.layouts = [#dist.layout<[{data}, {}]>]}
  %2 = graph.contract "mk,kn->mn" %1, %w2 : tensor<8x16xf32>, tensor<16x4xf32>
  return %2 : tensor<8x4xf32>
}

// -----

// A result's layout goes back to the argument; a split dimension keeps its axis on the major part.
dist.mesh @mesh = [m = 2]
// CHECK: @main
// CHECK-SAME: dist.layouts = [#dist.layout<[{}, {m}]>]
func.func @main(%x: tensor<8x12xf32>) -> (tensor<8x4x3xf32> {dist.layout = #dist.layout<[{}, {m}, {}]>}) {
  %0 = graph.reshape %x : tensor<8x12xf32> -> tensor<8x4x3xf32>
  return %0 : tensor<8x4x3xf32>
}

// -----

// A constant is cloned for each use, so that it ties no users together.
dist.mesh @mesh = [m = 2]
// CHECK: @main
func.func @main(%x: tensor<4xf32> {dist.layout = #dist.layout<[{m}]>}, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: graph.constant {dist.layouts = [#dist.layout<[{m}]>]}
  // CHECK-DAG: graph.constant {dist.layouts = [#dist.layout<[{}]>]}
  %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = graph.add %x, %c : tensor<4xf32>, tensor<4xf32>
  %1 = graph.mul %y, %c : tensor<4xf32>, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// An axis that does not divide what is left stops: 3 heads cannot be split by 2.
dist.mesh @mesh = [m = 2]
// CHECK: @main
func.func @main(%x: tensor<8x6xf32> {dist.layout = #dist.layout<[{}, {m}]>}) -> tensor<8x3x2xf32> {
  // CHECK: graph.reshape {{.*}} {dist.layouts = [#dist.layout<[{}, {}, {}]>]}
  %0 = graph.reshape %x : tensor<8x6xf32> -> tensor<8x3x2xf32>
  return %0 : tensor<8x3x2xf32>
}

// -----

// negative: no mesh, nothing happens.
// CHECK: @main
// CHECK-NOT: dist
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = graph.neg %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
