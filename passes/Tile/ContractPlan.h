//===- ContractPlan.h - what follows from problem and schedule --*- C++ -*-===//
//
// A plan says how the register-tile code sees its operands: where rows and panels lie, which loops make up
// the depth, what is copied to scratch memory first. It is computed before any code is made, since the size
// of the scratch memory is part of the function's signature.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_CONTRACTPLAN_H
#define PASSES_TILE_CONTRACTPLAN_H

#include "passes/Tile/ContractProblem.h"

namespace heddle::tile {

/// How the tile code reads an operand. `Staged`: it is brought into scratch memory first, lhs in the type
/// in which it is multiplied as [rows of the block, depth], rhs in accumulator type as one panel [depth,
/// width].
enum class OperandMode { InPlace, Packed, Staged };

/// What happens to finished sums. `Registers`: the element-wise ops are emitted for each accumulator.
/// `Vectors`: the tile is stored to scratch memory and a loop over its vectors holds the ops once.
/// `Elements`: the same, one element at a time, where the result is not contiguous along columns.
enum class EpilogueMode { Registers, Vectors, Elements };

/// A loop of depth: distances in elements as the tile code sees them. Merged loops have several factors. The
/// innermost counts groups of a dot product.
struct DepthLoop {
  SmallVector<unsigned> factors; // outermost first
  SymExpr size, lhsStride, rhsStride;
};

inline constexpr int64_t kLineBytes = 64;

/// Offsets in scratch memory, in bytes.
struct ContractScratch {
  SymExpr zeros, lhs, rhs, sums, bytes;
};

struct ContractPlan {
  int64_t rows, vectors, lanes; // register tile
  int64_t rowBlock;             // rows of a unit of work, a multiple of `rows`
  int64_t depthBlock;           // steps of the innermost loop; 0: depth is not split
  int64_t unroll;               // steps of depth in a trip of the innermost loop, for each chain of sums
  int64_t panelsPerUnit;
  bool weightsInner;
  Type sumType;
  DotProduct dot; // used only if rhs is packed for it
  Type lhsType;   // of lhs in scratch memory
  OperandMode lhsMode, rhsMode;
  EpilogueMode epilogue;
  /// The loops of depth outside the innermost, and that one.
  SmallVector<DepthLoop> positions;
  DepthLoop inner;
  /// First and number of the result's dimensions that are exactly the rows, in order; nothing if there are
  /// none such.
  std::optional<std::pair<unsigned, unsigned>> rowDims;
  /// Whether the tile code asks for the next tile's rows, the next panel, or the lines that it will write,
  /// while it works on a tile.
  bool prefetchesRows, prefetchesPanels, prefetchesResults;
  bool hasTailColumns; // some panel may be only partly inside the result
  ContractScratch scratch;

  int64_t width() const { return vectors * lanes; }
  VectorType vectorType() const { return VectorType::get({lanes}, sumType); }
  bool splitsDepth() const { return depthBlock != 0; }
  /// Steps of depth: groups of a dot product, else single elements.
  SymExpr numSteps(const ContractProblem &problem) const {
    return dot.isUsed() ? SymExpr::ceilDiv(problem.numDepth(), dot.group) : problem.numDepth();
  }
  /// Elements of a row of lhs in scratch memory.
  SymExpr rowPitch(const ContractProblem &problem) const { return numSteps(problem) * dot.group; }
  /// Bytes of the next panel that a tile asks for in a step: a line, or the step's where they are fewer.
  int64_t prefetchedBytes(Type rhsType) const {
    return std::min<int64_t>(kLineBytes, width() * dot.group * rhsType.getIntOrFloatBitWidth() / 8);
  }
  /// Whether rows of lhs may lie outside the tensor when read in place.
  bool needsZeros(const ContractProblem &problem) const {
    return lhsMode == OperandMode::InPlace && !problem.checkedDims.empty();
  }

  /// The plan for a kernel with that schedule whose rhs is stored in `panels`; null: not in panels.
  static ContractPlan make(const ContractProblem &problem, kernel::FuncOp kernel,
                           kernel::ScheduleAttr schedule, kernel::PanelsAttr panels);
};

} // namespace heddle::tile

#endif // PASSES_TILE_CONTRACTPLAN_H
