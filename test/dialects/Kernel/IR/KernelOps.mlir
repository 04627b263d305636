// RUN: heddle-opt %s -split-input-file | heddle-opt -split-input-file | FileCheck %s

// A kernel with everything it can carry, and its launch.
// CHECK: module attributes {kernel.target = #kernel.target<cpu = "x86-64-v3", features = "", vector_bytes = 32, vector_registers = 16, l1_bytes = 32768, l2_bytes = 262144>}
module attributes {kernel.target = #kernel.target<cpu = "x86-64-v3", features = "", vector_bytes = 32,
                                                  vector_registers = 16, l1_bytes = 32768, l2_bytes = 262144>} {
  // CHECK: kernel.launch @contract_0(%{{.*}}, %{{.*}}) : (tensor<?x8xf32, #graph.dims<["batch", "8"]>>, tensor<8x16xf32>) ->
  func.func @main(%x: tensor<?x8xf32, #graph.dims<["batch", "8"]>>, %w: tensor<8x16xf32>)
      -> tensor<?x16xf32, #graph.dims<["batch", "16"]>> {
    %0 = kernel.launch @contract_0(%x, %w) : (tensor<?x8xf32, #graph.dims<["batch", "8"]>>, tensor<8x16xf32>)
                                          -> tensor<?x16xf32, #graph.dims<["batch", "16"]>>
    return %0 : tensor<?x16xf32, #graph.dims<["batch", "16"]>>
  }
  // CHECK: kernel.func private @contract_0(
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0], columns = [1], width = 16>
  // CHECK-SAME: anchor = #kernel<anchor contract>
  // CHECK-SAME: schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [48, 0], unroll = 1, weights_inner = true>
  // CHECK: kernel.return %{{.*}} : tensor<?x16xf32, #graph.dims<["batch", "16"]>>
  kernel.func private @contract_0(%x: tensor<?x8xf32, #graph.dims<["batch", "8"]>>,
                                  %w: tensor<8x16xf32> {kernel.layout = #kernel.panels<depth = [0], columns = [1], width = 16>})
      -> tensor<?x16xf32, #graph.dims<["batch", "16"]>>
      attributes {anchor = #kernel<anchor contract>,
                  schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [48, 0], unroll = 1, weights_inner = true>} {
    %0 = graph.contract "mk,kn->mn" %x, %w : tensor<?x8xf32, #graph.dims<["batch", "8"]>>, tensor<8x16xf32>
    kernel.return %0 : tensor<?x16xf32, #graph.dims<["batch", "16"]>>
  }
}

// -----

// A weight with and without a layout, and storage with and without a number.
// CHECK: kernel.weight @w0 = dense<1.000000e+00> : tensor<2x2xf32> layout <depth = [0], columns = [1], width = 8> at 64 bytes 64
kernel.weight @w0 = dense<1.0> : tensor<2x2xf32> layout #kernel.panels<depth = [0], columns = [1], width = 8> at 64 bytes 64
// CHECK: kernel.weight @w1 = dense<1> : tensor<3xi64> at 0 bytes 24
kernel.weight @w1 = dense<1> : tensor<3xi64> at 0 bytes 24

// CHECK: storage.a = #kernel.storage<output>, storage.b = #kernel.storage<planned, 3>
func.func private @storage() attributes {storage.a = #kernel.storage<output>, storage.b = #kernel.storage<planned, 3>}

// -----

// Bytes in groups of four, with sums that start at -128 times those of the columns.
// CHECK: layout <depth = [0], columns = [1], group = 4, offset = 128, width = 16> at 0 bytes 192
kernel.weight @bytes = dense<1> : tensor<5x16xi8>
  layout #kernel.panels<depth = [0], columns = [1], group = 4, offset = 128, width = 16> at 0 bytes 192
