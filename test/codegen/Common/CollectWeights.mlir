// RUN: heddle-opt %s -heddle-collect-weights -split-input-file | FileCheck %s

// Equal constants are one weight; each starts at a multiple of 64. One that nobody uses is gone.
// CHECK: kernel.weight @[[A:.+]] = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32> at 0 bytes 8
// CHECK: kernel.weight @{{.+}} = dense<3> : tensor<2xi64> at 64 bytes 16
// CHECK-NOT: kernel.weight
// CHECK-LABEL: func.func @main
// CHECK: graph.constant {kernel.storage = [#kernel.storage<weight>]} dense<[1.0
// CHECK: graph.constant {kernel.storage = [#kernel.storage<weight, 64>]} dense<3>
// CHECK: graph.constant {kernel.storage = [#kernel.storage<weight>]} dense<[1.0
// CHECK-NOT: dense<9
func.func private @k(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main() -> tensor<2xf32> {
  %0 = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = graph.constant dense<3> : tensor<2xi64>
  %2 = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %3 = graph.constant dense<9> : tensor<2xi64>
  %4 = kernel.launch @k(%0, %1, %2) : (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// -----

// A constant in two layouts is there twice. Five columns in panels of four are two panels: 2 * 3 * 4 elements.
// CHECK: kernel.weight @{{.+}} = dense<1.000000e+00> : tensor<3x5xf32> layout <depth = [0], columns = [1], width = 4> at 0 bytes 96
// CHECK: kernel.weight @{{.+}} = dense<1.000000e+00> : tensor<3x5xf32> at 128 bytes 60
// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[PACKED:.+]] = graph.constant {kernel.storage = [#kernel.storage<weight>]}
// CHECK-DAG: %[[PLAIN:.+]] = graph.constant {kernel.storage = [#kernel.storage<weight, 128>]}
// CHECK: kernel.launch @packed(%[[PACKED]])
// CHECK: kernel.launch @plain(%[[PLAIN]])
func.func private @packed(!llvm.ptr, !llvm.ptr {kernel.layout = #kernel.panels<depth = [0], columns = [1], width = 4>}, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func private @plain(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = graph.constant dense<1.0> : tensor<3x5xf32>
  %1 = kernel.launch @packed(%0) : (tensor<3x5xf32>) -> tensor<2xf32>
  %2 = kernel.launch @plain(%0) : (tensor<3x5xf32>) -> tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

// -----

// What a variable starts as is a weight, too.
// CHECK: kernel.weight @{{.+}} = dense<0.000000e+00> : tensor<4xf32> at 0 bytes 16
// CHECK: graph.variable @state = dense<0.000000e+00> : tensor<4xf32> {kernel.storage = [#kernel.storage<weight>]}
graph.variable @state = dense<0.0> : tensor<4xf32>
func.func @main() -> tensor<4xf32> {
  %0 = graph.read @state : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A constant that is split over ranks lies there in blocks, in the order of the ranks' numbers; here columns 0 to 2 and
// 3 to 5. It is packed as the kernel wants it, and again for a kernel that wants it plain. Nobody reads it whole.
// CHECK: kernel.weight @{{.+}} = dense<1.000000e+00> : tensor<3x6xf32> layout <depth = [0], columns = [1], width = 4> at 0 bytes 48 {kernel.block = array<i64: 0, 0, 3, 3>}
// CHECK: kernel.weight @{{.+}} = dense<1.000000e+00> : tensor<3x6xf32> layout <depth = [0], columns = [1], width = 4> at 64 bytes 48 {kernel.block = array<i64: 0, 3, 3, 3>}
// CHECK: kernel.weight @{{.+}} = dense<1.000000e+00> : tensor<3x6xf32> at 128 bytes 36 {kernel.block = array<i64: 0, 0, 3, 3>}
// CHECK: kernel.weight @{{.+}} = dense<1.000000e+00> : tensor<3x6xf32> at 192 bytes 36 {kernel.block = array<i64: 0, 3, 3, 3>}
// CHECK-NOT: kernel.weight
// CHECK-LABEL: func.func @main() -> (tensor<2xf32>, tensor<2xf32>)
// CHECK: graph.constant dense<1.0
// CHECK-DAG: %[[PACKED:.+]] = dist.block {{.+}} {kernel.block_stride = 64 : i64, kernel.storage = [#kernel.storage<weight>]}
// CHECK-DAG: %[[PLAIN:.+]] = dist.block {{.+}} {kernel.block_stride = 64 : i64, kernel.storage = [#kernel.storage<weight, 128>]}
// CHECK: kernel.launch @packed(%[[PACKED]])
// CHECK: kernel.launch @plain(%[[PLAIN]])
dist.mesh @mesh = [data = 2, model = 2]
func.func private @packed(!llvm.ptr, !llvm.ptr {kernel.layout = #kernel.panels<depth = [0], columns = [1], width = 4>}, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func private @plain(!llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = graph.constant dense<1.0> : tensor<3x6xf32>
  %1 = dist.block %0 <[{}, {model}]> : tensor<3x6xf32> -> tensor<3x3xf32>
  %2 = kernel.launch @packed(%1) : (tensor<3x3xf32>) -> tensor<2xf32>
  %3 = kernel.launch @plain(%1) : (tensor<3x3xf32>) -> tensor<2xf32>
  return %2, %3 : tensor<2xf32>, tensor<2xf32>
}

// -----

// Two dimensions split: block 2 of [data, model] is that of data 1, model 0. Equal parts of one constant are there once.
// CHECK: kernel.weight {{.+}} at 0 bytes 16 {kernel.block = array<i64: 0, 0, 2, 2>}
// CHECK: kernel.weight {{.+}} at 64 bytes 16 {kernel.block = array<i64: 0, 2, 2, 2>}
// CHECK: kernel.weight {{.+}} at 128 bytes 16 {kernel.block = array<i64: 2, 0, 2, 2>}
// CHECK: kernel.weight {{.+}} at 192 bytes 16 {kernel.block = array<i64: 2, 2, 2, 2>}
// CHECK-NOT: kernel.weight
// CHECK-LABEL: func.func @main() -> tensor<2xf32>
// CHECK-COUNT-2: dist.block {{.+}} {kernel.block_stride = 64 : i64, kernel.storage = [#kernel.storage<weight>]}
dist.mesh @mesh = [data = 2, model = 2]
func.func private @plain(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main() -> tensor<2xf32> {
  %0 = graph.constant dense<1.0> : tensor<4x4xf32>
  %1 = dist.block %0 <[{data}, {model}]> : tensor<4x4xf32> -> tensor<2x2xf32>
  %2 = dist.block %0 <[{model}, {data}]> : tensor<4x4xf32> -> tensor<2x2xf32>
  %3 = kernel.launch @plain(%1, %2) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// -----

// Five steps of depth in groups of four are two groups: 2 panels * (2 * 4 * 8 bytes and 8 numbers of 4 bytes).
// CHECK: kernel.weight @{{.+}} = dense<1> : tensor<5x9xi8> layout <depth = [0], columns = [1], group = 4, offset = 128, width = 8> at 0 bytes 192
func.func private @packed(!llvm.ptr, !llvm.ptr {kernel.layout = #kernel.panels<depth = [0], columns = [1], group = 4, offset = 128, width = 8>}, !llvm.ptr, index, index) attributes {kernel.symbols = []}
func.func @main() -> tensor<2xf32> {
  %0 = graph.constant dense<1> : tensor<5x9xi8>
  %1 = kernel.launch @packed(%0) : (tensor<5x9xi8>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
