//===- AnnotateLayouts.cpp - a mesh and a rules file become annotations ---===//

#include "mlir/AsmParser/AsmParser.h"
#include "passes/Shard/Names.h"
#include "passes/Shard/Passes.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle::shard {
#define GEN_PASS_DEF_ANNOTATELAYOUTSPASS
#include "passes/Shard/Passes.h.inc"
} // namespace heddle::shard

using namespace heddle;
using namespace heddle::shard;

namespace {
/// One line of a rules file.
struct LayoutRule {
  std::string pattern;
  dist::LayoutAttr layout;
  bool used = false;
};
} // namespace

/// "data=2,model=2" as a mesh in the module.
static LogicalResult addMesh(ModuleOp module, StringRef text) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> sizes;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [name, size] = part.split('=');
    if (name.trim().empty() || size.trim().getAsInteger(10, sizes.emplace_back())) {
      return module.emitError() << "mesh '" << text << "' has '" << part << "' where NAME=SIZE is wanted";
    }
    names.push_back(builder.getStringAttr(name.trim()));
  }
  if (dist::MeshOp::of(module)) {
    return module.emitError("has a dist.mesh already; it takes no other");
  }
  auto mesh = dist::MeshOp::create(builder, module.getLoc(), "mesh", builder.getArrayAttr(names),
                                   builder.getDenseI64ArrayAttr(sizes));
  return mesh.verify();
}

/// One entry of the file's "rules".
static FailureOr<LayoutRule> parseRule(ModuleOp module, const llvm::json::Value &value, StringRef path) {
  const llvm::json::Object *object = value.getAsObject();
  std::optional<StringRef> name = object ? object->getString("name") : std::nullopt;
  std::optional<StringRef> layout = object ? object->getString("layout") : std::nullopt;
  if (!name || !layout) {
    module.emitError() << path << ": a rule wants the texts \"name\" and \"layout\"";
    return failure();
  }
  if (llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(*name); !pattern) {
    module.emitError() << path << ": '" << *name << "': " << llvm::toString(pattern.takeError());
    return failure();
  }
  auto attr = dyn_cast_or_null<dist::LayoutAttr>(
      parseAttribute(("#dist.layout<" + *layout + ">").str(), module.getContext()));
  if (!attr) {
    module.emitError() << path << ": '" << *layout << "' is no layout, for instance [{data}, {}]";
    return failure();
  }
  return LayoutRule{name->str(), attr};
}

static FailureOr<std::vector<LayoutRule>> readRules(ModuleOp module, StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    module.emitError() << path << ": " << file.getError().message();
    return failure();
  }
  llvm::Expected<llvm::json::Value> content = llvm::json::parse((*file)->getBuffer());
  if (!content) {
    module.emitError() << path << ": " << llvm::toString(content.takeError());
    return failure();
  }
  const llvm::json::Object *object = content->getAsObject();
  const llvm::json::Array *entries = object ? object->getArray("rules") : nullptr;
  if (!entries) {
    module.emitError() << path << ": a list \"rules\" is wanted";
    return failure();
  }
  std::vector<LayoutRule> rules;
  for (const llvm::json::Value &entry : *entries) {
    FailureOr<LayoutRule> rule = parseRule(module, entry, path);
    if (failed(rule)) {
      return failure();
    }
    rules.push_back(std::move(*rule));
  }
  return rules;
}

/// The layout of the first rule that fits, or null.
static dist::LayoutAttr find(std::vector<LayoutRule> &rules, StringRef name) {
  for (LayoutRule &rule : rules) {
    if (!name.empty() && llvm::cantFail(llvm::GlobPattern::create(rule.pattern)).match(name)) {
      rule.used = true;
      return rule.layout;
    }
  }
  return {};
}

/// Fails unless the layout fits the tensor.
static LogicalResult check(Operation *op, dist::LayoutAttr layout, Value value) {
  return dist::verifyLayout(op, layout, value.getType(), dist::PendingSum::Refused);
}

static LogicalResult annotate(func::FuncOp main, std::vector<LayoutRule> &rules) {
  for (BlockArgument argument : main.getArguments()) {
    if (dist::LayoutAttr layout = find(rules, nameOf(argument))) {
      if (failed(check(main, layout, argument))) {
        return failure();
      }
      main.setArgAttr(argument.getArgNumber(), dist::DistDialect::kLayoutAttr, layout);
    }
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    auto name = main.getResultAttrOfType<StringAttr>(i, graph::GraphDialect::kNameAttr);
    dist::LayoutAttr layout = name ? find(rules, name.getValue()) : dist::LayoutAttr();
    if (layout && failed(check(main, layout, main.getBody().front().getTerminator()->getOperand(i)))) {
      return failure();
    }
    if (layout) {
      main.setResultAttr(i, StringAttr::get(main.getContext(), dist::DistDialect::kLayoutAttr), layout);
    }
  }
  for (graph::ConstantOp constant : llvm::to_vector(main.getOps<graph::ConstantOp>())) {
    dist::LayoutAttr layout = find(rules, nameOf(constant.getResult()));
    if (!layout) {
      continue;
    }
    if (failed(check(constant, layout, constant.getResult()))) {
      return failure();
    }
    OpBuilder builder(constant->getNextNode());
    auto constrain = dist::ConstrainOp::create(builder, constant.getLoc(), constant.getResult(), layout);
    constant.getResult().replaceAllUsesExcept(constrain.getResult(), constrain);
  }
  return success();
}

namespace {
class AnnotateLayouts : public shard::impl::AnnotateLayoutsPassBase<AnnotateLayouts> {
  using AnnotateLayoutsPassBase::AnnotateLayoutsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!mesh.empty() && failed(addMesh(module, mesh))) {
      return signalPassFailure();
    }
    auto main = module.lookupSymbol<func::FuncOp>("main");
    if (rules.empty() || !main) {
      return;
    }
    FailureOr<std::vector<LayoutRule>> read = readRules(module, rules);
    if (failed(read) || failed(annotate(main, *read))) {
      return signalPassFailure();
    }
    for (const LayoutRule &rule : *read) {
      if (!rule.used) {
        module.emitError() << rules << ": '" << rule.pattern << "' names no argument, result or weight";
        signalPassFailure();
      }
    }
  }
};
} // namespace
