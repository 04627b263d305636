//===- Planner.cpp - from one layout to another by collectives ------------===//

#include "passes/Shard/Planner.h"
#include "llvm/Support/MathExtras.h"
#include <queue>
#include <set>

using namespace heddle;
using namespace heddle::shard;

/// Time of a round of empty messages and of one byte: of a local network, both guesses. Only their ratio
/// decides.
static constexpr double kSecondsPerRound = 5e-6, kSecondsPerByte = 1 / 5e9;
/// Keeps plans short where all else is equal.
static constexpr double kSecondsPerStep = 1e-9;
/// Extent taken for a size that only a run knows.
static constexpr int64_t kOpenSize = 128;

/// Bytes that a rank sends.
static int64_t wireBytes(StepKind kind, int64_t ranks, int64_t bytes) {
  switch (kind) {
  case StepKind::Slice:
    return 0;
  case StepKind::Permute:
    return bytes;
  case StepKind::AllReduce:
    return 2 * bytes * (ranks - 1) / ranks;
  case StepKind::AllGather:
  case StepKind::AllToAll:
  case StepKind::ReduceScatter:
    return bytes * (ranks - 1) / ranks;
  }
  llvm_unreachable("six kinds");
}

/// Rounds of messages, each of which waits for the one before: those of a tree. With those of a ring, one
/// collective over two axes would look slower than two.
static int64_t rounds(StepKind kind, int64_t ranks) {
  switch (kind) {
  case StepKind::Slice:
    return 0;
  case StepKind::Permute:
    return 1;
  case StepKind::AllReduce:
    return 2 * llvm::Log2_64_Ceil(ranks);
  default:
    return llvm::Log2_64_Ceil(ranks);
  }
}

/// One search from a layout to another.
struct Planner::Search {
  const Mesh &mesh;
  ArrayRef<int64_t> shape;
  int64_t elementBytes;
  const Layout &goal;
  SmallVector<size_t> kept; // per dimension, how many leading axes stay

  using Visit = llvm::function_ref<void(Step)>;

  int64_t blockBytes(const Layout &layout) const {
    int64_t bytes = elementBytes;
    for (auto [size, axes] : llvm::zip(shape, layout.dims)) {
      bytes *= size / mesh.groupSize(axes);
    }
    return bytes;
  }

  bool fits(const Layout &layout) const {
    return llvm::all_of(llvm::enumerate(shape), [&](auto size) {
      return size.value() % mesh.groupSize(layout.dims[size.index()]) == 0;
    });
  }

  /// Keeps what is where it is wanted, and what is wanted pending.
  bool staysOnCourse(const Layout &layout) const {
    for (auto [axes, wanted, count] : llvm::zip(layout.dims, goal.dims, kept)) {
      if (axes.size() < count || !std::equal(wanted.begin(), wanted.begin() + count, axes.begin())) {
        return false;
      }
    }
    return llvm::all_of(goal.sum, [&](Axis axis) { return llvm::is_contained(layout.sum, axis); });
  }

  void offer(StepKind kind, ArrayRef<Axis> axes, unsigned dim, unsigned to, const Layout &from, Layout next,
             Visit visit) const {
    if (!fits(next) || !staysOnCourse(next)) {
      return;
    }
    int64_t bytes = std::max(blockBytes(from), blockBytes(next));
    visit({kind, Axes(axes), dim, to, std::move(next), wireBytes(kind, mesh.groupSize(axes), bytes)});
  }

  /// Every layout that one step reaches.
  void forEachStep(const Layout &from, Visit visit) const {
    offerReductions(from, visit);
    offerSlices(from, visit);
    offerGathers(from, visit);
    offerPermutes(from, visit);
  }

  void offerReductions(const Layout &from, Visit visit) const {
    for (Axis axis : from.sum) {
      Layout next = from;
      llvm::erase(next.sum, axis);
      offer(StepKind::AllReduce, axis, 0, 0, from, next, visit);
      for (unsigned dim = 0; dim < shape.size(); ++dim) {
        Layout scattered = next;
        scattered.dims[dim].push_back(axis);
        offer(StepKind::ReduceScatter, axis, dim, 0, from, scattered, visit);
      }
    }
    if (from.sum.size() > 1) {
      offer(StepKind::AllReduce, from.sum, 0, 0, from, from.settled(), visit);
    }
  }

  void offerSlices(const Layout &from, Visit visit) const {
    Axes used = from.usedAxes();
    for (Axis axis = 0; axis < mesh.numAxes(); ++axis) {
      for (unsigned dim = 0; dim < shape.size() && !llvm::is_contained(used, axis); ++dim) {
        Layout next = from;
        next.dims[dim].push_back(axis);
        offer(StepKind::Slice, axis, dim, 0, from, next, visit);
      }
    }
  }

  void offerGathers(const Layout &from, Visit visit) const {
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      ArrayRef<Axis> axes = from.dims[dim];
      for (size_t count = 1; count <= axes.size(); ++count) {
        Layout next = from;
        next.dims[dim].truncate(axes.size() - count);
        offer(StepKind::AllGather, axes.take_back(count), dim, 0, from, next, visit);
      }
      for (unsigned to = 0; to < shape.size() && !axes.empty(); ++to) {
        if (to != dim) {
          Layout next = from;
          next.dims[dim].pop_back();
          next.dims[to].push_back(axes.back());
          offer(StepKind::AllToAll, axes.back(), dim, to, from, next, visit);
        }
      }
    }
  }

  /// Blocks of the same shape on other ranks: an axis replaced by a free one of its size, two of one size
  /// swapped, or the order within a dimension changed.
  void offerPermutes(const Layout &from, Visit visit) const {
    Axes used = from.usedAxes();
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      for (unsigned place = 0; place < from.dims[dim].size(); ++place) {
        Axis old = from.dims[dim][place];
        for (Axis axis = 0; axis < mesh.numAxes(); ++axis) {
          if (!llvm::is_contained(used, axis) && mesh.sizeOf(axis) == mesh.sizeOf(old)) {
            Layout next = from;
            next.dims[dim][place] = axis;
            offer(StepKind::Permute, {old, axis}, 0, 0, from, next, visit);
          }
        }
        offerSwaps(from, dim, place, visit);
      }
    }
  }

  void offerSwaps(const Layout &from, unsigned dim, unsigned place, Visit visit) const {
    Axis first = from.dims[dim][place];
    for (unsigned other = dim; other < shape.size(); ++other) {
      for (unsigned at = other == dim ? place + 1 : 0; at < from.dims[other].size(); ++at) {
        Axis second = from.dims[other][at];
        if (other == dim || mesh.sizeOf(first) == mesh.sizeOf(second)) {
          Layout next = from;
          std::swap(next.dims[dim][place], next.dims[other][at]);
          offer(StepKind::Permute, {first, second}, 0, 0, from, next, visit);
        }
      }
    }
  }

  double secondsOf(const Step &step) const {
    return static_cast<double>(rounds(step.kind, mesh.groupSize(step.axes))) * kSecondsPerRound +
           static_cast<double>(step.wireBytes) * kSecondsPerByte + kSecondsPerStep;
  }

  Plan run(const Layout &start) const;
};

namespace {
/// A layout reached, by which step from which entry.
struct Reached {
  double seconds;
  size_t number; // order of discovery: ties go to the first
  Layout layout;
  size_t before;
  std::optional<Step> step;
};
} // namespace

/// Dijkstra.
Plan Planner::Search::run(const Layout &start) const {
  std::vector<Reached> reached{{0, 0, start, 0, std::nullopt}};
  auto later = [&](size_t a, size_t b) {
    return std::tie(reached[a].seconds, reached[a].number) > std::tie(reached[b].seconds, reached[b].number);
  };
  std::priority_queue<size_t, std::vector<size_t>, decltype(later)> queue(later);
  queue.push(0);
  std::set<Layout> done;
  while (!queue.empty()) {
    size_t current = queue.top();
    queue.pop();
    Layout layout = reached[current].layout;
    if (layout == goal) {
      Plan plan{reached[current].seconds, {}};
      for (size_t at = current; reached[at].step; at = reached[at].before) {
        plan.steps.insert(plan.steps.begin(), *reached[at].step);
      }
      return plan;
    }
    if (!done.insert(layout).second) {
      continue;
    }
    double seconds = reached[current].seconds;
    forEachStep(layout, [&](Step step) {
      if (!done.count(step.layout)) {
        reached.push_back({seconds + secondsOf(step), reached.size(), step.layout, current, step});
        queue.push(reached.size() - 1);
      }
    });
  }
  llvm_unreachable("gathering everything and slicing leads anywhere");
}

const Plan &Planner::plan(ArrayRef<SymExpr> shape, int64_t elementBytes, const Layout &from,
                          const Layout &to) {
  SmallVector<int64_t> sizes;
  for (auto [size, a, b] : llvm::zip(shape, from.dims, to.dims)) {
    // An open size is split only where it is a multiple; the plan's course does not depend on how large it
    // is.
    sizes.push_back(size.constant().value_or(kOpenSize * mesh.groupSize(a) * mesh.groupSize(b)));
  }
  Key key(sizes, elementBytes, from, to);
  auto found = plans.find(key);
  if (found == plans.end()) {
    Search search{mesh, sizes, elementBytes, to, {}};
    for (auto [a, b] : llvm::zip(from.dims, to.dims)) {
      search.kept.push_back(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    }
    found = plans.try_emplace(key, search.run(from)).first;
  }
  return found->second;
}
