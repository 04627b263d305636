// RUN: heddle-check %s --type t=i1,i4,ui4,i8,i16,i32,i64,ui8,ui16,ui32,ui64

func.func @integers(%x: tensor<3x!t>)
    -> (tensor<3x!t>, tensor<2x2x!t>, tensor<!t>, tensor<3x!t>) {
  %0 = graph.constant dense<[1, 0, 1]> : tensor<3x!t>
  %1 = graph.constant dense<1> : tensor<2x2x!t>
  %2 = graph.constant dense<0> : tensor<!t>
  %3 = graph.xor %x, %0 : tensor<3x!t>, tensor<3x!t>
  return %0, %1, %2, %3 : tensor<3x!t>, tensor<2x2x!t>, tensor<!t>, tensor<3x!t>
}
