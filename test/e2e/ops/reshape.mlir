// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui64,i4,f8E4M3FN

func.func @flatten(%x: tensor<3x5x7x!t>)
    -> tensor<105x!t> {
  %0 = graph.reshape %x : tensor<3x5x7x!t> -> tensor<105x!t>
  return %0 : tensor<105x!t>
}

func.func @split(%x: tensor<30x!t>)
    -> tensor<2x3x5x!t> {
  %0 = graph.reshape %x : tensor<30x!t> -> tensor<2x3x5x!t>
  return %0 : tensor<2x3x5x!t>
}

func.func @regroup(%x: tensor<4x6x!t>)
    -> tensor<3x8x!t> {
  %0 = graph.reshape %x : tensor<4x6x!t> -> tensor<3x8x!t>
  return %0 : tensor<3x8x!t>
}

func.func @to_scalar(%x: tensor<1x1x!t>)
    -> tensor<!t> {
  %0 = graph.reshape %x : tensor<1x1x!t> -> tensor<!t>
  return %0 : tensor<!t>
}

func.func @from_scalar(%x: tensor<!t>)
    -> tensor<1x1x1x!t> {
  %0 = graph.reshape %x : tensor<!t> -> tensor<1x1x1x!t>
  return %0 : tensor<1x1x1x!t>
}

func.func @ones(%x: tensor<3x1x5x!t>)
    -> tensor<1x3x5x1x!t> {
  %0 = graph.reshape %x : tensor<3x1x5x!t> -> tensor<1x3x5x1x!t>
  return %0 : tensor<1x3x5x1x!t>
}

func.func @empty(%x: tensor<0x5x!t>)
    -> tensor<5x0x2x!t> {
  %0 = graph.reshape %x : tensor<0x5x!t> -> tensor<5x0x2x!t>
  return %0 : tensor<5x0x2x!t>
}

func.func @dynamic_flatten(%x: tensor<?x3x?x!t, #graph.dims<["n", "3", "m"]>>)
    -> tensor<?x!t, #graph.dims<["3*m*n"]>> {
  %0 = graph.reshape %x : tensor<?x3x?x!t, #graph.dims<["n", "3", "m"]>> -> tensor<?x!t, #graph.dims<["3*m*n"]>>
  return %0 : tensor<?x!t, #graph.dims<["3*m*n"]>>
}

func.func @dynamic_heads(%x: tensor<?x?x12x!t, #graph.dims<["n", "m", "12"]>>)
    -> tensor<?x?x3x4x!t, #graph.dims<["n", "m", "3", "4"]>> {
  %0 = graph.reshape %x : tensor<?x?x12x!t, #graph.dims<["n", "m", "12"]>> -> tensor<?x?x3x4x!t, #graph.dims<["n", "m", "3", "4"]>>
  return %0 : tensor<?x?x3x4x!t, #graph.dims<["n", "m", "3", "4"]>>
}

func.func @sized(%x: tensor<?x!t, #graph.dims<["n"]>>, %size: tensor<2xi64> {check.values = dense<[5, 3]> : tensor<2xi64>})
    -> tensor<?x?x!t, #graph.dims<["a", "b"]>> attributes {check.sizes = [{n = 15}]} {
  %0 = graph.reshape %x size %size : tensor<2xi64> : tensor<?x!t, #graph.dims<["n"]>> -> tensor<?x?x!t, #graph.dims<["a", "b"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["a", "b"]>>
}

func.func @sized_disagrees(%x: tensor<?x!t, #graph.dims<["n"]>>, %size: tensor<2xi64> {check.values = dense<[5, 3]> : tensor<2xi64>})
    -> tensor<?x?x!t, #graph.dims<["a", "b"]>> attributes {check.fails, check.sizes = [{n = 16}]} {
  %0 = graph.reshape %x size %size : tensor<2xi64> : tensor<?x!t, #graph.dims<["n"]>> -> tensor<?x?x!t, #graph.dims<["a", "b"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["a", "b"]>>
}
