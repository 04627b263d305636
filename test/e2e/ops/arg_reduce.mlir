// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i32,i64,ui8

func.func @last(%x: tensor<5x37x!t> {check.values = "integers 0 6"})
    -> (tensor<5x1xi64>, tensor<5x1xi64>, tensor<5x1xi64>, tensor<5x1xi64>) {
  %0 = graph.arg_reduce max %x axis 1 last true : tensor<5x37x!t>
  %1 = graph.arg_reduce max %x axis 1 last false : tensor<5x37x!t>
  %2 = graph.arg_reduce min %x axis 1 last true : tensor<5x37x!t>
  %3 = graph.arg_reduce min %x axis 1 last false : tensor<5x37x!t>
  return %0, %1, %2, %3 : tensor<5x1xi64>, tensor<5x1xi64>, tensor<5x1xi64>, tensor<5x1xi64>
}

func.func @first(%x: tensor<37x5x!t> {check.values = "integers 0 6"})
    -> (tensor<1x5xi64>, tensor<1x5xi64>, tensor<1x5xi64>, tensor<1x5xi64>) {
  %0 = graph.arg_reduce max %x axis 0 last true : tensor<37x5x!t>
  %1 = graph.arg_reduce max %x axis 0 last false : tensor<37x5x!t>
  %2 = graph.arg_reduce min %x axis 0 last true : tensor<37x5x!t>
  %3 = graph.arg_reduce min %x axis 0 last false : tensor<37x5x!t>
  return %0, %1, %2, %3 : tensor<1x5xi64>, tensor<1x5xi64>, tensor<1x5xi64>, tensor<1x5xi64>
}

func.func @middle(%x: tensor<3x11x4x!t> {check.values = "integers 0 6"})
    -> (tensor<3x1x4xi64>, tensor<3x1x4xi64>, tensor<3x1x4xi64>, tensor<3x1x4xi64>) {
  %0 = graph.arg_reduce max %x axis 1 last true : tensor<3x11x4x!t>
  %1 = graph.arg_reduce max %x axis 1 last false : tensor<3x11x4x!t>
  %2 = graph.arg_reduce min %x axis 1 last true : tensor<3x11x4x!t>
  %3 = graph.arg_reduce min %x axis 1 last false : tensor<3x11x4x!t>
  return %0, %1, %2, %3 : tensor<3x1x4xi64>, tensor<3x1x4xi64>, tensor<3x1x4xi64>, tensor<3x1x4xi64>
}

func.func @one(%x: tensor<3x1x!t> {check.values = "integers 0 6"})
    -> (tensor<3x1xi64>, tensor<3x1xi64>, tensor<3x1xi64>, tensor<3x1xi64>) {
  %0 = graph.arg_reduce max %x axis 1 last true : tensor<3x1x!t>
  %1 = graph.arg_reduce max %x axis 1 last false : tensor<3x1x!t>
  %2 = graph.arg_reduce min %x axis 1 last true : tensor<3x1x!t>
  %3 = graph.arg_reduce min %x axis 1 last false : tensor<3x1x!t>
  return %0, %1, %2, %3 : tensor<3x1xi64>, tensor<3x1xi64>, tensor<3x1xi64>, tensor<3x1xi64>
}

func.func @special(%x: tensor<4x50x!t> {check.values = "special"})
    -> (tensor<4x1xi64>, tensor<4x1xi64>, tensor<4x1xi64>, tensor<4x1xi64>) {
  %0 = graph.arg_reduce max %x axis 1 last true : tensor<4x50x!t>
  %1 = graph.arg_reduce max %x axis 1 last false : tensor<4x50x!t>
  %2 = graph.arg_reduce min %x axis 1 last true : tensor<4x50x!t>
  %3 = graph.arg_reduce min %x axis 1 last false : tensor<4x50x!t>
  return %0, %1, %2, %3 : tensor<4x1xi64>, tensor<4x1xi64>, tensor<4x1xi64>, tensor<4x1xi64>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>> {check.values = "integers 0 6"})
    -> (tensor<?x1xi64, #graph.dims<["n", "1"]>>, tensor<?x1xi64, #graph.dims<["n", "1"]>>, tensor<?x1xi64, #graph.dims<["n", "1"]>>, tensor<?x1xi64, #graph.dims<["n", "1"]>>) {
  %0 = graph.arg_reduce max %x axis 1 last true : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %1 = graph.arg_reduce max %x axis 1 last false : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %2 = graph.arg_reduce min %x axis 1 last true : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %3 = graph.arg_reduce min %x axis 1 last false : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0, %1, %2, %3 : tensor<?x1xi64, #graph.dims<["n", "1"]>>, tensor<?x1xi64, #graph.dims<["n", "1"]>>, tensor<?x1xi64, #graph.dims<["n", "1"]>>, tensor<?x1xi64, #graph.dims<["n", "1"]>>
}

func.func @none(%x: tensor<0x3x!t> {check.values = "integers 0 6"})
    -> (tensor<0x1xi64>, tensor<0x1xi64>, tensor<0x1xi64>, tensor<0x1xi64>) {
  %0 = graph.arg_reduce max %x axis 1 last true : tensor<0x3x!t>
  %1 = graph.arg_reduce max %x axis 1 last false : tensor<0x3x!t>
  %2 = graph.arg_reduce min %x axis 1 last true : tensor<0x3x!t>
  %3 = graph.arg_reduce min %x axis 1 last false : tensor<0x3x!t>
  return %0, %1, %2, %3 : tensor<0x1xi64>, tensor<0x1xi64>, tensor<0x1xi64>, tensor<0x1xi64>
}
