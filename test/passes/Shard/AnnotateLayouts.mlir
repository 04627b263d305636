// RUN: heddle-opt %s -heddle-annotate-layouts='mesh=data=2,model=4 rules=%S/Inputs/rules.json' | FileCheck %s

// Arguments, results and weights get the layout of the first rule that fits their name.
// CHECK: dist.mesh @mesh = [data = 2, model = 4]
// CHECK: func.func @main(%{{.*}}: tensor<8x4xf32> {dist.layout = #dist.layout<[{data, ?}, {}]>, graph.name = "x"}) -> (tensor<8x8xf32> {dist.layout = #dist.layout<[{data}, {}]>, graph.name = "y"})
func.func @main(%x: tensor<8x4xf32> {graph.name = "x"}) -> (tensor<8x8xf32> {graph.name = "y"}) {
  // CHECK: %[[W:.*]] = graph.constant
  // CHECK: %[[C:.*]] = dist.constrain %[[W]] <[{}, {model}]>
  // CHECK: graph.contract "mk,kn->mn" %{{.*}}, %[[C]]
  %w = graph.constant dense<1.0> : tensor<4x8xf32> loc("layer.0.weight")
  // CHECK-NOT: dist.constrain
  %b = graph.constant dense<1.0> : tensor<8xf32> loc("layer.0.bias")
  %0 = graph.contract "mk,kn->mn" %x, %w : tensor<8x4xf32>, tensor<4x8xf32>
  %1 = graph.add %0, %b : tensor<8x8xf32>, tensor<8xf32>
  return %1 : tensor<8x8xf32>
}
