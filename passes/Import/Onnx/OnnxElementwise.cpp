//===- OnnxElementwise.cpp - operators on single elements -----------------===//
//
// Arithmetic, comparisons, logic, rounding, casts and activations. An activation is spelled out in primitive
// ops with its definition in the ONNX operator text; the kernel former puts them into one loop again.
// Constants are of the operand's element type.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cfloat>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

//===----------------------------------------------------------------------===//
// One or two operands, one graph op
//===----------------------------------------------------------------------===//

template <typename OpTy> static LogicalResult importUnary(NodeImporter &n) {
  return n.finish(n.make<OpTy>(n.input(0)));
}

template <typename OpTy> static LogicalResult importBinary(NodeImporter &n) {
  return n.finish(n.make<OpTy>(n.input(0), n.input(1)));
}

template <Predicate predicate> static LogicalResult importCompare(NodeImporter &n) {
  return n.finish(n.compare(predicate, n.input(0), n.input(1)));
}

template <typename OpTy> static Value fold(NodeImporter &n) {
  Value result = n.input(0);
  for (Value next : n.allInputs().drop_front()) {
    result = n.make<OpTy>(result, next);
  }
  return result;
}

template <typename OpTy> static LogicalResult importVariadic(NodeImporter &n) {
  return n.finish(fold<OpTy>(n));
}

static LogicalResult importMean(NodeImporter &n) {
  Value sum = fold<graph::AddOp>(n);
  return n.finish(n.make<graph::DivOp>(sum, n.scalarLike(n.numInputs(), sum)));
}

static LogicalResult importReciprocal(NodeImporter &n) {
  return n.finish(n.make<graph::DivOp>(n.scalarLike(1, n.input(0)), n.input(0)));
}

static LogicalResult importMod(NodeImporter &n) {
  bool sameSignAsDividend = n.intAttrIn("fmod", 0, 0, 1) == 1;
  return n.finish(sameSignAsDividend ? n.make<graph::RemOp>(n.input(0), n.input(1))
                                     : n.make<graph::ModOp>(n.input(0), n.input(1)));
}

static LogicalResult importBitShift(NodeImporter &n) {
  std::string direction = n.stringAttr("direction", "");
  if (direction != "LEFT" && direction != "RIGHT") {
    return n.bad("attribute 'direction' is '" + direction + "' but must be LEFT or RIGHT");
  }
  return n.finish(direction == "LEFT" ? n.make<graph::ShiftLeftOp>(n.input(0), n.input(1))
                                      : n.make<graph::ShiftRightOp>(n.input(0), n.input(1)));
}

static LogicalResult importWhere(NodeImporter &n) {
  return n.finish(n.select(n.input(0), n.input(1), n.input(2)));
}

static LogicalResult importIsInf(NodeImporter &n) {
  bool positive = n.intAttr("detect_positive", 1) != 0, negative = n.intAttr("detect_negative", 1) != 0;
  return n.finish(n.make<graph::IsInfOp>(n.input(0), positive, negative));
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

static LogicalResult castInput(NodeImporter &n, Type elementType) {
  bool saturate = n.intAttr("saturate", 1) != 0;
  n.ignoreAttr("round_mode"); // for float8e8m0 alone, which has no type here
  Value input = n.input(0);
  if (n.elementType(input) == elementType) {
    return n.finish(input);
  }
  // A float becomes an integer of 2 or 4 bits by its low bits, unlike wider ones.
  unsigned width = elementType.getIntOrFloatBitWidth();
  bool narrow = isa<IntegerType>(elementType) && width > 1 && width < 8 && n.isFloat(input);
  Value whole = narrow ? n.castTo(input, n.builder().getI32Type()) : input;
  return n.finish(n.make<graph::CastOp>(whole, elementType, saturate));
}

static LogicalResult importCast(NodeImporter &n) {
  int32_t to = static_cast<int32_t>(n.intAttr("to", kOnnxUndefined));
  Type elementType = ModelFile::elementType(to, *n.context());
  if (elementType) {
    return castInput(n, elementType);
  }
  return to <= kOnnxUndefined || to > kOnnxInt2
             ? n.bad("attribute 'to' is " + Twine(to) + ", which is no element type")
             : n.unsupported("casting to " + ModelFile::elementTypeName(to) + " is not supported");
}

static LogicalResult importCastLike(NodeImporter &n) { return castInput(n, n.elementType(n.input(1))); }

static LogicalResult importBitCast(NodeImporter &n) {
  int32_t to = static_cast<int32_t>(n.intAttr("to", kOnnxUndefined));
  Type elementType = ModelFile::elementType(to, *n.context()), truth = n.builder().getI1Type();
  if (!elementType) {
    return n.unsupported("the bits as " + ModelFile::elementTypeName(to) + " are not supported");
  }
  Value input = n.input(0);
  if (n.elementType(input) == elementType) {
    return n.finish(input);
  }
  // A truth value is a byte of 0 or 1 in memory but one bit in its type.
  Type byte = n.builder().getIntegerType(8, /*isSigned=*/false);
  Value bits = n.elementType(input) == truth ? n.castTo(input, byte) : input;
  if (elementType == truth) {
    return n.finish(n.castTo(n.make<graph::BitcastOp>(bits, byte), truth));
  }
  return n.finish(n.make<graph::BitcastOp>(bits, elementType));
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static LogicalResult importClip(NodeImporter &n) {
  Value x = n.input(0);
  if (n.version() < 11) {
    Value low = n.scalarLike(n.floatAttr("min", -FLT_MAX), x),
          high = n.scalarLike(n.floatAttr("max", FLT_MAX), x);
    return n.finish(clamp(n, x, low, high));
  }
  return n.finish(clamp(n, x, n.input(1), n.input(2)));
}

static LogicalResult importRelu(NodeImporter &n) { return n.finish(relu(n, n.input(0))); }

static LogicalResult importLeakyRelu(NodeImporter &n) {
  return n.finish(leakyRelu(n, n.input(0), n.floatAttr("alpha", 0.01)));
}

static LogicalResult importPRelu(NodeImporter &n) {
  Value x = n.input(0);
  return n.finish(whereNegative(n, x, n.make<graph::MulOp>(x, n.input(1))));
}

static LogicalResult importElu(NodeImporter &n) {
  return n.finish(elu(n, n.input(0), n.floatAttr("alpha", 1)));
}

static LogicalResult importSelu(NodeImporter &n) {
  // The defaults are the numbers of Klambauer et al., arXiv:1706.02515, as f32.
  Value x = n.input(0), gamma = n.scalarLike(n.floatAttr("gamma", 1.05070102214813232421875), x);
  return n.finish(n.make<graph::MulOp>(gamma, elu(n, x, n.floatAttr("alpha", 1.67326319217681884765625))));
}

static LogicalResult importCelu(NodeImporter &n) {
  Value x = n.input(0), alpha = n.scalarLike(n.floatAttr("alpha", 1), x);
  Value scaled = n.make<graph::DivOp>(x, alpha);
  Value below = n.make<graph::MinOp>(n.make<graph::MulOp>(alpha, expMinusOne(n, scaled)), n.scalarLike(0, x));
  return n.finish(n.make<graph::AddOp>(relu(n, x), below));
}

static LogicalResult importHardSigmoid(NodeImporter &n) {
  return n.finish(hardSigmoid(n, n.input(0), n.floatAttr("alpha", 0.2), n.floatAttr("beta", 0.5)));
}

static LogicalResult importHardSwish(NodeImporter &n) {
  return n.finish(n.make<graph::MulOp>(n.input(0), hardSigmoid(n, n.input(0), 1.0 / 6, 0.5)));
}

static LogicalResult importSoftplus(NodeImporter &n) { return n.finish(softplus(n, n.input(0))); }

static LogicalResult importMish(NodeImporter &n) {
  return n.finish(n.make<graph::MulOp>(n.input(0), n.make<graph::TanhOp>(softplus(n, n.input(0)))));
}

static LogicalResult importSoftsign(NodeImporter &n) { return n.finish(softsign(n, n.input(0))); }

static LogicalResult importThresholdedRelu(NodeImporter &n) {
  return n.finish(thresholdedRelu(n, n.input(0), n.floatAttr("alpha", 1)));
}

static LogicalResult importShrink(NodeImporter &n) {
  Value x = n.input(0);
  double limit = n.floatAttr("lambd", 0.5), bias = n.floatAttr("bias", 0);
  // The limits are compared as floats, so that an integer x meets a fraction as it is.
  Value number = n.isFloat(x) ? x : n.castTo(x, n.builder().getF32Type());
  Value above = n.compare(Predicate::Gt, number, n.scalarLike(limit, number));
  Value below = n.compare(Predicate::Lt, number, n.scalarLike(-limit, number));
  Value lowered = n.castTo(n.make<graph::SubOp>(number, n.scalarLike(bias, number)), n.elementType(x));
  Value raised = n.castTo(n.make<graph::AddOp>(number, n.scalarLike(bias, number)), n.elementType(x));
  return n.finish(n.select(above, lowered, n.select(below, raised, n.scalarLike(0, x))));
}

static LogicalResult importGelu(NodeImporter &n) {
  std::string approximate = n.stringAttr("approximate", "none");
  if (approximate != "none" && approximate != "tanh") {
    return n.bad("attribute 'approximate' is '" + approximate + "' but must be none or tanh");
  }
  return n.finish(approximate == "none" ? gelu(n, n.input(0)) : geluByTanh(n, n.input(0)));
}

static LogicalResult importSwish(NodeImporter &n) {
  return n.finish(swish(n, n.input(0), n.floatAttr("alpha", 1)));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static void addArithmetic(OpTable &table) {
  table.add("Abs", {importUnary<graph::AbsOp>});
  table.add("Neg", {importUnary<graph::NegOp>});
  table.add("Sign", {importUnary<graph::SignOp>});
  table.add("Exp", {importUnary<graph::ExpOp>});
  table.add("Log", {importUnary<graph::LogOp>});
  table.add("Sqrt", {importUnary<graph::SqrtOp>});
  table.add("Reciprocal", {importReciprocal});
  table.add("Erf", {importUnary<graph::ErfOp>});
  table.add("Ceil", {importUnary<graph::CeilOp>});
  table.add("Floor", {importUnary<graph::FloorOp>});
  table.add("Round", {importUnary<graph::RoundOp>});
  table.add("Add", {importBinary<graph::AddOp>, 2, 2});
  table.add("Sub", {importBinary<graph::SubOp>, 2, 2});
  table.add("Mul", {importBinary<graph::MulOp>, 2, 2});
  table.add("Div", {importBinary<graph::DivOp>, 2, 2});
  table.add("Pow", {importBinary<graph::PowOp>, 2, 2});
  table.add("Mod", {importMod, 2, 2});
  table.add("Max", {importVariadic<graph::MaxOp>, 1, OpEntry::kVariadic});
  table.add("Min", {importVariadic<graph::MinOp>, 1, OpEntry::kVariadic});
  table.add("Sum", {importVariadic<graph::AddOp>, 1, OpEntry::kVariadic});
  table.add("Mean", {importMean, 1, OpEntry::kVariadic});
}

static void addTrigonometry(OpTable &table) {
  table.add("Sin", {importUnary<graph::SinOp>});
  table.add("Cos", {importUnary<graph::CosOp>});
  table.add("Tan", {importUnary<graph::TanOp>});
  table.add("Asin", {importUnary<graph::AsinOp>});
  table.add("Acos", {importUnary<graph::AcosOp>});
  table.add("Atan", {importUnary<graph::AtanOp>});
  table.add("Sinh", {importUnary<graph::SinhOp>});
  table.add("Cosh", {importUnary<graph::CoshOp>});
  table.add("Tanh", {importUnary<graph::TanhOp>});
  table.add("Asinh", {importUnary<graph::AsinhOp>});
  table.add("Acosh", {importUnary<graph::AcoshOp>});
  table.add("Atanh", {importUnary<graph::AtanhOp>});
}

static void addLogic(OpTable &table) {
  table.add("Not", {importUnary<graph::NotOp>});
  table.add("And", {importBinary<graph::AndOp>, 2, 2});
  table.add("Or", {importBinary<graph::OrOp>, 2, 2});
  table.add("Xor", {importBinary<graph::XorOp>, 2, 2});
  table.add("BitwiseNot", {importUnary<graph::NotOp>});
  table.add("BitwiseAnd", {importBinary<graph::AndOp>, 2, 2});
  table.add("BitwiseOr", {importBinary<graph::OrOp>, 2, 2});
  table.add("BitwiseXor", {importBinary<graph::XorOp>, 2, 2});
  table.add("BitShift", {importBitShift, 2, 2});
  table.add("Equal", {importCompare<Predicate::Eq>, 2, 2, OpEntry::kText});
  table.add("Less", {importCompare<Predicate::Lt>, 2, 2});
  table.add("LessOrEqual", {importCompare<Predicate::Le>, 2, 2});
  table.add("Greater", {importCompare<Predicate::Gt>, 2, 2});
  table.add("GreaterOrEqual", {importCompare<Predicate::Ge>, 2, 2});
  table.add("Where", {importWhere, 3, 3, OpEntry::kText});
  table.add("IsNaN", {importUnary<graph::IsNanOp>});
  table.add("IsInf", {importIsInf});
  table.add("Cast", {importCast});
  table.add("CastLike", {importCastLike, 2, 2});
  table.add("BitCast", {importBitCast});
}

static void addActivations(OpTable &table) {
  table.add("Clip", {importClip, 1, 3});
  table.add("Relu", {importRelu});
  table.add("LeakyRelu", {importLeakyRelu});
  table.add("PRelu", {importPRelu, 2, 2});
  table.add("Elu", {importElu});
  table.add("Selu", {importSelu});
  table.add("Celu", {importCelu});
  table.add("Sigmoid", {importUnary<graph::SigmoidOp>});
  table.add("HardSigmoid", {importHardSigmoid});
  table.add("HardSwish", {importHardSwish});
  table.add("Softplus", {importSoftplus});
  table.add("Softsign", {importSoftsign});
  table.add("Mish", {importMish});
  table.add("ThresholdedRelu", {importThresholdedRelu});
  table.add("Shrink", {importShrink});
  table.add("Gelu", {importGelu});
  table.add("Swish", {importSwish});
}

void importer::addElementwiseOps(OpTable &table) {
  addArithmetic(table);
  addTrigonometry(table);
  addLogic(table);
  addActivations(table);
}
