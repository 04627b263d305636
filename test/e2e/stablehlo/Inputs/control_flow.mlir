module @jit_control_flow attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32>, %arg1: tensor<i32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}, tensor<3xf32> {jax.result_info = "result[2]"}, tensor<i32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_5 = %arg0, %iterArg_6 = %cst) : tensor<3xf32>, tensor<3xf32>, tensor<f32>
    cond {
      %cst_7 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %8 = stablehlo.compare GT, %iterArg_6, %cst_7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8 = stablehlo.divide %iterArg, %iterArg_5 : tensor<3xf32>
      %9 = stablehlo.add %iterArg_5, %8 : tensor<3xf32>
      %cst_7 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %11 = stablehlo.multiply %10, %9 : tensor<3xf32>
      %12 = stablehlo.subtract %11, %iterArg_5 : tensor<3xf32>
      %13 = stablehlo.abs %12 : tensor<3xf32>
      %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %14 = stablehlo.reduce(%13 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %11, %14 : tensor<3xf32>, tensor<3xf32>, tensor<f32>
    }
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.clamp %c, %arg1, %c_0 : tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %9 = stablehlo.add %arg0, %8 : tensor<3xf32>
      stablehlo.return %9 : tensor<3xf32>
    }, {
      %8 = stablehlo.multiply %arg0, %arg0 : tensor<3xf32>
      stablehlo.return %8 : tensor<3xf32>
    }, {
      %8 = stablehlo.negate %arg0 : tensor<3xf32>
      stablehlo.return %8 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %4 = stablehlo.compare GT, %3, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.convert %4 : (tensor<i1>) -> tensor<i32>
    %6 = "stablehlo.case"(%5) ({
      %8 = stablehlo.reverse %arg0, dims = [0] : tensor<3xf32>
      stablehlo.return %8 : tensor<3xf32>
    }, {
      stablehlo.return %arg0 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %7:3 = stablehlo.while(%iterArg = %c_4, %iterArg_5 = %c_3, %iterArg_6 = %arg1) : tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %c_7 = stablehlo.constant dense<5> : tensor<i32>
      %8 = stablehlo.compare LT, %iterArg, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8:2 = func.call @closed_call(%iterArg_5, %iterArg_6) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.add %iterArg, %c_7 : tensor<i32>
      stablehlo.return %9, %8#0, %8#1 : tensor<i32>, tensor<i32>, tensor<i32>
    }
    return %0#1, %2, %6, %7#2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %arg1, %c_0 : tensor<i32>
    %2 = stablehlo.convert %arg0 : tensor<i32>
    %3 = stablehlo.add %1, %2 : tensor<i32>
    return %0, %3 : tensor<i32>, tensor<i32>
  }
}
