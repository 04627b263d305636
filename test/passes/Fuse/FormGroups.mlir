// RUN: heddle-opt %s -heddle-form-groups -heddle-outline-kernels -split-input-file | FileCheck %s

// A softmax in primitive ops is one kernel: both reductions are over the same dimension.
// CHECK-LABEL: func.func @softmax
// CHECK-COUNT-1: kernel.launch
// CHECK-NOT: kernel.launch
// CHECK: return
// CHECK: kernel.func private @reduce_0
func.func @softmax(%x: tensor<4x10xf32>) -> tensor<4x10xf32> {
  %0 = graph.reduce max %x axes [1] : tensor<4x10xf32>
  %1 = graph.sub %x, %0 : tensor<4x10xf32>, tensor<4x1xf32>
  %2 = graph.exp %1 : tensor<4x10xf32>
  %3 = graph.reduce add %2 axes [1] : tensor<4x10xf32>
  %4 = graph.div %2, %3 : tensor<4x10xf32>, tensor<4x1xf32>
  return %4 : tensor<4x10xf32>
}

// -----

// Bias, activation and residual stay behind the matrix product; the scalar is a copy in the kernel.
// CHECK-LABEL: func.func @epilogue
// CHECK: %[[R:.+]] = kernel.launch @contract_0(%arg0, %arg1, %arg2, %arg3)
// CHECK-NEXT: return %[[R]]
// CHECK: kernel.func private @contract_0
// CHECK: graph.contract
// CHECK: graph.add
// CHECK: graph.constant
// CHECK: graph.max
// CHECK: graph.add
// CHECK: kernel.return
func.func @epilogue(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>, %r: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<4x8xf32>, tensor<8x16xf32>
  %1 = graph.add %0, %b : tensor<4x16xf32>, tensor<16xf32>
  %2 = graph.max %1, %zero : tensor<4x16xf32>, tensor<f32>
  %3 = graph.add %2, %r : tensor<4x16xf32>, tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// The path through the reduction would leave the kernel of the product and come back: the multiplication is not its
// epilogue, it joins the reduction.
// CHECK-LABEL: func.func @negative_cycle
// CHECK: %[[P:.+]] = kernel.launch @contract_{{[0-9]+}}(%arg0, %arg1)
// CHECK: kernel.launch @reduce_{{[0-9]+}}(%[[P]])
// CHECK-NOT: kernel.launch
// CHECK: kernel.func private @reduce
// CHECK: graph.mul
func.func @negative_cycle(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<4x8xf32>, tensor<8x16xf32>
  %1 = graph.reduce add %0 axes [0] : tensor<4x16xf32>
  %2 = graph.mul %0, %1 : tensor<4x16xf32>, tensor<1x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// Sizes that may differ are checked when the kernel is launched.
// CHECK-LABEL: func.func @checks
// CHECK: kernel.launch {{.*}} {kernel.checks = ["a == 1 || a == broadcast(a, b)", "b == 1 || b == broadcast(a, b)"]}
func.func @checks(%x: tensor<?xf32, #graph.dims<["a"]>>, %y: tensor<?xf32, #graph.dims<["b"]>>) -> tensor<?xf32, #graph.dims<["broadcast(a, b)"]>> {
  %0 = graph.add %x, %y : tensor<?xf32, #graph.dims<["a"]>>, tensor<?xf32, #graph.dims<["b"]>>
  return %0 : tensor<?xf32, #graph.dims<["broadcast(a, b)"]>>
}

// -----

// Equal groups are one kernel.
// CHECK-LABEL: func.func @deduplicated
// CHECK: kernel.launch @map_0
// CHECK: kernel.launch @map_0
func.func @deduplicated(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.exp %x : tensor<4xf32>
  %1 = graph.exp %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A collective is no part of a kernel, and what uses its result cannot join what made its operand.
// CHECK-LABEL: func.func @collectives
// CHECK: %[[E:.+]] = kernel.launch @map_0(%arg0)
// CHECK-NEXT: %[[S:.+]] = dist.all_reduce add %[[E]]
// CHECK-NEXT: kernel.launch @map_1(%[[E]], %[[S]])
dist.mesh @mesh = [model = 2]
func.func @collectives(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.exp %x : tensor<4xf32>
  %1 = dist.all_reduce add %0 over [model] : tensor<4xf32>
  %2 = graph.add %0, %1 : tensor<4xf32>, tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Reductions that meet in element-wise ops share a kernel, the other one's result is used elsewhere, too.
// CHECK-LABEL: func.func @range
// CHECK: %[[R:.+]]:2 = kernel.launch @reduce_{{[0-9]+}}(%arg0)
// CHECK-NOT: kernel.launch
// CHECK: return
func.func @range(%x: tensor<4x10xf32>) -> (tensor<4x10xf32>, tensor<4x1xf32>) {
  %0 = graph.reduce min %x axes [1] : tensor<4x10xf32>
  %1 = graph.reduce max %x axes [1] : tensor<4x10xf32>
  %2 = graph.sub %1, %0 : tensor<4x1xf32>, tensor<4x1xf32>
  %3 = graph.div %x, %2 : tensor<4x10xf32>, tensor<4x1xf32>
  return %3, %1 : tensor<4x10xf32>, tensor<4x1xf32>
}

// -----

// A value that is needed outside is a result of the kernel that computes more from it.
// CHECK-LABEL: func.func @two_results
// CHECK: %[[R:.+]]:2 = kernel.launch @map_{{[0-9]+}}(%arg0)
// CHECK-NOT: kernel.launch
// CHECK: return
func.func @two_results(%x: tensor<4x10xf32>) -> (tensor<4x10xf32>, tensor<4x10xf32>) {
  %0 = graph.exp %x : tensor<4x10xf32>
  %1 = graph.tanh %0 : tensor<4x10xf32>
  return %0, %1 : tensor<4x10xf32>, tensor<4x10xf32>
}

// -----

// Converted weights are read by each contraction as integers.
// CHECK-LABEL: func.func @converted_weights
// CHECK: %[[W:.+]] = graph.constant
// CHECK: kernel.launch @contract_{{[0-9]+}}(%[[W]], %arg0)
// CHECK: kernel.launch @contract_{{[0-9]+}}(%[[W]], %arg1)
// CHECK-NOT: kernel.launch
// CHECK: kernel.func private
// CHECK: graph.cast
func.func @converted_weights(%x: tensor<4x8xf32>, %y: tensor<5x8xf32>) -> (tensor<4x16xf32>, tensor<5x16xf32>) {
  %w = graph.constant dense<1> : tensor<8x16xi8>
  %0 = graph.cast %w to f32 : tensor<8x16xi8>
  %1 = graph.contract "mk,kn->mn" %x, %0 : tensor<4x8xf32>, tensor<8x16xf32>
  %2 = graph.contract "mk,kn->mn" %y, %0 : tensor<5x8xf32>, tensor<8x16xf32>
  return %1, %2 : tensor<4x16xf32>, tensor<5x16xf32>
}

// -----

// Indices that are computed element by element are computed where a single element is looked up, and what is
// done with it follows at once: steps of a walk over a list need no memory between them.
// CHECK-LABEL: func.func @looked_up
// CHECK: kernel.launch @map_0
// CHECK-NOT: kernel.launch
// CHECK: kernel.func private @map_0
// CHECK: graph.add
// CHECK: graph.gather
// CHECK: graph.gather_elements
// CHECK: graph.mul
func.func @looked_up(%i: tensor<4x64xi64>, %list: tensor<99xi64>, %x: tensor<4x8xf32>) -> tensor<4x64xf32> {
  %0 = graph.add %i, %i : tensor<4x64xi64>, tensor<4x64xi64>
  %1 = graph.gather %list, %0 axis 0 : tensor<99xi64>, tensor<4x64xi64>
  %2 = graph.neg %1 : tensor<4x64xi64>
  %3 = graph.gather_elements %x, %2 axis 1 : tensor<4x8xf32>, tensor<4x64xi64>
  %4 = graph.mul %3, %3 : tensor<4x64xf32>, tensor<4x64xf32>
  return %4 : tensor<4x64xf32>
}

// -----

// The list itself is not computed again for every index, and neither is an index that costs much.
// CHECK-LABEL: func.func @negative_computed_list
// CHECK-COUNT-3: kernel.launch
func.func @negative_computed_list(%i: tensor<4x64xi64>, %list: tensor<99xf32>) -> tensor<4x64xf32> {
  %0 = graph.neg %list : tensor<99xf32>
  %1 = graph.rem %i, %i : tensor<4x64xi64>, tensor<4x64xi64>
  %2 = graph.gather %0, %1 axis 0 : tensor<99xf32>, tensor<4x64xi64>
  return %2 : tensor<4x64xf32>
}

// -----

// A marked attention is one kernel, with the ops behind it and the stretched mask; what makes the mask stays outside.
// CHECK-LABEL: func.func @attention
// CHECK: %[[M:.+]] = kernel.launch @map_{{[0-9]+}}(%arg3)
// CHECK: %[[R:.+]] = kernel.launch @attention_{{[0-9]+}}(%[[M]], %arg0, %arg1, %arg2, %arg4)
// CHECK-NEXT: return %[[R]]
// CHECK: kernel.func private @attention_{{[0-9]+}}
// CHECK-SAME: anchor = #kernel<anchor attention>
// CHECK: graph.broadcast
// CHECK-NOT: kernel.attention
func.func @attention(%q: tensor<2x5x8xf32>, %k: tensor<2x9x8xf32>, %v: tensor<2x9x8xf32>, %mask: tensor<1x1x9xf32>, %r: tensor<2x5x8xf32>) -> tensor<2x5x8xf32> {
  %n = graph.neg %mask : tensor<1x1x9xf32>
  %b = graph.broadcast %n : tensor<1x1x9xf32> -> tensor<2x5x9xf32>
  %0 = graph.contract "bmd,bnd->bmn" %q, %k {kernel.attention = 0 : i64} : tensor<2x5x8xf32>, tensor<2x9x8xf32>
  %1 = graph.add %0, %b {kernel.attention = 0 : i64} : tensor<2x5x9xf32>, tensor<2x5x9xf32>
  %2 = graph.reduce max %1 axes [2] {kernel.attention = 0 : i64} : tensor<2x5x9xf32>
  %3 = graph.sub %1, %2 {kernel.attention = 0 : i64} : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %4 = graph.exp %3 {kernel.attention = 0 : i64} : tensor<2x5x9xf32>
  %5 = graph.reduce add %4 axes [2] {kernel.attention = 0 : i64} : tensor<2x5x9xf32>
  %6 = graph.div %4, %5 {kernel.attention = 0 : i64} : tensor<2x5x9xf32>, tensor<2x5x1xf32>
  %7 = graph.contract "bmn,bnd->bmd" %6, %v {kernel.attention = 0 : i64} : tensor<2x5x9xf32>, tensor<2x9x8xf32>
  %8 = graph.add %7, %r : tensor<2x5x8xf32>, tensor<2x5x8xf32>
  return %8 : tensor<2x5x8xf32>
}
