// RUN: heddle-opt %s -heddle-clamp-masks | FileCheck %s

// CHECK-LABEL: func.func @tail(
// CHECK-SAME: %[[LEFT:.+]]: index
// CHECK: %[[MOST:.+]] = arith.minsi %[[LEFT]], %c16
// CHECK: %[[COUNT:.+]] = arith.maxsi %[[MOST]], %c0
// CHECK: vector.create_mask %[[COUNT]] : vector<16xi1>
func.func @tail(%left: index) -> vector<16xi1> {
  %0 = vector.create_mask %left : vector<16xi1>
  return %0 : vector<16xi1>
}
