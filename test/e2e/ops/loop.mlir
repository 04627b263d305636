// RUN: heddle-check %s --type t=f32,f64,f16,i8,i64,ui8

func.func @counted(%n: tensor<i64> {check.values = dense<5> : tensor<i64>}, %x: tensor<9x!t> {check.values = "integers -3 3"}) -> tensor<9x!t> {
  %true = graph.constant dense<true> : tensor<i1>
  %0 = graph.loop trips %n : tensor<i64> carry %x : tensor<9x!t> -> tensor<9x!t> {
  ^bb0(%trip: tensor<i64>, %v: tensor<9x!t>):
    %1 = graph.add %v, %x : tensor<9x!t>, tensor<9x!t>
    graph.yield %true, %1 : tensor<i1>, tensor<9x!t>
  }
  return %0 : tensor<9x!t>
}

func.func @no_trips(%n: tensor<i64> {check.values = dense<0> : tensor<i64>}, %x: tensor<9x!t>) -> (tensor<9x!t>, tensor<?x9x!t, #graph.dims<["t", "9"]>>) {
  %true = graph.constant dense<true> : tensor<i1>
  %0:2 = graph.loop trips %n : tensor<i64> carry %x : tensor<9x!t> -> tensor<9x!t>, tensor<?x9x!t, #graph.dims<["t", "9"]>> {
  ^bb0(%trip: tensor<i64>, %v: tensor<9x!t>):
    %1 = graph.add %v, %x : tensor<9x!t>, tensor<9x!t>
    graph.yield %true, %1, %v : tensor<i1>, tensor<9x!t>, tensor<9x!t>
  }
  return %0#0, %0#1 : tensor<9x!t>, tensor<?x9x!t, #graph.dims<["t", "9"]>>
}

// Stops by its condition, and swaps two carried values.
func.func @condition(%a: tensor<7x!t> {check.values = "integers 1 3"}, %b: tensor<7x!t> {check.values = "integers 1 3"}) -> (tensor<7x!t>, tensor<7x!t>, tensor<?x7x!t, #graph.dims<["t", "7"]>>) {
  %limit = graph.constant dense<6> : tensor<i64>
  %hundred = graph.constant dense<100> : tensor<i64>
  %0:3 = graph.loop trips %hundred : tensor<i64> carry %a, %b : tensor<7x!t>, tensor<7x!t> -> tensor<7x!t>, tensor<7x!t>, tensor<?x7x!t, #graph.dims<["t", "7"]>> {
  ^bb0(%trip: tensor<i64>, %x: tensor<7x!t>, %y: tensor<7x!t>):
    %1 = graph.add %x, %y : tensor<7x!t>, tensor<7x!t>
    %2 = graph.compare lt %trip, %limit : tensor<i64>, tensor<i64>
    graph.yield %2, %y, %1, %x : tensor<i1>, tensor<7x!t>, tensor<7x!t>, tensor<7x!t>
  }
  return %0#0, %0#1, %0#2 : tensor<7x!t>, tensor<7x!t>, tensor<?x7x!t, #graph.dims<["t", "7"]>>
}

func.func @false_at_once(%c: tensor<i1> {check.values = dense<false> : tensor<i1>}, %x: tensor<3x!t>) -> tensor<3x!t> {
  %0 = graph.loop while %c : tensor<i1> carry %x : tensor<3x!t> -> tensor<3x!t> {
  ^bb0(%trip: tensor<i64>, %v: tensor<3x!t>):
    %1 = graph.add %v, %v : tensor<3x!t>, tensor<3x!t>
    graph.yield %c, %1 : tensor<i1>, tensor<3x!t>
  }
  return %0 : tensor<3x!t>
}

// A carried value grows from trip to trip.
func.func @grows(%n: tensor<i64> {check.values = dense<4> : tensor<i64>}, %x: tensor<?x!t, #graph.dims<["a"]>>) -> tensor<?x!t, #graph.dims<["m"]>> {
  %true = graph.constant dense<true> : tensor<i1>
  %0 = graph.loop trips %n : tensor<i64> carry %x : tensor<?x!t, #graph.dims<["a"]>> -> tensor<?x!t, #graph.dims<["m"]>> {
  ^bb0(%trip: tensor<i64>, %v: tensor<?x!t, #graph.dims<["k"]>>):
    %1 = graph.concat %v, %x axis 0 : tensor<?x!t, #graph.dims<["k"]>>, tensor<?x!t, #graph.dims<["a"]>>
    graph.yield %true, %1 : tensor<i1>, tensor<?x!t, #graph.dims<["a + k"]>>
  }
  return %0 : tensor<?x!t, #graph.dims<["m"]>>
}

// Slices one row at each trip, as a scan does.
func.func @scan(%x: tensor<?x5x!t, #graph.dims<["n", "5"]>> {check.values = "integers -3 3"}) -> (tensor<1x5x!t>, tensor<?x1x5x!t, #graph.dims<["t", "1", "5"]>>) {
  %true = graph.constant dense<true> : tensor<i1>
  %n = graph.symbolic ["n"] rank0
  %zero = graph.constant dense<0> : tensor<1x5xi32>
  %start = graph.cast %zero to !t : tensor<1x5xi32>
  %0:2 = graph.loop trips %n : tensor<i64> carry %start : tensor<1x5x!t> -> tensor<1x5x!t>, tensor<?x1x5x!t, #graph.dims<["t", "1", "5"]>> {
  ^bb0(%trip: tensor<i64>, %v: tensor<1x5x!t>):
    %i = graph.reshape %trip : tensor<i64> -> tensor<1xi64>
    %row = graph.gather %x, %i axis 0 : tensor<?x5x!t, #graph.dims<["n", "5"]>>, tensor<1xi64>
    %1 = graph.add %v, %row : tensor<1x5x!t>, tensor<1x5x!t>
    graph.yield %true, %1, %1 : tensor<i1>, tensor<1x5x!t>, tensor<1x5x!t>
  }
  return %0#0, %0#1 : tensor<1x5x!t>, tensor<?x1x5x!t, #graph.dims<["t", "1", "5"]>>
}

// The branch inside runs at odd trips.
func.func @branch_inside(%n: tensor<i64> {check.values = dense<5> : tensor<i64>}, %x: tensor<9x!t> {check.values = "integers -3 3"}) -> tensor<9x!t> {
  %true = graph.constant dense<true> : tensor<i1>
  %two = graph.constant dense<2> : tensor<i64>
  %one = graph.constant dense<1> : tensor<i64>
  %0 = graph.loop trips %n : tensor<i64> carry %x : tensor<9x!t> -> tensor<9x!t> {
  ^bb0(%trip: tensor<i64>, %v: tensor<9x!t>):
    %1 = graph.mod %trip, %two : tensor<i64>, tensor<i64>
    %2 = graph.compare eq %1, %one : tensor<i64>, tensor<i64>
    %3 = graph.if %2 : tensor<i1> -> tensor<9x!t> {
      %4 = graph.add %v, %x : tensor<9x!t>, tensor<9x!t>
      graph.yield %4 : tensor<9x!t>
    } else {
      %4 = graph.neg %v : tensor<9x!t>
      graph.yield %4 : tensor<9x!t>
    }
    graph.yield %true, %3 : tensor<i1>, tensor<9x!t>
  }
  return %0 : tensor<9x!t>
}

func.func @nested(%x: tensor<4x!t> {check.values = "integers -3 3"}) -> tensor<4x!t> {
  %true = graph.constant dense<true> : tensor<i1>
  %three = graph.constant dense<3> : tensor<i64>
  %0 = graph.loop trips %three : tensor<i64> carry %x : tensor<4x!t> -> tensor<4x!t> {
  ^bb0(%i: tensor<i64>, %v: tensor<4x!t>):
    %1 = graph.loop trips %i : tensor<i64> carry %v : tensor<4x!t> -> tensor<4x!t> {
    ^bb0(%j: tensor<i64>, %w: tensor<4x!t>):
      %2 = graph.add %w, %x : tensor<4x!t>, tensor<4x!t>
      graph.yield %true, %2 : tensor<i1>, tensor<4x!t>
    }
    graph.yield %true, %1 : tensor<i1>, tensor<4x!t>
  }
  return %0 : tensor<4x!t>
}

// The second carried value never changes, the third hands on what was there before the loop.
func.func @unchanged(%n: tensor<i64> {check.values = dense<3> : tensor<i64>}, %x: tensor<9x!t> {check.values = "integers -3 3"}, %y: tensor<9x!t> {check.values = "integers -3 3"})
    -> (tensor<9x!t>, tensor<9x!t>, tensor<9x!t>) {
  %true = graph.constant dense<true> : tensor<i1>
  %0:3 = graph.loop trips %n : tensor<i64> carry %x, %y, %y : tensor<9x!t>, tensor<9x!t>, tensor<9x!t> -> tensor<9x!t>, tensor<9x!t>, tensor<9x!t> {
  ^bb0(%trip: tensor<i64>, %u: tensor<9x!t>, %v: tensor<9x!t>, %w: tensor<9x!t>):
    %1 = graph.add %u, %v : tensor<9x!t>, tensor<9x!t>
    %2 = graph.mul %1, %w : tensor<9x!t>, tensor<9x!t>
    graph.yield %true, %2, %v, %v : tensor<i1>, tensor<9x!t>, tensor<9x!t>, tensor<9x!t>
  }
  return %0#0, %0#1, %0#2 : tensor<9x!t>, tensor<9x!t>, tensor<9x!t>
}
