//===- ComputedSizes.cpp - sizes that operands give -----------------------===//

#include "passes/Import/Onnx/ComputedSizes.h"

using namespace heddle;
using namespace heddle::importer;

std::optional<graph::SymShape> importer::boundSizes(NodeImporter &n, Value list) {
  Value integers = list ? n.asIndexList(list) : list;
  SmallVector<bool> isKnown;
  if (std::optional<SymElements> elements = integers ? n.symbolic().elements(integers) : std::nullopt) {
    isKnown = llvm::map_to_vector(*elements, [](const auto &element) { return element.has_value(); });
  }
  std::optional<Sizes> sizes = n.sizes(integers);
  if (!sizes) {
    return std::nullopt;
  }
  for (auto [i, size] : llvm::enumerate(sizes->shape)) {
    if (!isKnown[i]) {
      (void)n.iota(Sizes{{size}, n.sliceDim(integers, 0, static_cast<int64_t>(i), 1)}, 0,
                   n.builder().getI64Type());
    }
  }
  return sizes->shape;
}

std::optional<SymExpr> importer::boundSize(NodeImporter &n, Value scalar) {
  std::optional<graph::SymShape> sizes = boundSizes(n, scalar);
  if (sizes && sizes->size() != 1) {
    (void)n.bad("has " + Twine(sizes->size()) + " sizes but one is wanted");
    return std::nullopt;
  }
  return sizes ? std::optional(sizes->front()) : std::nullopt;
}
