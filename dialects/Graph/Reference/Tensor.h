//===- Tensor.h - a dense tensor on the host --------------------*- C++ -*-===//
//
// The values of the reference interpreter. Elements lie row-major as at run time (see Constant.h): one byte
// for a truth value (0 or 1), for a 4-bit float, and for an integer of 2 or 4 bits (sign-extended, or
// zero-extended when unsigned).
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_REFERENCE_TENSOR_H
#define DIALECTS_GRAPH_REFERENCE_TENSOR_H

#include "dialects/Support/LLVM.h"
#include <memory>
#include <optional>
#include <string>

namespace heddle::reference {

/// The element types a tensor may have.
enum class ElementKind {
  F32,
  F64,
  F16,
  BF16,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F4E2M1FN,
  I1,
  I2,
  I4,
  I8,
  I16,
  I32,
  I64,
  U2,
  U4,
  U8,
  U16,
  U32,
  U64
};

/// The kind of an MLIR element type, or nothing for a type that the dialect does not have.
std::optional<ElementKind> kindOf(Type elementType);
/// The MLIR element type of a kind.
Type typeOf(ElementKind kind, MLIRContext *context);
bool isFloat(ElementKind kind);
bool isUnsigned(ElementKind kind);
/// How the numbers of a float kind lie: the last place of one in [2^e, 2^(e + 1)) is 2^(e - fractionBits),
/// where e is at least minExponent, that of the smallest normal number.
struct FloatFormat {
  int fractionBits, minExponent;
};
/// Nothing for integers.
std::optional<FloatFormat> floatFormatOf(ElementKind kind);
/// Bytes of one element in memory.
int64_t bytesOf(ElementKind kind);
/// Bits of one element's value: 1 for i1, 4 for i4.
int bitsOf(ElementKind kind);

/// The product of sizes.
int64_t numElements(ArrayRef<int64_t> shape);

/// Copies share their elements until one is written. Not for concurrent use.
class Tensor {
public:
  /// No tensor; only to be assigned to.
  Tensor() = default;
  /// Zeros.
  Tensor(ElementKind kind, ArrayRef<int64_t> shape);
  /// A tensor that reads the attribute's elements in place where their layout allows. Failure: an element
  /// type outside the dialect.
  static FailureOr<Tensor> fromElements(ElementsAttr elements);
  /// The tensor as an attribute.
  ElementsAttr toElements(MLIRContext *context) const;
  /// Elements given as numbers, converted as `graph.cast` does.
  static Tensor fromDoubles(ElementKind kind, ArrayRef<int64_t> shape, ArrayRef<double> values);
  static Tensor fromIntegers(ElementKind kind, ArrayRef<int64_t> shape, ArrayRef<int64_t> values);
  /// An i64 scalar, an i64 vector.
  static Tensor scalar(int64_t value) { return fromIntegers(ElementKind::I64, {}, value); }
  static Tensor indices(ArrayRef<int64_t> values) {
    return fromIntegers(ElementKind::I64, static_cast<int64_t>(values.size()), values);
  }

  ElementKind kind() const { return elementKind; }
  ArrayRef<int64_t> shape() const { return sizes; }
  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  int64_t numElements() const { return reference::numElements(sizes); }

  /// The elements in memory. Writing first takes a copy where another tensor shares them.
  ArrayRef<char> bytes() const {
    return {elements, static_cast<size_t>(numElements() * bytesOf(elementKind))};
  }
  MutableArrayRef<char> mutableBytes();

  /// The same elements under another shape with as many of them.
  Tensor reshaped(ArrayRef<int64_t> shape) const;
  /// The same bytes as another kind of the same width.
  Tensor bitcast(ElementKind kind) const;

  /// Element `i` in row-major order. A float as integer is truncated; do not ask it of NaN or beyond 64 bits.
  double asDouble(int64_t i) const;
  int64_t asInteger(int64_t i) const;
  uint64_t asUnsigned(int64_t i) const { return static_cast<uint64_t>(asInteger(i)); }
  /// All elements as integers, for index lists.
  SmallVector<int64_t> asIntegers() const;
  /// Sets element `i`, rounded to the kind.
  void set(int64_t i, double value);
  void setInteger(int64_t i, int64_t value);

private:
  ElementKind elementKind = ElementKind::F32;
  SmallVector<int64_t> sizes;
  std::shared_ptr<char[]> owned; // null when the elements belong to an attribute
  const char *elements = nullptr;
};

/// "f32 [2, 3]".
std::string describe(const Tensor &tensor);
/// "[2, 3]".
std::string toString(ArrayRef<int64_t> shape);

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_TENSOR_H
