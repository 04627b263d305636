module @jit_checkpointed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<4x4xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x1x4xf32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1:2 = call @clip(%c, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<f32>, tensor<f32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3x1x4xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %2, %iterArg_8 = %arg1, %iterArg_9 = %1#0, %iterArg_10 = %1#1, %iterArg_11 = %c_2, %iterArg_12 = %0, %iterArg_13 = %3) : tensor<3xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<3x1x4xf32>, tensor<3x3x1x4xf32>
    cond {
      %c_14 = stablehlo.constant dense<3> : tensor<i32>
      %11 = stablehlo.compare LT, %iterArg_11, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11:2 = func.call @closed_call(%iterArg, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_12) : (tensor<3xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>, tensor<3x1x4xf32>) -> (tensor<3x1x4xf32>, tensor<3x1x4xf32>)
      %12 = func.call @dynamic_update_index_in_dim(%iterArg_13, %11#1, %iterArg_11) : (tensor<3x3x1x4xf32>, tensor<3x1x4xf32>, tensor<i32>) -> tensor<3x3x1x4xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.add %iterArg_11, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_8, %iterArg_9, %iterArg_10, %13, %11#0, %12 : tensor<3xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<3x1x4xf32>, tensor<3x3x1x4xf32>
    }
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4#5 init: %cst_3) applies stablehlo.add across dimensions = [1, 2] : (tensor<3x1x4xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<3xf32>) -> tensor<3x1x4xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %9:4 = stablehlo.while(%iterArg = %4#6, %iterArg_8 = %arg1, %iterArg_9 = %c_6, %iterArg_10 = %8) : tensor<3x3x1x4xf32>, tensor<4x4xf32>, tensor<i32>, tensor<3x1x4xf32>
    cond {
      %c_11 = stablehlo.constant dense<3> : tensor<i32>
      %11 = stablehlo.compare LT, %iterArg_9, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %c_11 = stablehlo.constant dense<3> : tensor<i32>
      %11 = stablehlo.subtract %c_11, %iterArg_9 : tensor<i32>
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.subtract %11, %c_12 : tensor<i32>
      %13 = func.call @dynamic_index_in_dim_2(%iterArg, %12) : (tensor<3x3x1x4xf32>, tensor<i32>) -> tensor<3x1x4xf32>
      %14 = func.call @closed_call_3(%iterArg_8, %iterArg_10, %13) : (tensor<4x4xf32>, tensor<3x1x4xf32>, tensor<3x1x4xf32>) -> tensor<3x1x4xf32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_9, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_8, %15, %14 : tensor<3x3x1x4xf32>, tensor<4x4xf32>, tensor<i32>, tensor<3x1x4xf32>
    }
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9#3 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<3x1x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    return %6, %10 : tensor<f32>, tensor<3x4xf32>
  }
  func.func private @clip(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    return %1, %0 : tensor<f32>, tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<3xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<3x1x4xf32>) -> (tensor<3x1x4xf32>, tensor<3x1x4xf32>) {
    %0 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x1x4xf32>, tensor<4x4xf32>) -> tensor<3x1x4xf32>
    %1 = stablehlo.sine %0 : tensor<3x1x4xf32>
    %2 = call @clip_0(%1, %arg2, %arg3) : (tensor<3x1x4xf32>, tensor<f32>, tensor<f32>) -> tensor<3x1x4xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<3x1x4xf32>) -> tensor<1x3x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:3 = stablehlo.while(%iterArg = %3, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<1x3x4xf32>, tensor<i32>, tensor<3xf32>
    cond {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_0) : (tensor<1x3x4xf32>, tensor<i32>) -> tensor<3x4xf32>
      %11 = func.call @closed_call_1(%iterArg_1, %10) : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
      stablehlo.return %iterArg, %12, %11 : tensor<1x3x4xf32>, tensor<i32>, tensor<3xf32>
    }
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %6 = stablehlo.multiply %4#2, %5 : tensor<3xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xf32>) -> tensor<3x1x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<3x1x1xf32>) -> tensor<3x1x4xf32>
    %9 = stablehlo.add %8, %2 : tensor<3x1x4xf32>
    return %9, %arg4 : tensor<3x1x4xf32>, tensor<3x1x4xf32>
  }
  func.func private @clip_0(%arg0: tensor<3x1x4xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<3x1x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<3x1x4xf32>
    %1 = stablehlo.maximum %0, %arg0 : tensor<3x1x4xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3x1x4xf32>
    %3 = stablehlo.minimum %2, %1 : tensor<3x1x4xf32>
    return %3 : tensor<3x1x4xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<1x3x4xf32>, %arg1: tensor<i32>) -> tensor<3x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 3, 4] : (tensor<1x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
    return %1 : tensor<3x4xf32>
  }
  func.func private @closed_call_1(%arg0: tensor<3xf32>, %arg1: tensor<3x4xf32>) -> tensor<3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
    %1 = stablehlo.convert %arg0 : tensor<3xf32>
    %2 = stablehlo.add %1, %0 : tensor<3xf32>
    return %2 : tensor<3xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x3x1x4xf32>, %arg1: tensor<3x1x4xf32>, %arg2: tensor<i32>) -> tensor<3x3x1x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<3x1x4xf32>) -> tensor<1x3x1x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x3x1x4xf32>, tensor<1x3x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x1x4xf32>
    return %1 : tensor<3x3x1x4xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x3x1x4xf32>, %arg1: tensor<i32>) -> tensor<3x1x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 3, 1, 4] : (tensor<3x3x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x1x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x1x4xf32>) -> tensor<3x1x4xf32>
    return %1 : tensor<3x1x4xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<4x4xf32>, %arg1: tensor<3x1x4xf32>, %arg2: tensor<3x1x4xf32>) -> tensor<3x1x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%arg1 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<3x1x4xf32>, tensor<f32>) -> tensor<3x1xf32>
    %2 = stablehlo.reshape %1 : (tensor<3x1xf32>) -> tensor<3x1x1xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_1) applies stablehlo.add across dimensions = [1, 2] : (tensor<3x1x1xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %5 = stablehlo.multiply %3, %4 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x3x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7:3 = stablehlo.while(%iterArg = %c, %iterArg_4 = %5, %iterArg_5 = %6) : tensor<i32>, tensor<3xf32>, tensor<1x3x4xf32>
    cond {
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.subtract %c_6, %iterArg : tensor<i32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.subtract %15, %c_7 : tensor<i32>
      %17:2 = func.call @closed_call_4(%iterArg_4) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3x4xf32>)
      %18 = func.call @dynamic_update_index_in_dim_5(%iterArg_5, %17#1, %16) : (tensor<1x3x4xf32>, tensor<3x4xf32>, tensor<i32>) -> tensor<1x3x4xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %19 = stablehlo.add %iterArg, %c_8 : tensor<i32>
      stablehlo.return %19, %17#0, %18 : tensor<i32>, tensor<3xf32>, tensor<1x3x4xf32>
    }
    %8 = stablehlo.transpose %7#2, dims = [1, 0, 2] : (tensor<1x3x4xf32>) -> tensor<3x1x4xf32>
    %9 = stablehlo.add %arg1, %8 : tensor<3x1x4xf32>
    %10:3 = stablehlo.optimization_barrier %arg0, %arg2, %9 : tensor<4x4xf32>, tensor<3x1x4xf32>, tensor<3x1x4xf32>
    %11 = stablehlo.dot_general %10#1, %10#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x1x4xf32>, tensor<4x4xf32>) -> tensor<3x1x4xf32>
    %12 = stablehlo.cosine %11 : tensor<3x1x4xf32>
    %13 = stablehlo.multiply %10#2, %12 : tensor<3x1x4xf32>
    %14 = stablehlo.dot_general %13, %10#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x1x4xf32>, tensor<4x4xf32>) -> tensor<3x1x4xf32>
    return %14 : tensor<3x1x4xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<3xf32>) -> (tensor<3xf32>, tensor<3x4xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
    return %arg0, %0 : tensor<3xf32>, tensor<3x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<1x3x4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<i32>) -> tensor<1x3x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<1x3x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x4xf32>
    return %1 : tensor<1x3x4xf32>
  }
}
