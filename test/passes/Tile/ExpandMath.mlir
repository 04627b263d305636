// RUN: heddle-opt %s -heddle-expand-math | FileCheck %s

// CHECK-LABEL: func.func @exponential
// CHECK-NOT: math.exp
// CHECK: math.fma {{.+}} : vector<8xf32>
// CHECK: arith.shli
func.func @exponential(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.exp %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// Large angles take libm, lane by lane.
// CHECK-LABEL: func.func @sine
// CHECK: vector.reduction <and>
// CHECK: scf.if
// CHECK: math.fma
// CHECK: } else {
// CHECK-COUNT-4: call @sinf(
func.func @sine(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.sin %x : vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @double
// CHECK-COUNT-2: call @exp(
func.func @double(%x: vector<2xf64>) -> vector<2xf64> {
  %0 = math.exp %x : vector<2xf64>
  return %0 : vector<2xf64>
}

// What has an instruction stays.
// CHECK-LABEL: func.func @instructions
// CHECK: math.sqrt
// CHECK: math.roundeven
func.func @instructions(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.sqrt %x : vector<8xf32>
  %1 = math.roundeven %0 : vector<8xf32>
  return %1 : vector<8xf32>
}
