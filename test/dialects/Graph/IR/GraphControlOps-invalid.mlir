// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @if_c1_count(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{'graph.if' op has 1 results but its else region yields 0 values}}
  %0 = graph.if %c : tensor<i1> -> tensor<4xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    graph.yield
  }
  return
}

// -----

func.func @if_c1_type(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{'graph.if' op has result #0 of type 'tensor<4x1xf32>' but its then region yields 'tensor<4xf32>'}}
  %0 = graph.if %c : tensor<i1> -> tensor<4x1xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    graph.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @if_terminator(%c: tensor<i1>) {
  // expected-error @below {{'graph.if' op has a then region that does not end in graph.yield}}
  graph.if %c : tensor<i1> {
    llvm.unreachable
  } else {
    graph.yield
  }
  return
}

// -----

func.func @loop_terminator() {
  // expected-error @below {{'graph.loop' op has a region that does not end in graph.yield}}
  graph.loop {
  ^bb0(%trip: tensor<i64>):
    llvm.unreachable
  }
  return
}

// -----

func.func @loop_c1_count(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{'graph.loop' op has a region of 1 arguments but the trip number and the carried values are 2}}
  %0 = graph.loop carry %x : tensor<4xf32> -> tensor<4xf32> {
  ^bb0(%trip: tensor<i64>):
    graph.yield %c, %x : tensor<i1>, tensor<4xf32>
  }
  return
}

// -----

func.func @loop_c1_trip(%c: tensor<i1>) {
  // expected-error @below {{'graph.loop' op has a trip number of type 'tensor<i32>' but 'tensor<i64>' is wanted}}
  graph.loop {
  ^bb0(%trip: tensor<i32>):
    graph.yield %c : tensor<i1>
  }
  return
}

// -----

func.func @loop_c2_count(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{'graph.loop' op has 1 results and 1 carried values but its region yields 1 values: a condition and one for each result are wanted}}
  %0 = graph.loop carry %x : tensor<4xf32> -> tensor<4xf32> {
  ^bb0(%trip: tensor<i64>, %s: tensor<4xf32>):
    graph.yield %c : tensor<i1>
  }
  return
}

// -----

func.func @loop_c2_condition() {
  // expected-error @below {{'graph.loop' op yields a condition of type 'tensor<i64>' but 'tensor<i1>' is wanted}}
  graph.loop {
  ^bb0(%trip: tensor<i64>):
    graph.yield %trip : tensor<i64>
  }
  return
}

// -----

func.func @loop_c3_argument(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{'graph.loop' op has carried value #0 of type 'tensor<4xf32>' but the region's argument is 'tensor<5xf32>'}}
  %0 = graph.loop carry %x : tensor<4xf32> -> tensor<4xf32> {
  ^bb0(%trip: tensor<i64>, %s: tensor<5xf32>):
    graph.yield %c, %x : tensor<i1>, tensor<4xf32>
  }
  return
}

// -----

func.func @loop_c3_carried(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{'graph.loop' op has carried result #0 of type 'tensor<4xf16>' but its region yields 'tensor<4xf32>'}}
  %0 = graph.loop carry %x : tensor<4xf32> -> tensor<4xf16> {
  ^bb0(%trip: tensor<i64>, %s: tensor<4xf32>):
    graph.yield %c, %s : tensor<i1>, tensor<4xf32>
  }
  return
}

// -----

func.func @loop_c3_stacked(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @below {{'graph.loop' op has stacked result #0 of type 'tensor<4xf32>' but its region yields 'tensor<4xf32>'}}
  %0 = graph.loop -> tensor<4xf32> {
  ^bb0(%trip: tensor<i64>):
    graph.yield %c, %x : tensor<i1>, tensor<4xf32>
  }
  return
}

// -----

func.func @read_c1() {
  // expected-error @below {{'graph.read' op names @missing, which is no graph.variable}}
  %0 = graph.read @missing : tensor<4xf32>
  return
}

// -----

graph.variable @v = dense<0.0> : tensor<4xf32>
func.func @read_c2() {
  // expected-error @below {{'graph.read' op has type 'tensor<5xf32>' but variable @v has type 'tensor<4xf32>'}}
  %0 = graph.read @v : tensor<5xf32>
  return
}

// -----

graph.variable @v = dense<0.0> : tensor<4xf32>
func.func @assign_c2(%x: tensor<4xf16>) {
  // expected-error @below {{'graph.assign' op has type 'tensor<4xf16>' but variable @v has type 'tensor<4xf32>'}}
  graph.assign @v = %x : tensor<4xf16>
  return
}
