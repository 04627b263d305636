// RUN: heddle-check %s --type t=f32,f16

// A recurrent cell over a dynamic number of steps: new = tanh(x[t] W + state R + bias), all states stacked.
func.func @rnn(%x: tensor<?x3x5x!t, #graph.dims<["s", "3", "5"]>>, %w: tensor<5x8x!t> {check.values = "uniform -0.5 0.5"}, %r: tensor<8x8x!t> {check.values = "uniform -0.3 0.3"}, %bias: tensor<8x!t>)
    -> (tensor<3x8x!t>, tensor<?x3x8x!t, #graph.dims<["t", "3", "8"]>>) {
  %true = graph.constant dense<true> : tensor<i1>
  %start = graph.constant dense<0.0> : tensor<3x8x!t>
  %trips = graph.symbolic ["s"] rank0
  %0:2 = graph.loop trips %trips : tensor<i64> carry %start : tensor<3x8x!t> -> tensor<3x8x!t>, tensor<?x3x8x!t, #graph.dims<["t", "3", "8"]>> {
  ^bb0(%trip: tensor<i64>, %state: tensor<3x8x!t>):
    %1 = graph.gather %x, %trip axis 0 : tensor<?x3x5x!t, #graph.dims<["s", "3", "5"]>>, tensor<i64>
    %2 = graph.contract "mk,kn->mn" %1, %w : tensor<3x5x!t>, tensor<5x8x!t>
    %3 = graph.contract "mk,kn->mn" %state, %r : tensor<3x8x!t>, tensor<8x8x!t>
    %4 = graph.add %2, %3 : tensor<3x8x!t>, tensor<3x8x!t>
    %5 = graph.add %4, %bias : tensor<3x8x!t>, tensor<8x!t>
    %6 = graph.tanh %5 : tensor<3x8x!t>
    graph.yield %true, %6, %6 : tensor<i1>, tensor<3x8x!t>, tensor<3x8x!t>
  }
  return %0#0, %0#1 : tensor<3x8x!t>, tensor<?x3x8x!t, #graph.dims<["t", "3", "8"]>>
}

// A gated cell with two carried states, cut out of one product.
func.func @lstm(%x: tensor<6x2x5x!t>, %w: tensor<5x32x!t> {check.values = "uniform -0.5 0.5"}, %r: tensor<8x32x!t> {check.values = "uniform -0.3 0.3"}, %bias: tensor<32x!t>)
    -> (tensor<2x8x!t>, tensor<2x8x!t>) {
  %true = graph.constant dense<true> : tensor<i1>
  %zero = graph.constant dense<0.0> : tensor<2x8x!t>
  %six = graph.constant dense<6> : tensor<i64>
  %0:2 = graph.loop trips %six : tensor<i64> carry %zero, %zero : tensor<2x8x!t>, tensor<2x8x!t> -> tensor<2x8x!t>, tensor<2x8x!t> {
  ^bb0(%trip: tensor<i64>, %h: tensor<2x8x!t>, %c: tensor<2x8x!t>):
    %1 = graph.gather %x, %trip axis 0 : tensor<6x2x5x!t>, tensor<i64>
    %2 = graph.contract "mk,kn->mn" %1, %w : tensor<2x5x!t>, tensor<5x32x!t>
    %3 = graph.contract "mk,kn->mn" %h, %r : tensor<2x8x!t>, tensor<8x32x!t>
    %4 = graph.add %2, %3 : tensor<2x32x!t>, tensor<2x32x!t>
    %5 = graph.add %4, %bias : tensor<2x32x!t>, tensor<32x!t>
    %i = graph.slice %5 starts ["0", "0"] steps [1, 1] : tensor<2x32x!t> -> tensor<2x8x!t>
    %o = graph.slice %5 starts ["0", "8"] steps [1, 1] : tensor<2x32x!t> -> tensor<2x8x!t>
    %f = graph.slice %5 starts ["0", "16"] steps [1, 1] : tensor<2x32x!t> -> tensor<2x8x!t>
    %g = graph.slice %5 starts ["0", "24"] steps [1, 1] : tensor<2x32x!t> -> tensor<2x8x!t>
    %6 = graph.sigmoid %i : tensor<2x8x!t>
    %7 = graph.sigmoid %o : tensor<2x8x!t>
    %8 = graph.sigmoid %f : tensor<2x8x!t>
    %9 = graph.tanh %g : tensor<2x8x!t>
    %10 = graph.mul %8, %c : tensor<2x8x!t>, tensor<2x8x!t>
    %11 = graph.mul %6, %9 : tensor<2x8x!t>, tensor<2x8x!t>
    %12 = graph.add %10, %11 : tensor<2x8x!t>, tensor<2x8x!t>
    %13 = graph.tanh %12 : tensor<2x8x!t>
    %14 = graph.mul %7, %13 : tensor<2x8x!t>, tensor<2x8x!t>
    graph.yield %true, %14, %12 : tensor<i1>, tensor<2x8x!t>, tensor<2x8x!t>
  }
  return %0#0, %0#1 : tensor<2x8x!t>, tensor<2x8x!t>
}
