// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK: graph.variable @cache = dense<0.000000e+00> : tensor<4xf32>
graph.variable @cache = dense<0.0> : tensor<4xf32>

// CHECK-LABEL: @if
func.func @if(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<?xf32, #graph.dims<["r"]>> {
  // CHECK-NEXT: graph.if %{{.*}} : tensor<i1> -> tensor<?xf32, #graph.dims<["r"]>> {
  %0 = graph.if %c : tensor<i1> -> tensor<?xf32, #graph.dims<["r"]>> {
    // CHECK-NEXT: graph.exp
    %1 = graph.exp %x : tensor<4xf32>
    // CHECK-NEXT: graph.yield %{{.*}} : tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: graph.yield %{{.*}} : tensor<2xf32>
    graph.yield %y : tensor<2xf32>
  }
  return %0 : tensor<?xf32, #graph.dims<["r"]>>
}

// CHECK-LABEL: @loop
func.func @loop(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<?x4xf32, #graph.dims<["trips", "4"]>>) {
  // CHECK-NEXT: graph.loop trips %{{.*}} : tensor<i64> while %{{.*}} : tensor<i1> carry %{{.*}} : tensor<4xf32> -> tensor<4xf32>, tensor<?x4xf32
  %0, %1 = graph.loop trips %n : tensor<i64> while %c : tensor<i1> carry %x : tensor<4xf32>
      -> tensor<4xf32>, tensor<?x4xf32, #graph.dims<["trips", "4"]>> {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<4xf32>):
  ^bb0(%trip: tensor<i64>, %s: tensor<4xf32>):
    %2 = graph.add %s, %s : tensor<4xf32>, tensor<4xf32>
    graph.yield %c, %2, %s : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }
  return %0, %1 : tensor<4xf32>, tensor<?x4xf32, #graph.dims<["trips", "4"]>>
}

// CHECK-LABEL: @endless_loop
func.func @endless_loop(%c: tensor<i1>) {
  // CHECK-NEXT: graph.loop {
  graph.loop {
  ^bb0(%trip: tensor<i64>):
    graph.yield %c : tensor<i1>
  }
  return
}

// CHECK-LABEL: @state
func.func @state(%x: tensor<4xf32>) {
  // CHECK-NEXT: graph.read @cache : tensor<4xf32>
  %0 = graph.read @cache : tensor<4xf32>
  %1 = graph.add %0, %x : tensor<4xf32>, tensor<4xf32>
  // CHECK: graph.assign @cache = %{{.*}} : tensor<4xf32>
  graph.assign @cache = %1 : tensor<4xf32>
  return
}
