//===- OnnxImage.cpp - cutting images and putting them together -----------===//
//
// CenterCropPad, Col2Im and MaxUnpool: movements of elements to places that sizes decide, written as slices,
// pads and scatters. Sizes may be symbolic or computed by the model.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/ComputedSizes.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

/// Halves of sizes are rounded down, for what is cut in front as for what is added.
static LogicalResult importCenterCropPad(NodeImporter &n) {
  Value x = n.input(0);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(x)));
  if (std::optional<SmallVector<int64_t>> some = n.intsAttr("axes")) {
    axes.clear();
    for (int64_t axis : *some) {
      FailureOr<int64_t> front = n.axis(axis, n.rank(x));
      if (failed(front)) {
        return failure();
      }
      axes.push_back(*front);
    }
  }
  std::optional<graph::SymShape> sizes = boundSizes(n, n.input(1));
  if (!sizes) {
    return failure();
  }
  if (sizes->size() != axes.size()) {
    return n.bad("has " + Twine(sizes->size()) + " sizes for " + Twine(axes.size()) + " axes");
  }
  SmallVector<SymExpr> lows(n.rank(x), SymExpr(0)), highs = lows;
  for (auto [axis, size] : llvm::zip(axes, *sizes)) {
    SymExpr present = n.shape(x)[axis];
    SymExpr added = SymExpr::max(SymExpr::floorDiv(size - present, 2), 0);
    SymExpr cut = SymExpr::max(SymExpr::floorDiv(present - size, 2), 0);
    lows[axis] = added - cut;
    highs[axis] = size - present - lows[axis];
  }
  return n.finish(n.pad(x, lows, highs));
}

//===----------------------------------------------------------------------===//
// Col2Im
//===----------------------------------------------------------------------===//

/// An attribute with an entry per spatial dimension, or `count` ones (zeros) if it is absent.
static SmallVector<int64_t> entries(NodeImporter &n, StringRef name, size_t count, int64_t otherwise) {
  SmallVector<int64_t> found = n.intsAttr(name).value_or(SmallVector<int64_t>(count, otherwise));
  if (found.size() != count) {
    (void)n.bad("attribute '" + name + "' has " + Twine(found.size()) + " entries but " + Twine(count) +
                " are wanted");
    found.resize(count, otherwise);
  }
  return found;
}

/// Adds up blocks [batch, channels * block…, positions] where they overlap in an image [batch, channels,
/// image…]. Every element is scattered to its place; what falls outside the image goes to one more place,
/// which is cut off.
static LogicalResult importCol2Im(NodeImporter &n) {
  Value x = n.input(0);
  std::optional<graph::SymShape> image = boundSizes(n, n.input(1)), block = boundSizes(n, n.input(2));
  if (!image || !block) {
    return failure();
  }
  size_t rank = image->size();
  if (block->size() != rank || n.rank(x) != 3) {
    return n.bad("image_shape and block_shape need as many entries, and the input rank 3");
  }
  SmallVector<int64_t> strides = entries(n, "strides", rank, 1), dilations = entries(n, "dilations", rank, 1);
  SmallVector<int64_t> pads = entries(n, "pads", 2 * rank, 0);
  if (llvm::any_of(strides, [](int64_t stride) { return stride < 1; }) || n.failed()) {
    return n.bad("attribute 'strides' must be positive");
  }
  // Indices over [block…, positions…].
  Type index = n.builder().getI64Type();
  SmallVector<SymExpr> positions;
  Value place = n.scalarInt(0, index), inside;
  auto number = [&](int64_t value) { return n.scalarInt(value, index); };
  for (size_t i = 0; i < rank; ++i) {
    SymExpr room = (*image)[i] + SymExpr(pads[i] + pads[rank + i]) -
                   SymExpr(dilations[i]) * ((*block)[i] - SymExpr(1)) - SymExpr(1);
    positions.push_back(SymExpr::floorDiv(room, strides[i]) + SymExpr(1));
    auto full = static_cast<int64_t>(2 * rank), dim = static_cast<int64_t>(i);
    Value offset = n.standAlong(n.iota({(*block)[i]}, 0, index), dim, full);
    Value start = n.standAlong(n.iota({positions[i]}, 0, index), dim + static_cast<int64_t>(rank), full);
    Value at = n.make<graph::AddOp>(n.make<graph::MulOp>(offset, number(dilations[i])),
                                    n.make<graph::MulOp>(start, number(strides[i])));
    at = n.make<graph::SubOp>(at, number(pads[i]));
    Value size = n.size((*image)[i]);
    Value fits =
        n.make<graph::AndOp>(n.compare(Predicate::Ge, at, number(0)), n.compare(Predicate::Lt, at, size));
    inside = inside ? n.make<graph::AndOp>(inside, fits) : fits;
    place = n.make<graph::AddOp>(n.make<graph::MulOp>(place, size), at);
  }
  SymExpr total = product(*image), count = product(*block) * product(positions), batch = n.shape(x)[0];
  SymExpr channels = SymExpr::floorDiv(n.shape(x)[1], product(*block));
  place = n.reshape(n.select(inside, place, n.size(total)), {count});
  Value zeros = n.splat(0, {batch, channels, total + SymExpr(1)}, n.elementType(x));
  Value summed =
      n.make<graph::ScatterElementsOp>(zeros, n.broadcast(place, {batch, channels, count}),
                                       n.reshape(x, {batch, channels, count}), 2, graph::Combiner::Add);
  graph::SymShape shape = {batch, channels};
  shape.append(*image);
  return n.finish(n.reshape(n.sliceDim(summed, 2, 0, total), shape));
}

//===----------------------------------------------------------------------===//
// MaxUnpool
//===----------------------------------------------------------------------===//

/// Puts each element at its index into zeros; indices count through the whole unpooled tensor.
static LogicalResult importMaxUnpool(NodeImporter &n) {
  Value x = n.input(0);
  std::optional<SmallVector<int64_t>> window = n.intsAttr("kernel_shape");
  if (!window || n.rank(x) != static_cast<int64_t>(window->size()) + 2) {
    return n.bad("attribute 'kernel_shape' needs an entry per spatial dimension");
  }
  size_t rank = window->size();
  SmallVector<int64_t> strides = entries(n, "strides", rank, 1), pads = entries(n, "pads", 2 * rank, 0);
  graph::SymShape input = n.shape(x), shape = {input[0], input[1]};
  for (size_t i = 0; i < rank; ++i) {
    shape.push_back((input[i + 2] - SymExpr(1)) * SymExpr(strides[i]) +
                    SymExpr((*window)[i] - pads[i] - pads[rank + i]));
  }
  SymExpr count = product(input);
  Value zeros = n.splat(0, {product(shape)}, n.elementType(x));
  Value result = n.make<graph::ScatterElementsOp>(zeros, n.reshape(n.input(1), {count}),
                                                  n.reshape(x, {count}), 0, graph::Combiner::Replace);
  result = n.reshape(result, shape);
  if (n.hasInput(2)) {
    std::optional<graph::SymShape> wanted = boundSizes(n, n.input(2));
    if (!wanted || wanted->size() != shape.size()) {
      return n.bad("output_shape needs an entry per dimension");
    }
    SmallVector<SymExpr> lows(shape.size(), SymExpr(0)), highs;
    for (auto [present, size] : llvm::zip(shape, *wanted)) {
      highs.push_back(size - present);
    }
    result = n.pad(result, lows, highs);
  }
  return n.finish(result);
}

void importer::addImageOps(OpTable &table) {
  table.add("CenterCropPad", {importCenterCropPad, 2, 2});
  table.add("Col2Im", {importCol2Im, 3, 3});
  table.add("MaxUnpool", {importMaxUnpool, 2, 3});
}
