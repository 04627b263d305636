// RUN: not heddle-opt %s -heddle-apply-preset='preset=magic' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not heddle-opt %s -heddle-apply-preset='preset=data' 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: echo 'module {}' | not heddle-opt -heddle-apply-preset='preset=data' 2>&1 | FileCheck %s --check-prefix=MESH

// NAME: there is no preset 'magic'; data or megatron is wanted
// AXIS: preset 'data' wants an axis 'data', which the mesh does not have
// MESH: preset 'data' wants a mesh
dist.mesh @mesh = [x = 2, model = 2]
func.func @main() { return }
