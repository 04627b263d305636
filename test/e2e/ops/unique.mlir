// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i16,i32,i64,ui8,ui64

func.func @sorted(%x: tensor<37x!t> {check.values = "integers 0 5"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<37xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted true : tensor<37x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<37xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<37xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<37xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

func.func @in_order(%x: tensor<37x!t> {check.values = "integers 0 5"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<37xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted false : tensor<37x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<37xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<37xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<37xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

func.func @rows(%x: tensor<11x2x!t> {check.values = "integers 0 1"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<11xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted true : tensor<11x2x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<11xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<11xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<11xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

func.func @rows_in_order(%x: tensor<11x2x!t> {check.values = "integers 0 1"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<11xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted false : tensor<11x2x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<11xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<11xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<11xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

func.func @one(%x: tensor<1x!t> {check.values = "integers 0 5"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<1xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted true : tensor<1x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<1xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<1xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<1xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

func.func @empty(%x: tensor<0x!t> {check.values = "integers 0 5"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<0xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted true : tensor<0x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<0xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<0xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<0xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

func.func @special(%x: tensor<50x!t> {check.values = "special"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<50xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted true : tensor<50x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<50xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<50xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<50xi64>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

func.func @dynamic(%x: tensor<?x!t, #graph.dims<["n"]>> {check.values = "integers 0 5"})
    -> (tensor<?xi64, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["n"]>>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>) {
  %first, %inverse, %counts, %count = graph.unique %x sorted true : tensor<?x!t, #graph.dims<["n"]>>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<?xi64, #graph.dims<["n"]>> -> tensor<?xi64, #graph.dims<["k"]>>
  %3 = graph.slice %counts starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<?xi64, #graph.dims<["n"]>> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2, %inverse, %3, %count : tensor<?xi64, #graph.dims<["k"]>>, tensor<?xi64, #graph.dims<["n"]>>, tensor<?xi64, #graph.dims<["k"]>>, tensor<i64>
}

// The number of distinct elements is asked for before the other results.
func.func @first_and_count(%x: tensor<37x!t> {check.values = "integers 0 5"}) -> tensor<?xi64, #graph.dims<["k"]>> {
  %first, %inverse, %counts, %count = graph.unique %x sorted false : tensor<37x!t>
  %1 = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %2 = graph.slice %first starts ["0"] steps [1] size %1 : tensor<1xi64> : tensor<37xi64> -> tensor<?xi64, #graph.dims<["k"]>>
  return %2 : tensor<?xi64, #graph.dims<["k"]>>
}
