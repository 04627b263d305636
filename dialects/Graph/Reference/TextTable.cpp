//===- TextTable.cpp - the texts that numbers mean ------------------------===//

#include "dialects/Graph/Reference/TextTable.h"
#include "dialects/Graph/IR/Text.h"
#include "dialects/Support/LLVM.h"

using namespace heddle;
using namespace heddle::reference;

TextTable::TextTable(ModuleOp module) {
  if (auto texts = module ? module->getAttrOfType<ArrayAttr>(graph::kVocabularyAttr) : ArrayAttr()) {
    for (StringAttr text : texts.getAsRange<StringAttr>()) {
      number(text.getValue());
    }
  }
}

int64_t TextTable::number(StringRef text) {
  auto [entry, isNew] = numbers.try_emplace(text, inOrder.size());
  if (isNew) {
    inOrder.push_back(entry->getKey());
  }
  return entry->second;
}

std::optional<StringRef> TextTable::text(int64_t number) const {
  bool isThere = number >= 0 && number < static_cast<int64_t>(inOrder.size());
  return isThere ? std::optional(inOrder[number]) : std::nullopt;
}
