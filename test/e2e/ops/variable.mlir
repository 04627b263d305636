// RUN: heddle-check %s

// Every function runs twice in one session, so the second run sees what the first has assigned.
graph.variable @total = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
graph.variable @count = dense<0> : tensor<i64>
graph.variable @cache = dense<0.0> : tensor<4x3xf32>

func.func @accumulate(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = graph.read @total : tensor<3xf32>
  %1 = graph.add %0, %x : tensor<3xf32>, tensor<3xf32>
  graph.assign @total = %1 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func @old_value(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = graph.read @total : tensor<3xf32>
  graph.assign @total = %x : tensor<3xf32>
  %1 = graph.read @total : tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

func.func @cache_row(%x: tensor<1x3xf32>) -> (tensor<4x3xf32>, tensor<i64>) {
  %i = graph.read @count : tensor<i64>
  %index = graph.reshape %i : tensor<i64> -> tensor<1x1xi64>
  %old = graph.read @cache : tensor<4x3xf32>
  %new = graph.scatter_nd replace %old, %index, %x : tensor<4x3xf32>, tensor<1x1xi64>, tensor<1x3xf32>
  graph.assign @cache = %new : tensor<4x3xf32>
  %one = graph.constant dense<1> : tensor<i64>
  %next = graph.add %i, %one : tensor<i64>, tensor<i64>
  graph.assign @count = %next : tensor<i64>
  return %new, %next : tensor<4x3xf32>, tensor<i64>
}
