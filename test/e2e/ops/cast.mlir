// RUN: heddle-check %s --type a=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui16,ui32,ui64,i4,ui4,i2,ui2,f4E2M1FN --type b=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui16,ui32,ui64,i4,ui4,i2,ui2,f4E2M1FN

func.func @main(%odd: tensor<3x17x!a> {check.values = "uniform -300 300"}, %special: tensor<99x!a> {check.values = "special"}, %scalar: tensor<!a>)
    -> (tensor<3x17x!b>, tensor<99x!b>, tensor<!b>) {
  %0 = graph.cast %odd to !b : tensor<3x17x!a>
  %1 = graph.cast %special to !b : tensor<99x!a>
  %2 = graph.cast %scalar to !b : tensor<!a>
  return %0, %1, %2 : tensor<3x17x!b>, tensor<99x!b>, tensor<!b>
}
