// RUN: heddle-check %s --type a=ui8,i8

func.func @matmul(%x: tensor<13x33x!a>, %w: tensor<33x19xi8>, %zx: tensor<!a> {check.values = "integers 0 9"}, %sx: tensor<f32> {check.values = dense<0.02> : tensor<f32>}, %sw: tensor<19xf32> {check.values = "uniform 0.01 0.03"}, %sy: tensor<f32> {check.values = dense<0.5> : tensor<f32>}, %zy: tensor<!a> {check.values = "integers 0 9"})
    -> tensor<13x19x!a> attributes {check.absolute = 1.0} {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x33x!a>, tensor<33x19xi8>
  %1 = graph.cast %w to i32 : tensor<33x19xi8>
  %2 = graph.reduce add %1 axes [0] : tensor<33x19xi32>
  %z = graph.cast %zx to i32 : tensor<!a>
  %3 = graph.mul %2, %z : tensor<1x19xi32>, tensor<i32>
  %4 = graph.sub %0, %3 : tensor<13x19xi32>, tensor<1x19xi32>
  %f = graph.cast %4 to f32 : tensor<13x19xi32>
  %s = graph.mul %sw, %sx : tensor<19xf32>, tensor<f32>
  %5 = graph.mul %f, %s : tensor<13x19xf32>, tensor<19xf32>
  %6 = graph.quantize %5, %sy, %zy : tensor<13x19xf32>, tensor<f32>, tensor<!a>
  return %6 : tensor<13x19x!a>
}

func.func @dequantize_matmul_quantize(%x: tensor<13x33x!a>, %w: tensor<33x19xi8>, %z: tensor<!a> {check.values = "integers 0 9"}, %zw: tensor<i8> {check.values = "integers 0 0"}, %s: tensor<f32> {check.values = dense<0.02> : tensor<f32>})
    -> (tensor<13x19x!a>, tensor<13x19xf32>) attributes {check.absolute = 1.0} {
  %0 = graph.dequantize %x, %s, %z : tensor<13x33x!a>, tensor<f32>, tensor<!a>
  %1 = graph.dequantize %w, %s, %zw : tensor<33x19xi8>, tensor<f32>, tensor<i8>
  %2 = graph.contract "mk,kn->mn" %0, %1 : tensor<13x33xf32>, tensor<33x19xf32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %3 = graph.max %2, %zero : tensor<13x19xf32>, tensor<f32>
  %4 = graph.quantize %3, %s, %z : tensor<13x19xf32>, tensor<f32>, tensor<!a>
  return %4, %3 : tensor<13x19x!a>, tensor<13x19xf32>
}
