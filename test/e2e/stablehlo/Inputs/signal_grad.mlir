module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<5xf32>) -> (tensor<32xf32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}) {
    %0:3 = call @convolve(%arg0, %arg1) : (tensor<32xf32>, tensor<5xf32>) -> (tensor<32xf32>, tensor<1x1x5xf32>, tensor<1x1x32xf32>)
    %1 = stablehlo.slice %0#0 [0:8] : (tensor<32xf32>) -> tensor<8xf32>
    %2 = stablehlo.slice %0#0 [4:12] : (tensor<32xf32>) -> tensor<8xf32>
    %3 = stablehlo.slice %0#0 [8:16] : (tensor<32xf32>) -> tensor<8xf32>
    %4 = stablehlo.slice %0#0 [12:20] : (tensor<32xf32>) -> tensor<8xf32>
    %5 = stablehlo.slice %0#0 [16:24] : (tensor<32xf32>) -> tensor<8xf32>
    %6 = stablehlo.slice %0#0 [20:28] : (tensor<32xf32>) -> tensor<8xf32>
    %7 = stablehlo.slice %0#0 [24:32] : (tensor<32xf32>) -> tensor<8xf32>
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
    %29 = call @_roll_static(%0#0) : (tensor<32xf32>) -> tensor<32xf32>
    %30 = stablehlo.multiply %0#0, %29 : tensor<32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %32 = stablehlo.divide %31, %cst_4 : tensor<f32>
    %33 = call @_roll_static_0(%0#0) : (tensor<32xf32>) -> tensor<32xf32>
    %34 = stablehlo.multiply %0#0, %33 : tensor<32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %36 = stablehlo.divide %35, %cst_6 : tensor<f32>
    %37 = call @_roll_static_1(%0#0) : (tensor<32xf32>) -> tensor<32xf32>
    %38 = stablehlo.multiply %0#0, %37 : tensor<32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %40 = stablehlo.divide %39, %cst_8 : tensor<f32>
    %41 = call @_roll_static_2(%0#0) : (tensor<32xf32>) -> tensor<32xf32>
    %42 = stablehlo.multiply %0#0, %41 : tensor<32xf32>
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
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<7x8xf32>
    %64 = stablehlo.multiply %63, %61 : tensor<7x8xf32>
    %65 = stablehlo.log_plus_one %62 : tensor<7x8xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<7x8xf32>
    %67 = stablehlo.add %62, %66 : tensor<7x8xf32>
    %68 = call @cumsum(%arg0) : (tensor<32xf32>) -> tensor<32xf32>
    %cst_15 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %70 = stablehlo.divide %68, %69 : tensor<32xf32>
    %71 = stablehlo.slice %arg0 [0:31:2] : (tensor<32xf32>) -> tensor<16xf32>
    %72 = stablehlo.slice %arg0 [1:32:2] : (tensor<32xf32>) -> tensor<16xf32>
    %73 = stablehlo.maximum %71, %72 : tensor<16xf32>
    %74 = stablehlo.compare EQ, %71, %73, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %77 = stablehlo.select %74, %75, %76 : tensor<16xi1>, tensor<16xf32>
    %78 = stablehlo.compare EQ, %72, %73, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %81 = stablehlo.select %78, %79, %80 : tensor<16xi1>, tensor<16xf32>
    %82 = stablehlo.divide %77, %81 : tensor<16xf32>
    %83 = stablehlo.compare EQ, %72, %73, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %86 = stablehlo.select %83, %84, %85 : tensor<16xi1>, tensor<16xf32>
    %87 = stablehlo.compare EQ, %71, %73, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_22 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %90 = stablehlo.select %87, %88, %89 : tensor<16xi1>, tensor<16xf32>
    %91 = stablehlo.divide %86, %90 : tensor<16xf32>
    %92 = stablehlo.slice %73 [0:15:2] : (tensor<16xf32>) -> tensor<8xf32>
    %93 = stablehlo.slice %73 [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
    %94 = stablehlo.maximum %92, %93 : tensor<8xf32>
    %95 = stablehlo.compare EQ, %92, %94, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %98 = stablehlo.select %95, %96, %97 : tensor<8xi1>, tensor<8xf32>
    %99 = stablehlo.compare EQ, %93, %94, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %cst_26 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %102 = stablehlo.select %99, %100, %101 : tensor<8xi1>, tensor<8xf32>
    %103 = stablehlo.divide %98, %102 : tensor<8xf32>
    %104 = stablehlo.compare EQ, %93, %94, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %107 = stablehlo.select %104, %105, %106 : tensor<8xi1>, tensor<8xf32>
    %108 = stablehlo.compare EQ, %92, %94, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %cst_30 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %111 = stablehlo.select %108, %109, %110 : tensor<8xi1>, tensor<8xf32>
    %112 = stablehlo.divide %107, %111 : tensor<8xf32>
    %113 = stablehlo.slice %94 [0:7:2] : (tensor<8xf32>) -> tensor<4xf32>
    %114 = stablehlo.slice %94 [1:8:2] : (tensor<8xf32>) -> tensor<4xf32>
    %115 = stablehlo.maximum %113, %114 : tensor<4xf32>
    %116 = stablehlo.compare EQ, %113, %115, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %119 = stablehlo.select %116, %117, %118 : tensor<4xi1>, tensor<4xf32>
    %120 = stablehlo.compare EQ, %114, %115, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_34 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %123 = stablehlo.select %120, %121, %122 : tensor<4xi1>, tensor<4xf32>
    %124 = stablehlo.divide %119, %123 : tensor<4xf32>
    %125 = stablehlo.compare EQ, %114, %115, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %128 = stablehlo.select %125, %126, %127 : tensor<4xi1>, tensor<4xf32>
    %129 = stablehlo.compare EQ, %113, %115, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_38 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %132 = stablehlo.select %129, %130, %131 : tensor<4xi1>, tensor<4xf32>
    %133 = stablehlo.divide %128, %132 : tensor<4xf32>
    %134 = stablehlo.slice %115 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
    %135 = stablehlo.slice %115 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
    %136 = stablehlo.maximum %134, %135 : tensor<2xf32>
    %137 = stablehlo.compare EQ, %134, %136, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %140 = stablehlo.select %137, %138, %139 : tensor<2xi1>, tensor<2xf32>
    %141 = stablehlo.compare EQ, %135, %136, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_42 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %144 = stablehlo.select %141, %142, %143 : tensor<2xi1>, tensor<2xf32>
    %145 = stablehlo.divide %140, %144 : tensor<2xf32>
    %146 = stablehlo.compare EQ, %135, %136, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %149 = stablehlo.select %146, %147, %148 : tensor<2xi1>, tensor<2xf32>
    %150 = stablehlo.compare EQ, %134, %136, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_46 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %153 = stablehlo.select %150, %151, %152 : tensor<2xi1>, tensor<2xf32>
    %154 = stablehlo.divide %149, %153 : tensor<2xf32>
    %155 = stablehlo.slice %136 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %156 = stablehlo.slice %136 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
    %157 = stablehlo.maximum %155, %156 : tensor<1xf32>
    %158 = stablehlo.compare EQ, %155, %157, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %161 = stablehlo.select %158, %159, %160 : tensor<1xi1>, tensor<1xf32>
    %162 = stablehlo.compare EQ, %156, %157, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_50 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %165 = stablehlo.select %162, %163, %164 : tensor<1xi1>, tensor<1xf32>
    %166 = stablehlo.divide %161, %165 : tensor<1xf32>
    %167 = stablehlo.compare EQ, %156, %157, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %170 = stablehlo.select %167, %168, %169 : tensor<1xi1>, tensor<1xf32>
    %171 = stablehlo.compare EQ, %155, %157, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_54 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %174 = stablehlo.select %171, %172, %173 : tensor<1xi1>, tensor<1xf32>
    %175 = stablehlo.divide %170, %174 : tensor<1xf32>
    %176 = stablehlo.slice %157 [0:0] : (tensor<1xf32>) -> tensor<0xf32>
    %177 = stablehlo.slice %136 [2:2:2] : (tensor<2xf32>) -> tensor<0xf32>
    %178 = stablehlo.maximum %176, %177 : tensor<0xf32>
    %179 = stablehlo.compare EQ, %176, %178, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %182 = stablehlo.select %179, %180, %181 : tensor<0xi1>, tensor<0xf32>
    %183 = stablehlo.compare EQ, %177, %178, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_58 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %186 = stablehlo.select %183, %184, %185 : tensor<0xi1>, tensor<0xf32>
    %187 = stablehlo.divide %182, %186 : tensor<0xf32>
    %188 = stablehlo.compare EQ, %177, %178, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %191 = stablehlo.select %188, %189, %190 : tensor<0xi1>, tensor<0xf32>
    %192 = stablehlo.compare EQ, %176, %178, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_62 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_63 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %195 = stablehlo.select %192, %193, %194 : tensor<0xi1>, tensor<0xf32>
    %196 = stablehlo.divide %191, %195 : tensor<0xf32>
    %197 = stablehlo.slice %136 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %198 = stablehlo.concatenate %197, %178, dim = 0 : (tensor<1xf32>, tensor<0xf32>) -> tensor<1xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.pad %198, %cst_64, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.pad %157, %cst_65, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %201 = stablehlo.add %199, %200 : tensor<2xf32>
    %202 = stablehlo.slice %201 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %203 = stablehlo.slice %115 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
    %204 = stablehlo.maximum %202, %203 : tensor<1xf32>
    %205 = stablehlo.compare EQ, %202, %204, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_66 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %208 = stablehlo.select %205, %206, %207 : tensor<1xi1>, tensor<1xf32>
    %209 = stablehlo.compare EQ, %203, %204, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_68 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_69 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %212 = stablehlo.select %209, %210, %211 : tensor<1xi1>, tensor<1xf32>
    %213 = stablehlo.divide %208, %212 : tensor<1xf32>
    %214 = stablehlo.compare EQ, %203, %204, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_70 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %217 = stablehlo.select %214, %215, %216 : tensor<1xi1>, tensor<1xf32>
    %218 = stablehlo.compare EQ, %202, %204, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_72 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_73 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %221 = stablehlo.select %218, %219, %220 : tensor<1xi1>, tensor<1xf32>
    %222 = stablehlo.divide %217, %221 : tensor<1xf32>
    %223 = stablehlo.slice %115 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %224 = stablehlo.concatenate %223, %204, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %225 = stablehlo.pad %224, %cst_74, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.pad %201, %cst_75, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %227 = stablehlo.add %225, %226 : tensor<4xf32>
    %228 = stablehlo.slice %227 [0:3] : (tensor<4xf32>) -> tensor<3xf32>
    %229 = stablehlo.slice %94 [2:8:2] : (tensor<8xf32>) -> tensor<3xf32>
    %230 = stablehlo.maximum %228, %229 : tensor<3xf32>
    %231 = stablehlo.compare EQ, %228, %230, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %234 = stablehlo.select %231, %232, %233 : tensor<3xi1>, tensor<3xf32>
    %235 = stablehlo.compare EQ, %229, %230, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_78 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_79 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %238 = stablehlo.select %235, %236, %237 : tensor<3xi1>, tensor<3xf32>
    %239 = stablehlo.divide %234, %238 : tensor<3xf32>
    %240 = stablehlo.compare EQ, %229, %230, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_80 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %243 = stablehlo.select %240, %241, %242 : tensor<3xi1>, tensor<3xf32>
    %244 = stablehlo.compare EQ, %228, %230, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_82 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_83 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %247 = stablehlo.select %244, %245, %246 : tensor<3xi1>, tensor<3xf32>
    %248 = stablehlo.divide %243, %247 : tensor<3xf32>
    %249 = stablehlo.slice %94 [0:1] : (tensor<8xf32>) -> tensor<1xf32>
    %250 = stablehlo.concatenate %249, %230, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %251 = stablehlo.pad %250, %cst_84, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %252 = stablehlo.pad %227, %cst_85, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    %253 = stablehlo.add %251, %252 : tensor<8xf32>
    %254 = stablehlo.slice %253 [0:7] : (tensor<8xf32>) -> tensor<7xf32>
    %255 = stablehlo.slice %73 [2:16:2] : (tensor<16xf32>) -> tensor<7xf32>
    %256 = stablehlo.maximum %254, %255 : tensor<7xf32>
    %257 = stablehlo.compare EQ, %254, %256, FLOAT : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
    %cst_86 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %260 = stablehlo.select %257, %258, %259 : tensor<7xi1>, tensor<7xf32>
    %261 = stablehlo.compare EQ, %255, %256, FLOAT : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
    %cst_88 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %cst_89 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %264 = stablehlo.select %261, %262, %263 : tensor<7xi1>, tensor<7xf32>
    %265 = stablehlo.divide %260, %264 : tensor<7xf32>
    %266 = stablehlo.compare EQ, %255, %256, FLOAT : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
    %cst_90 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %269 = stablehlo.select %266, %267, %268 : tensor<7xi1>, tensor<7xf32>
    %270 = stablehlo.compare EQ, %254, %256, FLOAT : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
    %cst_92 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %cst_93 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %273 = stablehlo.select %270, %271, %272 : tensor<7xi1>, tensor<7xf32>
    %274 = stablehlo.divide %269, %273 : tensor<7xf32>
    %275 = stablehlo.slice %73 [0:1] : (tensor<16xf32>) -> tensor<1xf32>
    %276 = stablehlo.concatenate %275, %256, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %277 = stablehlo.pad %276, %cst_94, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %278 = stablehlo.pad %253, %cst_95, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
    %279 = stablehlo.add %277, %278 : tensor<16xf32>
    %280 = stablehlo.slice %279 [0:15] : (tensor<16xf32>) -> tensor<15xf32>
    %281 = stablehlo.slice %arg0 [2:32:2] : (tensor<32xf32>) -> tensor<15xf32>
    %282 = stablehlo.maximum %280, %281 : tensor<15xf32>
    %283 = stablehlo.compare EQ, %280, %282, FLOAT : (tensor<15xf32>, tensor<15xf32>) -> tensor<15xi1>
    %cst_96 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %286 = stablehlo.select %283, %284, %285 : tensor<15xi1>, tensor<15xf32>
    %287 = stablehlo.compare EQ, %281, %282, FLOAT : (tensor<15xf32>, tensor<15xf32>) -> tensor<15xi1>
    %cst_98 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %cst_99 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %290 = stablehlo.select %287, %288, %289 : tensor<15xi1>, tensor<15xf32>
    %291 = stablehlo.divide %286, %290 : tensor<15xf32>
    %292 = stablehlo.compare EQ, %281, %282, FLOAT : (tensor<15xf32>, tensor<15xf32>) -> tensor<15xi1>
    %cst_100 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %295 = stablehlo.select %292, %293, %294 : tensor<15xi1>, tensor<15xf32>
    %296 = stablehlo.compare EQ, %280, %282, FLOAT : (tensor<15xf32>, tensor<15xf32>) -> tensor<15xi1>
    %cst_102 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %cst_103 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %299 = stablehlo.select %296, %297, %298 : tensor<15xi1>, tensor<15xf32>
    %300 = stablehlo.divide %295, %299 : tensor<15xf32>
    %301 = stablehlo.slice %arg0 [0:1] : (tensor<32xf32>) -> tensor<1xf32>
    %302 = stablehlo.concatenate %301, %282, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %303 = stablehlo.pad %302, %cst_104, low = [0], high = [1], interior = [1] : (tensor<16xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %304 = stablehlo.pad %279, %cst_105, low = [1], high = [0], interior = [1] : (tensor<16xf32>, tensor<f32>) -> tensor<32xf32>
    %305 = stablehlo.add %303, %304 : tensor<32xf32>
    %306 = stablehlo.sine %65 : tensor<7x8xf32>
    %307 = stablehlo.cosine %65 : tensor<7x8xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %308 = stablehlo.reduce(%306 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %309 = stablehlo.add %cst_107, %308 : tensor<f32>
    %310 = stablehlo.sine %49 : tensor<4xf32>
    %311 = stablehlo.cosine %49 : tensor<4xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%310 init: %cst_108) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %313 = stablehlo.add %309, %312 : tensor<f32>
    %314 = stablehlo.sine %70 : tensor<32xf32>
    %315 = stablehlo.cosine %70 : tensor<32xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %316 = stablehlo.reduce(%314 init: %cst_109) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %317 = stablehlo.add %313, %316 : tensor<f32>
    %318 = stablehlo.sine %305 : tensor<32xf32>
    %319 = stablehlo.cosine %305 : tensor<32xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %320 = stablehlo.reduce(%318 init: %cst_110) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %321 = stablehlo.add %317, %320 : tensor<f32>
    %cst_111 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %323 = stablehlo.multiply %322, %319 : tensor<32xf32>
    %cst_112 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %325 = stablehlo.multiply %324, %315 : tensor<32xf32>
    %cst_113 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %327 = stablehlo.multiply %326, %311 : tensor<4xf32>
    %cst_114 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<7x8xf32>
    %329 = stablehlo.multiply %328, %307 : tensor<7x8xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %330 = stablehlo.pad %323, %cst_115, low = [-1], high = [0], interior = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<31xf32>
    %331 = stablehlo.slice %330 [0:31:2] : (tensor<31xf32>) -> tensor<16xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %332 = stablehlo.pad %323, %cst_116, low = [0], high = [-1], interior = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<31xf32>
    %333 = stablehlo.slice %332 [0:31:2] : (tensor<31xf32>) -> tensor<16xf32>
    %334 = stablehlo.slice %333 [0:1] : (tensor<16xf32>) -> tensor<1xf32>
    %335 = stablehlo.slice %333 [1:16] : (tensor<16xf32>) -> tensor<15xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %336 = stablehlo.pad %334, %cst_117, low = [0], high = [31], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<32xf32>
    %337 = stablehlo.multiply %335, %300 : tensor<15xf32>
    %338 = stablehlo.multiply %335, %291 : tensor<15xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %339 = stablehlo.pad %337, %cst_118, low = [2], high = [1], interior = [1] : (tensor<15xf32>, tensor<f32>) -> tensor<32xf32>
    %340 = stablehlo.add %336, %339 : tensor<32xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %341 = stablehlo.pad %338, %cst_119, low = [0], high = [1], interior = [0] : (tensor<15xf32>, tensor<f32>) -> tensor<16xf32>
    %342 = stablehlo.add %331, %341 : tensor<16xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %343 = stablehlo.pad %342, %cst_120, low = [-1], high = [0], interior = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<15xf32>
    %344 = stablehlo.slice %343 [0:15:2] : (tensor<15xf32>) -> tensor<8xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %345 = stablehlo.pad %342, %cst_121, low = [0], high = [-1], interior = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<15xf32>
    %346 = stablehlo.slice %345 [0:15:2] : (tensor<15xf32>) -> tensor<8xf32>
    %347 = stablehlo.slice %346 [0:1] : (tensor<8xf32>) -> tensor<1xf32>
    %348 = stablehlo.slice %346 [1:8] : (tensor<8xf32>) -> tensor<7xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %349 = stablehlo.pad %347, %cst_122, low = [0], high = [15], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<16xf32>
    %350 = stablehlo.multiply %348, %274 : tensor<7xf32>
    %351 = stablehlo.multiply %348, %265 : tensor<7xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %352 = stablehlo.pad %350, %cst_123, low = [2], high = [1], interior = [1] : (tensor<7xf32>, tensor<f32>) -> tensor<16xf32>
    %353 = stablehlo.add %349, %352 : tensor<16xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %354 = stablehlo.pad %351, %cst_124, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
    %355 = stablehlo.add %344, %354 : tensor<8xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %356 = stablehlo.pad %355, %cst_125, low = [-1], high = [0], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
    %357 = stablehlo.slice %356 [0:7:2] : (tensor<7xf32>) -> tensor<4xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %358 = stablehlo.pad %355, %cst_126, low = [0], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
    %359 = stablehlo.slice %358 [0:7:2] : (tensor<7xf32>) -> tensor<4xf32>
    %360 = stablehlo.slice %359 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %361 = stablehlo.slice %359 [1:4] : (tensor<4xf32>) -> tensor<3xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %362 = stablehlo.pad %360, %cst_127, low = [0], high = [7], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<8xf32>
    %363 = stablehlo.multiply %361, %248 : tensor<3xf32>
    %364 = stablehlo.multiply %361, %239 : tensor<3xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %365 = stablehlo.pad %363, %cst_128, low = [2], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<8xf32>
    %366 = stablehlo.add %362, %365 : tensor<8xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %367 = stablehlo.pad %364, %cst_129, low = [0], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
    %368 = stablehlo.add %357, %367 : tensor<4xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.pad %368, %cst_130, low = [-1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
    %370 = stablehlo.slice %369 [0:3:2] : (tensor<3xf32>) -> tensor<2xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %371 = stablehlo.pad %368, %cst_131, low = [0], high = [-1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
    %372 = stablehlo.slice %371 [0:3:2] : (tensor<3xf32>) -> tensor<2xf32>
    %373 = stablehlo.slice %372 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %374 = stablehlo.slice %372 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %375 = stablehlo.pad %373, %cst_132, low = [0], high = [3], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<4xf32>
    %376 = stablehlo.multiply %374, %222 : tensor<1xf32>
    %377 = stablehlo.multiply %374, %213 : tensor<1xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %378 = stablehlo.pad %376, %cst_133, low = [2], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<4xf32>
    %379 = stablehlo.add %375, %378 : tensor<4xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %380 = stablehlo.pad %377, %cst_134, low = [0], high = [1], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %381 = stablehlo.add %370, %380 : tensor<2xf32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %382 = stablehlo.pad %381, %cst_135, low = [-1], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
    %383 = stablehlo.slice %382 [0:1:2] : (tensor<1xf32>) -> tensor<1xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %384 = stablehlo.pad %381, %cst_136, low = [0], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
    %385 = stablehlo.slice %384 [0:1:2] : (tensor<1xf32>) -> tensor<1xf32>
    %386 = stablehlo.slice %385 [0:1] : (tensor<1xf32>) -> tensor<1xf32>
    %387 = stablehlo.slice %385 [1:1] : (tensor<1xf32>) -> tensor<0xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %388 = stablehlo.pad %386, %cst_137, low = [0], high = [1], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %389 = stablehlo.multiply %387, %196 : tensor<0xf32>
    %390 = stablehlo.multiply %387, %187 : tensor<0xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %391 = stablehlo.pad %389, %cst_138, low = [2], high = [0], interior = [1] : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
    %392 = stablehlo.add %388, %391 : tensor<2xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %393 = stablehlo.pad %390, %cst_139, low = [0], high = [1], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<1xf32>
    %394 = stablehlo.add %383, %393 : tensor<1xf32>
    %395 = stablehlo.multiply %394, %175 : tensor<1xf32>
    %396 = stablehlo.multiply %394, %166 : tensor<1xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %397 = stablehlo.pad %395, %cst_140, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %398 = stablehlo.add %392, %397 : tensor<2xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %399 = stablehlo.pad %396, %cst_141, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %400 = stablehlo.add %398, %399 : tensor<2xf32>
    %401 = stablehlo.multiply %400, %154 : tensor<2xf32>
    %402 = stablehlo.multiply %400, %145 : tensor<2xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %403 = stablehlo.pad %401, %cst_142, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %404 = stablehlo.add %379, %403 : tensor<4xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %405 = stablehlo.pad %402, %cst_143, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %406 = stablehlo.add %404, %405 : tensor<4xf32>
    %407 = stablehlo.multiply %406, %133 : tensor<4xf32>
    %408 = stablehlo.multiply %406, %124 : tensor<4xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %409 = stablehlo.pad %407, %cst_144, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    %410 = stablehlo.add %366, %409 : tensor<8xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %411 = stablehlo.pad %408, %cst_145, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    %412 = stablehlo.add %410, %411 : tensor<8xf32>
    %413 = stablehlo.multiply %412, %112 : tensor<8xf32>
    %414 = stablehlo.multiply %412, %103 : tensor<8xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %415 = stablehlo.pad %413, %cst_146, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
    %416 = stablehlo.add %353, %415 : tensor<16xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %417 = stablehlo.pad %414, %cst_147, low = [0], high = [1], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
    %418 = stablehlo.add %416, %417 : tensor<16xf32>
    %419 = stablehlo.multiply %418, %91 : tensor<16xf32>
    %420 = stablehlo.multiply %418, %82 : tensor<16xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %421 = stablehlo.pad %419, %cst_148, low = [1], high = [0], interior = [1] : (tensor<16xf32>, tensor<f32>) -> tensor<32xf32>
    %422 = stablehlo.add %340, %421 : tensor<32xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %423 = stablehlo.pad %420, %cst_149, low = [0], high = [1], interior = [1] : (tensor<16xf32>, tensor<f32>) -> tensor<32xf32>
    %424 = stablehlo.add %422, %423 : tensor<32xf32>
    %cst_150 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %426 = stablehlo.divide %325, %425 : tensor<32xf32>
    %427 = call @cumsum_4(%426) : (tensor<32xf32>) -> tensor<32xf32>
    %428 = stablehlo.add %424, %427 : tensor<32xf32>
    %429 = stablehlo.divide %329, %67 : tensor<7x8xf32>
    %430 = stablehlo.multiply %429, %64 : tensor<7x8xf32>
    %431 = stablehlo.dot_general %430, %60, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x8xf32>, tensor<8x8xf32>) -> tensor<7x8xf32>
    %432 = stablehlo.slice %327 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %433 = stablehlo.reshape %432 : (tensor<1xf32>) -> tensor<f32>
    %434 = stablehlo.slice %327 [1:2] : (tensor<4xf32>) -> tensor<1xf32>
    %435 = stablehlo.reshape %434 : (tensor<1xf32>) -> tensor<f32>
    %436 = stablehlo.slice %327 [2:3] : (tensor<4xf32>) -> tensor<1xf32>
    %437 = stablehlo.reshape %436 : (tensor<1xf32>) -> tensor<f32>
    %438 = stablehlo.slice %327 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
    %439 = stablehlo.reshape %438 : (tensor<1xf32>) -> tensor<f32>
    %cst_151 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %440 = stablehlo.divide %439, %cst_151 : tensor<f32>
    %441 = stablehlo.broadcast_in_dim %440, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %442 = stablehlo.multiply %0#0, %441 : tensor<32xf32>
    %443 = stablehlo.multiply %441, %41 : tensor<32xf32>
    %444 = call @_roll_static_6(%442) : (tensor<32xf32>) -> tensor<32xf32>
    %445 = stablehlo.add %443, %444 : tensor<32xf32>
    %cst_152 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %446 = stablehlo.divide %437, %cst_152 : tensor<f32>
    %447 = stablehlo.broadcast_in_dim %446, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %448 = stablehlo.multiply %0#0, %447 : tensor<32xf32>
    %449 = stablehlo.multiply %447, %37 : tensor<32xf32>
    %450 = stablehlo.add %445, %449 : tensor<32xf32>
    %451 = call @_roll_static_7(%448) : (tensor<32xf32>) -> tensor<32xf32>
    %452 = stablehlo.add %450, %451 : tensor<32xf32>
    %cst_153 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %453 = stablehlo.divide %435, %cst_153 : tensor<f32>
    %454 = stablehlo.broadcast_in_dim %453, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %455 = stablehlo.multiply %0#0, %454 : tensor<32xf32>
    %456 = stablehlo.multiply %454, %33 : tensor<32xf32>
    %457 = stablehlo.add %452, %456 : tensor<32xf32>
    %458 = call @_roll_static_8(%455) : (tensor<32xf32>) -> tensor<32xf32>
    %459 = stablehlo.add %457, %458 : tensor<32xf32>
    %cst_154 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %460 = stablehlo.divide %433, %cst_154 : tensor<f32>
    %461 = stablehlo.broadcast_in_dim %460, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %462 = stablehlo.multiply %0#0, %461 : tensor<32xf32>
    %463 = stablehlo.multiply %461, %29 : tensor<32xf32>
    %464 = stablehlo.add %459, %463 : tensor<32xf32>
    %465 = call @_roll_static_9(%462) : (tensor<32xf32>) -> tensor<32xf32>
    %466 = stablehlo.add %464, %465 : tensor<32xf32>
    %467 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<7x8xf32>
    %468 = stablehlo.multiply %431, %467 : tensor<7x8xf32>
    %469 = stablehlo.slice %468 [0:1, 0:8] : (tensor<7x8xf32>) -> tensor<1x8xf32>
    %470 = stablehlo.reshape %469 : (tensor<1x8xf32>) -> tensor<8xf32>
    %471 = stablehlo.slice %468 [1:2, 0:8] : (tensor<7x8xf32>) -> tensor<1x8xf32>
    %472 = stablehlo.reshape %471 : (tensor<1x8xf32>) -> tensor<8xf32>
    %473 = stablehlo.slice %468 [2:3, 0:8] : (tensor<7x8xf32>) -> tensor<1x8xf32>
    %474 = stablehlo.reshape %473 : (tensor<1x8xf32>) -> tensor<8xf32>
    %475 = stablehlo.slice %468 [3:4, 0:8] : (tensor<7x8xf32>) -> tensor<1x8xf32>
    %476 = stablehlo.reshape %475 : (tensor<1x8xf32>) -> tensor<8xf32>
    %477 = stablehlo.slice %468 [4:5, 0:8] : (tensor<7x8xf32>) -> tensor<1x8xf32>
    %478 = stablehlo.reshape %477 : (tensor<1x8xf32>) -> tensor<8xf32>
    %479 = stablehlo.slice %468 [5:6, 0:8] : (tensor<7x8xf32>) -> tensor<1x8xf32>
    %480 = stablehlo.reshape %479 : (tensor<1x8xf32>) -> tensor<8xf32>
    %481 = stablehlo.slice %468 [6:7, 0:8] : (tensor<7x8xf32>) -> tensor<1x8xf32>
    %482 = stablehlo.reshape %481 : (tensor<1x8xf32>) -> tensor<8xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %483 = stablehlo.pad %482, %cst_155, low = [24], high = [0], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
    %484 = stablehlo.add %466, %483 : tensor<32xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %485 = stablehlo.pad %480, %cst_156, low = [20], high = [4], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
    %486 = stablehlo.add %484, %485 : tensor<32xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %487 = stablehlo.pad %478, %cst_157, low = [16], high = [8], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
    %488 = stablehlo.add %486, %487 : tensor<32xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %489 = stablehlo.pad %476, %cst_158, low = [12], high = [12], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
    %490 = stablehlo.add %488, %489 : tensor<32xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %491 = stablehlo.pad %474, %cst_159, low = [8], high = [16], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
    %492 = stablehlo.add %490, %491 : tensor<32xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %493 = stablehlo.pad %472, %cst_160, low = [4], high = [20], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
    %494 = stablehlo.add %492, %493 : tensor<32xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %495 = stablehlo.pad %470, %cst_161, low = [0], high = [24], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
    %496 = stablehlo.add %494, %495 : tensor<32xf32>
    %497:2 = call @convolve_10(%0#1, %0#2, %496) : (tensor<1x1x5xf32>, tensor<1x1x32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<5xf32>)
    %498 = stablehlo.add %428, %497#0 : tensor<32xf32>
    return %498, %497#1 : tensor<32xf32>, tensor<5xf32>
  }
  func.func private @convolve(%arg0: tensor<32xf32>, %arg1: tensor<5xf32>) -> (tensor<32xf32>, tensor<1x1x5xf32>, tensor<1x1x32xf32>) {
    %0:3 = call @_conv(%arg0, %arg1) : (tensor<32xf32>, tensor<5xf32>) -> (tensor<32xf32>, tensor<1x1x5xf32>, tensor<1x1x32xf32>)
    return %0#0, %0#1, %0#2 : tensor<32xf32>, tensor<1x1x5xf32>, tensor<1x1x32xf32>
  }
  func.func private @_conv(%arg0: tensor<32xf32>, %arg1: tensor<5xf32>) -> (tensor<32xf32>, tensor<1x1x5xf32>, tensor<1x1x32xf32>) {
    %0 = call @_flip(%arg1) : (tensor<5xf32>) -> tensor<5xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [2] : (tensor<5xf32>) -> tensor<1x1x5xf32>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x32xf32>, tensor<1x1x5xf32>) -> tensor<1x1x32xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x1x32xf32>) -> tensor<32xf32>
    return %4, %2, %1 : tensor<32xf32>, tensor<1x1x5xf32>, tensor<1x1x32xf32>
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
  func.func private @cumsum_4(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = call @cumsum_5(%arg0) : (tensor<32xf32>) -> tensor<32xf32>
    return %0 : tensor<32xf32>
  }
  func.func private @cumsum_5(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[0, 31]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 32>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @_roll_static_6(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [0:3] : (tensor<32xf32>) -> tensor<3xf32>
    %1 = stablehlo.slice %arg0 [3:32] : (tensor<32xf32>) -> tensor<29xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.pad %1, %cst, low = [0], high = [3], interior = [0] : (tensor<29xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.pad %0, %cst_0, low = [29], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<32xf32>
    %4 = stablehlo.add %2, %3 : tensor<32xf32>
    return %4 : tensor<32xf32>
  }
  func.func private @_roll_static_7(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [0:2] : (tensor<32xf32>) -> tensor<2xf32>
    %1 = stablehlo.slice %arg0 [2:32] : (tensor<32xf32>) -> tensor<30xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.pad %1, %cst, low = [0], high = [2], interior = [0] : (tensor<30xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.pad %0, %cst_0, low = [30], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<32xf32>
    %4 = stablehlo.add %2, %3 : tensor<32xf32>
    return %4 : tensor<32xf32>
  }
  func.func private @_roll_static_8(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<32xf32>) -> tensor<1xf32>
    %1 = stablehlo.slice %arg0 [1:32] : (tensor<32xf32>) -> tensor<31xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.pad %1, %cst, low = [0], high = [1], interior = [0] : (tensor<31xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.pad %0, %cst_0, low = [31], high = [0], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<32xf32>
    %4 = stablehlo.add %2, %3 : tensor<32xf32>
    return %4 : tensor<32xf32>
  }
  func.func private @_roll_static_9(%arg0: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.slice %arg0 [0:32] : (tensor<32xf32>) -> tensor<32xf32>
    %1 = stablehlo.slice %arg0 [32:32] : (tensor<32xf32>) -> tensor<0xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.pad %1, %cst, low = [0], high = [32], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.pad %0, %cst_0, low = [0], high = [0], interior = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
    %4 = stablehlo.add %2, %3 : tensor<32xf32>
    return %4 : tensor<32xf32>
  }
  func.func private @convolve_10(%arg0: tensor<1x1x5xf32>, %arg1: tensor<1x1x32xf32>, %arg2: tensor<32xf32>) -> (tensor<32xf32>, tensor<5xf32>) {
    %0:2 = call @_conv_11(%arg0, %arg1, %arg2) : (tensor<1x1x5xf32>, tensor<1x1x32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<5xf32>)
    return %0#0, %0#1 : tensor<32xf32>, tensor<5xf32>
  }
  func.func private @_conv_11(%arg0: tensor<1x1x5xf32>, %arg1: tensor<1x1x32xf32>, %arg2: tensor<32xf32>) -> (tensor<32xf32>, tensor<5xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %1 = stablehlo.convolution(%arg1, %0) dim_numbers = [f, b, 0]x[i, o, 0]->[f, b, 0], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x32xf32>, tensor<1x1x32xf32>) -> tensor<1x1x5xf32>
    %2 = stablehlo.reverse %arg0, dims = [2] : tensor<1x1x5xf32>
    %3 = stablehlo.convolution(%0, %2) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x32xf32>, tensor<1x1x5xf32>) -> tensor<1x1x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x5xf32>, tensor<f32>) -> tensor<5xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %6 = call @_flip_12(%4) : (tensor<5xf32>) -> tensor<5xf32>
    return %5, %6 : tensor<32xf32>, tensor<5xf32>
  }
  func.func private @_flip_12(%arg0: tensor<5xf32>) -> tensor<5xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<5xf32>
    return %0 : tensor<5xf32>
  }
}
