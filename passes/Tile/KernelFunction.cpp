//===- KernelFunction.cpp - the function a kernel becomes -----------------===//
//
// Everything that belongs to the calling convention: pointers become memref descriptors, sizes become index
// arithmetic at the entry, iterations are split among the workers.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/KernelFunction.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace heddle;
using namespace heddle::tile;

//===----------------------------------------------------------------------===//
// Types and shapes
//===----------------------------------------------------------------------===//

std::string tile::nameInModel(Operation *op) {
  std::string name;
  op->getLoc()->walk([&](Location loc) {
    auto named = dyn_cast<NameLoc>(loc);
    name = named ? named.getName().str() : name;
    return named ? WalkResult::interrupt() : WalkResult::advance();
  });
  return name.empty() ? op->getName().stripDialect().str() : name;
}

Type tile::storageType(Type elementType) {
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (isa<FloatType>(elementType) && width > 8 && !elementType.isBF16()) {
    return elementType;
  }
  return IntegerType::get(elementType.getContext(), std::max(width, 8u));
}

Type tile::computeType(Type elementType) {
  if (isa<FloatType>(elementType)) {
    return elementType.getIntOrFloatBitWidth() < 32 ? Float32Type::get(elementType.getContext())
                                                    : elementType;
  }
  return IntegerType::get(elementType.getContext(), elementType.getIntOrFloatBitWidth());
}

int64_t tile::storageBytes(Type elementType) { return storageType(elementType).getIntOrFloatBitWidth() / 8; }

SmallVector<SymExpr> tile::memoryShape(BlockArgument argument) {
  SmallVector<SymExpr> shape = graph::shapeOf(argument);
  auto kernel = cast<kernel::FuncOp>(argument.getOwner()->getParentOp());
  auto panels = kernel.getArgAttrOfType<kernel::PanelsAttr>(argument.getArgNumber(),
                                                            kernel::KernelDialect::kLayoutAttr);
  if (!panels) {
    return shape;
  }
  auto productOf = [&](ArrayRef<int64_t> dims) {
    SymExpr count(1);
    for (int64_t dim : dims) {
      count = count * shape[dim];
    }
    return count;
  };
  int64_t elementBytes = storageBytes(cast<RankedTensorType>(argument.getType()).getElementType());
  SymExpr rows = SymExpr::ceilDiv(productOf(panels.getDepth()), panels.getGroup()) * panels.getGroup();
  return {productOf(panels.getBatch()), SymExpr::ceilDiv(productOf(panels.getColumns()), panels.getWidth()),
          rows * panels.getWidth() + panels.startBytes() / elementBytes};
}

/// Adds the symbols of an expression; the names live as long as the context.
static void collectSymbols(const SymExpr &expr, llvm::SetVector<StringRef> &symbols, MLIRContext *context) {
  llvm::SetVector<StringRef> found;
  expr.collectSymbols(found);
  for (StringRef name : found) {
    symbols.insert(StringAttr::get(context, name).getValue());
  }
}

/// Symbols of every size and size expression in the kernel, in order of first appearance.
static llvm::SetVector<StringRef> symbolsOf(kernel::FuncOp kernel) {
  llvm::SetVector<StringRef> symbols;
  auto ofType = [&](Type type) {
    for (const SymExpr &size : graph::shapeOf(type)) {
      collectSymbols(size, symbols, type.getContext());
    }
  };
  llvm::for_each(kernel.getArgumentTypes(), ofType);
  llvm::for_each(kernel.getResultTypes(), ofType);
  kernel.getBody().walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), ofType);
    for (StringRef name : {"exprs", "starts", "lows"}) {
      auto texts = op->getAttrOfType<ArrayAttr>(name);
      for (Attribute text : texts ? texts.getValue() : ArrayRef<Attribute>()) {
        FailureOr<SymExpr> expr = SymExpr::parse(cast<StringAttr>(text).getValue());
        if (succeeded(expr)) { // "?" is read at run time
          collectSymbols(*expr, symbols, op->getContext());
        }
      }
    }
  });
  return symbols;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

KernelFunction::KernelFunction(kernel::FuncOp kernel, const SymExpr &scratchBytes)
    : source(kernel), b(kernel.getContext()), entry(kernel.getContext()), location(kernel.getLoc()),
      onDevice(kernel->getParentOfType<gpu::GPUModuleOp>()) {
  MLIRContext *context = kernel.getContext();
  llvm::SetVector<StringRef> names = symbolsOf(kernel);
  collectSymbols(scratchBytes, names, context);
  bool hasScratch = !scratchBytes.isConstant(0);
  names.remove("$workers");

  unsigned numArguments = kernel.getNumArguments(), numResults = kernel.getNumResults();
  unsigned numPointers = 1 + numArguments + numResults + hasScratch;
  SmallVector<Type> types(numPointers, LLVM::LLVMPointerType::get(context));
  types.append(names.size() + (onDevice ? 0 : 2), IndexType::get(context));

  b.setInsertionPoint(kernel);
  function = func::FuncOp::create(b, location, (kernel.getName() + "$lowering").str(),
                                  b.getFunctionType(types, TypeRange()));
  function.setPrivate();
  SmallVector<Attribute> nameAttrs;
  for (StringRef name : names) {
    nameAttrs.push_back(b.getStringAttr(name));
  }
  function->setAttr(kernel::KernelDialect::kSymbolsAttr, b.getArrayAttr(nameAttrs));
  if (hasScratch) {
    function->setAttr(kernel::KernelDialect::kScratchAttr, b.getStringAttr(scratchBytes.str()));
  }
  for (unsigned i = 1; i < numPointers; ++i) {
    function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(), b.getUnitAttr());
  }
  for (unsigned i = 0; i < numArguments; ++i) { // who packs the constants reads it after this
    if (Attribute layout = kernel.getArgAttr(i, kernel::KernelDialect::kLayoutAttr)) {
      function.setArgAttr(1 + i, kernel::KernelDialect::kLayoutAttr, layout);
    }
  }

  // `entry` inserts before `body`, a constant that also serves as zero; `b` inserts before the return.
  Block *block = function.addEntryBlock();
  b.setInsertionPointToEnd(block);
  auto body = arith::ConstantIndexOp::create(b, location, 0);
  auto end = func::ReturnOp::create(b, location);
  entry.setInsertionPoint(body);
  b.setInsertionPoint(end);

  for (auto [i, name] : llvm::enumerate(names)) {
    symbols[name] = function.getArgument(numPointers + i);
  }
  setWorker();
  for (BlockArgument argument : kernel.getArguments()) {
    memrefs[argument] = makeMemref(pointer(argument), memoryShape(argument),
                                   cast<RankedTensorType>(argument.getType()).getElementType());
  }
  for (auto [i, type] : llvm::enumerate(kernel.getResultTypes())) {
    results.push_back(
        makeMemref(resultPointer(i), graph::shapeOf(type), cast<RankedTensorType>(type).getElementType()));
  }
  if (hasScratch) {
    scratchPointer = function.getArgument(numPointers - 1);
    scratchBuffer = makeMemref(scratchPointer, {scratchBytes}, b.getI8Type());
  }
}

/// A register that tells a thread of its place in the grid.
template <typename Register> static Value readRegister(OpBuilder &b, Location loc) {
  Value number = Register::create(b, loc, b.getI32Type());
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
}

void KernelFunction::setWorker() {
  if (!onDevice) {
    thisWorker = function.getArgument(function.getNumArguments() - 2);
    numWorkers = function.getArgument(function.getNumArguments() - 1);
    symbols["$workers"] = numWorkers;
    return;
  }
  Value threads = readRegister<NVVM::BlockDimXOp>(entry, location);
  Value before =
      arith::MulIOp::create(entry, location, readRegister<NVVM::BlockIdXOp>(entry, location), threads);
  thisWorker =
      arith::AddIOp::create(entry, location, before, readRegister<NVVM::ThreadIdXOp>(entry, location));
  numWorkers =
      arith::MulIOp::create(entry, location, readRegister<NVVM::GridDimXOp>(entry, location), threads);
  symbols["$workers"] = numWorkers;
}

func::FuncOp KernelFunction::finish(bool serial) {
  if (serial) {
    function->setAttr(kernel::KernelDialect::kSerialAttr, b.getUnitAttr());
  }
  std::string name = source.getName().str();
  source.erase();
  function.setName(name);
  return function;
}

Value KernelFunction::context() { return function.getArgument(0); }
Value KernelFunction::scratch() { return scratchBuffer; }
Value KernelFunction::memref(Value argument) { return memrefs.lookup(argument); }
Value KernelFunction::resultMemref(unsigned index) { return results[index]; }
Value KernelFunction::pointer(Value argument) {
  return function.getArgument(1 + cast<BlockArgument>(argument).getArgNumber());
}
Value KernelFunction::resultPointer(unsigned index) {
  return function.getArgument(1 + source.getNumArguments() + index);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Gives `pointer` a shape: a descriptor is put together and cast to the memref type, which the conversion to
/// LLVM turns into the same structure, so that the cast and the structure disappear.
Value KernelFunction::makeMemref(Value pointer, ArrayRef<SymExpr> shape, Type elementType, bool openSizes) {
  SmallVector<int64_t> staticShape;
  for (const SymExpr &size : shape) {
    staticShape.push_back(openSizes ? ShapedType::kDynamic : size.constant().value_or(ShapedType::kDynamic));
  }
  auto type = MemRefType::get(staticShape, storageType(elementType));
  MLIRContext *context = pointer.getContext();
  Type i64 = IntegerType::get(context, 64), address = pointer.getType();
  SmallVector<Type> fields = {address, address, i64};
  if (!shape.empty()) {
    fields.append(2, LLVM::LLVMArrayType::get(i64, shape.size()));
  }
  Value descriptor =
      LLVM::PoisonOp::create(entry, location, LLVM::LLVMStructType::getLiteral(context, fields));
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor = LLVM::InsertValueOp::create(entry, location, descriptor, value, position);
  };
  auto integer = [&](const SymExpr &expr) -> Value {
    if (std::optional<int64_t> value = expr.constant()) {
      return LLVM::ConstantOp::create(entry, location, i64, entry.getI64IntegerAttr(*value));
    }
    return arith::IndexCastOp::create(entry, location, i64, size(expr));
  };
  insert(pointer, 0);
  insert(pointer, 1);
  insert(integer(0), 2);
  SymExpr stride(1);
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    insert(integer(shape[dim]), {3, dim});
    insert(integer(stride), {4, dim});
    stride = stride * shape[dim];
  }
  Value memref = UnrealizedConversionCastOp::create(entry, location, type, descriptor).getResult(0);
  pointers[memref] = pointer;
  return memref;
}

Value KernelFunction::flat(Value memref) {
  Value &found = memrefs[memref];
  if (!found) {
    auto type = cast<MemRefType>(memref.getType());
    if (type.getRank() == 1 && type.getLayout().isIdentity()) {
      return found = memref;
    }
    // Loads and stores do not look at the size.
    Value made = makeMemref(pointers.lookup(memref), {SymExpr(0)}, type.getElementType(), /*openSizes=*/true);
    memrefs[memref] = made;
    return made;
  }
  return found;
}

Value KernelFunction::scratchMemref(const SymExpr &offset, ArrayRef<SymExpr> shape, Type elementType) {
  Value bytes = arith::IndexCastOp::create(entry, location, entry.getI64Type(), size(offset));
  Value start = LLVM::GEPOp::create(entry, location, scratchPointer.getType(), entry.getI8Type(),
                                    scratchPointer, ArrayRef<LLVM::GEPArg>{bytes});
  return makeMemref(start, shape, elementType);
}

std::string KernelFunction::uniqueSymbol(StringRef stem) {
  Operation *module = SymbolTable::getNearestSymbolTable(function);
  for (unsigned i = 0;; ++i) {
    std::string name = (source.getName() + "." + stem + "." + Twine(i)).str();
    if (!SymbolTable::lookupSymbolIn(module, name)) {
      return name;
    }
  }
}

Value KernelFunction::constantMemref(ElementsAttr elements) {
  Value &found = constants[elements];
  if (found) {
    return found;
  }
  auto type = cast<RankedTensorType>(elements.getType());
  auto stored = RankedTensorType::get(type.getShape(), storageType(type.getElementType()));
  SmallVector<char> bytes;
  ArrayRef<char> data = graph::elementData(elements, bytes);
  auto initial = DenseElementsAttr::getFromRawBuffer(stored, data);
  OpBuilder module(function);
  auto memrefType = MemRefType::get(stored.getShape(), stored.getElementType());
  auto global = memref::GlobalOp::create(module, location, uniqueSymbol("constant"),
                                         module.getStringAttr("private"), memrefType, initial,
                                         /*constant=*/true, module.getI64IntegerAttr(64));
  Value address = memref::GetGlobalOp::create(entry, location, memrefType, global.getSymName());
  found = address;
  if (memrefType.getRank() != 1) {
    SmallVector<ReassociationIndices> all(1);
    for (int64_t dim = 0; dim < memrefType.getRank(); ++dim) {
      all[0].push_back(dim);
    }
    Value collapsed =
        memrefType.getRank() == 0
            ? memref::ExpandShapeOp::create(entry, location, MemRefType::get({1}, stored.getElementType()),
                                            address, ArrayRef<ReassociationIndices>{})
                  .getResult()
            : memref::CollapseShapeOp::create(entry, location, address, all).getResult();
    memrefs[address] = collapsed;
  }
  return address;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Value KernelFunction::constant(int64_t value) {
  Value &found = constants[entry.getIndexAttr(value)];
  if (!found) {
    found = arith::ConstantIndexOp::create(entry, location, value);
  }
  return found;
}

Value KernelFunction::constant(Type type, double value) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr attr;
  if (isa<FloatType>(element)) {
    attr = entry.getFloatAttr(element, value);
  } else {
    attr = entry.getIntegerAttr(element, APInt(element.isIndex() ? 64 : element.getIntOrFloatBitWidth(),
                                               static_cast<int64_t>(value), /*isSigned=*/true,
                                               /*implicitTrunc=*/true));
  }
  if (auto vector = dyn_cast<VectorType>(type)) {
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  }
  return constant(attr);
}

Value KernelFunction::constant(TypedAttr value) {
  Value &found = constants[value];
  if (!found) {
    found = arith::ConstantOp::create(entry, location, value);
  }
  return found;
}

Value KernelFunction::size(const SymExpr &expr) {
  if (std::optional<int64_t> value = expr.constant()) {
    return constant(*value);
  }
  Value &found = sizes[expr.str()];
  if (found) {
    return found;
  }
  Value sum;
  for (const SymExpr::Term &term : expr.terms()) {
    Value value = termValue(term);
    sum = sum ? arith::AddIOp::create(entry, location, sum, value) : value;
  }
  return sizes[expr.str()] = sum;
}

Value KernelFunction::termValue(const SymExpr::Term &term) {
  Value value;
  for (const SymExpr::Atom &atom : term.atoms) {
    Value factor = atom->name.empty() ? atomValue(*atom) : symbols.lookup(atom->name);
    assert(factor && "symbols of all expressions were collected");
    value = value ? arith::MulIOp::create(entry, location, value, factor) : factor;
  }
  if (!value) {
    return constant(term.coefficient);
  }
  return term.coefficient == 1 ? value
                               : arith::MulIOp::create(entry, location, value, constant(term.coefficient));
}

/// Division by 0 gives 0, as `SymExpr::evaluate` has it.
Value KernelFunction::atomValue(const SymAtom &atom) {
  Value x = size(atom.a), y = size(atom.b);
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value c) -> Value {
    return arith::CmpIOp::create(entry, location, predicate, a, c);
  };
  switch (atom.op) {
  case SymExpr::Op::Min:
    return arith::MinSIOp::create(entry, location, x, y);
  case SymExpr::Op::Max:
    return arith::MaxSIOp::create(entry, location, x, y);
  case SymExpr::Op::Broadcast:
    return arith::SelectOp::create(entry, location, compare(arith::CmpIPredicate::eq, x, constant(1)), y, x);
  case SymExpr::Op::FloorDiv:
  case SymExpr::Op::Mod:
    break;
  }
  Value isZero = compare(arith::CmpIPredicate::eq, y, constant(0));
  Value divisor = arith::SelectOp::create(entry, location, isZero, constant(1), y);
  Value quotient = arith::FloorDivSIOp::create(entry, location, x, divisor);
  if (atom.op == SymExpr::Op::Mod) {
    Value whole = arith::MulIOp::create(entry, location, quotient, divisor);
    quotient = arith::SubIOp::create(entry, location, x, whole);
  }
  return arith::SelectOp::create(entry, location, isZero, constant(0), quotient);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void KernelFunction::parallelFor(Value units, llvm::function_ref<void(OpBuilder &, Value unit)> body) {
  if (onDevice) {
    auto strided = scf::ForOp::create(b, location, worker(), units, workers());
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(strided.getBody());
    return body(b, strided.getInductionVar());
  }
  // Worker w of W runs [units * w / W, units * (w + 1) / W).
  Value next = arith::AddIOp::create(b, location, worker(), constant(1));
  auto boundary = [&](Value of) -> Value {
    Value product = arith::MulIOp::create(b, location, units, of);
    return arith::DivUIOp::create(b, location, product, workers());
  };
  Value lower = boundary(worker()), upper = boundary(next);
  loop(lower, upper, 1, body);
}

void KernelFunction::loop(Value lower, Value upper, int64_t step,
                          llvm::function_ref<void(OpBuilder &, Value i)> body) {
  auto loop = scf::ForOp::create(b, location, lower, upper, constant(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(b, loop.getInductionVar());
}

SmallVector<Value>
KernelFunction::loop(Value lower, Value upper, int64_t step, ValueRange initial,
                     llvm::function_ref<SmallVector<Value>(OpBuilder &, Value i, ValueRange carried)> body) {
  auto loop = scf::ForOp::create(b, location, lower, upper, constant(step), initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next = body(b, loop.getInductionVar(), loop.getRegionIterArgs());
  if (!initial.empty()) { // without carried values the builder has made the terminator
    scf::YieldOp::create(b, location, next);
  }
  return SmallVector<Value>(loop.getResults());
}

void KernelFunction::branch(Value condition, llvm::function_ref<void(OpBuilder &)> body) {
  auto conditional = scf::IfOp::create(b, location, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  body(b);
}

void KernelFunction::onWorkerZero(llvm::function_ref<void(OpBuilder &)> body) {
  branch(arith::CmpIOp::create(b, location, arith::CmpIPredicate::eq, worker(), constant(0)), body);
}

//===----------------------------------------------------------------------===//
// The runtime
//===----------------------------------------------------------------------===//

void KernelFunction::callRuntime(OpBuilder &builder, StringRef name, ValueRange operands) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder outside(function);
    auto type = outside.getFunctionType(operands.getTypes(), TypeRange());
    func::FuncOp::create(outside, location, name, type).setPrivate();
  }
  func::CallOp::create(builder, location, name, TypeRange(), operands);
}

Value KernelFunction::messageAddress(OpBuilder &builder, StringRef message) {
  std::string text = message.str();
  text.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
  OpBuilder outside(function);
  std::string name = uniqueSymbol("message");
  LLVM::GlobalOp::create(outside, location, type, /*isConstant=*/true, LLVM::Linkage::Private, name,
                         outside.getStringAttr(text));
  return LLVM::AddressOfOp::create(builder, location, LLVM::LLVMPointerType::get(builder.getContext()), name);
}

/// Writes 1 + the number of the message into the failure word, unless another thread was first.
void KernelFunction::failOnDevice(OpBuilder &builder, StringRef message) {
  auto module = function->getParentOfType<gpu::GPUModuleOp>();
  auto known = module->getAttrOfType<ArrayAttr>(kernel::KernelDialect::kMessagesAttr);
  SmallVector<Attribute> messages(known ? known.getValue() : ArrayRef<Attribute>());
  auto text = builder.getStringAttr(message);
  auto *found = llvm::find(messages, text);
  int64_t number = found - messages.begin() + 1;
  if (found == messages.end()) {
    messages.push_back(text);
    module->setAttr(kernel::KernelDialect::kMessagesAttr, builder.getArrayAttr(messages));
  }
  auto word = [&](int64_t value) {
    return LLVM::ConstantOp::create(builder, location, builder.getI32IntegerAttr(value));
  };
  LLVM::AtomicCmpXchgOp::create(builder, location, context(), word(0), word(number),
                                LLVM::AtomicOrdering::monotonic, LLVM::AtomicOrdering::monotonic);
}

void KernelFunction::failIf(OpBuilder &builder, Value condition, StringRef message) {
  auto conditional = scf::IfOp::create(builder, location, condition, /*withElseRegion=*/false);
  OpBuilder inside = OpBuilder::atBlockBegin(conditional.thenBlock());
  if (onDevice) {
    return failOnDevice(inside, message);
  }
  Value &address = constants[builder.getStringAttr(message)];
  if (!address) {
    address = messageAddress(entry, message);
  }
  callRuntime(inside, "heddle_fail", {context(), address});
}
