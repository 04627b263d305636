// RUN: not heddle-check %s --shrink | FileCheck %s
// A function that is wrong is cut down to what makes it so: here the gather, whose index the reference refuses.

// CHECK: @main: the reference fails
// CHECK: func.func @main(%[[X:.*]]: tensor<4x8xf32>) -> tensor<8xf32>
// CHECK-NEXT: %[[I:.*]] = graph.constant dense<9> : tensor<i64>
// CHECK-NEXT: %[[Y:.*]] = graph.gather %[[X]], %[[I]]
// CHECK-NEXT: return %[[Y]]
// CHECK: 0 right, 1 wrong
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<4x8xf32>) {
  %0 = graph.exp %a : tensor<4x8xf32>
  %1 = graph.add %0, %b : tensor<4x8xf32>, tensor<8xf32>
  %i = graph.constant dense<9> : tensor<i64>
  %2 = graph.gather %1, %i axis 0 : tensor<4x8xf32>, tensor<i64>
  %3 = graph.mul %2, %b : tensor<8xf32>, tensor<8xf32>
  %4 = graph.sqrt %1 : tensor<4x8xf32>
  return %3, %4 : tensor<8xf32>, tensor<4x8xf32>
}
