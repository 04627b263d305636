// RUN: heddle-check %s --type t=f32,f16,bf16,f64

func.func @gelu(%x: tensor<5x37x!t>)
    -> tensor<5x37x!t> {
  %0 = graph.constant dense<7.071068e-01> : tensor<!t>
  %1 = graph.mul %x, %0 : tensor<5x37x!t>, tensor<!t>
  %2 = graph.erf %1 : tensor<5x37x!t>
  %3 = graph.constant dense<1.0> : tensor<!t>
  %4 = graph.constant dense<5.0e-01> : tensor<!t>
  %5 = graph.add %2, %3 : tensor<5x37x!t>, tensor<!t>
  %6 = graph.mul %x, %5 : tensor<5x37x!t>, tensor<5x37x!t>
  %7 = graph.mul %6, %4 : tensor<5x37x!t>, tensor<!t>
  return %7 : tensor<5x37x!t>
}

func.func @silu(%x: tensor<?x9x!t, #graph.dims<["n", "9"]>>)
    -> tensor<?x9x!t, #graph.dims<["n", "9"]>> {
  %0 = graph.sigmoid %x : tensor<?x9x!t, #graph.dims<["n", "9"]>>
  %1 = graph.mul %x, %0 : tensor<?x9x!t, #graph.dims<["n", "9"]>>, tensor<?x9x!t, #graph.dims<["n", "9"]>>
  return %1 : tensor<?x9x!t, #graph.dims<["n", "9"]>>
}

func.func @hard_swish(%x: tensor<5x37x!t>)
    -> tensor<5x37x!t> {
  %0 = graph.constant dense<6.0> : tensor<!t>
  %1 = graph.constant dense<0.0> : tensor<!t>
  %2 = graph.constant dense<3.0> : tensor<!t>
  %3 = graph.add %x, %2 : tensor<5x37x!t>, tensor<!t>
  %4 = graph.max %3, %1 : tensor<5x37x!t>, tensor<!t>
  %5 = graph.min %4, %0 : tensor<5x37x!t>, tensor<!t>
  %6 = graph.mul %x, %5 : tensor<5x37x!t>, tensor<5x37x!t>
  %7 = graph.div %6, %0 : tensor<5x37x!t>, tensor<!t>
  return %7 : tensor<5x37x!t>
}

func.func @leaky_relu(%x: tensor<5x37x!t>)
    -> tensor<5x37x!t> {
  %0 = graph.constant dense<0.0> : tensor<!t>
  %1 = graph.constant dense<1.0e-02> : tensor<!t>
  %2 = graph.compare gt %x, %0 : tensor<5x37x!t>, tensor<!t>
  %3 = graph.mul %x, %1 : tensor<5x37x!t>, tensor<!t>
  %4 = graph.select %2, %x, %3 : tensor<5x37xi1>, tensor<5x37x!t>, tensor<5x37x!t>
  return %4 : tensor<5x37x!t>
}
