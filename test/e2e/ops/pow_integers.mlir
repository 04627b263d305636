// RUN: heddle-check %s --type t=i8,i16,i32,i64,ui8,ui16,ui32,ui64

func.func @integers(%x: tensor<3x17x!t> {check.values = "integers -5 5"}, %y: tensor<17x!t> {check.values = "integers -3 9"})
    -> tensor<3x17x!t> {
  %0 = graph.pow %x, %y : tensor<3x17x!t>, tensor<17x!t>
  return %0 : tensor<3x17x!t>
}

func.func @float_exponent(%x: tensor<3x17x!t> {check.values = "integers -5 5"}, %y: tensor<17xf32> {check.values = "integers 0 5"})
    -> tensor<3x17x!t> {
  %0 = graph.pow %x, %y : tensor<3x17x!t>, tensor<17xf32>
  return %0 : tensor<3x17x!t>
}

func.func @dynamic(%x: tensor<?x!t, #graph.dims<["n"]>> {check.values = "integers -5 5"}, %y: tensor<i64> {check.values = dense<3> : tensor<i64>})
    -> tensor<?x!t, #graph.dims<["n"]>> {
  %0 = graph.pow %x, %y : tensor<?x!t, #graph.dims<["n"]>>, tensor<i64>
  return %0 : tensor<?x!t, #graph.dims<["n"]>>
}
