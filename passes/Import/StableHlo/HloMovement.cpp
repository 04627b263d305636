//===- HloMovement.cpp - constants, shapes, movement, calls ---------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/StableHlo/IR/StableHlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Import/StableHlo/HloBits.h"
#include "passes/Import/StableHlo/HloImporter.h"

using namespace heddle;
using namespace heddle::importer;

static LogicalResult importConstant(HloImporter &n) {
  ElementsAttr value = cast<stablehlo::ConstantOp>(n.op()).getValue();
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    RankedTensorType type = n.declared();
    if (dense.isSplat()) { // of any size in few bytes
      auto scalar = RankedTensorType::get({}, type.getElementType());
      return n.finish(n.broadcastTo(n.constant(dense.resizeSplat(scalar)), type.getShape()));
    }
    SmallVector<char> storage;
    return n.finish(n.constant(graph::makeElements(type, graph::elementData(value, storage))));
  }
  if (!isa<DenseResourceElementsAttr>(value)) {
    return n.unsupported("a constant that is neither dense nor a resource is not supported");
  }
  return n.finish(n.constant(value));
}

static LogicalResult importIota(HloImporter &n, stablehlo::IotaOp op) {
  ArrayRef<int64_t> sizes = n.declared().getShape();
  return n.finish(n.iota(graph::SymShape(sizes.begin(), sizes.end()), op.getIotaDimension(),
                         n.declared().getElementType()));
}

static LogicalResult importReshape(HloImporter &n, stablehlo::ReshapeOp) {
  return n.finish(n.reshapeTo(n.operand(0), n.declared().getShape()));
}

static LogicalResult importTranspose(HloImporter &n, stablehlo::TransposeOp op) {
  if (failed(n.checkCount("dimensions", op.getPermutation().size(), n.rank(n.operand(0)))) ||
      failed(n.checkDims("dims", op.getPermutation(), n.rank(n.operand(0))))) {
    return failure();
  }
  return n.finish(n.transpose(n.operand(0), op.getPermutation()));
}

static LogicalResult importBroadcastInDim(HloImporter &n, stablehlo::BroadcastInDimOp op) {
  Value input = n.operand(0);
  ArrayRef<int64_t> dims = op.getBroadcastDimensions(), result = n.declared().getShape();
  if (failed(n.checkCount("dims", dims.size(), n.rank(input))) ||
      failed(n.checkDims("dims", dims, static_cast<int64_t>(result.size())))) {
    return failure();
  }
  // In the result's order, then with a size of 1 wherever no dimension goes.
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(dims.size())));
  llvm::sort(order, [&](int64_t a, int64_t b) { return dims[a] < dims[b]; });
  SmallVector<int64_t> spread(result.size(), 1);
  for (auto [from, to] : llvm::enumerate(dims)) {
    spread[to] = n.sizes(input)[from];
  }
  return n.finish(n.broadcastTo(n.reshapeTo(n.transpose(input, order), spread), result));
}

static LogicalResult importConcatenate(HloImporter &n, stablehlo::ConcatenateOp op) {
  if (n.numOperands() == 0) {
    return n.bad("has no operands");
  }
  return n.finish(n.concat(n.operands(), op.getDimension()));
}

static LogicalResult importPad(HloImporter &n, stablehlo::PadOp op) {
  size_t rank = n.rank(n.operand(0));
  ArrayRef<int64_t> lows = op.getEdgePaddingLow(), highs = op.getEdgePaddingHigh(),
                    interior = op.getInteriorPadding();
  if (failed(n.checkCount("low paddings", lows.size(), rank)) ||
      failed(n.checkCount("high paddings", highs.size(), rank)) ||
      failed(n.checkCount("interior paddings", interior.size(), rank))) {
    return failure();
  }
  return n.finish(n.padBy(n.operand(0), lows, highs, n.operand(1), interior));
}

static LogicalResult importReverse(HloImporter &n, stablehlo::ReverseOp op) {
  if (failed(n.checkDims("dims", op.getDimensions(), n.rank(n.operand(0))))) {
    return failure();
  }
  Value result = n.operand(0);
  for (int64_t dim : op.getDimensions()) {
    result = n.reverse(result, dim);
  }
  return n.finish(result);
}

static LogicalResult importSlice(HloImporter &n, stablehlo::SliceOp op) {
  ArrayRef<int64_t> input = n.sizes(n.operand(0));
  ArrayRef<int64_t> starts = op.getStartIndices(), limits = op.getLimitIndices(), strides = op.getStrides();
  if (failed(n.checkCount("starts", starts.size(), input.size())) ||
      failed(n.checkCount("limits", limits.size(), input.size())) ||
      failed(n.checkCount("strides", strides.size(), input.size()))) {
    return failure();
  }
  SmallVector<int64_t> sizes;
  for (auto [start, limit, stride, size] : llvm::zip(starts, limits, strides, input)) {
    if (start < 0 || start > limit || limit > size || stride < 1) {
      return n.bad("takes " + Twine(start) + " to " + Twine(limit) + " in steps of " + Twine(stride) +
                   " from a dimension of " + Twine(size));
    }
    sizes.push_back((limit - start) / stride + ((limit - start) % stride != 0));
  }
  return n.finish(n.sliceAt(n.operand(0), starts, sizes, strides));
}

/// Between elements of different widths, the narrower tensor has one dimension more, little end first.
static LogicalResult importBitcastConvert(HloImporter &n, stablehlo::BitcastConvertOp) {
  Value input = n.operand(0);
  Type from = n.elementType(input), to = n.declared().getElementType();
  unsigned fromBits = from.getIntOrFloatBitWidth(), toBits = to.getIntOrFloatBitWidth();
  if (fromBits == toBits) {
    return n.finish(from == to ? input : n.make<graph::BitcastOp>(input, to));
  }
  unsigned wideBits = std::max(fromBits, toBits), narrowBits = std::min(fromBits, toBits);
  if (narrowBits < 8) {
    return n.unsupported("elements of fewer than 8 bits are not supported here");
  }
  Type wide = n.builder().getIntegerType(wideBits, false);
  int64_t parts = wideBits / narrowBits, rank = n.rank(input);
  Value bits = asInteger(n, input, false), result;
  if (fromBits < toBits && (rank == 0 || n.sizes(input)[rank - 1] != parts)) {
    return n.bad("needs a last dimension of " + Twine(parts));
  }
  auto shift = [&](int64_t part) { return n.scalarInt(part * narrowBits, wide); };
  if (fromBits < toBits) {
    for (int64_t part = 0; part < parts; ++part) {
      Value piece = n.castTo(n.squeeze(n.sliceDim(bits, rank - 1, part, 1), {rank - 1}), wide);
      piece = n.make<graph::ShiftLeftOp>(piece, shift(part));
      result = result ? n.make<graph::OrOp>(result, piece) : piece;
    }
  } else {
    SmallVector<Value> pieces;
    for (int64_t part = 0; part < parts; ++part) {
      Value piece = n.castTo(n.make<graph::ShiftRightOp>(bits, shift(part)),
                             n.builder().getIntegerType(narrowBits, false));
      pieces.push_back(n.unsqueeze(piece, {rank}));
    }
    result = n.concat(pieces, rank);
  }
  return n.finish(n.failed() || n.elementType(result) == to ? result : n.make<graph::BitcastOp>(result, to));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The results of a function for the op's operands.
static LogicalResult finishCall(HloImporter &n, StringRef callee) {
  FailureOr<SmallVector<Value>> results = n.program().importCall(n.op(), callee, n.operands(), n.isLifted());
  return failed(results) ? n.reported() : n.finish(*results);
}

static LogicalResult importCall(HloImporter &n) {
  return finishCall(n, cast<func::CallOp>(n.op()).getCallee());
}

static LogicalResult importComposite(HloImporter &n, stablehlo::CompositeOp op) {
  return finishCall(n, op.getDecomposition());
}

static LogicalResult importCustomCall(HloImporter &n, stablehlo::CustomCallOp op) {
  // Where a tensor lies changes nothing about its elements.
  if (op.getCallTargetName() != "Sharding") {
    return n.unsupported("custom calls of '" + op.getCallTargetName() + "' are not supported");
  }
  return n.finish(n.operands());
}

static LogicalResult importBarrier(HloImporter &n, stablehlo::OptimizationBarrierOp) {
  return n.finish(n.operands());
}

void importer::addHloMovementOps(HloTable &table) {
  table.addElementwise<stablehlo::ConstantOp>(importConstant);
  table.addElementwise<func::CallOp>(importCall, HloShapes::Free);
  table.add(importIota);
  table.add(importReshape);
  table.add(importTranspose);
  table.add(importBroadcastInDim);
  table.add(importConcatenate);
  table.add(importPad);
  table.add(importReverse);
  table.add(importSlice);
  table.add(importBitcastConvert);
  table.add(importComposite);
  table.add(importCustomCall);
  table.add(importBarrier);
}
