// RUN: heddle-check %s --type f=f32,f64,f16,bf16 --type q=i8,ui8,i16,ui16,i32,i4,ui4,i2,ui2

func.func @per_tensor(%x: tensor<3x17x!q>, %s: tensor<!f> {check.values = "uniform 0.01 1"}, %z: tensor<!q> {check.values = "integers 0 7"})
    -> tensor<3x17x!f> {
  %0 = graph.dequantize %x, %s, %z : tensor<3x17x!q>, tensor<!f>, tensor<!q>
  return %0 : tensor<3x17x!f>
}

func.func @per_axis(%x: tensor<4x5x17x!q>, %s: tensor<5x1x!f> {check.values = "uniform 0.01 1"}, %z: tensor<5x1x!q> {check.values = "integers 0 7"})
    -> tensor<4x5x17x!f> {
  %0 = graph.dequantize %x, %s, %z : tensor<4x5x17x!q>, tensor<5x1x!f>, tensor<5x1x!q>
  return %0 : tensor<4x5x17x!f>
}

// The difference needs one bit more than the type has.
func.func @extremes(%x: tensor<37x1x!q> {check.values = "special"}, %s: tensor<!f> {check.values = dense<1.0> : tensor<!f>}, %z: tensor<!q> {check.values = "special"})
    -> tensor<37x1x!f> attributes {check.ulps = 1.0} {
  %0 = graph.dequantize %x, %s, %z : tensor<37x1x!q>, tensor<!f>, tensor<!q>
  return %0 : tensor<37x1x!f>
}

func.func @dynamic(%x: tensor<?x?x!q, #graph.dims<["n", "m"]>>, %s: tensor<?x!f, #graph.dims<["m"]>> {check.values = "uniform 0.01 1"},
                   %z: tensor<?x!q, #graph.dims<["m"]>> {check.values = "integers 0 7"}) -> tensor<?x?x!f, #graph.dims<["n", "m"]>> {
  %0 = graph.dequantize %x, %s, %z : tensor<?x?x!q, #graph.dims<["n", "m"]>>, tensor<?x!f, #graph.dims<["m"]>>, tensor<?x!q, #graph.dims<["m"]>>
  return %0 : tensor<?x?x!f, #graph.dims<["n", "m"]>>
}
