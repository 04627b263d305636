//===- SymbolicValues.cpp - what small integer tensors hold ---------------===//

#include "passes/Import/Onnx/SymbolicValues.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::importer;

namespace {
using Element = std::optional<SymExpr>;

/// How many elements a followed tensor has, or nothing for other tensors.
std::optional<int64_t> followedSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || !tensor.getElementType().isInteger()) {
    return std::nullopt;
  }
  int64_t count = 1;
  for (int64_t size : tensor.getShape()) {
    if (llvm::MulOverflow(count, size, count) || count > SymbolicValues::kMaxElements) {
      return std::nullopt;
    }
  }
  return count;
}

/// Whether `element` is something that a number of `type` can hold. Symbolic sizes are taken to fit.
bool fits(const SymExpr &element, Type type) {
  std::optional<int64_t> value = element.constant();
  unsigned width = type.getIntOrFloatBitWidth();
  if (!value || width == 1) {
    return !value || *value == 0 || *value == 1;
  }
  if (type.isUnsignedInteger()) {
    return *value >= 0 && (width >= 64 || llvm::isUIntN(width, *value));
  }
  return llvm::isIntN(width, *value);
}

/// Whether a relation holds between two expressions, if that is the same for all sizes.
std::optional<bool> decide(graph::Predicate predicate, const SymExpr &a, const SymExpr &b) {
  auto negated = [](std::optional<bool> value) { return value ? std::optional<bool>(!*value) : value; };
  switch (predicate) {
  case graph::Predicate::Eq:
    if (a == b) {
      return true;
    }
    return (a - b).isAtLeast(1) || (b - a).isAtLeast(1) ? std::optional<bool>(false) : std::nullopt;
  case graph::Predicate::Lt:
    if ((b - a).isAtLeast(1)) {
      return true;
    }
    return (a - b).isAtLeast(0) ? std::optional<bool>(false) : std::nullopt;
  case graph::Predicate::Ne:
    return negated(decide(graph::Predicate::Eq, a, b));
  case graph::Predicate::Gt:
    return decide(graph::Predicate::Lt, b, a);
  case graph::Predicate::Le:
    return negated(decide(graph::Predicate::Lt, b, a));
  case graph::Predicate::Ge:
    return negated(decide(graph::Predicate::Lt, a, b));
  }
  llvm_unreachable("every predicate is decided");
}

/// Division as the dialect defines it: towards 0, and 0 for a divisor of 0.
Element divide(const SymExpr &a, const SymExpr &b) {
  std::optional<int64_t> x = a.constant(), y = b.constant();
  if (x && y) {
    return *y == 0 ? SymExpr(0) : *y == -1 ? SymExpr(0) - a : SymExpr(*x / *y);
  }
  return a.isAtLeast(0) && b.isAtLeast(1) ? Element(SymExpr::floorDiv(a, b)) : std::nullopt;
}

Element remainder(const SymExpr &a, const SymExpr &b) {
  std::optional<int64_t> x = a.constant(), y = b.constant();
  if (x && y) {
    return *y == 0 || *y == -1 ? SymExpr(0) : SymExpr(*x % *y);
  }
  return a.isAtLeast(0) && b.isAtLeast(1) ? Element(SymExpr::mod(a, b)) : std::nullopt;
}

std::optional<int64_t> checked(const SymExpr &a, const SymExpr &b, bool multiply) {
  std::optional<int64_t> x = a.constant(), y = b.constant();
  int64_t result = 0;
  if (!x || !y || (multiply ? llvm::MulOverflow(*x, *y, result) : llvm::AddOverflow(*x, *y, result))) {
    return std::nullopt;
  }
  return result;
}

/// The op's function of two elements, or nothing where it is not followed.
Element combine(Operation *op, const SymExpr &a, const SymExpr &b) {
  return TypeSwitch<Operation *, Element>(op)
      .Case([&](graph::AddOp) { return a + b; })
      .Case([&](graph::SubOp) { return a - b; })
      .Case([&](graph::MulOp) {
        return a.constant() && b.constant() && !checked(a, b, /*multiply=*/true) ? Element() : Element(a * b);
      })
      .Case([&](graph::DivOp) { return divide(a, b); })
      .Case([&](graph::RemOp) { return remainder(a, b); })
      .Case([&](graph::ModOp) {
        bool divisible = b.constant() ? *b.constant() != -1 : b.isAtLeast(1);
        return divisible ? Element(SymExpr::mod(a, b)) : Element();
      })
      .Case([&](graph::MinOp) { return SymExpr::min(a, b); })
      .Case([&](graph::MaxOp) { return SymExpr::max(a, b); })
      .Case([&](graph::CompareOp compare) {
        std::optional<bool> holds = decide(compare.getPredicate(), a, b);
        return holds ? Element(SymExpr(*holds)) : Element();
      })
      .Default([](Operation *) { return Element(); });
}

/// and, or of truth values: one operand may decide.
Element combineTruth(Operation *op, const Element &a, const Element &b) {
  bool isAnd = isa<graph::AndOp>(op);
  if (!isAnd && !isa<graph::OrOp>(op)) {
    return a && b && isa<graph::XorOp>(op) && a->constant() && b->constant()
               ? Element(SymExpr(*a->constant() ^ *b->constant()))
               : Element();
  }
  int64_t decisive = isAnd ? 0 : 1;
  if ((a && a->isConstant(decisive)) || (b && b->isConstant(decisive))) {
    return SymExpr(decisive);
  }
  return a && b && a->constant() && b->constant() ? Element(SymExpr(1 - decisive)) : Element();
}

/// Element `i` of an operand under broadcasting; only equal shapes and single elements are followed.
const Element &broadcastElement(const SymElements &elements, size_t i) {
  return elements[elements.size() == 1 ? 0 : i];
}

SymElements unknowns(int64_t count) { return SymElements(count); }

/// What an op gives, from what its operands hold. `get` returns the elements of an operand or nothing.
class Evaluator {
public:
  Evaluator(const SymbolicValues &values, Operation *op, int64_t count)
      : values(values), op(op), count(count) {}

  SymElements run() {
    SymElements result = evaluate();
    Type elementType = cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
    for (Element &element : result) {
      if (element && !fits(*element, elementType)) {
        element.reset();
      }
    }
    return result;
  }

private:
  SymElements evaluate() {
    return TypeSwitch<Operation *, SymElements>(op)
        .Case([&](graph::ConstantOp) { return constant(); })
        .Case([&](graph::SymbolicOp symbolic) { return fromTexts(symbolic.getExprs()); })
        .Case([&](graph::ShapeOp shape) {
          graph::SymShape sizes = graph::shapeOf(shape.getInput());
          return SymElements(sizes.begin(), sizes.end());
        })
        .Case<graph::ReshapeOp>([&](auto) { return same(0); })
        .Case([&](graph::TransposeOp transpose) {
          return transpose.getPermutation().size() < 2 ? same(0) : unknowns(count);
        })
        .Case([&](graph::BroadcastOp) { return splat(); })
        .Case([&](graph::CastOp castOp) { return convert(castOp); })
        .Case([&](graph::SliceOp slice) { return sliceOf(slice); })
        .Case([&](graph::ConcatOp) { return concat(); })
        .Case([&](graph::GatherOp gather) { return gatherOf(gather); })
        .Case([&](graph::IotaOp) { return iota(); })
        .Case([&](graph::ReduceOp reduce) { return reduceOf(reduce); })
        .Case([&](graph::SelectOp) { return select(); })
        .Case<graph::NegOp, graph::AbsOp, graph::NotOp>([&](auto) { return unary(); })
        .Case<graph::AndOp, graph::OrOp, graph::XorOp>([&](auto) { return binary(/*truth=*/true); })
        .Case<graph::AddOp, graph::SubOp, graph::MulOp, graph::DivOp, graph::RemOp, graph::ModOp,
              graph::MinOp, graph::MaxOp, graph::CompareOp>([&](auto) { return binary(/*truth=*/false); })
        .Default([&](Operation *) { return unknowns(count); });
  }

  std::optional<SymElements> operand(unsigned i) { return values.elements(op->getOperand(i)); }

  SymElements constant() {
    std::optional<SmallVector<int64_t>> numbers = graph::constantIntegers(op->getResult(0));
    return numbers ? SymElements(numbers->begin(), numbers->end()) : unknowns(count);
  }

  SymElements fromTexts(ArrayAttr texts) {
    SymElements result;
    for (Attribute text : texts) {
      FailureOr<SymExpr> expr = SymExpr::parse(cast<StringAttr>(text).getValue());
      result.push_back(succeeded(expr) ? Element(*expr) : Element());
    }
    return result;
  }

  SymElements same(unsigned i) {
    std::optional<SymElements> input = operand(i);
    return input && static_cast<int64_t>(input->size()) == count ? *input : unknowns(count);
  }

  SymElements splat() {
    std::optional<SymElements> input = operand(0);
    if (input && input->size() == 1) {
      return SymElements(count, (*input)[0]);
    }
    return same(0);
  }

  SymElements convert(graph::CastOp castOp) {
    SymElements result = same(0);
    if (castOp.getTo().isInteger(1)) {
      for (Element &element : result) {
        std::optional<bool> nonZero = element ? decide(graph::Predicate::Ne, *element, 0) : std::nullopt;
        element = nonZero ? Element(SymExpr(*nonZero)) : Element();
      }
    }
    return result;
  }

  SymElements sliceOf(graph::SliceOp slice) {
    std::optional<SymElements> input = operand(0);
    if (!input || slice.getStarts().size() != 1) {
      return input && slice.getStarts().empty() ? *input : unknowns(count);
    }
    FailureOr<SymExpr> start = SymExpr::parse(cast<StringAttr>(slice.getStarts()[0]).getValue());
    std::optional<int64_t> first = succeeded(start) ? start->constant() : std::nullopt;
    SymElements result = unknowns(count);
    for (int64_t i = 0; first && i < count; ++i) {
      int64_t place = *first + i * slice.getSteps()[0];
      if (place >= 0 && place < static_cast<int64_t>(input->size())) {
        result[i] = (*input)[place];
      }
    }
    return result;
  }

  SymElements concat() {
    SymElements result;
    for (Value input : op->getOperands()) {
      std::optional<SymElements> part = values.elements(input);
      if (!part || cast<RankedTensorType>(input.getType()).getRank() != 1) {
        return unknowns(count);
      }
      result.append(part->begin(), part->end());
    }
    return result;
  }

  SymElements gatherOf(graph::GatherOp gather) {
    std::optional<SymElements> input = operand(0);
    std::optional<SmallVector<int64_t>> indices = values.integers(gather.getIndices());
    SymElements result = unknowns(count);
    if (!input || !indices || cast<RankedTensorType>(gather.getInput().getType()).getRank() != 1) {
      return result;
    }
    for (auto [i, index] : llvm::enumerate(*indices)) {
      int64_t size = input->size(), place = index < 0 ? index + size : index;
      if (place >= 0 && place < size) {
        result[i] = (*input)[place];
      }
    }
    return result;
  }

  SymElements iota() {
    SymElements result;
    if (cast<RankedTensorType>(op->getResult(0).getType()).getRank() != 1) {
      return unknowns(count);
    }
    for (int64_t i = 0; i < count; ++i) {
      result.push_back(SymExpr(i));
    }
    return result;
  }

  SymElements reduceOf(graph::ReduceOp reduce) {
    std::optional<SymElements> input = operand(0);
    if (!input || count != 1 || input->empty() ||
        !llvm::all_of(*input, [](auto &e) { return e.has_value(); })) {
      return unknowns(count);
    }
    SymExpr total = *(*input)[0];
    for (const Element &element : llvm::drop_begin(*input)) {
      switch (reduce.getCombiner()) {
      case graph::Combiner::Add:
        total = total + *element;
        break;
      case graph::Combiner::Mul:
        total = total * *element;
        break;
      case graph::Combiner::Max:
        total = SymExpr::max(total, *element);
        break;
      case graph::Combiner::Min:
        total = SymExpr::min(total, *element);
        break;
      case graph::Combiner::Replace:
        return unknowns(count);
      }
    }
    return {total};
  }

  SymElements unary() {
    SymElements result = same(0);
    bool truth = cast<RankedTensorType>(op->getResult(0).getType()).getElementType().isInteger(1);
    for (Element &element : result) {
      if (!element) {
        continue;
      }
      if (isa<graph::NegOp>(op)) {
        element = SymExpr(0) - *element;
      } else if (isa<graph::NotOp>(op)) {
        element = truth ? Element(SymExpr(1) - *element) : Element();
      } else if (!element->isAtLeast(0)) {
        SymExpr opposite = SymExpr(0) - *element;
        element = opposite.isAtLeast(0) ? Element(opposite) : Element();
      }
    }
    return result;
  }

  /// The operands' elements if their shapes are equal or single elements.
  bool broadcastable(ArrayRef<SymElements> operands) {
    for (auto [i, elements] : llvm::enumerate(operands)) {
      bool single = elements.size() == 1;
      bool full = static_cast<int64_t>(elements.size()) == count &&
                  cast<RankedTensorType>(op->getOperand(i).getType()).getRank() ==
                      cast<RankedTensorType>(op->getResult(0).getType()).getRank();
      if (!single && !full) {
        return false;
      }
    }
    return true;
  }

  SymElements binary(bool truth) {
    std::optional<SymElements> a = operand(0), b = operand(1);
    SymElements result = unknowns(count);
    bool isTruth = cast<RankedTensorType>(op->getResult(0).getType()).getElementType().isInteger(1);
    if (!a || !b || !broadcastable({*a, *b}) || (truth && !isTruth)) {
      return result;
    }
    for (int64_t i = 0; i < count; ++i) {
      const Element &x = broadcastElement(*a, i), &y = broadcastElement(*b, i);
      result[i] = truth ? combineTruth(op, x, y) : x && y ? combine(op, *x, *y) : Element();
    }
    return result;
  }

  SymElements select() {
    std::optional<SymElements> condition = operand(0), a = operand(1), b = operand(2);
    SymElements result = unknowns(count);
    if (!condition || !a || !b || !broadcastable({*condition, *a, *b})) {
      return result;
    }
    for (int64_t i = 0; i < count; ++i) {
      const Element &chosen = broadcastElement(*condition, i);
      const Element &x = broadcastElement(*a, i), &y = broadcastElement(*b, i);
      if (chosen && chosen->constant()) {
        result[i] = *chosen->constant() ? x : y;
      } else if (x && y && *x == *y) {
        result[i] = x;
      }
    }
    return result;
  }

  const SymbolicValues &values;
  Operation *op;
  int64_t count;
};
} // namespace

std::optional<SymElements> SymbolicValues::elements(Value value) const {
  auto found = known.find(value);
  if (found != known.end()) {
    return found->second;
  }
  std::optional<int64_t> count = followedSize(value.getType());
  return count ? std::optional<SymElements>(unknowns(*count)) : std::nullopt;
}

std::optional<SmallVector<SymExpr>> SymbolicValues::allElements(Value value) const {
  auto found = known.find(value);
  if (found == known.end()) {
    return followedSize(value.getType()) == 0 ? std::optional<SmallVector<SymExpr>>(std::in_place)
                                              : std::nullopt;
  }
  SmallVector<SymExpr> result;
  for (const std::optional<SymExpr> &element : found->second) {
    if (!element) {
      return std::nullopt;
    }
    result.push_back(*element);
  }
  return result;
}

std::optional<SmallVector<int64_t>> SymbolicValues::integers(Value value) const {
  std::optional<SmallVector<SymExpr>> exprs = allElements(value);
  return exprs ? constants(*exprs) : std::nullopt;
}

void SymbolicValues::nameElement(Value value, int64_t index, const SymExpr &symbol) {
  auto [entry, inserted] = known.try_emplace(value);
  if (inserted) {
    entry->second = unknowns(*followedSize(value.getType()));
  }
  entry->second[index] = symbol;
  if (!regions.empty()) {
    regions.back().push_back({value, index});
  }
}

void SymbolicValues::enterRegion() { regions.emplace_back(); }

void SymbolicValues::leaveRegion() {
  for (const Undo &undo : regions.back()) {
    auto found = known.find(undo.value);
    if (found != known.end()) {
      found->second[undo.index].reset();
    }
  }
  regions.pop_back();
}

void SymbolicValues::forget(Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value result : inner->getResults()) {
      known.erase(result);
    }
    for (Region &region : inner->getRegions()) {
      for (Block &block : region) {
        for (Value argument : block.getArguments()) {
          known.erase(argument);
        }
      }
    }
  });
}

void SymbolicValues::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) {
  if (op->getNumResults() != 1) {
    return;
  }
  std::optional<int64_t> count = followedSize(op->getResult(0).getType());
  if (!count) {
    return;
  }
  SymElements elements = Evaluator(*this, op, *count).run();
  if (static_cast<int64_t>(elements.size()) == *count &&
      llvm::any_of(elements, [](auto &e) { return e.has_value(); })) {
    known[op->getResult(0)] = std::move(elements);
  }
}
