//===- OnnxText.cpp - operators that look inside texts --------------------===//

#include "dialects/Support/Regex.h"
#include "passes/Import/Onnx/ComputedSizes.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxIndex.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

/// Whether operand `i` is text; refused otherwise.
static bool requireText(NodeImporter &n, unsigned i) {
  if (!n.isTextTensor(n.input(i))) {
    (void)n.bad("input " + Twine(i) + " is not text");
    return false;
  }
  return true;
}

static LogicalResult importStringConcat(NodeImporter &n) {
  if (!requireText(n, 0) || !requireText(n, 1)) {
    return failure();
  }
  FailureOr<graph::SymShape> shape = graph::broadcastShapes({n.shape(n.input(0)), n.shape(n.input(1))});
  if (failed(shape)) {
    return n.bad("joins texts of shapes " + graph::toString(n.shape(n.input(0))) + " and " +
                 graph::toString(n.shape(n.input(1))));
  }
  return n.finish(
      n.make<graph::TextJoinOp>(n.broadcast(n.input(0), *shape), n.broadcast(n.input(1), *shape)));
}

/// The pieces, as many as the text with the most has, and their number in each text.
static LogicalResult importStringSplit(NodeImporter &n) {
  Value x = n.input(0);
  std::string delimiter = n.stringAttr("delimiter", "");
  int64_t splits = n.intAttr("maxsplit", -1);
  if (!requireText(n, 0)) {
    return failure();
  }
  Value counts = n.make<graph::TextCountOp>(x, delimiter, splits);
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, n.rank(x)));
  Value most = all.empty() ? counts : n.reduce(graph::Combiner::Max, counts, all);
  most = n.make<graph::MaxOp>(n.reshape(most, ArrayRef<SymExpr>()), // of no text
                              n.scalarInt(0, n.builder().getI64Type()));
  std::optional<SymExpr> width = boundSize(n, most);
  if (!width) {
    return failure();
  }
  graph::SymShape shape = n.shape(x);
  shape.push_back(*width);
  auto pieces = n.makeTyped<graph::TextSplitOp>(graph::makeTensorType(shape, n.elementType(x)), x, delimiter,
                                                splits, Value());
  return pieces ? n.finish({pieces.getResult(), counts}) : failure();
}

static LogicalResult importRegexFullMatch(NodeImporter &n) {
  std::string pattern = n.stringAttr("pattern", "");
  if (!requireText(n, 0)) {
    return failure();
  }
  auto refuse = [&](llvm::Error error) {
    bool isSupported = true;
    llvm::handleAllErrors(std::move(error), [&](const llvm::StringError &why) {
      isSupported = why.convertToErrorCode() != std::errc::not_supported;
      (void)(isSupported ? n.bad(why.getMessage()) : n.unsupported(why.getMessage()));
    });
    return failure();
  };
  llvm::Expected<RegexProgram> program = RegexProgram::parse(pattern);
  if (!program) {
    return refuse(program.takeError());
  }
  if (llvm::Expected<RegexTable> table = RegexTable::build(*program); !table) {
    return refuse(table.takeError());
  }
  return n.finish(n.make<graph::TextMatchOp>(n.input(0), pattern));
}

//===----------------------------------------------------------------------===//
// StringNormalizer
//===----------------------------------------------------------------------===//

/// Whether each text of a list is none of `words`.
static Value isNoneOf(NodeImporter &n, Value list, ArrayRef<std::string> words, bool ignoresCase) {
  auto comparable = [&](Value texts) {
    return ignoresCase ? n.make<graph::TextCaseOp>(graph::TextCase::Lower, texts) : texts;
  };
  Value stops = comparable(n.texts(SmallVector<StringRef>(words.begin(), words.end())));
  Value differs = n.compare(Predicate::Ne, n.unsqueeze(comparable(list), {1}), stops);
  return n.squeeze(n.reduce(graph::Combiner::Min, differs, {1}), {1});
}

/// The texts that are no stop words, or one empty text if all of them are.
static Value withoutWords(NodeImporter &n, Value list, ArrayRef<std::string> words, bool ignoresCase) {
  Value isKept = isNoneOf(n, list, words, ignoresCase);
  Value isEmpty = n.make<graph::NotOp>(n.reduce(graph::Combiner::Max, isKept, {0}));
  Value places = nonZero(n, n.concat({isKept, isEmpty}, 0));
  return n.gather(n.concat({list, n.texts({""})}, 0), n.squeeze(places, {0}), 0);
}

static LogicalResult importStringNormalizer(NodeImporter &n) {
  Value x = n.input(0);
  std::string change = n.stringAttr("case_change_action", "NONE");
  bool ignoresCase = n.intAttrIn("is_case_sensitive", 0, 0, 1) == 0;
  SmallVector<std::string> words = n.stringsAttr("stopwords").value_or(SmallVector<std::string>());
  n.ignoreAttr("locale"); // cases are those of Unicode
  if (change != "NONE" && change != "LOWER" && change != "UPPER") {
    return n.bad("'case_change_action' is '" + change + "'; NONE, LOWER or UPPER is wanted");
  }
  int64_t rank = n.rank(x);
  bool isList = rank == 1 || (rank == 2 && n.shape(x)[0].isConstant(1));
  if (!requireText(n, 0) || !isList) {
    return n.bad("the input has shape " + graph::toString(n.shape(x)) + " but [C] or [1, C] is wanted");
  }
  Value result = rank == 1 ? x : n.reshape(x, {n.shape(x)[1]});
  result = words.empty() ? result : withoutWords(n, result, words, ignoresCase);
  if (change != "NONE") {
    auto to = change == "LOWER" ? graph::TextCase::Lower : graph::TextCase::Upper;
    result = n.make<graph::TextCaseOp>(to, result);
  }
  return n.finish(rank == 1 ? result : n.unsqueeze(result, {0}));
}

void importer::addTextOps(OpTable &table) {
  table.add("StringConcat", {importStringConcat, 2, 2, OpEntry::kText});
  table.add("StringSplit", {importStringSplit, 1, 1, OpEntry::kText});
  table.add("RegexFullMatch", {importRegexFullMatch, 1, 1, OpEntry::kText});
  table.add("StringNormalizer", {importStringNormalizer, 1, 1, OpEntry::kText});
}
