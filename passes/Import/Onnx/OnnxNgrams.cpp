//===- OnnxNgrams.cpp - counting runs of words ----------------------------===//
//
// TfIdfVectorizer: how often the n-grams of a pool occur in each row, a word being a text or an integer.
// Every place of a row is compared with every n-gram of the pool.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

/// Comparisons of all words that a node may become. A guess: longer ones are not seen in models.
static constexpr int64_t kMostComparisons = 1000;

namespace {
/// The attributes of a node, checked.
struct NgramPool {
  Value words; ///< all n-grams, one behind the other
  int64_t numWords = 0;
  SmallVector<int64_t> starts;  ///< where those of length i + 1 begin
  SmallVector<int64_t> columns; ///< of the result, for each n-gram
  SmallVector<double> weights;  ///< of each n-gram; empty: 1
  int64_t shortest = 1, longest = 1, maxSkip = 0;

  int64_t begin(int64_t length) const {
    return length <= static_cast<int64_t>(starts.size()) ? starts[length - 1] : numWords;
  }
  int64_t countOf(int64_t length) const { return (begin(length + 1) - begin(length)) / length; }
};
} // namespace

static std::optional<NgramPool> readPool(NodeImporter &n) {
  NgramPool pool;
  if (auto texts = n.stringsAttr("pool_strings"); texts && !texts->empty()) {
    pool.words = n.texts(SmallVector<StringRef>(texts->begin(), texts->end()));
  } else if (auto integers = n.intsAttr("pool_int64s")) {
    pool.words = n.castTo(n.integers(*integers), n.elementType(n.input(0)));
  }
  pool.starts = n.intsAttr("ngram_counts").value_or(SmallVector<int64_t>());
  pool.columns = n.intsAttr("ngram_indexes").value_or(SmallVector<int64_t>());
  pool.weights = n.floatsAttr("weights").value_or(SmallVector<double>());
  pool.shortest = n.intAttrIn("min_gram_length", 1, 1, INT32_MAX);
  pool.longest = n.intAttrIn("max_gram_length", 1, pool.shortest, kMostComparisons);
  pool.maxSkip = n.intAttrIn("max_skip_count", 0, 0, INT32_MAX);
  if (!pool.words || n.elementType(pool.words) != n.elementType(n.input(0))) {
    (void)n.bad("has no pool of words of the type of the input");
    return std::nullopt;
  }
  if (pool.starts.empty()) {
    (void)n.bad("attribute 'ngram_counts' is missing or empty");
    return std::nullopt;
  }
  if (pool.starts.size() > kMostComparisons || pool.maxSkip > kMostComparisons / pool.longest) {
    (void)n.unsupported("n-grams of up to " + Twine(pool.starts.size()) + " words with up to " +
                        Twine(pool.maxSkip) + " skipped are above the limit");
    return std::nullopt;
  }
  pool.numWords = *n.shape(pool.words)[0].constant();
  int64_t grams = 0;
  for (int64_t length = 1; length <= static_cast<int64_t>(pool.starts.size()); ++length) {
    int64_t words = pool.begin(length + 1) - pool.begin(length);
    if (pool.begin(length) < 0 || words < 0 || words % length != 0) {
      (void)n.bad("'ngram_counts' does not cut the pool of " + Twine(pool.numWords) + " words into n-grams");
      return std::nullopt;
    }
    grams += words / length;
  }
  auto count = static_cast<size_t>(grams);
  if (pool.columns.size() != count || (!pool.weights.empty() && pool.weights.size() != count)) {
    (void)n.bad("wants an index and a weight for each of " + Twine(grams) + " n-grams");
    return std::nullopt;
  }
  return pool;
}

/// How often the n-grams of a length occur in the rows of x, f32 [rows, n-grams].
static Value countGrams(NodeImporter &n, Value x, int64_t size, const NgramPool &pool, int64_t length) {
  int64_t grams = pool.countOf(length);
  Type f32 = n.builder().getF32Type();
  Value list = n.reshape(n.sliceDim(pool.words, 0, pool.begin(length), grams * length), {grams, length});
  Value total = n.splat(0, {n.shape(x)[0], grams}, f32);
  int64_t skips = length == 1 ? 0 : std::min(pool.maxSkip, size); // single words have no distance
  for (int64_t distance = 1; distance <= skips + 1; ++distance) {
    int64_t places = size - (length - 1) * distance;
    if (places <= 0) {
      break;
    }
    Value isEqual;
    for (int64_t i = 0; i < length; ++i) {
      Value word = n.unsqueeze(n.sliceDim(x, 1, i * distance, places), {2});
      Value same = n.compare(Predicate::Eq, word, n.squeeze(n.sliceDim(list, 1, i, 1), {1}));
      isEqual = isEqual ? n.make<graph::AndOp>(isEqual, same) : same;
    }
    Value found = n.squeeze(n.reduce(graph::Combiner::Add, n.castTo(isEqual, f32), {1}), {1});
    total = n.make<graph::AddOp>(total, found);
  }
  return total;
}

/// Columns in the order of the result from those in the order of the pool; 0 where no n-gram belongs.
static Value inOrder(NodeImporter &n, Value counts, const NgramPool &pool) {
  int64_t width = pool.columns.empty() ? 0 : *llvm::max_element(pool.columns) + 1;
  auto none = static_cast<int64_t>(pool.columns.size());
  if (width > 2 * none || (none > 0 && *llvm::min_element(pool.columns) < 0)) {
    (void)n.unsupported("'ngram_indexes' goes to " + Twine(width - 1) + " for " + Twine(none) + " n-grams");
    return nullptr;
  }
  SmallVector<int64_t> source(width, none);
  for (auto [gram, column] : llvm::enumerate(pool.columns)) {
    if (source[column] != none) {
      (void)n.bad("two n-grams have the index " + Twine(column));
      return nullptr;
    }
    source[column] = static_cast<int64_t>(gram);
  }
  Value zeros = n.splat(0, {n.shape(counts)[0], 1}, n.elementType(counts));
  return n.gather(n.concat({counts, zeros}, 1), n.integers(source), 1);
}

static LogicalResult importTfIdfVectorizer(NodeImporter &n) {
  std::string mode = n.stringAttr("mode", "");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF") {
    return n.bad("attribute 'mode' is '" + mode + "' but must be TF, IDF or TFIDF");
  }
  bool isVector = n.rank(n.input(0)) == 1;
  Value x = isVector ? n.unsqueeze(n.input(0), {0}) : n.input(0);
  if (n.rank(x) != 2) {
    return n.bad("wants a row or rows of words but has shape " + graph::toString(n.shape(x)));
  }
  FailureOr<int64_t> size = n.staticSize(x, 1, "the number of words");
  std::optional<NgramPool> pool = succeeded(size) ? readPool(n) : std::nullopt;
  if (!pool) {
    return failure();
  }
  SmallVector<Value> parts;
  for (int64_t length = 1; length <= static_cast<int64_t>(pool->starts.size()); ++length) {
    bool counts = length >= pool->shortest && length <= pool->longest;
    graph::SymShape shape = {n.shape(x)[0], SymExpr(pool->countOf(length))};
    parts.push_back(counts ? countGrams(n, x, *size, *pool, length)
                           : n.splat(0, shape, n.builder().getF32Type()));
  }
  Value counts = n.concat(parts, 1);
  if (mode == "IDF") {
    counts = n.castTo(n.compare(Predicate::Gt, counts, n.scalarLike(0, counts)), n.elementType(counts));
  }
  if (mode != "TF" && !pool->weights.empty()) {
    auto grams = static_cast<int64_t>(pool->weights.size());
    counts = n.make<graph::MulOp>(counts, n.floats(pool->weights, n.elementType(counts), {grams}));
  }
  Value result = counts ? inOrder(n, counts, *pool) : nullptr;
  if (!result) {
    return failure();
  }
  return n.finish(isVector ? n.squeeze(result, {0}) : result);
}

void importer::addNgramOps(OpTable &table) {
  table.add("TfIdfVectorizer", {importTfIdfVectorizer, 1, 1, OpEntry::kText});
}
