module @jit_grouped_convolutions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4x7x7xf32>, %arg1: tensor<8x2x3x3xf32>, %arg2: tensor<8x1x3x3xf32>) -> (tensor<2x2x8x8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x7x7xf32>, tensor<8x2x3x3xf32>) -> tensor<2x8x4x4xf32>
    %1 = stablehlo.tanh %0 : tensor<2x8x4x4xf32>
    %2 = stablehlo.convolution(%1, %arg2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<8x1x3x3xf32>) -> tensor<2x8x4x4xf32>
    %3 = stablehlo.slice %arg2 [0:2, 0:1, 0:3, 0:3] : (tensor<8x1x3x3xf32>) -> tensor<2x1x3x3xf32>
    %4 = call @_flip(%3) : (tensor<2x1x3x3xf32>) -> tensor<2x1x3x3xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x1x3x3xf32>) -> tensor<1x2x3x3xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 2, 3, 4] : (tensor<1x2x3x3xf32>) -> tensor<1x8x2x3x3xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x8x2x3x3xf32>) -> tensor<8x2x3x3xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2x3x3xf32>
    %9 = stablehlo.multiply %7, %8 : tensor<8x2x3x3xf32>
    %10 = stablehlo.convolution(%2, %9) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<8x2x3x3xf32>) -> tensor<2x2x8x8xf32>
    return %10 : tensor<2x2x8x8xf32>
  }
  func.func private @_flip(%arg0: tensor<2x1x3x3xf32>) -> tensor<2x1x3x3xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<2x1x3x3xf32>
    return %0 : tensor<2x1x3x3xf32>
  }
}
