// A loop that counts, as JAX writes scans, has a number of trips; another one a condition.
// RUN: heddle compile %s --emit=graph -o - | FileCheck %s

func.func @main(%x: tensor<2xf32>, %i: tensor<i32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %[[TRIPS:.*]] = graph.constant dense<5> : tensor<i64>
  // CHECK: graph.loop trips %[[TRIPS]] : tensor<i64> carry
  // CHECK-NOT: graph.compare
  // CHECK: graph.yield
  %0:2 = stablehlo.while(%n = %zero, %y = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %c = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %n, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %n, %c : tensor<i32>
    %2 = stablehlo.sine %y : tensor<2xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<2xf32>
  }
  // CHECK: %[[ENTER:.*]] = graph.compare lt
  // CHECK: graph.loop while %[[ENTER]] : tensor<i1> carry
  // CHECK: %[[AGAIN:.*]] = graph.compare lt
  // CHECK: graph.yield %[[AGAIN]]
  %3:2 = stablehlo.while(%n = %i, %y = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %c = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %n, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %n, %n : tensor<i32>
    stablehlo.return %1, %y : tensor<i32>, tensor<2xf32>
  }
  // CHECK: graph.if
  // CHECK: graph.if
  %4 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0#1, %3#1, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
