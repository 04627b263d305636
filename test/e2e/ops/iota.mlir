// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui16,ui32,ui64

func.func @static()
    -> (tensor<37x!t>, tensor<3x17x!t>, tensor<3x17x!t>, tensor<0x!t>) {
  %0 = graph.iota axis 0 -> tensor<37x!t>
  %1 = graph.iota axis 0 -> tensor<3x17x!t>
  %2 = graph.iota axis 1 -> tensor<3x17x!t>
  %3 = graph.iota axis 0 -> tensor<0x!t>
  return %0, %1, %2, %3 : tensor<37x!t>, tensor<3x17x!t>, tensor<3x17x!t>, tensor<0x!t>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>)
    -> tensor<?x?x!t, #graph.dims<["n", "m"]>> {
  %0 = graph.iota axis 1 -> tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["n", "m"]>>
}

func.func @sized(%size: tensor<1xi64> {check.values = dense<[13]> : tensor<1xi64>})
    -> tensor<?x!t, #graph.dims<["k"]>> {
  %0 = graph.iota axis 0 size %size : tensor<1xi64> -> tensor<?x!t, #graph.dims<["k"]>>
  return %0 : tensor<?x!t, #graph.dims<["k"]>>
}

func.func @sized_zero(%size: tensor<1xi64> {check.values = dense<[0]> : tensor<1xi64>})
    -> tensor<?x!t, #graph.dims<["k"]>> {
  %0 = graph.iota axis 0 size %size : tensor<1xi64> -> tensor<?x!t, #graph.dims<["k"]>>
  return %0 : tensor<?x!t, #graph.dims<["k"]>>
}

func.func @negative_size(%size: tensor<1xi64> {check.values = dense<[-2]> : tensor<1xi64>})
    -> tensor<?x!t, #graph.dims<["k"]>> attributes {check.fails} {
  %0 = graph.iota axis 0 size %size : tensor<1xi64> -> tensor<?x!t, #graph.dims<["k"]>>
  return %0 : tensor<?x!t, #graph.dims<["k"]>>
}
