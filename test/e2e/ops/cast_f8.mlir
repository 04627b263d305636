// RUN: heddle-check %s --type a=f8E4M3FN,f8E4M3FNUZ,f8E5M2,f8E5M2FNUZ --type b=f32,f64,f16,bf16

func.func @narrow(%odd: tensor<3x17x!b> {check.values = "uniform -500 500"}, %special: tensor<99x!b> {check.values = "special"},
                  %tiny: tensor<99x!b> {check.values = "uniform -0.02 0.02"})
    -> (tensor<3x17x!a>, tensor<99x!a>, tensor<99x!a>) {
  %0 = graph.cast %odd to !a : tensor<3x17x!b>
  %1 = graph.cast %special to !a : tensor<99x!b>
  %2 = graph.cast %tiny to !a : tensor<99x!b>
  return %0, %1, %2 : tensor<3x17x!a>, tensor<99x!a>, tensor<99x!a>
}

func.func @narrow_unsaturated(%odd: tensor<3x17x!b> {check.values = "uniform -500 500"}, %special: tensor<99x!b> {check.values = "special"})
    -> (tensor<3x17x!a>, tensor<99x!a>) {
  %0 = graph.cast %odd to !a {saturate = false} : tensor<3x17x!b>
  %1 = graph.cast %special to !a {saturate = false} : tensor<99x!b>
  return %0, %1 : tensor<3x17x!a>, tensor<99x!a>
}

func.func @widen(%x: tensor<3x17x!a> {check.values = "uniform -300 300"}, %special: tensor<99x!a> {check.values = "special"})
    -> (tensor<3x17x!b>, tensor<99x!b>) {
  %0 = graph.cast %x to !b : tensor<3x17x!a>
  %1 = graph.cast %special to !b : tensor<99x!a>
  return %0, %1 : tensor<3x17x!b>, tensor<99x!b>
}
