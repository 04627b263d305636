// RUN: heddle-opt %s -heddle-choose-schedules -split-input-file -verify-diagnostics

// expected-error @+1 {{has the anchor 'contract' but no contraction}}
kernel.func @none(%a: tensor<4xf32>) -> tensor<4xf32> attributes {anchor = #kernel<anchor contract>} {
  %0 = graph.neg %a : tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}

// -----

kernel.func @two(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32>
    attributes {anchor = #kernel<anchor contract>} {
  %0 = graph.contract "mk,kn->mn" %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
  // expected-error @+1 {{is the second contraction of a kernel, which may have one}}
  %1 = graph.contract "mk,kn->mn" %0, %b : tensor<4x4xf32>, tensor<4x4xf32>
  kernel.return %1 : tensor<4x4xf32>
}
