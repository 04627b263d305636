// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @contract_c1_form(%x: tensor<4x4xf32>) {
  // expected-error @below {{'graph.contract' op equation "mk->m": the form is "mk,kn->mn"}}
  %0 = graph.contract "mk->m" %x, %x : tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @contract_c1_letter(%x: tensor<4x4xf32>) {
  // expected-error @below {{'graph.contract' op equation "m1,1n->mn": '1' is not a letter}}
  %0 = graph.contract "m1,1n->mn" %x, %x : tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @contract_c1_twice(%x: tensor<4x4xf32>) {
  // expected-error @below {{'graph.contract' op equation "mm,mn->mn": 'm' stands twice in 'mm'}}
  %0 = graph.contract "mm,mn->mn" %x, %x : tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @contract_c1_rank(%x: tensor<4x4xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'graph.contract' op equation "mk,kn->mn": 'kn' names 2 dimensions of a tensor of rank 1}}
  %0 = graph.contract "mk,kn->mn" %x, %y : tensor<4x4xf32>, tensor<4xf32>
  return
}

// -----

func.func @contract_c2_result(%x: tensor<4x4xf32>) {
  // expected-error @below {{'graph.contract' op equation "mk,kn->mz": 'z' of the result stands in no operand}}
  %0 = graph.contract "mk,kn->mz" %x, %x : tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @contract_c2_summed(%x: tensor<4x4xf32>) {
  // expected-error @below {{'graph.contract' op equation "mk,kn->m": 'n' stands in one operand and not in the result}}
  %0 = graph.contract "mk,kn->m" %x, %x : tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @contract_c3(%x: tensor<4x1xf32>, %y: tensor<8x4xf32>) {
  // expected-error @below {{'graph.contract' op equation "mk,kn->mn": 'k' has size 1 in lhs and 8 in rhs}}
  %0 = graph.contract "mk,kn->mn" %x, %y : tensor<4x1xf32>, tensor<8x4xf32>
  return
}

// -----

func.func @contract_c4(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>) {
  // expected-error @below {{'graph.contract' op multiplies 'f32' by 'f16' but equal numbers or integers of 8 bits are wanted}}
  %0 = graph.contract "mk,kn->mn" %x, %y : tensor<4x4xf32>, tensor<4x4xf16>
  return
}

// -----

func.func @conv_c1_strides(%x: tensor<1x9x2xf32>, %f: tensor<3x2x5xf32>) {
  // expected-error @below {{'graph.conv' op strides has 2 entries but the input has 1 spatial dimensions}}
  %0 = graph.conv %x, %f strides [1, 1] dilations [1] pads [0], [0] groups 1 : tensor<1x9x2xf32>, tensor<3x2x5xf32>
  return
}

// -----

func.func @conv_c1_filter_rank(%x: tensor<1x9x2xf32>, %f: tensor<3x3x2x5xf32>) {
  // expected-error @below {{'graph.conv' op window has 2 entries but the input has 1 spatial dimensions}}
  %0 = graph.conv %x, %f strides [1] dilations [1] pads [0], [0] groups 1 : tensor<1x9x2xf32>, tensor<3x3x2x5xf32>
  return
}

// -----

func.func @conv_c1_empty_window(%x: tensor<1x9x2xf32>, %f: tensor<0x2x5xf32>) {
  // expected-error @below {{'graph.conv' op window has an entry 0 but 1 to 2147483648 is possible}}
  %0 = graph.conv %x, %f strides [1] dilations [1] pads [0], [0] groups 1 : tensor<1x9x2xf32>, tensor<0x2x5xf32>
  return
}

// -----

func.func @conv_c2_groups(%x: tensor<1x9x2xf32>, %f: tensor<3x2x5xf32>) {
  // expected-error @below {{'graph.conv' op has 0 groups but at least 1 is wanted}}
  %0 = graph.conv %x, %f strides [1] dilations [1] pads [0], [0] groups 0 : tensor<1x9x2xf32>, tensor<3x2x5xf32>
  return
}

// -----

func.func @conv_c2_divides(%x: tensor<1x9x2xf32>, %f: tensor<3x1x5xf32>) {
  // expected-error @below {{'graph.conv' op has 2 groups, which do not divide the result's 5 channels}}
  %0 = graph.conv %x, %f strides [1] dilations [1] pads [0], [0] groups 2 : tensor<1x9x2xf32>, tensor<3x1x5xf32>
  return
}

// -----

func.func @conv_c2_filter(%x: tensor<1x9x4xf32>, %f: tensor<3x4x6xf32>) {
  // expected-error @below {{'graph.conv' op has a filter for 4 channels but 4 in 2 groups are 2}}
  %0 = graph.conv %x, %f strides [1] dilations [1] pads [0], [0] groups 2 : tensor<1x9x4xf32>, tensor<3x4x6xf32>
  return
}

// -----

func.func @conv_c3(%x: tensor<1x9x2xf32>, %f: tensor<3x2x5xi8>) {
  // expected-error @below {{'graph.conv' op multiplies 'f32' by 'i8' but equal numbers or integers of 8 bits are wanted}}
  %0 = graph.conv %x, %f strides [1] dilations [1] pads [0], [0] groups 1 : tensor<1x9x2xf32>, tensor<3x2x5xi8>
  return
}
