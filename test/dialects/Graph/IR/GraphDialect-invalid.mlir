// RUN: heddle-opt %s -split-input-file -verify-diagnostics

func.func @wrong_result(%x: tensor<4xf32>) {
  // expected-error @below {{'graph.exp' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "graph.exp"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-error @below {{dims has 1 entries but the tensor has rank 2}}
func.func @dims_rank(%x: tensor<?x4xf32, #graph.dims<["n"]>>) { return }

// -----

// expected-error @below {{'2 +' is not a size expression}}
func.func @dims_text(%x: tensor<?xf32, #graph.dims<["2 +"]>>) { return }

// -----

// expected-error @below {{dims says 'n' where the shape says 4}}
func.func @dims_symbol_at_number(%x: tensor<4xf32, #graph.dims<["n"]>>) { return }

// -----

// expected-error @below {{dims says '4' where the shape says ?}}
func.func @dims_number_at_symbol(%x: tensor<?xf32, #graph.dims<["4"]>>) { return }
