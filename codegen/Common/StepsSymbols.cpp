//===- StepsSymbols.cpp - sizes and their checks in a run -----------------===//

#include "codegen/Common/StepsBuilder.h"
#include "codegen/Common/SymExprEmitter.h"
#include "dialects/Graph/IR/Constant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace heddle;
using namespace heddle::codegen;
using arith::CmpIPredicate;

Value StepsBuilder::tryValue(const SymExpr &expr) {
  if (std::optional<int64_t> number = expr.constant()) {
    return constant(*number);
  }
  auto valueOf = [&](StringRef name) { return symbols.lookup(name); };
  if (!usesOnly(expr, knownSymbols)) {
    return SymExprEmitter(b, loc, valueOf).emit(expr);
  }
  Value &made = entryValues[expr.str()];
  if (!made) {
    made = SymExprEmitter(entry, loc, valueOf).emit(expr);
  }
  return made;
}

Value StepsBuilder::value(const SymExpr &expr) {
  if (Value found = tryValue(expr)) {
    return found;
  }
  if (!hasFailed) {
    mlir::emitError(loc) << "the size '" << expr.str() << "' is used where it has no value";
  }
  hasFailed = true;
  return constant(0);
}

Value StepsBuilder::bytes(const SymExpr &expr) {
  if (std::optional<int64_t> number = expr.constant()) {
    return constant(*number);
  }
  Value checked =
      SymExprEmitter(b, loc, [&](StringRef name) { return symbols.lookup(name); }).emitChecked(expr);
  if (!checked) {
    return value(expr);
  }
  failIf(equals(checked, constant(INT64_MAX)), "a tensor would need more memory than 63 bits can count");
  return checked;
}

void StepsBuilder::failIf(Value condition, const Twine &message) {
  Block *failure = newBlock();
  leaveIf(condition, failure);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(failure);
  call("heddle_fail", {context, text(message)});
  call("heddle_barrier", {context, worker}); // where a run may end
  cf::BranchOp::create(b, loc, exitBlock);
}

std::string StepsBuilder::nameOf(Operation *op) {
  std::string name;
  op->getLoc()->walk([&](Location location) {
    if (auto named = dyn_cast<NameLoc>(location)) {
      name = named.getName().str();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return name.empty() ? op->getName().getStringRef().str() : name;
}

Value StepsBuilder::scalar(Value tensor, int64_t element) {
  if (std::optional<SymExpr> known = knownElement(tensor, element)) {
    return value(*known);
  }
  Type type = cast<RankedTensorType>(tensor.getType()).getElementType();
  unsigned width = std::max(type.getIntOrFloatBitWidth(), 8u);
  Type stored = b.getIntegerType(width);
  Value place = offsetBy(address(tensor), constant(element * width / 8));
  if (onDevice) {
    Value copied = onStack(constant(0));
    call("heddle_device_read", {context, copied, place, constant(width / 8)});
    place = copied;
  }
  Value loaded = LLVM::LoadOp::create(b, loc, stored, place, /*alignment=*/width / 8);
  return width == 64 ? loaded : arith::ExtSIOp::create(b, loc, b.getI64Type(), loaded).getResult();
}

void StepsBuilder::bindSizes(Operation *op) {
  for (const SizeBinding &binding :
       sizeBindings(op, [&](StringRef name) { return symbols.count(name) != 0; })) {
    Value size = scalar(binding.tensor, binding.element);
    if (Value bound = symbols.lookup(binding.symbol)) {
      if (bound != size) {
        failIf(arith::CmpIOp::create(b, loc, CmpIPredicate::ne, bound, size),
               nameOf(op) + ": a size computed from data is not the " + binding.symbol + " it must be");
      }
      continue;
    }
    // As unsigned numbers, negative ones are large too.
    failIf(arith::CmpIOp::create(b, loc, CmpIPredicate::ugt, size, constant(kMaxRunSize)),
           nameOf(op) + ": a size computed from data is negative or absurdly large");
    symbols[binding.symbol] = size;
  }
}

void StepsBuilder::checkEqual(const SymExpr &x, const SymExpr &y, Operation *op, StringRef what) {
  if (x == y) {
    return;
  }
  Value first = tryValue(x), second = tryValue(y);
  if (!first || !second) {
    return; // a size that is bound by the very op
  }
  failIf(arith::CmpIOp::create(b, loc, CmpIPredicate::ne, first, second),
         nameOf(op) + ": " + what + " (" + x.str() + " against " + y.str() + ")");
}

/// Splits "a == 1 || a == b" into its comparisons.
static FailureOr<SmallVector<std::pair<SymExpr, SymExpr>>> parseCheck(StringRef text) {
  SmallVector<std::pair<SymExpr, SymExpr>> comparisons;
  SmallVector<StringRef> parts;
  text.split(parts, "||");
  for (StringRef part : parts) {
    auto [left, right] = part.split("==");
    FailureOr<SymExpr> x = SymExpr::parse(left.trim()), y = SymExpr::parse(right.trim());
    if (failed(x) || failed(y)) {
      return failure();
    }
    comparisons.push_back({*x, *y});
  }
  return comparisons;
}

void StepsBuilder::emitChecks(Operation *op) {
  auto checks = op->getAttrOfType<ArrayAttr>(kernel::KernelDialect::kChecksAttr);
  if (!checks) {
    return;
  }
  for (auto check : checks.getAsRange<StringAttr>()) {
    auto comparisons = parseCheck(check.getValue());
    if (failed(comparisons)) {
      op->emitError("has a malformed check '") << check.getValue() << "'";
      hasFailed = true;
      return;
    }
    Value holds;
    for (auto &[x, y] : *comparisons) {
      Value same = equals(value(x), value(y));
      holds = holds ? arith::OrIOp::create(b, loc, holds, same) : same;
    }
    Value one = arith::ConstantIntOp::create(b, loc, 1, 1);
    failIf(arith::XOrIOp::create(b, loc, holds, one),
           nameOf(op) + ": sizes do not agree: wanted " + check.getValue());
  }
}
