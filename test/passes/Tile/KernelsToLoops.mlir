// RUN: heddle-opt %s -heddle-kernels-to-loops -canonicalize -cse | FileCheck %s

// Pointers for context, arguments and results, then one index per symbol, then worker and workers.
// CHECK-LABEL: func.func private @signature(
// CHECK-SAME: %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr {llvm.noalias}, %{{.+}}: !llvm.ptr {llvm.noalias},
// CHECK-SAME: %[[N:.+]]: index, %[[M:.+]]: index, %[[WORKER:.+]]: index, %[[WORKERS:.+]]: index)
// CHECK-SAME: kernel.symbols = ["n", "m"]
// Each worker takes units from units * worker / workers on.
// CHECK: %[[FIRST:.+]] = arith.muli %{{.+}}, %[[WORKER]]
// CHECK: arith.divui %[[FIRST]], %[[WORKERS]]
kernel.func private @signature(%x: tensor<?x?xf32, #graph.dims<["n", "m"]>>) -> tensor<?x?xf32, #graph.dims<["n", "m"]>> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.neg %x : tensor<?x?xf32, #graph.dims<["n", "m"]>>
  kernel.return %0 : tensor<?x?xf32, #graph.dims<["n", "m"]>>
}

// Few elements: worker 0 does everything.
// CHECK-LABEL: func.func private @serial
// CHECK-SAME: kernel.serial
// CHECK: arith.cmpi eq
// CHECK: scf.if
kernel.func private @serial(%x: tensor<64xf32>) -> tensor<64xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.neg %x : tensor<64xf32>
  kernel.return %0 : tensor<64xf32>
}

// A lookup outside the dimension is reported, and reads element 0 instead.
// CHECK: llvm.mlir.global private constant @[[MESSAGE:.+]]("gather: an index lies outside the dimension it counts\00")
// CHECK-LABEL: func.func private @lookup
// CHECK: scf.if
// CHECK: func.call @heddle_fail(
// CHECK: arith.select
kernel.func private @lookup(%x: tensor<5x64xf32>, %i: tensor<3xi64>) -> tensor<3x64xf32> attributes {anchor = #kernel<anchor map>} {
  %0 = graph.gather %x, %i axis 0 : tensor<5x64xf32>, tensor<3xi64>
  kernel.return %0 : tensor<3x64xf32>
}
