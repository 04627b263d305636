//===- EvolutionaryProposer.cpp - what the model likes, and surprises -----===//

#include "autotune/EvolutionaryProposer.h"
#include "autotune/RandomProposer.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace heddle;
using namespace heddle::tune;

// Sizes as in TVM's meta schedule, smaller since spaces here are.
static constexpr size_t kPopulation = 192, kParents = 32, kMeasuredParents = 24;
static constexpr unsigned kGenerations = 5;
/// Chance that a coordinate of a child is changed, and that a proposal is random.
static constexpr double kMutation = 0.2, kEpsilon = 0.2;

namespace {
using Coordinates = std::vector<int64_t>;

/// The points of a space by their coordinates.
class Atlas {
public:
  explicit Atlas(const Space &space) : space(space) {
    for (size_t point = 0; point < space.size(); ++point) {
      llvm::ArrayRef<int64_t> at = space.coordinates(point);
      places.try_emplace(Coordinates(at.begin(), at.end()), point);
    }
  }

  /// The point there; where there is none, that with the most equal coordinates from a random place on.
  size_t nearest(const Coordinates &wanted, std::mt19937 &random) const {
    auto found = places.find(wanted);
    if (found != places.end()) {
      return found->second;
    }
    size_t best = 0, most = 0, first = random() % space.size();
    for (size_t i = 0; i < space.size(); ++i) {
      size_t point = (first + i) % space.size(), equal = 0;
      for (auto [a, b] : llvm::zip(space.coordinates(point), wanted)) {
        equal += a == b;
      }
      if (i == 0 || equal > most) {
        best = point;
        most = equal;
      }
    }
    return best;
  }

private:
  const Space &space;
  std::map<Coordinates, size_t> places;
};

class Evolution {
public:
  Evolution(const Space &space, const SearchHistory &history, const CostModel &model, std::mt19937 &random)
      : space(space), history(history), model(model), random(random), atlas(space) {}

  /// All points seen, the best score first.
  llvm::Expected<std::vector<size_t>> run();

private:
  llvm::Error score(llvm::ArrayRef<size_t> points);
  size_t child(size_t mother, size_t father);
  double chance() { return random() / 4294967296.0; }

  const Space &space;
  const SearchHistory &history;
  const CostModel &model;
  std::mt19937 &random;
  Atlas atlas;
  std::map<size_t, float> scores; // ordered, so that equal scores keep one order
};
} // namespace

llvm::Error Evolution::score(llvm::ArrayRef<size_t> points) {
  std::vector<size_t> fresh;
  std::vector<const std::vector<float> *> rows;
  for (size_t point : points) {
    if (!scores.count(point) && !llvm::is_contained(fresh, point)) {
      fresh.push_back(point);
      rows.push_back(&space.features(point));
    }
  }
  llvm::Expected<std::vector<float>> predicted = model.predict(rows);
  if (!predicted) {
    return predicted.takeError();
  }
  for (auto [point, value] : llvm::zip(fresh, *predicted)) {
    scores[point] = value;
  }
  return llvm::Error::success();
}

size_t Evolution::child(size_t mother, size_t father) {
  llvm::ArrayRef<int64_t> a = space.coordinates(mother), b = space.coordinates(father);
  Coordinates wanted;
  for (size_t axis = 0; axis < a.size(); ++axis) {
    if (chance() < kMutation) { // as some point has it
      wanted.push_back(space.coordinates(random() % space.size())[axis]);
    } else {
      wanted.push_back(chance() < 0.5 ? a[axis] : b[axis]);
    }
  }
  return atlas.nearest(wanted, random);
}

llvm::Expected<std::vector<size_t>> Evolution::run() {
  std::vector<size_t> population{space.draft()};
  for (auto [ratio, point] : llvm::ArrayRef(history.ranking).take_front(kMeasuredParents)) {
    population.push_back(point);
  }
  llvm::DenseSet<size_t> taken;
  for (size_t point : drawUntried(space, history, kPopulation - population.size(), taken, random)) {
    population.push_back(point);
  }
  for (unsigned generation = 0;; ++generation) {
    if (llvm::Error error = score(population)) {
      return error;
    }
    std::vector<size_t> ranked;
    for (auto [point, value] : scores) {
      ranked.push_back(point);
    }
    llvm::stable_sort(ranked, [&](size_t a, size_t b) { return scores[a] < scores[b]; });
    if (generation == kGenerations) {
      return ranked;
    }
    ranked.resize(std::min(ranked.size(), kParents));
    population.clear();
    while (population.size() < kPopulation) {
      population.push_back(child(ranked[random() % ranked.size()], ranked[random() % ranked.size()]));
    }
  }
}

llvm::Expected<std::vector<size_t>> EvolutionaryProposer::propose(const Space &space,
                                                                  const SearchHistory &history,
                                                                  const CostModel &model, size_t count,
                                                                  std::mt19937 &random) {
  llvm::Expected<std::vector<size_t>> ranked = Evolution(space, history, model, random).run();
  if (!ranked) {
    return ranked.takeError();
  }
  llvm::DenseSet<size_t> taken;
  std::vector<size_t> points;
  for (size_t point : *ranked) {
    if (points.size() == count) {
      break;
    }
    if (history.tried.contains(point) || taken.contains(point)) {
      continue;
    }
    if (random() / 4294967296.0 < kEpsilon) {
      for (size_t surprise : drawUntried(space, history, 1, taken, random)) {
        points.push_back(surprise);
      }
    }
    if (points.size() < count && taken.insert(point).second) {
      points.push_back(point);
    }
  }
  for (size_t point : drawUntried(space, history, count - points.size(), taken, random)) {
    points.push_back(point);
  }
  return points;
}
