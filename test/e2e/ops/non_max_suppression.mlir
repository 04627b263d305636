// RUN: heddle-check %s

func.func @corners(%b: tensor<2x30x4xf32> {check.values = "uniform 0 1"}, %s: tensor<2x3x30xf32> {check.values = "uniform 0 1"}, %m: tensor<i64> {check.values = dense<3> : tensor<i64>}, %t: tensor<f32> {check.values = dense<0.4> : tensor<f32>}, %u: tensor<f32> {check.values = dense<0.2> : tensor<f32>})
    -> (tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>) {
  %selected, %count = graph.non_max_suppression %b, %s, %m, %t, %u center_point false : tensor<2x30x4xf32>, tensor<2x3x30xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  %three = graph.constant dense<3> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %1, %three axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %selected starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<180x3xi64> -> tensor<?x3xi64, #graph.dims<["k", "3"]>>
  return %4, %count : tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>
}

func.func @centers(%b: tensor<2x30x4xf32> {check.values = "uniform 0 1"}, %s: tensor<2x3x30xf32> {check.values = "uniform 0 1"}, %m: tensor<i64> {check.values = dense<3> : tensor<i64>}, %t: tensor<f32> {check.values = dense<0.4> : tensor<f32>}, %u: tensor<f32> {check.values = dense<0.2> : tensor<f32>})
    -> (tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>) {
  %selected, %count = graph.non_max_suppression %b, %s, %m, %t, %u center_point true : tensor<2x30x4xf32>, tensor<2x3x30xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  %three = graph.constant dense<3> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %1, %three axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %selected starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<180x3xi64> -> tensor<?x3xi64, #graph.dims<["k", "3"]>>
  return %4, %count : tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>
}

func.func @unlimited(%b: tensor<1x40x4xf32> {check.values = "uniform 0 1"}, %s: tensor<1x2x40xf32> {check.values = "uniform 0 1"}, %m: tensor<i64> {check.values = dense<100> : tensor<i64>}, %t: tensor<f32> {check.values = dense<0.4> : tensor<f32>}, %u: tensor<f32> {check.values = dense<0.2> : tensor<f32>})
    -> (tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>) {
  %selected, %count = graph.non_max_suppression %b, %s, %m, %t, %u center_point false : tensor<1x40x4xf32>, tensor<1x2x40xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  %three = graph.constant dense<3> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %1, %three axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %selected starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<80x3xi64> -> tensor<?x3xi64, #graph.dims<["k", "3"]>>
  return %4, %count : tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>
}

func.func @none(%b: tensor<1x20x4xf32> {check.values = "uniform 0 1"}, %s: tensor<1x1x20xf32> {check.values = "uniform 0 1"}, %m: tensor<i64> {check.values = dense<0> : tensor<i64>}, %t: tensor<f32> {check.values = dense<0.4> : tensor<f32>}, %u: tensor<f32> {check.values = dense<0.2> : tensor<f32>})
    -> (tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>) {
  %selected, %count = graph.non_max_suppression %b, %s, %m, %t, %u center_point false : tensor<1x20x4xf32>, tensor<1x1x20xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  %three = graph.constant dense<3> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %1, %three axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %selected starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<20x3xi64> -> tensor<?x3xi64, #graph.dims<["k", "3"]>>
  return %4, %count : tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>
}

func.func @dynamic(%b: tensor<1x?x4xf32, #graph.dims<["1", "n", "4"]>> {check.values = "uniform 0 1"}, %s: tensor<1x2x?xf32, #graph.dims<["1", "2", "n"]>> {check.values = "uniform 0 1"}, %m: tensor<i64> {check.values = dense<3> : tensor<i64>}, %t: tensor<f32> {check.values = dense<0.4> : tensor<f32>}, %u: tensor<f32> {check.values = dense<0.2> : tensor<f32>})
    -> (tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>) {
  %selected, %count = graph.non_max_suppression %b, %s, %m, %t, %u center_point false : tensor<1x?x4xf32, #graph.dims<["1", "n", "4"]>>, tensor<1x2x?xf32, #graph.dims<["1", "2", "n"]>>, tensor<i64>, tensor<f32>, tensor<f32>
  %three = graph.constant dense<3> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %1, %three axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %selected starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<?x3xi64, #graph.dims<["2*n", "3"]>> -> tensor<?x3xi64, #graph.dims<["k", "3"]>>
  return %4, %count : tensor<?x3xi64, #graph.dims<["k", "3"]>>, tensor<i64>
}
