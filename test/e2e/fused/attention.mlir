// RUN: heddle-check %s --type t=f32,f16,bf16

func.func @small(%q: tensor<1x9x16x!t>, %k: tensor<1x9x16x!t>, %v: tensor<1x9x16x!t>)
    -> tensor<1x9x16x!t> {
  %0 = graph.reshape %q : tensor<1x9x16x!t> -> tensor<1x9x2x8x!t>
  %1 = graph.transpose %0 [0, 2, 1, 3] : tensor<1x9x2x8x!t>
  %2 = graph.reshape %k : tensor<1x9x16x!t> -> tensor<1x9x2x8x!t>
  %3 = graph.transpose %2 [0, 2, 1, 3] : tensor<1x9x2x8x!t>
  %4 = graph.reshape %v : tensor<1x9x16x!t> -> tensor<1x9x2x8x!t>
  %5 = graph.transpose %4 [0, 2, 1, 3] : tensor<1x9x2x8x!t>
  %6 = graph.contract "bhqd,bhkd->bhqk" %1, %3 : tensor<1x2x9x8x!t>, tensor<1x2x9x8x!t>
  %7 = graph.constant dense<3.535534e-01> : tensor<!t>
  %8 = graph.mul %6, %7 : tensor<1x2x9x9x!t>, tensor<!t>
  %9 = graph.reduce max %8 axes [3] : tensor<1x2x9x9x!t>
  %10 = graph.sub %8, %9 : tensor<1x2x9x9x!t>, tensor<1x2x9x1x!t>
  %11 = graph.exp %10 : tensor<1x2x9x9x!t>
  %12 = graph.reduce add %11 axes [3] : tensor<1x2x9x9x!t>
  %13 = graph.div %11, %12 : tensor<1x2x9x9x!t>, tensor<1x2x9x1x!t>
  %14 = graph.contract "bhqk,bhkd->bhqd" %13, %5 : tensor<1x2x9x9x!t>, tensor<1x2x9x8x!t>
  %15 = graph.transpose %14 [0, 2, 1, 3] : tensor<1x2x9x8x!t>
  %16 = graph.reshape %15 : tensor<1x9x2x8x!t> -> tensor<1x9x16x!t>
  return %16 : tensor<1x9x16x!t>
}

func.func @cross(%q: tensor<2x7x48x!t>, %k: tensor<2x19x48x!t>, %v: tensor<2x19x48x!t>)
    -> tensor<2x7x48x!t> {
  %0 = graph.reshape %q : tensor<2x7x48x!t> -> tensor<2x7x3x16x!t>
  %1 = graph.transpose %0 [0, 2, 1, 3] : tensor<2x7x3x16x!t>
  %2 = graph.reshape %k : tensor<2x19x48x!t> -> tensor<2x19x3x16x!t>
  %3 = graph.transpose %2 [0, 2, 1, 3] : tensor<2x19x3x16x!t>
  %4 = graph.reshape %v : tensor<2x19x48x!t> -> tensor<2x19x3x16x!t>
  %5 = graph.transpose %4 [0, 2, 1, 3] : tensor<2x19x3x16x!t>
  %6 = graph.contract "bhqd,bhkd->bhqk" %1, %3 : tensor<2x3x7x16x!t>, tensor<2x3x19x16x!t>
  %7 = graph.constant dense<2.500000e-01> : tensor<!t>
  %8 = graph.mul %6, %7 : tensor<2x3x7x19x!t>, tensor<!t>
  %9 = graph.reduce max %8 axes [3] : tensor<2x3x7x19x!t>
  %10 = graph.sub %8, %9 : tensor<2x3x7x19x!t>, tensor<2x3x7x1x!t>
  %11 = graph.exp %10 : tensor<2x3x7x19x!t>
  %12 = graph.reduce add %11 axes [3] : tensor<2x3x7x19x!t>
  %13 = graph.div %11, %12 : tensor<2x3x7x19x!t>, tensor<2x3x7x1x!t>
  %14 = graph.contract "bhqk,bhkd->bhqd" %13, %5 : tensor<2x3x7x19x!t>, tensor<2x3x19x16x!t>
  %15 = graph.transpose %14 [0, 2, 1, 3] : tensor<2x3x7x16x!t>
  %16 = graph.reshape %15 : tensor<2x7x3x16x!t> -> tensor<2x7x48x!t>
  return %16 : tensor<2x7x48x!t>
}

func.func @masked(%q: tensor<2x17x64x!t>, %k: tensor<2x17x64x!t>, %v: tensor<2x17x64x!t>, %mask: tensor<2x1x1x17x!t> {check.values = "integers -3 0"})
    -> tensor<2x17x64x!t> {
  %0 = graph.reshape %q : tensor<2x17x64x!t> -> tensor<2x17x2x32x!t>
  %1 = graph.transpose %0 [0, 2, 1, 3] : tensor<2x17x2x32x!t>
  %2 = graph.reshape %k : tensor<2x17x64x!t> -> tensor<2x17x2x32x!t>
  %3 = graph.transpose %2 [0, 2, 1, 3] : tensor<2x17x2x32x!t>
  %4 = graph.reshape %v : tensor<2x17x64x!t> -> tensor<2x17x2x32x!t>
  %5 = graph.transpose %4 [0, 2, 1, 3] : tensor<2x17x2x32x!t>
  %6 = graph.contract "bhqd,bhkd->bhqk" %1, %3 : tensor<2x2x17x32x!t>, tensor<2x2x17x32x!t>
  %7 = graph.constant dense<1.767767e-01> : tensor<!t>
  %8 = graph.mul %6, %7 : tensor<2x2x17x17x!t>, tensor<!t>
  %9 = graph.add %8, %mask : tensor<2x2x17x17x!t>, tensor<2x1x1x17x!t>
  %10 = graph.reduce max %9 axes [3] : tensor<2x2x17x17x!t>
  %11 = graph.sub %9, %10 : tensor<2x2x17x17x!t>, tensor<2x2x17x1x!t>
  %12 = graph.exp %11 : tensor<2x2x17x17x!t>
  %13 = graph.reduce add %12 axes [3] : tensor<2x2x17x17x!t>
  %14 = graph.div %12, %13 : tensor<2x2x17x17x!t>, tensor<2x2x17x1x!t>
  %15 = graph.contract "bhqk,bhkd->bhqd" %14, %5 : tensor<2x2x17x17x!t>, tensor<2x2x17x32x!t>
  %16 = graph.transpose %15 [0, 2, 1, 3] : tensor<2x2x17x32x!t>
  %17 = graph.reshape %16 : tensor<2x17x2x32x!t> -> tensor<2x17x64x!t>
  return %17 : tensor<2x17x64x!t>
}

func.func @dynamic(%q: tensor<?x?x64x!t, #graph.dims<["b", "q", "64"]>>, %k: tensor<?x?x64x!t, #graph.dims<["b", "k", "64"]>>, %v: tensor<?x?x64x!t, #graph.dims<["b", "k", "64"]>>)
    -> tensor<?x?x64x!t, #graph.dims<["b", "q", "64"]>> attributes {check.sizes = [{b = 2, q = 9, k = 5}, {b = 1, q = 1, k = 33}, {b = 3, q = 20, k = 1}]} {
  %0 = graph.reshape %q : tensor<?x?x64x!t, #graph.dims<["b", "q", "64"]>> -> tensor<?x?x4x16x!t, #graph.dims<["b", "q", "4", "16"]>>
  %1 = graph.transpose %0 [0, 2, 1, 3] : tensor<?x?x4x16x!t, #graph.dims<["b", "q", "4", "16"]>>
  %2 = graph.reshape %k : tensor<?x?x64x!t, #graph.dims<["b", "k", "64"]>> -> tensor<?x?x4x16x!t, #graph.dims<["b", "k", "4", "16"]>>
  %3 = graph.transpose %2 [0, 2, 1, 3] : tensor<?x?x4x16x!t, #graph.dims<["b", "k", "4", "16"]>>
  %4 = graph.reshape %v : tensor<?x?x64x!t, #graph.dims<["b", "k", "64"]>> -> tensor<?x?x4x16x!t, #graph.dims<["b", "k", "4", "16"]>>
  %5 = graph.transpose %4 [0, 2, 1, 3] : tensor<?x?x4x16x!t, #graph.dims<["b", "k", "4", "16"]>>
  %6 = graph.contract "bhqd,bhkd->bhqk" %1, %3 : tensor<?x4x?x16x!t, #graph.dims<["b", "4", "q", "16"]>>, tensor<?x4x?x16x!t, #graph.dims<["b", "4", "k", "16"]>>
  %7 = graph.constant dense<2.500000e-01> : tensor<!t>
  %8 = graph.mul %6, %7 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "k"]>>, tensor<!t>
  %9 = graph.reduce max %8 axes [3] : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "k"]>>
  %10 = graph.sub %8, %9 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "k"]>>, tensor<?x4x?x1x!t, #graph.dims<["b", "4", "q", "1"]>>
  %11 = graph.exp %10 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "k"]>>
  %12 = graph.reduce add %11 axes [3] : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "k"]>>
  %13 = graph.div %11, %12 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "k"]>>, tensor<?x4x?x1x!t, #graph.dims<["b", "4", "q", "1"]>>
  %14 = graph.contract "bhqk,bhkd->bhqd" %13, %5 : tensor<?x4x?x?x!t, #graph.dims<["b", "4", "q", "k"]>>, tensor<?x4x?x16x!t, #graph.dims<["b", "4", "k", "16"]>>
  %15 = graph.transpose %14 [0, 2, 1, 3] : tensor<?x4x?x16x!t, #graph.dims<["b", "4", "q", "16"]>>
  %16 = graph.reshape %15 : tensor<?x?x4x16x!t, #graph.dims<["b", "q", "4", "16"]>> -> tensor<?x?x64x!t, #graph.dims<["b", "q", "64"]>>
  return %16 : tensor<?x?x64x!t, #graph.dims<["b", "q", "64"]>>
}
