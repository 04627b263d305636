// The forms that JAX prints, read and printed again.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt -mlir-print-op-generic %s | heddle-opt | FileCheck %s

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<2xf32>, %i: tensor<2xi32>) {
  // CHECK: stablehlo.abs %{{.*}} : tensor<2xf32>
  stablehlo.abs %x : tensor<2xf32>
  // CHECK: stablehlo.cbrt %{{.*}} : tensor<2xf32>
  stablehlo.cbrt %x : tensor<2xf32>
  // CHECK: stablehlo.ceil
  stablehlo.ceil %x : tensor<2xf32>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xi8>
  stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xi8>
  // CHECK: stablehlo.cosine
  stablehlo.cosine %x : tensor<2xf32>
  // CHECK: stablehlo.count_leading_zeros
  stablehlo.count_leading_zeros %i : tensor<2xi32>
  // CHECK: stablehlo.exponential %{{.*}} : tensor<2xf32>
  stablehlo.exponential %x : tensor<2xf32>
  // CHECK: stablehlo.exponential_minus_one
  stablehlo.exponential_minus_one %x : tensor<2xf32>
  // CHECK: stablehlo.floor
  stablehlo.floor %x : tensor<2xf32>
  // CHECK: stablehlo.is_finite %{{.*}} : (tensor<2xf32>) -> tensor<2xi1>
  stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.log %{{.*}} : tensor<2xf32>
  stablehlo.log %x : tensor<2xf32>
  // CHECK: stablehlo.log_plus_one
  stablehlo.log_plus_one %x : tensor<2xf32>
  // CHECK: stablehlo.logistic
  stablehlo.logistic %x : tensor<2xf32>
  // CHECK: stablehlo.negate
  stablehlo.negate %x : tensor<2xf32>
  // CHECK: stablehlo.not
  stablehlo.not %i : tensor<2xi32>
  // CHECK: stablehlo.popcnt
  stablehlo.popcnt %i : tensor<2xi32>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e8m7 : tensor<2xf32>
  stablehlo.reduce_precision %x, format = e8m7 : tensor<2xf32>
  // CHECK: stablehlo.round_nearest_afz
  stablehlo.round_nearest_afz %x : tensor<2xf32>
  // CHECK: stablehlo.round_nearest_even
  stablehlo.round_nearest_even %x : tensor<2xf32>
  // CHECK: stablehlo.rsqrt
  stablehlo.rsqrt %x : tensor<2xf32>
  // CHECK: stablehlo.sign
  stablehlo.sign %x : tensor<2xf32>
  // CHECK: stablehlo.sine
  stablehlo.sine %x : tensor<2xf32>
  // CHECK: stablehlo.sqrt
  stablehlo.sqrt %x : tensor<2xf32>
  // CHECK: stablehlo.tan %{{.*}} : tensor<2xf32>
  stablehlo.tan %x : tensor<2xf32>
  // CHECK: stablehlo.tanh
  stablehlo.tanh %x : tensor<2xf32>
  return
}

// CHECK-LABEL: @binary
func.func @binary(%x: tensor<2xf32>, %i: tensor<2xi32>, %p: tensor<2xi1>, %s: tensor<i1>) {
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<2xf32>
  stablehlo.add %x, %x : tensor<2xf32>
  // CHECK: stablehlo.and
  stablehlo.and %i, %i : tensor<2xi32>
  // CHECK: stablehlo.atan2
  stablehlo.atan2 %x, %x : tensor<2xf32>
  // CHECK: stablehlo.clamp %{{.*}} : tensor<2xf32>
  stablehlo.clamp %x, %x, %x : tensor<2xf32>
  // CHECK: stablehlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  stablehlo.compare GT, %x, %x, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.compare EQ, %{{.*}}, %{{.*}} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  stablehlo.compare EQ, %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  // CHECK: stablehlo.divide
  stablehlo.divide %x, %x : tensor<2xf32>
  // CHECK: stablehlo.maximum
  stablehlo.maximum %x, %x : tensor<2xf32>
  // CHECK: stablehlo.minimum
  stablehlo.minimum %x, %x : tensor<2xf32>
  // CHECK: stablehlo.multiply
  stablehlo.multiply %x, %x : tensor<2xf32>
  // CHECK: stablehlo.or
  stablehlo.or %i, %i : tensor<2xi32>
  // CHECK: stablehlo.power
  stablehlo.power %x, %x : tensor<2xf32>
  // CHECK: stablehlo.remainder
  stablehlo.remainder %x, %x : tensor<2xf32>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xi1>, tensor<2xf32>
  stablehlo.select %p, %x, %x : tensor<2xi1>, tensor<2xf32>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<2xf32>
  stablehlo.select %s, %x, %x : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.shift_left
  stablehlo.shift_left %i, %i : tensor<2xi32>
  // CHECK: stablehlo.shift_right_arithmetic
  stablehlo.shift_right_arithmetic %i, %i : tensor<2xi32>
  // CHECK: stablehlo.shift_right_logical
  stablehlo.shift_right_logical %i, %i : tensor<2xi32>
  // CHECK: stablehlo.subtract
  stablehlo.subtract %x, %x : tensor<2xf32>
  // CHECK: stablehlo.xor
  stablehlo.xor %i, %i : tensor<2xi32>
  return
}

// CHECK-LABEL: @movement
func.func @movement(%x: tensor<2x3xf32>, %s: tensor<f32>, %i: tensor<i32>) {
  // CHECK: stablehlo.constant dense<0xFF800000> : tensor<f32>
  stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
  stablehlo.iota dim = 1 : tensor<2x3xi32>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xi32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
  %row = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
  // CHECK: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  stablehlo.dynamic_update_slice %x, %row, %i, %i : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [1, 0], high = [0, -1], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  stablehlo.pad %x, %s, low = [1, 0], high = [0, -1], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
  stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: stablehlo.reverse %{{.*}}, dims = [0, 1] : tensor<2x3xf32>
  stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  // CHECK: stablehlo.slice %{{.*}} [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// CHECK-LABEL: @contractions
func.func @contractions(%x: tensor<4x2x3xf32>, %y: tensor<4x3x5xf32>, %image: tensor<2x8x8x3xf32>, %filter: tensor<3x3x3x4xf32>) {
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<4x2x3xf32>, tensor<4x3x5xf32>) -> tensor<4x2x5xf32>
  stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<4x2x3xf32>, tensor<4x3x5xf32>) -> tensor<4x2x5xf32>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [] x [] : (tensor<4x2x3xf32>, tensor<4x3x5xf32>) -> tensor<4x2x3x4x3x5xf32>
  stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<4x2x3xf32>, tensor<4x3x5xf32>) -> tensor<4x2x3x4x3x5xf32>
  // CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = {{\[\[}}1, 1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x3x4xf32>
  stablehlo.convolution(%image, %filter) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x3x4xf32>
  return
}

// CHECK-LABEL: @reductions
func.func @reductions(%x: tensor<4x6xf32>, %i: tensor<4x6xi32>, %f: tensor<f32>, %n: tensor<i32>, %pooled: tensor<2x3xf32>) {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>) (%[[C:.*]]: tensor<i32>, %[[D:.*]]: tensor<i32>)
  // CHECK: stablehlo.return %[[B]], %[[C]] : tensor<f32>, tensor<i32>
  stablehlo.reduce(%x init: %f), (%i init: %n) across dimensions = [0] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>)  {
    stablehlo.return %b, %c : tensor<f32>, tensor<i32>
  }
  // CHECK: "stablehlo.reduce_window"
  "stablehlo.reduce_window"(%x, %f) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: "stablehlo.select_and_scatter"
  "stablehlo.select_and_scatter"(%x, %pooled, %f) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// CHECK-LABEL: @places
func.func @places(%x: tensor<5x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) {
  // CHECK: "stablehlo.gather"{{.*}}#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  // CHECK: "stablehlo.scatter"{{.*}}#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  // CHECK: "stablehlo.sort"
  "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<5x4xf32>) -> tensor<5x4xf32>
  return
}

// CHECK-LABEL: @control
func.func @control(%x: tensor<2xf32>, %i: tensor<i32>, %p: tensor<i1>, %state: tensor<2xui64>) {
  // CHECK: "stablehlo.case"
  "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  // CHECK: "stablehlo.if"
  "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  // CHECK: stablehlo.while(%[[N:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) : tensor<i32>, tensor<2xf32>
  // CHECK-NEXT: cond {
  // CHECK: stablehlo.compare LT, %[[N]], %{{.*}}, SIGNED
  // CHECK: } do {
  // CHECK-NEXT: stablehlo.return %[[N]], %[[Y]] : tensor<i32>, tensor<2xf32>
  %0:2 = stablehlo.while(%n = %i, %y = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %1 = stablehlo.compare LT, %n, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
  }
  // CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<i32>
  stablehlo.optimization_barrier %x, %i : tensor<2xf32>, tensor<i32>
  // CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // CHECK: stablehlo.composite "my.op" %{{.*}} {decomposition = @unary} : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.composite "my.op" %x {decomposition = @unary} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.custom_call @Sharding(%{{.*}}) {has_side_effect = false} : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @Sharding(%x) {has_side_effect = false} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
