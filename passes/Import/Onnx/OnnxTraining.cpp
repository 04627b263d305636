//===- OnnxTraining.cpp - one step of an optimizer ------------------------===//
//
// ai.onnx.preview.training: operands are the learning rate, the number of steps so far, and then groups of
// tensors, each with an entry per optimized tensor (values, gradients, moments…). Outputs are the new values
// and moments in the same order. Formulas: the operators' text.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static constexpr StringRef kTraining = "ai.onnx.preview.training";

namespace {
/// The operands and arithmetic of one step.
struct Step {
  NodeImporter &n;
  unsigned groups; ///< tensors per optimized tensor
  unsigned count;  ///< optimized tensors

  Value rate() const { return scalar(0); }
  Value steps() const { return scalar(1); }
  Value scalar(unsigned i) const { return n.reshape(n.input(i), ArrayRef<SymExpr>()); }
  Value tensor(unsigned group, unsigned i) const { return n.input(2 + group * count + i); }
  Value number(double value) const { return n.scalarLike(value, tensor(0, 0)); }
  Value add(Value a, Value b) const { return n.make<graph::AddOp>(a, b); }
  Value sub(Value a, Value b) const { return n.make<graph::SubOp>(a, b); }
  Value mul(Value a, Value b) const { return n.make<graph::MulOp>(a, b); }
  Value div(Value a, Value b) const { return n.make<graph::DivOp>(a, b); }
  /// The gradient with the derivative of norm_coefficient / 2 * |x|^2.
  Value gradient(unsigned i) const {
    double norm = n.floatAttr("norm_coefficient", 0);
    return norm == 0 ? tensor(1, i) : add(mul(number(norm), tensor(0, i)), tensor(1, i));
  }
  /// `positive` where steps have been taken, else `first`.
  Value afterFirst(Value positive, Value first) const {
    return n.select(n.compare(Predicate::Gt, steps(), n.scalarLike(0, steps())), positive, first);
  }
};
} // namespace

static std::optional<Step> readStep(NodeImporter &n, unsigned groups) {
  if (n.numInputs() < 2 + groups || (n.numInputs() - 2) % groups != 0) {
    (void)n.bad("has " + Twine(n.numInputs()) + " inputs but 2 and " + Twine(groups) +
                " for each optimized tensor are wanted");
    return std::nullopt;
  }
  return Step{n, groups, (n.numInputs() - 2) / groups};
}

static LogicalResult importAdagrad(NodeImporter &n) {
  std::optional<Step> s = readStep(n, 3);
  if (!s) {
    return failure();
  }
  double decay = n.floatAttr("decay_factor", 0), epsilon = n.floatAttr("epsilon", 1e-6);
  Value slowed =
      s->add(s->number(1), s->mul(n.castTo(s->steps(), n.elementType(s->rate())), s->number(decay)));
  Value rate = s->div(s->rate(), slowed);
  SmallVector<Value> values, squares;
  for (unsigned i = 0; i < s->count; ++i) {
    Value g = s->gradient(i), square = s->add(s->tensor(2, i), s->mul(g, g));
    Value root = s->add(n.make<graph::SqrtOp>(square), s->number(epsilon));
    values.push_back(s->sub(s->tensor(0, i), s->div(s->mul(rate, g), root)));
    squares.push_back(square);
  }
  values.append(squares);
  return n.finish(values);
}

static LogicalResult importAdam(NodeImporter &n) {
  std::optional<Step> s = readStep(n, 4);
  if (!s) {
    return failure();
  }
  double alpha = n.floatAttr("alpha", 0.9), beta = n.floatAttr("beta", 0.999),
         epsilon = n.floatAttr("epsilon", 1e-6);
  double after = n.floatAttr("norm_coefficient_post", 0);
  Value one = s->number(1);
  auto oneLessPower = [&](double base) {
    return s->sub(one, n.make<graph::PowOp>(s->number(base), s->steps()));
  };
  Value corrected = s->div(s->mul(s->rate(), n.make<graph::SqrtOp>(oneLessPower(beta))), oneLessPower(alpha));
  Value rate = s->afterFirst(corrected, s->rate());
  SmallVector<Value> values, moments, squares;
  for (unsigned i = 0; i < s->count; ++i) {
    Value g = s->gradient(i);
    moments.push_back(s->add(s->mul(s->number(alpha), s->tensor(2, i)), s->mul(s->number(1 - alpha), g)));
    squares.push_back(
        s->add(s->mul(s->number(beta), s->tensor(3, i)), s->mul(s->number(1 - beta), s->mul(g, g))));
    Value root = s->add(n.make<graph::SqrtOp>(squares.back()), s->number(epsilon));
    Value value = s->sub(s->tensor(0, i), s->div(s->mul(rate, moments.back()), root));
    values.push_back(after == 0 ? value : s->mul(s->number(1 - after), value));
  }
  values.append(moments);
  values.append(squares);
  return n.finish(values);
}

static LogicalResult importMomentum(NodeImporter &n) {
  std::optional<Step> s = readStep(n, 3);
  if (!s) {
    return failure();
  }
  std::string mode = n.stringAttr("mode", "");
  if (mode != "standard" && mode != "nesterov") {
    return n.bad("attribute 'mode' is '" + mode + "' but must be standard or nesterov");
  }
  double alpha = n.floatAttr("alpha", 0), beta = n.floatAttr("beta", 1);
  Value weight = s->afterFirst(s->number(beta), s->number(1));
  SmallVector<Value> values, moments;
  for (unsigned i = 0; i < s->count; ++i) {
    Value g = s->gradient(i);
    moments.push_back(s->add(s->mul(s->number(alpha), s->tensor(2, i)), s->mul(weight, g)));
    Value direction =
        mode == "standard" ? moments.back() : s->add(g, s->mul(s->number(alpha), moments.back()));
    values.push_back(s->sub(s->tensor(0, i), s->mul(s->rate(), direction)));
  }
  values.append(moments);
  return n.finish(values);
}

void importer::addTrainingOps(OpTable &table) {
  table.add("Adagrad", {importAdagrad, 5, OpEntry::kVariadic}, kTraining);
  table.add("Adam", {importAdam, 6, OpEntry::kVariadic}, kTraining);
  table.add("Momentum", {importMomentum, 5, OpEntry::kVariadic}, kTraining);
}
