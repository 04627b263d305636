// RUN: heddle-opt %s -split-input-file -heddle-propagate-layouts -heddle-choose-layouts | FileCheck %s

// The sum behind split rows waits; a bias that every rank has may not join it, so it is made first.
dist.mesh @mesh = [m = 2]
// CHECK-LABEL: @main
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c = graph.constant dense<1.0> : tensor<4x4xf32>
  %b = graph.constant dense<1.0> : tensor<4xf32>
  %w = dist.constrain %c <[{m}, {}]> : tensor<4x4xf32>
  // CHECK: %[[X:.*]] = dist.reshard %{{.*}} from <[{}, {}]> to <[{}, {m}]>
  // CHECK: %[[P:.*]] = graph.contract "mk,kn->mn" %[[X]], %{{.*}} {dist.layouts = [#dist.layout<[{}, {}], sum = add [m]>]}
  // CHECK: %[[S:.*]] = dist.reshard %[[P]] from <[{}, {}], sum = add [m]> to <[{}, {}]>
  // CHECK: graph.add %[[S]], %{{.*}}
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<8x4xf32>, tensor<4x4xf32>
  %1 = graph.add %0, %b : tensor<8x4xf32>, tensor<4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

// Three products that are added, scaled and moved have one sum.
dist.mesh @mesh = [m = 2]
// CHECK-LABEL: @main
func.func @main(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %c = graph.constant dense<1.0> : tensor<4x4xf32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %w = dist.constrain %c <[{m}, {}]> : tensor<4x4xf32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<8x4xf32>, tensor<4x4xf32>
  %1 = graph.contract "mk,kn->mn" %x, %w : tensor<8x4xf32>, tensor<4x4xf32>
  %2 = graph.contract "mk,kn->mn" %x, %w : tensor<8x4xf32>, tensor<4x4xf32>
  // CHECK: graph.sub
  // CHECK-NOT: dist.reshard
  // CHECK: %[[T:.*]] = graph.transpose
  // CHECK-NEXT: %[[S:.*]] = dist.reshard %[[T]] from <[{}, {}], sum = add [m]> to <[{}, {}]>
  // CHECK-NEXT: return %[[S]]
  %3 = graph.sub %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
  %4 = graph.mul %3, %half : tensor<8x4xf32>, tensor<f32>
  %5 = graph.add %4, %2 : tensor<8x4xf32>, tensor<8x4xf32>
  %6 = graph.transpose %5 [1, 0] : tensor<8x4xf32>
  return %6 : tensor<4x8xf32>
}

// -----

// A sum that is wanted split is made split; the users share it.
dist.mesh @mesh = [m = 2]
// CHECK-LABEL: @main
func.func @main(%x: tensor<8x64xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %c = graph.constant dense<1.0> : tensor<64x4xf32>
  %w = dist.constrain %c <[{m}, {}]> : tensor<64x4xf32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<8x64xf32>, tensor<64x4xf32>
  %1 = dist.constrain %0 <[{m}, {}]> : tensor<8x4xf32>
  // CHECK: %[[S:.*]] = dist.reshard %{{.*}} from <[{}, {}], sum = add [m]> to <[{m}, {}]>
  // CHECK: graph.exp %[[S]] {dist.layouts = [#dist.layout<[{m}, {}]>]}
  // CHECK: graph.neg %[[S]] {dist.layouts = [#dist.layout<[{m}, {}]>]}
  %2 = graph.exp %1 : tensor<8x4xf32>
  %3 = graph.neg %1 : tensor<8x4xf32>
  return %2, %3 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// An op that must run whole gets whole operands.
dist.mesh @mesh = [m = 2]
// CHECK-LABEL: @main
func.func @main(%x: tensor<8xf32> {dist.layout = #dist.layout<[{m}]>}) -> tensor<8xf32> {
  // CHECK: %[[E:.*]] = graph.exp {{.*}} {dist.layouts = [#dist.layout<[{m}]>]}
  // CHECK: %[[W:.*]] = dist.reshard %[[E]] from <[{m}]> to <[{}]>
  // CHECK: graph.cumulative add %[[W]]
  %0 = graph.exp %x : tensor<8xf32>
  %1 = graph.cumulative add %0 axis 0 exclusive false reverse false : tensor<8xf32>
  return %1 : tensor<8xf32>
}
