//===- GraphContractionOps.cpp - sums of products -------------------------===//

#include "dialects/Graph/IR/ContractEquation.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "dialects/Graph/IR/LoopNestBuilder.h"
#include "dialects/Graph/IR/WindowShape.h"
#include "llvm/ADT/MapVector.h"

using namespace heddle;
using namespace heddle::graph;

//===----------------------------------------------------------------------===//
// contract
//===----------------------------------------------------------------------===//

using LetterSizes = llvm::MapVector<char, SymExpr>;

/// The size of every letter, or failure and the reason. C1 (letters against ranks) and C3.
static FailureOr<LetterSizes> letterSizes(const ContractEquation &equation, Value lhs, Value rhs,
                                          std::string &reason) {
  LetterSizes sizes;
  for (auto [letters, operand] : {std::pair(equation.lhs, lhs), std::pair(equation.rhs, rhs)}) {
    SymShape shape = shapeOf(operand);
    if (letters.size() != shape.size()) {
      reason = "'" + letters.str() + "' names " + std::to_string(letters.size()) +
               " dimensions of a tensor of rank " + std::to_string(shape.size());
      return failure();
    }
    for (auto [letter, size] : llvm::zip(letters, shape)) {
      auto [place, isNew] = sizes.try_emplace(letter, size);
      bool stretches = equation.isBatch(letter) && (size.isConstant(1) || place->second.isConstant(1));
      if (!isNew && !stretches && !mayBeEqual(place->second, size)) {
        reason = std::string("'") + letter + "' has size " + place->second.str() + " in lhs and " +
                 size.str() + " in rhs";
        return failure();
      }
      if (!isNew && equation.isBatch(letter)) {
        place->second = SymExpr::broadcast(place->second, size);
      } else if (!isNew && size.constant()) {
        place->second = size;
      }
    }
  }
  return sizes;
}

LogicalResult ContractOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  std::string reason;
  FailureOr<ContractEquation> equation = ContractEquation::parse(adaptor.getEquation(), &reason); // C1, C2
  FailureOr<LetterSizes> sizes = failure();
  if (succeeded(equation)) {
    sizes = letterSizes(*equation, adaptor.getLhs(), adaptor.getRhs(), reason);
  }
  if (failed(sizes)) {
    return infer.error("equation \"", adaptor.getEquation(), "\": ", reason);
  }
  Type lhs = elementOf(adaptor.getLhs()), rhs = elementOf(adaptor.getRhs());
  Type element = contractionElement(lhs, rhs);
  if (!element) { // C4
    return infer.error("multiplies ", lhs, " by ", rhs,
                       " but equal numbers or integers of 8 bits are wanted");
  }
  SymShape shape;
  for (char letter : equation->result) {
    shape.push_back((*sizes)[letter]);
  }
  return infer.add(shape, element);
}

LoopNest ContractOp::getLoopNest() {
  std::string reason;
  ContractEquation equation = *ContractEquation::parse(getEquation());
  LetterSizes sizes = *letterSizes(equation, getLhs(), getRhs(), reason);
  LoopNestBuilder nest(getContext());
  llvm::MapVector<char, AffineExpr> indices;
  for (char letter : equation.result) {
    indices[letter] = nest.factor(FactorKind::Parallel, sizes[letter]);
  }
  for (char letter : equation.reducedLetters()) {
    indices[letter] = nest.factor(FactorKind::Reduction, sizes[letter]);
  }
  auto indicesOf = [&](StringRef letters, Value tensor) {
    SmallVector<SymExpr> wanted;
    DimIndices full;
    for (char letter : letters) {
      wanted.push_back(sizes[letter]);
      full.push_back(indices[letter]);
    }
    return broadcastIndices(shapeOf(tensor), wanted, full);
  };
  nest.operand(indicesOf(equation.lhs, getLhs()));
  nest.operand(indicesOf(equation.rhs, getRhs()));
  nest.result(indicesOf(equation.result, getResult()));
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// conv
//===----------------------------------------------------------------------===//

/// The window of a convolution, whose sizes are the filter's.
template <typename ConvLike> static Window convWindow(ConvLike op) {
  Window window{{}, op.getStrides(), op.getDilations(), op.getPadsLow(), op.getPadsHigh()};
  SymShape filter = shapeOf(op.getFilter());
  window.sizes.append(filter.begin(), filter.end() - std::min<size_t>(2, filter.size()));
  return window;
}

/// C2: groups against the channels of input and filter.
static LogicalResult verifyGroups(const Inference &infer, int64_t groups, const SymExpr &input,
                                  const SymExpr &filterInput, const SymExpr &output) {
  if (groups < 1) {
    return infer.error("has ", groups, " groups but at least 1 is wanted");
  }
  for (auto [name, channels] : {std::pair("input", &input), std::pair("result", &output)}) {
    if (channels->constant().value_or(0) % groups != 0) {
      return infer.error("has ", groups, " groups, which do not divide the ", name, "'s ", channels->str(),
                         " channels");
    }
  }
  SymExpr wanted = SymExpr::floorDiv(input, groups);
  if (!mayBeEqual(filterInput, wanted)) {
    return infer.error("has a filter for ", filterInput.str(), " channels but ", input.str(), " in ", groups,
                       " groups are ", wanted.str());
  }
  return success();
}

LogicalResult ConvOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                       Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape shape = shapeOf(adaptor.getInput()), filter = shapeOf(adaptor.getFilter());
  Window window = convWindow(adaptor);
  if (failed(window.verify(infer, shape.size()))) { // C1
    return failure();
  }
  if (failed(verifyGroups(infer, adaptor.getGroups(), shape.back(), filter[filter.size() - 2],
                          filter.back()))) { // C2
    return failure();
  }
  Type element = contractionElement(elementOf(adaptor.getInput()), elementOf(adaptor.getFilter()));
  if (!element) { // C3
    return infer.error("multiplies ", elementOf(adaptor.getInput()), " by ", elementOf(adaptor.getFilter()),
                       " but equal numbers or integers of 8 bits are wanted");
  }
  for (unsigned dim = 0; dim < window.numDims(); ++dim) {
    shape[dim + 1] = window.resultSize(dim, shape[dim + 1]);
  }
  shape.back() = filter.back();
  return infer.add(shape, element);
}

LoopNest ConvOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  Window window = convWindow(*this);
  SymShape result = shapeOf(getResult()), filter = shapeOf(getFilter());
  int64_t groups = getGroups();
  DimIndices written = nest.parallelFactors(ArrayRef(result).drop_back());
  AffineExpr group = nest.factor(FactorKind::Parallel, groups);
  AffineExpr output = nest.factor(FactorKind::Parallel, SymExpr::floorDiv(result.back(), groups));
  AffineExpr input = nest.factor(FactorKind::Reduction, filter[filter.size() - 2]);
  AffineExpr channel = group * nest.sizeOf(output) + output;
  DimIndices place;
  DimIndices read = window.inputIndices(nest, ArrayRef(written).drop_front(), place);
  read.insert(read.begin(), written.front());
  read.push_back(group * nest.sizeOf(input) + input);
  nest.operand(read);
  place.append({input, channel});
  nest.operand(place);
  written.push_back(channel);
  nest.result(written);
  return nest.finish();
}
