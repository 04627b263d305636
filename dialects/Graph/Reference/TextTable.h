//===- TextTable.h - the texts that numbers mean ----------------*- C++ -*-===//

#ifndef DIALECTS_GRAPH_REFERENCE_TEXTTABLE_H
#define DIALECTS_GRAPH_REFERENCE_TEXTTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace heddle::reference {

/// Numbers for texts (dialects/Graph/IR/Text.h): first those that a module mentions, then others as they
/// come.
class TextTable {
public:
  explicit TextTable(mlir::ModuleOp module);

  /// The number of a text, any bytes; a new one is added.
  int64_t number(llvm::StringRef text);
  /// The text of a number, or nothing if there is none.
  std::optional<llvm::StringRef> text(int64_t number) const;

private:
  llvm::StringMap<int64_t> numbers;
  std::vector<llvm::StringRef> inOrder; // keys of `numbers`
};

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_TEXTTABLE_H
