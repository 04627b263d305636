// RUN: heddle-opt %s -heddle-choose-schedules -heddle-kernels-to-loops | FileCheck %s

#v4 = #kernel.target<cpu = "x86-64-v4", features = "", vector_bytes = 64, vector_registers = 32, l1_bytes = 32768, l2_bytes = 1048576>
module attributes {kernel.target = #v4} {
  // The scores of 6 queries and 4 vectors of keys are summed in registers, then those of narrower vectors; a loop over
  // the queries applies the softmax; the values are summed from where the blocks before have left them.
  // CHECK-LABEL: func.func private @static
  // Scratch memory for one block, with 6 lines of 256 scores: (144 + 256 + 256 + 144) * 64 + 6 * 256 + 17 * 144 + 16 floats.
  // CHECK-SAME: kernel.scratch = "220800"
  // CHECK: %{{.+}}:24 = scf.for
  // CHECK-COUNT-24: vector.fma
  // CHECK-NOT: math.exp
  // CHECK: %{{.+}}:12 = scf.for
  // CHECK-COUNT-12: vector.fma
  // CHECK: %{{.+}}:6 = scf.for
  // CHECK-COUNT-6: vector.fma
  // CHECK: math.exp %{{.+}} : f32
  // CHECK: math.exp %{{.+}} : vector<16xf32>
  // CHECK: %{{.+}}:24 = scf.for
  // CHECK-COUNT-24: vector.fma
  // The 2 queries that 140 leave over.
  // CHECK: %{{.+}}:8 = scf.for
  // CHECK-COUNT-8: vector.fma
  kernel.func private @static(%q: tensor<1x12x140x64xf32>, %k: tensor<1x12x300x64xf32>, %v: tensor<1x12x300x64xf32>)
      -> tensor<1x12x140x64xf32> attributes {anchor = #kernel<anchor attention>} {
    %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : tensor<1x12x140x64xf32>, tensor<1x12x300x64xf32>
    %1 = graph.reduce max %0 axes [3] : tensor<1x12x140x300xf32>
    %2 = graph.sub %0, %1 : tensor<1x12x140x300xf32>, tensor<1x12x140x1xf32>
    %3 = graph.exp %2 : tensor<1x12x140x300xf32>
    %4 = graph.reduce add %3 axes [3] : tensor<1x12x140x300xf32>
    %5 = graph.div %3, %4 : tensor<1x12x140x300xf32>, tensor<1x12x140x1xf32>
    %6 = graph.contract "bhqk,bhkd->bhqd" %5, %v : tensor<1x12x140x300xf32>, tensor<1x12x300x64xf32>
    kernel.return %6 : tensor<1x12x140x64xf32>
  }
}
