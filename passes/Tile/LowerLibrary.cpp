//===- LowerLibrary.cpp - irregular ops are calls of the runtime ----------===//
//
// Sorting, compaction, box suppression and what looks inside texts have no loop nest that tiling could
// improve; the runtime implements them (runtime/include/heddle/abi.h) and worker 0 calls it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/AbiTypes.h"
#include "dialects/Support/Regex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "passes/Tile/KernelFunction.h"
#include "passes/Tile/Lower.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::tile;

namespace {
/// Builds the argument list of one call. Sizes are i64 as in C, flags and dtypes i32.
class CallBuilder {
public:
  explicit CallBuilder(KernelFunction &function) : function(function), builder(function.entryBuilder()) {}

  Value integer(const SymExpr &expr) {
    return arith::IndexCastOp::create(builder, function.loc(), builder.getI64Type(), function.size(expr));
  }
  Value flag(uint32_t value) {
    return arith::ConstantOp::create(builder, function.loc(), builder.getI32IntegerAttr(value));
  }
  Value dtype(Value tensor) {
    return flag(kernel::abiDtype(cast<RankedTensorType>(tensor.getType()).getElementType()));
  }
  /// The address of a tensor: an argument, or a copied constant.
  Value argument(Value tensor) {
    ElementsAttr elements = graph::constantElements(tensor);
    return elements ? table(elements) : function.pointer(tensor);
  }
  /// The address of numbers in read-only memory.
  Value table(ElementsAttr elements) {
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, function.loc(),
                                                                   function.constantMemref(elements));
    Value integer = arith::IndexCastOp::create(builder, function.loc(), builder.getI64Type(), address);
    return LLVM::IntToPtrOp::create(builder, function.loc(), LLVM::LLVMPointerType::get(builder.getContext()),
                                    integer);
  }
  template <typename T> Value table(ArrayRef<T> numbers) {
    auto type = RankedTensorType::get(static_cast<int64_t>(numbers.size()),
                                      builder.getIntegerType(sizeof(T) * CHAR_BIT));
    return table(cast<ElementsAttr>(DenseElementsAttr::get(type, numbers)));
  }
  /// The bytes of a text, with a zero behind them.
  Value text(StringRef text) { return table(ArrayRef(text.str().c_str(), text.size() + 1)); }
  Value context() { return function.context(); }
  Value result(unsigned index) { return function.resultPointer(index); }
  /// The one element of a scalar: an argument's, or that of a copied constant or size.
  Value scalar(Value tensor) {
    if (auto symbolic = tensor.getDefiningOp<graph::SymbolicOp>()) {
      FailureOr<SymExpr> expr = SymExpr::parse(cast<StringAttr>(symbolic.getExprs()[0]).getValue());
      assert(succeeded(expr) && "the verifier parsed it");
      return integer(*expr);
    }
    if (ElementsAttr elements = graph::constantElements(tensor)) {
      return arith::ConstantOp::create(builder, function.loc(), *elements.value_begin<TypedAttr>());
    }
    return memref::LoadOp::create(builder, function.loc(), function.memref(tensor), ValueRange());
  }
  /// The sizes of a tensor as an array on the stack.
  Value shape(Value tensor) {
    graph::SymShape sizes = graph::shapeOf(tensor);
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value count =
        arith::ConstantOp::create(builder, function.loc(), builder.getI64IntegerAttr(sizes.size() + 1));
    Value array = LLVM::AllocaOp::create(builder, function.loc(), pointer, builder.getI64Type(), count);
    for (auto [i, size] : llvm::enumerate(sizes)) {
      Value place = LLVM::GEPOp::create(builder, function.loc(), pointer, builder.getI64Type(), array,
                                        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      LLVM::StoreOp::create(builder, function.loc(), integer(size), place);
    }
    return array;
  }

private:
  KernelFunction &function;
  OpBuilder &builder;
};

struct Call {
  StringRef name;
  SmallVector<Value> operands;
};
} // namespace

static Call callFor(graph::TopKOp op, CallBuilder &call) {
  graph::SymShape shape = graph::shapeOf(op.getInput()), result = graph::shapeOf(op.getValues());
  size_t axis = op.getAxis();
  return {"heddle_top_k",
          {call.dtype(op.getInput()), call.argument(op.getInput()), call.result(0), call.result(1),
           call.integer(product(ArrayRef(shape).take_front(axis))), call.integer(shape[axis]),
           call.integer(product(ArrayRef(shape).drop_front(axis + 1))),
           call.integer(SymExpr::min(result[axis], shape[axis])), // more is refused by `checkTopK`
           call.flag(op.getLargest())}};
}

/// Fails the run where k, which only a run may tell, is more than there are elements.
static void checkTopK(graph::TopKOp op, KernelFunction &function, OpBuilder &builder) {
  SymExpr size = graph::shapeOf(op.getInput())[op.getAxis()],
          k = graph::shapeOf(op.getValues())[op.getAxis()];
  if ((size - k).isAtLeast(0)) {
    return;
  }
  Value isTooMany = arith::CmpIOp::create(builder, function.loc(), arith::CmpIPredicate::sgt,
                                          function.size(k), function.size(size));
  function.failIf(builder, isTooMany, nameInModel(op) + ": asks for more elements than the dimension has");
}

static Call callFor(graph::NonZeroOp op, CallBuilder &call) {
  return {"heddle_non_zero",
          {call.dtype(op.getInput()), call.argument(op.getInput()), call.shape(op.getInput()),
           call.integer(op.getInput().getType().getRank()), call.result(0), call.result(1)}};
}

static Call callFor(graph::UniqueOp op, CallBuilder &call) {
  graph::SymShape shape = graph::shapeOf(op.getInput());
  return {"heddle_unique",
          {call.dtype(op.getInput()), call.argument(op.getInput()), call.integer(shape[0]),
           call.integer(product(ArrayRef(shape).drop_front())), call.flag(op.getSorted()), call.result(0),
           call.result(1), call.result(2), call.result(3)}};
}

static Call callFor(graph::NonMaxSuppressionOp op, CallBuilder &call) {
  graph::SymShape scores = graph::shapeOf(op.getScores());
  return {"heddle_non_max_suppression",
          {call.argument(op.getBoxes()), call.argument(op.getScores()), call.integer(scores[0]),
           call.integer(scores[1]), call.integer(scores[2]), call.scalar(op.getMaxPerClass()),
           call.scalar(op.getIouThreshold()), call.scalar(op.getScoreThreshold()),
           call.flag(op.getCenterPoint()), call.result(0), call.result(1)}};
}

static SymExpr elementsOf(Value tensor) { return product(graph::shapeOf(tensor)); }

static Call callFor(graph::TextJoinOp op, CallBuilder &call) {
  return {"heddle_text_join",
          {call.context(), call.argument(op.getLhs()), call.argument(op.getRhs()), call.result(0),
           call.integer(elementsOf(op.getLhs()))}};
}

static Call callFor(graph::TextCaseOp op, CallBuilder &call) {
  return {"heddle_text_case",
          {call.context(), call.argument(op.getInput()), call.result(0),
           call.integer(elementsOf(op.getInput())), call.flag(op.getTo() == graph::TextCase::Upper)}};
}

static Call callFor(graph::TextCountOp op, CallBuilder &call) {
  return {"heddle_text_count",
          {call.context(), call.argument(op.getInput()), call.result(0),
           call.integer(elementsOf(op.getInput())), call.text(op.getDelimiter()),
           call.integer(op.getDelimiter().size()), call.integer(op.getSplits())}};
}

static Call callFor(graph::TextSplitOp op, CallBuilder &call) {
  return {"heddle_text_split",
          {call.context(), call.argument(op.getInput()), call.result(0),
           call.integer(elementsOf(op.getInput())), call.integer(graph::shapeOf(op.getResult()).back()),
           call.text(op.getDelimiter()), call.integer(op.getDelimiter().size()),
           call.integer(op.getSplits())}};
}

/// The pattern becomes a table in the code.
static Call callFor(graph::TextMatchOp op, CallBuilder &call) {
  auto table = [&]() -> llvm::Expected<RegexTable> {
    llvm::Expected<RegexProgram> program = RegexProgram::parse(op.getPattern());
    return program ? RegexTable::build(*program) : program.takeError();
  }();
  if (!table) {
    op.emitOpError(llvm::toString(table.takeError()));
    return {};
  }
  return {"heddle_text_match",
          {call.context(), call.argument(op.getInput()), call.result(0),
           call.integer(elementsOf(op.getInput())), call.table(ArrayRef<uint8_t>(table->classes)),
           call.table(ArrayRef<uint16_t>(table->next)), call.integer(table->numClasses),
           call.integer(table->start), call.integer(table->accepting)}};
}

/// The kernel's one op that is not a copied constant.
static Operation *anchorOp(kernel::FuncOp kernel) {
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!isa<graph::ConstantOp, graph::SymbolicOp>(op)) {
      return &op;
    }
  }
  return nullptr;
}

LogicalResult tile::lowerLibrary(kernel::FuncOp kernel) {
  Operation *op = anchorOp(kernel);
  KernelFunction function(kernel);
  CallBuilder call(function);
  // The call stands in the entry block, where its operands are made; only worker 0 makes it.
  Call target = llvm::TypeSwitch<Operation *, Call>(op)
                    .Case<graph::TopKOp, graph::NonZeroOp, graph::UniqueOp, graph::NonMaxSuppressionOp,
                          graph::TextJoinOp, graph::TextCaseOp, graph::TextCountOp, graph::TextSplitOp,
                          graph::TextMatchOp>([&](auto concrete) { return callFor(concrete, call); })
                    .Default([](Operation *other) {
                      other->emitOpError("is not implemented by the runtime");
                      return Call();
                    });
  if (target.name.empty()) {
    return failure();
  }
  function.onWorkerZero([&](OpBuilder &builder) {
    if (auto topK = dyn_cast<graph::TopKOp>(op)) {
      checkTopK(topK, function, builder);
    }
    function.callRuntime(builder, target.name, target.operands);
  });
  function.finish(/*serial=*/true);
  return success();
}
