module @jit_integers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xi32>, %arg1: tensor<4xui8>) -> (tensor<6xi32> {jax.result_info = "result[0]"}, tensor<6xi32> {jax.result_info = "result[1]"}, tensor<6xi32> {jax.result_info = "result[2]"}, tensor<6xi32> {jax.result_info = "result[3]"}, tensor<6xi32> {jax.result_info = "result[4]"}, tensor<6xi32> {jax.result_info = "result[5]"}, tensor<6xi32> {jax.result_info = "result[6]"}, tensor<6xi32> {jax.result_info = "result[7]"}, tensor<6xui32> {jax.result_info = "result[8]"}, tensor<6xi32> {jax.result_info = "result[9]"}, tensor<6xi32> {jax.result_info = "result[10]"}, tensor<6xi32> {jax.result_info = "result[11]"}, tensor<6xi32> {jax.result_info = "result[12]"}, tensor<6xi32> {jax.result_info = "result[13]"}, tensor<4xui8> {jax.result_info = "result[14]"}, tensor<4xui8> {jax.result_info = "result[15]"}, tensor<6xi8> {jax.result_info = "result[16]"}, tensor<6xf32> {jax.result_info = "result[17]"}, tensor<6xi32> {jax.result_info = "result[18]"}, tensor<6xi1> {jax.result_info = "result[19]"}, tensor<6xi1> {jax.result_info = "result[20]"}, tensor<6xi32> {jax.result_info = "result[21]"}, tensor<1xui32> {jax.result_info = "result[22]"}, tensor<6x4xui8> {jax.result_info = "result[23]"}, tensor<6xi32> {jax.result_info = "result[24]"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<6xi32>) -> tensor<6xui32>
    %c = stablehlo.constant dense<7> : tensor<i32>
    %1 = call @floor_divide(%arg0, %c) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %2 = call @remainder(%arg0, %c_0) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %4 = stablehlo.multiply %arg0, %3 : tensor<6xi32>
    %c_2 = stablehlo.constant dense<12> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %6 = stablehlo.and %arg0, %5 : tensor<6xi32>
    %c_3 = stablehlo.constant dense<12> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %8 = stablehlo.or %arg0, %7 : tensor<6xi32>
    %c_4 = stablehlo.constant dense<12> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %10 = stablehlo.xor %arg0, %9 : tensor<6xi32>
    %11 = stablehlo.not %arg0 : tensor<6xi32>
    %c_5 = stablehlo.constant dense<3> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %13 = stablehlo.shift_right_arithmetic %arg0, %12 : tensor<6xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<ui32>
    %14 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<6xui32>
    %15 = stablehlo.shift_right_logical %0, %14 : tensor<6xui32>
    %c_7 = stablehlo.constant dense<2> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %17 = stablehlo.shift_left %arg0, %16 : tensor<6xi32>
    %18 = stablehlo.popcnt %arg0 : tensor<6xi32>
    %19 = stablehlo.count_leading_zeros %arg0 : tensor<6xi32>
    %20 = stablehlo.abs %arg0 : tensor<6xi32>
    %21 = stablehlo.sign %arg0 : tensor<6xi32>
    %c_8 = stablehlo.constant dense<100> : tensor<ui8>
    %22 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<ui8>) -> tensor<4xui8>
    %23 = stablehlo.add %arg1, %22 : tensor<4xui8>
    %c_9 = stablehlo.constant dense<3> : tensor<ui8>
    %24 = call @floor_divide_1(%arg1, %c_9) : (tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
    %25 = stablehlo.convert %arg0 : (tensor<6xi32>) -> tensor<6xi8>
    %26 = stablehlo.convert %arg0 : (tensor<6xi32>) -> tensor<6xf32>
    %c_10 = stablehlo.constant dense<3> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %28 = stablehlo.add %27, %arg0 : tensor<6xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %30 = stablehlo.compare GT, %arg0, %29, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_12 = stablehlo.constant dense<100> : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %32 = stablehlo.compare LT, %arg0, %31, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %33 = stablehlo.and %30, %32 : tensor<6xi1>
    %34 = stablehlo.bitcast_convert %arg0 : (tensor<6xi32>) -> tensor<6xf32>
    %cst = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %36 = stablehlo.compare GT, %34, %35, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
    %37 = stablehlo.multiply %arg0, %arg0 : tensor<6xi32>
    %38 = stablehlo.multiply %37, %arg0 : tensor<6xi32>
    %39 = stablehlo.reshape %arg1 : (tensor<4xui8>) -> tensor<1x4xui8>
    %40 = stablehlo.bitcast_convert %39 : (tensor<1x4xui8>) -> tensor<1xui32>
    %41 = stablehlo.bitcast_convert %arg0 : (tensor<6xi32>) -> tensor<6x4xui8>
    %c_13 = stablehlo.constant dense<5> : tensor<i32>
    %42 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %43 = stablehlo.maximum %arg0, %42 : tensor<6xi32>
    return %1, %2, %4, %6, %8, %10, %11, %13, %15, %17, %18, %19, %20, %21, %23, %24, %25, %26, %28, %33, %36, %38, %40, %41, %43 : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xui32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<4xui8>, tensor<4xui8>, tensor<6xi8>, tensor<6xf32>, tensor<6xi32>, tensor<6xi1>, tensor<6xi1>, tensor<6xi32>, tensor<1xui32>, tensor<6x4xui8>, tensor<6xi32>
  }
  func.func private @floor_divide(%arg0: tensor<6xi32>, %arg1: tensor<i32>) -> tensor<6xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %2 = stablehlo.divide %arg0, %1 : tensor<6xi32>
    %3 = stablehlo.sign %arg0 : tensor<6xi32>
    %4 = stablehlo.sign %0 : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %6 = stablehlo.compare NE, %3, %5, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %8 = stablehlo.remainder %arg0, %7 : tensor<6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %10 = stablehlo.compare NE, %8, %9, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %11 = stablehlo.and %6, %10 : tensor<6xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %13 = stablehlo.subtract %2, %12 : tensor<6xi32>
    %14 = call @_where(%11, %13, %2) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    return %14 : tensor<6xi32>
  }
  func.func private @_where(%arg0: tensor<6xi1>, %arg1: tensor<6xi32>, %arg2: tensor<6xi32>) -> tensor<6xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<6xi1>, tensor<6xi32>
    return %0 : tensor<6xi32>
  }
  func.func private @remainder(%arg0: tensor<6xi32>, %arg1: tensor<i32>) -> tensor<6xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where_0(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<6xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<6xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.and %11, %6 : tensor<6xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %14 = stablehlo.add %4, %13 : tensor<6xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<6xi1>, tensor<6xi32>
    return %15 : tensor<6xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @floor_divide_1(%arg0: tensor<4xui8>, %arg1: tensor<ui8>) -> tensor<4xui8> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui8>) -> tensor<4xui8>
    %1 = stablehlo.divide %arg0, %0 : tensor<4xui8>
    return %1 : tensor<4xui8>
  }
}
