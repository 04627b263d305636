// RUN: heddle-opt %s -heddle-outline-kernels -split-input-file | FileCheck %s

// A group becomes a function; the scalar is copied into it, the other constant is an argument.
// CHECK-LABEL: func.func @group
// CHECK-NOT: dense<2.0
// CHECK: %[[W:.+]] = graph.constant dense<{{.*}}> : tensor<4xf32>
// CHECK: kernel.launch @map_0(%arg0, %[[W]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: kernel.func private @map_0(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>)
// CHECK: graph.constant dense<2.0
func.func @group(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = graph.constant dense<2.0> : tensor<f32>
  %w = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = graph.mul %x, %two {kernel.group = 0 : i64} : tensor<4xf32>, tensor<f32>
  %1 = graph.add %0, %w {kernel.group = 0 : i64, kernel.anchor = #kernel<anchor map>} : tensor<4xf32>, tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The launch says which element of which operand gives the symbol its value.
// CHECK-LABEL: func.func @binds
// CHECK: kernel.launch @map_0(%arg0, %arg1) {{.*}}kernel.sizes = {m = array<i64: 1, 0>}
func.func @binds(%x: tensor<1xf32>, %s: tensor<1xi64>) -> tensor<?xf32, #graph.dims<["m"]>> {
  %0 = graph.broadcast %x size %s : tensor<1xi64> {kernel.group = 0 : i64, kernel.anchor = #kernel<anchor map>} : tensor<1xf32> -> tensor<?xf32, #graph.dims<["m"]>>
  return %0 : tensor<?xf32, #graph.dims<["m"]>>
}

// -----

// A step that only shares a symbol with the step that binds it comes after it.
// CHECK-LABEL: func.func @symbol_order
// CHECK: kernel.sizes
// CHECK: kernel.launch
func.func @symbol_order(%x: tensor<1xf32>, %s: tensor<1xi64>) -> (tensor<?xf32, #graph.dims<["m"]>>, tensor<?xi64, #graph.dims<["m"]>>) {
  %0 = graph.broadcast %x size %s : tensor<1xi64> {kernel.group = 0 : i64, kernel.anchor = #kernel<anchor map>} : tensor<1xf32> -> tensor<?xf32, #graph.dims<["m"]>>
  %1 = graph.iota axis 0 {kernel.group = 1 : i64, kernel.anchor = #kernel<anchor map>} -> tensor<?xi64, #graph.dims<["m"]>>
  return %0, %1 : tensor<?xf32, #graph.dims<["m"]>>, tensor<?xi64, #graph.dims<["m"]>>
}

// -----

// An op of several results gives all of them in its own order, also if only the last is used.
// CHECK-LABEL: func.func @second_result_used
// CHECK: kernel.return %values, %indices : tensor<2xf32>, tensor<2xi64>
func.func @second_result_used(%x: tensor<4xf32>) -> tensor<2xi64> {
  %values, %indices = graph.top_k %x axis 0 largest true {kernel.group = 0 : i64, kernel.anchor = #kernel<anchor library>} : tensor<4xf32> -> tensor<2xf32>, tensor<2xi64>
  return %indices : tensor<2xi64>
}
