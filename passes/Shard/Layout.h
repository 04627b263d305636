//===- Layout.h - meshes and layouts as plain values ------------*- C++ -*-===//
//
// What `dist.mesh` and `#dist.layout` say, with axes as numbers, for the algorithms of this stage.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_SHARD_LAYOUT_H
#define PASSES_SHARD_LAYOUT_H

#include "dialects/Dist/IR/Dist.h"

namespace heddle::shard {

/// An axis by its place in the mesh.
using Axis = unsigned;
/// Axes major to minor.
using Axes = SmallVector<Axis, 2>;

/// Named axes and their sizes.
class Mesh {
public:
  Mesh(ArrayRef<StringAttr> names, ArrayRef<int64_t> sizes) : names(names), sizes(sizes) {}
  explicit Mesh(dist::MeshOp op) : names(dist::axisList(op.getAxes())), sizes(op.getSizes()) {}

  unsigned numAxes() const { return names.size(); }
  StringAttr nameOf(Axis axis) const { return names[axis]; }
  /// The axis of that name, which the mesh has.
  Axis axisOf(StringAttr name) const { return llvm::find(names, name) - names.begin(); }
  int64_t sizeOf(Axis axis) const { return sizes[axis]; }
  /// The number of ranks in a group over `axes`.
  int64_t groupSize(ArrayRef<Axis> axes) const;
  /// The axes as the attribute of a collective.
  ArrayAttr toAttr(ArrayRef<Axis> axes) const;

private:
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
};

/// How a tensor lies on the mesh: see `#dist.layout`. `sum` ascends.
struct Layout {
  SmallVector<Axes> dims;
  Axes sum;
  graph::Combiner combiner = graph::Combiner::Add;

  static Layout replicated(int64_t rank) { return {SmallVector<Axes>(rank), {}, graph::Combiner::Add}; }
  static Layout fromAttr(dist::LayoutAttr attr, const Mesh &mesh);
  dist::LayoutAttr toAttr(MLIRContext *context, const Mesh &mesh) const;

  bool isReplicated() const {
    return sum.empty() && llvm::all_of(dims, [](const Axes &a) { return a.empty(); });
  }
  /// Every axis that splits a dimension or is pending.
  Axes usedAxes() const;
  /// The layout with nothing pending.
  Layout settled() const { return {dims, {}, graph::Combiner::Add}; }
  bool operator==(const Layout &other) const;
  bool operator!=(const Layout &other) const { return !(*this == other); }
  bool operator<(const Layout &other) const;
};

/// The shape of one rank's block, or nothing where a size is no multiple of its axes.
std::optional<graph::SymShape> blockShape(ArrayRef<SymExpr> shape, const Layout &layout, const Mesh &mesh);

/// The shape of one rank's block of a tensor whose layout was found to fit.
graph::SymShape fittingBlockShape(ArrayRef<SymExpr> shape, const Layout &layout, const Mesh &mesh);

/// The type of one rank's block of a tensor whose layout was found to fit.
RankedTensorType blockType(Type globalType, const Layout &layout, const Mesh &mesh);

} // namespace heddle::shard

#endif // PASSES_SHARD_LAYOUT_H
