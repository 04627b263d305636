//===- Activations.cpp - activation functions in primitive ops ------------===//

#include "passes/Import/Onnx/Activations.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

Value importer::clamp(NodeImporter &n, Value x, Value low, Value high) {
  Value raised = low ? n.make<graph::MaxOp>(x, low) : x;
  return high ? n.make<graph::MinOp>(raised, high) : raised;
}

Value importer::whereNegative(NodeImporter &n, Value x, Value below) {
  return n.select(n.compare(Predicate::Lt, x, n.scalarLike(0, x)), below, x);
}

Value importer::expMinusOne(NodeImporter &n, Value x) {
  return n.make<graph::SubOp>(n.make<graph::ExpOp>(x), n.scalarLike(1, x));
}

Value importer::relu(NodeImporter &n, Value x) { return n.make<graph::MaxOp>(x, n.scalarLike(0, x)); }

Value importer::leakyRelu(NodeImporter &n, Value x, double alpha) {
  return whereNegative(n, x, n.make<graph::MulOp>(x, n.scalarLike(alpha, x)));
}

Value importer::thresholdedRelu(NodeImporter &n, Value x, double alpha) {
  return n.select(n.compare(Predicate::Gt, x, n.scalarLike(alpha, x)), x, n.scalarLike(0, x));
}

Value importer::elu(NodeImporter &n, Value x, double alpha) {
  return whereNegative(n, x, n.make<graph::MulOp>(n.scalarLike(alpha, x), expMinusOne(n, x)));
}

Value importer::hardSigmoid(NodeImporter &n, Value x, double alpha, double beta) {
  Value line = n.make<graph::AddOp>(n.make<graph::MulOp>(x, n.scalarLike(alpha, x)), n.scalarLike(beta, x));
  return clamp(n, line, n.scalarLike(0, x), n.scalarLike(1, x));
}

Value importer::softplus(NodeImporter &n, Value x) {
  // max(x, 0) + log(1 + e^-|x|), which no x makes overflow.
  Value small = n.make<graph::ExpOp>(n.make<graph::NegOp>(n.make<graph::AbsOp>(x)));
  Value rest = n.make<graph::LogOp>(n.make<graph::AddOp>(small, n.scalarLike(1, x)));
  return n.make<graph::AddOp>(relu(n, x), rest);
}

Value importer::softsign(NodeImporter &n, Value x) {
  return n.make<graph::DivOp>(x, n.make<graph::AddOp>(n.make<graph::AbsOp>(x), n.scalarLike(1, x)));
}

Value importer::swish(NodeImporter &n, Value x, double alpha) {
  Value scaled = alpha == 1 ? x : n.make<graph::MulOp>(x, n.scalarLike(alpha, x));
  return n.make<graph::MulOp>(x, n.make<graph::SigmoidOp>(scaled));
}

Value importer::softmax(NodeImporter &n, Value x, ArrayRef<int64_t> axes, bool mayBeEmpty) {
  Value largest = n.reduce(graph::Combiner::Max, x, axes);
  if (mayBeEmpty) { // -inf - -inf would be NaN
    Value isEmpty = n.compare(Predicate::Eq, largest, n.scalarLike(-INFINITY, x));
    largest = n.select(isEmpty, n.scalarLike(0, x), largest);
  }
  Value powers = n.make<graph::ExpOp>(n.make<graph::SubOp>(x, largest));
  Value sum = n.reduce(graph::Combiner::Add, powers, axes);
  if (mayBeEmpty) {
    sum = n.select(n.compare(Predicate::Eq, sum, n.scalarLike(0, x)), n.scalarLike(1, x), sum);
  }
  return n.make<graph::DivOp>(powers, sum);
}

Value importer::logSoftmax(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  Value shifted = n.make<graph::SubOp>(x, n.reduce(graph::Combiner::Max, x, axes));
  Value sum = n.reduce(graph::Combiner::Add, n.make<graph::ExpOp>(shifted), axes);
  return n.make<graph::SubOp>(shifted, n.make<graph::LogOp>(sum));
}

Type importer::softmaxType(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  constexpr int64_t kMostPowers = 65504; // each is at most 1, and this is the largest f16
  SymExpr count(1);
  for (int64_t axis : axes) {
    count = count * n.shape(x)[axis];
  }
  bool fits = !n.elementType(x).isF16() || count.constant().value_or(INT64_MAX) <= kMostPowers;
  return fits ? n.elementType(x) : n.builder().getF32Type();
}

/// x * (1 + f) / 2.
static Value halfOfOnePlus(NodeImporter &n, Value x, Value f) {
  Value half = n.make<graph::MulOp>(x, n.scalarLike(0.5, x));
  return n.make<graph::MulOp>(half, n.make<graph::AddOp>(f, n.scalarLike(1, x)));
}

Value importer::gelu(NodeImporter &n, Value x) {
  Value scaled = n.make<graph::MulOp>(x, n.scalarLike(M_SQRT1_2, x));
  return halfOfOnePlus(n, x, n.make<graph::ErfOp>(scaled));
}

Value importer::geluByTanh(NodeImporter &n, Value x) {
  // tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))
  Value cube = n.make<graph::MulOp>(n.make<graph::MulOp>(x, x), x);
  Value inner = n.make<graph::AddOp>(x, n.make<graph::MulOp>(cube, n.scalarLike(0.044715, x)));
  Value scaled = n.make<graph::MulOp>(inner, n.scalarLike(M_2_SQRTPI * M_SQRT1_2, x));
  return halfOfOnePlus(n, x, n.make<graph::TanhOp>(scaled));
}

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

static bool isOneOf(StringRef name, ArrayRef<StringRef> names) {
  return llvm::any_of(names, [&](StringRef each) { return each.equals_insensitive(name); });
}

bool Activation::takesAlpha(StringRef name) {
  return isOneOf(name, {"Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh", "HardSigmoid", "Elu"});
}

bool Activation::takesBeta(StringRef name) { return isOneOf(name, {"Affine", "ScaledTanh", "HardSigmoid"}); }

/// alpha * f + beta, leaving out what changes nothing.
static Value affine(NodeImporter &n, Value f, double alpha, double beta) {
  Value scaled = alpha == 1 ? f : n.make<graph::MulOp>(f, n.scalarLike(alpha, f));
  return beta == 0 ? scaled : n.make<graph::AddOp>(scaled, n.scalarLike(beta, f));
}

Value importer::activate(NodeImporter &n, const Activation &activation, Value x) {
  StringRef name = activation.name;
  auto is = [&](StringRef other) { return name.equals_insensitive(other); };
  auto alpha = [&](double otherwise) { return activation.alpha.value_or(otherwise); };
  auto beta = [&](double otherwise) { return activation.beta.value_or(otherwise); };
  if (is("Sigmoid")) {
    return n.make<graph::SigmoidOp>(x);
  }
  if (is("Tanh")) {
    return n.make<graph::TanhOp>(x);
  }
  if (is("Relu")) {
    return relu(n, x);
  }
  if (is("Affine")) {
    return affine(n, x, alpha(1), beta(0));
  }
  if (is("LeakyRelu")) {
    return leakyRelu(n, x, alpha(0.01));
  }
  if (is("ThresholdedRelu")) {
    return thresholdedRelu(n, x, alpha(1));
  }
  if (is("ScaledTanh") && activation.alpha && activation.beta) { // they have no defaults
    return affine(n, n.make<graph::TanhOp>(affine(n, x, beta(1), 0)), alpha(1), 0);
  }
  if (is("HardSigmoid")) {
    return hardSigmoid(n, x, alpha(0.2), beta(0.5));
  }
  if (is("Elu")) {
    return elu(n, x, alpha(1));
  }
  if (is("Softsign")) {
    return softsign(n, x);
  }
  if (is("Softplus")) {
    return softplus(n, x);
  }
  (void)n.unsupported("activation '" + name + "' is not supported");
  return nullptr;
}
