module @jit_signal attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<5xf32>) -> (tensor<7x8xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<32xf32> {jax.result_info = "result[2]"}, tensor<32xf32> {jax.result_info = "result[3]"}) {
    %0 = call @convolve(%arg0, %arg1) : (tensor<32xf32>, tensor<5xf32>) -> tensor<32xf32>
    %1 = stablehlo.slice %0 [0:8] : (tensor<32xf32>) -> tensor<8xf32>
    %2 = stablehlo.slice %0 [4:12] : (tensor<32xf32>) -> tensor<8xf32>
    %3 = stablehlo.slice %0 [8:16] : (tensor<32xf32>) -> tensor<8xf32>
    %4 = stablehlo.slice %0 [12:20] : (tensor<32xf32>) -> tensor<8xf32>
    %5 = stablehlo.slice %0 [16:24] : (tensor<32xf32>) -> tensor<8xf32>
    %6 = stablehlo.slice %0 [20:28] : (tensor<32xf32>) -> tensor<8xf32>
    %7 = stablehlo.slice %0 [24:32] : (tensor<32xf32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %9 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %10 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %11 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %12 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %13 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %14 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %15 = stablehlo.concatenate %8, %9, %10, %11, %12, %13, %14, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<7x8xf32>
    %16 = stablehlo.iota dim = 0 : tensor<8xf32>
    %cst = stablehlo.constant dense<6.28318548> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<8xf32>
    %cst_0 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %20 = stablehlo.divide %18, %19 : tensor<8xf32>
    %21 = stablehlo.cosine %20 : tensor<8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %23 = stablehlo.subtract %22, %21 : tensor<8xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<8xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<7x8xf32>
    %28 = stablehlo.multiply %15, %27 : tensor<7x8xf32>
    %29 = call @_roll_static(%0) : (tensor<32xf32>) -> tensor<32xf32>
    %30 = stablehlo.multiply %0, %29 : tensor<32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %32 = stablehlo.divide %31, %cst_4 : tensor<f32>
    %33 = call @_roll_static_0(%0) : (tensor<32xf32>) -> tensor<32xf32>
    %34 = stablehlo.multiply %0, %33 : tensor<32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %36 = stablehlo.divide %35, %cst_6 : tensor<f32>
    %37 = call @_roll_static_1(%0) : (tensor<32xf32>) -> tensor<32xf32>
    %38 = stablehlo.multiply %0, %37 : tensor<32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %40 = stablehlo.divide %39, %cst_8 : tensor<f32>
    %41 = call @_roll_static_2(%0) : (tensor<32xf32>) -> tensor<32xf32>
    %42 = stablehlo.multiply %0, %41 : tensor<32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %44 = stablehlo.divide %43, %cst_10 : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %46 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %47 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %48 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %49 = stablehlo.concatenate %45, %46, %47, %48, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
    %50 = stablehlo.iota dim = 0 : tensor<8xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_11 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %53 = stablehlo.add %51, %52 : tensor<8x1xf32>
    %cst_12 = stablehlo.constant dense<0.392699093> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %55 = stablehlo.multiply %54, %53 : tensor<8x1xf32>
    %56 = stablehlo.broadcast_in_dim %50, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %57 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %58 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %59 = stablehlo.multiply %57, %58 : tensor<8x8xf32>
    %60 = stablehlo.cosine %59 : tensor<8x8xf32>
    %61 = stablehlo.dot_general %28, %60, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x8xf32>, tensor<8x8xf32>) -> tensor<7x8xf32>
    %62 = stablehlo.multiply %61, %61 : tensor<7x8xf32>
    %63 = stablehlo.log_plus_one %62 : tensor<7x8xf32>
    %64 = call @cumsum(%arg0) : (tensor<32xf32>) -> tensor<32xf32>
    %cst_13 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %66 = stablehlo.divide %64, %65 : tensor<32xf32>
    %67 = call @cummax(%arg0) : (tensor<32xf32>) -> tensor<32xf32>
    return %63, %49, %66, %67 : tensor<7x8xf32>, tensor<4xf32>, tensor<32xf32>, tensor<32xf32>
  }
  func.func private @convolve(%arg0: tensor<32xf32>, %arg1: tensor<5xf32>) -> tensor<32xf32> {
    %0 = call @_conv(%arg0, %arg1) : (tensor<32xf32>, tensor<5xf32>) -> tensor<32xf32>
    return %0 : tensor<32xf32>
  }
  func.func private @_conv(%arg0: tensor<32xf32>, %arg1: tensor<5xf32>) -> tensor<32xf32> {
    %0 = call @_flip(%arg1) : (tensor<5xf32>) -> tensor<5xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [2] : (tensor<5xf32>) -> tensor<1x1x5xf32>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x32xf32>, tensor<1x1x5xf32>) -> tensor<1x1x32xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x1x32xf32>) -> tensor<32xf32>
    return %4 : tensor<32xf32>
  }
  func.func private @_flip(%arg0: tensor<5xf32>) -> tensor<5xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<5xf32>
    return %0 : tensor<5xf32>
  }
  func.func private @_roll_static(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [0:32] : (tensor<32xf32>) -> tensor<32xf32>
    %1 = stablehlo.slice %arg0 [0:0] : (tensor<32xf32>) -> tensor<0xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<32xf32>, tensor<0xf32>) -> tensor<32xf32>
    return %2 : tensor<32xf32>
  }
  func.func private @_roll_static_0(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [31:32] : (tensor<32xf32>) -> tensor<1xf32>
    %1 = stablehlo.slice %arg0 [0:31] : (tensor<32xf32>) -> tensor<31xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<31xf32>) -> tensor<32xf32>
    return %2 : tensor<32xf32>
  }
  func.func private @_roll_static_1(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [30:32] : (tensor<32xf32>) -> tensor<2xf32>
    %1 = stablehlo.slice %arg0 [0:30] : (tensor<32xf32>) -> tensor<30xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2xf32>, tensor<30xf32>) -> tensor<32xf32>
    return %2 : tensor<32xf32>
  }
  func.func private @_roll_static_2(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [29:32] : (tensor<32xf32>) -> tensor<3xf32>
    %1 = stablehlo.slice %arg0 [0:29] : (tensor<32xf32>) -> tensor<29xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3xf32>, tensor<29xf32>) -> tensor<32xf32>
    return %2 : tensor<32xf32>
  }
  func.func private @cumsum(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = call @cumsum_3(%arg0) : (tensor<32xf32>) -> tensor<32xf32>
    return %0 : tensor<32xf32>
  }
  func.func private @cumsum_3(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[31, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 32>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @cummax(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[31, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 32>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
}
