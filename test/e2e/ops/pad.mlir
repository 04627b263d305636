// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui64,i4,f8E4M3FN

func.func @around(%x: tensor<5x17x!t>, %v: tensor<!t>)
    -> tensor<8x23x!t> {
  %0 = graph.pad %x, %v constant lows ["2", "3"] interior [0, 0] : tensor<5x17x!t>, tensor<!t> -> tensor<8x23x!t>
  return %0 : tensor<8x23x!t>
}

func.func @behind(%x: tensor<5x17x!t>, %v: tensor<!t>)
    -> tensor<5x32x!t> {
  %0 = graph.pad %x, %v constant lows ["0", "0"] interior [0, 0] : tensor<5x17x!t>, tensor<!t> -> tensor<5x32x!t>
  return %0 : tensor<5x32x!t>
}

func.func @cut(%x: tensor<9x17x!t>, %v: tensor<!t>)
    -> tensor<5x19x!t> {
  %0 = graph.pad %x, %v constant lows ["-2", "-3"] interior [0, 0] : tensor<9x17x!t>, tensor<!t> -> tensor<5x19x!t>
  return %0 : tensor<5x19x!t>
}

func.func @interior(%x: tensor<4x5x!t>, %v: tensor<!t>)
    -> tensor<9x13x!t> {
  %0 = graph.pad %x, %v constant lows ["1", "-1"] interior [1, 2] : tensor<4x5x!t>, tensor<!t> -> tensor<9x13x!t>
  return %0 : tensor<9x13x!t>
}

func.func @empty_input(%x: tensor<0x5x!t>, %v: tensor<!t>)
    -> tensor<3x5x!t> {
  %0 = graph.pad %x, %v constant lows ["2", "0"] interior [0, 0] : tensor<0x5x!t>, tensor<!t> -> tensor<3x5x!t>
  return %0 : tensor<3x5x!t>
}

func.func @reflect(%x: tensor<5x17x!t>, %v: tensor<!t>)
    -> tensor<10x23x!t> {
  %0 = graph.pad %x, %v reflect lows ["3", "2"] interior [0, 0] : tensor<5x17x!t>, tensor<!t> -> tensor<10x23x!t>
  return %0 : tensor<10x23x!t>
}

func.func @reflect_far(%x: tensor<3x4x!t>, %v: tensor<!t>)
    -> tensor<17x16x!t> {
  %0 = graph.pad %x, %v reflect lows ["7", "5"] interior [0, 0] : tensor<3x4x!t>, tensor<!t> -> tensor<17x16x!t>
  return %0 : tensor<17x16x!t>
}

func.func @reflect_one(%x: tensor<1x4x!t>, %v: tensor<!t>)
    -> tensor<5x4x!t> {
  %0 = graph.pad %x, %v reflect lows ["2", "0"] interior [0, 0] : tensor<1x4x!t>, tensor<!t> -> tensor<5x4x!t>
  return %0 : tensor<5x4x!t>
}

func.func @reflect_cut(%x: tensor<9x5x!t>, %v: tensor<!t>)
    -> tensor<9x7x!t> {
  %0 = graph.pad %x, %v reflect lows ["-2", "1"] interior [0, 0] : tensor<9x5x!t>, tensor<!t> -> tensor<9x7x!t>
  return %0 : tensor<9x7x!t>
}

func.func @edge(%x: tensor<5x17x!t>, %v: tensor<!t>)
    -> tensor<10x23x!t> {
  %0 = graph.pad %x, %v edge lows ["3", "2"] interior [0, 0] : tensor<5x17x!t>, tensor<!t> -> tensor<10x23x!t>
  return %0 : tensor<10x23x!t>
}

func.func @edge_far(%x: tensor<3x4x!t>, %v: tensor<!t>)
    -> tensor<17x16x!t> {
  %0 = graph.pad %x, %v edge lows ["7", "5"] interior [0, 0] : tensor<3x4x!t>, tensor<!t> -> tensor<17x16x!t>
  return %0 : tensor<17x16x!t>
}

func.func @edge_one(%x: tensor<1x4x!t>, %v: tensor<!t>)
    -> tensor<5x4x!t> {
  %0 = graph.pad %x, %v edge lows ["2", "0"] interior [0, 0] : tensor<1x4x!t>, tensor<!t> -> tensor<5x4x!t>
  return %0 : tensor<5x4x!t>
}

func.func @edge_cut(%x: tensor<9x5x!t>, %v: tensor<!t>)
    -> tensor<9x7x!t> {
  %0 = graph.pad %x, %v edge lows ["-2", "1"] interior [0, 0] : tensor<9x5x!t>, tensor<!t> -> tensor<9x7x!t>
  return %0 : tensor<9x7x!t>
}

func.func @wrap(%x: tensor<5x17x!t>, %v: tensor<!t>)
    -> tensor<10x23x!t> {
  %0 = graph.pad %x, %v wrap lows ["3", "2"] interior [0, 0] : tensor<5x17x!t>, tensor<!t> -> tensor<10x23x!t>
  return %0 : tensor<10x23x!t>
}

func.func @wrap_far(%x: tensor<3x4x!t>, %v: tensor<!t>)
    -> tensor<17x16x!t> {
  %0 = graph.pad %x, %v wrap lows ["7", "5"] interior [0, 0] : tensor<3x4x!t>, tensor<!t> -> tensor<17x16x!t>
  return %0 : tensor<17x16x!t>
}

func.func @wrap_one(%x: tensor<1x4x!t>, %v: tensor<!t>)
    -> tensor<5x4x!t> {
  %0 = graph.pad %x, %v wrap lows ["2", "0"] interior [0, 0] : tensor<1x4x!t>, tensor<!t> -> tensor<5x4x!t>
  return %0 : tensor<5x4x!t>
}

func.func @wrap_cut(%x: tensor<9x5x!t>, %v: tensor<!t>)
    -> tensor<9x7x!t> {
  %0 = graph.pad %x, %v wrap lows ["-2", "1"] interior [0, 0] : tensor<9x5x!t>, tensor<!t> -> tensor<9x7x!t>
  return %0 : tensor<9x7x!t>
}

func.func @dynamic(%x: tensor<?x17x!t, #graph.dims<["n", "17"]>>, %v: tensor<!t>)
    -> tensor<?x20x!t, #graph.dims<["n + 3", "20"]>> {
  %0 = graph.pad %x, %v constant lows ["1", "2"] interior [0, 0] : tensor<?x17x!t, #graph.dims<["n", "17"]>>, tensor<!t> -> tensor<?x20x!t, #graph.dims<["n + 3", "20"]>>
  return %0 : tensor<?x20x!t, #graph.dims<["n + 3", "20"]>>
}

func.func @dynamic_reflect(%x: tensor<?x17x!t, #graph.dims<["n", "17"]>>, %v: tensor<!t>)
    -> tensor<?x20x!t, #graph.dims<["n + 3", "20"]>> attributes {check.sizes = [{n = 1}, {n = 6}]} {
  %0 = graph.pad %x, %v reflect lows ["1", "2"] interior [0, 0] : tensor<?x17x!t, #graph.dims<["n", "17"]>>, tensor<!t> -> tensor<?x20x!t, #graph.dims<["n + 3", "20"]>>
  return %0 : tensor<?x20x!t, #graph.dims<["n + 3", "20"]>>
}

func.func @dynamic_lows(%x: tensor<5x17x!t>, %v: tensor<!t>, %lows: tensor<2xi64> {check.values = dense<[2, -3]> : tensor<2xi64>})
    -> tensor<8x17x!t> {
  %0 = graph.pad %x, %v constant lows ["?", "?"] interior [0, 0] dynamic_lows %lows : tensor<2xi64> : tensor<5x17x!t>, tensor<!t> -> tensor<8x17x!t>
  return %0 : tensor<8x17x!t>
}

func.func @sized(%x: tensor<5x17x!t>, %v: tensor<!t>, %size: tensor<2xi64> {check.values = dense<[9, 17]> : tensor<2xi64>})
    -> tensor<?x17x!t, #graph.dims<["k", "17"]>> {
  %0 = graph.pad %x, %v constant lows ["2", "0"] interior [0, 0] size %size : tensor<2xi64> : tensor<5x17x!t>, tensor<!t> -> tensor<?x17x!t, #graph.dims<["k", "17"]>>
  return %0 : tensor<?x17x!t, #graph.dims<["k", "17"]>>
}
