// RUN: heddle-check %s --type t=f32,f64,f16,bf16

func.func @uniform()
    -> tensor<3x37x!t> attributes {check.ulps = 4.0} {
  %0 = graph.random uniform -1.0, 3.0 seed 7 -> tensor<3x37x!t>
  return %0 : tensor<3x37x!t>
}

func.func @normal()
    -> tensor<3x37x!t> attributes {check.ulps = 16.0, check.absolute = 1.0e-6} {
  %0 = graph.random normal 1.0, 2.0 seed 123456789012345 -> tensor<3x37x!t>
  return %0 : tensor<3x37x!t>
}

func.func @dynamic(%x: tensor<?x!t, #graph.dims<["n"]>>)
    -> tensor<?x!t, #graph.dims<["n"]>> attributes {check.ulps = 4.0} {
  %0 = graph.random uniform 0.0, 1.0 seed 7 -> tensor<?x!t, #graph.dims<["n"]>>
  return %0 : tensor<?x!t, #graph.dims<["n"]>>
}
