//===- RandomProposer.cpp - a search without a model ----------------------===//

#include "autotune/RandomProposer.h"

using namespace heddle;
using namespace heddle::tune;

/// Draws that hit a tried point before the rest is listed and drawn from instead.
static constexpr unsigned kMostMisses = 100;

std::vector<size_t> tune::drawUntried(const Space &space, const SearchHistory &history, size_t count,
                                      llvm::DenseSet<size_t> &taken, std::mt19937 &random) {
  std::vector<size_t> points;
  auto isFree = [&](size_t point) { return !history.tried.contains(point) && !taken.contains(point); };
  for (unsigned misses = 0; points.size() < count && misses < kMostMisses;) {
    size_t point = random() % space.size();
    if (isFree(point)) {
      taken.insert(point);
      points.push_back(point);
    } else {
      ++misses;
    }
  }
  std::vector<size_t> left;
  for (size_t point = 0; points.size() < count && point < space.size(); ++point) {
    if (isFree(point)) {
      left.push_back(point);
    }
  }
  while (points.size() < count && !left.empty()) {
    std::swap(left[random() % left.size()], left.back());
    taken.insert(left.back());
    points.push_back(left.back());
    left.pop_back();
  }
  return points;
}

llvm::Expected<std::vector<size_t>> RandomProposer::propose(const Space &space, const SearchHistory &history,
                                                            const CostModel &model, size_t count,
                                                            std::mt19937 &random) {
  llvm::DenseSet<size_t> taken;
  return drawUntried(space, history, count, taken, random);
}
