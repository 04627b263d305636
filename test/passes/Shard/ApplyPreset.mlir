// RUN: heddle-opt %s -heddle-apply-preset='preset=megatron' | FileCheck %s
// RUN: heddle-opt %s -heddle-apply-preset='preset=data' | FileCheck %s --check-prefix=DATA

// DATA: func.func @main(%{{.*}}: tensor<8x4x16xf32> {dist.layout = #dist.layout<[{model}, {}, {}]>}, %{{.*}}: tensor<f32>)
// DATA-NOT: dist.constrain

// Two layers of attention-like heads and a gated block, with norms and residuals between: columns of the first weights,
// rows of the last, and nothing for a weight whose columns meet a norm.
dist.mesh @mesh = [model = 2]
// CHECK-LABEL: @main
func.func @main(%x: tensor<8x4x16xf32>, %s: tensor<f32>) -> tensor<8x4x16xf32> {
  // CHECK-DAG: %[[Q:.*]] = graph.constant dense<1.0
  // CHECK-DAG: %[[V:.*]] = graph.constant dense<2.0
  // CHECK-DAG: %[[O:.*]] = graph.constant dense<3.0
  // CHECK-DAG: %[[GATE:.*]] = graph.constant dense<4.0
  // CHECK-DAG: %[[UP:.*]] = graph.constant dense<5.0
  // CHECK-DAG: %[[DOWN:.*]] = graph.constant dense<6.0
  // CHECK-DAG: %[[HEAD:.*]] = graph.constant dense<7.0
  %wq = graph.constant dense<1.0> : tensor<16x16xf32>
  %wv = graph.constant dense<2.0> : tensor<16x16xf32>
  %wo = graph.constant dense<3.0> : tensor<16x16xf32>
  %gate = graph.constant dense<4.0> : tensor<16x32xf32>
  %up = graph.constant dense<5.0> : tensor<16x32xf32>
  %down = graph.constant dense<6.0> : tensor<32x16xf32>
  %head = graph.constant dense<7.0> : tensor<16x16xf32>
  // CHECK: dist.constrain %[[Q]] <[{}, {model}]>
  %q = graph.contract "bsk,kn->bsn" %x, %wq : tensor<8x4x16xf32>, tensor<16x16xf32>
  // CHECK: dist.constrain %[[V]] <[{}, {model}]>
  %v = graph.contract "bsk,kn->bsn" %x, %wv : tensor<8x4x16xf32>, tensor<16x16xf32>
  %qh = graph.reshape %q : tensor<8x4x16xf32> -> tensor<8x4x2x8xf32>
  %vh = graph.reshape %v : tensor<8x4x16xf32> -> tensor<8x4x2x8xf32>
  %scores = graph.contract "bshk,bthk->bhst" %qh, %qh : tensor<8x4x2x8xf32>, tensor<8x4x2x8xf32>
  %mixed = graph.contract "bhst,bthk->bshk" %scores, %vh : tensor<8x2x4x4xf32>, tensor<8x4x2x8xf32>
  %joined = graph.reshape %mixed : tensor<8x4x2x8xf32> -> tensor<8x4x16xf32>
  // CHECK: dist.constrain %[[O]] <[{model}, {}]>
  %o = graph.contract "bsk,kn->bsn" %joined, %wo : tensor<8x4x16xf32>, tensor<16x16xf32>
  %r = graph.add %x, %o : tensor<8x4x16xf32>, tensor<8x4x16xf32>
  %sum = graph.reduce add %r axes [2] : tensor<8x4x16xf32>
  %norm = graph.sub %r, %sum : tensor<8x4x16xf32>, tensor<8x4x1xf32>
  // CHECK: dist.constrain %[[GATE]] <[{}, {model}]>
  %g = graph.contract "bsk,kn->bsn" %norm, %gate : tensor<8x4x16xf32>, tensor<16x32xf32>
  %gs = graph.sigmoid %g : tensor<8x4x32xf32>
  // CHECK: dist.constrain %[[UP]] <[{}, {model}]>
  %u = graph.contract "bsk,kn->bsn" %norm, %up : tensor<8x4x16xf32>, tensor<16x32xf32>
  %h = graph.mul %gs, %u : tensor<8x4x32xf32>, tensor<8x4x32xf32>
  // CHECK: dist.constrain %[[DOWN]] <[{model}, {}]>
  %d = graph.contract "bsk,kn->bsn" %h, %down : tensor<8x4x32xf32>, tensor<32x16xf32>
  %r2 = graph.add %norm, %d : tensor<8x4x16xf32>, tensor<8x4x16xf32>
  // CHECK-NOT: dist.constrain
  %y = graph.contract "bsk,kn->bsn" %r2, %head : tensor<8x4x16xf32>, tensor<16x16xf32>
  return %y : tensor<8x4x16xf32>
}
