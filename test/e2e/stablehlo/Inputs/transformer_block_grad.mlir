module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x5x8xf32>, %arg1: tensor<3x8x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8x16xf32>, %arg4: tensor<16x8xf32>, %arg5: tensor<8xf32>) -> (tensor<2x5x8xf32> {jax.result_info = "result[0]"}, tensor<3x8x8xf32> {jax.result_info = "result[1]"}, tensor<8x8xf32> {jax.result_info = "result[2]"}, tensor<8x16xf32> {jax.result_info = "result[3]"}, tensor<8xf32> {jax.result_info = "result[4]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x5x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x5x8xf32>
    %6 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %7 = stablehlo.subtract %arg0, %6 : tensor<2x5x8xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<2x5x8xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %10 = stablehlo.multiply %9, %7 : tensor<2x5x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<2x5x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %16 = stablehlo.add %14, %15 : tensor<2x5x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<2x5x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<2x5x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<2x5x1xf32>
    %21 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %22 = stablehlo.multiply %5, %21 : tensor<2x5x8xf32>
    %23 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<2x5x8xf32>
    %26 = stablehlo.slice %arg1 [0:1, 0:8, 0:8] : (tensor<3x8x8xf32>) -> tensor<1x8x8xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %28 = stablehlo.dot_general %25, %27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %29 = stablehlo.reshape %28 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %30 = stablehlo.slice %arg1 [1:2, 0:8, 0:8] : (tensor<3x8x8xf32>) -> tensor<1x8x8xf32>
    %31 = stablehlo.reshape %30 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %32 = stablehlo.dot_general %25, %31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %33 = stablehlo.reshape %32 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %34 = stablehlo.slice %arg1 [2:3, 0:8, 0:8] : (tensor<3x8x8xf32>) -> tensor<1x8x8xf32>
    %35 = stablehlo.reshape %34 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %36 = stablehlo.dot_general %25, %35, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %37 = stablehlo.reshape %36 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %38 = stablehlo.dot_general %29, %33, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %40 = stablehlo.divide %38, %39 : tensor<2x2x5x5xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %41 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<5x5xi1>
    %42 = call @tril(%41) : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %43:3 = call @_where(%42, %40, %cst_7) : (tensor<5x5xi1>, tensor<2x2x5x5xf32>, tensor<f32>) -> (tensor<2x2x5x5xf32>, tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>)
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %44 = stablehlo.reduce(%43#0 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %45 = stablehlo.reshape %44 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %47 = stablehlo.compare EQ, %43#0, %46, FLOAT : (tensor<2x2x5x5xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xi1>
    %48 = stablehlo.convert %47 : (tensor<2x2x5x5xi1>) -> tensor<2x2x5x5xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_9) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %51 = stablehlo.maximum %50, %44 : tensor<2x2x5xf32>
    %52 = stablehlo.compare EQ, %44, %51, FLOAT : (tensor<2x2x5xf32>, tensor<2x2x5xf32>) -> tensor<2x2x5xi1>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %55 = stablehlo.select %52, %53, %54 : tensor<2x2x5xi1>, tensor<2x2x5xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %57 = stablehlo.compare EQ, %56, %51, FLOAT : (tensor<2x2x5xf32>, tensor<2x2x5xf32>) -> tensor<2x2x5xi1>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %60 = stablehlo.select %57, %58, %59 : tensor<2x2x5xi1>, tensor<2x2x5xf32>
    %61 = stablehlo.divide %55, %60 : tensor<2x2x5xf32>
    %62 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %64 = stablehlo.subtract %43#0, %63 : tensor<2x2x5x5xf32>
    %65 = stablehlo.exponential %64 : tensor<2x2x5x5xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_16) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %69 = stablehlo.divide %65, %68 : tensor<2x2x5x5xf32>
    %70 = stablehlo.multiply %67, %67 : tensor<2x2x5x1xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x2x5x1xf32>
    %72 = stablehlo.divide %71, %70 : tensor<2x2x5x1xf32>
    %73 = stablehlo.dot_general %37, %69, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %74 = stablehlo.transpose %73, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %75 = stablehlo.reshape %74 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %76 = stablehlo.dot_general %75, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %77 = stablehlo.add %arg0, %76 : tensor<2x5x8xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_19 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %81 = stablehlo.divide %79, %80 : tensor<2x5x1xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %83 = stablehlo.subtract %77, %82 : tensor<2x5x8xf32>
    %84 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %85 = stablehlo.subtract %77, %84 : tensor<2x5x8xf32>
    %86 = stablehlo.multiply %85, %85 : tensor<2x5x8xf32>
    %cst_20 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %88 = stablehlo.multiply %87, %85 : tensor<2x5x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.reduce(%86 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_22 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %92 = stablehlo.divide %90, %91 : tensor<2x5x1xf32>
    %cst_23 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %94 = stablehlo.add %92, %93 : tensor<2x5x1xf32>
    %95 = stablehlo.rsqrt %94 : tensor<2x5x1xf32>
    %96 = stablehlo.divide %95, %94 : tensor<2x5x1xf32>
    %cst_24 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<2x5x1xf32>
    %99 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %100 = stablehlo.multiply %83, %99 : tensor<2x5x8xf32>
    %101 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %103 = stablehlo.multiply %100, %102 : tensor<2x5x8xf32>
    %104 = stablehlo.dot_general %103, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x16xf32>) -> tensor<2x5x16xf32>
    %cst_25 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %106 = stablehlo.multiply %105, %104 : tensor<2x5x16xf32>
    %107 = stablehlo.negate %104 : tensor<2x5x16xf32>
    %cst_26 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %109 = stablehlo.multiply %107, %108 : tensor<2x5x16xf32>
    %110 = chlo.erfc %109 : tensor<2x5x16xf32> -> tensor<2x5x16xf32>
    %111 = chlo.square %109 : tensor<2x5x16xf32> -> tensor<2x5x16xf32>
    %112 = stablehlo.negate %111 : tensor<2x5x16xf32>
    %113 = stablehlo.exponential %112 : tensor<2x5x16xf32>
    %114 = stablehlo.multiply %106, %110 : tensor<2x5x16xf32>
    %115 = stablehlo.dot_general %114, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x16xf32>, tensor<16x8xf32>) -> tensor<2x5x8xf32>
    %116 = stablehlo.add %77, %115 : tensor<2x5x8xf32>
    %117 = stablehlo.sine %116 : tensor<2x5x8xf32>
    %118 = stablehlo.cosine %116 : tensor<2x5x8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%117 init: %cst_27) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.add %cst_28, %119 : tensor<f32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %122 = stablehlo.multiply %121, %118 : tensor<2x5x8xf32>
    %123 = stablehlo.dot_general %122, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<16x8xf32>) -> tensor<2x5x16xf32>
    %124 = stablehlo.multiply %106, %123 : tensor<2x5x16xf32>
    %125 = stablehlo.multiply %123, %110 : tensor<2x5x16xf32>
    %cst_30 = stablehlo.constant dense<-1.12837923> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %127 = stablehlo.multiply %126, %124 : tensor<2x5x16xf32>
    %128 = stablehlo.multiply %127, %113 : tensor<2x5x16xf32>
    %cst_31 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %130 = stablehlo.multiply %128, %129 : tensor<2x5x16xf32>
    %131 = stablehlo.negate %130 : tensor<2x5x16xf32>
    %cst_32 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<2x5x16xf32>
    %133 = stablehlo.multiply %132, %125 : tensor<2x5x16xf32>
    %134 = stablehlo.add %131, %133 : tensor<2x5x16xf32>
    %135 = stablehlo.dot_general %134, %103, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x16xf32>, tensor<2x5x8xf32>) -> tensor<16x8xf32>
    %136 = stablehlo.transpose %135, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %137 = stablehlo.dot_general %134, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x16xf32>, tensor<8x16xf32>) -> tensor<2x5x8xf32>
    %138 = stablehlo.multiply %100, %137 : tensor<2x5x8xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.reduce(%138 init: %cst_33) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %140 = stablehlo.reshape %139 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %141 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %142 = stablehlo.multiply %137, %141 : tensor<2x5x8xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.reduce(%140 init: %cst_34) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %144 = stablehlo.multiply %83, %142 : tensor<2x5x8xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.reduce(%144 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %146 = stablehlo.reshape %145 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %147 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %148 = stablehlo.multiply %142, %147 : tensor<2x5x8xf32>
    %149 = stablehlo.multiply %146, %98 : tensor<2x5x1xf32>
    %cst_36 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %151 = stablehlo.divide %149, %150 : tensor<2x5x1xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.reduce(%151 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %154 = stablehlo.multiply %153, %88 : tensor<2x5x8xf32>
    %155 = stablehlo.negate %154 : tensor<2x5x8xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %157 = stablehlo.reshape %156 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %158 = stablehlo.add %122, %154 : tensor<2x5x8xf32>
    %159 = stablehlo.negate %148 : tensor<2x5x8xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.reduce(%159 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %161 = stablehlo.reshape %160 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %162 = stablehlo.add %158, %148 : tensor<2x5x8xf32>
    %163 = stablehlo.add %157, %161 : tensor<2x5x1xf32>
    %cst_40 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %165 = stablehlo.divide %163, %164 : tensor<2x5x1xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %166 = stablehlo.reduce(%165 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %168 = stablehlo.add %162, %167 : tensor<2x5x8xf32>
    %169 = stablehlo.dot_general %168, %75, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<8x8xf32>
    %170 = stablehlo.transpose %169, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %171 = stablehlo.dot_general %168, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %172 = stablehlo.reshape %171 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %173 = stablehlo.transpose %172, dims = [0, 2, 3, 1] : (tensor<2x5x2x4xf32>) -> tensor<2x2x4x5xf32>
    %174 = stablehlo.dot_general %173, %37, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x2x4x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %175 = stablehlo.dot_general %173, %69, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x2x4x5xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %176 = stablehlo.transpose %175, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %177 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %178 = stablehlo.multiply %174, %177 : tensor<2x2x5x5xf32>
    %179 = stablehlo.multiply %178, %65 : tensor<2x2x5x5xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_42) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %181 = stablehlo.reshape %180 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %182 = stablehlo.negate %181 : tensor<2x2x5x1xf32>
    %183 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %184 = stablehlo.divide %174, %183 : tensor<2x2x5x5xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %185 = stablehlo.reduce(%182 init: %cst_43) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x1xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x5xf32>
    %187 = stablehlo.add %184, %186 : tensor<2x2x5x5xf32>
    %188 = stablehlo.multiply %187, %65 : tensor<2x2x5x5xf32>
    %189 = call @_where_0(%43#1, %43#2, %188) : (tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %cst_44 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %191 = stablehlo.divide %189, %190 : tensor<2x2x5x5xf32>
    %192 = stablehlo.dot_general %191, %29, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x5x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %193 = stablehlo.transpose %192, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %194 = stablehlo.dot_general %191, %33, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x5x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %195 = stablehlo.transpose %194, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %196 = stablehlo.reshape %176 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %197 = stablehlo.dot_general %196, %25, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<8x8xf32>
    %198 = stablehlo.transpose %197, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %199 = stablehlo.dot_general %196, %35, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %200 = stablehlo.broadcast_in_dim %198, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %201 = stablehlo.pad %200, %cst_45, low = [2, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<3x8x8xf32>
    %202 = stablehlo.reshape %193 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %203 = stablehlo.dot_general %202, %25, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<8x8xf32>
    %204 = stablehlo.transpose %203, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %205 = stablehlo.dot_general %202, %31, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %206 = stablehlo.add %199, %205 : tensor<2x5x8xf32>
    %207 = stablehlo.broadcast_in_dim %204, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %208 = stablehlo.pad %207, %cst_46, low = [1, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<3x8x8xf32>
    %209 = stablehlo.add %201, %208 : tensor<3x8x8xf32>
    %210 = stablehlo.reshape %195 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %211 = stablehlo.dot_general %210, %25, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<8x8xf32>
    %212 = stablehlo.transpose %211, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %213 = stablehlo.dot_general %210, %27, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %214 = stablehlo.add %206, %213 : tensor<2x5x8xf32>
    %215 = stablehlo.broadcast_in_dim %212, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %216 = stablehlo.pad %215, %cst_47, low = [0, 0, 0], high = [2, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<3x8x8xf32>
    %217 = stablehlo.add %209, %216 : tensor<3x8x8xf32>
    %218 = stablehlo.multiply %22, %214 : tensor<2x5x8xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_48) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %220 = stablehlo.reshape %219 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %221 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %222 = stablehlo.multiply %214, %221 : tensor<2x5x8xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %223 = stablehlo.reduce(%220 init: %cst_49) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %224 = stablehlo.add %143, %223 : tensor<8xf32>
    %225 = stablehlo.multiply %5, %222 : tensor<2x5x8xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce(%225 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %227 = stablehlo.reshape %226 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %228 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %229 = stablehlo.multiply %222, %228 : tensor<2x5x8xf32>
    %230 = stablehlo.multiply %227, %20 : tensor<2x5x1xf32>
    %cst_51 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %232 = stablehlo.divide %230, %231 : tensor<2x5x1xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %233 = stablehlo.reduce(%232 init: %cst_52) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %234 = stablehlo.broadcast_in_dim %233, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %235 = stablehlo.multiply %234, %10 : tensor<2x5x8xf32>
    %236 = stablehlo.negate %235 : tensor<2x5x8xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.reduce(%236 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %238 = stablehlo.reshape %237 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %239 = stablehlo.add %168, %235 : tensor<2x5x8xf32>
    %240 = stablehlo.negate %229 : tensor<2x5x8xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %241 = stablehlo.reduce(%240 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %242 = stablehlo.reshape %241 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %243 = stablehlo.add %239, %229 : tensor<2x5x8xf32>
    %244 = stablehlo.add %238, %242 : tensor<2x5x1xf32>
    %cst_55 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %246 = stablehlo.divide %244, %245 : tensor<2x5x1xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %248 = stablehlo.broadcast_in_dim %247, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %249 = stablehlo.add %243, %248 : tensor<2x5x8xf32>
    return %249, %217, %170, %136, %224 : tensor<2x5x8xf32>, tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<8x16xf32>, tensor<8xf32>
  }
  func.func private @tril(%arg0: tensor<5x5xi1>) -> tensor<5x5xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<5x5xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
    %2 = stablehlo.add %0, %1 : tensor<5x5xi32>
    %3 = stablehlo.iota dim = 1 : tensor<5x5xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<5x5xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<5x5xi1>, tensor<5x5xi1>
    return %6 : tensor<5x5xi1>
  }
  func.func private @_where(%arg0: tensor<5x5xi1>, %arg1: tensor<2x2x5x5xf32>, %arg2: tensor<f32>) -> (tensor<2x2x5x5xf32>, tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<5x5xi1>) -> tensor<2x2x5x5xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    return %3, %1, %4 : tensor<2x2x5x5xf32>, tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
  }
  func.func private @_where_0(%arg0: tensor<2x2x5x5xi1>, %arg1: tensor<2x2x5x5xf32>, %arg2: tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    return %1 : tensor<2x2x5x5xf32>
  }
}
