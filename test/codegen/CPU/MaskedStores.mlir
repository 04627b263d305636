// RUN: heddle compile %s --target x86-64-v4 --emit asm -o - | FileCheck %s

// The last of 17 columns is alone in its vector, whose elements were narrowed from i32: it is stored in 2 bytes, not in 4, which
// would reach into the next row.
// CHECK: vpextrw $0, %xmm{{[0-9]+}}, (%r{{[a-z0-9]+}})
func.func @main(%x: tensor<13x65xbf16> {graph.name = "x"}, %w: tensor<65x17xbf16> {graph.name = "w"})
    -> (tensor<13x17xbf16> {graph.name = "y"}) {
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<13x65xbf16>, tensor<65x17xbf16>
  return %0 : tensor<13x17xbf16>
}
