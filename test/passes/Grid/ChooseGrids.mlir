// RUN: heddle-opt %s -heddle-choose-grids -split-input-file | FileCheck %s

#a100 = #kernel.gpu<arch = "sm_80", features = "+ptx70", shared_bytes = 49152, processors = 108>
module attributes {kernel.gpu = #a100} {
  // CHECK: kernel.func @few{{.+}}kernel.grid = #kernel.grid<threads = 256>
  kernel.func @few(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor map>} {
    %0 = graph.exp %x : tensor<8xf32>
    kernel.return %0 : tensor<8xf32>
  }
  // More elements than 108 processors of 2048 threads hold: four for each thread.
  // CHECK: kernel.func @many{{.+}}kernel.grid = #kernel.grid<threads = 256 elements = 4>
  kernel.func @many(%x: tensor<1048576xf32>) -> tensor<1048576xf32> attributes {anchor = #kernel<anchor map>} {
    %0 = graph.exp %x : tensor<1048576xf32>
    kernel.return %0 : tensor<1048576xf32>
  }
  // CHECK: kernel.func @warp{{.+}}team = 32>
  kernel.func @warp(%x: tensor<7x384xf32>) -> tensor<7x1xf32> attributes {anchor = #kernel<anchor reduce>} {
    %0 = graph.reduce add %x axes [1] : tensor<7x384xf32>
    kernel.return %0 : tensor<7x1xf32>
  }
  // CHECK: kernel.func @short_rows{{.+}}team = 8>
  kernel.func @short_rows(%x: tensor<7x5xf32>) -> tensor<7x1xf32> attributes {anchor = #kernel<anchor reduce>} {
    %0 = graph.reduce add %x axes [1] : tensor<7x5xf32>
    kernel.return %0 : tensor<7x1xf32>
  }
  // Heads of 64: tiles of 64 queries, of which there are no more than 32 here, and 32 keys.
  // CHECK: kernel.func @attention{{.+}}kernel.grid = #kernel.grid<threads = 256 tile = [32, 32]>
  kernel.func @attention(%q: tensor<32x64xf32>, %k: tensor<96x64xf32>, %v: tensor<96x64xf32>) -> tensor<32x64xf32> attributes {anchor = #kernel<anchor attention>} {
    %0 = graph.contract "qd,kd->qk" %q, %k : tensor<32x64xf32>, tensor<96x64xf32>
    %1 = graph.reduce max %0 axes [1] : tensor<32x96xf32>
    %2 = graph.sub %0, %1 : tensor<32x96xf32>, tensor<32x1xf32>
    %3 = graph.exp %2 : tensor<32x96xf32>
    %4 = graph.reduce add %3 axes [1] : tensor<32x96xf32>
    %5 = graph.div %3, %4 : tensor<32x96xf32>, tensor<32x1xf32>
    %6 = graph.contract "qk,kd->qd" %5, %v : tensor<32x96xf32>, tensor<96x64xf32>
    kernel.return %6 : tensor<32x64xf32>
  }
  // CHECK: kernel.func @long_rows{{.+}}team = 256>
  kernel.func @long_rows(%x: tensor<2x50000xf32>) -> tensor<2x1xf32> attributes {anchor = #kernel<anchor reduce>} {
    %0 = graph.reduce add %x axes [1] : tensor<2x50000xf32>
    kernel.return %0 : tensor<2x1xf32>
  }
  // Neighbouring threads have neighbouring columns.
  // CHECK: kernel.func @columns{{.+}}kernel.grid = #kernel.grid<threads = 256>
  kernel.func @columns(%x: tensor<50x384xf32>) -> tensor<1x384xf32> attributes {anchor = #kernel<anchor reduce>} {
    %0 = graph.reduce add %x axes [0] : tensor<50x384xf32>
    kernel.return %0 : tensor<1x384xf32>
  }
  // CHECK: kernel.func @product{{.+}}tile = [64, 64, 16] part = [4, 4]>
  kernel.func @product(%a: tensor<384x64xf32>, %b: tensor<64x128xf32>) -> tensor<384x128xf32> attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<384x64xf32>, tensor<64x128xf32>
    kernel.return %0 : tensor<384x128xf32>
  }
  // CHECK: kernel.func @few_rows{{.+}}tile = [16, 64, 16] part = [1, 4]>
  kernel.func @few_rows(%a: tensor<3x64xf32>, %b: tensor<64x128xf32>) -> tensor<3x128xf32> attributes {anchor = #kernel<anchor contract>} {
    %0 = graph.contract "mk,kn->mn" %a, %b : tensor<3x64xf32>, tensor<64x128xf32>
    kernel.return %0 : tensor<3x128xf32>
  }
  // What stands there stays.
  // CHECK: kernel.func @tuned{{.+}}kernel.grid = #kernel.grid<threads = 64>
  kernel.func @tuned(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor map>, kernel.grid = #kernel.grid<threads = 64>} {
    %0 = graph.exp %x : tensor<8xf32>
    kernel.return %0 : tensor<8xf32>
  }
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = kernel.launch @few(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

// Without a GPU nothing is done.
// CHECK-NOT: kernel.grid
module {
  kernel.func @few(%x: tensor<8xf32>) -> tensor<8xf32> attributes {anchor = #kernel<anchor map>} {
    %0 = graph.exp %x : tensor<8xf32>
    kernel.return %0 : tensor<8xf32>
  }
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = kernel.launch @few(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
