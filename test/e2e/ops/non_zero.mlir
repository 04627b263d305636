// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i1,i8,i16,i32,i64,ui8,ui64,i4,f8E4M3FN,f8E5M2FNUZ,f4E2M1FN

func.func @matrix(%x: tensor<5x7x!t> {check.values = "integers 0 1"})
    -> (tensor<2x?xi64, #graph.dims<["2", "k"]>>, tensor<i64>) {
  %indices, %count = graph.non_zero %x : tensor<5x7x!t>
  %rank = graph.constant dense<2> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %rank, %1 axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %indices starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<2x35xi64> -> tensor<2x?xi64, #graph.dims<["2", "k"]>>
  return %4, %count : tensor<2x?xi64, #graph.dims<["2", "k"]>>, tensor<i64>
}

func.func @vector(%x: tensor<37x!t> {check.values = "integers 0 1"})
    -> (tensor<1x?xi64, #graph.dims<["1", "k"]>>, tensor<i64>) {
  %indices, %count = graph.non_zero %x : tensor<37x!t>
  %rank = graph.constant dense<1> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %rank, %1 axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %indices starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<1x37xi64> -> tensor<1x?xi64, #graph.dims<["1", "k"]>>
  return %4, %count : tensor<1x?xi64, #graph.dims<["1", "k"]>>, tensor<i64>
}

func.func @empty(%x: tensor<0x3x!t> {check.values = "integers 0 1"})
    -> (tensor<2x?xi64, #graph.dims<["2", "k"]>>, tensor<i64>) {
  %indices, %count = graph.non_zero %x : tensor<0x3x!t>
  %rank = graph.constant dense<2> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %rank, %1 axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %indices starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<2x0xi64> -> tensor<2x?xi64, #graph.dims<["2", "k"]>>
  return %4, %count : tensor<2x?xi64, #graph.dims<["2", "k"]>>, tensor<i64>
}

func.func @zeros(%x: tensor<9x!t> {check.values = "integers 0 0"})
    -> (tensor<1x?xi64, #graph.dims<["1", "k"]>>, tensor<i64>) {
  %indices, %count = graph.non_zero %x : tensor<9x!t>
  %rank = graph.constant dense<1> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %rank, %1 axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %indices starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<1x9xi64> -> tensor<1x?xi64, #graph.dims<["1", "k"]>>
  return %4, %count : tensor<1x?xi64, #graph.dims<["1", "k"]>>, tensor<i64>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>> {check.values = "integers 0 1"})
    -> (tensor<2x?xi64, #graph.dims<["2", "k"]>>, tensor<i64>) {
  %indices, %count = graph.non_zero %x : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %rank = graph.constant dense<2> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %rank, %1 axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %indices starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<2x?xi64, #graph.dims<["2", "m*n"]>> -> tensor<2x?xi64, #graph.dims<["2", "k"]>>
  return %4, %count : tensor<2x?xi64, #graph.dims<["2", "k"]>>, tensor<i64>
}

func.func @rank3(%x: tensor<2x3x4x!t> {check.values = "integers 0 1"})
    -> (tensor<3x?xi64, #graph.dims<["3", "k"]>>, tensor<i64>) {
  %indices, %count = graph.non_zero %x : tensor<2x3x4x!t>
  %rank = graph.constant dense<3> : tensor<1xi64>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.concat %rank, %1 axis 0 : tensor<1xi64>, tensor<1xi64>
  %4 = graph.slice %indices starts ["0", "0"] steps [1, 1] size %2 : tensor<2xi64> : tensor<3x24xi64> -> tensor<3x?xi64, #graph.dims<["3", "k"]>>
  return %4, %count : tensor<3x?xi64, #graph.dims<["3", "k"]>>, tensor<i64>
}
