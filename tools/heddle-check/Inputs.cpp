//===- Inputs.cpp - seeded inputs for a test function ---------------------===//

#include "tools/heddle-check/Inputs.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/Reference/Philox.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <limits>

using namespace heddle;
using namespace heddle::check;
using reference::ElementKind;
using reference::Tensor;

namespace {
/// The stream of random numbers of one argument.
class Random {
public:
  explicit Random(uint64_t seed) : seed(seed) {}
  /// In [0, 1).
  double unit() { return (reference::philox(seed, counter++)[0] >> 8) * 0x1p-24; }
  /// In [low, high].
  int64_t integer(int64_t low, int64_t high) {
    auto words = reference::philox(seed, counter++);
    uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    uint64_t word = (static_cast<uint64_t>(words[0]) << 32) | words[1];
    return static_cast<int64_t>(static_cast<uint64_t>(low) + (range == 0 ? word : word % range));
  }

private:
  uint64_t seed, counter = 0;
};
} // namespace

static std::optional<int64_t> evaluate(StringRef text, const Sizes &sizes) {
  FailureOr<SymExpr> expr = SymExpr::parse(text);
  if (failed(expr)) {
    return std::nullopt;
  }
  return expr->evaluate([&](StringRef name) -> std::optional<int64_t> {
    auto found = sizes.find(name.str());
    return found == sizes.end() ? std::nullopt : std::optional(found->second);
  });
}

static void fillUniform(Tensor &tensor, Random &random, double low, double high) {
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    tensor.set(i, low + (high - low) * random.unit());
  }
}

static void fillIntegers(Tensor &tensor, Random &random, int64_t low, int64_t high) {
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    tensor.setInteger(i, random.integer(low, high));
  }
}

static void fillSpecial(Tensor &tensor, Random &random) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double floats[] = {0.0,   -0.0,         infinity, -infinity, NAN,   1,     -1,   0.5,   1.5,
                           2.5,   -2.5,         3.5,      1e-3,      -1e3,  65504, 448,  255.5, -128.5,
                           127.5, 2147483648.0, -3e9,     1.8e19,    1e-30, 3e38,  -3e38};
  const int bits = reference::bitsOf(tensor.kind());
  const int64_t top = bits == 64 ? INT64_MIN : int64_t(1) << (bits - 1); // the sign bit alone
  const int64_t integers[] = {0, 1, -1, 2, 3, -7, top, top - 1, top + 1, 100, bits, bits - 1};
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    if (reference::isFloat(tensor.kind())) {
      tensor.set(i, floats[random.integer(0, std::size(floats) - 1)]);
    } else {
      tensor.setInteger(i, integers[random.integer(0, std::size(integers) - 1)]);
    }
  }
}

static void fillDefault(Tensor &tensor, Random &random) {
  if (reference::isFloat(tensor.kind())) {
    fillUniform(tensor, random, -4, 4);
  } else if (tensor.kind() == ElementKind::I1) {
    fillIntegers(tensor, random, 0, 1);
  } else if (reference::bitsOf(tensor.kind()) <= 4) {
    fillIntegers(tensor, random, 0, (1 << reference::bitsOf(tensor.kind())) - 1);
  } else {
    fillIntegers(tensor, random, reference::isUnsigned(tensor.kind()) ? 0 : -100, 100);
  }
}

/// Fills by the text of the attribute; failure if it means nothing.
static LogicalResult fillBy(StringRef text, Tensor &tensor, Random &random, const Sizes &sizes) {
  auto [kind, rest] = text.split(' ');
  auto [lowText, highText] = rest.trim().split(' ');
  double low, high;
  if (kind == "special" && rest.empty()) {
    fillSpecial(tensor, random);
    return success();
  }
  if (kind == "indices") {
    std::optional<int64_t> size = evaluate(rest, sizes);
    if (size && *size > 0) {
      fillIntegers(tensor, random, -*size, *size - 1);
    }
    return success(size.has_value());
  }
  if (!llvm::to_float(lowText, low) || !llvm::to_float(highText.trim(), high)) {
    return failure();
  }
  if (kind == "uniform") {
    fillUniform(tensor, random, low, high);
    return success();
  }
  if (kind == "integers") {
    fillIntegers(tensor, random, static_cast<int64_t>(low), static_cast<int64_t>(high));
    return success();
  }
  return failure();
}

static FailureOr<Tensor> makeInput(func::FuncOp function, unsigned index, const Sizes &sizes, uint64_t seed) {
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[index]);
  Attribute values = function.getArgAttr(index, "check.values");
  if (auto elements = dyn_cast_or_null<ElementsAttr>(values)) {
    return Tensor::fromElements(elements);
  }
  SmallVector<int64_t> shape;
  for (const SymExpr &expr : graph::shapeOf(type)) {
    std::optional<int64_t> size = evaluate(expr.str(), sizes);
    if (!size) {
      return function.emitError() << "argument " << index << ": no value for the size " << expr.str();
    }
    shape.push_back(*size);
  }
  Tensor tensor(*reference::kindOf(type.getElementType()), shape);
  Random random(seed);
  auto text = dyn_cast_or_null<StringAttr>(values);
  if (!text) {
    fillDefault(tensor, random);
  } else if (failed(fillBy(text.getValue(), tensor, random, sizes))) {
    return function.emitError() << "argument " << index << ": check.values " << values << " means nothing";
  }
  return tensor;
}

FailureOr<SmallVector<Tensor>> check::makeInputs(func::FuncOp function, const Sizes &sizes) {
  uint64_t seed = 1469598103934665603ull; // FNV-1a of name and sizes: equal on every machine
  for (char c : function.getName().str() + toString(sizes)) {
    seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  }
  SmallVector<Tensor> inputs;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    FailureOr<Tensor> input = makeInput(function, i, sizes, seed + i);
    if (failed(input)) {
      return failure();
    }
    inputs.push_back(*input);
  }
  return inputs;
}
