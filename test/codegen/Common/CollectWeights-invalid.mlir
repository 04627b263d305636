// RUN: heddle-opt %s -heddle-collect-weights -split-input-file -verify-diagnostics

// expected-error @+1 {{the module has no function 'main' of one block}}
module {
}
