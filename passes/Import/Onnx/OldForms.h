//===- OldForms.h - nodes of opset 1 to 6 -----------------------*- C++ -*-===//
//
// The importers know operators as opset 7 has them, and later. Between opset 6 and 7 operators got numpy's
// broadcasting and lost the attributes that told training from inference; before that, single operators had
// other attributes. What differs is brought into the form of opset 7 here, before the importer sees it, or
// refused.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_OLDFORMS_H
#define PASSES_IMPORT_ONNX_OLDFORMS_H

#include "dialects/Support/LLVM.h"

namespace heddle::importer {

class NodeImporter;

/// The first opset whose operators have the form that importers know.
inline constexpr int64_t kFirstPlainOpset = 7;

/// Gives a node of the standard domain from before `kFirstPlainOpset` that form; refuses the node if it has
/// none.
LogicalResult adaptOldForm(NodeImporter &n);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_OLDFORMS_H
