module @jit_movement attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xf32>, %arg1: tensor<4x4xf32>) -> (tensor<7x4xf32> {jax.result_info = "result[0]"}, tensor<10x3xf32> {jax.result_info = "result[1]"}, tensor<4x3xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<4x7xf32> {jax.result_info = "result[4]"}, tensor<4x6xf32> {jax.result_info = "result[5]"}, tensor<8x3xf32> {jax.result_info = "result[6]"}, tensor<4x2xf32> {jax.result_info = "result[7]"}, tensor<4x4xf32> {jax.result_info = "result[8]"}, tensor<2x3xf32> {jax.result_info = "result[9]"}, tensor<4x2x3xf32> {jax.result_info = "result[10]"}, tensor<4x3xf32> {jax.result_info = "result[11]"}, tensor<3x4xf32> {jax.result_info = "result[12]"}, tensor<f32> {jax.result_info = "result[13]"}) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = call @_pad(%arg0, %cst) : (tensor<4x3xf32>, tensor<f32>) -> tensor<7x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.pad %arg0, %cst_0, low = [1, -1], high = [-1, 1], interior = [2, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<10x3xf32>
    %2 = call @_roll_static(%arg0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
    %4 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x3xf32>, tensor<4x4xf32>) -> tensor<4x7xf32>
    %5 = stablehlo.reshape %arg0 : (tensor<4x3xf32>) -> tensor<1x4x1x3xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2, 3] : (tensor<1x4x1x3xf32>) -> tensor<1x4x2x3xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x4x2x3xf32>) -> tensor<4x6xf32>
    %8 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<4x3xf32>) -> tensor<4x2x3xf32>
    %9 = stablehlo.reshape %8 : (tensor<4x2x3xf32>) -> tensor<8x3xf32>
    %10 = stablehlo.slice %arg1 [0:4, 0:4:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %11 = stablehlo.reverse %10, dims = [0] : tensor<4x2xf32>
    %12 = call @triu(%arg1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = stablehlo.slice %arg0 [0:1, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
    %14 = stablehlo.reshape %13 : (tensor<1x3xf32>) -> tensor<3xf32>
    %15 = stablehlo.slice %arg1 [0:1, 0:3] : (tensor<4x4xf32>) -> tensor<1x3xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x3xf32>) -> tensor<3xf32>
    %17 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %19 = stablehlo.concatenate %17, %18, dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %20 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<4x3xf32>) -> tensor<4x1x3xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<4x1x3xf32>) -> tensor<4x2x3xf32>
    %22 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4x3xf32>) -> tensor<1x4x3xf32>
    %23 = stablehlo.reshape %22 : (tensor<1x4x3xf32>) -> tensor<4x3xf32>
    %24 = stablehlo.slice %arg0 [0:1, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
    %25 = stablehlo.reshape %24 : (tensor<1x3xf32>) -> tensor<3xf32>
    %26 = stablehlo.slice %arg1 [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x4xf32>) -> tensor<4xf32>
    %28 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %29 = stablehlo.broadcast_in_dim %27, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>
    %31 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<3x4xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<3x4xf32>
    %33 = call @trace(%arg1) : (tensor<4x4xf32>) -> tensor<f32>
    return %0, %1, %2, %3, %4, %7, %9, %11, %12, %19, %21, %23, %32, %33 : tensor<7x4xf32>, tensor<10x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<4x7xf32>, tensor<4x6xf32>, tensor<8x3xf32>, tensor<4x2xf32>, tensor<4x4xf32>, tensor<2x3xf32>, tensor<4x2x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<f32>
  }
  func.func private @_pad(%arg0: tensor<4x3xf32>, %arg1: tensor<f32>) -> tensor<7x4xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<7x4xf32>
    return %1 : tensor<7x4xf32>
  }
  func.func private @_roll_static(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.slice %arg0 [3:4, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
    %1 = stablehlo.slice %arg0 [0:3, 0:3] : (tensor<4x3xf32>) -> tensor<3x3xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
    return %2 : tensor<4x3xf32>
  }
  func.func private @triu(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.add %0, %1 : tensor<4x4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<4x4xi1>, tensor<4x4xf32>
    return %6 : tensor<4x4xf32>
  }
  func.func private @trace(%arg0: tensor<4x4xf32>) -> tensor<f32> {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %1 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %3 = stablehlo.add %0, %2 : tensor<4x4xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %6 = call @_where(%4, %arg0, %5) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    return %7 : tensor<f32>
  }
  func.func private @_where(%arg0: tensor<4x4xi1>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
