// RUN: heddle-opt %s -heddle-kernels-to-loops -canonicalize -cse | FileCheck %s

// Inside, four pixels share each weight: 3 weights and 12 multiplications of 4 accumulators for a row of the window. Two
// pixels at the borders clip their window.
// CHECK-LABEL: func.func private @depthwise
// CHECK: scf.for
// CHECK: iter_args({{.+}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK-COUNT-12: math.fma
// CHECK-NOT: math.fma
// The bias is added to the accumulators.
// CHECK: arith.addf
// CHECK: vector.store
kernel.func private @depthwise(%x: tensor<1x16x16x64xf32>, %w: tensor<3x3x1x64xf32>, %b: tensor<64xf32>) -> tensor<1x14x14x64xf32> attributes {anchor = #kernel<anchor window>} {
  %0 = graph.conv %x, %w strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] groups 64 : tensor<1x16x16x64xf32>, tensor<3x3x1x64xf32>
  %1 = graph.add %0, %b : tensor<1x14x14x64xf32>, tensor<64xf32>
  kernel.return %1 : tensor<1x14x14x64xf32>
}

// CHECK-LABEL: func.func private @max_pool
// CHECK: arith.constant dense<0xFF800000> : vector<8xf32>
// Border pixels loop over what is left of their window.
// CHECK: scf.for {{.+}} iter_args({{.+}}) -> (vector<8xf32>)
kernel.func private @max_pool(%x: tensor<1x32x32x64xf32>) -> tensor<1x16x16x64xf32> attributes {anchor = #kernel<anchor window>} {
  %0 = graph.pool max %x window [3, 3] strides [2, 2] dilations [1, 1] pads [1, 1], [1, 1] : tensor<1x32x32x64xf32>
  kernel.return %0 : tensor<1x16x16x64xf32>
}
