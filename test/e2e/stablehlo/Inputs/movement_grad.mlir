module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xf32>, %arg1: tensor<4x4xf32>) -> (tensor<4x3xf32> {jax.result_info = "result[0]"}, tensor<4x4xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0:2 = call @_pad(%arg0, %cst) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<7x4xf32>, tensor<f32>)
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
    %12:3 = call @triu(%arg1) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi1>, tensor<4x4xf32>)
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
    %33:3 = call @trace(%arg1) : (tensor<4x4xf32>) -> (tensor<f32>, tensor<4x4xi1>, tensor<4x4xf32>)
    %34 = stablehlo.sine %0#0 : tensor<7x4xf32>
    %35 = stablehlo.cosine %0#0 : tensor<7x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%34 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.add %cst_2, %36 : tensor<f32>
    %38 = stablehlo.sine %1 : tensor<10x3xf32>
    %39 = stablehlo.cosine %1 : tensor<10x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%38 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x3xf32>, tensor<f32>) -> tensor<f32>
    %41 = stablehlo.add %37, %40 : tensor<f32>
    %42 = stablehlo.sine %2 : tensor<4x3xf32>
    %43 = stablehlo.cosine %2 : tensor<4x3xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%42 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %45 = stablehlo.add %41, %44 : tensor<f32>
    %46 = stablehlo.sine %3 : tensor<3x4xf32>
    %47 = stablehlo.cosine %3 : tensor<3x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%46 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
    %49 = stablehlo.add %45, %48 : tensor<f32>
    %50 = stablehlo.sine %4 : tensor<4x7xf32>
    %51 = stablehlo.cosine %4 : tensor<4x7xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%50 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x7xf32>, tensor<f32>) -> tensor<f32>
    %53 = stablehlo.add %49, %52 : tensor<f32>
    %54 = stablehlo.sine %7 : tensor<4x6xf32>
    %55 = stablehlo.cosine %7 : tensor<4x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%54 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %57 = stablehlo.add %53, %56 : tensor<f32>
    %58 = stablehlo.sine %9 : tensor<8x3xf32>
    %59 = stablehlo.cosine %9 : tensor<8x3xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%58 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %61 = stablehlo.add %57, %60 : tensor<f32>
    %62 = stablehlo.sine %11 : tensor<4x2xf32>
    %63 = stablehlo.cosine %11 : tensor<4x2xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%62 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    %65 = stablehlo.add %61, %64 : tensor<f32>
    %66 = stablehlo.sine %12#0 : tensor<4x4xf32>
    %67 = stablehlo.cosine %12#0 : tensor<4x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%66 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    %69 = stablehlo.add %65, %68 : tensor<f32>
    %70 = stablehlo.sine %19 : tensor<2x3xf32>
    %71 = stablehlo.cosine %19 : tensor<2x3xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%70 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %73 = stablehlo.add %69, %72 : tensor<f32>
    %74 = stablehlo.sine %21 : tensor<4x2x3xf32>
    %75 = stablehlo.cosine %21 : tensor<4x2x3xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%74 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x2x3xf32>, tensor<f32>) -> tensor<f32>
    %77 = stablehlo.add %73, %76 : tensor<f32>
    %78 = stablehlo.sine %23 : tensor<4x3xf32>
    %79 = stablehlo.cosine %23 : tensor<4x3xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%78 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %81 = stablehlo.add %77, %80 : tensor<f32>
    %82 = stablehlo.sine %32 : tensor<3x4xf32>
    %83 = stablehlo.cosine %32 : tensor<3x4xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%82 init: %cst_14) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
    %85 = stablehlo.add %81, %84 : tensor<f32>
    %86 = stablehlo.sine %33#0 : tensor<f32>
    %87 = stablehlo.cosine %33#0 : tensor<f32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%86 init: %cst_15) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %89 = stablehlo.add %85, %88 : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %90 = stablehlo.multiply %cst_16, %87 : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %92 = stablehlo.multiply %91, %83 : tensor<3x4xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %94 = stablehlo.multiply %93, %79 : tensor<4x3xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x2x3xf32>
    %96 = stablehlo.multiply %95, %75 : tensor<4x2x3xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %98 = stablehlo.multiply %97, %71 : tensor<2x3xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %100 = stablehlo.multiply %99, %67 : tensor<4x4xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %102 = stablehlo.multiply %101, %63 : tensor<4x2xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %104 = stablehlo.multiply %103, %59 : tensor<8x3xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %106 = stablehlo.multiply %105, %55 : tensor<4x6xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x7xf32>
    %108 = stablehlo.multiply %107, %51 : tensor<4x7xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %110 = stablehlo.multiply %109, %47 : tensor<3x4xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %112 = stablehlo.multiply %111, %43 : tensor<4x3xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<10x3xf32>
    %114 = stablehlo.multiply %113, %39 : tensor<10x3xf32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
    %116 = stablehlo.multiply %115, %35 : tensor<7x4xf32>
    %117 = call @trace_0(%33#1, %33#2, %90) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %118 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>
    %119 = stablehlo.multiply %118, %92 : tensor<3x4xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
    %121 = stablehlo.reshape %120 : (tensor<4xf32>) -> tensor<1x4xf32>
    %122 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<3x4xf32>
    %123 = stablehlo.multiply %92, %122 : tensor<3x4xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_31) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
    %125 = stablehlo.reshape %124 : (tensor<3xf32>) -> tensor<3x1xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%121 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%125 init: %cst_33) applies stablehlo.add across dimensions = [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
    %128 = stablehlo.broadcast_in_dim %126, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %129 = stablehlo.pad %128, %cst_34, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %130 = stablehlo.add %117, %129 : tensor<4x4xf32>
    %131 = stablehlo.broadcast_in_dim %127, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.pad %131, %cst_35, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %133 = stablehlo.broadcast_in_dim %94, dims = [1, 2] : (tensor<4x3xf32>) -> tensor<1x4x3xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_36) applies stablehlo.add across dimensions = [0] : (tensor<1x4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %135 = stablehlo.add %132, %134 : tensor<4x3xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.reduce(%96 init: %cst_37) applies stablehlo.add across dimensions = [1] : (tensor<4x2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 2] : (tensor<4x3xf32>) -> tensor<4x1x3xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%137 init: %cst_38) applies stablehlo.add across dimensions = [1] : (tensor<4x1x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %139 = stablehlo.add %135, %138 : tensor<4x3xf32>
    %140 = stablehlo.slice %98 [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
    %141 = stablehlo.reshape %140 : (tensor<1x3xf32>) -> tensor<3xf32>
    %142 = stablehlo.slice %98 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
    %143 = stablehlo.reshape %142 : (tensor<1x3xf32>) -> tensor<3xf32>
    %144 = stablehlo.broadcast_in_dim %143, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.pad %144, %cst_39, low = [0, 0], high = [3, 1], interior = [0, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<4x4xf32>
    %146 = stablehlo.add %130, %145 : tensor<4x4xf32>
    %147 = stablehlo.broadcast_in_dim %141, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %148 = stablehlo.pad %147, %cst_40, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %149 = stablehlo.add %139, %148 : tensor<4x3xf32>
    %150 = call @triu_2(%12#1, %12#2, %100) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %151 = stablehlo.add %146, %150 : tensor<4x4xf32>
    %152 = stablehlo.reverse %102, dims = [0] : tensor<4x2xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.pad %152, %cst_41, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
    %154 = stablehlo.add %151, %153 : tensor<4x4xf32>
    %155 = stablehlo.reshape %104 : (tensor<8x3xf32>) -> tensor<4x2x3xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_42) applies stablehlo.add across dimensions = [1] : (tensor<4x2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %157 = stablehlo.add %149, %156 : tensor<4x3xf32>
    %158 = stablehlo.reshape %106 : (tensor<4x6xf32>) -> tensor<1x4x2x3xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.reduce(%158 init: %cst_43) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x4x2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %160 = stablehlo.add %157, %159 : tensor<4x3xf32>
    %161 = stablehlo.slice %108 [0:4, 0:3] : (tensor<4x7xf32>) -> tensor<4x3xf32>
    %162 = stablehlo.slice %108 [0:4, 3:7] : (tensor<4x7xf32>) -> tensor<4x4xf32>
    %163 = stablehlo.add %160, %161 : tensor<4x3xf32>
    %164 = stablehlo.add %154, %162 : tensor<4x4xf32>
    %165 = stablehlo.transpose %110, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %166 = stablehlo.add %163, %165 : tensor<4x3xf32>
    %167 = call @_roll_static_3(%112) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %168 = stablehlo.add %166, %167 : tensor<4x3xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.pad %114, %cst_44, low = [-1, 1], high = [1, -1], interior = [0, 0] : (tensor<10x3xf32>, tensor<f32>) -> tensor<10x3xf32>
    %170 = stablehlo.slice %169 [0:10:3, 0:3] : (tensor<10x3xf32>) -> tensor<4x3xf32>
    %171 = stablehlo.add %168, %170 : tensor<4x3xf32>
    %172 = call @_pad_4(%0#1, %116) : (tensor<f32>, tensor<7x4xf32>) -> tensor<4x3xf32>
    %173 = stablehlo.add %171, %172 : tensor<4x3xf32>
    return %173, %164 : tensor<4x3xf32>, tensor<4x4xf32>
  }
  func.func private @_pad(%arg0: tensor<4x3xf32>, %arg1: tensor<f32>) -> (tensor<7x4xf32>, tensor<f32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<7x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    return %1, %cst : tensor<7x4xf32>, tensor<f32>
  }
  func.func private @_roll_static(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.slice %arg0 [3:4, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
    %1 = stablehlo.slice %arg0 [0:3, 0:3] : (tensor<4x3xf32>) -> tensor<3x3xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
    return %2 : tensor<4x3xf32>
  }
  func.func private @triu(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi1>, tensor<4x4xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.add %0, %1 : tensor<4x4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<4x4xi1>, tensor<4x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    return %6, %4, %7 : tensor<4x4xf32>, tensor<4x4xi1>, tensor<4x4xf32>
  }
  func.func private @trace(%arg0: tensor<4x4xf32>) -> (tensor<f32>, tensor<4x4xi1>, tensor<4x4xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %1 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %3 = stablehlo.add %0, %2 : tensor<4x4xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %6:2 = call @_where(%4, %arg0, %5) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6#0 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    return %7, %4, %6#1 : tensor<f32>, tensor<4x4xi1>, tensor<4x4xf32>
  }
  func.func private @_where(%arg0: tensor<4x4xi1>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
  }
  func.func private @trace_0(%arg0: tensor<4x4xi1>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) -> tensor<4x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %1 = call @_where_1(%arg0, %arg1, %0) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func private @_where_1(%arg0: tensor<4x4xi1>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x4xi1>, tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func private @triu_2(%arg0: tensor<4x4xi1>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %1 = stablehlo.select %arg0, %0, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func private @_roll_static_3(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.slice %arg0 [0:1, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
    %1 = stablehlo.slice %arg0 [1:4, 0:3] : (tensor<4x3xf32>) -> tensor<3x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.pad %1, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.pad %0, %cst_0, low = [3, 0], high = [0, 0], interior = [0, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %4 = stablehlo.add %2, %3 : tensor<4x3xf32>
    return %4 : tensor<4x3xf32>
  }
  func.func private @_pad_4(%arg0: tensor<f32>, %arg1: tensor<7x4xf32>) -> tensor<4x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg1, %cst, low = [-1, 0], high = [-2, -1], interior = [0, 0] : (tensor<7x4xf32>, tensor<f32>) -> tensor<4x3xf32>
    %1 = stablehlo.slice %0 [0:4, 0:3] : (tensor<4x3xf32>) -> tensor<4x3xf32>
    return %1 : tensor<4x3xf32>
  }
}
