module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4x7x7xf32>, %arg1: tensor<8x2x3x3xf32>, %arg2: tensor<8x1x3x3xf32>) -> (tensor<2x4x7x7xf32> {jax.result_info = "result[0]"}, tensor<8x2x3x3xf32> {jax.result_info = "result[1]"}, tensor<8x1x3x3xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x7x7xf32>, tensor<8x2x3x3xf32>) -> tensor<2x8x4x4xf32>
    %1 = stablehlo.tanh %0 : tensor<2x8x4x4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x4x4xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<2x8x4x4xf32>
    %4 = stablehlo.convolution(%1, %arg2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<8x1x3x3xf32>) -> tensor<2x8x4x4xf32>
    %5 = stablehlo.slice %arg2 [0:2, 0:1, 0:3, 0:3] : (tensor<8x1x3x3xf32>) -> tensor<2x1x3x3xf32>
    %6 = call @_flip(%5) : (tensor<2x1x3x3xf32>) -> tensor<2x1x3x3xf32>
    %7 = stablehlo.reshape %6 : (tensor<2x1x3x3xf32>) -> tensor<1x2x3x3xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 2, 3, 4] : (tensor<1x2x3x3xf32>) -> tensor<1x8x2x3x3xf32>
    %9 = stablehlo.reshape %8 : (tensor<1x8x2x3x3xf32>) -> tensor<8x2x3x3xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x2x3x3xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<8x2x3x3xf32>
    %12 = stablehlo.convolution(%4, %11) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<8x2x3x3xf32>) -> tensor<2x2x8x8xf32>
    %13 = stablehlo.sine %12 : tensor<2x2x8x8xf32>
    %14 = stablehlo.cosine %12 : tensor<2x2x8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%13 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x2x8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.add %cst_2, %15 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x2x8x8xf32>
    %18 = stablehlo.multiply %17, %14 : tensor<2x2x8x8xf32>
    %19 = stablehlo.convolution(%4, %18) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<2x2x8x8xf32>) -> tensor<8x2x3x3xf32>
    %20 = stablehlo.reverse %11, dims = [2, 3] : tensor<8x2x3x3xf32>
    %21 = stablehlo.convolution(%18, %20) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x2x8x8xf32>, tensor<8x2x3x3xf32>) -> tensor<2x8x4x4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x2x3x3xf32>
    %23 = stablehlo.multiply %19, %22 : tensor<8x2x3x3xf32>
    %24 = stablehlo.reshape %23 : (tensor<8x2x3x3xf32>) -> tensor<1x8x2x3x3xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8x2x3x3xf32>, tensor<f32>) -> tensor<2x3x3xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [1, 2, 3] : (tensor<2x3x3xf32>) -> tensor<1x2x3x3xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x2x3x3xf32>) -> tensor<2x1x3x3xf32>
    %28 = call @_flip_0(%27) : (tensor<2x1x3x3xf32>) -> tensor<2x1x3x3xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.pad %28, %cst_6, low = [0, 0, 0, 0], high = [6, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x1x3x3xf32>, tensor<f32>) -> tensor<8x1x3x3xf32>
    %30 = stablehlo.convolution(%1, %21) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {stride = [2, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 8 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) -> tensor<8x1x3x3xf32>
    %31 = stablehlo.add %29, %30 : tensor<8x1x3x3xf32>
    %32 = stablehlo.reshape %arg2 : (tensor<8x1x3x3xf32>) -> tensor<8x1x1x3x3xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0, 2, 3, 4] : (tensor<8x1x1x3x3xf32>) -> tensor<1x8x1x3x3xf32>
    %34 = stablehlo.reshape %33 : (tensor<1x8x1x3x3xf32>) -> tensor<1x8x3x3xf32>
    %35 = stablehlo.reverse %34, dims = [2, 3] : tensor<1x8x3x3xf32>
    %36 = stablehlo.convolution(%21, %35) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<1x8x3x3xf32>) -> tensor<2x8x4x4xf32>
    %37 = stablehlo.multiply %36, %3 : tensor<2x8x4x4xf32>
    %38 = stablehlo.multiply %37, %1 : tensor<2x8x4x4xf32>
    %39 = stablehlo.add %37, %38 : tensor<2x8x4x4xf32>
    %40 = stablehlo.convolution(%arg0, %39) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x7x7xf32>, tensor<2x8x4x4xf32>) -> tensor<8x2x3x3xf32>
    %41 = stablehlo.reshape %arg1 : (tensor<8x2x3x3xf32>) -> tensor<2x4x2x3x3xf32>
    %42 = stablehlo.transpose %41, dims = [1, 0, 2, 3, 4] : (tensor<2x4x2x3x3xf32>) -> tensor<4x2x2x3x3xf32>
    %43 = stablehlo.reshape %42 : (tensor<4x2x2x3x3xf32>) -> tensor<4x4x3x3xf32>
    %44 = stablehlo.reverse %43, dims = [2, 3] : tensor<4x4x3x3xf32>
    %45 = stablehlo.convolution(%39, %44) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [2, 0]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4x4xf32>, tensor<4x4x3x3xf32>) -> tensor<2x4x7x7xf32>
    return %45, %40, %31 : tensor<2x4x7x7xf32>, tensor<8x2x3x3xf32>, tensor<8x1x3x3xf32>
  }
  func.func private @_flip(%arg0: tensor<2x1x3x3xf32>) -> tensor<2x1x3x3xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<2x1x3x3xf32>
    return %0 : tensor<2x1x3x3xf32>
  }
  func.func private @_flip_0(%arg0: tensor<2x1x3x3xf32>) -> tensor<2x1x3x3xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<2x1x3x3xf32>
    return %0 : tensor<2x1x3x3xf32>
  }
}
