// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @reduce_c1_range(%x: tensor<4x2xf32>) {
  // expected-error @below {{'graph.reduce' op axis is 2 but must be at least 0 and below the rank 2}}
  %0 = graph.reduce add %x axes [2] : tensor<4x2xf32>
  return
}

// -----

func.func @reduce_c1_order(%x: tensor<4x2xf32>) {
  // expected-error @below {{'graph.reduce' op axes has 0 behind 1 but they must ascend}}
  %0 = graph.reduce add %x axes [1, 0] : tensor<4x2xf32>
  return
}

// -----

func.func @reduce_c2(%x: tensor<4x2xf32>) {
  // expected-error @below {{'graph.reduce' op combines by replace but a reduction wants add, mul, max or min}}
  %0 = graph.reduce replace %x axes [1] : tensor<4x2xf32>
  return
}

// -----

func.func @arg_reduce_c1(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.arg_reduce' op combines by add but max or min is wanted}}
  %0 = graph.arg_reduce add %x axis 0 last false : tensor<4xf32>
  return
}

// -----

func.func @arg_reduce_c2(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.arg_reduce' op axis is 1 but must be at least 0 and below the rank 1}}
  %0 = graph.arg_reduce max %x axis 1 last false : tensor<4xf32>
  return
}

// -----

func.func @cumulative_c1(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.cumulative' op combines by max but add or mul is wanted}}
  %0 = graph.cumulative max %x axis 0 exclusive false reverse false : tensor<4xf32>
  return
}

// -----

func.func @cumulative_c2(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.cumulative' op axis is 4 but must be at least 0 and below the rank 1}}
  %0 = graph.cumulative add %x axis 4 exclusive false reverse false : tensor<4xf32>
  return
}

// -----

func.func @pool_c1_rank(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.pool' op input has rank 1 but a batch and a channel dimension are wanted}}
  %0 = graph.pool add %x window [] strides [] dilations [] pads [], [] : tensor<4xf32>
  return
}

// -----

func.func @pool_c1_window(%x: tensor<1x4x4x1xf32>) {
  // expected-error @below {{'graph.pool' op window has 1 entries but the input has 2 spatial dimensions}}
  %0 = graph.pool add %x window [3] strides [1, 1] dilations [1, 1] pads [0, 0], [0, 0] : tensor<1x4x4x1xf32>
  return
}

// -----

func.func @pool_c1_strides(%x: tensor<1x4x1xf32>) {
  // expected-error @below {{'graph.pool' op strides has an entry 0 but 1 to 2147483648 is possible}}
  %0 = graph.pool add %x window [3] strides [0] dilations [1] pads [0], [0] : tensor<1x4x1xf32>
  return
}

// -----

func.func @pool_c1_dilations(%x: tensor<1x4x1xf32>) {
  // expected-error @below {{'graph.pool' op dilations has an entry -1 but 1 to 2147483648 is possible}}
  %0 = graph.pool add %x window [3] strides [1] dilations [-1] pads [0], [0] : tensor<1x4x1xf32>
  return
}

// -----

func.func @arg_pool_c1_pads(%x: tensor<1x4x1xf32>) {
  // expected-error @below {{'graph.arg_pool' op pads_high has 2 entries but the input has 1 spatial dimensions}}
  %0 = graph.arg_pool %x window [3] strides [1] dilations [1] pads [0], [0, 0] : tensor<1x4x1xf32>
  return
}

// -----

func.func @arg_pool_c1_low(%x: tensor<1x4x1xf32>) {
  // expected-error @below {{'graph.arg_pool' op pads_low has 2 entries but the input has 1 spatial dimensions}}
  %0 = graph.arg_pool %x window [3] strides [1] dilations [1] pads [0, 0], [0] : tensor<1x4x1xf32>
  return
}
