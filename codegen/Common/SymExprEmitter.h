//===- SymExprEmitter.h - size expressions as instructions ------*- C++ -*-===//

#ifndef CODEGEN_COMMON_SYMEXPREMITTER_H
#define CODEGEN_COMMON_SYMEXPREMITTER_H

#include "dialects/Support/SymExpr.h"
#include <functional>

namespace heddle::codegen {

/// Emits arith ops on i64 that compute size expressions. One emitter per place: it inserts where the builder
/// stands.
class SymExprEmitter {
public:
  /// Gives the i64 value of a symbol, or null.
  using ValueOf = std::function<Value(StringRef)>;

  SymExprEmitter(OpBuilder &builder, Location loc, ValueOf valueOf)
      : b(builder), loc(loc), valueOf(std::move(valueOf)) {}

  /// The value of `expr`, or null if a symbol has none. Division by 0 gives 0, as `SymExpr::evaluate` has it.
  Value emit(const SymExpr &expr);

  /// The same, but INT64_MAX where a step leaves 64 bits or the value is negative: for byte counts.
  Value emitChecked(const SymExpr &expr);

private:
  Value emitTerm(const SymExpr::Term &term);
  Value emitAtom(const SymAtom &atom);
  Value multiply(Value x, Value y);
  Value add(Value x, Value y);
  Value constant(int64_t value);
  void note(Value overflows);

  OpBuilder &b;
  Location loc;
  ValueOf valueOf;
  bool isChecked = false;
  Value overflow; // i1: a step so far has left 64 bits
};

} // namespace heddle::codegen

#endif // CODEGEN_COMMON_SYMEXPREMITTER_H
