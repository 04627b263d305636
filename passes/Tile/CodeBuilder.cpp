//===- CodeBuilder.cpp - arithmetic around register tiles -----------------===//

#include "passes/Tile/CodeBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::tile;

/// Vector copies of a run of known length up to which no loop is made.
static constexpr int64_t kMaxUnrolledCopies = 4;

Value CodeBuilder::scaled(Value x, const SymExpr &scale) {
  if (scale.isConstant(0)) {
    return f.constant(0);
  }
  return scale.isConstant(1) ? x : mul(x, f.size(scale));
}

Value CodeBuilder::roundedDown(Value x, int64_t step) {
  return sub(x, b.createOrFold<arith::RemUIOp>(loc, x, f.constant(step)));
}

SmallVector<Value> CodeBuilder::delinearize(Value number, ArrayRef<SymExpr> sizes) {
  SmallVector<Value> parts(sizes.size());
  for (unsigned i = sizes.size(); i-- > 0;) {
    if (sizes[i].isConstant(1)) {
      parts[i] = f.constant(0);
      continue;
    }
    bool isOutermost =
        llvm::all_of(sizes.take_front(i), [](const SymExpr &size) { return size.isConstant(1); });
    if (isOutermost) {
      parts[i] = number;
      continue;
    }
    Value size = f.size(sizes[i]);
    Value quotient = b.createOrFold<arith::DivUIOp>(loc, number, size);
    parts[i] = sub(number, mul(quotient, size));
    number = quotient;
  }
  return parts;
}

Index CodeBuilder::indexOf(const ContractTensor &tensor, const graph::LoopNest &nest, ArrayRef<Value> factors,
                           unsigned dim, std::optional<unsigned> laneFactor) {
  Index index{f.constant(tensor.constantTerm(dim, nest)), false};
  for (unsigned factor = 0; factor < factors.size(); ++factor) {
    if (!factors[factor] || !tensor.map.getResult(dim).isFunctionOfDim(factor)) {
      continue;
    }
    SymExpr scale = tensor.coefficient(dim, factor, nest) * tensor.stretch(dim, nest);
    index.value = add(index.value, scaled(factors[factor], scale));
    index.lane |= factor == laneFactor;
  }
  return index;
}

Value CodeBuilder::address(Value base, Type elementType, Value offset) {
  Value wide = b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), offset);
  return LLVM::GEPOp::create(b, loc, base.getType(), elementType, base, ArrayRef<LLVM::GEPArg>{wide});
}

Value CodeBuilder::address(Value base, Type elementType, int64_t offset) {
  if (offset == 0) {
    return base;
  }
  return llvm::isInt<32>(offset) ? LLVM::GEPOp::create(b, loc, base.getType(), elementType, base,
                                                       ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)})
                                       .getResult()
                                 : address(base, elementType, f.constant(offset));
}

Value CodeBuilder::load(Value address, Type elementType, int64_t lanes) {
  Type type = lanes == 1 ? elementType : VectorType::get({lanes}, elementType);
  return LLVM::LoadOp::create(b, loc, type, address, /*alignment=*/elementType.getIntOrFloatBitWidth() / 8);
}

void CodeBuilder::store(Value value, Value address) {
  unsigned width = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  LLVM::StoreOp::create(b, loc, value, address, /*alignment=*/std::max(width / 8, 1u));
}

void CodeBuilder::copyRun(const SymExpr &length, int64_t lanes,
                          llvm::function_ref<void(Value first, int64_t lanes)> move) {
  std::optional<int64_t> known = length.constant();
  while (known && lanes > 1 && lanes > *known) {
    lanes /= 2;
  }
  if (known && *known / lanes <= kMaxUnrolledCopies) {
    for (int64_t k = 0; k + lanes <= *known; k += lanes) {
      move(f.constant(k), lanes);
    }
    if (*known % lanes != 0) {
      move(f.constant(*known - lanes), lanes);
    }
    return;
  }
  Value size = f.size(length), zero = f.constant(0), whole = roundedDown(size, lanes);
  f.loop(zero, whole, lanes, [&](OpBuilder &, Value k) { move(k, lanes); });
  if (known && *known % lanes != 0) {
    move(f.constant(*known - lanes), lanes);
  } else if (!known && lanes > 1) {
    f.loop(whole, size, 1, [&](OpBuilder &, Value k) { move(k, 1); });
  }
}

Value CodeBuilder::scratchAt(const SymExpr &bytes) {
  return address(f.scratchAddress(), b.getI8Type(), f.size(bytes));
}
