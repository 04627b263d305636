//===- Sequences.h - sequences and optionals of a model ---------*- C++ -*-===//
//
// A graph has tensors alone; sequences and optionals exist while a model is imported (docs/sequences.md). A
// value of such a type is a *bundle*: a Value of no type that stands for several tensors. A sequence is
//
//   a list, where its length is known: its tensors, one by one, of any shapes; or
//   packed: `values` [n], the elements of all its tensors one behind the other, and `shapes` [length, rank],
//   a row of sizes for each tensor, -1 where a tensor has fewer dimensions.
//
// Operations on lists at known places cost nothing. All others are graph ops on the two tensors of the packed
// form: lists are packed where the length or a place is known to a run only, and where control flow of a run
// gives or carries them. Places are checked in the run, which ends with an error that names the node.
//
// An optional is a truth value and what it may hold, which means nothing where that is false.
//
// As with the builders of NodeImporter, a refused node gives null Values, and null operands are passed on.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_SEQUENCES_H
#define PASSES_IMPORT_ONNX_SEQUENCES_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace onnx {
class TypeProto;
} // namespace onnx

namespace heddle::importer {

/// A sequence that would be longer is packed although its length is known.
inline constexpr int64_t kMaxListLength = 256;

bool isBundle(Value value);
bool isSequence(Value value);
bool isOptional(Value value);

/// Erases the bundles of a complete module, which nothing but bundles uses.
void eraseBundles(ModuleOp module);

//===--- Making ---------------------------------------------------------------===//

/// A list of tensors that have `elementType`; refused if one has another.
Value makeList(NodeImporter &n, Type elementType, ValueRange tensors);
/// The packed form from its tensors.
Value makePacked(NodeImporter &n, Value values, Value shapes);
/// The same from tensors that come from outside: a run in which the shapes do not fit the values ends with an
/// error.
Value checkedSequence(NodeImporter &n, Value values, Value shapes);
/// An optional that holds `held`, a tensor or a sequence, where the i1 scalar `present` is true.
Value makeOptional(NodeImporter &n, Value present, Value held);

//===--- Looking into -----------------------------------------------------------===//

/// The element type of a sequence's tensors.
Type elementTypeOf(Value sequence);
/// The tensors of a list, or nothing for a packed sequence.
std::optional<OperandRange> listOf(Value sequence);
/// A sequence: the value itself, or what an optional holds; refused for tensors.
Value asSequence(NodeImporter &n, Value value);
/// What an optional holds, checked in the run if need be; any other value itself.
Value heldBy(NodeImporter &n, Value value);
/// Whether an optional holds something, i1; true for any other value.
Value isPresent(NodeImporter &n, Value value);
/// The packed form, with at least `rank` columns of shapes.
Value pack(NodeImporter &n, Value sequence, int64_t rank = 0);
/// The tensors of the packed form.
Value valuesOf(Value packed);
Value shapesOf(Value packed);

//===--- Operators --------------------------------------------------------------===//

/// The number of tensors, i64 scalar.
Value lengthOf(NodeImporter &n, Value sequence);
/// The tensor at `position`, an integer of one element, negative from the end. `rank` is its number of
/// dimensions as the model declares it, if it does.
Value tensorAt(NodeImporter &n, Value sequence, Value position, std::optional<int64_t> rank);
/// With `tensor` in front of the one at `position`; at the end if that is null.
Value insertAt(NodeImporter &n, Value sequence, Value tensor, Value position);
/// Without the tensor at `position`; without the last if that is null.
Value eraseAt(NodeImporter &n, Value sequence, Value position);

//===--- Forms: crossing control flow and the border of a graph -------------------===//

/// Which tensors a value becomes where only tensors can go.
struct Form {
  bool isOptional = false;
  Type sequenceOf; ///< the element type of a sequence; null for a tensor

  unsigned numParts() const { return (isOptional ? 1 : 0) + (sequenceOf ? 2 : 1); }
  /// What each part is, as in dialects/Graph/IR/Parts.h; a tensor alone has no name.
  SmallVector<StringRef> partNames() const;
};

Form formOf(Value value);
/// Appends the parts of `value` in `form`: a value that is always there fits an optional form, and an
/// optional one is checked in the run if the form is none. Shapes have at least `rank` columns. Refused if
/// the value is a tensor where the form is a sequence, or the reverse.
void appendParts(NodeImporter &n, Value value, const Form &form, int64_t rank, SmallVectorImpl<Value> &parts);
/// The value that parts make; takes them off the front of `parts`.
Value takeValue(NodeImporter &n, const Form &form, ValueRange &parts);

/// The tensor type inside sequences and optionals, or null where there is none.
const onnx::TypeProto *innermostTensor(const onnx::TypeProto &type);
/// Its declared number of dimensions, if there is one.
std::optional<int64_t> declaredRank(const onnx::TypeProto &type);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_SEQUENCES_H
