//===- HloImporter.cpp - operands, results and regions of an op -----------===//

#include "passes/Import/StableHlo/HloImporter.h"
#include "dialects/Graph/IR/Constant.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace heddle;
using namespace heddle::importer;

/// Whether the graph dialect has an element type.
static bool isElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    return !integer.isSigned() && llvm::is_contained({1u, 2u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth()) &&
           !(integer.isUnsigned() && integer.getWidth() == 1);
  }
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E4M3FNUZType,
             Float8E5M2Type, Float8E5M2FNUZType, Float4E2M1FNType>(type);
}

std::optional<std::pair<ImportFailure, std::string>> importer::refusalOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding()) {
    return std::pair(ImportFailure::Unsupported, "where a tensor of numbers is wanted");
  }
  if (!isElement(tensor.getElementType())) {
    return std::pair(ImportFailure::Unsupported, "whose elements are not supported");
  }
  if (!tensor.hasStaticShape()) {
    return std::pair(ImportFailure::Unsupported,
                     "but sizes have to be numbers: give jax.jit or jax.export concrete shapes");
  }
  if (!graph::tensorBytes(tensor)) {
    return std::pair(ImportFailure::BadInput, "which is larger than any memory");
  }
  return std::nullopt;
}

HloImporter::HloImporter(HloToGraph &owner, HloScope &scope, Operation *op, Location location, bool lifted)
    : GraphBuilder(owner.builder(), location), owner(owner), around(scope), source(op), lifted(lifted) {
  for (Value operand : op->getOperands()) {
    values.push_back(scope.lookup(operand));
  }
}

LogicalResult HloImporter::finish(ValueRange results) {
  for (auto [i, value] : llvm::enumerate(results)) {
    if (failed() || !value) {
      break;
    }
    Type want = declared(i), have = value.getType();
    if (lifted ? elementType(value) != declared(i).getElementType() : have != want) {
      return bad("gives " + mlir::debugString(have) + " but is declared as " + mlir::debugString(want));
    }
  }
  if (!failed() && (results.size() != source->getNumResults() || llvm::is_contained(results, Value()))) {
    return bad("is declared with " + Twine(source->getNumResults()) + " results but has " +
               Twine(results.size()));
  }
  given.assign(results.begin(), results.end());
  return failure(failed());
}

LogicalResult HloImporter::checkCount(StringRef what, size_t found, size_t count) {
  return found == count ? success()
                        : bad("has " + Twine(found) + " " + what + " where " + Twine(count) + " are wanted");
}

LogicalResult HloImporter::checkDims(StringRef what, ArrayRef<int64_t> dims, int64_t rank) {
  llvm::DenseSet<int64_t> seen;
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank) {
      return bad(what + " name dimension " + Twine(dim) + " of a tensor of rank " + Twine(rank));
    }
    if (!seen.insert(dim).second) {
      return bad(what + " name dimension " + Twine(dim) + " twice");
    }
  }
  return success();
}

LogicalResult HloImporter::checkRegion(Region &region, size_t count) {
  if (!region.hasOneBlock() || region.getNumArguments() != count) {
    return bad("has a region of " + Twine(region.getBlocks().size()) + " blocks and " +
               Twine(region.empty() ? 0 : region.getNumArguments()) + " arguments where 1 block and " +
               Twine(count) + " arguments are wanted");
  }
  return success();
}

static graph::SymShape toShape(ArrayRef<int64_t> sizes) {
  return graph::SymShape(sizes.begin(), sizes.end());
}

Value HloImporter::reshapeTo(Value value, ArrayRef<int64_t> sizes) { return reshape(value, toShape(sizes)); }
Value HloImporter::broadcastTo(Value value, ArrayRef<int64_t> sizes) {
  return broadcast(value, toShape(sizes));
}

Value HloImporter::sliceAt(Value value, ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes,
                           ArrayRef<int64_t> steps) {
  SmallVector<std::optional<SymExpr>> places(starts.begin(), starts.end());
  return slice(value, places, Value(), steps, Sizes{toShape(sizes), Value()});
}

Value HloImporter::padBy(Value value, ArrayRef<int64_t> lows, ArrayRef<int64_t> highs, Value outside,
                         ArrayRef<int64_t> interior) {
  auto isZero = [](int64_t each) { return each == 0; };
  if (llvm::all_of(lows, isZero) && llvm::all_of(highs, isZero) && llvm::all_of(interior, isZero)) {
    return value;
  }
  return pad(value, toShape(lows), toShape(highs), outside, graph::PadMode::Constant, interior);
}

SmallVector<Value> HloImporter::insert(OperationState &state) {
  Operation *created = failed() ? nullptr : insertChecked(state);
  return created ? llvm::to_vector_of<Value>(created->getResults()) : SmallVector<Value>();
}

SmallVector<Value> HloImporter::applyIn(Region &region, ValueRange arguments, bool asLifted) {
  if (failed() || mlir::failed(checkRegion(region, arguments.size()))) {
    return {};
  }
  if (llvm::is_contained(arguments, Value())) {
    (void)reported();
    return {};
  }
  HloScope inner;
  inner.parent = &around;
  FailureOr<SmallVector<Value>> results = owner.importBlock(region.front(), arguments, inner, asLifted);
  if (mlir::failed(results)) {
    (void)reported();
    return {};
  }
  return *results;
}

SmallVector<Value> HloImporter::apply(Region &region, ValueRange arguments) {
  return applyIn(region, arguments, /*asLifted=*/false);
}

SmallVector<Value> HloImporter::applyLifted(Region &region, ValueRange arguments) {
  return applyIn(region, arguments, /*asLifted=*/true);
}
