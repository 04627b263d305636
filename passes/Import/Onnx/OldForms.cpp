//===- OldForms.cpp - nodes of opset 1 to 6 -------------------------------===//

#include "passes/Import/Onnx/OldForms.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle;
using namespace heddle::importer;

/// The first opset in which the operator has a form that can be adapted. Older forms take other attributes or
/// operands, or had other defaults.
static int64_t firstKnownForm(StringRef op) {
  return llvm::StringSwitch<int64_t>(op)
      .Cases({"GRU", "LSTM", "RNN", "Upsample"}, 7)
      .Cases({"Cast", "Selu", "Tile"}, 6)
      .Case("Reshape", 5)
      .Cases({"GlobalLpPool", "LpPool", "Pad", "Split"}, 2)
      .Default(1);
}

static bool isBroadcasting(StringRef op) {
  return llvm::StringSwitch<bool>(op)
      .Cases({"Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal", "Greater", "Less"}, true)
      .Default(false);
}

/// Adds dimensions of size 1 behind those of operand 1, so that its first one meets dimension `axis` of
/// operand 0.
static LogicalResult alignAt(NodeImporter &n, int64_t axis) {
  Value b = n.input(1);
  int64_t behind = n.rank(n.input(0)) - axis - n.rank(b);
  if (behind < 0) {
    return n.bad("operand 1 of rank " + Twine(n.rank(b)) + " does not fit at axis " + Twine(axis) +
                 " of a tensor of rank " + Twine(n.rank(n.input(0))));
  }
  n.setInput(1, n.unsqueeze(b, llvm::to_vector(llvm::seq(n.rank(b), n.rank(b) + behind))));
  return failure(n.failed());
}

/// With `broadcast`, operand 1 lies at dimension `axis` of operand 0, by default at the last ones.
static LogicalResult adaptBroadcast(NodeImporter &n) {
  bool broadcast = n.intAttr("broadcast", 0) != 0, placed = n.hasAttr("axis");
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), std::max<int64_t>(n.rank(n.input(0)), 1));
  if (failed(axis)) {
    return failure();
  }
  return broadcast && placed ? alignAt(n, *axis) : success();
}

/// A slope with several elements has one for each channel.
static LogicalResult adaptPRelu(NodeImporter &n) {
  Value slope = n.input(1);
  bool isList = n.rank(slope) == 1 && !n.shape(slope)[0].isConstant(1);
  return isList && n.rank(n.input(0)) > 1 ? alignAt(n, 1) : success();
}

LogicalResult importer::adaptOldForm(NodeImporter &n) {
  if (n.version() < firstKnownForm(n.op())) {
    return n.unsupported("the form of opset " + Twine(n.version()) + " is not supported");
  }
  n.ignoreAttr("consumed_inputs"); // a hint on memory
  bool inference = n.intAttr("is_test", 0) != 0;
  if ((n.op() == "BatchNormalization" || n.op() == "Dropout") && !inference) {
    return n.unsupported("training mode is not supported");
  }
  if (n.op() == "BatchNormalization" && n.intAttr("spatial", 1) == 0) {
    return n.unsupported("statistics for every position (spatial = 0) are not supported");
  }
  if (n.op() == "PRelu") {
    return adaptPRelu(n);
  }
  return isBroadcasting(n.op()) ? adaptBroadcast(n) : success();
}
