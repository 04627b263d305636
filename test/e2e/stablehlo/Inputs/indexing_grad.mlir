module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4xf32>, %arg1: tensor<5xi32>, %arg2: tensor<5x4xf32>, %arg3: tensor<i32>) -> (tensor<6x4xf32> {jax.result_info = "result[0]"}, tensor<5x4xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %c_0 = stablehlo.constant dense<[3, 0]> : tensor<2xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_2 = stablehlo.constant dense<6> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<5xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<5xi1>, tensor<5xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %8 = stablehlo.compare LT, %arg1, %7, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_4 = stablehlo.constant dense<6> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %10 = stablehlo.add %arg1, %9 : tensor<5xi32>
    %11 = stablehlo.select %8, %10, %arg1 : tensor<5xi1>, tensor<5xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
    %13 = "stablehlo.scatter"(%arg0, %12, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %237 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %237 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<6x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %15 = stablehlo.slice %arg2 [0:5, 0:1] : (tensor<5x4xf32>) -> tensor<5x1xf32>
    %16 = stablehlo.reshape %15 : (tensor<5x1xf32>) -> tensor<5xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %18 = stablehlo.compare LT, %arg1, %17, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_6 = stablehlo.constant dense<6> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %20 = stablehlo.add %arg1, %19 : tensor<5xi32>
    %21 = stablehlo.select %18, %20, %arg1 : tensor<5xi1>, tensor<5xi32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
    %23 = "stablehlo.scatter"(%14, %22, %16) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %237 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
      stablehlo.return %237 : tensor<f32>
    }) : (tensor<6xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %25 = "stablehlo.gather"(%14, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<5x1xi32>) -> tensor<5xf32>
    %26 = "stablehlo.gather"(%23, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<5x1xi32>) -> tensor<5xf32>
    %27 = stablehlo.compare EQ, %16, %26, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
    %28 = stablehlo.compare EQ, %25, %26, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %32 = stablehlo.select %27, %30, %31 : tensor<5xi1>, tensor<5xf32>
    %33 = "stablehlo.scatter"(%29, %22, %32) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %237 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %237 : tensor<f32>
    }) : (tensor<6xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<6xf32>
    %34 = "stablehlo.gather"(%33, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<5x1xi32>) -> tensor<5xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %37 = "stablehlo.scatter"(%35, %22, %36) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %237 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %237 : tensor<f32>
    }) : (tensor<6xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<6xf32>
    %38 = "stablehlo.gather"(%37, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<5x1xi32>) -> tensor<5xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %40 = stablehlo.add %34, %39 : tensor<5xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %42 = stablehlo.divide %41, %40 : tensor<5xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %44 = stablehlo.divide %43, %34 : tensor<5xf32>
    %45 = stablehlo.select %28, %42, %44 : tensor<5xi1>, tensor<5xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %47 = stablehlo.select %27, %45, %46 : tensor<5xi1>, tensor<5xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %49 = stablehlo.add %34, %48 : tensor<5xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %51 = stablehlo.divide %50, %49 : tensor<5xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %53 = stablehlo.select %28, %51, %52 : tensor<5xi1>, tensor<5xf32>
    %cst_20 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %55 = stablehlo.add %54, %53 : tensor<5xf32>
    %56 = stablehlo.divide %55, %38 : tensor<5xf32>
    %57 = "stablehlo.gather"(%24, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<5x1xi32>) -> tensor<5xf32>
    %58 = stablehlo.multiply %57, %56 : tensor<5xf32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %59 = stablehlo.compare LT, %arg3, %c_21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_22 = stablehlo.constant dense<6> : tensor<i32>
    %60 = stablehlo.add %arg3, %c_22 : tensor<i32>
    %61 = stablehlo.select %59, %60, %arg3 : tensor<i1>, tensor<i32>
    %c_23 = stablehlo.constant dense<1> : tensor<i32>
    %62 = stablehlo.dynamic_slice %arg0, %61, %c_23, sizes = [3, 2] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
    %63 = stablehlo.slice %arg2 [0:2, 0:3] : (tensor<5x4xf32>) -> tensor<2x3xf32>
    %c_24 = stablehlo.constant dense<0> : tensor<i32>
    %64 = stablehlo.compare LT, %arg3, %c_24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_25 = stablehlo.constant dense<6> : tensor<i32>
    %65 = stablehlo.add %arg3, %c_25 : tensor<i32>
    %66 = stablehlo.select %64, %65, %arg3 : tensor<i1>, tensor<i32>
    %c_26 = stablehlo.constant dense<0> : tensor<i32>
    %67 = stablehlo.compare LT, %arg3, %c_26, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_27 = stablehlo.constant dense<4> : tensor<i32>
    %68 = stablehlo.add %arg3, %c_27 : tensor<i32>
    %69 = stablehlo.select %67, %68, %arg3 : tensor<i1>, tensor<i32>
    %70 = stablehlo.dynamic_update_slice %arg0, %63, %66, %69 : (tensor<6x4xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
    %71 = call @argsort(%arg0) : (tensor<6x4xf32>) -> tensor<6x4xi32>
    %72:2 = call @take_along_axis(%arg0, %71) : (tensor<6x4xf32>, tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4x1xi32>)
    %73 = stablehlo.slice %arg0 [0:5, 0:4] : (tensor<6x4xf32>) -> tensor<5x4xf32>
    %c_28 = stablehlo.constant dense<0> : tensor<i32>
    %74 = stablehlo.broadcast_in_dim %c_28, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %75 = stablehlo.compare LT, %arg1, %74, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_29 = stablehlo.constant dense<4> : tensor<i32>
    %76 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %77 = stablehlo.add %arg1, %76 : tensor<5xi32>
    %78 = stablehlo.select %75, %77, %arg1 : tensor<5xi1>, tensor<5xi32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
    %80 = "stablehlo.gather"(%73, %79) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 2>}> : (tensor<5x4xf32>, tensor<5x1xi32>) -> tensor<5x2xf32>
    %c_30 = stablehlo.constant dense<0> : tensor<i32>
    %81 = stablehlo.broadcast_in_dim %c_30, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %82 = stablehlo.compare LT, %c, %81, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_31 = stablehlo.constant dense<6> : tensor<i32>
    %83 = stablehlo.broadcast_in_dim %c_31, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %84 = stablehlo.add %c, %83 : tensor<2xi32>
    %85 = stablehlo.select %82, %84, %c : tensor<2xi1>, tensor<2xi32>
    %c_32 = stablehlo.constant dense<0> : tensor<i32>
    %86 = stablehlo.broadcast_in_dim %c_32, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %87 = stablehlo.compare LT, %c_0, %86, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_33 = stablehlo.constant dense<4> : tensor<i32>
    %88 = stablehlo.broadcast_in_dim %c_33, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %89 = stablehlo.add %c_0, %88 : tensor<2xi32>
    %90 = stablehlo.select %87, %89, %c_0 : tensor<2xi1>, tensor<2xi32>
    %91 = stablehlo.broadcast_in_dim %85, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %92 = stablehlo.broadcast_in_dim %90, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %93 = stablehlo.concatenate %91, %92, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    %cst_34 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %96 = stablehlo.iota dim = 0 : tensor<2xui32>
    %c_36 = stablehlo.constant dense<1> : tensor<ui32>
    %97 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %98 = stablehlo.add %96, %97 : tensor<2xui32>
    %c_37 = stablehlo.constant dense<0> : tensor<ui32>
    %99 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<ui32>) -> tensor<6x4xui32>
    %100 = "stablehlo.scatter"(%99, %93, %98) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<ui32>, %arg5: tensor<ui32>):
      stablehlo.return %arg5 : tensor<ui32>
    }) : (tensor<6x4xui32>, tensor<2x2xi32>, tensor<2xui32>) -> tensor<6x4xui32>
    %101 = "stablehlo.gather"(%100, %93) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<6x4xui32>, tensor<2x2xi32>) -> tensor<2xui32>
    %c_38 = stablehlo.constant dense<0> : tensor<ui32>
    %102 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<ui32>) -> tensor<6x4xui32>
    %103 = stablehlo.compare EQ, %100, %102, UNSIGNED : (tensor<6x4xui32>, tensor<6x4xui32>) -> tensor<6x4xi1>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %105 = stablehlo.select %103, %arg0, %104 : tensor<6x4xi1>, tensor<6x4xf32>
    %106 = stablehlo.compare EQ, %98, %101, UNSIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %108 = stablehlo.select %106, %94, %107 : tensor<2xi1>, tensor<2xf32>
    %c_41 = stablehlo.constant dense<0> : tensor<ui32>
    %109 = stablehlo.broadcast_in_dim %c_41, dims = [] : (tensor<ui32>) -> tensor<6x4xui32>
    %110 = stablehlo.compare EQ, %100, %109, UNSIGNED : (tensor<6x4xui32>, tensor<6x4xui32>) -> tensor<6x4xi1>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %112 = stablehlo.compare EQ, %98, %101, UNSIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %114 = stablehlo.select %112, %95, %113 : tensor<2xi1>, tensor<2xf32>
    %115 = "stablehlo.scatter"(%105, %93, %108) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %237 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %237 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<6x4xf32>
    %116 = stablehlo.slice %arg0 [0:6, 1:4:2] : (tensor<6x4xf32>) -> tensor<6x2xf32>
    %117 = stablehlo.reverse %116, dims = [0] : tensor<6x2xf32>
    %118 = stablehlo.slice %arg0 [0:4, 0:4] : (tensor<6x4xf32>) -> tensor<4x4xf32>
    %119:4 = call @_diag(%118) : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>)
    %120 = stablehlo.sine %6 : tensor<5x4xf32>
    %121 = stablehlo.cosine %6 : tensor<5x4xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.reduce(%120 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %123 = stablehlo.add %cst_45, %122 : tensor<f32>
    %124 = stablehlo.sine %13 : tensor<6x4xf32>
    %125 = stablehlo.cosine %13 : tensor<6x4xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%124 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %127 = stablehlo.add %123, %126 : tensor<f32>
    %128 = stablehlo.sine %23 : tensor<6xf32>
    %129 = stablehlo.cosine %23 : tensor<6xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %130 = stablehlo.reduce(%128 init: %cst_47) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %131 = stablehlo.add %127, %130 : tensor<f32>
    %132 = stablehlo.sine %62 : tensor<3x2xf32>
    %133 = stablehlo.cosine %62 : tensor<3x2xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%132 init: %cst_48) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %135 = stablehlo.add %131, %134 : tensor<f32>
    %136 = stablehlo.sine %70 : tensor<6x4xf32>
    %137 = stablehlo.cosine %70 : tensor<6x4xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%136 init: %cst_49) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %139 = stablehlo.add %135, %138 : tensor<f32>
    %140 = stablehlo.sine %72#0 : tensor<6x4xf32>
    %141 = stablehlo.cosine %72#0 : tensor<6x4xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.reduce(%140 init: %cst_50) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %143 = stablehlo.add %139, %142 : tensor<f32>
    %144 = stablehlo.sine %80 : tensor<5x2xf32>
    %145 = stablehlo.cosine %80 : tensor<5x2xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%144 init: %cst_51) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x2xf32>, tensor<f32>) -> tensor<f32>
    %147 = stablehlo.add %143, %146 : tensor<f32>
    %148 = stablehlo.sine %115 : tensor<6x4xf32>
    %149 = stablehlo.cosine %115 : tensor<6x4xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%148 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %151 = stablehlo.add %147, %150 : tensor<f32>
    %152 = stablehlo.sine %117 : tensor<6x2xf32>
    %153 = stablehlo.cosine %117 : tensor<6x2xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %154 = stablehlo.reduce(%152 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<f32>
    %155 = stablehlo.add %151, %154 : tensor<f32>
    %156 = stablehlo.sine %119#0 : tensor<4xf32>
    %157 = stablehlo.cosine %119#0 : tensor<4xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.reduce(%156 init: %cst_54) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %159 = stablehlo.add %155, %158 : tensor<f32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %161 = stablehlo.multiply %160, %157 : tensor<4xf32>
    %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<6x2xf32>
    %163 = stablehlo.multiply %162, %153 : tensor<6x2xf32>
    %cst_57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %165 = stablehlo.multiply %164, %149 : tensor<6x4xf32>
    %cst_58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
    %167 = stablehlo.multiply %166, %145 : tensor<5x2xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %169 = stablehlo.multiply %168, %141 : tensor<6x4xf32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %171 = stablehlo.multiply %170, %137 : tensor<6x4xf32>
    %cst_61 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %173 = stablehlo.multiply %172, %133 : tensor<3x2xf32>
    %cst_62 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %175 = stablehlo.multiply %174, %129 : tensor<6xf32>
    %cst_63 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %177 = stablehlo.multiply %176, %125 : tensor<6x4xf32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %179 = stablehlo.multiply %178, %121 : tensor<5x4xf32>
    %180 = call @_diag_0(%119#1, %119#2, %119#3, %161) : (tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x4xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.pad %180, %cst_65, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<6x4xf32>
    %182 = stablehlo.reverse %163, dims = [0] : tensor<6x2xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.pad %182, %cst_66, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6x4xf32>
    %184 = stablehlo.add %181, %183 : tensor<6x4xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %186 = stablehlo.select %110, %165, %185 : tensor<6x4xi1>, tensor<6x4xf32>
    %187 = stablehlo.add %184, %186 : tensor<6x4xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %c_69 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_70 = stablehlo.constant dense<2147483647> : tensor<i32>
    %189 = stablehlo.broadcast_in_dim %c_70, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %190 = stablehlo.minimum %c_69, %189 : tensor<1xi32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [1] : (tensor<1xi32>) -> tensor<5x1xi32>
    %c_71 = stablehlo.constant dense<0> : tensor<i32>
    %192 = stablehlo.broadcast_in_dim %c_71, dims = [] : (tensor<i32>) -> tensor<5x1xi32>
    %193 = stablehlo.clamp %192, %79, %191 : tensor<5x1xi32>
    %194 = "stablehlo.scatter"(%188, %193, %167) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %237 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %237 : tensor<f32>
    }) : (tensor<5x4xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> tensor<5x4xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.pad %194, %cst_72, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<5x4xf32>, tensor<f32>) -> tensor<6x4xf32>
    %196 = stablehlo.add %187, %195 : tensor<6x4xf32>
    %197 = call @take_along_axis_2(%72#1, %169) : (tensor<6x4x1xi32>, tensor<6x4xf32>) -> tensor<6x4xf32>
    %198 = stablehlo.add %196, %197 : tensor<6x4xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %200 = stablehlo.dynamic_update_slice %171, %199, %66, %69 : (tensor<6x4xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
    %201 = stablehlo.dynamic_slice %171, %66, %69, sizes = [2, 3] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %202 = stablehlo.add %198, %200 : tensor<6x4xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %203 = stablehlo.pad %201, %cst_74, low = [0, 0], high = [3, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %c_76 = stablehlo.constant dense<1> : tensor<i32>
    %205 = stablehlo.dynamic_update_slice %204, %173, %61, %c_76 : (tensor<6x4xf32>, tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
    %206 = stablehlo.add %202, %205 : tensor<6x4xf32>
    %c_77 = stablehlo.constant dense<5> : tensor<1xi32>
    %c_78 = stablehlo.constant dense<0> : tensor<i32>
    %207 = stablehlo.broadcast_in_dim %c_78, dims = [] : (tensor<i32>) -> tensor<5x1xi32>
    %208 = stablehlo.compare GE, %22, %207, SIGNED : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x1xi1>
    %209 = stablehlo.broadcast_in_dim %c_77, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<5x1xi32>
    %211 = stablehlo.compare LE, %22, %210, SIGNED : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x1xi1>
    %212 = stablehlo.and %208, %211 : tensor<5x1xi1>
    %c_79 = stablehlo.constant dense<true> : tensor<i1>
    %213 = stablehlo.reduce(%212 init: %c_79) applies stablehlo.and across dimensions = [1] : (tensor<5x1xi1>, tensor<i1>) -> tensor<5xi1>
    %214 = "stablehlo.gather"(%175, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<5x1xi32>) -> tensor<5xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %216 = stablehlo.select %213, %214, %215 : tensor<5xi1>, tensor<5xf32>
    %217 = stablehlo.multiply %216, %47 : tensor<5xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0] : (tensor<5xf32>) -> tensor<5x1xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.pad %218, %cst_81, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<5x1xf32>, tensor<f32>) -> tensor<5x4xf32>
    %220 = stablehlo.add %203, %219 : tensor<5x4xf32>
    %c_82 = stablehlo.constant dense<5> : tensor<1xi32>
    %c_83 = stablehlo.constant dense<0> : tensor<i32>
    %221 = stablehlo.broadcast_in_dim %c_83, dims = [] : (tensor<i32>) -> tensor<5x1xi32>
    %222 = stablehlo.compare GE, %12, %221, SIGNED : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x1xi1>
    %223 = stablehlo.broadcast_in_dim %c_82, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %224 = stablehlo.broadcast_in_dim %223, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<5x1xi32>
    %225 = stablehlo.compare LE, %12, %224, SIGNED : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x1xi1>
    %226 = stablehlo.and %222, %225 : tensor<5x1xi1>
    %c_84 = stablehlo.constant dense<true> : tensor<i1>
    %227 = stablehlo.reduce(%226 init: %c_84) applies stablehlo.and across dimensions = [1] : (tensor<5x1xi1>, tensor<i1>) -> tensor<5xi1>
    %228 = "stablehlo.gather"(%177, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    %229 = stablehlo.broadcast_in_dim %227, dims = [0] : (tensor<5xi1>) -> tensor<5x4xi1>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %231 = stablehlo.select %229, %228, %230 : tensor<5x4xi1>, tensor<5x4xf32>
    %232 = stablehlo.add %206, %177 : tensor<6x4xf32>
    %233 = stablehlo.add %220, %231 : tensor<5x4xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %235 = "stablehlo.scatter"(%234, %5, %179) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %237 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %237 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<6x4xf32>
    %236 = stablehlo.add %232, %235 : tensor<6x4xf32>
    return %236, %233 : tensor<6x4xf32>, tensor<5x4xf32>
  }
  func.func private @argsort(%arg0: tensor<6x4xf32>) -> tensor<6x4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<6x4xi32>
    %1 = stablehlo.iota dim = 1 : tensor<6x4xui32>
    %2:3 = "stablehlo.sort"(%arg0, %0, %1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<ui32>, %arg6: tensor<ui32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.select %3, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %6 = stablehlo.select %5, %cst_1, %4 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.select %7, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %10 = stablehlo.select %9, %cst_4, %8 : tensor<i1>, tensor<f32>
      %11 = stablehlo.compare LT, %6, %10, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }) : (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x4xui32>) -> (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x4xui32>)
    return %2#1 : tensor<6x4xi32>
  }
  func.func private @take_along_axis(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<6x4xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<6x4xi1>, tensor<6x4xi32>
    %5 = stablehlo.reshape %4 : (tensor<6x4xi32>) -> tensor<6x4x1xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<6x4x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<6x4x1xi32>, tensor<6x4x1xi32>) -> tensor<6x4x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<6x4x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<6x4x1xi32>, tensor<6x4x1xi32>) -> tensor<6x4x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<6x4x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<6x4x1xi1>, tensor<i1>) -> tensor<6x4xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<6x4xf32>, tensor<6x4x1xi32>) -> tensor<6x4xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<6x4xi1>, tensor<6x4xf32>
    return %15, %5 : tensor<6x4xf32>, tensor<6x4x1xi32>
  }
  func.func private @_diag(%arg0: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>) {
    %0:4 = call @diagonal(%arg0) : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>
  }
  func.func private @diagonal(%arg0: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>) {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %1 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %3 = stablehlo.add %0, %2 : tensor<4x4xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %5 = stablehlo.convert %4 : (tensor<4x4xi1>) -> tensor<4x4xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7:3 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<4xi32>
      %9 = stablehlo.iota dim = 0 : tensor<4xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %c_2 = stablehlo.constant dense<4> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %13 = stablehlo.add %8, %12 : tensor<4xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<4xi1>, tensor<4xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %c_4 = stablehlo.constant dense<4> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %18 = stablehlo.add %9, %17 : tensor<4xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<4xi1>, tensor<4xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      stablehlo.return %23, %24, %22 : tensor<4xf32>, tensor<4x4xf32>, tensor<4x2xi32>
    }) : (tensor<i32>) -> (tensor<4xf32>, tensor<4x4xf32>, tensor<4x2xi32>)
    return %7#0, %c_0, %7#1, %7#2 : tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>
  }
  func.func private @_diag_0(%arg0: tensor<i32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x2xi32>, %arg3: tensor<4xf32>) -> tensor<4x4xf32> {
    %0 = call @diagonal_1(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<4x4xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  func.func private @diagonal_1(%arg0: tensor<i32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x2xi32>, %arg3: tensor<4xf32>) -> tensor<4x4xf32> {
    %0 = "stablehlo.case"(%arg0) ({
      %c = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }, {
      %c = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %3 = "stablehlo.scatter"(%2, %arg2, %arg3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %4 : tensor<f32>
      }) : (tensor<4x4xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x4xf32>
      stablehlo.return %3 : tensor<4x4xf32>
    }) : (tensor<i32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func private @take_along_axis_2(%arg0: tensor<6x4x1xi32>, %arg1: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<6x4x1xi32>, tensor<6x4xf32>) -> tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
}
