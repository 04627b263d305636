//===- LoopNest.cpp - loops that kernels without a contraction share ------===//

#include "passes/Tile/LoopNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::tile;

int64_t tile::lanesFor(const SymExpr &size, int64_t lanes) {
  std::optional<int64_t> known = size.constant();
  return known ? std::min<int64_t>(lanes, llvm::bit_floor<uint64_t>(std::max<int64_t>(*known, 1))) : lanes;
}

void tile::forVectors(KernelFunction &function, Value begin, Value end, const SymExpr &size, int64_t lanes,
                      llvm::function_ref<void(OpBuilder &, Value first, int64_t lanes)> body) {
  OpBuilder &b = function.builder();
  Location loc = function.loc();
  std::optional<int64_t> known = size.constant();
  lanes = lanesFor(size, lanes);
  bool isExact = known && *known % lanes == 0;
  auto vectors = [&] {
    Value last = isExact ? Value() : arith::SubIOp::create(b, loc, end, function.constant(lanes)).getResult();
    function.loop(begin, end, lanes, [&](OpBuilder &inner, Value i) {
      Value first = isExact ? i : arith::MinSIOp::create(inner, loc, i, last).getResult();
      body(inner, first, lanes);
    });
  };
  if (known || lanes == 1) {
    return vectors();
  }
  Value length = arith::SubIOp::create(b, loc, end, begin);
  Value isLong = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, length, function.constant(lanes));
  auto conditional = scf::IfOp::create(b, loc, isLong, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  vectors();
  b.setInsertionPointToStart(conditional.elseBlock());
  function.loop(begin, end, 1, [&](OpBuilder &inner, Value i) { body(inner, i, 1); });
}

Place tile::mergeDims(ArrayRef<SymExpr> shape, const llvm::BitVector &cuts) {
  Place groups;
  bool onlyOnes = true; // the open group has nothing but dimensions of size 1
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    bool isOne = shape[dim].isConstant(1);
    bool joins = !groups.empty() && (!cuts.test(dim) || isOne || onlyOnes);
    if (joins) {
      ++groups.back().count;
    } else {
      groups.push_back({dim, 1, {}});
      onlyOnes = true;
    }
    onlyOnes &= isOne;
  }
  if (groups.empty()) {
    groups.push_back({0, 0, {}});
  }
  return groups;
}

Place tile::placeOfUnit(KernelFunction &function, OpBuilder &builder, ArrayRef<Group> groups,
                        ArrayRef<SymExpr> shape, Value unit) {
  IndexMath math(function, builder, 1);
  Place place(groups);
  for (unsigned i = place.size(); i-- > 0;) {
    if (i == 0) {
      place[i].index = {unit, false};
      break;
    }
    Value size = math.size(product(shape.slice(place[i].first, place[i].count)));
    place[i].index = {math.remainder(unit, size), false};
    unit = math.divide(unit, size);
  }
  return place;
}
