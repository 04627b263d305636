// RUN: heddle-opt -split-input-file -verify-diagnostics %s

func.func @types(%x: tensor<2xf32>) {
  // expected-error @below {{has types of 1 operands and 1 results where 2 and 1 are wanted}}
  stablehlo.add %x, %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @not_a_tensor(%x: f32) {
  // expected-error @below {{operand #0 must be ranked tensor of any type values, but got 'f32'}}
  stablehlo.abs %x : f32
  return
}

// -----

func.func @format(%x: tensor<2xf32>) {
  // expected-error @below {{'m8e7' is no format of floats such as e5m10}}
  stablehlo.reduce_precision %x, format = m8e7 : tensor<2xf32>
  return
}

// -----

func.func @truth(%x: tensor<1x4x1xf32>, %f: tensor<3x1x1xf32>) {
  // expected-error @below {{expected true or false}}
  stablehlo.convolution(%x, %f) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [maybe]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @padding(%x: tensor<1x4x1xf32>, %f: tensor<3x1x1xf32>) {
  // expected-error @below {{expected a low and a high padding}}
  stablehlo.convolution(%x, %f) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @window(%x: tensor<1x4x1xf32>, %f: tensor<3x1x1xf32>) {
  // expected-error @below {{'strides' is none of stride, pad, lhs_dilate, rhs_dilate, reverse}}
  stablehlo.convolution(%x, %f) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {strides = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @layout(%x: tensor<1x4x1xf32>, %f: tensor<3x1x1xf32>) {
  // expected-error @below {{'b' should be a spatial dimension, or i or o once}}
  stablehlo.convolution(%x, %f) dim_numbers = [b, 0, f]x[0, b, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @layout_missing(%x: tensor<1x4x1xf32>, %f: tensor<3x1x1xf32>) {
  // expected-error @below {{'i' and 'o' should stand here once each}}
  stablehlo.convolution(%x, %f) dim_numbers = [b, 0, f]x[0, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @layout_spatial(%x: tensor<1x4x1xf32>, %f: tensor<3x1x1xf32>) {
  // expected-error @below {{spatial dimensions should be 0 to 0, each once}}
  stablehlo.convolution(%x, %f) dim_numbers = [b, 1, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @layouts(%x: tensor<1x4x1xf32>, %f: tensor<3x1x1xf32>) {
  // expected-error @below {{has 1, 2 and 1 spatial dimensions, which should be as many}}
  stablehlo.convolution(%x, %f) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

// expected-error @below {{'offsets' is no role of a dimension here}}
func.func private @roles() attributes {x = #stablehlo.gather<offsets = [1]>}

// -----

func.func @body(%x: tensor<2xf32>, %f: tensor<f32>) {
  // expected-error @below {{'stablehlo.power' is no body for a reduction of 1 tensors}}
  stablehlo.reduce(%x init: %f) applies stablehlo.power across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduced(%x: f32, %f: tensor<f32>) {
  // expected-error @below {{reduces a 'f32' where a tensor is wanted}}
  stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [0] : (f32, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @unknown(%x: tensor<8xcomplex<f32>>) {
  // expected-error @below {{'stablehlo.fft': the op is not supported}}
  stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}
