// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @constant_c1() {
  // expected-error @below {{'graph.constant' op value of type 'vector<2xf32>' must be a dense or dense_resource attribute of ranked tensor type}}
  %0 = graph.constant dense<1.0> : vector<2xf32>
  return
}

// -----

func.func @constant_c2() {
  // expected-error @below {{'graph.constant' op resource 'short' has 4 bytes but its type 'tensor<3xf32>' has 12}}
  %0 = graph.constant dense_resource<short> : tensor<3xf32>
  return
}
{-#
  dialect_resources: { builtin: { short: "0x040000000000803f" } }
#-}

// -----

func.func @symbolic_c1() {
  // expected-error @below {{'graph.symbolic' op exprs has 'n +', which is not a size expression}}
  %0 = graph.symbolic ["n +"]
  return
}

// -----

func.func @symbolic_c2() {
  // expected-error @below {{'graph.symbolic' op rank0 has 2 entries but a scalar has 1}}
  %0 = graph.symbolic ["n", "m"] rank0
  return
}

// -----

func.func @sized_c0(%size: tensor<3xi64>) {
  // expected-error @below {{'graph.iota' op size has 3 elements but the result has rank 1}}
  %0 = graph.iota axis 0 size %size : tensor<3xi64> -> tensor<?xi32, #graph.dims<["n"]>>
  return
}

// -----

func.func @iota_c1() {
  // expected-error @below {{'graph.iota' op axis is 1 but must be at least 0 and below the rank 1}}
  %0 = graph.iota axis 1 -> tensor<4xi32>
  return
}

// -----

func.func @iota_c2() {
  // expected-error @below {{'graph.iota' op counts in i1 but a number is wanted}}
  %0 = graph.iota axis 0 -> tensor<4xi1>
  return
}

// -----

func.func @reshape_c1(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.reshape' op has a result of element type 'f16' but an input of 'f32'}}
  %0 = graph.reshape %x : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x4xf32>) {
  // expected-error @below {{'graph.reshape' op has an input of 8 elements but a result of 9}}
  %0 = graph.reshape %x : tensor<2x4xf32> -> tensor<3x3xf32>
  return
}

// -----

func.func @reshape_c2_symbolic(%x: tensor<?xf32, #graph.dims<["n"]>>) {
  // expected-error @below {{'graph.reshape' op has an input of n elements but a result of n + 1}}
  %0 = graph.reshape %x : tensor<?xf32, #graph.dims<["n"]>> -> tensor<?xf32, #graph.dims<["n + 1"]>>
  return
}

// -----

func.func @transpose_c1(%x: tensor<2x4xf32>) {
  // expected-error @below {{'graph.transpose' op permutation [0, 0] is none of the input's 2 dimensions}}
  %0 = graph.transpose %x [0, 0] : tensor<2x4xf32>
  return
}

// -----

func.func @transpose_c1_short(%x: tensor<2x4xf32>) {
  // expected-error @below {{'graph.transpose' op permutation [] is none of the input's 2 dimensions}}
  %0 = graph.transpose %x [] : tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_c1(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.broadcast' op has a result of element type 'f16' but an input of 'f32'}}
  %0 = graph.broadcast %x : tensor<4xf32> -> tensor<2x4xf16>
  return
}

// -----

func.func @broadcast_c2(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.broadcast' op has an input of shape [4], which does not broadcast to [4, 2]}}
  %0 = graph.broadcast %x : tensor<4xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @slice_c1_starts(%x: tensor<4x4xf32>) {
  // expected-error @below {{'graph.slice' op starts has 1 entries but the input has rank 2}}
  %0 = graph.slice %x starts ["0"] steps [1, 1] : tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_c1_steps(%x: tensor<4x4xf32>) {
  // expected-error @below {{'graph.slice' op wants one step other than 0 for each of the input's 2 dimensions but has [1, 0]}}
  %0 = graph.slice %x starts ["0", "0"] steps [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_c2_element(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.slice' op has a result of element type 'i32' but an input of 'f32'}}
  %0 = graph.slice %x starts ["0"] steps [1] : tensor<4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @slice_c2_rank(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.slice' op has a result of rank 2 but an input of rank 1}}
  %0 = graph.slice %x starts ["0"] steps [1] : tensor<4xf32> -> tensor<4x1xf32>
  return
}

// -----

func.func @slice_c3_expression(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.slice' op starts has '1 +', which is not a size expression}}
  %0 = graph.slice %x starts ["1 +"] steps [1] : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @slice_c3_dynamic(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.slice' op starts has a "?" but there is no operand dynamic_starts}}
  %0 = graph.slice %x starts ["?"] steps [1] : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @slice_c3_length(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{'graph.slice' op dynamic_starts has 2 elements but the input has rank 1}}
  %0 = graph.slice %x starts ["?"] steps [1] dynamic_starts %s : tensor<2xi64> : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @slice_c4(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.slice' op takes 3 elements from 1 by -1 in dimension 0 of size 4}}
  %0 = graph.slice %x starts ["1"] steps [-1] : tensor<4xf32> -> tensor<3xf32>
  return
}

// -----

func.func @concat_c1() {
  // expected-error @below {{'graph.concat' op has no operands but at least one is wanted}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "graph.concat"() {axis = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

func.func @concat_c2(%x: tensor<4x2xf32>, %y: tensor<4x3xf32>) {
  // expected-error @below {{'graph.concat' op joins 'tensor<4x2xf32>' and 'tensor<4x3xf32>' along dimension 0 but element type, rank and the other sizes must agree}}
  %0 = graph.concat %x, %y axis 0 : tensor<4x2xf32>, tensor<4x3xf32>
  return
}

// -----

func.func @concat_c2_rank(%x: tensor<4x2xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'graph.concat' op joins 'tensor<4x2xf32>' and 'tensor<4xf32>' along dimension 1}}
  %0 = graph.concat %x, %y axis 1 : tensor<4x2xf32>, tensor<4xf32>
  return
}

// -----

func.func @concat_axis(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.concat' op axis is 1 but must be at least 0 and below the rank 1}}
  %0 = graph.concat %x axis 1 : tensor<4xf32>
  return
}

// -----

func.func @pad_c1_lows(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{'graph.pad' op lows has 2 entries but the input has rank 1}}
  %0 = graph.pad %x, %v constant lows ["0", "0"] interior [0] : tensor<4xf32>, tensor<f32> -> tensor<4xf32>
  return
}

// -----

func.func @pad_c1_interior(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{'graph.pad' op wants one interior of at least 0 for each of the input's 1 dimensions but has [-1]}}
  %0 = graph.pad %x, %v constant lows ["0"] interior [-1] : tensor<4xf32>, tensor<f32> -> tensor<4xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<4xf32>, %v: tensor<1xf32>) {
  // expected-error @below {{'graph.pad' op pads 'tensor<4xf32>' with a value of type 'tensor<1xf32>' but a scalar of the same element type is wanted}}
  %0 = graph.pad %x, %v constant lows ["1"] interior [0] : tensor<4xf32>, tensor<1xf32> -> tensor<5xf32>
  return
}

// -----

func.func @pad_c3(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{'graph.pad' op pads 'tensor<4xf32>' to 'tensor<5x1xf32>' but element type and rank must be the same}}
  %0 = graph.pad %x, %v constant lows ["1"] interior [0] : tensor<4xf32>, tensor<f32> -> tensor<5x1xf32>
  return
}

// -----

func.func @pad_c4(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{'graph.pad' op lows has a "?" but there is no operand dynamic_lows}}
  %0 = graph.pad %x, %v constant lows ["?"] interior [0] : tensor<4xf32>, tensor<f32> -> tensor<5xf32>
  return
}

// -----

func.func @pad_c5(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{'graph.pad' op has interior padding [1] in mode edge but only mode constant has values to put there}}
  %0 = graph.pad %x, %v edge lows ["0"] interior [1] : tensor<4xf32>, tensor<f32> -> tensor<7xf32>
  return
}
