// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @binary_c1(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'graph.add' op lhs has element type 'f32' but rhs has 'f16'}}
  %0 = graph.add %x, %y : tensor<4xf32>, tensor<4xf16>
  return
}

// -----

func.func @binary_c2(%x: tensor<2x4xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{'graph.mul' op shapes [2, 4] and [3] do not broadcast: sizes 4 and 3 differ and neither is 1}}
  %0 = graph.mul %x, %y : tensor<2x4xf32>, tensor<3xf32>
  return
}

// -----

func.func @binary_c2_symbolic(%x: tensor<?x4xf32, #graph.dims<["n", "4"]>>, %y: tensor<3xf32>) {
  // expected-error @below {{'graph.mul' op shapes [n, 4] and [3] do not broadcast}}
  %0 = graph.mul %x, %y : tensor<?x4xf32, #graph.dims<["n", "4"]>>, tensor<3xf32>
  return
}

// -----

func.func @bitwise_float(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.and' op operand #0 must be ranked tensor of integer values}}
  %0 = graph.and %x, %x : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @pow_c1(%x: tensor<2xf32>, %y: tensor<3xi32>) {
  // expected-error @below {{'graph.pow' op shapes [2] and [3] do not broadcast}}
  %0 = graph.pow %x, %y : tensor<2xf32>, tensor<3xi32>
  return
}

// -----

func.func @compare_c1(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @below {{'graph.compare' op lhs has element type 'f32' but rhs has 'i32'}}
  %0 = graph.compare eq %x, %y : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

func.func @compare_c2(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{'graph.compare' op shapes [2] and [3] do not broadcast}}
  %0 = graph.compare eq %x, %y : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

func.func @select_c1(%c: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{'graph.select' op lhs has element type 'f32' but rhs has 'f64'}}
  %0 = graph.select %c, %x, %y : tensor<i1>, tensor<2xf32>, tensor<2xf64>
  return
}

// -----

func.func @select_c2(%c: tensor<5xi1>, %x: tensor<2xf32>) {
  // expected-error @below {{'graph.select' op shapes [5] and [2] and [2] do not broadcast: sizes 5 and 2 differ}}
  %0 = graph.select %c, %x, %x : tensor<5xi1>, tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @cast_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'graph.cast' op casts to 'index' but only to a float or an integer type is possible}}
  %0 = graph.cast %x to index : tensor<2xf32>
  return
}

// -----

func.func @bitcast_c1(%x: tensor<2xf32>) {
  // expected-error @below {{'graph.bitcast' op reads 'f32' as 'i16' but the widths must be the same}}
  %0 = graph.bitcast %x to i16 : tensor<2xf32>
  return
}

// -----

func.func @quantize_c1(%x: tensor<2xf32>, %s: tensor<f16>, %z: tensor<i8>) {
  // expected-error @below {{'graph.quantize' op input has element type 'f32' but scale has 'f16'}}
  %0 = graph.quantize %x, %s, %z : tensor<2xf32>, tensor<f16>, tensor<i8>
  return
}

// -----

func.func @quantize_c2(%x: tensor<2xf32>, %s: tensor<f32>) {
  // expected-error @below {{'graph.quantize' op zero_point has element type 'f32' but an integer type is wanted}}
  %0 = graph.quantize %x, %s, %s : tensor<2xf32>, tensor<f32>, tensor<f32>
  return
}

// -----

func.func @quantize_c3(%x: tensor<2xf32>, %s: tensor<3x1xf32>, %z: tensor<i8>) {
  // expected-error @below {{'graph.quantize' op scale and zero_point stretch the input's shape [2] to [3, 2]}}
  %0 = graph.quantize %x, %s, %z : tensor<2xf32>, tensor<3x1xf32>, tensor<i8>
  return
}

// -----

func.func @dequantize_c1(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<ui8>) {
  // expected-error @below {{'graph.dequantize' op input has element type 'i8' but zero_point has 'ui8'}}
  %0 = graph.dequantize %x, %s, %z : tensor<2xi8>, tensor<f32>, tensor<ui8>
  return
}

// -----

func.func @dequantize_c2(%x: tensor<1xi8>, %s: tensor<3xf32>, %z: tensor<i8>) {
  // expected-error @below {{'graph.dequantize' op scale and zero_point stretch the input's shape [1] to [3]}}
  %0 = graph.dequantize %x, %s, %z : tensor<1xi8>, tensor<3xf32>, tensor<i8>
  return
}
