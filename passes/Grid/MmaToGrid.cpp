//===- MmaToGrid.cpp - contractions on tensor cores -----------------------===//
//
// Operands of f16 or bf16, sums of f32. Tiles of several steps of depth are in flight: while the warps
// multiply one, the elements of a later one are on their way to shared memory. They travel in chunks of 8
// elements (16 bytes): by `cp.async`, which needs no registers, where chunks are contiguous and aligned in
// memory, otherwise element by element.
//
// A warp reads its operands with `ldmatrix`, 8 rows of one chunk each at a time. So that these meet different
// banks, chunk c of row r is stored in place c ^ s(r) of the row (a swizzle). Example: rows of 4 chunks (64
// bytes), two to 128 bytes of banks. Rows 0 to 7 have s = 0, 0, 1, 1, 2, 2, 3, 3, and chunk 0 lies in places
// 0, 4, 1, 5, 2, 6, 3, 7 of the 8 that the banks hold.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Grid/BlockContract.h"
#include "passes/Grid/Lower.h"
#include "passes/Tile/ElementCast.h"

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

/// Elements of a chunk, and their bytes.
static constexpr int64_t kChunk = 8, kChunkBytes = 16;
/// Elements between the rows of sums beyond the columns: 8 rows that a warp stores at once meet 32 banks.
static constexpr int64_t kPad = 8;

namespace {
/// One operand's tile in shared memory: `lines` rows of depth (lhs: rows; rhs: depths), `chunks` chunks each.
struct SharedTile {
  const ContractTensor *operand;
  int64_t lines, chunks;
  int64_t start; ///< bytes from the start of a stage
  bool isDirect; ///< chunks are contiguous and aligned in memory
  int64_t bytes() const { return lines * chunks * kChunkBytes; }
};

class MmaToGrid : BlockContract {
public:
  MmaToGrid(kernel::FuncOp kernel, const ContractProblem &problem)
      : BlockContract(kernel, problem), warpRows(grid.getPart()[0]), warpColumns(grid.getPart()[1]),
        stages(grid.getStages()), lhs{&problem.lhs, rows, depth / kChunk, 0, false},
        rhs{&problem.rhs, depth, columns / kChunk, lhs.bytes(), false} {}
  LogicalResult run();

private:
  bool isDirect(const ContractTensor &operand, std::optional<unsigned> along);

  // Bringing a step to shared memory.
  void fillStage(Value stage, Value start);
  void fillTile(const SharedTile &tile, Value stage, Value start);
  void fillChunk(const SharedTile &tile, Value stage, Value start, Value line, Value chunk);
  Value place(const SharedTile &tile, Value line, Value chunk);
  Value gatherChunk(const SharedTile &tile, Value start, Value line, Value chunk);
  Value placeChunk(const SharedTile &tile, Value start, Value line, Value chunk);

  // Multiplying.
  Values multiplyStage(Value stage, ValueRange sums);
  Values loadMatrices(const SharedTile &tile, Value stage, Value line, Value chunk, bool isTransposed);
  Value multiply(ArrayRef<Value> x, ArrayRef<Value> y, Value sum);
  void storeSums(ValueRange sums);

  Type elementType() const { return problem.lhs.elementType(); }
  Value stageAddress(Value stage) {
    return addressAt(b, loc, shared, b.getI8Type(), mul(stage, f.constant(lhs.bytes() + rhs.bytes())));
  }
  Value warp() { return div(thread, kWarp); }
  Value lane() { return rem(thread, kWarp); }
  Value warpRow() { return mul(div(warp(), columns / warpColumns), f.constant(warpRows)); }
  Value warpColumn() { return mul(rem(warp(), columns / warpColumns), f.constant(warpColumns)); }

  int64_t warpRows, warpColumns, stages;
  SharedTile lhs, rhs;
};
} // namespace

//===----------------------------------------------------------------------===//
// To shared memory
//===----------------------------------------------------------------------===//

/// Whether chunks along factor `along` of an operand are contiguous in memory and start at multiples of 16
/// bytes, whatever the other factors are.
bool MmaToGrid::isDirect(const ContractTensor &operand, std::optional<unsigned> along) {
  if (!along || !ContractProblem::isPlain(operand)) {
    return false;
  }
  if (kernel::PanelsAttr panels = panelsOf(operand.value)) {
    return operand.dimOf(*along) && panels.getColumns().size() == 1 &&
           panels.getColumns()[0] == *operand.dimOf(*along) && panels.getWidth() % kChunk == 0 &&
           panels.getGroup() == 1;
  }
  auto isMultiple = [](const SymExpr &size) { return size.constant() && *size.constant() % kChunk == 0; };
  if ((&operand == &problem.lhs && !problem.checkedDims.empty()) ||
      !isMultiple(operand.offset(problem.nest)) || !operand.stride(*along, problem.nest).isConstant(1) ||
      !isMultiple(problem.size(*along))) {
    return false;
  }
  for (unsigned factor = 0; factor < problem.nest.factors.size(); ++factor) {
    if (factor != *along && !isMultiple(operand.stride(factor, problem.nest))) {
      return false;
    }
  }
  return true;
}

/// Byte offset in a stage of a chunk of a line; see the head of this file.
Value MmaToGrid::place(const SharedTile &tile, Value line, Value chunk) {
  int64_t linesPerBanks = std::max<int64_t>(8 / tile.chunks, 1), places = std::min<int64_t>(tile.chunks, 8);
  Value swizzle = rem(div(line, linesPerBanks), places);
  Value at = b.createOrFold<arith::XOrIOp>(loc, chunk, swizzle);
  Value number = add(mul(line, f.constant(tile.chunks)), at);
  return add(mul(number, f.constant(kChunkBytes)), f.constant(tile.start));
}

/// Makes the first element of a chunk the current place; gives whether it is inside the problem.
Value MmaToGrid::placeChunk(const SharedTile &tile, Value start, Value line, Value chunk) {
  Value element = mul(chunk, f.constant(kChunk));
  if (&tile == &lhs) {
    Value row = add(firstRow, line), at = add(start, element);
    placeLhs(row, at);
    return lhsInside(row, at);
  }
  Value at = add(start, line), column = add(firstColumn, element);
  placeRhs(at, column);
  return rhsInside(at, column);
}

/// The chunk's elements one by one, as they are stored.
Value MmaToGrid::gatherChunk(const SharedTile &tile, Value start, Value line, Value chunk) {
  Values elements;
  Value first = mul(chunk, f.constant(kChunk));
  for (int64_t i = 0; i < kChunk; ++i) {
    Value offset = add(first, f.constant(i)), inside;
    if (&tile == &lhs) {
      Value row = add(firstRow, line), at = add(start, offset);
      placeLhs(row, at);
      inside = lhsInside(row, at);
    } else {
      Value at = add(start, line), column = add(firstColumn, offset);
      placeRhs(at, column);
      inside = rhsInside(at, column);
    }
    elements.push_back(toStorage(b, loc, loadOperand(*tile.operand, inside), elementType()));
  }
  auto type = VectorType::get({kChunk}, elements[0].getType());
  return vector::FromElementsOp::create(b, loc, type, elements);
}

void MmaToGrid::fillChunk(const SharedTile &tile, Value stage, Value start, Value line, Value chunk) {
  Value target = addressAt(b, loc, stage, b.getI8Type(), place(tile, line, chunk));
  if (!tile.isDirect) {
    return storeTo(b, loc, gatherChunk(tile, start, line, chunk), target);
  }
  Value inside = placeChunk(tile, start, line, chunk);
  Type stored = storageType(elementType());
  Value source = addressAt(b, loc, f.pointer(tile.operand->value), stored, offsetOf(*tile.operand));
  source = LLVM::AddrSpaceCastOp::create(b, loc, LLVM::LLVMPointerType::get(b.getContext(), 1), source);
  auto bytes = [&](int64_t count) -> Value { return arith::ConstantIntOp::create(b, loc, count, 32); };
  // Of what is outside no byte is read, and zeros are written.
  Value wanted = arith::SelectOp::create(b, loc, inside, bytes(kChunkBytes), bytes(0));
  NVVM::CpAsyncOp::create(b, loc, target, source, kChunkBytes, NVVM::LoadCacheModifierKind::CG, wanted);
}

void MmaToGrid::fillTile(const SharedTile &tile, Value stage, Value start) {
  int64_t count = tile.lines * tile.chunks;
  f.loop(thread, f.constant(count), threads, [&](OpBuilder &, Value number) {
    fillChunk(tile, stage, start, div(number, tile.chunks), rem(number, tile.chunks));
  });
}

/// Sets off the elements of the step of depth from `start` on, as one group.
void MmaToGrid::fillStage(Value stage, Value start) {
  Value address = stageAddress(stage);
  fillTile(lhs, address, start);
  fillTile(rhs, address, start);
  NVVM::CpAsyncCommitGroupOp::create(b, loc);
}

//===----------------------------------------------------------------------===//
// Multiplying
//===----------------------------------------------------------------------===//

/// Four matrices of 8 x 8 as four registers: lines `line` to + 15 of the chunk and the next; lane l names
/// line l % 16 of chunk l / 16.
MmaToGrid::Values MmaToGrid::loadMatrices(const SharedTile &tile, Value stage, Value line, Value chunk,
                                          bool isTransposed) {
  Value mine = add(line, rem(lane(), 16)), at = add(chunk, div(lane(), 16));
  Value address = addressAt(b, loc, stage, b.getI8Type(), place(tile, mine, at));
  MLIRContext *context = b.getContext();
  auto type = LLVM::LLVMStructType::getLiteral(context, SmallVector<Type>(4, b.getI32Type()));
  auto layout = isTransposed ? NVVM::MMALayout::col : NVVM::MMALayout::row;
  Value loaded =
      NVVM::LdMatrixOp::create(b, loc, type, address, 4, layout,
                               NVVM::LdStMatrixShapeAttr::get(context, 8, 8), NVVM::LdStMatrixEltType::B16);
  Values registers;
  for (int64_t i = 0; i < 4; ++i) {
    Value word = LLVM::ExtractValueOp::create(b, loc, loaded, i);
    if (elementType().isF16()) {
      word = LLVM::BitcastOp::create(b, loc, VectorType::get({2}, b.getF16Type()), word);
    }
    registers.push_back(word);
  }
  return registers;
}

Value MmaToGrid::multiply(ArrayRef<Value> x, ArrayRef<Value> y, Value sum) {
  Values parts;
  for (int64_t i = 0; i < 4; ++i) {
    parts.push_back(LLVM::ExtractValueOp::create(b, loc, sum, i));
  }
  auto type = elementType().isF16() ? NVVM::MMATypes::f16 : NVVM::MMATypes::bf16;
  return NVVM::MmaOp::create(b, loc, sum.getType(), x, y, parts, ArrayRef<int64_t>{16, 8, 16}, std::nullopt,
                             std::nullopt, std::array{type, type},
                             std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
}

/// All products of the stage. Sums of a warp: for each 16 rows and 8 columns a structure of four.
MmaToGrid::Values MmaToGrid::multiplyStage(Value stage, ValueRange sums) {
  Values next(sums);
  Value address = stageAddress(stage), firstLine = warpRow(), firstChunk = div(warpColumn(), kChunk);
  int64_t tilesAcross = warpColumns / 8;
  for (int64_t k = 0; k < depth; k += 16) {
    SmallVector<Values> x, y;
    for (int64_t m = 0; m < warpRows; m += 16) {
      x.push_back(loadMatrices(lhs, address, add(firstLine, f.constant(m)), f.constant(k / kChunk),
                               /*isTransposed=*/false));
    }
    for (int64_t n = 0; n < warpColumns; n += 16) {
      Values both = loadMatrices(rhs, address, f.constant(k), add(firstChunk, f.constant(n / kChunk)),
                                 /*isTransposed=*/true);
      y.push_back({both[0], both[1]});
      y.push_back({both[2], both[3]});
    }
    for (size_t i = 0; i < x.size(); ++i) {
      for (int64_t j = 0; j < tilesAcross; ++j) {
        Value &sum = next[i * tilesAcross + j];
        sum = multiply(x[i], y[j], sum);
      }
    }
  }
  return next;
}

/// Lane l has columns 2 * (l % 4) and the next of rows l / 4 and l / 4 + 8 of each tile of 16 x 8.
void MmaToGrid::storeSums(ValueRange sums) {
  int64_t tilesAcross = warpColumns / 8, pitch = columns + kPad;
  Value row = add(warpRow(), div(lane(), 4)), column = add(warpColumn(), mul(rem(lane(), 4), f.constant(2)));
  for (auto [number, sum] : llvm::enumerate(sums)) {
    int64_t m = number / tilesAcross * 16, n = number % tilesAcross * 8;
    for (int64_t half = 0; half < 2; ++half) {
      Values pair;
      for (int64_t i = 0; i < 2; ++i) {
        pair.push_back(LLVM::ExtractValueOp::create(b, loc, sum, 2 * half + i));
      }
      Value line = add(row, f.constant(m + 8 * half));
      Value at = add(mul(line, f.constant(pitch)), add(column, f.constant(n)));
      storeTo(b, loc, vector::FromElementsOp::create(b, loc, VectorType::get({2}, sumType), pair),
              addressAt(b, loc, shared, sumType, at));
    }
  }
}

LogicalResult MmaToGrid::run() {
  lhs.isDirect = isDirect(problem.lhs, problem.depth.empty() ? std::nullopt
                                                             : std::optional<unsigned>(problem.depth.back()));
  rhs.isDirect = isDirect(problem.rhs, problem.column);
  begin(std::max(stages * (lhs.bytes() + rhs.bytes()), rows * (columns + kPad) * sumBytes()));
  for (int64_t s = 0; s + 1 < stages; ++s) {
    fillStage(f.constant(s), f.constant(s * depth));
  }
  auto sumsType = LLVM::LLVMStructType::getLiteral(b.getContext(), SmallVector<Type>(4, sumType));
  Value none = LLVM::ZeroOp::create(f.entryBuilder(), loc, sumsType);
  Values carried = {f.constant(0)}; // the stage to multiply, then the sums
  carried.append(warpRows / 16 * (warpColumns / 8), none);
  carried = f.loop(f.constant(0), f.size(problem.numDepth()), depth, carried,
                   [&](OpBuilder &, Value start, ValueRange values) {
                     NVVM::CpAsyncWaitGroupOp::create(b, loc, stages - 2);
                     blockBarrier(b, loc); // everyone's part has arrived; the stage before has been read
                     Value stage = values[0];
                     Value ahead = rem(add(stage, f.constant(stages - 1)), stages);
                     fillStage(ahead, add(start, f.constant((stages - 1) * depth)));
                     Values next = {rem(add(stage, f.constant(1)), stages)};
                     llvm::append_range(next, multiplyStage(stage, values.drop_front()));
                     return next;
                   });
  NVVM::CpAsyncWaitGroupOp::create(b, loc, 0);
  blockBarrier(b, loc);
  storeSums(ArrayRef(carried).drop_front());
  blockBarrier(b, loc);
  storeResults(columns + kPad);
  return finish();
}

LogicalResult grid::lowerMma(kernel::FuncOp kernel, const ContractProblem &problem) {
  return MmaToGrid(kernel, problem).run();
}
