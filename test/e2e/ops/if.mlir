// RUN: heddle-check %s --type t=f32,f64,bf16,i8,i64,i1,ui8

func.func @both_ways(%c: tensor<i1> {check.values = dense<true> : tensor<i1>}, %d: tensor<i1> {check.values = dense<false> : tensor<i1>}, %x: tensor<5x17x!t>)
    -> (tensor<5x17x!t>, tensor<5x17x!t>) {
  %0 = graph.if %c : tensor<i1> -> tensor<5x17x!t> {
    %2 = graph.add %x, %x : tensor<5x17x!t>, tensor<5x17x!t>
    graph.yield %2 : tensor<5x17x!t>
  } else {
    graph.yield %x : tensor<5x17x!t>
  }
  %1 = graph.if %d : tensor<i1> -> tensor<5x17x!t> {
    %2 = graph.add %0, %x : tensor<5x17x!t>, tensor<5x17x!t>
    graph.yield %2 : tensor<5x17x!t>
  } else {
    %2 = graph.mul %0, %x : tensor<5x17x!t>, tensor<5x17x!t>
    graph.yield %2 : tensor<5x17x!t>
  }
  return %0, %1 : tensor<5x17x!t>, tensor<5x17x!t>
}

func.func @computed_condition(%x: tensor<17x!t>, %y: tensor<17x!t>) -> (tensor<1x!t>, tensor<17x!t>) {
  %0 = graph.reduce max %x axes [0] : tensor<17x!t>
  %1 = graph.reduce max %y axes [0] : tensor<17x!t>
  %2 = graph.compare lt %0, %1 : tensor<1x!t>, tensor<1x!t>
  %3 = graph.reshape %2 : tensor<1xi1> -> tensor<i1>
  %4:2 = graph.if %3 : tensor<i1> -> tensor<1x!t>, tensor<17x!t> {
    graph.yield %0, %y : tensor<1x!t>, tensor<17x!t>
  } else {
    graph.yield %1, %x : tensor<1x!t>, tensor<17x!t>
  }
  return %4#0, %4#1 : tensor<1x!t>, tensor<17x!t>
}

// The regions give different sizes: the result has a symbol of its own.
func.func @sizes_differ(%c: tensor<i1>, %x: tensor<?x!t, #graph.dims<["n"]>>) -> tensor<?x!t, #graph.dims<["k"]>> {
  %0 = graph.if %c : tensor<i1> -> tensor<?x!t, #graph.dims<["k"]>> {
    %1 = graph.concat %x, %x axis 0 : tensor<?x!t, #graph.dims<["n"]>>, tensor<?x!t, #graph.dims<["n"]>>
    graph.yield %1 : tensor<?x!t, #graph.dims<["2*n"]>>
  } else {
    graph.yield %x : tensor<?x!t, #graph.dims<["n"]>>
  }
  %1 = graph.add %0, %0 : tensor<?x!t, #graph.dims<["k"]>>, tensor<?x!t, #graph.dims<["k"]>>
  return %1 : tensor<?x!t, #graph.dims<["k"]>>
}

func.func @nested(%c: tensor<i1>, %d: tensor<i1>, %x: tensor<9x!t>) -> tensor<9x!t> {
  %0 = graph.if %c : tensor<i1> -> tensor<9x!t> {
    %1 = graph.if %d : tensor<i1> -> tensor<9x!t> {
      %2 = graph.neg %x : tensor<9x!t>
      graph.yield %2 : tensor<9x!t>
    } else {
      graph.yield %x : tensor<9x!t>
    }
    %3 = graph.add %1, %1 : tensor<9x!t>, tensor<9x!t>
    graph.yield %3 : tensor<9x!t>
  } else {
    %1 = graph.abs %x : tensor<9x!t>
    graph.yield %1 : tensor<9x!t>
  }
  return %0 : tensor<9x!t>
}

// A result that is also computed outside, and one that nobody uses.
func.func @captured_and_unused(%c: tensor<i1>, %x: tensor<9x!t>) -> tensor<9x!t> {
  %0 = graph.abs %x : tensor<9x!t>
  %1:2 = graph.if %c : tensor<i1> -> tensor<9x!t>, tensor<9x!t> {
    graph.yield %0, %x : tensor<9x!t>, tensor<9x!t>
  } else {
    graph.yield %x, %0 : tensor<9x!t>, tensor<9x!t>
  }
  %2 = graph.sub %1#0, %0 : tensor<9x!t>, tensor<9x!t>
  return %2 : tensor<9x!t>
}
