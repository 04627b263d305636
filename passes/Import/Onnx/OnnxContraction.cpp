//===- OnnxContraction.cpp - matrix products and einsum -------------------===//

#include "passes/Import/Onnx/OnnxContraction.h"
#include "passes/Import/Onnx/OpTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::importer;

//===----------------------------------------------------------------------===//
// MatMul and Gemm
//===----------------------------------------------------------------------===//

std::string importer::matmulEquation(int64_t rankA, int64_t rankB) {
  // Batch letters are counted from the right, so that equal letters meet under broadcasting.
  auto batchLetters = [](int64_t count) {
    std::string letters;
    for (int64_t i = count; i-- > 0;) {
      letters += static_cast<char>('a' + i);
    }
    return letters;
  };
  int64_t batchA = std::max<int64_t>(rankA - 2, 0), batchB = std::max<int64_t>(rankB - 2, 0);
  std::string row = rankA > 1 ? "m" : "", column = rankB > 1 ? "n" : "";
  return batchLetters(batchA) + row + "k," + batchLetters(batchB) + "k" + column + "->" +
         batchLetters(std::max(batchA, batchB)) + row + column;
}

Value importer::matrixProduct(NodeImporter &n, Value a, Value b) {
  if (n.failed()) {
    return nullptr;
  }
  if (n.rank(a) == 0 || n.rank(b) == 0) {
    (void)n.bad("an operand is a scalar"); // remembered
    return nullptr;
  }
  return n.contract(matmulEquation(n.rank(a), n.rank(b)), a, b);
}

static LogicalResult importMatMul(NodeImporter &n) {
  return n.finish(matrixProduct(n, n.input(0), n.input(1)));
}

Value importer::generalProduct(NodeImporter &n) {
  Value a = n.input(0), b = n.input(1);
  bool transposeA = n.intAttr("transA", 0) != 0, transposeB = n.intAttr("transB", 0) != 0;
  double alpha = n.floatAttr("alpha", 1), beta = n.floatAttr("beta", 1);
  n.ignoreAttr("broadcast"); // before opset 7
  if (n.rank(a) != 2 || n.rank(b) != 2) {
    (void)n.bad("a and b have ranks " + Twine(n.rank(a)) + " and " + Twine(n.rank(b)) + ", wanted 2");
    return nullptr;
  }
  Value result =
      n.contract(std::string(transposeA ? "km" : "mk") + (transposeB ? ",nk" : ",kn") + "->mn", a, b);
  if (alpha != 1) {
    result = n.make<graph::MulOp>(result, n.scalarLike(alpha, a));
  }
  if (n.hasInput(2) && beta != 0) {
    Value c = n.input(2);
    result = n.make<graph::AddOp>(result, beta == 1 ? c : n.make<graph::MulOp>(c, n.scalarLike(beta, c)));
  }
  return result;
}

static LogicalResult importGemm(NodeImporter &n) { return n.finish(generalProduct(n)); }

//===----------------------------------------------------------------------===//
// Einsum
//===----------------------------------------------------------------------===//

namespace {
/// An operand with one letter per dimension.
struct Labelled {
  Value value;
  std::string letters;
};
} // namespace

/// Cuts "ij,j->i" into operand and result letters; "..." becomes upper-case letters, as many as the operand's
/// rank asks for, counted from the right.
static LogicalResult parseEinsum(NodeImporter &n, SmallVectorImpl<Labelled> &operands, std::string &result) {
  std::string text = n.stringAttr("equation", "");
  llvm::erase(text, ' ');
  auto [left, right] = StringRef(text).split("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != n.numInputs()) {
    return n.bad("the equation '" + text + "' has " + Twine(terms.size()) + " terms but there are " +
                 Twine(n.numInputs()) + " operands");
  }
  int64_t widest = 0;
  auto expand = [](StringRef term, int64_t count) {
    auto [before, after] = term.split("...");
    std::string letters;
    for (int64_t i = count; i-- > 0;) {
      letters += static_cast<char>('A' + i);
    }
    return before.str() + letters + after.str();
  };
  for (auto [i, term] : llvm::enumerate(terms)) {
    bool hasEllipsis = term.contains("...");
    int64_t named = term.size() - (hasEllipsis ? 3 : 0), rank = n.rank(n.input(i));
    if (hasEllipsis ? named > rank : named != rank) {
      return n.bad("operand " + Twine(i) + " has rank " + Twine(rank) + " but the equation '" + text +
                   "' names " + Twine(named) + " dimensions");
    }
    widest = std::max(widest, hasEllipsis ? rank - named : 0);
    operands.push_back({n.input(i), hasEllipsis ? expand(term, rank - named) : term.str()});
  }
  if (StringRef(text).contains("->")) {
    result = expand(right, right.contains("...") ? widest : 0);
    return success();
  }
  // Implicit form: the ellipsis, then letters that appear once, in alphabetical order.
  std::string all;
  for (const Labelled &operand : operands) {
    all += operand.letters;
  }
  result = expand("...", widest);
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    if (llvm::count(all, letter) == 1) {
      result += letter;
    }
  }
  return success();
}

/// The diagonal where a letter stands twice: elements whose two indices are equal, kept by a comparison of
/// places and summed over the second.
static Labelled takeDiagonals(NodeImporter &n, Labelled operand) {
  for (size_t i = 0; i < operand.letters.size() && !n.failed(); ++i) {
    size_t j = operand.letters.find(operand.letters[i], i + 1);
    if (j == std::string::npos) {
      continue;
    }
    graph::SymShape shape = n.shape(operand.value), rows(shape.size(), SymExpr(1)), columns = rows;
    rows[i] = shape[i];
    columns[j] = shape[j];
    Type i64 = n.builder().getI64Type();
    Value equal = n.compare(graph::Predicate::Eq, n.iota(rows, i, i64), n.iota(columns, j, i64));
    Value kept = n.select(equal, operand.value, n.scalarLike(0, operand.value));
    operand.value =
        n.squeeze(n.reduce(graph::Combiner::Add, kept, {static_cast<int64_t>(j)}), {static_cast<int64_t>(j)});
    operand.letters.erase(j, 1);
    --i; // the letter may stand a third time
  }
  return operand;
}

/// Sums over letters for which `isNeeded` does not hold.
static Labelled sumOver(NodeImporter &n, Labelled operand, llvm::function_ref<bool(char)> isNeeded) {
  SmallVector<int64_t> axes;
  std::string kept;
  for (auto [i, letter] : llvm::enumerate(operand.letters)) {
    isNeeded(letter) ? kept += letter : (axes.push_back(i), kept);
  }
  if (!axes.empty()) {
    operand.value = n.squeeze(n.reduce(graph::Combiner::Add, operand.value, axes), axes);
    operand.letters = kept;
  }
  return operand;
}

static LogicalResult importEinsum(NodeImporter &n) {
  SmallVector<Labelled> operands;
  std::string result;
  if (failed(parseEinsum(n, operands, result))) {
    return failure();
  }
  for (char letter : result) {
    if (llvm::none_of(operands,
                      [&](const Labelled &operand) { return StringRef(operand.letters).contains(letter); })) {
      return n.bad("letter '" + Twine(letter) + "' of the result stands in no operand");
    }
  }
  for (Labelled &operand : operands) {
    operand = takeDiagonals(n, operand);
  }
  // Contract from the left; a letter that neither the rest nor the result needs is summed as early as
  // possible.
  Labelled sum = operands[0];
  for (size_t i = 0; i <= operands.size() && !n.failed(); ++i) {
    auto isNeeded = [&](char letter) {
      return StringRef(result).contains(letter) ||
             llvm::any_of(ArrayRef(operands).drop_front(std::min(i + 1, operands.size())),
                          [&](const Labelled &rest) { return StringRef(rest.letters).contains(letter); });
    };
    if (i == 0) {
      sum = sumOver(n, sum, isNeeded);
      continue;
    }
    if (i == operands.size()) {
      break;
    }
    Labelled &next = operands[i];
    next = sumOver(n, next,
                   [&](char letter) { return isNeeded(letter) || StringRef(sum.letters).contains(letter); });
    sum = sumOver(n, sum,
                  [&](char letter) { return isNeeded(letter) || StringRef(next.letters).contains(letter); });
    std::string letters;
    for (char letter : sum.letters + next.letters) {
      if (isNeeded(letter) && !StringRef(letters).contains(letter)) {
        letters += letter;
      }
    }
    // The last product has the letters in the result's order already.
    if (i + 1 == operands.size()) {
      letters = result;
    }
    sum = {n.contract(sum.letters + "," + next.letters + "->" + letters, sum.value, next.value), letters};
  }
  if (n.failed()) {
    return failure();
  }
  if (sum.letters != result) {
    SmallVector<int64_t> permutation;
    for (char letter : result) {
      permutation.push_back(sum.letters.find(letter));
    }
    sum.value = n.transpose(sum.value, permutation);
  }
  return n.finish(sum.value);
}

void importer::addContractionOps(OpTable &table) {
  table.add("MatMul", {importMatMul, 2, 2});
  table.add("Gemm", {importGemm, 2, 3});
  table.add("Einsum", {importEinsum, 1, OpEntry::kVariadic});
}
