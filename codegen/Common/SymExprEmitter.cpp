//===- SymExprEmitter.cpp - size expressions as instructions --------------===//

#include "codegen/Common/SymExprEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace heddle;
using namespace heddle::codegen;
using arith::CmpIPredicate;

Value SymExprEmitter::constant(int64_t value) { return arith::ConstantIntOp::create(b, loc, value, 64); }

void SymExprEmitter::note(Value overflows) {
  overflow = overflow ? arith::OrIOp::create(b, loc, overflow, overflows) : overflows;
}

Value SymExprEmitter::multiply(Value x, Value y) {
  if (!isChecked) {
    return arith::MulIOp::create(b, loc, x, y);
  }
  // The product fits if the high half is the sign of the low half.
  auto product = arith::MulSIExtendedOp::create(b, loc, x, y);
  Value sign = arith::ShRSIOp::create(b, loc, product.getLow(), constant(63));
  note(arith::CmpIOp::create(b, loc, CmpIPredicate::ne, product.getHigh(), sign));
  return product.getLow();
}

Value SymExprEmitter::add(Value x, Value y) {
  Value sum = arith::AddIOp::create(b, loc, x, y);
  if (isChecked) {
    // Overflow: the sum's sign differs from the signs of both.
    Value a = arith::XOrIOp::create(b, loc, sum, x), c = arith::XOrIOp::create(b, loc, sum, y);
    Value both = arith::AndIOp::create(b, loc, a, c);
    note(arith::CmpIOp::create(b, loc, CmpIPredicate::slt, both, constant(0)));
  }
  return sum;
}

Value SymExprEmitter::emit(const SymExpr &expr) {
  if (std::optional<int64_t> value = expr.constant()) {
    return constant(*value);
  }
  Value sum;
  for (const SymExpr::Term &term : expr.terms()) {
    Value value = emitTerm(term);
    if (!value) {
      return {};
    }
    sum = sum ? add(sum, value) : value;
  }
  return sum;
}

Value SymExprEmitter::emitChecked(const SymExpr &expr) {
  isChecked = true;
  Value value = emit(expr);
  isChecked = false;
  if (!value) {
    return {};
  }
  note(arith::CmpIOp::create(b, loc, CmpIPredicate::slt, value, constant(0)));
  return arith::SelectOp::create(b, loc, std::exchange(overflow, Value()), constant(INT64_MAX), value);
}

Value SymExprEmitter::emitTerm(const SymExpr::Term &term) {
  Value value;
  for (const SymExpr::Atom &atom : term.atoms) {
    Value factor = atom->name.empty() ? emitAtom(*atom) : valueOf(atom->name);
    if (!factor) {
      return {};
    }
    value = value ? multiply(value, factor) : factor;
  }
  if (!value) {
    return constant(term.coefficient);
  }
  return term.coefficient == 1 ? value : multiply(value, constant(term.coefficient));
}

Value SymExprEmitter::emitAtom(const SymAtom &atom) {
  Value x = emit(atom.a), y = emit(atom.b);
  if (!x || !y) {
    return {};
  }
  auto compare = [&](CmpIPredicate predicate, Value a, Value c) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, a, c);
  };
  switch (atom.op) {
  case SymExpr::Op::Min:
    return arith::MinSIOp::create(b, loc, x, y);
  case SymExpr::Op::Max:
    return arith::MaxSIOp::create(b, loc, x, y);
  case SymExpr::Op::Broadcast:
    return arith::SelectOp::create(b, loc, compare(CmpIPredicate::eq, x, constant(1)), y, x);
  case SymExpr::Op::FloorDiv:
  case SymExpr::Op::Mod:
    break;
  }
  Value isZero = compare(CmpIPredicate::eq, y, constant(0));
  Value divisor = arith::SelectOp::create(b, loc, isZero, constant(1), y);
  Value result = arith::FloorDivSIOp::create(b, loc, x, divisor);
  if (atom.op == SymExpr::Op::Mod) {
    Value whole = arith::MulIOp::create(b, loc, result, divisor);
    result = arith::SubIOp::create(b, loc, x, whole);
  }
  return arith::SelectOp::create(b, loc, isZero, constant(0), result);
}
