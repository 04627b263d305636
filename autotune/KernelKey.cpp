//===- KernelKey.cpp - when two kernels are the same to the tuner ---------===//

#include "autotune/KernelKey.h"
#include "dialects/Graph/IR/Graph.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace heddle;
using namespace heddle::tune;

/// The symbols of all tensor types, numbered in order of appearance.
static llvm::StringMap<unsigned> numberSymbols(kernel::FuncOp kernel) {
  llvm::StringMap<unsigned> numbers;
  auto collect = [&](Value value) {
    if (!isa<RankedTensorType>(value.getType())) {
      return;
    }
    for (const SymExpr &size : graph::shapeOf(value)) {
      llvm::SetVector<StringRef> symbols; // which live as long as `size`
      size.collectSymbols(symbols);
      for (StringRef symbol : symbols) {
        numbers.try_emplace(symbol, numbers.size());
      }
    }
  };
  llvm::for_each(kernel.getBody().getArguments(), collect);
  kernel.getBody().walk([&](Operation *op) { llvm::for_each(op->getResults(), collect); });
  return numbers;
}

static bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

/// Replaces symbols by their number, "$0", where they stand as whole words inside quotes: size expressions
/// are text in attributes. A word in another text that happens to be equal is replaced as well, which keeps
/// different kernels apart all the same.
static std::string renameSymbols(StringRef text, const llvm::StringMap<unsigned> &numbers) {
  std::string result;
  bool isQuoted = false;
  while (!text.empty()) {
    StringRef word = text.take_while(isNameCharacter);
    auto found = isQuoted ? numbers.find(word) : numbers.end();
    if (found != numbers.end()) {
      result += "$" + std::to_string(found->second);
    } else {
      result += word;
    }
    text = text.drop_front(word.size());
    if (!text.empty()) {
      isQuoted ^= text.front() == '"';
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

std::string tune::canonicalText(kernel::FuncOp kernel, const llvm::SmallBitVector &constants) {
  OwningOpRef<kernel::FuncOp> copy(kernel.clone());
  copy->setName("kernel");
  copy->removeSymVisibilityAttr();
  copy->removeScheduleAttr();
  copy->removeArgAttrsAttr();
  std::string text = "constants";
  llvm::raw_string_ostream out(text);
  for (unsigned argument : constants.set_bits()) {
    out << ' ' << argument;
  }
  out << '\n';
  copy->print(out, OpPrintingFlags().useLocalScope());
  return renameSymbols(text, numberSymbols(*copy));
}

std::string tune::kernelKey(kernel::FuncOp kernel, const llvm::SmallBitVector &constants) {
  std::string text = canonicalText(kernel, constants);
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(hash.low64, /*LowerCase=*/true, /*Width=*/16);
}

std::string tune::targetKey(kernel::TargetAttr target) {
  std::string text;
  llvm::raw_string_ostream(text) << target;
  return target.getCpu().str() + "-" +
         llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16);
}
