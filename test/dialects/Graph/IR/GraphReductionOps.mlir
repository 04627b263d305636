// Every function returns the type that its op infers, so that reading this file tests inference; the second reading
// tests that what is printed is read back.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD

!image = tensor<?x?x?x3xf32, #graph.dims<["n", "h", "w", "3"]>>

// CHECK-LABEL: @reduce
func.func @reduce(%x: !image) -> tensor<?x1x?x1xf32, #graph.dims<["n", "1", "w", "1"]>> {
  // CHECK-NEXT: graph.reduce max %{{.*}} axes [1, 3] : tensor<?x?x?x3xf32
  %0 = graph.reduce max %x axes [1, 3] : !image
  return %0 : tensor<?x1x?x1xf32, #graph.dims<["n", "1", "w", "1"]>>
}

// CHECK-LABEL: @arg_reduce
func.func @arg_reduce(%x: !image) -> tensor<?x?x?x1xi64, #graph.dims<["n", "h", "w", "1"]>> {
  // CHECK-NEXT: graph.arg_reduce min %{{.*}} axis 3 last true
  %0 = graph.arg_reduce min %x axis 3 last true : !image
  return %0 : tensor<?x?x?x1xi64, #graph.dims<["n", "h", "w", "1"]>>
}

// CHECK-LABEL: @cumulative
func.func @cumulative(%x: !image) -> !image {
  // CHECK-NEXT: graph.cumulative add %{{.*}} axis 1 exclusive true reverse false
  %0 = graph.cumulative add %x axis 1 exclusive true reverse false : !image
  return %0 : !image
}

// floor((h + 1 - 2 - 1) / 2) + 1 = floor(h / 2), and the window of 3 by 2 apart reaches 5.
// CHECK-LABEL: @pool
func.func @pool(%x: !image) -> tensor<?x?x?x3xf32, #graph.dims<["n", "floordiv(h, 2)", "max(0, w - 2)", "3"]>> {
  // CHECK-NEXT: graph.pool max %{{.*}} window [3, 3] strides [2, 1] dilations [1, 2] pads [1, 1], [0, 1]
  %0 = graph.pool max %x window [3, 3] strides [2, 1] dilations [1, 2] pads [1, 1], [0, 1] : !image
  return %0 : tensor<?x?x?x3xf32, #graph.dims<["n", "floordiv(h, 2)", "max(0, w - 2)", "3"]>>
}

// A window larger than the input leaves nothing.
// CHECK-LABEL: @pool_empty
func.func @pool_empty(%x: tensor<1x2x1xf32>) -> tensor<1x0x1xf32> {
  %0 = graph.pool add %x window [4] strides [1] dilations [1] pads [0], [0] : tensor<1x2x1xf32>
  return %0 : tensor<1x0x1xf32>
}

// CHECK-LABEL: @arg_pool
func.func @arg_pool(%x: tensor<1x5x5x2xf32>) -> tensor<1x2x2x2xi64> {
  // CHECK-NEXT: graph.arg_pool %{{.*}} window [3, 3] strides [2, 2]
  %0 = graph.arg_pool %x window [3, 3] strides [2, 2] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x5x5x2xf32>
  return %0 : tensor<1x2x2x2xi64>
}

// FOLD-LABEL: @fold_reduce_nothing
// FOLD-NEXT: return %arg0
func.func @fold_reduce_nothing(%x: !image) -> !image {
  %0 = graph.reduce add %x axes [] : !image
  return %0 : !image
}
