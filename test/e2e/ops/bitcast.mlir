// RUN: heddle-check %s --type a=f32,i32,ui32 --type b=f32,i32,ui32
// RUN: heddle-check %s --type a=f16,i16,bf16 --type b=f16,i16,ui16
// RUN: heddle-check %s --type a=f64,i64 --type b=i64,f64,ui64
// RUN: heddle-check %s --type a=i8,ui8,f8E5M2 --type b=ui8,f8E4M3FN

func.func @static(%odd: tensor<3x17x!a>, %scalar: tensor<!a>) -> (tensor<3x17x!b>, tensor<!b>) {
  %0 = graph.bitcast %odd to !b : tensor<3x17x!a>
  %1 = graph.bitcast %scalar to !b : tensor<!a>
  return %0, %1 : tensor<3x17x!b>, tensor<!b>
}

func.func @dynamic(%x: tensor<?x!a, #graph.dims<["n"]>>) -> tensor<?x!b, #graph.dims<["n"]>> {
  %0 = graph.bitcast %x to !b : tensor<?x!a, #graph.dims<["n"]>>
  return %0 : tensor<?x!b, #graph.dims<["n"]>>
}
