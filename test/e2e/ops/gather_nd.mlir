// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui64,i4,f8E4M3FN --type i=i64,i32

func.func @elements(%x: tensor<5x7x!t>, %i: tensor<11x2x!i> {check.values = "indices 5"})
    -> tensor<11x!t> {
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<5x7x!t>, tensor<11x2x!i>
  return %0 : tensor<11x!t>
}

func.func @rows(%x: tensor<5x7x!t>, %i: tensor<11x1x!i> {check.values = "indices 5"})
    -> tensor<11x7x!t> {
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<5x7x!t>, tensor<11x1x!i>
  return %0 : tensor<11x7x!t>
}

func.func @batched(%x: tensor<3x5x7x!t>, %i: tensor<3x4x1x!i> {check.values = "indices 5"})
    -> tensor<3x4x7x!t> {
  %0 = graph.gather_nd %x, %i batch_dims 1 : tensor<3x5x7x!t>, tensor<3x4x1x!i>
  return %0 : tensor<3x4x7x!t>
}

func.func @batched_elements(%x: tensor<3x5x7x!t>, %i: tensor<3x4x2x!i> {check.values = "indices 5"})
    -> tensor<3x4x!t> {
  %0 = graph.gather_nd %x, %i batch_dims 1 : tensor<3x5x7x!t>, tensor<3x4x2x!i>
  return %0 : tensor<3x4x!t>
}

func.func @single(%x: tensor<5x7x!t>, %i: tensor<2x!i> {check.values = "indices 5"})
    -> tensor<!t> {
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<5x7x!t>, tensor<2x!i>
  return %0 : tensor<!t>
}

func.func @dynamic(%x: tensor<?x5x!t, #graph.dims<["n", "5"]>>, %i: tensor<?x1x!i, #graph.dims<["m", "1"]>> {check.values = "indices n"})
    -> tensor<?x5x!t, #graph.dims<["m", "5"]>> attributes {check.sizes = [{n = 5, m = 7}, {n = 3, m = 0}]} {
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<?x5x!t, #graph.dims<["n", "5"]>>, tensor<?x1x!i, #graph.dims<["m", "1"]>>
  return %0 : tensor<?x5x!t, #graph.dims<["m", "5"]>>
}

func.func @outside(%x: tensor<5x7x!t>, %i: tensor<40x2x!i> {check.values = "indices 7"})
    -> tensor<40x!t> attributes {check.fails} {
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<5x7x!t>, tensor<40x2x!i>
  return %0 : tensor<40x!t>
}

func.func @of_nothing(%x: tensor<?x5x!t, #graph.dims<["n", "5"]>>, %i: tensor<3x1x!i> {check.values = "integers 0 0"})
    -> tensor<3x5x!t> attributes {check.fails, check.sizes = [{n = 0}]} {
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<?x5x!t, #graph.dims<["n", "5"]>>, tensor<3x1x!i>
  return %0 : tensor<3x5x!t>
}
