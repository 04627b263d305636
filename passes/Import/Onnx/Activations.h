//===- Activations.h - activation functions in primitive ops ----*- C++ -*-===//
//
// Each is spelled out with its definition in the ONNX operator text; the kernel former puts the ops into one
// loop again. They are operators of their own, and recurrent and fused operators name them in attributes.
// Constants are of x's element type. As with all builders, a null operand gives null.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_ACTIVATIONS_H
#define PASSES_IMPORT_ONNX_ACTIVATIONS_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// min(max(x, low), high), each bound optional (null): NaN stays NaN, and where low > high all is high.
Value clamp(NodeImporter &n, Value x, Value low, Value high);
/// x where x >= 0 (or is NaN), else `below`.
Value whereNegative(NodeImporter &n, Value x, Value below);
/// e^x - 1.
Value expMinusOne(NodeImporter &n, Value x);

Value relu(NodeImporter &n, Value x);                                   ///< max(x, 0)
Value leakyRelu(NodeImporter &n, Value x, double alpha);                ///< x, or alpha * x below 0
Value thresholdedRelu(NodeImporter &n, Value x, double alpha);          ///< x above alpha, else 0
Value elu(NodeImporter &n, Value x, double alpha);                      ///< x, or alpha * (e^x - 1) below 0
Value hardSigmoid(NodeImporter &n, Value x, double alpha, double beta); ///< alpha * x + beta within [0, 1]
Value softplus(NodeImporter &n, Value x);                               ///< log(1 + e^x), without overflow
Value softsign(NodeImporter &n, Value x);                               ///< x / (1 + |x|)
Value swish(NodeImporter &n, Value x, double alpha);                    ///< x * sigmoid(alpha * x)
Value gelu(NodeImporter &n, Value x);                                   ///< x * (1 + erf(x / sqrt(2))) / 2
Value geluByTanh(NodeImporter &n,
                 Value x); ///< gelu as approximated by Hendrycks and Gimpel, arXiv:1606.08415

/// e^(x - m) / sum(e^(x - m)) over `axes`, m the largest x, every step in x's element type as in the operator
/// text. A row whose m is -inf gives NaN, or 0 where `mayBeEmpty`.
Value softmax(NodeImporter &n, Value x, ArrayRef<int64_t> axes, bool mayBeEmpty = false);
/// x - m - log(sum(e^(x - m))) over `axes`, m the largest x.
Value logSoftmax(NodeImporter &n, Value x, ArrayRef<int64_t> axes);
/// In what type softmax of x is to be computed: x's, or f32 where a sum of powers may be too large for f16.
Type softmaxType(NodeImporter &n, Value x, ArrayRef<int64_t> axes);

/// An activation that an attribute names.
struct Activation {
  std::string name;
  std::optional<double> alpha, beta; ///< where the attributes give them

  /// Whether the function of that name has the parameter.
  static bool takesAlpha(StringRef name);
  static bool takesBeta(StringRef name);
};

/// The named function of x; refuses a name that is none of ONNX's. Names are compared without case.
Value activate(NodeImporter &n, const Activation &activation, Value x);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ACTIVATIONS_H
