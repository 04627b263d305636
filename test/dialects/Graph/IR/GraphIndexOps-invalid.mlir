// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @gather_c1(%x: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'graph.gather' op axis is -1 but must be at least 0 and below the rank 1}}
  %0 = graph.gather %x, %i axis -1 : tensor<4xf32>, tensor<2xi64>
  return
}

// -----

func.func @gather_elements_c1(%x: tensor<4x2xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'graph.gather_elements' op input has rank 2 but indices have rank 1}}
  %0 = graph.gather_elements %x, %i axis 0 : tensor<4x2xf32>, tensor<2xi64>
  return
}

// -----

func.func @gather_elements_c2(%x: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'graph.gather_elements' op axis is 1 but must be at least 0 and below the rank 1}}
  %0 = graph.gather_elements %x, %i axis 1 : tensor<4xf32>, tensor<2xi64>
  return
}

// -----

func.func @gather_nd_c1_static(%x: tensor<4xf32>, %i: tensor<2x?xi64, #graph.dims<["2", "k"]>>) {
  // expected-error @below {{'graph.gather_nd' op indices have shape [2, k] but a number of coordinates is wanted at the end}}
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<4xf32>, tensor<2x?xi64, #graph.dims<["2", "k"]>>
  return
}

// -----

func.func @gather_nd_c1_count(%x: tensor<4xf32>, %i: tensor<2x2xi64>) {
  // expected-error @below {{'graph.gather_nd' op indices hold 2 coordinates but the input has 1 dimensions for them}}
  %0 = graph.gather_nd %x, %i batch_dims 0 : tensor<4xf32>, tensor<2x2xi64>
  return
}

// -----

func.func @gather_nd_c2_range(%x: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'graph.gather_nd' op batch_dims is 1 but the input has rank 1 and indices have rank 1}}
  %0 = graph.gather_nd %x, %i batch_dims 1 : tensor<4xf32>, tensor<2xi64>
  return
}

// -----

func.func @gather_nd_c2_sizes(%x: tensor<4x5xf32>, %i: tensor<2x1xi64>) {
  // expected-error @below {{'graph.gather_nd' op batch sizes [4] of the input and [2] of indices differ}}
  %0 = graph.gather_nd %x, %i batch_dims 1 : tensor<4x5xf32>, tensor<2x1xi64>
  return
}

// -----

func.func @scatter_elements_c1(%x: tensor<4x2xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{'graph.scatter_elements' op input has rank 2 but indices have rank 1}}
  %0 = graph.scatter_elements add %x, %i, %u axis 0 : tensor<4x2xf32>, tensor<2xi64>, tensor<2xf32>
  return
}

// -----

func.func @scatter_elements_c2(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{'graph.scatter_elements' op axis is 3 but must be at least 0 and below the rank 1}}
  %0 = graph.scatter_elements add %x, %i, %u axis 3 : tensor<4xf32>, tensor<2xi64>, tensor<2xf32>
  return
}

// -----

func.func @scatter_elements_c3(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<3xf32>) {
  // expected-error @below {{'graph.scatter_elements' op indices have shape [2] but updates have [3]}}
  %0 = graph.scatter_elements add %x, %i, %u axis 0 : tensor<4xf32>, tensor<2xi64>, tensor<3xf32>
  return
}

// -----

func.func @scatter_elements_c4(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<2xf16>) {
  // expected-error @below {{'graph.scatter_elements' op input has element type 'f32' but updates has 'f16'}}
  %0 = graph.scatter_elements add %x, %i, %u axis 0 : tensor<4xf32>, tensor<2xi64>, tensor<2xf16>
  return
}

// -----

func.func @scatter_nd_c1(%x: tensor<4xf32>, %i: tensor<2x2xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{'graph.scatter_nd' op indices hold 2 coordinates but the input has 1 dimensions for them}}
  %0 = graph.scatter_nd replace %x, %i, %u : tensor<4xf32>, tensor<2x2xi64>, tensor<2xf32>
  return
}

// -----

func.func @scatter_nd_c2(%x: tensor<4x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{'graph.scatter_nd' op updates have shape [2] but [2, 3] is wanted}}
  %0 = graph.scatter_nd replace %x, %i, %u : tensor<4x3xf32>, tensor<2x1xi64>, tensor<2xf32>
  return
}

// -----

func.func @scatter_nd_c3(%x: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xi32>) {
  // expected-error @below {{'graph.scatter_nd' op input has element type 'f32' but updates has 'i32'}}
  %0 = graph.scatter_nd replace %x, %i, %u : tensor<4xf32>, tensor<2x1xi64>, tensor<2xi32>
  return
}

// -----

func.func @top_k_c1(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.top_k' op axis is 1 but must be at least 0 and below the rank 1}}
  %0, %1 = graph.top_k %x axis 1 largest true : tensor<4xf32> -> tensor<2xf32>, tensor<2xi64>
  return
}

// -----

func.func @top_k_c2(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.top_k' op indices have type 'tensor<3xi64>' but 'tensor<2xi64>' is wanted}}
  %0, %1 = graph.top_k %x axis 0 largest true : tensor<4xf32> -> tensor<2xf32>, tensor<3xi64>
  return
}

// -----

func.func @top_k_c3_element(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.top_k' op values have element type 'f16' but the input has 'f32'}}
  %0, %1 = graph.top_k %x axis 0 largest true : tensor<4xf32> -> tensor<2xf16>, tensor<2xi64>
  return
}

// -----

func.func @top_k_c3_more(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.top_k' op values have shape [5] but the input has [4]}}
  %0, %1 = graph.top_k %x axis 0 largest true : tensor<4xf32> -> tensor<5xf32>, tensor<5xi64>
  return
}

// -----

func.func @unique_c1(%x: tensor<4x2x2xf32>) {
  // expected-error @below {{'graph.unique' op input has rank 3 but 1 or 2 is wanted}}
  %0, %1, %2, %3 = graph.unique %x sorted true : tensor<4x2x2xf32>
  return
}

// -----

func.func @nms_c1(%b: tensor<2x10x4xf32>, %s: tensor<2x3x11xf32>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error @below {{'graph.non_max_suppression' op boxes have shape [2, 10, 4] and scores [2, 3, 11] but [batch, n, 4] and [batch, classes, n] are wanted}}
  %0, %1 = graph.non_max_suppression %b, %s, %m, %t, %t center_point false
      : tensor<2x10x4xf32>, tensor<2x3x11xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  return
}

// -----

func.func @nms_c2_threshold(%b: tensor<2x10x4xf32>, %s: tensor<2x3x10xf32>, %m: tensor<i64>, %t: tensor<1xf32>) {
  // expected-error @below {{'graph.non_max_suppression' op has a threshold of type 'tensor<1xf32>' but an f32 scalar is wanted}}
  %0, %1 = graph.non_max_suppression %b, %s, %m, %t, %t center_point false
      : tensor<2x10x4xf32>, tensor<2x3x10xf32>, tensor<i64>, tensor<1xf32>, tensor<1xf32>
  return
}

// -----

func.func @nms_c2_element(%b: tensor<2x10x4xf16>, %s: tensor<2x3x10xf16>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error @below {{'graph.non_max_suppression' op boxes have element type 'f16' and scores 'f16' but f32 is wanted}}
  %0, %1 = graph.non_max_suppression %b, %s, %m, %t, %t center_point false
      : tensor<2x10x4xf16>, tensor<2x3x10xf16>, tensor<i64>, tensor<f32>, tensor<f32>
  return
}
