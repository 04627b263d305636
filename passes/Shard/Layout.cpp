//===- Layout.cpp - meshes and layouts as plain values --------------------===//

#include "passes/Shard/Layout.h"

using namespace heddle;
using namespace heddle::shard;

int64_t Mesh::groupSize(ArrayRef<Axis> axes) const {
  int64_t size = 1;
  for (Axis axis : axes) {
    size *= sizes[axis];
  }
  return size;
}

ArrayAttr Mesh::toAttr(ArrayRef<Axis> axes) const {
  SmallVector<Attribute> attrs;
  for (Axis axis : axes) {
    attrs.push_back(names[axis]);
  }
  return ArrayAttr::get(names.front().getContext(), attrs);
}

Layout Layout::fromAttr(dist::LayoutAttr attr, const Mesh &mesh) {
  auto axesOf = [&](ArrayRef<StringAttr> names) {
    Axes axes;
    for (StringAttr name : names) {
      axes.push_back(mesh.axisOf(name));
    }
    return axes;
  };
  Layout layout;
  for (dist::DimLayoutAttr dim : attr.getDims()) {
    layout.dims.push_back(axesOf(dim.getAxes()));
  }
  layout.sum = axesOf(attr.getSum());
  llvm::sort(layout.sum);
  layout.combiner = attr.getCombiner();
  return layout;
}

dist::LayoutAttr Layout::toAttr(MLIRContext *context, const Mesh &mesh) const {
  auto namesOf = [&](ArrayRef<Axis> axes) {
    SmallVector<StringAttr> names;
    for (Axis axis : axes) {
      names.push_back(mesh.nameOf(axis));
    }
    return names;
  };
  SmallVector<dist::DimLayoutAttr> attrs;
  for (const Axes &axes : dims) {
    attrs.push_back(dist::DimLayoutAttr::get(context, namesOf(axes), /*open=*/false));
  }
  return dist::LayoutAttr::get(context, attrs, combiner, namesOf(sum));
}

Axes Layout::usedAxes() const {
  Axes used = sum;
  for (const Axes &axes : dims) {
    llvm::append_range(used, axes);
  }
  return used;
}

bool Layout::operator==(const Layout &other) const {
  return dims == other.dims && sum == other.sum && (sum.empty() || combiner == other.combiner);
}

bool Layout::operator<(const Layout &other) const {
  if (dims != other.dims) {
    return std::lexicographical_compare(dims.begin(), dims.end(), other.dims.begin(), other.dims.end());
  }
  if (sum != other.sum) {
    return sum < other.sum;
  }
  return !sum.empty() && combiner < other.combiner;
}

std::optional<graph::SymShape> shard::blockShape(ArrayRef<SymExpr> shape, const Layout &layout,
                                                 const Mesh &mesh) {
  graph::SymShape block;
  for (auto [size, axes] : llvm::zip(shape, layout.dims)) {
    std::optional<SymExpr> part = SymExpr::exactQuotient(size, mesh.groupSize(axes));
    if (!part) {
      return std::nullopt;
    }
    block.push_back(*part);
  }
  return block;
}

graph::SymShape shard::fittingBlockShape(ArrayRef<SymExpr> shape, const Layout &layout, const Mesh &mesh) {
  std::optional<graph::SymShape> block = blockShape(shape, layout, mesh);
  assert(block && "sizes were checked where the layout was chosen");
  return *block;
}

RankedTensorType shard::blockType(Type globalType, const Layout &layout, const Mesh &mesh) {
  return graph::makeTensorType(fittingBlockShape(graph::shapeOf(globalType), layout, mesh),
                               cast<RankedTensorType>(globalType).getElementType());
}
