module {
  dist.mesh @mesh = [model = 2]
  func.func @main(%x: tensor<4x64xf32> {graph.name = "x"}) -> (tensor<4x64xf32> {graph.name = "y"}) {
    %zero = graph.constant dense<0.0> : tensor<f32>
    %w = graph.constant dense<0.25> : tensor<64x256xf32>
    %v = graph.constant dense<0.5> : tensor<256x64xf32>
    %columns = dist.constrain %w <[{}, {model}]> : tensor<64x256xf32>
    %h = graph.contract "mk,kn->mn" %x, %columns : tensor<4x64xf32>, tensor<64x256xf32>
    %r = graph.max %h, %zero : tensor<4x256xf32>, tensor<f32>
    %y = graph.contract "mk,kn->mn" %r, %v : tensor<4x256xf32>, tensor<256x64xf32>
    return %y : tensor<4x64xf32>
  }
}
