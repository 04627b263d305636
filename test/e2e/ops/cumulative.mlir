// RUN: heddle-check %s --type t=f32,f64,f16,bf16,i8,i32,i64

func.func @last(%x: tensor<5x37x!t>)
    -> (tensor<5x37x!t>, tensor<5x37x!t>, tensor<5x37x!t>, tensor<5x37x!t>) {
  %0 = graph.cumulative add %x axis 1 exclusive true reverse true : tensor<5x37x!t>
  %1 = graph.cumulative add %x axis 1 exclusive true reverse false : tensor<5x37x!t>
  %2 = graph.cumulative add %x axis 1 exclusive false reverse true : tensor<5x37x!t>
  %3 = graph.cumulative add %x axis 1 exclusive false reverse false : tensor<5x37x!t>
  return %0, %1, %2, %3 : tensor<5x37x!t>, tensor<5x37x!t>, tensor<5x37x!t>, tensor<5x37x!t>
}

func.func @first(%x: tensor<37x5x!t>)
    -> (tensor<37x5x!t>, tensor<37x5x!t>, tensor<37x5x!t>, tensor<37x5x!t>) {
  %0 = graph.cumulative add %x axis 0 exclusive true reverse true : tensor<37x5x!t>
  %1 = graph.cumulative add %x axis 0 exclusive true reverse false : tensor<37x5x!t>
  %2 = graph.cumulative add %x axis 0 exclusive false reverse true : tensor<37x5x!t>
  %3 = graph.cumulative add %x axis 0 exclusive false reverse false : tensor<37x5x!t>
  return %0, %1, %2, %3 : tensor<37x5x!t>, tensor<37x5x!t>, tensor<37x5x!t>, tensor<37x5x!t>
}

func.func @middle(%x: tensor<3x11x4x!t>)
    -> (tensor<3x11x4x!t>, tensor<3x11x4x!t>, tensor<3x11x4x!t>, tensor<3x11x4x!t>) {
  %0 = graph.cumulative add %x axis 1 exclusive true reverse true : tensor<3x11x4x!t>
  %1 = graph.cumulative add %x axis 1 exclusive true reverse false : tensor<3x11x4x!t>
  %2 = graph.cumulative add %x axis 1 exclusive false reverse true : tensor<3x11x4x!t>
  %3 = graph.cumulative add %x axis 1 exclusive false reverse false : tensor<3x11x4x!t>
  return %0, %1, %2, %3 : tensor<3x11x4x!t>, tensor<3x11x4x!t>, tensor<3x11x4x!t>, tensor<3x11x4x!t>
}

func.func @one(%x: tensor<1x!t>)
    -> (tensor<1x!t>, tensor<1x!t>, tensor<1x!t>, tensor<1x!t>) {
  %0 = graph.cumulative add %x axis 0 exclusive true reverse true : tensor<1x!t>
  %1 = graph.cumulative add %x axis 0 exclusive true reverse false : tensor<1x!t>
  %2 = graph.cumulative add %x axis 0 exclusive false reverse true : tensor<1x!t>
  %3 = graph.cumulative add %x axis 0 exclusive false reverse false : tensor<1x!t>
  return %0, %1, %2, %3 : tensor<1x!t>, tensor<1x!t>, tensor<1x!t>, tensor<1x!t>
}

func.func @empty(%x: tensor<0x3x!t>)
    -> (tensor<0x3x!t>, tensor<0x3x!t>, tensor<0x3x!t>, tensor<0x3x!t>) {
  %0 = graph.cumulative add %x axis 0 exclusive true reverse true : tensor<0x3x!t>
  %1 = graph.cumulative add %x axis 0 exclusive true reverse false : tensor<0x3x!t>
  %2 = graph.cumulative add %x axis 0 exclusive false reverse true : tensor<0x3x!t>
  %3 = graph.cumulative add %x axis 0 exclusive false reverse false : tensor<0x3x!t>
  return %0, %1, %2, %3 : tensor<0x3x!t>, tensor<0x3x!t>, tensor<0x3x!t>, tensor<0x3x!t>
}

func.func @product(%x: tensor<5x9x!t> {check.values = "uniform 0.5 1.5"})
    -> (tensor<5x9x!t>, tensor<5x9x!t>, tensor<5x9x!t>, tensor<5x9x!t>) {
  %0 = graph.cumulative mul %x axis 1 exclusive true reverse true : tensor<5x9x!t>
  %1 = graph.cumulative mul %x axis 1 exclusive true reverse false : tensor<5x9x!t>
  %2 = graph.cumulative mul %x axis 1 exclusive false reverse true : tensor<5x9x!t>
  %3 = graph.cumulative mul %x axis 1 exclusive false reverse false : tensor<5x9x!t>
  return %0, %1, %2, %3 : tensor<5x9x!t>, tensor<5x9x!t>, tensor<5x9x!t>, tensor<5x9x!t>
}

func.func @dynamic(%x: tensor<?x?x!t, #graph.dims<["n", "m"]>>)
    -> (tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>) {
  %0 = graph.cumulative add %x axis 1 exclusive true reverse true : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %1 = graph.cumulative add %x axis 1 exclusive true reverse false : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %2 = graph.cumulative add %x axis 1 exclusive false reverse true : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  %3 = graph.cumulative add %x axis 1 exclusive false reverse false : tensor<?x?x!t, #graph.dims<["n", "m"]>>
  return %0, %1, %2, %3 : tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>, tensor<?x?x!t, #graph.dims<["n", "m"]>>
}
