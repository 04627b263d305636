// RUN: heddle-opt %s -heddle-kernels-to-loops -canonicalize | FileCheck %s

// Worker 0 calls the runtime; sizes in front of and behind the axis are products.
// CHECK-LABEL: func.func private @top_k
// CHECK-DAG: %[[OUTER:.+]] = arith.constant 6 : i64
// CHECK-DAG: %[[SIZE:.+]] = arith.constant 10 : i64
// CHECK-DAG: %[[INNER:.+]] = arith.constant 4 : i64
// CHECK: scf.if
// CHECK: call @heddle_top_k(
kernel.func private @top_k(%x: tensor<2x3x10x4xf32>) -> (tensor<2x3x5x4xf32>, tensor<2x3x5x4xi64>) attributes {anchor = #kernel<anchor library>} {
  %0, %1 = graph.top_k %x axis 2 largest true : tensor<2x3x10x4xf32> -> tensor<2x3x5x4xf32>, tensor<2x3x5x4xi64>
  kernel.return %0, %1 : tensor<2x3x5x4xf32>, tensor<2x3x5x4xi64>
}

// CHECK-LABEL: func.func private @non_zero
// CHECK: call @heddle_non_zero(
kernel.func private @non_zero(%x: tensor<?x3xi1, #graph.dims<["n", "3"]>>) -> (tensor<2x?xi64, #graph.dims<["2", "3*n"]>>, tensor<i64>) attributes {anchor = #kernel<anchor library>} {
  %0, %1 = graph.non_zero %x : tensor<?x3xi1, #graph.dims<["n", "3"]>>
  kernel.return %0, %1 : tensor<2x?xi64, #graph.dims<["2", "3*n"]>>, tensor<i64>
}

// Thresholds that are copied constants become immediates.
// CHECK-LABEL: func.func private @suppress
// CHECK-DAG: arith.constant 5.000000e-01 : f32
// CHECK: call @heddle_non_max_suppression(
kernel.func private @suppress(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>) -> (tensor<12x3xi64>, tensor<i64>) attributes {anchor = #kernel<anchor library>} {
  %max = graph.constant dense<3> : tensor<i64>
  %iou = graph.constant dense<0.5> : tensor<f32>
  %score = graph.constant dense<0.0> : tensor<f32>
  %0, %1 = graph.non_max_suppression %boxes, %scores, %max, %iou, %score center_point false : tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  kernel.return %0, %1 : tensor<12x3xi64>, tensor<i64>
}

// Constants lie in the code: the table of a pattern, the bytes of a delimiter, a short list that is copied here.
// CHECK-DAG: memref.global "private" constant @match.constant.{{[0-9]+}} : memref<256xi8>
// CHECK-DAG: memref.global "private" constant @match.constant.{{[0-9]+}} : memref<9xi16>
// CHECK-LABEL: func.func private @match
// CHECK: call @heddle_text_match(
kernel.func private @match(%x: tensor<?xi64, #graph.dims<["n"]>>) -> tensor<?xi1, #graph.dims<["n"]>> attributes {anchor = #kernel<anchor library>} {
  %0 = graph.text_match %x pattern "[a-z]+" : tensor<?xi64, #graph.dims<["n"]>>
  kernel.return %0 : tensor<?xi1, #graph.dims<["n"]>>
}

// CHECK-LABEL: func.func private @split
// CHECK: call @heddle_text_split(
kernel.func private @split(%x: tensor<?xi64, #graph.dims<["n"]>>) -> tensor<?x3xi64, #graph.dims<["n", "3"]>> attributes {anchor = #kernel<anchor library>} {
  %0 = graph.text_split %x delimiter "," splits -1 : tensor<?xi64, #graph.dims<["n"]>> -> tensor<?x3xi64, #graph.dims<["n", "3"]>>
  kernel.return %0 : tensor<?x3xi64, #graph.dims<["n", "3"]>>
}

// CHECK-LABEL: func.func private @count
// CHECK: call @heddle_text_count(
kernel.func private @count(%x: tensor<4xi64>) -> tensor<4xi64> attributes {anchor = #kernel<anchor library>} {
  %0 = graph.text_count %x delimiter "" splits 2 : tensor<4xi64>
  kernel.return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func private @join
// CHECK: call @heddle_text_join(
kernel.func private @join(%x: tensor<2xi64>) -> tensor<2xi64> attributes {anchor = #kernel<anchor library>} {
  %y = graph.constant dense<[0, 1]> : tensor<2xi64>
  %0 = graph.text_join %x, %y : tensor<2xi64>, tensor<2xi64>
  kernel.return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func private @upper
// CHECK: call @heddle_text_case(
kernel.func private @upper(%x: tensor<4xi64>) -> tensor<4xi64> attributes {anchor = #kernel<anchor library>} {
  %0 = graph.text_case upper %x : tensor<4xi64>
  kernel.return %0 : tensor<4xi64>
}
