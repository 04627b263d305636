// RUN: heddle-check %s --type t=f16,bf16,f8E4M3FN,f8E5M2

// A little above and below the middle of two neighbours of each type, by less than an f32 can hold: rounding to f32
// on the way makes ties of them.
func.func @near_ties(%x: tensor<12xf64> {check.values = dense<[1.00048828125009, 1.00048828124991, -1.00048828125009, 1.00146484374991,
    1.003906250000009, 1.003906249999991, -1.003906250000009, 1.062500000000009, 1.062499999999991, -1.125000000000009, 1.124999999999991, 1.0e300]> : tensor<12xf64>})
    -> tensor<12x!t> {
  %0 = graph.cast %x to !t : tensor<12xf64>
  return %0 : tensor<12x!t>
}
