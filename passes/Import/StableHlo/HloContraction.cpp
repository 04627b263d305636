//===- HloContraction.cpp - products and convolutions ---------------------===//

#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloImporter.h"

using namespace heddle;
using namespace heddle::importer;

/// Makes operands such that their contraction has the declared element type: sums of 8-bit integers in i32
/// exist as they are; else the product of two types is that of the wider one that is declared.
static void widenOperands(HloImporter &n, Value &lhs, Value &rhs) {
  Type result = n.declared().getElementType();
  bool areBytes = n.elementType(lhs).isInteger(8) && n.elementType(rhs).isInteger(8);
  if (!(areBytes && result.isInteger(32))) {
    lhs = n.castTo(lhs, result);
    rhs = n.castTo(rhs, result);
  }
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

/// Gives letters to the dimensions of one operand that are named in pairs.
static void nameDims(std::string &letters, ArrayRef<int64_t> dims, char first) {
  for (int64_t dim : dims) {
    letters[dim] = first++;
  }
}

/// Gives the remaining dimensions letters from `next` on, which are added to `result`.
static void nameFree(std::string &letters, char &next, std::string &result) {
  for (char &letter : letters) {
    if (letter == ' ') {
      letter = next;
      next = static_cast<char>(next == 'z' ? 'A' : next + 1);
      result += letter;
    }
  }
}

/// The equation, as `graph.contract` has it, of a product with the given roles of dimensions; batch
/// dimensions come first in the result, then those of one operand alone. Empty if the letters are not enough.
static std::string equationOf(stablehlo::DotDimsAttr dims, int64_t lhsRank, int64_t rhsRank) {
  if (lhsRank + rhsRank > 52) {
    return "";
  }
  std::string lhs(lhsRank, ' '), rhs(rhsRank, ' '), result;
  char next = 'a';
  for (auto [left, right] : {std::pair(dims.getLhsBatch(), dims.getRhsBatch()),
                             std::pair(dims.getLhsContracting(), dims.getRhsContracting())}) {
    nameDims(lhs, left, next);
    nameDims(rhs, right, next);
    next = static_cast<char>(next + left.size());
  }
  for (int64_t dim : dims.getLhsBatch()) {
    result += lhs[dim];
  }
  nameFree(lhs, next, result);
  nameFree(rhs, next, result);
  return lhs + "," + rhs + "->" + result;
}

static LogicalResult importDotGeneral(HloImporter &n, stablehlo::DotGeneralOp op) {
  stablehlo::DotDimsAttr dims = op.getDotDimensionNumbers();
  Value lhs = n.operand(0), rhs = n.operand(1);
  SmallVector<int64_t> left(dims.getLhsBatch()), right(dims.getRhsBatch());
  llvm::append_range(left, dims.getLhsContracting());
  llvm::append_range(right, dims.getRhsContracting());
  if (failed(n.checkDims("dims of the left operand", left, n.rank(lhs))) ||
      failed(n.checkDims("dims of the right operand", right, n.rank(rhs))) ||
      failed(
          n.checkCount("batching dims on the right", dims.getRhsBatch().size(), dims.getLhsBatch().size())) ||
      failed(n.checkCount("contracting dims on the right", dims.getRhsContracting().size(),
                          dims.getLhsContracting().size()))) {
    return failure();
  }
  for (auto [a, b] : llvm::zip(left, right)) {
    if (n.sizes(lhs)[a] != n.sizes(rhs)[b]) {
      return n.bad("pairs dimensions of " + Twine(n.sizes(lhs)[a]) + " and " + Twine(n.sizes(rhs)[b]));
    }
  }
  std::string equation = equationOf(dims, n.rank(lhs), n.rank(rhs));
  if (equation.empty()) {
    return n.unsupported("has more than 52 dimensions");
  }
  widenOperands(n, lhs, rhs);
  return n.finish(n.contract(equation, lhs, rhs));
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

namespace {
/// The window of a convolution, with an entry per spatial dimension.
struct ConvWindow {
  SmallVector<int64_t> strides, lhsDilation, rhsDilation, lows, highs;
  SmallVector<bool> reversal;
};
} // namespace

/// The attribute's entries, or as many of `otherwise`.
static SmallVector<int64_t> entriesOf(std::optional<ArrayRef<int64_t>> values, size_t count,
                                      int64_t otherwise) {
  return values ? SmallVector<int64_t>(*values) : SmallVector<int64_t>(count, otherwise);
}

static FailureOr<ConvWindow> windowOf(HloImporter &n, stablehlo::ConvolutionOp op) {
  size_t count = op.getDimensionNumbers().getInputSpatial().size();
  ConvWindow window = {entriesOf(op.getWindowStrides(), count, 1),
                       entriesOf(op.getLhsDilation(), count, 1),
                       entriesOf(op.getRhsDilation(), count, 1),
                       {},
                       {},
                       {}};
  auto reversal = op.getWindowReversal();
  window.reversal = reversal ? SmallVector<bool>(*reversal) : SmallVector<bool>(count, false);
  SmallVector<int64_t> padding(2 * count, 0);
  if (auto given = op.getPadding()) {
    padding = llvm::to_vector(given->getValues<int64_t>());
  }
  if (failed(n.checkCount("strides", window.strides.size(), count)) ||
      failed(n.checkCount("dilations of the input", window.lhsDilation.size(), count)) ||
      failed(n.checkCount("dilations of the filter", window.rhsDilation.size(), count)) ||
      failed(n.checkCount("entries of 'reverse'", window.reversal.size(), count)) ||
      failed(n.checkCount("paddings", padding.size(), 2 * count))) {
    return failure();
  }
  for (int64_t each : llvm::concat<int64_t>(window.strides, window.lhsDilation, window.rhsDilation)) {
    if (each < 1) {
      return n.bad("has a stride or dilation of " + Twine(each));
    }
  }
  for (size_t i = 0; i < count; ++i) {
    window.lows.push_back(padding[2 * i]);
    window.highs.push_back(padding[2 * i + 1]);
  }
  return window;
}

/// `[first, spatial…, last]` of the dimensions of a tensor.
static SmallVector<int64_t> channelsLast(int64_t first, ArrayRef<int64_t> spatial, int64_t last) {
  SmallVector<int64_t> order = {first};
  llvm::append_range(order, spatial);
  order.push_back(last);
  return order;
}

/// [G * N, spatial…, C] as [N, spatial…, G * C]: groups of the batch become groups of channels.
static Value groupBatch(HloImporter &n, Value input, int64_t groups) {
  SmallVector<int64_t> sizes(n.sizes(input));
  int64_t rank = static_cast<int64_t>(sizes.size());
  SmallVector<int64_t> split = {groups, sizes[0] / groups};
  split.append(sizes.begin() + 1, sizes.end());
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(1, rank));
  order.push_back(0);
  order.push_back(rank);
  sizes[0] /= groups;
  sizes[rank - 1] *= groups;
  return n.reshapeTo(n.transpose(n.reshapeTo(input, split), order), sizes);
}

static LogicalResult importConvolution(HloImporter &n, stablehlo::ConvolutionOp op) {
  stablehlo::ConvDimsAttr dims = op.getDimensionNumbers();
  Value input = n.operand(0), filter = n.operand(1);
  size_t rank = dims.getInputSpatial().size() + 2;
  FailureOr<ConvWindow> window = windowOf(n, op);
  if (failed(window) || failed(n.checkCount("dimensions in the input", n.rank(input), rank)) ||
      failed(n.checkCount("dimensions in the filter", n.rank(filter), rank)) ||
      failed(n.checkCount("dimensions in the result", n.declared().getRank(), rank))) {
    return failure();
  }
  int64_t groups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  if (groups < 1 || batchGroups < 1 || (groups > 1 && batchGroups > 1) ||
      n.sizes(input)[dims.getInputBatch()] % batchGroups != 0) {
    return n.bad("has " + Twine(groups) + " feature groups and " + Twine(batchGroups) +
                 " batch groups, of which one should be 1 and the other divide the batch");
  }
  widenOperands(n, input, filter);
  input =
      n.transpose(input, channelsLast(dims.getInputBatch(), dims.getInputSpatial(), dims.getInputFeature()));
  SmallVector<int64_t> filterOrder(dims.getKernelSpatial());
  filterOrder.append({dims.getKernelInput(), dims.getKernelOutput()});
  filter = n.transpose(filter, filterOrder);
  for (auto [dim, isReversed] : llvm::enumerate(window->reversal)) {
    filter = isReversed ? n.reverse(filter, static_cast<int64_t>(dim)) : filter;
  }
  SmallVector<int64_t> interior(rank, 0), zeros(rank, 0);
  for (auto [dim, dilation] : llvm::enumerate(window->lhsDilation)) {
    interior[dim + 1] = dilation - 1;
  }
  input = n.padBy(input, zeros, zeros, Value(), interior);
  if (batchGroups > 1 && input) {
    input = groupBatch(n, input, batchGroups);
  }
  Value result = n.make<graph::ConvOp>(input, filter, window->strides, window->rhsDilation, window->lows,
                                       window->highs, std::max(groups, batchGroups));
  SmallVector<int64_t> order =
      channelsLast(dims.getOutputBatch(), dims.getOutputSpatial(), dims.getOutputFeature());
  SmallVector<int64_t> back(rank);
  for (auto [from, to] : llvm::enumerate(order)) {
    back[to] = static_cast<int64_t>(from);
  }
  return n.finish(n.transpose(result, back));
}

void importer::addHloContractionOps(HloTable &table) {
  table.add(importDotGeneral);
  table.add(importConvolution);
}
