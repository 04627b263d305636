// RUN: heddle compile %s --emit=ptx --target x86-64-v3,sm_80 | FileCheck %s

// CHECK: .target sm_80
// Operands of f16 go by asynchronous copies of 16 bytes to shared memory, from there in matrices to the tensor cores, in three stages.
// CHECK: .entry
// CHECK: .maxntid 256
// CHECK-NEXT: .minnctapersm 2
// CHECK: cp.async.cg.shared.global
// CHECK: cp.async.commit_group
// CHECK: cp.async.wait_group 1
// CHECK: bar.sync 0
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: cp.async.wait_group 0
func.func @main(%a: tensor<256x128xf16> {graph.name = "a"}, %b: tensor<128x192xf16> {graph.name = "b"})
    -> (tensor<256x192xf16> {graph.name = "c"}) {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<256x128xf16>, tensor<128x192xf16>
  return %0 : tensor<256x192xf16>
}
