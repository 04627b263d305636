module @jit_functions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result[0]"}, tensor<10xf32> {jax.result_info = "result[1]"}, tensor<10xf32> {jax.result_info = "result[2]"}, tensor<10xf32> {jax.result_info = "result[3]"}, tensor<10xf32> {jax.result_info = "result[4]"}, tensor<10xf32> {jax.result_info = "result[5]"}, tensor<10xf32> {jax.result_info = "result[6]"}, tensor<10xf32> {jax.result_info = "result[7]"}, tensor<10xf32> {jax.result_info = "result[8]"}, tensor<10xf32> {jax.result_info = "result[9]"}, tensor<10xf32> {jax.result_info = "result[10]"}, tensor<10xf32> {jax.result_info = "result[11]"}, tensor<10xf32> {jax.result_info = "result[12]"}, tensor<10xf32> {jax.result_info = "result[13]"}, tensor<10xf32> {jax.result_info = "result[14]"}, tensor<10xf32> {jax.result_info = "result[15]"}, tensor<10xf32> {jax.result_info = "result[16]"}, tensor<10xf32> {jax.result_info = "result[17]"}, tensor<10xf32> {jax.result_info = "result[18]"}, tensor<10xf32> {jax.result_info = "result[19]"}, tensor<10xf32> {jax.result_info = "result[20]"}, tensor<10xf32> {jax.result_info = "result[21]"}, tensor<10xf32> {jax.result_info = "result[22]"}, tensor<10xf32> {jax.result_info = "result[23]"}, tensor<10xi1> {jax.result_info = "result[24]"}, tensor<10xf32> {jax.result_info = "result[25]"}, tensor<10xf32> {jax.result_info = "result[26]"}, tensor<10xf32> {jax.result_info = "result[27]"}, tensor<10xf32> {jax.result_info = "result[28]"}, tensor<10xf32> {jax.result_info = "result[29]"}) {
    %0 = stablehlo.abs %arg0 : tensor<10xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %2 = stablehlo.add %0, %1 : tensor<10xf32>
    %3 = stablehlo.exponential_minus_one %arg0 : tensor<10xf32>
    %4 = stablehlo.log_plus_one %2 : tensor<10xf32>
    %5 = stablehlo.cbrt %arg0 : tensor<10xf32>
    %6 = chlo.erf %arg0 : tensor<10xf32> -> tensor<10xf32>
    %7 = chlo.erfc %arg0 : tensor<10xf32> -> tensor<10xf32>
    %cst_0 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %9 = stablehlo.divide %arg0, %8 : tensor<10xf32>
    %10 = chlo.erf_inv %9 : tensor<10xf32> -> tensor<10xf32>
    %11 = stablehlo.reverse %arg0, dims = [0] : tensor<10xf32>
    %12 = stablehlo.atan2 %arg0, %11 : tensor<10xf32>
    %13 = call @round(%arg0) : (tensor<10xf32>) -> tensor<10xf32>
    %cst_1 = stablehlo.constant dense<2.500000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %15 = stablehlo.multiply %arg0, %14 : tensor<10xf32>
    %16 = stablehlo.round_nearest_afz %15 : tensor<10xf32>
    %17 = chlo.sinh %arg0 : tensor<10xf32> -> tensor<10xf32>
    %18 = chlo.cosh %arg0 : tensor<10xf32> -> tensor<10xf32>
    %19 = stablehlo.tan %arg0 : tensor<10xf32>
    %20 = chlo.asinh %arg0 : tensor<10xf32> -> tensor<10xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %22 = stablehlo.add %2, %21 : tensor<10xf32>
    %23 = call @arccosh(%22) : (tensor<10xf32>) -> tensor<10xf32>
    %cst_3 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %25 = stablehlo.divide %arg0, %24 : tensor<10xf32>
    %26 = chlo.atanh %25 : tensor<10xf32> -> tensor<10xf32>
    %cst_4 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %28 = stablehlo.divide %arg0, %27 : tensor<10xf32>
    %29 = chlo.asin %28 : tensor<10xf32> -> tensor<10xf32>
    %cst_5 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %31 = stablehlo.divide %arg0, %30 : tensor<10xf32>
    %32 = chlo.acos %31 : tensor<10xf32> -> tensor<10xf32>
    %33 = stablehlo.sign %arg0 : tensor<10xf32>
    %34 = stablehlo.power %2, %arg0 : tensor<10xf32>
    %35 = stablehlo.rsqrt %2 : tensor<10xf32>
    %36 = stablehlo.negate %arg0 : tensor<10xf32>
    %37 = stablehlo.exponential %36 : tensor<10xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %39 = stablehlo.add %38, %37 : tensor<10xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %41 = stablehlo.divide %40, %39 : tensor<10xf32>
    %42 = call @softplus(%arg0) : (tensor<10xf32>) -> tensor<10xf32>
    %43 = call @elu(%arg0) : (tensor<10xf32>) -> tensor<10xf32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_8 = stablehlo.constant dense<1> : tensor<i32>
    %44 = call @clip(%arg0, %c, %c_8) : (tensor<10xf32>, tensor<i32>, tensor<i32>) -> tensor<10xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %46 = stablehlo.divide %arg0, %45 : tensor<10xf32>
    %47 = stablehlo.is_finite %46 : (tensor<10xf32>) -> tensor<10xi1>
    %48 = stablehlo.reverse %arg0, dims = [0] : tensor<10xf32>
    %49 = stablehlo.maximum %arg0, %48 : tensor<10xf32>
    %50 = stablehlo.subtract %arg0, %48 : tensor<10xf32>
    %51 = stablehlo.compare NE, %50, %50, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %52 = stablehlo.add %arg0, %48 : tensor<10xf32>
    %53 = stablehlo.abs %50 : tensor<10xf32>
    %54 = stablehlo.negate %53 : tensor<10xf32>
    %55 = stablehlo.exponential %54 : tensor<10xf32>
    %56 = stablehlo.log_plus_one %55 : tensor<10xf32>
    %57 = stablehlo.add %49, %56 : tensor<10xf32>
    %58 = stablehlo.select %51, %52, %57 : tensor<10xi1>, tensor<10xf32>
    %cst_10 = stablehlo.constant dense<0.699999988> : tensor<f32>
    %59 = call @remainder(%arg0, %cst_10) : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
    %60 = call @trunc(%arg0) : (tensor<10xf32>) -> tensor<10xf32>
    %61 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<10xf32>
    %62 = stablehlo.convert %arg0 : (tensor<10xf32>) -> tensor<10xbf16>
    %63 = stablehlo.convert %62 : (tensor<10xbf16>) -> tensor<10xf32>
    return %3, %4, %5, %6, %7, %10, %12, %13, %16, %17, %18, %19, %20, %23, %26, %29, %32, %33, %34, %35, %41, %42, %43, %44, %47, %58, %59, %60, %61, %63 : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xi1>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
  }
  func.func private @round(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<10xf32>
    return %0 : tensor<10xf32>
  }
  func.func private @arccosh(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %0 = chlo.acosh %arg0 : tensor<10xf32> -> tensor<10xf32>
    return %0 : tensor<10xf32>
  }
  func.func private @softplus(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<10xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<10xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<10xf32>
    %7 = stablehlo.abs %3 : tensor<10xf32>
    %8 = stablehlo.negate %7 : tensor<10xf32>
    %9 = stablehlo.exponential %8 : tensor<10xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<10xf32>
    %11 = stablehlo.add %1, %10 : tensor<10xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<10xi1>, tensor<10xf32>
    return %12 : tensor<10xf32>
  }
  func.func private @elu(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %3 = stablehlo.compare GT, %arg0, %2, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = call @_where(%3, %cst_1, %arg0) : (tensor<10xi1>, tensor<f32>, tensor<10xf32>) -> tensor<10xf32>
    %5 = stablehlo.exponential_minus_one %4 : tensor<10xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<10xf32>
    %8 = call @_where_0(%1, %arg0, %7) : (tensor<10xi1>, tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    return %8 : tensor<10xf32>
  }
  func.func private @_where(%arg0: tensor<10xi1>, %arg1: tensor<f32>, %arg2: tensor<10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<10xi1>, tensor<10xf32>
    return %2 : tensor<10xf32>
  }
  func.func private @_where_0(%arg0: tensor<10xi1>, %arg1: tensor<10xf32>, %arg2: tensor<10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<10xi1>, tensor<10xf32>
    return %0 : tensor<10xf32>
  }
  func.func private @clip(%arg0: tensor<10xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<10xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<10xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<10xf32>
    return %5 : tensor<10xf32>
  }
  func.func private @remainder(%arg0: tensor<10xf32>, %arg1: tensor<f32>) -> tensor<10xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %4 = stablehlo.compare NE, %2, %3, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %6 = stablehlo.compare LT, %2, %5, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare LT, %0, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<10xi1>
    %9 = stablehlo.compare NE, %6, %8, UNSIGNED : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
    %10 = stablehlo.and %9, %4 : tensor<10xi1>
    %11 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %12 = stablehlo.add %2, %11 : tensor<10xf32>
    %13 = stablehlo.select %10, %12, %2 : tensor<10xi1>, tensor<10xf32>
    return %13 : tensor<10xf32>
  }
  func.func private @trunc(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.compare LT, %arg0, %0, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %2 = stablehlo.ceil %arg0 : tensor<10xf32>
    %3 = stablehlo.floor %arg0 : tensor<10xf32>
    %4 = call @_where_0(%1, %2, %3) : (tensor<10xi1>, tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    return %4 : tensor<10xf32>
  }
}
