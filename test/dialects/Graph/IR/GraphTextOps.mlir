// Every function returns the type that its op infers, so that reading this file tests inference; the second reading
// tests that what is printed is read back.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

!texts = tensor<?x3xi64, #graph.dims<["n", "3"]>>

// CHECK-LABEL: @join
func.func @join(%a: !texts, %b: !texts) -> !texts {
  // CHECK-NEXT: graph.text_join %{{.*}}, %{{.*}} : tensor<?x3xi64, {{.*}}>, tensor<?x3xi64
  %0 = graph.text_join %a, %b : !texts, !texts
  return %0 : !texts
}

// CHECK-LABEL: @case
func.func @case(%a: !texts) -> (!texts, !texts) {
  // CHECK-NEXT: graph.text_case upper
  %0 = graph.text_case upper %a : !texts
  // CHECK-NEXT: graph.text_case lower
  %1 = graph.text_case lower %a : !texts
  return %0, %1 : !texts, !texts
}

// A split has as many columns as the text with the most pieces.
// CHECK-LABEL: @split
func.func @split(%a: !texts, %s: tensor<3xi64>) -> (!texts, tensor<?x3x?xi64, #graph.dims<["n", "3", "w"]>>) {
  // CHECK-NEXT: graph.text_count %{{.*}} delimiter "," splits -1 : tensor<?x3xi64
  %0 = graph.text_count %a delimiter "," splits -1 : !texts
  // CHECK-NEXT: graph.text_split %{{.*}} delimiter "" splits 2 size %{{.*}} : tensor<3xi64>
  %1 = graph.text_split %a delimiter "" splits 2 size %s : tensor<3xi64> : !texts -> tensor<?x3x?xi64, #graph.dims<["n", "3", "w"]>>
  return %0, %1 : !texts, tensor<?x3x?xi64, #graph.dims<["n", "3", "w"]>>
}

// CHECK-LABEL: @match
func.func @match(%a: !texts) -> tensor<?x3xi1, #graph.dims<["n", "3"]>> {
  // CHECK-NEXT: graph.text_match %{{.*}} pattern "(a|b)+\\.c" : tensor<?x3xi64
  %0 = graph.text_match %a pattern "(a|b)+\\.c" : !texts
  return %0 : tensor<?x3xi1, #graph.dims<["n", "3"]>>
}
