//===- CheckCase.h - what a test function asks to be checked ----*- C++ -*-===//
//
// A test file holds functions of graph ops. Attributes say how each is checked:
//   check.sizes = [{n = 3}, {n = 0}]   on the function: assignments of its symbols; without it a few are
//   chosen check.fails                        on the function: the run must end in an error, for the
//   reference as well check.ulps = 8.0, check.absolute = 1.0e-3   on the function: the allowed error, instead
//   of the derived one check.values = "uniform -4 4"      on an argument: see Inputs.h
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_CHECK_CHECKCASE_H
#define TOOLS_HEDDLE_CHECK_CHECKCASE_H

#include "dialects/Graph/Reference/Interpreter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>

namespace heddle::check {

/// Values of symbols, by name.
using Sizes = std::map<std::string, int64_t>;

/// The assignments under which a function is run; one without symbols if it has none.
SmallVector<Sizes> assignmentsOf(func::FuncOp function);

/// "n=3 m=0".
std::string toString(const Sizes &sizes);

/// Whether the attribute says that the run must fail.
bool mustFail(func::FuncOp function);

/// A module that holds `function` as @main, without the check attributes and with names for arguments and
/// results, and the module's variables.
OwningOpRef<ModuleOp> isolate(func::FuncOp function);

} // namespace heddle::check

#endif // TOOLS_HEDDLE_CHECK_CHECKCASE_H
