// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=data' 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=data=0' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/Inputs/unused.json' 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/Inputs/bad_layout.json' 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/Inputs/bad_rule.json' 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/Inputs/bad_pattern.json' 2>&1 | FileCheck %s --check-prefix=PATTERN
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/Inputs/no_rules.json' 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/Inputs/bad_json.json' 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/Inputs/rules.json' 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not heddle-opt %s -heddle-annotate-layouts='mesh=model=2 rules=%S/nowhere.json' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: heddle-opt %s -heddle-annotate-layouts='mesh=model=2' | not heddle-opt -heddle-annotate-layouts='mesh=model=2' 2>&1 | FileCheck %s --check-prefix=TWICE

// MESH: mesh 'data' has 'data' where NAME=SIZE is wanted
// SIZE: has axis 'data' of size 0 but at least 1 is wanted
// UNUSED: unused.json: 'layre.*' names no argument, result or weight
// LAYOUT: bad_layout.json: 'model' is no layout, for instance [{data}, {}]
// RULE: bad_rule.json: a rule wants the texts "name" and "layout"
// PATTERN: bad_pattern.json: '[x': {{.*}}
// LIST: no_rules.json: a list "rules" is wanted
// JSON: bad_json.json: {{.*}}
// AXIS: names axis 'data', which mesh 'mesh' does not have
// FILE: nowhere.json: {{.*}}
// TWICE: has a dist.mesh already; it takes no other
func.func @main(%x: tensor<8x4xf32> {graph.name = "x"}) -> (tensor<8x4xf32> {graph.name = "y"}) {
  return %x : tensor<8x4xf32>
}
