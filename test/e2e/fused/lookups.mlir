// RUN: heddle-check %s --type i=i32,i64

// A walk over a list: each look-up gives the place of the next one.
func.func @walk(%list: tensor<97x!i> {check.values = "indices 97"},
                %start: tensor<?x61x!i, #graph.dims<["n", "61"]>> {check.values = "indices 97"})
    -> tensor<?x61x!i, #graph.dims<["n", "61"]>> {
  %one = graph.constant dense<1> : tensor<!i>
  %last = graph.constant dense<96> : tensor<!i>
  %0 = graph.gather %list, %start axis 0 : tensor<97x!i>, tensor<?x61x!i, #graph.dims<["n", "61"]>>
  %1 = graph.add %0, %one : tensor<?x61x!i, #graph.dims<["n", "61"]>>, tensor<!i>
  %2 = graph.min %1, %last : tensor<?x61x!i, #graph.dims<["n", "61"]>>, tensor<!i>
  %3 = graph.gather %list, %2 axis 0 : tensor<97x!i>, tensor<?x61x!i, #graph.dims<["n", "61"]>>
  %4 = graph.sub %3, %0 : tensor<?x61x!i, #graph.dims<["n", "61"]>>, tensor<?x61x!i, #graph.dims<["n", "61"]>>
  return %4 : tensor<?x61x!i, #graph.dims<["n", "61"]>>
}

// A step of a decision tree: a node says which feature of its row is looked at.
func.func @step(%x: tensor<?x19xf32, #graph.dims<["n", "19"]>>, %features: tensor<50x!i> {check.values = "indices 19"},
                %thresholds: tensor<50xf32>,
                %place: tensor<?x33x!i, #graph.dims<["n", "33"]>> {check.values = "indices 50"})
    -> tensor<?x33xi1, #graph.dims<["n", "33"]>> {
  %0 = graph.gather %features, %place axis 0 : tensor<50x!i>, tensor<?x33x!i, #graph.dims<["n", "33"]>>
  %1 = graph.gather_elements %x, %0 axis 1 : tensor<?x19xf32, #graph.dims<["n", "19"]>>, tensor<?x33x!i, #graph.dims<["n", "33"]>>
  %2 = graph.gather %thresholds, %place axis 0 : tensor<50xf32>, tensor<?x33x!i, #graph.dims<["n", "33"]>>
  %3 = graph.compare le %1, %2 : tensor<?x33xf32, #graph.dims<["n", "33"]>>, tensor<?x33xf32, #graph.dims<["n", "33"]>>
  return %3 : tensor<?x33xi1, #graph.dims<["n", "33"]>>
}

// A table of decision for texts: numbers above the last of the table have its last entry.
func.func @labels(%x: tensor<?xi64, #graph.dims<["n"]>> {check.values = "integers 0 30"})
    -> tensor<?xf32, #graph.dims<["n"]>> {
  %last = graph.constant dense<4> : tensor<i64>
  %places = graph.constant dense<[2, 0, 1, 2, 3]> : tensor<5xi64>
  %values = graph.constant dense<[0.5, 1.5, 2.5, -1.0]> : tensor<4xf32>
  %0 = graph.min %x, %last : tensor<?xi64, #graph.dims<["n"]>>, tensor<i64>
  %1 = graph.gather %places, %0 axis 0 : tensor<5xi64>, tensor<?xi64, #graph.dims<["n"]>>
  %2 = graph.gather %values, %1 axis 0 : tensor<4xf32>, tensor<?xi64, #graph.dims<["n"]>>
  return %2 : tensor<?xf32, #graph.dims<["n"]>>
}
