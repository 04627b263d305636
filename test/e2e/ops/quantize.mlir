// RUN: heddle-check %s --type f=f32,f64,f16,bf16 --type q=i8,ui8,i16,ui16,i4,ui4,i2,ui2

// Scales are powers of two, so that the quotient is exact and ties are real ties.
func.func @per_tensor(%x: tensor<3x17x!f> {check.values = "uniform -40 40"}, %s: tensor<!f> {check.values = dense<0.5> : tensor<!f>},
                      %z: tensor<!q> {check.values = "integers 0 7"}) -> tensor<3x17x!q> {
  %0 = graph.quantize %x, %s, %z : tensor<3x17x!f>, tensor<!f>, tensor<!q>
  return %0 : tensor<3x17x!q>
}

func.func @per_axis(%x: tensor<4x5x17x!f> {check.values = "integers -80 80"}, %s: tensor<5x1x!f> {check.values = dense<[[0.25], [0.5], [1.0], [2.0], [4.0]]> : tensor<5x1x!f>},
                    %z: tensor<5x1x!q> {check.values = "integers 0 7"}) -> tensor<4x5x17x!q> {
  %0 = graph.quantize %x, %s, %z : tensor<4x5x17x!f>, tensor<5x1x!f>, tensor<5x1x!q>
  return %0 : tensor<4x5x17x!q>
}

func.func @special(%x: tensor<99x!f> {check.values = "special"}, %s: tensor<!f> {check.values = dense<1.0> : tensor<!f>},
                   %z: tensor<!q> {check.values = "integers 0 7"}) -> tensor<99x!q> {
  %0 = graph.quantize %x, %s, %z : tensor<99x!f>, tensor<!f>, tensor<!q>
  return %0 : tensor<99x!q>
}

func.func @dynamic(%x: tensor<?x?x!f, #graph.dims<["n", "m"]>> {check.values = "integers -80 80"}, %s: tensor<?x!f, #graph.dims<["m"]>> {check.values = "integers 1 2"},
                   %z: tensor<!q> {check.values = "integers 0 7"}) -> tensor<?x?x!q, #graph.dims<["n", "m"]>> {
  %0 = graph.quantize %x, %s, %z : tensor<?x?x!f, #graph.dims<["n", "m"]>>, tensor<?x!f, #graph.dims<["m"]>>, tensor<!q>
  return %0 : tensor<?x?x!q, #graph.dims<["n", "m"]>>
}
