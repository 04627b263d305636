module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x2x4xf32>, %arg1: tensor<2x5xf32>, %arg2: tensor<4x5xf32>, %arg3: tensor<5x5xf32>) -> (tensor<2x5xf32> {jax.result_info = "result[0]"}, tensor<4x5xf32> {jax.result_info = "result[1]"}, tensor<5x5xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x2xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x2x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x2x5xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x2x5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:9 = stablehlo.while(%iterArg = %arg0, %iterArg_11 = %arg2, %iterArg_12 = %arg3, %iterArg_13 = %c, %iterArg_14 = %arg1, %iterArg_15 = %0, %iterArg_16 = %1, %iterArg_17 = %2, %iterArg_18 = %3) : tensor<6x2x4xf32>, tensor<4x5xf32>, tensor<5x5xf32>, tensor<i32>, tensor<2x5xf32>, tensor<6x2xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>
    cond {
      %c_19 = stablehlo.constant dense<6> : tensor<i32>
      %20 = stablehlo.compare LT, %iterArg_13, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %20 : tensor<i1>
    } do {
      %20 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_13) : (tensor<6x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
      %21:5 = func.call @closed_call(%iterArg_11, %iterArg_12, %iterArg_14, %20) : (tensor<4x5xf32>, tensor<5x5xf32>, tensor<2x5xf32>, tensor<2x4xf32>) -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>)
      %22 = func.call @dynamic_update_index_in_dim(%iterArg_15, %21#1, %iterArg_13) : (tensor<6x2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6x2xf32>
      %23 = func.call @dynamic_update_index_in_dim_0(%iterArg_16, %21#2, %iterArg_13) : (tensor<6x2x5xf32>, tensor<2x5xf32>, tensor<i32>) -> tensor<6x2x5xf32>
      %24 = func.call @dynamic_update_index_in_dim_0(%iterArg_17, %21#3, %iterArg_13) : (tensor<6x2x5xf32>, tensor<2x5xf32>, tensor<i32>) -> tensor<6x2x5xf32>
      %25 = func.call @dynamic_update_index_in_dim_0(%iterArg_18, %21#4, %iterArg_13) : (tensor<6x2x5xf32>, tensor<2x5xf32>, tensor<i32>) -> tensor<6x2x5xf32>
      %c_19 = stablehlo.constant dense<1> : tensor<i32>
      %26 = stablehlo.add %iterArg_13, %c_19 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_11, %iterArg_12, %26, %21#0, %22, %23, %24, %25 : tensor<6x2x4xf32>, tensor<4x5xf32>, tensor<5x5xf32>, tensor<i32>, tensor<2x5xf32>, tensor<6x2xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>
    }
    %5 = stablehlo.sine %4#4 : tensor<2x5xf32>
    %6 = stablehlo.cosine %4#4 : tensor<2x5xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%5 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.add %cst_4, %7 : tensor<f32>
    %9 = stablehlo.sine %4#5 : tensor<6x2xf32>
    %10 = stablehlo.cosine %4#5 : tensor<6x2xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%9 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<f32>
    %12 = stablehlo.add %8, %11 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x2xf32>
    %14 = stablehlo.multiply %13, %10 : tensor<6x2xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %16 = stablehlo.multiply %15, %6 : tensor<2x5xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %19:10 = stablehlo.while(%iterArg = %14, %iterArg_11 = %arg0, %iterArg_12 = %4#6, %iterArg_13 = %4#7, %iterArg_14 = %4#8, %iterArg_15 = %arg3, %iterArg_16 = %c_10, %iterArg_17 = %17, %iterArg_18 = %18, %iterArg_19 = %16) : tensor<6x2xf32>, tensor<6x2x4xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>, tensor<5x5xf32>, tensor<i32>, tensor<4x5xf32>, tensor<5x5xf32>, tensor<2x5xf32>
    cond {
      %c_20 = stablehlo.constant dense<6> : tensor<i32>
      %20 = stablehlo.compare LT, %iterArg_16, %c_20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %20 : tensor<i1>
    } do {
      %c_20 = stablehlo.constant dense<6> : tensor<i32>
      %20 = stablehlo.subtract %c_20, %iterArg_16 : tensor<i32>
      %c_21 = stablehlo.constant dense<1> : tensor<i32>
      %21 = stablehlo.subtract %20, %c_21 : tensor<i32>
      %22 = func.call @dynamic_index_in_dim_1(%iterArg, %21) : (tensor<6x2xf32>, tensor<i32>) -> tensor<2xf32>
      %23 = func.call @dynamic_index_in_dim(%iterArg_11, %21) : (tensor<6x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
      %24 = func.call @dynamic_index_in_dim_2(%iterArg_12, %21) : (tensor<6x2x5xf32>, tensor<i32>) -> tensor<2x5xf32>
      %25 = func.call @dynamic_index_in_dim_2(%iterArg_13, %21) : (tensor<6x2x5xf32>, tensor<i32>) -> tensor<2x5xf32>
      %26 = func.call @dynamic_index_in_dim_2(%iterArg_14, %21) : (tensor<6x2x5xf32>, tensor<i32>) -> tensor<2x5xf32>
      %27:3 = func.call @closed_call_3(%iterArg_15, %iterArg_17, %iterArg_18, %iterArg_19, %22, %23, %24, %25, %26) : (tensor<5x5xf32>, tensor<4x5xf32>, tensor<5x5xf32>, tensor<2x5xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) -> (tensor<4x5xf32>, tensor<5x5xf32>, tensor<2x5xf32>)
      %c_22 = stablehlo.constant dense<1> : tensor<i32>
      %28 = stablehlo.add %iterArg_16, %c_22 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %28, %27#0, %27#1, %27#2 : tensor<6x2xf32>, tensor<6x2x4xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>, tensor<6x2x5xf32>, tensor<5x5xf32>, tensor<i32>, tensor<4x5xf32>, tensor<5x5xf32>, tensor<2x5xf32>
    }
    return %19#9, %19#7, %19#8 : tensor<2x5xf32>, tensor<4x5xf32>, tensor<5x5xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x2x4xf32>, %arg1: tensor<i32>) -> tensor<2x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2, 4] : (tensor<6x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x5xf32>, %arg1: tensor<5x5xf32>, %arg2: tensor<2x5xf32>, %arg3: tensor<2x4xf32>) -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
    %1 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5xf32>, tensor<5x5xf32>) -> tensor<2x5xf32>
    %2 = stablehlo.add %0, %1 : tensor<2x5xf32>
    %3 = stablehlo.tanh %2 : tensor<2x5xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %5 = stablehlo.subtract %4, %3 : tensor<2x5xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
    return %3, %6, %arg2, %3, %5 : tensor<2x5xf32>, tensor<2xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) -> tensor<6x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<6x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<6x2xf32>
    return %1 : tensor<6x2xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<6x2x5xf32>, %arg1: tensor<2x5xf32>, %arg2: tensor<i32>) -> tensor<6x2x5xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x5xf32>) -> tensor<1x2x5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x2x5xf32>, tensor<1x2x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x2x5xf32>
    return %1 : tensor<6x2x5xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<6x2xf32>, %arg1: tensor<i32>) -> tensor<2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 2] : (tensor<6x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<6x2x5xf32>, %arg1: tensor<i32>) -> tensor<2x5xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2, 5] : (tensor<6x2x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x5xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x5xf32>) -> tensor<2x5xf32>
    return %1 : tensor<2x5xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<5x5xf32>, %arg1: tensor<4x5xf32>, %arg2: tensor<5x5xf32>, %arg3: tensor<2x5xf32>, %arg4: tensor<2xf32>, %arg5: tensor<2x4xf32>, %arg6: tensor<2x5xf32>, %arg7: tensor<2x5xf32>, %arg8: tensor<2x5xf32>) -> (tensor<4x5xf32>, tensor<5x5xf32>, tensor<2x5xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg4, dims = [0] : (tensor<2xf32>) -> tensor<2x5xf32>
    %1 = stablehlo.add %arg3, %0 : tensor<2x5xf32>
    %2 = stablehlo.multiply %1, %arg8 : tensor<2x5xf32>
    %3 = stablehlo.multiply %2, %arg7 : tensor<2x5xf32>
    %4 = stablehlo.add %2, %3 : tensor<2x5xf32>
    %5 = stablehlo.dot_general %4, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<5x5xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<5x5xf32>
    %8 = stablehlo.dot_general %4, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5xf32>, tensor<5x5xf32>) -> tensor<2x5xf32>
    %9 = stablehlo.dot_general %4, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
    %11 = stablehlo.add %arg1, %10 : tensor<4x5xf32>
    return %11, %7, %8 : tensor<4x5xf32>, tensor<5x5xf32>, tensor<2x5xf32>
  }
}
