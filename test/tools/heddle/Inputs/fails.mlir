// A model on two ranks of which the second fails: it takes row 1 of a table that has one row. The first waits for it.
module attributes {graph.phase = "simplified"} {
  dist.mesh @mesh = [data = 2]
  func.func @main(%x: tensor<1x4xf32> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"}) {
    %coord = dist.coord [data] : tensor<i64>
    %row = graph.gather %x, %coord axis 0 : tensor<1x4xf32>, tensor<i64> loc("node pick (Gather)")
    %y = dist.all_reduce add %row over [data] : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
