// RUN: heddle-opt %s -split-input-file -heddle-propagate-layouts -heddle-choose-layouts -heddle-partition -canonicalize -cse | FileCheck %s

// Columns, then rows: one all-reduce. Weights are blocks, uniform constants are made smaller.
dist.mesh @mesh = [m = 2]
// CHECK-LABEL: func.func @main(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c1 = graph.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]> : tensor<4x4xf32>
  %c2 = graph.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]> : tensor<4x4xf32>
  %b = graph.constant dense<2.0> : tensor<4xf32>
  %w1 = dist.constrain %c1 <[{}, {m}]> : tensor<4x4xf32>
  %w2 = dist.constrain %c2 <[{m}, {}]> : tensor<4x4xf32>
  // CHECK-DAG: %[[B:.*]] = graph.constant dense<2.000000e+00> : tensor<2xf32>
  // CHECK-DAG: %[[W1:.*]] = dist.block %{{.*}} <[{}, {m}]> : tensor<4x4xf32> -> tensor<4x2xf32>
  // CHECK-DAG: %[[W2:.*]] = dist.block %{{.*}} <[{m}, {}]> : tensor<4x4xf32> -> tensor<2x4xf32>
  // CHECK: %[[H:.*]] = graph.contract "mk,kn->mn" %arg0, %[[W1]] : tensor<8x4xf32>, tensor<4x2xf32>
  // CHECK: %[[A:.*]] = graph.add %[[H]], %[[B]] : tensor<8x2xf32>, tensor<2xf32>
  // CHECK: %[[P:.*]] = graph.contract "mk,kn->mn" %[[A]], %[[W2]] : tensor<8x2xf32>, tensor<2x4xf32>
  // CHECK: %[[S:.*]] = dist.all_reduce add %[[P]] over [m] : tensor<8x4xf32>
  // CHECK: return %[[S]]
  %0 = graph.contract "mk,kn->mn" %x, %w1 : tensor<8x4xf32>, tensor<4x4xf32>
  %1 = graph.add %0, %b : tensor<8x4xf32>, tensor<4xf32>
  %2 = graph.contract "mk,kn->mn" %1, %w2 : tensor<8x4xf32>, tensor<4x4xf32>
  return %2 : tensor<8x4xf32>
}

// -----

// An argument that is the same on every rank is cut by coordinate; a split result is gathered.
dist.mesh @mesh = [d = 2]
// CHECK-LABEL: @main
func.func @main(%x: tensor<8x4xf32> {dist.layout = #dist.layout<[{d}, {}]>}) -> tensor<8x4xf32> {
  // CHECK: %[[I:.*]] = dist.coord [d] : tensor<i64>
  // CHECK: %[[X:.*]] = graph.slice %arg0 starts ["?", "0"] steps [1, 1] dynamic_starts %{{.*}} : tensor<8x4xf32> -> tensor<4x4xf32>
  // CHECK: %[[E:.*]] = graph.exp %[[X]] : tensor<4x4xf32>
  // CHECK: %[[G:.*]] = dist.all_gather %[[E]] over [d] : tensor<4x4xf32> -> tensor<8x4xf32>
  // CHECK: return %[[G]]
  %0 = graph.exp %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// iota counts from where the block begins.
dist.mesh @mesh = [d = 2]
// CHECK-LABEL: @main
func.func @main() -> (tensor<8xi32> {dist.layout = #dist.layout<[{d}]>}) {
  // CHECK: %[[I:.*]] = graph.iota axis 0 -> tensor<4xi32>
  // CHECK: %[[S:.*]] = graph.mul %{{.*}}, %{{.*}} : tensor<i64>, tensor<i64>
  // CHECK: %[[C:.*]] = graph.cast %[[S]] to i32
  // CHECK: graph.add %[[I]], %[[C]] : tensor<4xi32>, tensor<i32>
  %0 = graph.iota axis 0 -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// Rows of a table that is split by rows: what is elsewhere is 0, and the sum has each row once.
dist.mesh @mesh = [m = 2]
// CHECK-LABEL: @main
func.func @main(%i: tensor<3xi64>) -> tensor<3x2xf32> {
  %c = graph.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %t = dist.constrain %c <[{m}, {}]> : tensor<4x2xf32>
  // CHECK: %[[HERE:.*]] = graph.and
  // CHECK: %[[ROW:.*]] = graph.select %[[HERE]], %{{.*}}, %{{.*}} : tensor<3xi1>, tensor<3xi64>, tensor<3xi64>
  // CHECK: %[[G:.*]] = graph.gather %{{.*}}, %[[ROW]] axis 0 : tensor<2x2xf32>, tensor<3xi64>
  // CHECK: %[[MASK:.*]] = graph.reshape %[[HERE]] : tensor<3xi1> -> tensor<3x1xi1>
  // CHECK: %[[M:.*]] = graph.select %[[MASK]], %[[G]], %{{.*}} : tensor<3x1xi1>, tensor<3x2xf32>, tensor<f32>
  // CHECK: dist.all_reduce add %[[M]] over [m]
  %0 = graph.gather %t, %i axis 0 : tensor<4x2xf32>, tensor<3xi64>
  return %0 : tensor<3x2xf32>
}

// -----

// Collectives join dimension 0; another dimension is brought there and back.
dist.mesh @mesh = [m = 2]
// CHECK-LABEL: @main
func.func @main(%x: tensor<8x4xf32> {dist.layout = #dist.layout<[{}, {m}]>}) -> tensor<8x4xf32> {
  // CHECK: %[[E:.*]] = graph.exp
  // CHECK: %[[T:.*]] = graph.transpose %[[E]] [1, 0] : tensor<8x2xf32>
  // CHECK: %[[G:.*]] = dist.all_gather %[[T]] over [m] : tensor<2x8xf32> -> tensor<4x8xf32>
  // CHECK: graph.transpose %[[G]] [1, 0] : tensor<4x8xf32>
  %0 = graph.exp %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
