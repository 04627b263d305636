//===- EvalContraction.cpp - sums of products -----------------------------===//

#include "dialects/Graph/IR/ContractEquation.h"
#include "dialects/Graph/Reference/Cells.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include "dialects/Graph/Reference/Walk.h"
#include "dialects/Graph/Reference/WindowWalk.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::reference;

/// row[j] += a[j * aStride] * b[j * bStride], in double or modulo 2^64.
static void addProducts(bool onFloats, MutableArrayRef<Cell> row, const Cell *a, int64_t aStride,
                        const Cell *b, int64_t bStride) {
  for (size_t j = 0; j < row.size(); ++j) {
    const Cell &x = a[j * aStride], &y = b[j * bStride];
    if (onFloats) {
      row[j].f += x.f * y.f;
    } else {
      row[j].i = static_cast<int64_t>(static_cast<uint64_t>(row[j].i) +
                                      static_cast<uint64_t>(x.i) * static_cast<uint64_t>(y.i));
    }
  }
}

/// The stride of each letter in a row-major tensor whose dimensions the letters name: 0 if it lacks the
/// letter, or stretches it.
static SmallVector<int64_t> letterStrides(StringRef letters, StringRef own, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides, all = rowMajorStrides(shape);
  for (char letter : letters) {
    size_t dim = own.find(letter);
    strides.push_back(dim == StringRef::npos || shape[dim] == 1 ? 0 : all[dim]);
  }
  return strides;
}

/// The size of a letter in two operands, or nothing if they disagree.
static std::optional<int64_t> letterSize(char letter, const graph::ContractEquation &equation,
                                         const Tensor &lhs, const Tensor &rhs) {
  size_t l = equation.lhs.find(letter), r = equation.rhs.find(letter);
  if (l == StringRef::npos) {
    return rhs.shape()[r];
  }
  if (r == StringRef::npos) {
    return lhs.shape()[l];
  }
  int64_t a = lhs.shape()[l], b = rhs.shape()[r];
  if (a != b && (!equation.isBatch(letter) || (a != 1 && b != 1))) {
    return std::nullopt;
  }
  return a == 1 ? b : a;
}

static Results evaluateContract(graph::ContractOp op, Evaluation &evaluation) {
  const Tensor &lhs = evaluation.get(op.getLhs()), &rhs = evaluation.get(op.getRhs());
  FailureOr<graph::ContractEquation> equation = graph::ContractEquation::parse(op.getEquation());
  if (failed(equation)) {
    return evaluation.fail("'" + op.getEquation() + "' is not an equation");
  }
  // Loops: the result's letters but the last, then the reduced ones, then the last as a row.
  const std::string reduced = equation->reducedLetters();
  std::string letters = equation->result.drop_back().str() + reduced;
  SmallVector<int64_t> sizes, resultShape;
  for (char letter : (equation->result + reduced).str()) {
    std::optional<int64_t> size = letterSize(letter, *equation, lhs, rhs);
    if (!size) {
      return evaluation.fail("the operands " + toString(lhs.shape()) + " and " + toString(rhs.shape()) +
                             " disagree in '" + Twine(letter) + "'");
    }
    sizes.push_back(*size);
  }
  resultShape.assign(sizes.begin(), sizes.begin() + equation->result.size());
  StringRef last = equation->result.take_back(1);
  const int64_t rowSize = last.empty() ? 1 : resultShape.back();
  if (!last.empty()) {
    sizes.erase(sizes.begin() + equation->result.size() - 1);
  }
  SmallVector<SmallVector<int64_t>> strides{letterStrides(letters, equation->lhs, lhs.shape()),
                                            letterStrides(letters, equation->rhs, rhs.shape()),
                                            letterStrides(letters, equation->result, resultShape)};
  const int64_t lhsStep = last.empty() ? 0 : letterStrides(last, equation->lhs, lhs.shape())[0];
  const int64_t rhsStep = last.empty() ? 0 : letterStrides(last, equation->rhs, rhs.shape())[0];

  const bool onFloats = isFloat(lhs.kind());
  std::vector<Cell> a = loadAll(lhs), b = loadAll(rhs), sums(numElements(resultShape), Cell{0.0});
  for (Odometer place(sizes, strides); rowSize > 0 && !place.done(); place.next()) {
    addProducts(onFloats, MutableArrayRef(sums).slice(place.offset(2), rowSize), a.data() + place.offset(0),
                lhsStep, b.data() + place.offset(1), rhsStep);
  }
  return single(storeAll(evaluation.resultKind(), resultShape, sums));
}

static Results evaluateConv(graph::ConvOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput()), &filter = evaluation.get(op.getFilter());
  ArrayRef<int64_t> window = filter.shape().drop_back(2);
  const int64_t channels = input.shape().back(), outputs = filter.shape().back(), groups = op.getGroups();
  const int64_t groupIn = channels / groups, groupOut = outputs / groups;
  if (filter.shape()[window.size()] != groupIn || groupIn * groups != channels) {
    return evaluation.fail("the filter " + toString(filter.shape()) + " does not fit the input " +
                           toString(input.shape()) + " in " + Twine(groups) + " groups");
  }
  WindowWalk walk(input.shape(), window, op.getStrides(), op.getDilations(), op.getPadsLow(),
                  op.getPadsHigh());
  SmallVector<int64_t> shape = walk.resultShape(outputs);
  std::vector<Cell> x = loadAll(input), w = loadAll(filter), sums(numElements(shape), Cell{0.0});
  const bool onFloats = isFloat(input.kind());
  walk.forEach([&](int64_t outputPosition, int64_t windowPosition, int64_t inputPosition, int64_t) {
    for (int64_t g = 0; g < groups; ++g) {
      auto row = MutableArrayRef(sums).slice(outputPosition * outputs + g * groupOut, groupOut);
      for (int64_t i = 0; i < groupIn; ++i) {
        addProducts(onFloats, row, &x[inputPosition * channels + g * groupIn + i], 0,
                    &w[(windowPosition * groupIn + i) * outputs + g * groupOut], 1);
      }
    }
  });
  return single(storeAll(evaluation.resultKind(), shape, sums));
}

std::optional<Results> reference::evaluateContraction(Operation *op, Evaluation &evaluation) {
  return llvm::TypeSwitch<Operation *, std::optional<Results>>(op)
      .Case<graph::ContractOp>([&](auto contract) { return evaluateContract(contract, evaluation); })
      .Case<graph::ConvOp>([&](auto conv) { return evaluateConv(conv, evaluation); })
      .Default([](Operation *) { return std::nullopt; });
}
