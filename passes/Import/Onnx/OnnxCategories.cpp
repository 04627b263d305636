//===- OnnxCategories.cpp - operators on categories and their labels ------===//
//
// ai.onnx.ml: categories are texts or numbers. An element is looked up among the keys of a node, which gives
// the place of the first equal key, or the number of keys where there is none; behind the values that belong
// to the keys stands the one for elements without a key.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static constexpr StringRef kMl = "ai.onnx.ml";

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

/// A table over the numbers of texts, up to the largest number of a key; larger ones have its last entry.
static Value placeAmongTexts(NodeImporter &n, Value x, Value keys) {
  std::optional<SmallVector<int64_t>> numbers = graph::constantIntegers(keys, INT64_MAX);
  assert(numbers && "keys are constant");
  auto count = static_cast<int64_t>(numbers->size());
  int64_t largest = *llvm::max_element(*numbers);
  SmallVector<int64_t> table(largest + 2, count);
  for (int64_t i = count; i-- > 0;) {
    table[(*numbers)[i]] = i;
  }
  Value number = n.make<graph::MinOp>(n.numbersOf(x), n.scalarInt(largest + 1, n.builder().getI64Type()));
  return n.gather(n.integers(table), number, 0);
}

/// Every element against every key; a NaN is equal to a NaN since version 4.
static Value placeAmongNumbers(NodeImporter &n, Value x, Value keys) {
  Type i64 = n.builder().getI64Type();
  int64_t last = n.rank(x);
  SymExpr count = n.shape(keys)[0];
  Value column = n.unsqueeze(x, {last}), row = n.castTo(keys, n.elementType(x));
  if (n.failed()) {
    return nullptr;
  }
  Value isEqual = n.compare(Predicate::Eq, column, row);
  if (n.isFloat(row) && n.version() >= 4) {
    Value areNan = n.make<graph::AndOp>(n.make<graph::IsNanOp>(column), n.make<graph::IsNanOp>(row));
    isEqual = n.make<graph::OrOp>(isEqual, areNan);
  }
  Value place = n.select(isEqual, n.iota({count}, 0, i64), n.size(count));
  return n.squeeze(n.reduce(graph::Combiner::Min, place, {last}), {last});
}

/// What `values` ([n]) has for the elements of `x` by `keys` ([n]), and `otherwise` ([1]) for those without a
/// key. Keys and values are constant.
static Value lookUp(NodeImporter &n, Value x, Value keys, Value values, Value otherwise) {
  if (n.failed() || n.rank(keys) != 1 || n.rank(values) != 1 || n.shape(keys)[0] != n.shape(values)[0] ||
      n.shape(keys)[0].isConstant(0)) {
    (void)n.bad("wants a list of keys and a value for each");
    return nullptr;
  }
  if (n.isTextTensor(x) != n.isTextTensor(keys)) {
    (void)n.bad("the keys are not of the type of the input");
    return nullptr;
  }
  Value place = n.isTextTensor(x) ? placeAmongTexts(n, x, keys) : placeAmongNumbers(n, x, keys);
  return n.gather(n.concat({values, otherwise}, 0), place, 0);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The list STEM_strings, _int64s, _floats or _tensor; null if there is none.
static Value listAttr(NodeImporter &n, StringRef stem) {
  if (auto texts = n.stringsAttr((stem + "_strings").str())) {
    return n.texts(SmallVector<StringRef>(texts->begin(), texts->end()));
  }
  if (auto integers = n.intsAttr((stem + "_int64s").str())) {
    return n.integers(*integers);
  }
  if (auto floats = n.floatsAttr((stem + "_floats").str())) {
    return n.floats(*floats, n.builder().getF32Type(), {static_cast<int64_t>(floats->size())});
  }
  return n.constant(n.tensorAttr((stem + "_tensor").str()));
}

/// The value for elements without a key, [1], where the values have the type of `values`.
static Value defaultAttr(NodeImporter &n, Value values) {
  for (StringRef name : {"default_string", "default_int64", "default_float"}) {
    n.ignoreAttr(name); // all may be there; the type says which counts
  }
  if (Value given = n.constant(n.tensorAttr("default_tensor"))) {
    return n.reshape(given, {SymExpr(1)});
  }
  if (n.isTextTensor(values)) {
    return n.texts({n.stringAttr("default_string", "_Unused")});
  }
  return n.isFloat(values) ? n.floats({n.floatAttr("default_float", -0.0)}, n.elementType(values), {1})
                           : n.castTo(n.integers({n.intAttr("default_int64", -1)}), n.elementType(values));
}

/// Texts to their places in a list, or places to texts: the first version of LabelEncoder.
static LogicalResult importClasses(NodeImporter &n, ArrayRef<std::string> classes) {
  Value texts = n.texts(SmallVector<StringRef>(classes.begin(), classes.end()));
  Value places = n.integers(llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(classes.size()))));
  bool fromText = n.isTextTensor(n.input(0));
  Value keys = fromText ? texts : places, values = fromText ? places : texts;
  return n.finish(lookUp(n, n.input(0), keys, values, defaultAttr(n, values)));
}

static LogicalResult importLabelEncoder(NodeImporter &n) {
  if (auto classes = n.stringsAttr("classes_strings")) {
    return importClasses(n, *classes);
  }
  Value keys = listAttr(n, "keys"), values = listAttr(n, "values");
  if (!keys || !values) {
    return n.bad("has no list of keys or of values");
  }
  return n.finish(lookUp(n, n.input(0), keys, values, defaultAttr(n, values)));
}

static LogicalResult importCategoryMapper(NodeImporter &n) {
  auto strings = n.stringsAttr("cats_strings");
  auto numbers = n.intsAttr("cats_int64s");
  if (!strings || !numbers) {
    return n.bad("has no list of texts or of numbers");
  }
  Value texts = n.texts(SmallVector<StringRef>(strings->begin(), strings->end())),
        integers = n.integers(*numbers);
  bool fromText = n.isTextTensor(n.input(0));
  Value keys = fromText ? texts : integers, values = fromText ? integers : texts;
  return n.finish(lookUp(n, n.input(0), keys, values, defaultAttr(n, values)));
}

static LogicalResult importOneHotEncoder(NodeImporter &n) {
  Value categories = listAttr(n, "cats"), x = n.input(0);
  if (n.intAttrIn("zeros", 1, 0, 1) == 0) {
    return n.unsupported("attribute 'zeros' is 0: categories that must be known are not supported");
  }
  if (!categories || n.isTextTensor(x) != n.isTextTensor(categories)) {
    return n.bad("has no list of categories of the type of the input");
  }
  Value column = n.unsqueeze(n.castTo(x, n.elementType(categories)), {n.rank(x)});
  return n.finish(n.castTo(n.compare(Predicate::Eq, column, categories), n.builder().getF32Type()));
}

/// A sequence of maps from labels to the columns of a row is that matrix, whose columns have labels.
static LogicalResult importZipMap(NodeImporter &n) {
  Builder &builder = n.builder();
  ArrayAttr labels;
  if (auto texts = n.stringsAttr("classlabels_strings"); texts && !texts->empty()) {
    labels = builder.getStrArrayAttr(SmallVector<StringRef>(texts->begin(), texts->end()));
  } else if (auto integers = n.intsAttr("classlabels_int64s")) {
    labels = builder.getI64ArrayAttr(*integers);
  }
  Value x = n.rank(n.input(0)) == 1 ? n.unsqueeze(n.input(0), {0}) : n.input(0);
  if (!labels || n.rank(x) != 2 || !n.shape(x)[1].isConstant(static_cast<int64_t>(labels.size()))) {
    return n.bad("wants a matrix with a column for each of " + Twine(labels ? labels.size() : 0) +
                 " labels but has shape " + graph::toString(n.shape(n.input(0))));
  }
  n.graphs().setClassLabels(x, labels);
  return n.finish(x);
}

void importer::addCategoryOps(OpTable &table) {
  table.add("CategoryMapper", {importCategoryMapper, 1, 1, OpEntry::kText}, kMl);
  table.add("LabelEncoder", {importLabelEncoder, 1, 1, OpEntry::kText}, kMl);
  table.add("OneHotEncoder", {importOneHotEncoder, 1, 1, OpEntry::kText}, kMl);
  table.add("ZipMap", {importZipMap}, kMl);
}
