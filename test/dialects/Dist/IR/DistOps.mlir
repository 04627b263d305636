// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// A mesh, layouts on arguments, results and values, and every collective.
// CHECK: dist.mesh @mesh = [data = 2, model = 4]
dist.mesh @mesh = [data = 2, model = 4]

// CHECK: func.func @annotated(%{{.*}}: tensor<8x16xf32> {dist.layout = #dist.layout<[{data, ?}, {}]>}, %{{.*}}) -> (tensor<8x32xf32> {dist.layout = #dist.layout<[{}, {data, model}]>})
func.func @annotated(%x: tensor<8x16xf32> {dist.layout = #dist.layout<[{data, ?}, {}]>}, %w: tensor<16x32xf32>)
    -> (tensor<8x32xf32> {dist.layout = #dist.layout<[{}, {data, model}]>}) {
  // CHECK: dist.constrain %{{.*}} <[{}, {model, ?}]> : tensor<16x32xf32>
  %0 = dist.constrain %w <[{}, {model, ?}]> : tensor<16x32xf32>
  %1 = graph.contract "mk,kn->mn" %x, %0 : tensor<8x16xf32>, tensor<16x32xf32>
  // CHECK: dist.reshard %{{.*}} from <[{?}, {}], sum = max [model, data]> to <[{}, {}]> : tensor<8x32xf32>
  %2 = dist.reshard %1 from <[{?}, {}], sum = max [model, data]> to <[{}, {}]> : tensor<8x32xf32>
  return %2 : tensor<8x32xf32>
}

// CHECK: func.func @blocks(
func.func @blocks(%x: tensor<?x8xf32, #graph.dims<["8*n", "8"]>>, %y: tensor<8x8xf32>) {
  // CHECK: dist.all_reduce add %{{.*}} over [model] : tensor<?x8xf32
  %0 = dist.all_reduce add %x over [model] : tensor<?x8xf32, #graph.dims<["8*n", "8"]>>
  // CHECK: dist.reduce_scatter min %{{.*}} over [model, data] : tensor<?x8xf32, #graph.dims<["8*n", "8"]>> -> tensor<?x8xf32, #graph.dims<["n", "8"]>>
  %1 = dist.reduce_scatter min %x over [model, data] : tensor<?x8xf32, #graph.dims<["8*n", "8"]>>
                                                     -> tensor<?x8xf32, #graph.dims<["n", "8"]>>
  // CHECK: dist.all_gather %{{.*}} over [data] : tensor<8x8xf32> -> tensor<16x8xf32>
  %2 = dist.all_gather %y over [data] : tensor<8x8xf32> -> tensor<16x8xf32>
  // CHECK: dist.all_to_all %{{.*}} over [model] : tensor<?x8xf32
  %3 = dist.all_to_all %x over [model] : tensor<?x8xf32, #graph.dims<["8*n", "8"]>>
  // CHECK: dist.permute %{{.*}} over [data] sources [0, 1] targets [1, 0] : tensor<8x8xf32>
  %4 = dist.permute %y over [data] sources [0, 1] targets [1, 0] : tensor<8x8xf32>
  // CHECK: dist.coord [data, model] : tensor<i64>
  %5 = dist.coord [data, model] : tensor<i64>
  %6 = graph.constant dense<1.0> : tensor<8x8xf32>
  // CHECK: dist.block %{{.*}} <[{model}, {data}]> : tensor<8x8xf32> -> tensor<2x4xf32>
  %7 = dist.block %6 <[{model}, {data}]> : tensor<8x8xf32> -> tensor<2x4xf32>
  return
}
