// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i32
// RUN: heddle-check %s --target=x86-64-v3 --type t=f32,f64,f16,bf16,i32

func.func @matmul_1_1_1(%a: tensor<1x1x!t>, %b: tensor<1x1x!t>)
    -> tensor<1x1x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<1x1x!t>, tensor<1x1x!t>
  return %0 : tensor<1x1x!t>
}

func.func @matmul_3_5_7(%a: tensor<3x5x!t>, %b: tensor<5x7x!t>)
    -> tensor<3x7x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<3x5x!t>, tensor<5x7x!t>
  return %0 : tensor<3x7x!t>
}

func.func @matmul_6_16_16(%a: tensor<6x16x!t>, %b: tensor<16x16x!t>)
    -> tensor<6x16x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<6x16x!t>, tensor<16x16x!t>
  return %0 : tensor<6x16x!t>
}

func.func @matmul_7_33_17(%a: tensor<7x33x!t>, %b: tensor<33x17x!t>)
    -> tensor<7x17x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<7x33x!t>, tensor<33x17x!t>
  return %0 : tensor<7x17x!t>
}

func.func @matmul_13_1_65(%a: tensor<13x1x!t>, %b: tensor<1x65x!t>)
    -> tensor<13x65x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<13x1x!t>, tensor<1x65x!t>
  return %0 : tensor<13x65x!t>
}

func.func @matmul_14_64_32(%a: tensor<14x64x!t>, %b: tensor<64x32x!t>)
    -> tensor<14x32x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<14x64x!t>, tensor<64x32x!t>
  return %0 : tensor<14x32x!t>
}

func.func @matmul_15_65_33(%a: tensor<15x65x!t>, %b: tensor<65x33x!t>)
    -> tensor<15x33x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<15x65x!t>, tensor<65x33x!t>
  return %0 : tensor<15x33x!t>
}

func.func @matmul_64_64_64(%a: tensor<64x64x!t>, %b: tensor<64x64x!t>)
    -> tensor<64x64x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<64x64x!t>, tensor<64x64x!t>
  return %0 : tensor<64x64x!t>
}

func.func @matmul_1_70_90(%a: tensor<1x70x!t>, %b: tensor<70x90x!t>)
    -> tensor<1x90x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<1x70x!t>, tensor<70x90x!t>
  return %0 : tensor<1x90x!t>
}

func.func @matmul_90_70_1(%a: tensor<90x70x!t>, %b: tensor<70x1x!t>)
    -> tensor<90x1x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<90x70x!t>, tensor<70x1x!t>
  return %0 : tensor<90x1x!t>
}

func.func @matmul_97_129_101(%a: tensor<97x129x!t>, %b: tensor<129x101x!t>)
    -> tensor<97x101x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<97x129x!t>, tensor<129x101x!t>
  return %0 : tensor<97x101x!t>
}

func.func @transposed_rhs(%a: tensor<19x33x!t>, %b: tensor<37x33x!t>)
    -> tensor<19x37x!t> {
  %0 = graph.contract "mk,nk->mn" %a, %b : tensor<19x33x!t>, tensor<37x33x!t>
  return %0 : tensor<19x37x!t>
}

func.func @transposed_lhs(%a: tensor<33x19x!t>, %b: tensor<33x37x!t>)
    -> tensor<19x37x!t> {
  %0 = graph.contract "km,kn->mn" %a, %b : tensor<33x19x!t>, tensor<33x37x!t>
  return %0 : tensor<19x37x!t>
}

func.func @transposed_both(%a: tensor<33x19x!t>, %b: tensor<37x33x!t>)
    -> tensor<19x37x!t> {
  %0 = graph.contract "km,nk->mn" %a, %b : tensor<33x19x!t>, tensor<37x33x!t>
  return %0 : tensor<19x37x!t>
}

func.func @transposed_result(%a: tensor<19x33x!t>, %b: tensor<33x37x!t>)
    -> tensor<37x19x!t> {
  %0 = graph.contract "mk,kn->nm" %a, %b : tensor<19x33x!t>, tensor<33x37x!t>
  return %0 : tensor<37x19x!t>
}

func.func @batched(%a: tensor<3x9x17x!t>, %b: tensor<3x17x21x!t>)
    -> tensor<3x9x21x!t> {
  %0 = graph.contract "bmk,bkn->bmn" %a, %b : tensor<3x9x17x!t>, tensor<3x17x21x!t>
  return %0 : tensor<3x9x21x!t>
}

func.func @batched_transposed(%a: tensor<3x9x17x!t>, %b: tensor<3x21x17x!t>)
    -> tensor<3x9x21x!t> {
  %0 = graph.contract "bmk,bnk->bmn" %a, %b : tensor<3x9x17x!t>, tensor<3x21x17x!t>
  return %0 : tensor<3x9x21x!t>
}

func.func @batch_stretches(%a: tensor<1x9x17x!t>, %b: tensor<3x17x21x!t>)
    -> tensor<3x9x21x!t> {
  %0 = graph.contract "bmk,bkn->bmn" %a, %b : tensor<1x9x17x!t>, tensor<3x17x21x!t>
  return %0 : tensor<3x9x21x!t>
}

func.func @two_batches(%a: tensor<2x3x9x17x!t>, %b: tensor<2x3x17x21x!t>)
    -> tensor<2x3x9x21x!t> {
  %0 = graph.contract "abmk,abkn->abmn" %a, %b : tensor<2x3x9x17x!t>, tensor<2x3x17x21x!t>
  return %0 : tensor<2x3x9x21x!t>
}

func.func @one_batch_stretches(%a: tensor<2x3x9x17x!t>, %b: tensor<2x1x17x21x!t>)
    -> tensor<2x3x9x21x!t> {
  %0 = graph.contract "abmk,abkn->abmn" %a, %b : tensor<2x3x9x17x!t>, tensor<2x1x17x21x!t>
  return %0 : tensor<2x3x9x21x!t>
}

func.func @shared_rhs(%a: tensor<3x9x17x!t>, %b: tensor<17x21x!t>)
    -> tensor<3x9x21x!t> {
  %0 = graph.contract "bmk,kn->bmn" %a, %b : tensor<3x9x17x!t>, tensor<17x21x!t>
  return %0 : tensor<3x9x21x!t>
}

func.func @attention(%a: tensor<2x9x3x16x!t>, %b: tensor<2x11x3x16x!t>)
    -> tensor<2x3x9x11x!t> {
  %0 = graph.contract "bqhd,bkhd->bhqk" %a, %b : tensor<2x9x3x16x!t>, tensor<2x11x3x16x!t>
  return %0 : tensor<2x3x9x11x!t>
}

func.func @attention_values(%a: tensor<2x3x9x11x!t>, %b: tensor<2x11x3x16x!t>)
    -> tensor<2x9x3x16x!t> {
  %0 = graph.contract "bhqk,bkhd->bqhd" %a, %b : tensor<2x3x9x11x!t>, tensor<2x11x3x16x!t>
  return %0 : tensor<2x9x3x16x!t>
}

func.func @vector_matrix(%a: tensor<33x!t>, %b: tensor<33x17x!t>)
    -> tensor<17x!t> {
  %0 = graph.contract "k,kn->n" %a, %b : tensor<33x!t>, tensor<33x17x!t>
  return %0 : tensor<17x!t>
}

func.func @matrix_vector(%a: tensor<17x33x!t>, %b: tensor<33x!t>)
    -> tensor<17x!t> {
  %0 = graph.contract "mk,k->m" %a, %b : tensor<17x33x!t>, tensor<33x!t>
  return %0 : tensor<17x!t>
}

func.func @dot(%a: tensor<33x!t>, %b: tensor<33x!t>)
    -> tensor<!t> {
  %0 = graph.contract "k,k->" %a, %b : tensor<33x!t>, tensor<33x!t>
  return %0 : tensor<!t>
}

func.func @outer(%a: tensor<17x!t>, %b: tensor<9x!t>)
    -> tensor<17x9x!t> {
  %0 = graph.contract "m,n->mn" %a, %b : tensor<17x!t>, tensor<9x!t>
  return %0 : tensor<17x9x!t>
}

func.func @elementwise(%a: tensor<5x17x!t>, %b: tensor<5x17x!t>)
    -> tensor<5x17x!t> {
  %0 = graph.contract "ab,ab->ab" %a, %b : tensor<5x17x!t>, tensor<5x17x!t>
  return %0 : tensor<5x17x!t>
}

func.func @two_sums(%a: tensor<5x3x7x!t>, %b: tensor<3x7x9x!t>)
    -> tensor<5x9x!t> {
  %0 = graph.contract "mab,abn->mn" %a, %b : tensor<5x3x7x!t>, tensor<3x7x9x!t>
  return %0 : tensor<5x9x!t>
}

func.func @sum_of_nothing(%a: tensor<3x0x!t>, %b: tensor<0x5x!t>)
    -> tensor<3x5x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<3x0x!t>, tensor<0x5x!t>
  return %0 : tensor<3x5x!t>
}

func.func @no_rows(%a: tensor<0x4x!t>, %b: tensor<4x5x!t>)
    -> tensor<0x5x!t> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<0x4x!t>, tensor<4x5x!t>
  return %0 : tensor<0x5x!t>
}

func.func @dynamic_rows(%a: tensor<?x33x!t, #graph.dims<["m", "33"]>>, %b: tensor<33x17x!t>)
    -> tensor<?x17x!t, #graph.dims<["m", "17"]>> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<?x33x!t, #graph.dims<["m", "33"]>>, tensor<33x17x!t>
  return %0 : tensor<?x17x!t, #graph.dims<["m", "17"]>>
}

func.func @dynamic_all(%a: tensor<?x?x!t, #graph.dims<["m", "k"]>>, %b: tensor<?x?x!t, #graph.dims<["k", "n"]>>)
    -> tensor<?x?x!t, #graph.dims<["m", "n"]>> {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<?x?x!t, #graph.dims<["m", "k"]>>, tensor<?x?x!t, #graph.dims<["k", "n"]>>
  return %0 : tensor<?x?x!t, #graph.dims<["m", "n"]>>
}

func.func @dynamic_batch(%a: tensor<?x?x16x!t, #graph.dims<["b", "m", "16"]>>, %b: tensor<?x16x?x!t, #graph.dims<["b", "16", "n"]>>)
    -> tensor<?x?x?x!t, #graph.dims<["b", "m", "n"]>> {
  %0 = graph.contract "bmk,bkn->bmn" %a, %b : tensor<?x?x16x!t, #graph.dims<["b", "m", "16"]>>, tensor<?x16x?x!t, #graph.dims<["b", "16", "n"]>>
  return %0 : tensor<?x?x?x!t, #graph.dims<["b", "m", "n"]>>
}
