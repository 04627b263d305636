// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui64,i4,f8E4M3FN

func.func @rows(%x: tensor<9x17x!t>)
    -> tensor<5x17x!t> {
  %0 = graph.slice %x starts ["2", "0"] steps [1, 1] : tensor<9x17x!t> -> tensor<5x17x!t>
  return %0 : tensor<5x17x!t>
}

func.func @columns(%x: tensor<9x37x!t>)
    -> tensor<9x19x!t> {
  %0 = graph.slice %x starts ["0", "3"] steps [1, 1] : tensor<9x37x!t> -> tensor<9x19x!t>
  return %0 : tensor<9x19x!t>
}

func.func @steps(%x: tensor<9x37x!t>)
    -> tensor<4x11x!t> {
  %0 = graph.slice %x starts ["1", "2"] steps [2, 3] : tensor<9x37x!t> -> tensor<4x11x!t>
  return %0 : tensor<4x11x!t>
}

func.func @backwards(%x: tensor<9x37x!t>)
    -> tensor<9x37x!t> {
  %0 = graph.slice %x starts ["8", "36"] steps [-1, -1] : tensor<9x37x!t> -> tensor<9x37x!t>
  return %0 : tensor<9x37x!t>
}

func.func @backwards_step(%x: tensor<37x!t>)
    -> tensor<9x!t> {
  %0 = graph.slice %x starts ["35"] steps [-4] : tensor<37x!t> -> tensor<9x!t>
  return %0 : tensor<9x!t>
}

func.func @one(%x: tensor<9x17x!t>)
    -> tensor<1x1x!t> {
  %0 = graph.slice %x starts ["8", "16"] steps [1, 1] : tensor<9x17x!t> -> tensor<1x1x!t>
  return %0 : tensor<1x1x!t>
}

func.func @empty(%x: tensor<9x17x!t>)
    -> tensor<0x17x!t> {
  %0 = graph.slice %x starts ["3", "0"] steps [1, 1] : tensor<9x17x!t> -> tensor<0x17x!t>
  return %0 : tensor<0x17x!t>
}

func.func @dynamic(%x: tensor<?x17x!t, #graph.dims<["n", "17"]>>)
    -> tensor<?x6x!t, #graph.dims<["n", "6"]>> {
  %0 = graph.slice %x starts ["0", "4"] steps [1, 2] : tensor<?x17x!t, #graph.dims<["n", "17"]>> -> tensor<?x6x!t, #graph.dims<["n", "6"]>>
  return %0 : tensor<?x6x!t, #graph.dims<["n", "6"]>>
}

func.func @last_rows(%x: tensor<?x4x!t, #graph.dims<["n", "4"]>>)
    -> tensor<3x4x!t> attributes {check.sizes = [{n = 3}, {n = 11}]} {
  %0 = graph.slice %x starts ["n - 3", "0"] steps [1, 1] : tensor<?x4x!t, #graph.dims<["n", "4"]>> -> tensor<3x4x!t>
  return %0 : tensor<3x4x!t>
}

func.func @drop_first(%x: tensor<?x4x!t, #graph.dims<["n", "4"]>>)
    -> tensor<?x4x!t, #graph.dims<["n - 1", "4"]>> attributes {check.sizes = [{n = 1}, {n = 11}]} {
  %0 = graph.slice %x starts ["1", "0"] steps [1, 1] : tensor<?x4x!t, #graph.dims<["n", "4"]>> -> tensor<?x4x!t, #graph.dims<["n - 1", "4"]>>
  return %0 : tensor<?x4x!t, #graph.dims<["n - 1", "4"]>>
}

func.func @reverse_dynamic(%x: tensor<?x!t, #graph.dims<["n"]>>)
    -> tensor<?x!t, #graph.dims<["n"]>> {
  %0 = graph.slice %x starts ["n - 1"] steps [-1] : tensor<?x!t, #graph.dims<["n"]>> -> tensor<?x!t, #graph.dims<["n"]>>
  return %0 : tensor<?x!t, #graph.dims<["n"]>>
}

func.func @dynamic_start(%x: tensor<9x17x!t>, %start: tensor<2xi64> {check.values = dense<[3, 5]> : tensor<2xi64>})
    -> tensor<4x6x!t> {
  %0 = graph.slice %x starts ["?", "?"] steps [1, 2] dynamic_starts %start : tensor<2xi64> : tensor<9x17x!t> -> tensor<4x6x!t>
  return %0 : tensor<4x6x!t>
}

func.func @sized(%x: tensor<9x17x!t>, %start: tensor<2xi64> {check.values = dense<[3, 0]> : tensor<2xi64>}, %size: tensor<2xi64> {check.values = dense<[2, 17]> : tensor<2xi64>})
    -> tensor<?x17x!t, #graph.dims<["k", "17"]>> {
  %0 = graph.slice %x starts ["?", "0"] steps [1, 1] dynamic_starts %start : tensor<2xi64> size %size : tensor<2xi64> : tensor<9x17x!t> -> tensor<?x17x!t, #graph.dims<["k", "17"]>>
  return %0 : tensor<?x17x!t, #graph.dims<["k", "17"]>>
}
