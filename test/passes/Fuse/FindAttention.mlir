// RUN: heddle-opt %s -heddle-find-attention -split-input-file | FileCheck %s
// Transposes become letters; the mark is on every op between the contractions and on both, not on the mask's.
// CHECK-LABEL: func.func @masked
// CHECK-NOT: graph.transpose
// CHECK: %[[MASK:.+]] = graph.neg %arg3 : tensor<9xf32>
// CHECK: %[[S:.+]] = graph.contract "bmak,bnak->bamn" %arg0, %arg1 {kernel.attention = 0 : i64}
// CHECK: graph.add %[[S]], %[[MASK]] {kernel.attention = 0 : i64}
// CHECK: graph.reduce max {{.*}} {kernel.attention = 0 : i64}
// CHECK: graph.sub {{.*}} {kernel.attention = 0 : i64}
// CHECK: graph.exp {{.*}} {kernel.attention = 0 : i64}
// CHECK: graph.reduce add {{.*}} {kernel.attention = 0 : i64}
// CHECK: graph.div {{.*}} {kernel.attention = 0 : i64}
// CHECK: graph.contract "bamk,bkan->bman" {{.*}}, %arg2 {kernel.attention = 0 : i64}
func.func @masked(%q: tensor<1x5x2x8xf32>, %k: tensor<1x9x2x8xf32>, %v: tensor<1x9x2x8xf32>, %mask: tensor<9xf32>) -> tensor<1x5x2x8xf32> {
  %kt = graph.transpose %k [0, 2, 3, 1] : tensor<1x9x2x8xf32>
  %n = graph.neg %mask : tensor<9xf32>
  %s0 = graph.contract "bmak,bakn->bamn" %q, %kt : tensor<1x5x2x8xf32>, tensor<1x2x8x9xf32>
  %s = graph.add %s0, %n : tensor<1x2x5x9xf32>, tensor<9xf32>
  %m = graph.reduce max %s axes [3] : tensor<1x2x5x9xf32>
  %d = graph.sub %s, %m : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %e = graph.exp %d : tensor<1x2x5x9xf32>
  %t = graph.reduce add %e axes [3] : tensor<1x2x5x9xf32>
  %p = graph.div %e, %t : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %y = graph.contract "bamk,bkan->bman" %p, %v : tensor<1x2x5x9xf32>, tensor<1x9x2x8xf32>
  return %y : tensor<1x5x2x8xf32>
}

// -----

// Rows without a weight count as zeros.
// CHECK-LABEL: func.func @guarded
// CHECK: graph.is_nan {{.*}} {kernel.attention = 0 : i64}
// CHECK: graph.select {{.*}} {kernel.attention = 0 : i64}
func.func @guarded(%q: tensor<1x5x2x8xf32>, %k: tensor<1x9x2x8xf32>, %v: tensor<1x9x2x8xf32>) -> tensor<1x5x2x8xf32> {
  %s = graph.contract "bmak,bnak->bamn" %q, %k : tensor<1x5x2x8xf32>, tensor<1x9x2x8xf32>
  %m = graph.reduce max %s axes [3] : tensor<1x2x5x9xf32>
  %d = graph.sub %s, %m : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %e = graph.exp %d : tensor<1x2x5x9xf32>
  %t = graph.reduce add %e axes [3] : tensor<1x2x5x9xf32>
  %p = graph.div %e, %t : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %b = graph.is_nan %p : tensor<1x2x5x9xf32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %w = graph.select %b, %zero, %p : tensor<1x2x5x9xi1>, tensor<f32>, tensor<1x2x5x9xf32>
  %y = graph.contract "bamk,bkan->bman" %w, %v : tensor<1x2x5x9xf32>, tensor<1x9x2x8xf32>
  return %y : tensor<1x5x2x8xf32>
}

// -----

// Who asks for the weights gets them from kernels of their own.
// CHECK-LABEL: func.func @negative_weights_used
// CHECK-NOT: kernel.attention
func.func @negative_weights_used(%q: tensor<1x5x2x8xf32>, %k: tensor<1x9x2x8xf32>, %v: tensor<1x9x2x8xf32>) -> (tensor<1x5x2x8xf32>, tensor<1x2x5x9xf32>) {
  %s = graph.contract "bmak,bnak->bamn" %q, %k : tensor<1x5x2x8xf32>, tensor<1x9x2x8xf32>
  %m = graph.reduce max %s axes [3] : tensor<1x2x5x9xf32>
  %d = graph.sub %s, %m : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %e = graph.exp %d : tensor<1x2x5x9xf32>
  %t = graph.reduce add %e axes [3] : tensor<1x2x5x9xf32>
  %p = graph.div %e, %t : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %y = graph.contract "bamk,bkan->bman" %p, %v : tensor<1x2x5x9xf32>, tensor<1x9x2x8xf32>
  return %y, %p : tensor<1x5x2x8xf32>, tensor<1x2x5x9xf32>
}

// -----

// The softmax runs along the queries.
// CHECK-LABEL: func.func @negative_other_axis
// CHECK-NOT: kernel.attention
func.func @negative_other_axis(%q: tensor<1x5x2x8xf32>, %k: tensor<1x9x2x8xf32>, %v: tensor<1x9x2x8xf32>) -> tensor<1x5x2x8xf32> {
  %s = graph.contract "bmak,bnak->bamn" %q, %k : tensor<1x5x2x8xf32>, tensor<1x9x2x8xf32>
  %m = graph.reduce max %s axes [2] : tensor<1x2x5x9xf32>
  %d = graph.sub %s, %m : tensor<1x2x5x9xf32>, tensor<1x2x1x9xf32>
  %e = graph.exp %d : tensor<1x2x5x9xf32>
  %t = graph.reduce add %e axes [2] : tensor<1x2x5x9xf32>
  %p = graph.div %e, %t : tensor<1x2x5x9xf32>, tensor<1x2x1x9xf32>
  %y = graph.contract "bamk,bkan->bman" %p, %v : tensor<1x2x5x9xf32>, tensor<1x9x2x8xf32>
  return %y : tensor<1x5x2x8xf32>
}

// -----

// Keys that are a constant are better packed.
// CHECK-LABEL: func.func @negative_constant_keys
// CHECK-NOT: kernel.attention
func.func @negative_constant_keys(%q: tensor<1x5x2x8xf32>, %v: tensor<1x9x2x8xf32>) -> tensor<1x5x2x8xf32> {
  %k = graph.constant dense<2.0> : tensor<1x9x2x8xf32>
  %s = graph.contract "bmak,bnak->bamn" %q, %k : tensor<1x5x2x8xf32>, tensor<1x9x2x8xf32>
  %m = graph.reduce max %s axes [3] : tensor<1x2x5x9xf32>
  %d = graph.sub %s, %m : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %e = graph.exp %d : tensor<1x2x5x9xf32>
  %t = graph.reduce add %e axes [3] : tensor<1x2x5x9xf32>
  %p = graph.div %e, %t : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %y = graph.contract "bamk,bkan->bman" %p, %v : tensor<1x2x5x9xf32>, tensor<1x9x2x8xf32>
  return %y : tensor<1x5x2x8xf32>
}

// -----

// CHECK-LABEL: func.func @negative_open_heads
// CHECK-NOT: kernel.attention
func.func @negative_open_heads(%q: tensor<1x5x2x?xf32, #graph.dims<["1", "5", "2", "d"]>>, %k: tensor<1x9x2x?xf32, #graph.dims<["1", "9", "2", "d"]>>, %v: tensor<1x9x2x8xf32>) -> tensor<1x5x2x8xf32> {
  %s = graph.contract "bmak,bnak->bamn" %q, %k : tensor<1x5x2x?xf32, #graph.dims<["1", "5", "2", "d"]>>, tensor<1x9x2x?xf32, #graph.dims<["1", "9", "2", "d"]>>
  %m = graph.reduce max %s axes [3] : tensor<1x2x5x9xf32>
  %d = graph.sub %s, %m : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %e = graph.exp %d : tensor<1x2x5x9xf32>
  %t = graph.reduce add %e axes [3] : tensor<1x2x5x9xf32>
  %p = graph.div %e, %t : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %y = graph.contract "bamk,bkan->bman" %p, %v : tensor<1x2x5x9xf32>, tensor<1x9x2x8xf32>
  return %y : tensor<1x5x2x8xf32>
}

// -----

// One batch of weights for many of values: the weights stretch.
// CHECK-LABEL: func.func @negative_stretched
// CHECK-NOT: kernel.attention
func.func @negative_stretched(%q: tensor<1x5x2x8xf32>, %k: tensor<1x9x2x8xf32>, %v: tensor<3x9x2x8xf32>) -> tensor<3x5x2x8xf32> {
  %s = graph.contract "bmak,bnak->bamn" %q, %k : tensor<1x5x2x8xf32>, tensor<1x9x2x8xf32>
  %m = graph.reduce max %s axes [3] : tensor<1x2x5x9xf32>
  %d = graph.sub %s, %m : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %e = graph.exp %d : tensor<1x2x5x9xf32>
  %t = graph.reduce add %e axes [3] : tensor<1x2x5x9xf32>
  %p = graph.div %e, %t : tensor<1x2x5x9xf32>, tensor<1x2x5x1xf32>
  %y = graph.contract "bamk,bkan->bman" %p, %v : tensor<1x2x5x9xf32>, tensor<3x9x2x8xf32>
  return %y : tensor<3x5x2x8xf32>
}
