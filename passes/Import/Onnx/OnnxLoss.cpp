//===- OnnxLoss.cpp - losses of classification ----------------------------===//
//
// A loss picks, for every position, the logarithm of the probability of the target class. Classes are
// dimension 1 of the input [batch, classes, …]; targets are [batch, …]. Positions whose target is
// ignore_index weigh nothing.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Combiner;
using graph::Predicate;

/// The sum of all elements, of rank 0.
static Value total(NodeImporter &n, Value x) {
  if (!x) {
    return x;
  }
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(x)));
  return n.reshape(n.reduce(Combiner::Add, x, axes), ArrayRef<SymExpr>());
}

/// The loss from logarithms of probabilities, f32 or wider. `weights` [classes] may be null.
static Value lossOf(NodeImporter &n, Value logarithms, Value targets, Value weights) {
  std::string reduction = n.stringAttr("reduction", "mean");
  if (reduction != "mean" && reduction != "sum" && reduction != "none") {
    (void)n.bad("attribute 'reduction' is '" + reduction + "' but must be mean, sum or none");
    return nullptr;
  }
  if (n.rank(logarithms) < 2 || n.rank(targets) != n.rank(logarithms) - 1) {
    (void)n.bad("the scores have rank " + Twine(n.rank(logarithms)) + " and the targets " +
                Twine(n.rank(targets)) + ", wanted one less and at least 1");
    return nullptr;
  }
  Value weight; // of each position; null: 1
  Value zero = n.scalarLike(0, logarithms), one = n.scalarLike(1, logarithms);
  bool ignores = n.hasAttr("ignore_index");
  Value ignored;
  if (ignores) {
    ignored =
        n.compare(Predicate::Eq, targets, n.scalarInt(n.intAttr("ignore_index", 0), n.elementType(targets)));
    targets = n.select(ignored, n.scalarLike(0, targets), targets); // it may be no class at all
  }
  if (weights) {
    weight = n.gather(n.castTo(weights, n.elementType(logarithms)), targets, 0);
  }
  if (ignores) {
    weight = n.select(ignored, zero, weight ? weight : one);
  }
  Value picked = n.squeeze(n.make<graph::GatherElementsOp>(logarithms, n.unsqueeze(targets, {1}), 1), {1});
  Value loss = n.make<graph::NegOp>(picked);
  loss = weight ? n.make<graph::MulOp>(loss, weight) : loss;
  if (reduction == "none" || n.failed()) {
    return loss;
  }
  if (reduction == "sum") {
    return total(n, loss);
  }
  Value count =
      weight ? total(n, weight) : n.castTo(n.size(product(n.shape(targets))), n.elementType(logarithms));
  return n.make<graph::DivOp>(total(n, loss), count);
}

static LogicalResult importNegativeLogLikelihoodLoss(NodeImporter &n) {
  Type type = n.elementType(n.input(0));
  Value logarithms = n.castTo(n.input(0), n.computeType(type));
  return n.finish(n.castTo(lossOf(n, logarithms, n.input(1), n.input(2)), type));
}

static LogicalResult importSoftmaxCrossEntropyLoss(NodeImporter &n) {
  Type type = n.elementType(n.input(0));
  if (n.rank(n.input(0)) < 2) {
    return n.bad("the scores have rank " + Twine(n.rank(n.input(0))) + " but at least 2 is wanted");
  }
  Value logarithms = logSoftmax(n, n.castTo(n.input(0), n.computeType(type)), {1});
  if (n.failed()) {
    return failure();
  }
  Value loss = lossOf(n, logarithms, n.input(1), n.input(2));
  return n.finish({n.castTo(loss, type), n.castTo(logarithms, type)});
}

void importer::addLossOps(OpTable &table) {
  table.add("NegativeLogLikelihoodLoss", {importNegativeLogLikelihoodLoss, 2, 3});
  table.add("SoftmaxCrossEntropyLoss", {importSoftmaxCrossEntropyLoss, 2, 3});
}
