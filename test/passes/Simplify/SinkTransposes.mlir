// RUN: heddle-opt %s -heddle-sink-transposes -canonicalize -split-input-file | FileCheck %s

// Two channels-last convolutions with an activation and a bias between: one transpose at either end.
// CHECK-LABEL: func.func @conv_chain
// CHECK-COUNT-2: graph.transpose
// CHECK-NOT: graph.transpose
func.func @conv_chain(%x: tensor<1x3x8x8xf32>, %w1: tensor<3x3x3x4xf32>, %w2: tensor<1x1x4x5xf32>) -> tensor<1x5x8x8xf32> {
  %b = graph.constant dense<[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]> : tensor<4x1x1xf32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.transpose %x [0, 2, 3, 1] : tensor<1x3x8x8xf32>
  %1 = graph.conv %0, %w1 strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1 : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>
  %2 = graph.transpose %1 [0, 3, 1, 2] : tensor<1x8x8x4xf32>
  %3 = graph.add %2, %b : tensor<1x4x8x8xf32>, tensor<4x1x1xf32>
  %4 = graph.max %3, %zero : tensor<1x4x8x8xf32>, tensor<f32>
  %5 = graph.transpose %4 [0, 2, 3, 1] : tensor<1x4x8x8xf32>
  %6 = graph.conv %5, %w2 strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 1 : tensor<1x8x8x4xf32>, tensor<1x1x4x5xf32>
  %7 = graph.transpose %6 [0, 3, 1, 2] : tensor<1x8x8x5xf32>
  return %7 : tensor<1x5x8x8xf32>
}

// -----

// Axes 2 and 3 of [n, c, h, w] are axes 1 and 2 of [n, h, w, c]; the transpose of [n, 1, 1, c] is a reshape.
// CHECK-LABEL: func.func @reduce
// CHECK: graph.reduce add %arg0 axes [1, 2]
// CHECK-NOT: graph.transpose
func.func @reduce(%x: tensor<2x4x5x3xf32>) -> tensor<2x3x1x1xf32> {
  %0 = graph.transpose %x [0, 3, 1, 2] : tensor<2x4x5x3xf32>
  %1 = graph.reduce add %0 axes [2, 3] : tensor<2x3x4x5xf32>
  return %1 : tensor<2x3x1x1xf32>
}

// -----

// Image to tokens: height and width stay together, so [n, h, w, c] -> [n, c, h*w] -> [n, h*w, c] is a reshape.
// CHECK-LABEL: func.func @tokens
// CHECK: graph.reshape %arg0
// CHECK-NOT: graph.transpose
func.func @tokens(%x: tensor<?x4x5x3xf32, #graph.dims<["n", "4", "5", "3"]>>) -> tensor<?x20x3xf32, #graph.dims<["n", "20", "3"]>> {
  %0 = graph.transpose %x [0, 3, 1, 2] : tensor<?x4x5x3xf32, #graph.dims<["n", "4", "5", "3"]>>
  %1 = graph.reshape %0 : tensor<?x3x4x5xf32, #graph.dims<["n", "3", "4", "5"]>> -> tensor<?x3x20xf32, #graph.dims<["n", "3", "20"]>>
  %2 = graph.transpose %1 [0, 2, 1] : tensor<?x3x20xf32, #graph.dims<["n", "3", "20"]>>
  return %2 : tensor<?x20x3xf32, #graph.dims<["n", "20", "3"]>>
}

// -----

// Heads and their elements were apart before the transpose: it stays.
// CHECK-LABEL: func.func @negative_join_separated
// CHECK: graph.transpose
// CHECK: graph.reshape
func.func @negative_join_separated(%x: tensor<2x12x7x64xf32>) -> tensor<2x7x768xf32> {
  %0 = graph.transpose %x [0, 2, 1, 3] : tensor<2x12x7x64xf32>
  %1 = graph.reshape %0 : tensor<2x7x12x64xf32> -> tensor<2x7x768xf32>
  return %1 : tensor<2x7x768xf32>
}

// -----

// The other operand is large and not transposed: nothing is gained.
// CHECK-LABEL: func.func @negative_mixed
// CHECK: %[[T:.+]] = graph.transpose
// CHECK: graph.add %[[T]], %arg1
func.func @negative_mixed(%x: tensor<4x5xf32>, %y: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = graph.transpose %x [1, 0] : tensor<4x5xf32>
  %1 = graph.add %0, %y : tensor<5x4xf32>, tensor<5x4xf32>
  return %1 : tensor<5x4xf32>
}

// -----

// A transpose that keeps the innermost dimension is another order of letters.
// CHECK-LABEL: func.func @contract
// CHECK: graph.contract "bmhk,bhkn->bhmn" %arg0, %arg1
func.func @contract(%x: tensor<2x7x12x64xf32>, %y: tensor<2x12x64x7xf32>) -> tensor<2x12x7x7xf32> {
  %0 = graph.transpose %x [0, 2, 1, 3] : tensor<2x7x12x64xf32>
  %1 = graph.contract "bhmk,bhkn->bhmn" %0, %y : tensor<2x12x7x64xf32>, tensor<2x12x64x7xf32>
  return %1 : tensor<2x12x7x7xf32>
}

// -----

// A gate of images whose number is open moves only dimensions of size 1.
// CHECK-LABEL: func.func @gate
// CHECK: graph.mul %arg0, %{{.+}} : tensor<?x8x8x16xf32{{.*}}, tensor<?x1x1x16xf32
// CHECK-NEXT: graph.transpose
func.func @gate(%x: tensor<?x8x8x16xf32, #graph.dims<["n", "8", "8", "16"]>>, %g: tensor<?x16x1x1xf32, #graph.dims<["n", "16", "1", "1"]>>)
    -> tensor<?x16x8x8xf32, #graph.dims<["n", "16", "8", "8"]>> {
  %0 = graph.transpose %x [0, 3, 1, 2] : tensor<?x8x8x16xf32, #graph.dims<["n", "8", "8", "16"]>>
  %1 = graph.mul %0, %g : tensor<?x16x8x8xf32, #graph.dims<["n", "16", "8", "8"]>>, tensor<?x16x1x1xf32, #graph.dims<["n", "16", "1", "1"]>>
  return %1 : tensor<?x16x8x8xf32, #graph.dims<["n", "16", "8", "8"]>>
}

// -----

// Two such gates: neither of them is worth a transpose, whichever was seen first.
// CHECK-LABEL: func.func @two_gates
// CHECK: graph.add {{.*}}tensor<?x16x1x1xf32{{.*}}, tensor<?x16x1x1xf32
func.func @two_gates(%x: tensor<?x1x1x16xf32, #graph.dims<["n", "1", "1", "16"]>>, %g: tensor<?x16x1x1xf32, #graph.dims<["n", "16", "1", "1"]>>)
    -> tensor<?x16x1x1xf32, #graph.dims<["n", "16", "1", "1"]>> {
  %0 = graph.transpose %x [0, 3, 1, 2] : tensor<?x1x1x16xf32, #graph.dims<["n", "1", "1", "16"]>>
  %1 = graph.add %0, %g : tensor<?x16x1x1xf32, #graph.dims<["n", "16", "1", "1"]>>, tensor<?x16x1x1xf32, #graph.dims<["n", "16", "1", "1"]>>
  return %1 : tensor<?x16x1x1xf32, #graph.dims<["n", "16", "1", "1"]>>
}

// -----

// One that is left behind a contraction is another order of the result's letters.
// CHECK-LABEL: func.func @behind_contract
// CHECK: %[[C:.+]] = graph.contract "bhmk,bkhn->bmhn" %arg0, %arg1 : tensor<2x12x7x5xf32>, tensor<2x5x12x64xf32>
// CHECK: return %[[C]]
func.func @behind_contract(%x: tensor<2x12x7x5xf32>, %y: tensor<2x5x12x64xf32>) -> tensor<2x7x12x64xf32> {
  %0 = graph.contract "bhmk,bkhn->bhmn" %x, %y : tensor<2x12x7x5xf32>, tensor<2x5x12x64xf32>
  %1 = graph.transpose %0 [0, 2, 1, 3] : tensor<2x12x7x64xf32>
  return %1 : tensor<2x7x12x64xf32>
}

// -----

// The first order is wanted too.
// CHECK-LABEL: func.func @negative_two_users
// CHECK: graph.transpose
func.func @negative_two_users(%x: tensor<2x7x5xf32>, %y: tensor<2x5x64xf32>) -> (tensor<2x7x64xf32>, tensor<7x2x64xf32>) {
  %0 = graph.contract "bmk,bkn->bmn" %x, %y : tensor<2x7x5xf32>, tensor<2x5x64xf32>
  %1 = graph.transpose %0 [1, 0, 2] : tensor<2x7x64xf32>
  return %0, %1 : tensor<2x7x64xf32>, tensor<7x2x64xf32>
}

// -----

// Both operands can follow for free, so sinking one transpose puts another on the constant: that one must stay, or the two
// would change places for ever.
// CHECK-LABEL: func.func @column_and_constant
// CHECK: graph.mul
func.func @column_and_constant(%x: tensor<1x7xf32>) -> tensor<7x5xf32> {
  %c = graph.constant dense<2.0> : tensor<1x5xf32>
  %0 = graph.transpose %x [1, 0] : tensor<1x7xf32>
  %1 = graph.mul %0, %c : tensor<7x1xf32>, tensor<1x5xf32>
  return %1 : tensor<7x5xf32>
}
