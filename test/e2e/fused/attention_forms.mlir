// RUN: heddle-check %s --type t=f32,f16,bf16

// Several blocks of queries and of keys, both with a rest.
func.func @blocks(%q: tensor<1x140x2x16x!t>, %k: tensor<1x300x2x16x!t>, %v: tensor<1x300x2x16x!t>)
    -> tensor<1x140x2x16x!t> {
  %0 = graph.contract "bqhd,bkhd->bhqk" %q, %k : tensor<1x140x2x16x!t>, tensor<1x300x2x16x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x2x140x300x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [3] : tensor<1x2x140x300x!t>
  %4 = graph.sub %2, %3 : tensor<1x2x140x300x!t>, tensor<1x2x140x1x!t>
  %5 = graph.exp %4 : tensor<1x2x140x300x!t>
  %6 = graph.reduce add %5 axes [3] : tensor<1x2x140x300x!t>
  %7 = graph.div %5, %6 : tensor<1x2x140x300x!t>, tensor<1x2x140x1x!t>
  %8 = graph.contract "bhqk,bkhd->bqhd" %7, %v : tensor<1x2x140x300x!t>, tensor<1x300x2x16x!t>
  return %8 : tensor<1x140x2x16x!t>
}

// Heads smaller than a vector, of two sizes, and fewer keys than lanes.
func.func @narrow(%q: tensor<2x5x3x!t>, %k: tensor<2x7x3x!t>, %v: tensor<2x7x5x!t>)
    -> tensor<2x5x5x!t> {
  %0 = graph.contract "aqd,akd->aqk" %q, %k : tensor<2x5x3x!t>, tensor<2x7x3x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<2x5x7x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [2] : tensor<2x5x7x!t>
  %4 = graph.sub %2, %3 : tensor<2x5x7x!t>, tensor<2x5x1x!t>
  %5 = graph.exp %4 : tensor<2x5x7x!t>
  %6 = graph.reduce add %5 axes [2] : tensor<2x5x7x!t>
  %7 = graph.div %5, %6 : tensor<2x5x7x!t>, tensor<2x5x1x!t>
  %8 = graph.contract "aqk,akc->aqc" %7, %v : tensor<2x5x7x!t>, tensor<2x7x5x!t>
  return %8 : tensor<2x5x5x!t>
}

// Heads that are no whole vectors.
func.func @wide(%q: tensor<1x2x9x40x!t>, %k: tensor<1x2x33x40x!t>, %v: tensor<1x2x33x80x!t>)
    -> tensor<1x2x9x80x!t> {
  %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : tensor<1x2x9x40x!t>, tensor<1x2x33x40x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x2x9x33x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [3] : tensor<1x2x9x33x!t>
  %4 = graph.sub %2, %3 : tensor<1x2x9x33x!t>, tensor<1x2x9x1x!t>
  %5 = graph.exp %4 : tensor<1x2x9x33x!t>
  %6 = graph.reduce add %5 axes [3] : tensor<1x2x9x33x!t>
  %7 = graph.div %5, %6 : tensor<1x2x9x33x!t>, tensor<1x2x9x1x!t>
  %8 = graph.contract "bhqk,bhkc->bhqc" %7, %v : tensor<1x2x9x33x!t>, tensor<1x2x33x80x!t>
  return %8 : tensor<1x2x9x80x!t>
}

// Keys that are neighbours in memory, and values that are.
func.func @turned_keys(%q: tensor<2x11x24x!t>, %k: tensor<2x24x37x!t>, %v: tensor<2x24x37x!t>)
    -> tensor<2x11x24x!t> {
  %0 = graph.contract "aqd,adk->aqk" %q, %k : tensor<2x11x24x!t>, tensor<2x24x37x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<2x11x37x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [2] : tensor<2x11x37x!t>
  %4 = graph.sub %2, %3 : tensor<2x11x37x!t>, tensor<2x11x1x!t>
  %5 = graph.exp %4 : tensor<2x11x37x!t>
  %6 = graph.reduce add %5 axes [2] : tensor<2x11x37x!t>
  %7 = graph.div %5, %6 : tensor<2x11x37x!t>, tensor<2x11x1x!t>
  %8 = graph.contract "aqk,ack->aqc" %7, %v : tensor<2x11x37x!t>, tensor<2x24x37x!t>
  return %8 : tensor<2x11x24x!t>
}

// A result whose columns are no neighbours.
func.func @turned_result(%q: tensor<2x11x8x!t>, %k: tensor<2x37x8x!t>, %v: tensor<2x37x24x!t>)
    -> tensor<2x24x11x!t> {
  %0 = graph.contract "aqd,akd->aqk" %q, %k : tensor<2x11x8x!t>, tensor<2x37x8x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<2x11x37x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [2] : tensor<2x11x37x!t>
  %4 = graph.sub %2, %3 : tensor<2x11x37x!t>, tensor<2x11x1x!t>
  %5 = graph.exp %4 : tensor<2x11x37x!t>
  %6 = graph.reduce add %5 axes [2] : tensor<2x11x37x!t>
  %7 = graph.div %5, %6 : tensor<2x11x37x!t>, tensor<2x11x1x!t>
  %8 = graph.contract "akc,aqk->acq" %v, %7 : tensor<2x37x24x!t>, tensor<2x11x37x!t>
  return %8 : tensor<2x24x11x!t>
}

// Scores with keys in front.
func.func @keys_first(%q: tensor<11x2x8x!t>, %k: tensor<37x2x8x!t>, %v: tensor<37x2x8x!t>)
    -> tensor<11x2x8x!t> {
  %0 = graph.contract "qad,kad->kaq" %q, %k : tensor<11x2x8x!t>, tensor<37x2x8x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<37x2x11x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [0] : tensor<37x2x11x!t>
  %4 = graph.sub %2, %3 : tensor<37x2x11x!t>, tensor<1x2x11x!t>
  %5 = graph.exp %4 : tensor<37x2x11x!t>
  %6 = graph.reduce add %5 axes [0] : tensor<37x2x11x!t>
  %7 = graph.div %5, %6 : tensor<37x2x11x!t>, tensor<1x2x11x!t>
  %8 = graph.contract "kaq,kad->qad" %7, %v : tensor<37x2x11x!t>, tensor<37x2x8x!t>
  return %8 : tensor<11x2x8x!t>
}

// Three query heads share keys and values.
func.func @grouped(%q: tensor<1x2x3x5x16x!t>, %k: tensor<1x2x19x16x!t>, %v: tensor<1x2x19x16x!t>)
    -> tensor<1x2x3x5x16x!t> {
  %0 = graph.contract "bgrqd,bgkd->bgrqk" %q, %k : tensor<1x2x3x5x16x!t>, tensor<1x2x19x16x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x2x3x5x19x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [4] : tensor<1x2x3x5x19x!t>
  %4 = graph.sub %2, %3 : tensor<1x2x3x5x19x!t>, tensor<1x2x3x5x1x!t>
  %5 = graph.exp %4 : tensor<1x2x3x5x19x!t>
  %6 = graph.reduce add %5 axes [4] : tensor<1x2x3x5x19x!t>
  %7 = graph.div %5, %6 : tensor<1x2x3x5x19x!t>, tensor<1x2x3x5x1x!t>
  %8 = graph.contract "bgrqk,bgkd->bgrqd" %7, %v : tensor<1x2x3x5x19x!t>, tensor<1x2x19x16x!t>
  return %8 : tensor<1x2x3x5x16x!t>
}

// As when a text is continued.
func.func @one_query(%q: tensor<1x4x1x64x!t>, %k: tensor<1x4x257x64x!t>, %v: tensor<1x4x257x64x!t>)
    -> tensor<1x4x1x64x!t> {
  %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : tensor<1x4x1x64x!t>, tensor<1x4x257x64x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x4x1x257x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [3] : tensor<1x4x1x257x!t>
  %4 = graph.sub %2, %3 : tensor<1x4x1x257x!t>, tensor<1x4x1x1x!t>
  %5 = graph.exp %4 : tensor<1x4x1x257x!t>
  %6 = graph.reduce add %5 axes [3] : tensor<1x4x1x257x!t>
  %7 = graph.div %5, %6 : tensor<1x4x1x257x!t>, tensor<1x4x1x1x!t>
  %8 = graph.contract "bhqk,bhkd->bhqd" %7, %v : tensor<1x4x1x257x!t>, tensor<1x4x257x64x!t>
  return %8 : tensor<1x4x1x64x!t>
}

// Keys and values of one batch for all.
func.func @shared_keys(%q: tensor<3x7x8x!t>, %k: tensor<1x21x8x!t>, %v: tensor<1x21x8x!t>)
    -> tensor<3x7x8x!t> {
  %0 = graph.contract "aqd,akd->aqk" %q, %k : tensor<3x7x8x!t>, tensor<1x21x8x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<3x7x21x!t>, tensor<!t>
  %3 = graph.reduce max %2 axes [2] : tensor<3x7x21x!t>
  %4 = graph.sub %2, %3 : tensor<3x7x21x!t>, tensor<3x7x1x!t>
  %5 = graph.exp %4 : tensor<3x7x21x!t>
  %6 = graph.reduce add %5 axes [2] : tensor<3x7x21x!t>
  %7 = graph.div %5, %6 : tensor<3x7x21x!t>, tensor<3x7x1x!t>
  %8 = graph.contract "aqk,akd->aqd" %7, %v : tensor<3x7x21x!t>, tensor<1x21x8x!t>
  return %8 : tensor<3x7x8x!t>
}

// A mask of whole rows of some queries: they are NaN.
func.func @masked_rows(%q: tensor<1x2x9x8x!t>, %k: tensor<1x2x21x8x!t>, %v: tensor<1x2x21x8x!t>, %mask: tensor<1x1x9x1xi1> )
    -> tensor<1x2x9x8x!t> {
  %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : tensor<1x2x9x8x!t>, tensor<1x2x21x8x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x2x9x21x!t>, tensor<!t>
  %3 = graph.constant dense<0xFF800000> : tensor<f32>
  %4 = graph.cast %3 to !t : tensor<f32>
  %5 = graph.select %mask, %2, %4 : tensor<1x1x9x1xi1>, tensor<1x2x9x21x!t>, tensor<!t>
  %6 = graph.reduce max %5 axes [3] : tensor<1x2x9x21x!t>
  %7 = graph.sub %5, %6 : tensor<1x2x9x21x!t>, tensor<1x2x9x1x!t>
  %8 = graph.exp %7 : tensor<1x2x9x21x!t>
  %9 = graph.reduce add %8 axes [3] : tensor<1x2x9x21x!t>
  %10 = graph.div %8, %9 : tensor<1x2x9x21x!t>, tensor<1x2x9x1x!t>
  %11 = graph.contract "bhqk,bhkd->bhqd" %10, %v : tensor<1x2x9x21x!t>, tensor<1x2x21x8x!t>
  return %11 : tensor<1x2x9x8x!t>
}

// The same with zeros for them.
func.func @guarded_rows(%q: tensor<1x2x9x8x!t>, %k: tensor<1x2x21x8x!t>, %v: tensor<1x2x21x8x!t>, %mask: tensor<1x1x9x1xi1> )
    -> tensor<1x2x9x8x!t> {
  %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : tensor<1x2x9x8x!t>, tensor<1x2x21x8x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x2x9x21x!t>, tensor<!t>
  %3 = graph.constant dense<0xFF800000> : tensor<f32>
  %4 = graph.cast %3 to !t : tensor<f32>
  %5 = graph.select %mask, %2, %4 : tensor<1x1x9x1xi1>, tensor<1x2x9x21x!t>, tensor<!t>
  %6 = graph.reduce max %5 axes [3] : tensor<1x2x9x21x!t>
  %7 = graph.sub %5, %6 : tensor<1x2x9x21x!t>, tensor<1x2x9x1x!t>
  %8 = graph.exp %7 : tensor<1x2x9x21x!t>
  %9 = graph.reduce add %8 axes [3] : tensor<1x2x9x21x!t>
  %10 = graph.div %8, %9 : tensor<1x2x9x21x!t>, tensor<1x2x9x1x!t>
  %11 = graph.is_nan %10 : tensor<1x2x9x21x!t>
  %12 = graph.constant dense<0.0> : tensor<!t>
  %13 = graph.select %11, %12, %10 : tensor<1x2x9x21xi1>, tensor<!t>, tensor<1x2x9x21x!t>
  %14 = graph.contract "bhqk,bhkd->bhqd" %13, %v : tensor<1x2x9x21x!t>, tensor<1x2x21x8x!t>
  return %14 : tensor<1x2x9x8x!t>
}

// Blocks of keys that are masked as a whole, for some queries the first.
func.func @masked_keys(%q: tensor<1x2x9x8x!t>, %k: tensor<1x2x600x8x!t>, %v: tensor<1x2x600x8x!t>, %mask: tensor<9x1xi64> {check.values = "integers 0 599"})
    -> tensor<1x2x9x8x!t> {
  %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : tensor<1x2x9x8x!t>, tensor<1x2x600x8x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x2x9x600x!t>, tensor<!t>
  %3 = graph.iota axis 0 -> tensor<600xi64>
  %4 = graph.compare ge %3, %mask : tensor<600xi64>, tensor<9x1xi64>
  %5 = graph.constant dense<0xFF800000> : tensor<f32>
  %6 = graph.cast %5 to !t : tensor<f32>
  %7 = graph.select %4, %2, %6 : tensor<9x600xi1>, tensor<1x2x9x600x!t>, tensor<!t>
  %8 = graph.reduce max %7 axes [3] : tensor<1x2x9x600x!t>
  %9 = graph.sub %7, %8 : tensor<1x2x9x600x!t>, tensor<1x2x9x1x!t>
  %10 = graph.exp %9 : tensor<1x2x9x600x!t>
  %11 = graph.reduce add %10 axes [3] : tensor<1x2x9x600x!t>
  %12 = graph.div %10, %11 : tensor<1x2x9x600x!t>, tensor<1x2x9x1x!t>
  %13 = graph.contract "bhqk,bhkd->bhqd" %12, %v : tensor<1x2x9x600x!t>, tensor<1x2x600x8x!t>
  return %13 : tensor<1x2x9x8x!t>
}

// A cap and a bias of every score, and ops behind.
func.func @capped(%q: tensor<1x2x9x8x!t>, %k: tensor<1x2x130x8x!t>, %v: tensor<1x2x130x8x!t>, %mask: tensor<2x9x130x!t> , %bias: tensor<8x!t>)
    -> tensor<1x2x9x8x!t> {
  %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : tensor<1x2x9x8x!t>, tensor<1x2x130x8x!t>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<1x2x9x130x!t>, tensor<!t>
  %3 = graph.tanh %2 : tensor<1x2x9x130x!t>
  %4 = graph.add %mask, %3 : tensor<2x9x130x!t>, tensor<1x2x9x130x!t>
  %5 = graph.reduce max %4 axes [3] : tensor<1x2x9x130x!t>
  %6 = graph.sub %4, %5 : tensor<1x2x9x130x!t>, tensor<1x2x9x1x!t>
  %7 = graph.exp %6 : tensor<1x2x9x130x!t>
  %8 = graph.reduce add %7 axes [3] : tensor<1x2x9x130x!t>
  %9 = graph.div %7, %8 : tensor<1x2x9x130x!t>, tensor<1x2x9x1x!t>
  %10 = graph.contract "bhqk,bhkd->bhqd" %9, %v : tensor<1x2x9x130x!t>, tensor<1x2x130x8x!t>
  %11 = graph.add %10, %bias : tensor<1x2x9x8x!t>, tensor<8x!t>
  %12 = graph.tanh %11 : tensor<1x2x9x8x!t>
  return %12 : tensor<1x2x9x8x!t>
}

// All sizes but the heads' are open.
func.func @open(%q: tensor<?x?x2x12x!t, #graph.dims<["b", "q", "2", "12"]>>, %k: tensor<?x?x2x12x!t, #graph.dims<["b", "k", "2", "12"]>>, %v: tensor<?x?x2x12x!t, #graph.dims<["b", "k", "2", "12"]>>, %mask: tensor<?x1x1x?x!t, #graph.dims<["b", "1", "1", "k"]>> {check.values = "integers -3 0"})
    -> tensor<?x?x2x12x!t, #graph.dims<["b", "q", "2", "12"]>> attributes {check.sizes = [{b = 2, q = 7, k = 19}, {b = 1, q = 150, k = 133}, {b = 1, q = 1, k = 1}, {b = 3, q = 6, k = 0}, {b = 2, q = 0, k = 5}]} {
  %0 = graph.contract "bqhd,bkhd->bhqk" %q, %k : tensor<?x?x2x12x!t, #graph.dims<["b", "q", "2", "12"]>>, tensor<?x?x2x12x!t, #graph.dims<["b", "k", "2", "12"]>>
  %1 = graph.constant dense<2.500000e-01> : tensor<!t>
  %2 = graph.mul %0, %1 : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>, tensor<!t>
  %3 = graph.add %2, %mask : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>, tensor<?x1x1x?x!t, #graph.dims<["b", "1", "1", "k"]>>
  %4 = graph.reduce max %3 axes [3] : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>
  %5 = graph.sub %3, %4 : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>, tensor<?x2x?x1x!t, #graph.dims<["b", "2", "q", "1"]>>
  %6 = graph.exp %5 : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>
  %7 = graph.reduce add %6 axes [3] : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>
  %8 = graph.div %6, %7 : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>, tensor<?x2x?x1x!t, #graph.dims<["b", "2", "q", "1"]>>
  %9 = graph.contract "bhqk,bkhd->bqhd" %8, %v : tensor<?x2x?x?x!t, #graph.dims<["b", "2", "q", "k"]>>, tensor<?x?x2x12x!t, #graph.dims<["b", "k", "2", "12"]>>
  return %9 : tensor<?x?x2x12x!t, #graph.dims<["b", "q", "2", "12"]>>
}
