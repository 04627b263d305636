// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK: module attributes {kernel.target = #kernel.target<cpu = "x86-64-v3", features = "", vector_bytes = 32, vector_registers = 16, l1_bytes = 32768, l2_bytes = 524288>}
module attributes {kernel.target = #kernel.target<cpu = "x86-64-v3", features = "", vector_bytes = 32, vector_registers = 16, l1_bytes = 32768, l2_bytes = 524288>} {
  // A weight as the artifact writer packs it: panels of 16 columns of an 8 x 20 matrix.
  // CHECK: kernel.weight @w0 = dense<1.000000e+00> : tensor<8x20xf32> layout <depth = [0], columns = [1], width = 16> at 64 bytes 1024
  kernel.weight @w0 = dense<1.0> : tensor<8x20xf32> layout <depth = [0], columns = [1], width = 16> at 64 bytes 1024

  // CHECK-LABEL: func.func @main
  func.func @main(%x: tensor<?x8xf32, #graph.dims<["n", "8"]>>, %w: tensor<8x20xf32>) -> tensor<?x20xf32, #graph.dims<["n", "20"]>> {
    // CHECK: kernel.launch @product(%{{.*}}, %{{.*}})
    %0 = kernel.launch @product(%x, %w) : (tensor<?x8xf32, #graph.dims<["n", "8"]>>, tensor<8x20xf32>) -> tensor<?x20xf32, #graph.dims<["n", "20"]>>
    return %0 : tensor<?x20xf32, #graph.dims<["n", "20"]>>
  }

  // CHECK: kernel.func private @product
  // CHECK-SAME: kernel.layout = #kernel.panels<depth = [0], columns = [1], width = 16>
  // CHECK-SAME: anchor = #kernel<anchor contract>
  // CHECK-SAME: schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [96, 512], unroll = 1, weights_inner = false>
  kernel.func private @product(%x: tensor<?x8xf32, #graph.dims<["n", "8"]>>, %w: tensor<8x20xf32> {kernel.layout = #kernel.panels<depth = [0], columns = [1], width = 16>}) -> tensor<?x20xf32, #graph.dims<["n", "20"]>> attributes {anchor = #kernel<anchor contract>, schedule = #kernel.schedule<lanes = 8, tile = [6, 2], block = [96, 512], unroll = 1, weights_inner = false>} {
    %0 = graph.contract "mk,kn->mn" %x, %w : tensor<?x8xf32, #graph.dims<["n", "8"]>>, tensor<8x20xf32>
    // CHECK: kernel.return
    kernel.return %0 : tensor<?x20xf32, #graph.dims<["n", "20"]>>
  }
}
