// RUN: heddle-check %s --type t=f32,f64,f16,bf16,f8E4M3FN

func.func @floats(%x: tensor<3x!t>)
    -> (tensor<3x!t>, tensor<2x2x!t>, tensor<!t>, tensor<0x3x!t>, tensor<3x!t>) {
  %0 = graph.constant dense<[1.0, -2.5, 0.0]> : tensor<3x!t>
  %1 = graph.constant dense<7.0> : tensor<2x2x!t>
  %2 = graph.constant dense<0.5> : tensor<!t>
  %3 = graph.constant dense<> : tensor<0x3x!t>
  return %0, %1, %2, %3, %x : tensor<3x!t>, tensor<2x2x!t>, tensor<!t>, tensor<0x3x!t>, tensor<3x!t>
}
