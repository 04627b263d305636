// Every collective on every group of a mesh of 2 x 2, on numbers that differ from rank to rank: each rank takes its row of
// x, and y shows what all of them made of it.
module attributes {graph.phase = "simplified"} {
  dist.mesh @mesh = [a = 2, b = 2]
  func.func @main(%x: tensor<4x24xf32> {graph.name = "x"}) -> (tensor<4x24xf32> {graph.name = "sums"}, tensor<4x7xf16> {graph.name = "halves"},
      tensor<4x7xbf16> {graph.name = "brains"}, tensor<4x7xi32> {graph.name = "integers"}, tensor<4x24xf32> {graph.name = "moved"}) {
    %rank = dist.coord [a, b] : tensor<i64>
    %row = graph.gather %x, %rank axis 0 : tensor<4x24xf32>, tensor<i64>

    %0 = dist.all_reduce add %row over [a, b] : tensor<24xf32>
    %1 = dist.reduce_scatter add %row over [b, a] : tensor<24xf32> -> tensor<6xf32>
    %2 = dist.all_reduce add %1 over [a] : tensor<6xf32>
    %3 = dist.all_gather %2 over [a, b] : tensor<6xf32> -> tensor<24xf32>
    %4 = graph.add %0, %3 : tensor<24xf32>, tensor<24xf32>
    %5 = graph.reshape %4 : tensor<24xf32> -> tensor<1x24xf32>
    %sums = dist.all_gather %5 over [a, b] : tensor<1x24xf32> -> tensor<4x24xf32>

    %some = graph.slice %row starts ["3"] steps [1] : tensor<24xf32> -> tensor<7xf32>
    %h = graph.cast %some to f16 : tensor<7xf32>
    %h0 = dist.all_reduce add %h over [a, b] : tensor<7xf16>
    %h1 = dist.all_reduce max %h over [b] : tensor<7xf16>
    %h2 = graph.add %h0, %h1 : tensor<7xf16>, tensor<7xf16>
    %h3 = graph.reshape %h2 : tensor<7xf16> -> tensor<1x7xf16>
    %halves = dist.all_gather %h3 over [a, b] : tensor<1x7xf16> -> tensor<4x7xf16>

    %r = graph.cast %some to bf16 : tensor<7xf32>
    %r0 = dist.all_reduce add %r over [a, b] : tensor<7xbf16>
    %r1 = graph.reshape %r0 : tensor<7xbf16> -> tensor<1x7xbf16>
    %brains = dist.all_gather %r1 over [a, b] : tensor<1x7xbf16> -> tensor<4x7xbf16>

    %i = graph.cast %some to i32 : tensor<7xf32>
    %i0 = dist.all_reduce min %i over [a] : tensor<7xi32>
    %i1 = graph.reshape %i0 : tensor<7xi32> -> tensor<1x7xi32>
    %integers = dist.all_gather %i1 over [a, b] : tensor<1x7xi32> -> tensor<4x7xi32>

    %m0 = dist.all_to_all %row over [b, a] : tensor<24xf32>
    %m1 = dist.permute %m0 over [a, b] sources [0, 1, 3] targets [1, 3, 2] : tensor<24xf32>
    %m2 = dist.all_to_all %m1 over [b] : tensor<24xf32>
    %m3 = graph.reshape %m2 : tensor<24xf32> -> tensor<1x24xf32>
    %moved = dist.all_gather %m3 over [a, b] : tensor<1x24xf32> -> tensor<4x24xf32>
    return %sums, %halves, %brains, %integers, %moved : tensor<4x24xf32>, tensor<4x7xf16>, tensor<4x7xbf16>, tensor<4x7xi32>, tensor<4x24xf32>
  }
}
