//===- Dist.h - the dist dialect --------------------------------*- C++ -*-===//

#ifndef DIALECTS_DIST_IR_DIST_H
#define DIALECTS_DIST_IR_DIST_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::dist {

/// What collectives write: see Dist_Network.
struct Network : mlir::SideEffects::Resource::Base<Network> {
  StringRef getName() final { return "heddle.network"; }
};

/// The axes of an op as a list.
SmallVector<StringAttr> axisList(ArrayAttr axes);

/// Whether `op` is a collective: one that writes Network.
bool isCollective(Operation *op);

/// Whether ranks' blocks may wait to be combined so: add, max, min.
bool isPendingCombiner(graph::Combiner combiner);

} // namespace heddle::dist

#include "dialects/Dist/IR/DistDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/IR/DistAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/Dist/IR/DistOps.h.inc"

namespace heddle::dist {

enum class PendingSum { Allowed, Refused };

/// Fails with a diagnostic unless the module around `op` has a mesh with these axes, each named once.
LogicalResult verifyAxes(Operation *op, ArrayRef<StringAttr> axes);
/// Fails with a diagnostic unless `layout` fits a tensor of `type` and the mesh around `op`.
LogicalResult verifyLayout(Operation *op, LayoutAttr layout, Type type, PendingSum sum);

} // namespace heddle::dist

#endif // DIALECTS_DIST_IR_DIST_H
