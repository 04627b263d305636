//===- Reference.cpp - what a model should compute ------------------------===//

#include "tools/Driver/Reference.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/Reference/Interpreter.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <cmath>

using namespace mlir;
using heddle::reference::ElementKind;
using heddle::reference::Tensor;

namespace heddle::driver {

double defaultTolerance(ElementKind kind) {
  switch (kind) {
  case ElementKind::F64:
  case ElementKind::F32:
    return 1e-4;
  case ElementKind::F16:
    return 1e-2;
  case ElementKind::BF16:
    return 5e-2;
  default:
    return 0.25;
  }
}

/// The root mean square of the finite elements.
static double rootMeanSquare(const Tensor &tensor) {
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    double value = tensor.asDouble(i);
    if (std::isfinite(value)) {
      sum += value * value;
      ++count;
    }
  }
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

Distance distanceOf(const Tensor &got, const Tensor &want, double tolerance) {
  Distance distance;
  std::optional<reference::FloatFormat> format = reference::floatFormatOf(want.kind());
  const double typical = format ? rootMeanSquare(want) : 0;
  double furthest = -1;
  for (int64_t i = 0; i < want.numElements(); ++i) {
    double g = got.asDouble(i), w = want.asDouble(i);
    bool isEqual =
        format ? g == w || (std::isnan(g) && std::isnan(w)) : got.asInteger(i) == want.asInteger(i);
    if (isEqual) {
      continue;
    }
    double error = std::isfinite(g) && std::isfinite(w) ? std::fabs(g - w) : HUGE_VAL;
    double allowed = format ? tolerance * std::max(std::fabs(w), typical) : 0;
    distance.absolute = std::max(distance.absolute, error);
    distance.relative = std::max(distance.relative, w == 0 ? HUGE_VAL : error / std::fabs(w));
    if (format && std::isfinite(w)) {
      int exponent = w == 0 ? format->minExponent : std::max(std::ilogb(w), format->minExponent);
      distance.ulps = std::max(distance.ulps, error / std::ldexp(1.0, exponent - format->fractionBits));
    } else {
      distance.ulps = HUGE_VAL;
    }
    double excess = allowed == 0 ? HUGE_VAL : error / allowed;
    if (excess > furthest) {
      furthest = excess;
      distance.worst = i;
    }
    distance.isWithin &= std::isfinite(error) && error <= allowed;
  }
  return distance;
}

/// The first name in a location, or the op's name.
static std::string nodeOf(Operation *op) {
  std::string name;
  op->getLoc()->walk([&](Location part) {
    auto named = dyn_cast<NameLoc>(part);
    if (!named) {
      return WalkResult::advance();
    }
    name = named.getName().str();
    return WalkResult::interrupt();
  });
  return name.empty() ? op->getName().getStringRef().str() : name;
}

FailureOr<Trace> traceMain(ModuleOp module, ArrayRef<Tensor> inputs) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  reference::Interpreter interpreter(module);
  reference::Interpreter::Values values;
  Trace trace;
  if (failed(interpreter.begin(main, inputs, values))) {
    return failure();
  }
  for (Operation &op : main.getBody().front().without_terminator()) {
    if (failed(interpreter.step(&op, values))) {
      return failure();
    }
    for (Value result : op.getResults()) {
      trace.values.push_back({nodeOf(&op), values.lookup(result)});
    }
  }
  for (Value output : main.getBody().front().getTerminator()->getOperands()) {
    trace.outputs.push_back(values.lookup(output));
  }
  return trace;
}

std::string firstDifference(const Trace &before, const Trace &after,
                            llvm::function_ref<double(ElementKind)> toleranceFor) {
  llvm::StringMap<SmallVector<const Tensor *>> known;
  for (const TracedValue &each : before.values) {
    known[each.node].push_back(&each.value);
  }
  for (const TracedValue &each : after.values) {
    auto same = known.find(each.node);
    if (same == known.end()) {
      continue;
    }
    bool isComparable = false, isEqual = false;
    for (const Tensor *want : same->second) {
      if (want->kind() == each.value.kind() && want->shape() == each.value.shape()) {
        isComparable = true;
        isEqual |= distanceOf(each.value, *want, toleranceFor(want->kind())).isWithin;
      }
    }
    if (isComparable && !isEqual) {
      return each.node;
    }
  }
  return "";
}

void returnAllSteps(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  Operation *end = main.getBody().front().getTerminator();
  SmallVector<Value> results(end->getOperands());
  for (auto launch : main.getBody().front().getOps<kernel::LaunchOp>()) {
    llvm::append_range(results, launch.getResults());
  }
  unsigned before = main.getNumResults();
  end->setOperands(results);
  main.setFunctionType(
      FunctionType::get(module.getContext(), main.getArgumentTypes(), TypeRange(ValueRange(results))));
  SmallVector<Attribute> attributes;
  if (ArrayAttr old = main.getAllResultAttrs()) {
    attributes.assign(old.begin(), old.end());
  }
  Builder builder(module.getContext());
  attributes.resize(before, builder.getDictionaryAttr({}));
  for (size_t i = before; i < results.size(); ++i) {
    NamedAttribute name = builder.getNamedAttr(graph::GraphDialect::kNameAttr,
                                               builder.getStringAttr("step" + std::to_string(i - before)));
    attributes.push_back(builder.getDictionaryAttr(name));
  }
  main.setAllResultAttrs(attributes);
}

} // namespace heddle::driver
