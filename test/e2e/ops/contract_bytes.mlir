// RUN: heddle-check %s --type a=i8,ui8 --type b=i8,ui8
// RUN: heddle-check %s --target=x86-64-v3 --type a=i8,ui8 --type b=i8,ui8

func.func @matmul_1_1_1(%a: tensor<1x1x!a> {check.values = "integers -128 255"}, %b: tensor<1x1x!b> {check.values = "integers -128 255"})
    -> tensor<1x1xi32> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<1x1x!a>, tensor<1x1x!b>
  return %0 : tensor<1x1xi32>
}

func.func @matmul_7_33_17(%a: tensor<7x33x!a> {check.values = "integers -128 255"}, %b: tensor<33x17x!b> {check.values = "integers -128 255"})
    -> tensor<7x17xi32> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<7x33x!a>, tensor<33x17x!b>
  return %0 : tensor<7x17xi32>
}

func.func @matmul_14_64_32(%a: tensor<14x64x!a> {check.values = "integers -128 255"}, %b: tensor<64x32x!b> {check.values = "integers -128 255"})
    -> tensor<14x32xi32> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<14x64x!a>, tensor<64x32x!b>
  return %0 : tensor<14x32xi32>
}

func.func @matmul_15_127_33(%a: tensor<15x127x!a> {check.values = "integers -128 255"}, %b: tensor<127x33x!b> {check.values = "integers -128 255"})
    -> tensor<15x33xi32> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<15x127x!a>, tensor<127x33x!b>
  return %0 : tensor<15x33xi32>
}

func.func @batched(%a: tensor<2x5x17x!a>, %b: tensor<2x9x17x!b>)
    -> tensor<2x5x9xi32> {
  %0 = graph.contract "bmk,bnk->bmn" %a, %b : tensor<2x5x17x!a>, tensor<2x9x17x!b>
  return %0 : tensor<2x5x9xi32>
}

func.func @dynamic(%a: tensor<?x?x!a, #graph.dims<["m", "k"]>>, %b: tensor<?x19x!b, #graph.dims<["k", "19"]>>)
    -> tensor<?x19xi32, #graph.dims<["m", "19"]>> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<?x?x!a, #graph.dims<["m", "k"]>>, tensor<?x19x!b, #graph.dims<["k", "19"]>>
  return %0 : tensor<?x19xi32, #graph.dims<["m", "19"]>>
}
