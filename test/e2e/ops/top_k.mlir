// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui16,ui32,ui64

func.func @last(%x: tensor<3x37x!t> {check.values = "integers 0 9"})
    -> (tensor<3x5x!t>, tensor<3x5xi64>, tensor<3x5x!t>, tensor<3x5xi64>) {
  %v0, %i0 = graph.top_k %x axis 1 largest true : tensor<3x37x!t> -> tensor<3x5x!t>, tensor<3x5xi64>
  %v1, %i1 = graph.top_k %x axis 1 largest false : tensor<3x37x!t> -> tensor<3x5x!t>, tensor<3x5xi64>
  return %v0, %i0, %v1, %i1 : tensor<3x5x!t>, tensor<3x5xi64>, tensor<3x5x!t>, tensor<3x5xi64>
}

func.func @first(%x: tensor<37x3x!t> {check.values = "integers 0 9"})
    -> (tensor<5x3x!t>, tensor<5x3xi64>, tensor<5x3x!t>, tensor<5x3xi64>) {
  %v0, %i0 = graph.top_k %x axis 0 largest true : tensor<37x3x!t> -> tensor<5x3x!t>, tensor<5x3xi64>
  %v1, %i1 = graph.top_k %x axis 0 largest false : tensor<37x3x!t> -> tensor<5x3x!t>, tensor<5x3xi64>
  return %v0, %i0, %v1, %i1 : tensor<5x3x!t>, tensor<5x3xi64>, tensor<5x3x!t>, tensor<5x3xi64>
}

func.func @middle(%x: tensor<2x11x3x!t> {check.values = "integers 0 9"})
    -> (tensor<2x11x3x!t>, tensor<2x11x3xi64>, tensor<2x11x3x!t>, tensor<2x11x3xi64>) {
  %v0, %i0 = graph.top_k %x axis 1 largest true : tensor<2x11x3x!t> -> tensor<2x11x3x!t>, tensor<2x11x3xi64>
  %v1, %i1 = graph.top_k %x axis 1 largest false : tensor<2x11x3x!t> -> tensor<2x11x3x!t>, tensor<2x11x3xi64>
  return %v0, %i0, %v1, %i1 : tensor<2x11x3x!t>, tensor<2x11x3xi64>, tensor<2x11x3x!t>, tensor<2x11x3xi64>
}

func.func @one(%x: tensor<1x!t> {check.values = "integers 0 9"})
    -> (tensor<1x!t>, tensor<1xi64>, tensor<1x!t>, tensor<1xi64>) {
  %v0, %i0 = graph.top_k %x axis 0 largest true : tensor<1x!t> -> tensor<1x!t>, tensor<1xi64>
  %v1, %i1 = graph.top_k %x axis 0 largest false : tensor<1x!t> -> tensor<1x!t>, tensor<1xi64>
  return %v0, %i0, %v1, %i1 : tensor<1x!t>, tensor<1xi64>, tensor<1x!t>, tensor<1xi64>
}

func.func @none(%x: tensor<5x!t> {check.values = "integers 0 9"})
    -> (tensor<0x!t>, tensor<0xi64>, tensor<0x!t>, tensor<0xi64>) {
  %v0, %i0 = graph.top_k %x axis 0 largest true : tensor<5x!t> -> tensor<0x!t>, tensor<0xi64>
  %v1, %i1 = graph.top_k %x axis 0 largest false : tensor<5x!t> -> tensor<0x!t>, tensor<0xi64>
  return %v0, %i0, %v1, %i1 : tensor<0x!t>, tensor<0xi64>, tensor<0x!t>, tensor<0xi64>
}

func.func @special(%x: tensor<99x!t> {check.values = "special"})
    -> (tensor<99x!t>, tensor<99xi64>, tensor<99x!t>, tensor<99xi64>) {
  %v0, %i0 = graph.top_k %x axis 0 largest true : tensor<99x!t> -> tensor<99x!t>, tensor<99xi64>
  %v1, %i1 = graph.top_k %x axis 0 largest false : tensor<99x!t> -> tensor<99x!t>, tensor<99xi64>
  return %v0, %i0, %v1, %i1 : tensor<99x!t>, tensor<99xi64>, tensor<99x!t>, tensor<99xi64>
}

func.func @dynamic(%x: tensor<?x17x!t, #graph.dims<["n", "17"]>> {check.values = "integers 0 9"})
    -> (tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<?x4xi64, #graph.dims<["n", "4"]>>, tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<?x4xi64, #graph.dims<["n", "4"]>>) {
  %v0, %i0 = graph.top_k %x axis 1 largest true : tensor<?x17x!t, #graph.dims<["n", "17"]>> -> tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<?x4xi64, #graph.dims<["n", "4"]>>
  %v1, %i1 = graph.top_k %x axis 1 largest false : tensor<?x17x!t, #graph.dims<["n", "17"]>> -> tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<?x4xi64, #graph.dims<["n", "4"]>>
  return %v0, %i0, %v1, %i1 : tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<?x4xi64, #graph.dims<["n", "4"]>>, tensor<?x4x!t, #graph.dims<["n", "4"]>>, tensor<?x4xi64, #graph.dims<["n", "4"]>>
}

func.func @sized(%x: tensor<37x!t> {check.values = "integers 0 9"}, %size: tensor<1xi64> {check.values = dense<[6]> : tensor<1xi64>})
    -> (tensor<?x!t, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["k"]>>) {
  %v, %i = graph.top_k %x axis 0 largest true size %size : tensor<1xi64> : tensor<37x!t> -> tensor<?x!t, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["k"]>>
  return %v, %i : tensor<?x!t, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["k"]>>
}

func.func @sized_too_large(%x: tensor<5x!t>, %size: tensor<1xi64> {check.values = dense<[6]> : tensor<1xi64>})
    -> (tensor<?x!t, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["k"]>>) attributes {check.fails} {
  %v, %i = graph.top_k %x axis 0 largest true size %size : tensor<1xi64> : tensor<5x!t> -> tensor<?x!t, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["k"]>>
  return %v, %i : tensor<?x!t, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["k"]>>
}

// Only the second result is used.
func.func @indices_only(%x: tensor<3x40x!t> {check.values = "integers 0 9"}) -> tensor<3x4xi64> {
  %values, %indices = graph.top_k %x axis 1 largest true : tensor<3x40x!t> -> tensor<3x4x!t>, tensor<3x4xi64>
  return %indices : tensor<3x4xi64>
}
