// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @text_join_c1(%a: tensor<4xi64>, %b: tensor<3xi64>) {
  // expected-error @below {{'graph.text_join' op joins 'tensor<4xi64>' and 'tensor<3xi64>'}}
  %0 = graph.text_join %a, %b : tensor<4xi64>, tensor<3xi64>
  return
}

// -----

func.func @text_split_c1_rank(%a: tensor<4xi64>) {
  // expected-error @below {{'graph.text_split' op splits 'tensor<4xi64>' into 'tensor<4xi64>'}}
  %0 = graph.text_split %a delimiter "," splits 2 : tensor<4xi64> -> tensor<4xi64>
  return
}

// -----

func.func @text_split_c1_shape(%a: tensor<4xi64>) {
  // expected-error @below {{'graph.text_split' op splits 'tensor<4xi64>' into 'tensor<3x2xi64>'}}
  %0 = graph.text_split %a delimiter "," splits 2 : tensor<4xi64> -> tensor<3x2xi64>
  return
}

// -----

func.func @text_match_c1(%a: tensor<4xi64>) {
  // expected-error @below {{'graph.text_match' op the pattern has a '(' without a ')'}}
  %0 = graph.text_match %a pattern "(a" : tensor<4xi64>
  return
}
