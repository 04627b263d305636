func.func @mma(%a: tensor<100x72x!t>, %b: tensor<72x136x!t>) -> tensor<100x136x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<100x72x!t>, tensor<72x136x!t>
  return %0 : tensor<100x136x!t>
}
func.func @odd(%a: tensor<33x17x!t>, %b: tensor<17x19x!t>) -> tensor<33x19x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<33x17x!t>, tensor<17x19x!t>
  return %0 : tensor<33x19x!t>
}
func.func @batched(%a: tensor<3x40x32x!t>, %b: tensor<3x32x24x!t>) -> tensor<3x40x24x!t> {
  %0 = graph.contract "bmk,bkn->bmn" %a, %b : tensor<3x40x32x!t>, tensor<3x32x24x!t>
  return %0 : tensor<3x40x24x!t>
}
