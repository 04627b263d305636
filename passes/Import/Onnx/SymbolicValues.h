//===- SymbolicValues.h - what small integer tensors hold -------*- C++ -*-===//
//
// Models compute shapes with tensors: Shape, Gather, Mul, Concat, then Reshape. This class follows the
// elements of small integer tensors as size expressions while ops are created, so that a dynamic Reshape
// usually becomes a type and not a computation. It is a forward evaluation: every op is looked at once, when
// it is inserted, and only its operands' known elements are read.
//
// An element that is not understood is unknown; it may be given a symbol when it is first used as a size
// (`nameElement`). Such names hold inside the region where they were given, because the op that binds the
// symbol stands there.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_SYMBOLICVALUES_H
#define PASSES_IMPORT_ONNX_SYMBOLICVALUES_H

#include "dialects/Support/SymExpr.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::importer {

/// The elements of a tensor in row-major order; nothing where an element is not understood.
using SymElements = SmallVector<std::optional<SymExpr>>;

class SymbolicValues : public OpBuilder::Listener {
public:
  /// Tensors with more elements are not followed.
  static constexpr int64_t kMaxElements = 64;

  /// The elements of `value`, or nothing if it is not a followed tensor (small, integer, static shape).
  std::optional<SymElements> elements(Value value) const;
  /// The elements if all of them are understood.
  std::optional<SmallVector<SymExpr>> allElements(Value value) const;
  /// The elements if all of them are numbers.
  std::optional<SmallVector<int64_t>> integers(Value value) const;

  /// From here on element `index` of `value` is called `symbol`.
  void nameElement(Value value, int64_t index, const SymExpr &symbol);

  /// Opens and closes a region: names given inside are forgotten at its end.
  void enterRegion();
  void leaveRegion();

  /// Forgets the results of `op` and everything in its regions; call before erasing it.
  void forget(Operation *op);
  void forget(Value value) { known.erase(value); }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) override;

private:
  struct Undo {
    Value value;
    int64_t index;
  };
  DenseMap<Value, SymElements> known;
  SmallVector<SmallVector<Undo>> regions;
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_SYMBOLICVALUES_H
