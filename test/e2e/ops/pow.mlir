// RUN: heddle-check %s --type t=f32,f64,f16,bf16

func.func @floats(%x: tensor<3x17x!t> {check.values = "uniform 0.1 4"}, %y: tensor<17x!t> {check.values = "uniform -2 2"},
                  %s: tensor<!t> {check.values = dense<0.5> : tensor<!t>})
    -> (tensor<3x17x!t>, tensor<3x17x!t>) attributes {check.ulps = 8.0} {
  %0 = graph.pow %x, %y : tensor<3x17x!t>, tensor<17x!t>
  %1 = graph.pow %x, %s : tensor<3x17x!t>, tensor<!t>
  return %0, %1 : tensor<3x17x!t>, tensor<3x17x!t>
}

// Constant exponents invite shortcuts.
func.func @constant_exponents(%x: tensor<5x17x!t>)
    -> (tensor<5x17x!t>, tensor<5x17x!t>, tensor<5x17x!t>, tensor<5x17x!t>, tensor<5x17x!t>) attributes {check.ulps = 8.0} {
  %two = graph.constant dense<2.0> : tensor<!t>
  %half = graph.constant dense<0.5> : tensor<!t>
  %minus = graph.constant dense<-1.0> : tensor<!t>
  %three = graph.constant dense<3> : tensor<i64>
  %zero = graph.constant dense<0> : tensor<i32>
  %0 = graph.pow %x, %two : tensor<5x17x!t>, tensor<!t>
  %1 = graph.pow %x, %half : tensor<5x17x!t>, tensor<!t>
  %2 = graph.pow %x, %minus : tensor<5x17x!t>, tensor<!t>
  %3 = graph.pow %x, %three : tensor<5x17x!t>, tensor<i64>
  %4 = graph.pow %x, %zero : tensor<5x17x!t>, tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<5x17x!t>, tensor<5x17x!t>, tensor<5x17x!t>, tensor<5x17x!t>, tensor<5x17x!t>
}

// Negative bases with whole exponents, infinities, NaN.
func.func @special(%x: tensor<37x1x!t> {check.values = "special"}, %y: tensor<41x!t> {check.values = "special"})
    -> tensor<37x41x!t> attributes {check.ulps = 8.0} {
  %0 = graph.pow %x, %y : tensor<37x1x!t>, tensor<41x!t>
  return %0 : tensor<37x41x!t>
}

func.func @integer_exponent(%x: tensor<3x17x!t>, %y: tensor<17xi32> {check.values = "integers -4 4"})
    -> tensor<3x17x!t> attributes {check.ulps = 8.0} {
  %0 = graph.pow %x, %y : tensor<3x17x!t>, tensor<17xi32>
  return %0 : tensor<3x17x!t>
}
