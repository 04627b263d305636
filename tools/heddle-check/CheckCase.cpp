//===- CheckCase.cpp - what a test function asks to be checked ------------===//

#include "tools/heddle-check/CheckCase.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Text.h"

using namespace heddle;
using namespace heddle::check;

/// The symbols that arguments bind, in order.
static SmallVector<std::string> symbolsOf(func::FuncOp function) {
  SmallVector<std::string> names;
  for (Type type : function.getArgumentTypes()) {
    for (const SymExpr &size : graph::shapeOf(type)) {
      std::optional<StringRef> name = size.symbolName();
      if (name && !llvm::is_contained(names, name->str())) {
        names.push_back(name->str());
      }
    }
  }
  return names;
}

SmallVector<Sizes> check::assignmentsOf(func::FuncOp function) {
  SmallVector<Sizes> assignments;
  if (auto given = function->getAttrOfType<ArrayAttr>("check.sizes")) {
    for (auto entry : given.getAsRange<DictionaryAttr>()) {
      Sizes &sizes = assignments.emplace_back();
      for (NamedAttribute size : entry) {
        sizes[size.getName().str()] = cast<IntegerAttr>(size.getValue()).getInt();
      }
    }
    return assignments;
  }
  SmallVector<std::string> names = symbolsOf(function);
  if (names.empty()) {
    return {Sizes()};
  }
  constexpr int64_t kOdd[] = {7, 5, 3, 11};
  for (int64_t chosen : {-1, 1, 0, 37}) { // -1: odd sizes that differ
    Sizes &sizes = assignments.emplace_back();
    for (auto [i, name] : llvm::enumerate(names)) {
      sizes[name] = chosen < 0 ? kOdd[i % 4] : chosen;
    }
  }
  return assignments;
}

std::string check::toString(const Sizes &sizes) {
  std::string text;
  for (auto &[name, size] : sizes) {
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(size);
  }
  return text;
}

bool check::mustFail(func::FuncOp function) { return function->hasAttr("check.fails"); }

OwningOpRef<ModuleOp> check::isolate(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  if (Attribute texts = function->getParentOfType<ModuleOp>()->getAttr(graph::kVocabularyAttr)) {
    (*module)->setAttr(graph::kVocabularyAttr, texts);
  }
  for (auto variable : function->getParentOfType<ModuleOp>().getOps<graph::VariableOp>()) {
    builder.clone(*variable);
  }
  auto main = cast<func::FuncOp>(builder.clone(*function));
  main.setName("main");
  for (StringRef name : {"check.sizes", "check.fails", "check.ulps", "check.absolute"}) {
    main->removeAttr(name);
  }
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    main.removeArgAttr(i, "check.values");
    main.setArgAttr(i, graph::GraphDialect::kNameAttr, builder.getStringAttr("input" + Twine(i)));
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    main.setResultAttr(i, graph::GraphDialect::kNameAttr, builder.getStringAttr("output" + Twine(i)));
  }
  return module;
}
