//===- Texts.cpp - text tensors of a model while it is imported -----------===//

#include "passes/Import/Onnx/Texts.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Text.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace heddle;
using namespace heddle::importer;

Type importer::textType(MLIRContext &context) { return IntegerType::get(&context, 64, IntegerType::Signed); }

bool importer::isText(Type elementType) { return elementType.isSignedInteger(64); }

int64_t Texts::numberOf(StringRef text) {
  auto [entry, isNew] = numbers.try_emplace(text, inOrder.size());
  if (isNew) {
    inOrder.push_back(entry->getKey());
  }
  return entry->second;
}

ElementsAttr Texts::elements(MLIRContext &context, ArrayRef<int64_t> shape, ArrayRef<StringRef> texts) {
  SmallVector<int64_t> list = llvm::map_to_vector(texts, [&](StringRef text) { return numberOf(text); });
  ArrayRef<char> bytes(reinterpret_cast<const char *>(list.data()), list.size() * sizeof(int64_t));
  return graph::makeElements(RankedTensorType::get(shape, textType(context)), bytes);
}

/// The type with i64 in place of text.
static Type lowered(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isText(tensor.getElementType()) ? tensor.clone(IntegerType::get(type.getContext(), 64))
                                                   : type;
}

static bool isTextTensor(Type type) { return lowered(type) != type; }

static void lowerConstant(graph::ConstantOp constant) {
  auto elements = cast<ElementsAttr>(constant.getValue());
  auto type = cast<RankedTensorType>(elements.getShapedType());
  if (!isTextTensor(type)) {
    return;
  }
  SmallVector<char> storage;
  ArrayRef<char> bytes = graph::elementData(elements, storage);
  constant.setValueAttr(graph::makeElements(cast<RankedTensorType>(lowered(type)), bytes));
}

/// Operands have been lowered before.
static WalkResult lowerOp(Operation *op) {
  for (Region &region : op->getRegions()) {
    for (BlockArgument argument : region.getArguments()) {
      argument.setType(lowered(argument.getType()));
    }
  }
  for (OpResult result : op->getResults()) {
    result.setType(lowered(result.getType()));
  }
  if (auto constant = dyn_cast<graph::ConstantOp>(op)) {
    lowerConstant(constant);
  }
  auto bits = dyn_cast<graph::BitcastOp>(op);
  if (!bits || bits.getType() != bits.getInput().getType()) {
    return WalkResult::advance();
  }
  bits.getResult().replaceAllUsesWith(bits.getInput()); // the number of a text
  bits.erase();
  return WalkResult::skip();
}

void Texts::lower(ModuleOp module) const {
  auto main = *module.getOps<func::FuncOp>().begin();
  Builder builder(module.getContext());
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    if (isTextTensor(type)) {
      main.setArgAttr(i, graph::kTextAttr, builder.getUnitAttr());
    }
  }
  for (auto [i, type] : llvm::enumerate(main.getResultTypes())) {
    if (isTextTensor(type)) {
      main.setResultAttr(i, graph::kTextAttr, builder.getUnitAttr());
    }
  }
  module.walk<WalkOrder::PreOrder>(lowerOp);
  main.setType(builder.getFunctionType(llvm::map_to_vector(main.getArgumentTypes(), lowered),
                                       llvm::map_to_vector(main.getResultTypes(), lowered)));
  if (!inOrder.empty()) {
    module->setAttr(graph::kVocabularyAttr, builder.getStrArrayAttr(inOrder));
  }
}
