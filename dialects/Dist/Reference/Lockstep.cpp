//===- Lockstep.cpp - a partitioned program on all ranks at once ----------===//

#include "dialects/Dist/Reference/Lockstep.h"
#include "dialects/Graph/Reference/Cells.h"
#include "dialects/Graph/Reference/Combine.h"
#include "dialects/Graph/Reference/Walk.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace heddle;
using namespace heddle::reference;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Tensor reference::blockOf(const Tensor &whole, dist::LayoutAttr layout, dist::MeshOp mesh, int64_t rank) {
  SmallVector<int64_t> shape(whole.shape()), strides = rowMajorStrides(whole.shape());
  int64_t offset = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    ArrayRef<StringAttr> axes = layout.axesOf(dim);
    size /= mesh.groupSize(axes);
    offset += mesh.numberInGroup(rank, axes) * size * strides[dim];
  }
  return gatherStrided(whole, offset, strides, shape);
}

/// Rows [number * count, (number + 1) * count) along dimension 0.
static ArrayRef<char> rowBlock(const Tensor &tensor, int64_t number, int64_t blocks) {
  size_t bytes = tensor.bytes().size() / blocks;
  return tensor.bytes().slice(number * bytes, bytes);
}

/// The byte blocks one behind the other.
static Tensor join(ElementKind kind, ArrayRef<int64_t> shape, ArrayRef<ArrayRef<char>> blocks) {
  Tensor tensor(kind, shape);
  MutableArrayRef<char> to = tensor.mutableBytes();
  for (ArrayRef<char> block : blocks) {
    llvm::copy(block, to.begin());
    to = to.drop_front(block.size());
  }
  return tensor;
}

/// The tensors combined in order. Floats that are narrower than f64 are kept in f32.
static Tensor combineAll(graph::Combiner combiner, ArrayRef<Tensor> terms) {
  ElementKind kind = terms.front().kind();
  bool keepsSingle = isFloat(kind) && kind != ElementKind::F64;
  std::vector<Cell> sum = loadAll(terms.front());
  for (const Tensor &term : terms.drop_front()) {
    std::vector<Cell> cells = loadAll(term);
    for (size_t i = 0; i < sum.size(); ++i) {
      sum[i] = combine(combiner, kind, sum[i], cells[i]);
      if (keepsSingle) {
        sum[i].f = static_cast<float>(sum[i].f);
      }
    }
  }
  return storeAll(kind, terms.front().shape(), sum);
}

//===----------------------------------------------------------------------===//
// Collectives: `group` has the operands by number in the group, `own` is the number of the rank
//===----------------------------------------------------------------------===//

static Tensor evaluateFor(Operation *op, ArrayRef<Tensor> group, int64_t own) {
  const int64_t ranks = static_cast<int64_t>(group.size());
  const ElementKind kind = group.front().kind();
  return llvm::TypeSwitch<Operation *, Tensor>(op)
      .Case([&](dist::AllReduceOp reduce) { return combineAll(reduce.getCombiner(), group); })
      .Case([&](dist::ReduceScatterOp reduce) {
        Tensor sum = combineAll(reduce.getCombiner(), group);
        SmallVector<int64_t> shape(sum.shape());
        shape.front() /= ranks;
        return join(kind, shape, rowBlock(sum, own, ranks));
      })
      .Case([&](dist::AllGatherOp) {
        SmallVector<int64_t> shape(group.front().shape());
        shape.front() *= ranks;
        return join(kind, shape, llvm::map_to_vector(group, [](const Tensor &t) { return t.bytes(); }));
      })
      .Case([&](dist::AllToAllOp) {
        return join(kind, group.front().shape(),
                    llvm::map_to_vector(group, [&](const Tensor &t) { return rowBlock(t, own, ranks); }));
      })
      .Case([&](dist::PermuteOp permute) {
        for (auto [source, target] : llvm::zip(permute.getSources(), permute.getTargets())) {
          if (target == own) {
            return group[source];
          }
        }
        return Tensor(kind, group.front().shape());
      });
}

/// Bytes that a rank sends: see passes/Shard/Planner.h.
static int64_t wireBytes(Operation *op, int64_t bytesIn, int64_t bytesOut, int64_t ranks) {
  int64_t bytes = std::max(bytesIn, bytesOut);
  return isa<dist::PermuteOp>(op)     ? bytes
         : isa<dist::AllReduceOp>(op) ? 2 * bytes * (ranks - 1) / ranks
                                      : bytes * (ranks - 1) / ranks;
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

namespace {
class Lockstep {
public:
  Lockstep(ModuleOp module, dist::MeshOp mesh, Traffic *traffic)
      : mesh(mesh), traffic(traffic), interpreters(mesh.numRanks(), Interpreter(module)),
        values(mesh.numRanks()) {}

  FailureOr<SmallVector<RankTensors>> run(FunctionOpInterface function, ArrayRef<RankTensors> inputs);

private:
  LogicalResult runOp(Operation *op);
  LogicalResult runCollective(Operation *op);
  int64_t numRanks() const { return static_cast<int64_t>(values.size()); }

  dist::MeshOp mesh;
  Traffic *traffic;
  std::vector<Interpreter> interpreters;
  std::vector<Interpreter::Values> values;
};
} // namespace

LogicalResult Lockstep::runCollective(Operation *op) {
  auto attr = op->getAttrOfType<ArrayAttr>("axes");
  SmallVector<StringAttr> axes = dist::axisList(attr);
  Value operand = op->getOperand(0);
  SmallVector<Tensor> results;
  for (int64_t rank = 0; rank < numRanks(); ++rank) {
    SmallVector<Tensor> group = llvm::map_to_vector(
        mesh.groupOf(rank, axes), [&](int64_t member) { return values[member].lookup(operand); });
    results.push_back(evaluateFor(op, group, mesh.numberInGroup(rank, axes)));
  }
  if (traffic) {
    std::string name = (op->getName().getStringRef() + " [").str();
    llvm::interleave(axes, [&](StringAttr axis) { name += axis.getValue(); }, [&] { name += ", "; });
    name += "]";
    TrafficCount &count = (*traffic)[name];
    ++count.calls;
    count.wireBytes += wireBytes(op, values[0].lookup(operand).bytes().size(), results[0].bytes().size(),
                                 mesh.groupSize(axes));
  }
  for (int64_t rank = 0; rank < numRanks(); ++rank) {
    if (failed(interpreters[rank].bindResults(op, results[rank], values[rank]))) {
      return failure();
    }
  }
  return success();
}

LogicalResult Lockstep::runOp(Operation *op) {
  if (dist::isCollective(op)) {
    return runCollective(op);
  }
  for (int64_t rank = 0; rank < numRanks(); ++rank) {
    Interpreter &interpreter = interpreters[rank];
    LogicalResult done = success();
    if (auto coord = dyn_cast<dist::CoordOp>(op)) {
      int64_t number = mesh.numberInGroup(rank, dist::axisList(coord.getAxes()));
      done = interpreter.bindResults(op, Tensor::scalar(number), values[rank]);
    } else if (auto block = dyn_cast<dist::BlockOp>(op)) {
      Tensor part = blockOf(values[rank].lookup(block.getInput()), block.getLayout(), mesh, rank);
      done = interpreter.bindResults(op, part, values[rank]);
    } else {
      done = interpreter.step(op, values[rank]);
    }
    if (failed(done)) {
      return failure();
    }
  }
  return success();
}

FailureOr<SmallVector<RankTensors>> Lockstep::run(FunctionOpInterface function,
                                                  ArrayRef<RankTensors> inputs) {
  for (int64_t rank = 0; rank < numRanks(); ++rank) {
    SmallVector<Tensor> own = llvm::map_to_vector(inputs, [&](const RankTensors &all) { return all[rank]; });
    if (failed(interpreters[rank].begin(function, own, values[rank]))) {
      return failure();
    }
  }
  Block &body = function.getFunctionBody().front();
  for (Operation &op : body.without_terminator()) {
    if (failed(runOp(&op))) {
      return failure();
    }
  }
  return llvm::map_to_vector(body.getTerminator()->getOperands(), [&](Value result) {
    RankTensors tensors;
    for (const Interpreter::Values &own : values) {
      tensors.push_back(own.lookup(result));
    }
    return tensors;
  });
}

FailureOr<SmallVector<RankTensors>> reference::runLockstep(ModuleOp module, FunctionOpInterface function,
                                                           ArrayRef<RankTensors> inputs, Traffic *traffic) {
  dist::MeshOp mesh = dist::MeshOp::of(function);
  if (!mesh) {
    return module.emitError("has no dist.mesh, which says how many ranks run it");
  }
  return Lockstep(module, mesh, traffic).run(function, inputs);
}
