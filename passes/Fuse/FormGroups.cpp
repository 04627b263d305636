//===- FormGroups.cpp - decide which ops share a kernel -------------------===//
//
// A greedy grouping in rounds over each block. First what an earlier pass has decided, attentions, and the
// ops that a kernel cannot have two of: contractions and windows. They take the element-wise ops behind them
// (their results are still in registers). Then reductions: all those over the same dimensions that
// element-wise ops connect, so that a softmax or a normalisation is one kernel whatever primitives it was
// written in. Then the rest, consumers first: a producer joins the one group that uses it.
//
// A group may run as one step only if no path leaves it and comes back; `Grouper::isConvexWith` checks that
// on the graph whose nodes are the groups formed so far.
//
//===----------------------------------------------------------------------===//

#include "passes/Fuse/FusionRules.h"
#include "passes/Fuse/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace heddle::fuse {
#define GEN_PASS_DEF_FORMGROUPSPASS
#include "passes/Fuse/Passes.h.inc"
} // namespace heddle::fuse

using namespace heddle;
using namespace heddle::fuse;
using kernel::Anchor;

namespace {
/// Larger groups compile slowly and spill registers. A guess; GELU with bias and residual has 12.
constexpr size_t kMaxGroupSize = 48;

struct Group {
  Anchor anchor;
  Operation *anchorOp;
  SmallVector<unsigned> members; // numbers of ops in the block
};

class Grouper {
public:
  explicit Grouper(Block &block);
  void run();
  void annotate();

private:
  void formAttentions();
  void formAnchored(bool (*isAnchor)(Anchor));
  void formReductions();
  void formMaps();
  void absorbWeights(unsigned group);

  unsigned makeGroup(unsigned op, Anchor anchor);
  void absorbEpilogue(unsigned group);
  void join(unsigned op, unsigned group);
  bool isFree(Operation *op) const { return numberOf.count(op) && groupOf[numberOf.lookup(op)] < 0; }
  bool contains(unsigned group, Operation *op) const {
    auto found = numberOf.find(op);
    return found != numberOf.end() && groupOf[found->second] == static_cast<int>(group);
  }
  /// Whether the group with `op` added still has no path out and back in.
  bool isConvexWith(unsigned group, unsigned op);
  /// Adds consumers of the group's values for which `accepts` holds, in program order, until none is left.
  void absorbConsumers(unsigned group, llvm::function_ref<bool(Operation *)> accepts);
  /// Adds producers used by the group alone for which `accepts` holds. The operands of contractions and
  /// windows are not looked at.
  void absorbProducers(unsigned group, llvm::function_ref<bool(Operation *)> accepts);
  /// The group all users of `op` belong to, or nothing.
  std::optional<unsigned> onlyUserGroup(Operation *op) const;
  std::optional<unsigned> groupAtSamePlaces(Operation *op) const;
  bool mayInlineInto(Operation *producer, Operation *consumer) const;

  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> numberOf;
  std::vector<SmallVector<unsigned, 4>> dependencies; // ops of the block that an op needs
  std::vector<int> groupOf;                           // -1: none yet
  std::vector<Group> groups;
  std::vector<unsigned> opStamp, groupStamp; // visited marks of isConvexWith
  unsigned stamp = 0;
};
} // namespace

Grouper::Grouper(Block &block) {
  for (Operation &op : block) {
    numberOf[&op] = ops.size();
    ops.push_back(&op);
  }
  dependencies.resize(ops.size());
  groupOf.assign(ops.size(), -1);
  opStamp.assign(ops.size(), 0);
  forEachDependency(block, [&](Operation *op, Operation *needed) {
    dependencies[numberOf.lookup(op)].push_back(numberOf.lookup(needed));
  });
}

unsigned Grouper::makeGroup(unsigned op, Anchor anchor) {
  groups.push_back({anchor, ops[op], {}});
  groupStamp.push_back(0);
  join(op, groups.size() - 1);
  return groups.size() - 1;
}

void Grouper::join(unsigned op, unsigned group) {
  groupOf[op] = group;
  groups[group].members.push_back(op);
}

bool Grouper::isConvexWith(unsigned group, unsigned op) {
  ++stamp;
  SmallVector<unsigned> worklist;
  auto isInside = [&](unsigned other) { return other == op || groupOf[other] == static_cast<int>(group); };
  // Seeds: what the union needs from outside. Reaching the union again from there is a cycle.
  auto visit = [&](unsigned other) {
    if (opStamp[other] != stamp) {
      opStamp[other] = stamp;
      worklist.push_back(other);
    }
  };
  auto visitNeeds = [&](unsigned other, bool seed) {
    for (unsigned need : dependencies[other]) {
      if (isInside(need)) {
        if (!seed) {
          return false;
        }
      } else {
        visit(need);
      }
    }
    return true;
  };
  for (unsigned member : groups[group].members) {
    visitNeeds(member, /*seed=*/true);
  }
  visitNeeds(op, /*seed=*/true);
  while (!worklist.empty()) {
    unsigned current = worklist.pop_back_val();
    int other = groupOf[current];
    if (other < 0) {
      if (!visitNeeds(current, /*seed=*/false)) {
        return false;
      }
      continue;
    }
    if (groupStamp[other] == stamp) {
      continue;
    }
    groupStamp[other] = stamp;
    for (unsigned member : groups[other].members) {
      if (!visitNeeds(member, /*seed=*/false)) {
        return false;
      }
    }
  }
  return true;
}

/// The operands that give an op's result its sizes or starts are read from memory before the kernel runs.
static bool isReadBeforeLaunch(OpOperand &use) {
  auto sized = dyn_cast<graph::SizedOpInterface>(use.getOwner());
  return sized && sized.getSizeOperand() == use.get();
}

void Grouper::absorbConsumers(unsigned group, llvm::function_ref<bool(Operation *)> accepts) {
  for (size_t next = 0; next < groups[group].members.size(); ++next) {
    SmallVector<unsigned> users;
    for (OpOperand &use : ops[groups[group].members[next]]->getUses()) {
      if (isFree(use.getOwner()) && anchorOf(use.getOwner()) && !isReadBeforeLaunch(use)) {
        users.push_back(numberOf.lookup(use.getOwner()));
      }
    }
    llvm::sort(users);
    users.erase(llvm::unique(users), users.end());
    for (unsigned user : users) {
      if (groups[group].members.size() < kMaxGroupSize && groupOf[user] < 0 && accepts(ops[user]) &&
          isConvexWith(group, user)) {
        join(user, group);
      }
    }
  }
}

void Grouper::absorbProducers(unsigned group, llvm::function_ref<bool(Operation *)> accepts) {
  for (size_t next = 0; next < groups[group].members.size(); ++next) {
    Operation *member = ops[groups[group].members[next]];
    std::optional<Anchor> anchor = anchorOf(member);
    if (anchor == Anchor::Contract || anchor == Anchor::Window) {
      continue;
    }
    for (Value operand : member->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || !isFree(producer) || !anchorOf(producer) ||
          groups[group].members.size() >= kMaxGroupSize || !accepts(producer)) {
        continue;
      }
      // The result of a reduction is computed once, whoever reads it.
      bool repeated =
          !isa<graph::ReduceOp>(producer) && llvm::any_of(producer->getUsers(), [&](Operation *user) {
            return !contains(group, user) || !mayInlineInto(producer, user);
          });
      bool read = llvm::any_of(producer->getUses(), isReadBeforeLaunch);
      if (!repeated && !read && isConvexWith(group, numberOf.lookup(producer))) {
        join(numberOf.lookup(producer), group);
      }
    }
  }
}

bool Grouper::mayInlineInto(Operation *producer, Operation *consumer) const {
  bool movement = isInlineMovement(producer) || isElementLookUp(producer);
  if (!movement && !isElementwise(producer)) {
    return false;
  }
  // Consumers that read in an order of their own, or choose between sources, want their operands in memory.
  if (isa<graph::TransposeOp, graph::GatherOp, graph::GatherElementsOp, graph::GatherNdOp>(consumer) &&
      !isInlineMovement(consumer) && !isLookedUpBy(producer, consumer)) {
    return false;
  }
  return !repeatsWork(producer, consumer);
}

void Grouper::formAnchored(bool (*isAnchor)(Anchor)) {
  for (unsigned i = 0; i < ops.size(); ++i) {
    std::optional<Anchor> anchor = anchorOf(ops[i]);
    if (groupOf[i] >= 0 || !anchor || !isAnchor(*anchor)) {
      continue;
    }
    unsigned group = makeGroup(i, *anchor);
    if (*anchor == Anchor::Contract || *anchor == Anchor::Window) {
      absorbEpilogue(group);
      absorbProducers(group, [](Operation *op) { return isElementwise(op) || isInlineMovement(op); });
      absorbWeights(group);
    }
  }
}

/// Element-wise ops of the result's shape behind a group's anchor.
void Grouper::absorbEpilogue(unsigned group) {
  Value result = groups[group].anchorOp->getResult(0);
  absorbConsumers(
      group, [&](Operation *op) { return isElementwise(op) && haveEqualShapes(op->getResult(0), result); });
}

/// The last op of an attention is its anchor. What is inside is used inside alone, so no path comes back.
void Grouper::formAttentions() {
  llvm::MapVector<Attribute, SmallVector<unsigned>> attentions;
  for (unsigned i = 0; i < ops.size(); ++i) {
    if (Attribute number = ops[i]->removeAttr(kAttentionAttr)) {
      attentions[number].push_back(i);
    }
  }
  for (auto &[number, members] : attentions) {
    unsigned group = makeGroup(members.pop_back_val(), Anchor::Attention);
    for (unsigned member : members) {
      join(member, group);
    }
    absorbEpilogue(group);
    absorbProducers(group,
                    isInlineMovement); // a mask that stretches; cheap ops would be repeated for every head
  }
}

/// A conversion of the weights joins the contraction.
void Grouper::absorbWeights(unsigned group) {
  Operation *anchor = groups[group].anchorOp;
  Operation *weights = anchor->getNumOperands() == 2 ? anchor->getOperand(1).getDefiningOp() : nullptr;
  if (groups[group].anchor == Anchor::Contract && isWeightConversion(weights) && weights->hasOneUse() &&
      isFree(weights)) {
    join(numberOf.lookup(weights), group);
  }
}

void Grouper::formReductions() {
  for (unsigned i = 0; i < ops.size(); ++i) {
    auto reduce = dyn_cast<graph::ReduceOp>(ops[i]);
    if (!reduce || groupOf[i] >= 0) {
      continue;
    }
    unsigned group = makeGroup(i, Anchor::Reduce);
    auto isOfShape = [&](Value value) {
      return haveEqualShapes(value, reduce.getInput()) || haveEqualShapes(value, reduce.getResult());
    };
    auto isSibling = [&](Operation *op) {
      auto other = dyn_cast<graph::ReduceOp>(op);
      return other && other.getAxes() == reduce.getAxes() &&
             haveEqualShapes(other.getInput(), reduce.getInput());
    };
    absorbConsumers(group, [&](Operation *op) {
      return isSibling(op) || (isElementwise(op) && isOfShape(op->getResult(0)));
    });
    absorbProducers(
        group, [&](Operation *op) { return isSibling(op) || isElementwise(op) || isInlineMovement(op); });
  }
}

/// The first group of maps that computes elements of `op` at the very places where it would store them;
/// others use the result too.
std::optional<unsigned> Grouper::groupAtSamePlaces(Operation *op) const {
  if (!isElementwise(op)) {
    return std::nullopt;
  }
  std::optional<unsigned> found;
  for (OpOperand &use : op->getUses()) {
    auto user = numberOf.find(use.getOwner());
    if (user == numberOf.end() || groupOf[user->second] < 0) {
      continue;
    }
    unsigned group = groupOf[user->second];
    Operation *root = groups[group].anchorOp;
    bool isAtPlace = isElementwise(use.getOwner()) && isElementwise(root) &&
                     haveEqualShapes(use.getOwner()->getResult(0), op->getResult(0)) &&
                     haveEqualShapes(root->getResult(0), op->getResult(0));
    if (!isAtPlace || isReadBeforeLaunch(use)) {
      return std::nullopt;
    }
    if (!found || group < *found) {
      found = group;
    }
  }
  return found;
}

std::optional<unsigned> Grouper::onlyUserGroup(Operation *op) const {
  std::optional<unsigned> found;
  for (OpOperand &use : op->getUses()) {
    auto user = numberOf.find(use.getOwner());
    if (user == numberOf.end() || groupOf[user->second] < 0 || isReadBeforeLaunch(use)) {
      return std::nullopt;
    }
    unsigned group = groupOf[user->second];
    if ((found && *found != group) || !mayInlineInto(op, use.getOwner())) {
      return std::nullopt;
    }
    found = group;
  }
  return found;
}

void Grouper::formMaps() {
  for (unsigned i = ops.size(); i-- > 0;) {
    if (groupOf[i] >= 0 || anchorOf(ops[i]) != Anchor::Map) {
      continue;
    }
    std::optional<unsigned> group = onlyUserGroup(ops[i]);
    group = group ? group : groupAtSamePlaces(ops[i]);
    bool joins = group && groups[*group].anchor == Anchor::Map &&
                 groups[*group].members.size() < kMaxGroupSize && isConvexWith(*group, i);
    if (joins) {
      join(i, *group);
    } else {
      makeGroup(i, Anchor::Map);
    }
  }
}

void Grouper::run() {
  formAttentions();
  formAnchored([](Anchor anchor) { return anchor == Anchor::Contract || anchor == Anchor::Window; });
  formReductions();
  formAnchored([](Anchor anchor) { return anchor == Anchor::Move || anchor == Anchor::Library; });
  formMaps();
}

void Grouper::annotate() {
  for (auto [number, group] : llvm::enumerate(groups)) {
    Builder builder(group.anchorOp->getContext());
    for (unsigned member : group.members) {
      ops[member]->setAttr(kGroupAttr, builder.getI64IntegerAttr(number));
    }
    group.anchorOp->setAttr(kAnchorAttr, kernel::AnchorAttr::get(builder.getContext(), group.anchor));
  }
}

/// Gives every user of a broadcast, iota or list of sizes, and every contraction with converted weights, its
/// own copy, so that each can join its user's group.
static void duplicateFreeOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    bool areWeights = isWeightConversion(&op);
    if ((!isFreeToDuplicate(&op) && !areWeights) || op.hasOneUse() || op.use_empty()) {
      continue;
    }
    if (auto sized = dyn_cast<graph::SizedOpInterface>(&op); sized && sized.getSizeOperand()) {
      continue; // binds a symbol: once
    }
    OpBuilder builder(&op);
    for (OpOperand &use : llvm::make_early_inc_range(llvm::drop_begin(op.getUses()))) {
      bool joins = areWeights ? anchorOf(use.getOwner()) == Anchor::Contract : isElementwise(use.getOwner());
      if (use.getOwner()->getBlock() == &block && joins) {
        use.set(builder.clone(op)->getResult(0));
      }
    }
  }
}

namespace {
class FormGroups : public fuse::impl::FormGroupsPassBase<FormGroups> {
  void runOnOperation() override {
    getOperation().walk([](Block *block) {
      duplicateFreeOps(*block);
      Grouper grouper(*block);
      grouper.run();
      grouper.annotate();
    });
  }
};
} // namespace
