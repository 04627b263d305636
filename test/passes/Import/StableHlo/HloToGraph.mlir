// A program as JAX prints it: functions are inlined, splats stay small, a softmax is its reductions.
// RUN: heddle compile %s --emit=graph -o - | FileCheck %s

module @jit_mlp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  // CHECK: func.func @main(%[[X:.*]]: tensor<3x8xf32> {graph.name = "x"}, %[[W:.*]]: tensor<8x4xf32> {graph.name = "w"}) -> (tensor<3x4xf32> {graph.name = "result"})
  func.func public @main(%arg0: tensor<3x8xf32> {jax.arg_info = "x"}, %arg1: tensor<8x4xf32> {jax.arg_info = "w"}) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
    // CHECK: %[[P:.*]] = graph.contract "ba,ac->bc" %[[X]], %[[W]]
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
    // CHECK: %[[ZERO:.*]] = graph.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[ZEROS:.*]] = graph.broadcast
    // CHECK: %[[R:.*]] = graph.max %[[P]], %[[ZEROS]]
    %1 = call @relu(%0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[M:.*]] = graph.reduce max %[[R]] axes [1]
    // CHECK-NEXT: graph.reshape %[[M]] : tensor<3x1xf32> -> tensor<3xf32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
    // CHECK: graph.reshape %{{.*}} : tensor<3xf32> -> tensor<3x1xf32>
    // CHECK-NEXT: graph.broadcast %{{.*}} : tensor<3x1xf32> -> tensor<3x4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
    // CHECK: graph.sub
    %4 = stablehlo.subtract %1, %3 : tensor<3x4xf32>
    return %4 : tensor<3x4xf32>
  }
  func.func private @relu(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<3x4xf32>
    return %1 : tensor<3x4xf32>
  }
}
