//===- Mesh.cpp - ranks, coordinates and blocks ---------------------------===//

#include "dialects/Dist/IR/Dist.h"

using namespace heddle;
using namespace heddle::dist;

LogicalResult MeshOp::verify() {
  if (getAxes().size() != getSizes().size()) { // C1
    return emitOpError() << "has " << getAxes().size() << " axes and " << getSizes().size() << " sizes";
  }
  SmallVector<StringAttr> axes = axisList(getAxes());
  for (auto [i, axis, size] : llvm::enumerate(axes, getSizes())) {
    if (size < 1) { // C1
      return emitOpError() << "has axis '" << axis.getValue() << "' of size " << size
                           << " but at least 1 is wanted";
    }
    if (llvm::is_contained(ArrayRef(axes).take_front(i), axis)) { // C1
      return emitOpError() << "has axis '" << axis.getValue() << "' twice";
    }
  }
  return success();
}

MeshOp MeshOp::of(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module) {
    module = op->getParentOfType<ModuleOp>();
  }
  if (!module) {
    return {};
  }
  auto meshes = module.getOps<MeshOp>();
  return meshes.empty() ? MeshOp() : *meshes.begin();
}

std::optional<int64_t> MeshOp::sizeOf(StringAttr axis) {
  for (auto [name, size] : llvm::zip(getAxes(), getSizes())) {
    if (name == axis) {
      return size;
    }
  }
  return std::nullopt;
}

int64_t MeshOp::groupSize(ArrayRef<StringAttr> axes) {
  int64_t size = 1;
  for (StringAttr axis : axes) {
    size *= *sizeOf(axis);
  }
  return size;
}

int64_t MeshOp::numRanks() {
  int64_t ranks = 1;
  for (int64_t size : getSizes()) {
    ranks *= size;
  }
  return ranks;
}

/// How many ranks lie between two neighbours along an axis that the mesh has.
static int64_t strideOf(MeshOp mesh, StringAttr axis) {
  int64_t stride = 1;
  for (auto [name, size] : llvm::reverse(llvm::zip(mesh.getAxes(), mesh.getSizes()))) {
    if (name == axis) {
      break;
    }
    stride *= size;
  }
  return stride;
}

int64_t MeshOp::numberInGroup(int64_t rank, ArrayRef<StringAttr> axes) {
  int64_t number = 0;
  for (StringAttr axis : axes) {
    int64_t size = *sizeOf(axis);
    number = number * size + rank / strideOf(*this, axis) % size;
  }
  return number;
}

SmallVector<int64_t> MeshOp::groupOf(int64_t rank, ArrayRef<StringAttr> axes) {
  SmallVector<int64_t> ranks{rank};
  for (StringAttr axis : axes) {
    ranks.front() -= numberInGroup(rank, axis) * strideOf(*this, axis);
  }
  for (StringAttr axis : axes) {
    SmallVector<int64_t> more;
    for (int64_t base : ranks) {
      for (int64_t i = 0; i < *sizeOf(axis); ++i) {
        more.push_back(base + i * strideOf(*this, axis));
      }
    }
    ranks = std::move(more);
  }
  return ranks;
}

std::optional<graph::SymShape> MeshOp::blockShape(ArrayRef<SymExpr> shape, LayoutAttr layout) {
  graph::SymShape block;
  for (auto [size, dim] : llvm::zip(shape, layout.getDims())) {
    std::optional<SymExpr> part = SymExpr::exactQuotient(size, groupSize(dim.getAxes()));
    if (!part) {
      return std::nullopt;
    }
    block.push_back(*part);
  }
  return block;
}
