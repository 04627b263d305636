//===- CodeBuilder.h - arithmetic around register tiles ---------*- C++ -*-===//
//
// What the emitters of contractions and attentions share: sums and products of places, addresses, loads and
// stores. Everything folds where sizes are known, so that with static shapes what is left in a loop is an
// addition or nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_CODEBUILDER_H
#define PASSES_TILE_CODEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "passes/Tile/ContractProblem.h"
#include "passes/Tile/KernelFunction.h"
#include "passes/Tile/Place.h"

namespace heddle::tile {

class CodeBuilder {
public:
  explicit CodeBuilder(KernelFunction &function) : f(function), b(function.builder()), loc(function.loc()) {}

protected:
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(loc, x, y); }
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(loc, x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(loc, x, y); }
  Value minimum(Value x, Value y) { return b.createOrFold<arith::MinSIOp>(loc, x, y); }
  Value isLess(Value x, Value y) { return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, y); }
  Value isEqual(Value x, Value y) { return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, y); }
  /// `x * scale`, where the product with 0 is the constant 0.
  Value scaled(Value x, const SymExpr &scale);
  /// The largest multiple of `step` up to `x` >= 0.
  Value roundedDown(Value x, int64_t step);
  /// Splits a number into one for each size, the last running fastest. The first is not reduced.
  SmallVector<Value> delinearize(Value number, ArrayRef<SymExpr> sizes);

  /// The index in a dimension of `tensor`, whose maps are those of `nest`, where `factors` are the values of
  /// the nest's factors; null ones count as 0. `laneFactor` runs along lanes.
  Index indexOf(const ContractTensor &tensor, const graph::LoopNest &nest, ArrayRef<Value> factors,
                unsigned dim, std::optional<unsigned> laneFactor);

  Value address(Value base, Type elementType, Value offset);
  Value address(Value base, Type elementType, int64_t offset);
  /// An element, or a vector of `lanes`, as it lies in memory.
  Value load(Value address, Type elementType, int64_t lanes);
  void store(Value value, Value address);
  /// `move` for `length` neighbours: vectors of at most `lanes`, the last of which overlaps the one before
  /// where the length is known, else single elements behind the last full vector.
  void copyRun(const SymExpr &length, int64_t lanes,
               llvm::function_ref<void(Value first, int64_t lanes)> move);
  /// A place in the worker's scratch memory.
  Value scratchAt(const SymExpr &bytes);

  KernelFunction &f;
  OpBuilder &b;
  Location loc;
};

} // namespace heddle::tile

#endif // PASSES_TILE_CODEBUILDER_H
