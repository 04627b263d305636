//===- Evaluation.cpp - one op being evaluated ----------------------------===//

#include "dialects/Graph/Reference/Evaluation.h"

using namespace heddle;
using namespace heddle::reference;

/// Larger tensors are refused: the sizes are wrong, or the interpreter is the wrong tool.
static constexpr int64_t kMaxElements = int64_t(1) << 33;

const Tensor &Evaluation::get(Value operand) const {
  for (auto [value, tensor] : llvm::zip(op->getOperands(), operands)) {
    if (value == operand) {
      return tensor;
    }
  }
  llvm_unreachable("the value is an operand of the op");
}

FailureOr<int64_t> Evaluation::expression(StringRef text) {
  FailureOr<SymExpr> expr = SymExpr::parse(text);
  if (failed(expr)) {
    return fail("'" + text + "' is not a size expression");
  }
  std::optional<int64_t> value = expr->evaluate([&](StringRef name) -> std::optional<int64_t> {
    auto found = symbols.find(name);
    return found == symbols.end() ? std::nullopt : std::optional(found->second);
  });
  if (!value) {
    return fail("'" + text + "' has no value: a symbol is not bound, or it leaves 64 bits");
  }
  return *value;
}

FailureOr<SmallVector<int64_t>> Evaluation::positions(ArrayAttr texts, Value dynamic) {
  const Tensor *open = find(dynamic);
  SmallVector<int64_t> values;
  for (auto [i, text] : llvm::enumerate(texts.getAsRange<StringAttr>())) {
    if (text.getValue() == "?") {
      if (!open || static_cast<int64_t>(i) >= open->numElements()) {
        return fail("entry " + Twine(i) + " is '?' but no operand gives it");
      }
      values.push_back(open->asInteger(i));
      continue;
    }
    FailureOr<int64_t> value = expression(text.getValue());
    if (failed(value)) {
      return failure();
    }
    values.push_back(*value);
  }
  return values;
}

FailureOr<SmallVector<int64_t>> Evaluation::resultSizes(Value result, Value size) {
  const Tensor *given = find(size);
  graph::SymShape shape = graph::shapeOf(result);
  if (given && given->numElements() != static_cast<int64_t>(shape.size())) {
    return fail("the size operand has " + Twine(given->numElements()) + " elements for a result of rank " +
                Twine(shape.size()));
  }
  SmallVector<int64_t> sizes;
  int64_t count = 1;
  for (auto [i, expr] : llvm::enumerate(shape)) {
    std::optional<StringRef> symbol = expr.symbolName();
    bool open = given && symbol && !symbols.contains(*symbol);
    FailureOr<int64_t> value = open ? FailureOr<int64_t>(given->asInteger(i)) : expression(expr.str());
    if (failed(value)) {
      return failure();
    }
    if (*value < 0) {
      return fail("result dimension " + Twine(i) + " has the size " + Twine(*value));
    }
    if (*value > 0 && count > kMaxElements / *value) {
      return fail("the result has over 2^33 elements");
    }
    count *= *value;
    sizes.push_back(*value);
  }
  return sizes;
}

ElementKind Evaluation::resultKind(unsigned index) const {
  return *kindOf(cast<ShapedType>(op->getResult(index).getType()).getElementType());
}

LogicalResult Evaluation::fail(const Twine &reason) {
  if (why.empty()) {
    why = reason.str();
  }
  return failure();
}

std::optional<Results> reference::evaluateOp(Operation *op, Evaluation &evaluation) {
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !kindOf(tensor.getElementType())) {
      return std::nullopt;
    }
  }
  for (auto category : {evaluateElementwise, evaluateData, evaluateIndex, evaluateSearch, evaluateText,
                        evaluateReduction, evaluateContraction}) {
    if (std::optional<Results> results = category(op, evaluation)) {
      return results;
    }
  }
  return std::nullopt;
}

std::pair<int64_t, int64_t> reference::integerRange(ElementKind kind) {
  int bits = bitsOf(kind);
  if (isUnsigned(kind)) {
    return {0, bits == 64 ? INT64_MAX : (int64_t(1) << bits) - 1};
  }
  int64_t largest = bits == 64 ? INT64_MAX : (int64_t(1) << (bits - 1)) - 1;
  return {-largest - 1, largest};
}

std::optional<int64_t> reference::normalizeIndex(int64_t index, int64_t size) {
  index = index < 0 ? index + size : index;
  return index < 0 || index >= size ? std::nullopt : std::optional(index);
}
