// RUN: heddle-opt %s -pass-pipeline='builtin.module(func.func(heddle-freeze-loop-state))' -split-input-file | FileCheck %s

// Weights that go round unchanged are read from outside, in the body and behind the loop; the rest stays in order.
// CHECK-LABEL: func.func @weights
// CHECK-SAME: (%[[N:.+]]: tensor<i64>, %[[X:.+]]: tensor<1x4xf32>, %[[W:.+]]: tensor<4x4xf32>)
// CHECK: %[[L:.+]]:2 = graph.loop trips %[[N]] : tensor<i64> carry %[[X]] : tensor<1x4xf32> -> tensor<1x4xf32>, tensor<?x1x4xf32
// CHECK-NEXT: ^bb0(%{{.+}}: tensor<i64>, %[[H:.+]]: tensor<1x4xf32>):
// CHECK: %[[NEXT:.+]] = graph.contract "mk,kn->mn" %[[H]], %[[W]]
// CHECK: graph.yield %{{.+}}, %[[NEXT]], %[[NEXT]] :
// CHECK: return %[[L]]#0, %[[W]], %[[L]]#1
func.func @weights(%n: tensor<i64>, %x: tensor<1x4xf32>, %w: tensor<4x4xf32>)
    -> (tensor<1x4xf32>, tensor<4x4xf32>, tensor<?x1x4xf32, #graph.dims<["n", "1", "4"]>>) {
  %0:3 = graph.loop trips %n : tensor<i64> carry %w, %x : tensor<4x4xf32>, tensor<1x4xf32>
      -> tensor<4x4xf32>, tensor<1x4xf32>, tensor<?x1x4xf32, #graph.dims<["n", "1", "4"]>> {
  ^bb0(%i: tensor<i64>, %v: tensor<4x4xf32>, %h: tensor<1x4xf32>):
    %true = graph.constant dense<true> : tensor<i1>
    %1 = graph.contract "mk,kn->mn" %h, %v : tensor<1x4xf32>, tensor<4x4xf32>
    graph.yield %true, %v, %1, %1 : tensor<i1>, tensor<4x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
  }
  return %0#1, %0#0, %0#2 : tensor<1x4xf32>, tensor<4x4xf32>, tensor<?x1x4xf32, #graph.dims<["n", "1", "4"]>>
}

// -----

// Two names for one value: once the first is read from outside, the second yields its own initial value.
// CHECK-LABEL: func.func @in_a_chain
// CHECK-SAME: (%[[N:.+]]: tensor<i64>, %[[X:.+]]: tensor<4xf32>)
// CHECK: graph.loop trips %[[N]] : tensor<i64> {
// CHECK: return %[[X]]
func.func @in_a_chain(%n: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = graph.loop trips %n : tensor<i64> carry %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>, tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>, %b: tensor<4xf32>):
    %true = graph.constant dense<true> : tensor<i1>
    graph.yield %true, %b, %b : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#0 : tensor<4xf32>
}

// -----

// Values that change places do change.
// CHECK-LABEL: func.func @negative_swapped
// CHECK: graph.loop trips %{{.+}} : tensor<i64> carry %{{.+}}, %{{.+}} : tensor<4xf32>, tensor<4xf32>
func.func @negative_swapped(%n: tensor<i64>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = graph.loop trips %n : tensor<i64> carry %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>, tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>, %b: tensor<4xf32>):
    %true = graph.constant dense<true> : tensor<i1>
    graph.yield %true, %b, %a : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#0 : tensor<4xf32>
}

// -----

// The result names its size anew: who reads it needs that symbol.
// CHECK-LABEL: func.func @negative_size_of_its_own
// CHECK: graph.loop trips %{{.+}} : tensor<i64> carry %{{.+}} : tensor<?xf32
func.func @negative_size_of_its_own(%n: tensor<i64>, %x: tensor<?xf32, #graph.dims<["a"]>>) -> tensor<?xf32, #graph.dims<["b"]>> {
  %0 = graph.loop trips %n : tensor<i64> carry %x : tensor<?xf32, #graph.dims<["a"]>> -> tensor<?xf32, #graph.dims<["b"]>> {
  ^bb0(%i: tensor<i64>, %a: tensor<?xf32, #graph.dims<["a"]>>):
    %true = graph.constant dense<true> : tensor<i1>
    graph.yield %true, %a : tensor<i1>, tensor<?xf32, #graph.dims<["a"]>>
  }
  return %0 : tensor<?xf32, #graph.dims<["b"]>>
}
