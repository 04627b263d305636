// RUN: heddle-opt %s -heddle-propagate-layouts='explain=y' -verify-diagnostics -o /dev/null
// RUN: not heddle-opt %s -heddle-propagate-layouts='explain=z' 2>&1 | FileCheck %s

// The way of each axis back to its annotation.
// CHECK: there is no value 'z' to explain
dist.mesh @mesh = [m = 2]
// expected-remark @+1 {{  annotated}}
func.func @main(%x: tensor<8xf32> {graph.name = "x", dist.layout = #dist.layout<[{m}]>}) -> (tensor<8xf32> {graph.name = "y"}) {
  // expected-remark @+1 {{  through graph.neg from 'x' 'tensor<8xf32>'}}
  %0 = graph.neg %x : tensor<8xf32>
  // expected-remark @+2 {{'y' 'tensor<8xf32>' has axis 'm' on dimension 0}}
  // expected-remark @+1 {{  through graph.exp from a value 'tensor<8xf32>'}}
  %1 = graph.exp %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
