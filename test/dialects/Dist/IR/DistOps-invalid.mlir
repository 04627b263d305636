// RUN: heddle-opt %s -split-input-file -verify-diagnostics

// #dist.layout C1
// expected-error @+1 {{axis 'data' stands twice in a layout}}
func.func @layout_axis(%x: tensor<8xf32> {dist.layout = #dist.layout<[{data}, {data}]>}) { return }

// -----

// #dist.layout C2
// expected-error @+1 {{blocks cannot wait to be combined by mul; add, max or min is wanted}}
func.func @layout_combiner(%x: tensor<8xf32> {dist.layout = #dist.layout<[{}], sum = mul [data]>}) { return }

// -----

// expected-error @+1 {{'prod' is no combiner}}
func.func @layout_word(%x: tensor<8xf32> {dist.layout = #dist.layout<[{}], sum = prod [data]>}) { return }

// -----

// expected-error @+1 {{'?' is the last entry of a dimension}}
func.func @layout_open(%x: tensor<8xf32> {dist.layout = #dist.layout<[{?, data}]>}) { return }

// -----

// expected-error @+1 {{has a layout of 2 dimensions for a value of type 'tensor<8xf32>'}}
func.func @argument_rank(%x: tensor<8xf32> {dist.layout = #dist.layout<[{}, {}]>}) { return }

// -----

// expected-error @+1 {{has a layout with a pending sum where none is allowed}}
func.func @argument_sum(%x: tensor<8xf32> {dist.layout = #dist.layout<[{}], sum = add [data]>}) { return }

// -----

// expected-error @+1 {{has "data" where a #dist.layout is wanted}}
func.func @argument_value(%x: tensor<8xf32> {dist.layout = "data"}) { return }

// -----

// expected-error @+1 {{has the unknown attribute 'dist.other'}}
func.func @argument_name(%x: tensor<8xf32> {dist.other = 1}) { return }

// -----

// expected-error @+1 {{names axes but the module has no dist.mesh}}
func.func @no_mesh(%x: tensor<8xf32> {dist.layout = #dist.layout<[{data}]>}) { return }

// -----

dist.mesh @mesh = [data = 2]
// expected-error @+1 {{names axis 'model', which mesh 'mesh' does not have}}
func.func private @result(tensor<8xf32>) -> (tensor<8xf32> {dist.layout = #dist.layout<[{model}]>})

// -----

// dist.mesh C1
// expected-error @+1 {{has axis 'a' of size 0 but at least 1 is wanted}}
dist.mesh @mesh = [a = 0]

// -----

// dist.mesh C1
// expected-error @+1 {{has axis 'a' twice}}
dist.mesh @mesh = [a = 2, a = 3]

// -----

// dist.mesh C1
// expected-error @+1 {{has 1 axes and 2 sizes}}
"dist.mesh"() {sym_name = "mesh", axes = ["a"], sizes = array<i64: 1, 2>} : () -> ()

// -----

// dist.block C1
dist.mesh @mesh = [a = 2]
func.func @block_input(%x: tensor<8xf32>) {
  // expected-error @+1 {{takes a block of a value that is no graph.constant}}
  %0 = dist.block %x <[{a}]> : tensor<8xf32> -> tensor<4xf32>
  return
}

// -----

// dist.block C3
dist.mesh @mesh = [a = 2]
func.func @block_rest() {
  %c = graph.constant dense<0.0> : tensor<7xf32>
  // expected-error @+1 {{divides shape [7] by #dist.layout<[{a}]>, which leaves a rest}}
  %0 = dist.block %c <[{a}]> : tensor<7xf32> -> tensor<4xf32>
  return
}

// -----

// dist.block C3
dist.mesh @mesh = [a = 2]
func.func @block_type() {
  %c = graph.constant dense<0.0> : tensor<8xf32>
  // expected-error @+1 {{has a result of type 'tensor<8xf32>' but the block is 'tensor<4xf32>'}}
  %0 = dist.block %c <[{a}]> : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

// dist.all_reduce C1
dist.mesh @mesh = [a = 2]
func.func @axis_twice(%x: tensor<8xf32>) {
  // expected-error @+1 {{names axis 'a' twice}}
  %0 = dist.all_reduce add %x over [a, a] : tensor<8xf32>
  return
}

// -----

// dist.all_reduce C2
dist.mesh @mesh = [a = 2]
func.func @all_reduce_combiner(%x: tensor<8xf32>) {
  // expected-error @+1 {{combines by mul; add, max or min is wanted}}
  %0 = dist.all_reduce mul %x over [a] : tensor<8xf32>
  return
}

// -----

// dist.reduce_scatter C3
dist.mesh @mesh = [a = 2]
func.func @reduce_scatter(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 'tensor<8xf32>' where 2 blocks of 'tensor<2xf32>' are 'tensor<4xf32>'}}
  %0 = dist.reduce_scatter add %x over [a] : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

// dist.all_gather C2
dist.mesh @mesh = [a = 2]
func.func @all_gather(%x: tensor<f32>) {
  // expected-error @+1 {{splits a scalar; dimension 0 is wanted}}
  %0 = dist.all_gather %x over [a] : tensor<f32> -> tensor<f32>
  return
}

// -----

// dist.all_to_all C2
dist.mesh @mesh = [a = 3]
func.func @all_to_all(%x: tensor<8xf32>) {
  // expected-error @+1 {{exchanges blocks of 'tensor<8xf32>' among 3 ranks, which do not divide dimension 0}}
  %0 = dist.all_to_all %x over [a] : tensor<8xf32>
  return
}

// -----

// dist.permute C2
dist.mesh @mesh = [a = 2]
func.func @permute_count(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 sources and 1 targets}}
  %0 = dist.permute %x over [a] sources [0, 1] targets [1] : tensor<8xf32>
  return
}

// -----

// dist.permute C2
dist.mesh @mesh = [a = 2]
func.func @permute_range(%x: tensor<8xf32>) {
  // expected-error @+1 {{has the source 2 in a group of 2}}
  %0 = dist.permute %x over [a] sources [2] targets [1] : tensor<8xf32>
  return
}

// -----

// dist.permute C2
dist.mesh @mesh = [a = 2]
func.func @permute_twice(%x: tensor<8xf32>) {
  // expected-error @+1 {{has the target 1 twice}}
  %0 = dist.permute %x over [a] sources [0, 1] targets [1, 1] : tensor<8xf32>
  return
}
