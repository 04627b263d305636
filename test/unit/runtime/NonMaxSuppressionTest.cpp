// The rules of ONNX NonMaxSuppression, one at a time, and the working memory inside the results.
#include "heddle/abi.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using List = std::vector<int64_t>;

namespace {

struct Problem {
  std::vector<float> boxes, scores;
  int64_t batch = 1, classes = 1;
  int64_t maxPerClass = 100;
  float iouThreshold = 0.5f, scoreThreshold = 0;
  bool centerPoint = false;

  /// Rows of (batch, class, box).
  List solve() const {
    int64_t n = int64_t(boxes.size()) / 4 / batch, count = -1;
    List selected(size_t(batch * classes * n * 3));
    heddle_non_max_suppression(boxes.data(), scores.data(), batch, classes, n, maxPerClass, iouThreshold,
                               scoreThreshold, centerPoint, selected.data(), &count);
    selected.resize(size_t(count * 3));
    return selected;
  }
};

/// Three heaps of two boxes that overlap by most of their area.
Problem sixBoxes() {
  return {{0, 0, 1, 1, 0, 0.1f, 1, 1.1f, 0, -0.1f, 1, 0.9f, 0, 10, 1, 11, 0, 10.1f, 1, 11.1f, 0, 100, 1, 101},
          {0.9f, 0.75f, 0.6f, 0.95f, 0.5f, 0.3f}};
}

} // namespace

TEST(NonMaxSuppression, DropsBoxesThatOverlapABetterOne) {
  EXPECT_EQ(sixBoxes().solve(), (List{0, 0, 3, 0, 0, 0, 0, 0, 5}));
}

TEST(NonMaxSuppression, TakesAtMostTheNumberAskedFor) {
  Problem problem = sixBoxes();
  problem.maxPerClass = 2;
  EXPECT_EQ(problem.solve(), (List{0, 0, 3, 0, 0, 0}));
  problem.maxPerClass = 0;
  EXPECT_EQ(problem.solve(), List{});
}

TEST(NonMaxSuppression, ScoresMustBeAboveTheThreshold) {
  Problem problem = sixBoxes();
  problem.scoreThreshold = 0.9f; // 0.9 itself is not above
  EXPECT_EQ(problem.solve(), (List{0, 0, 3}));
  problem.scores[3] = NAN;
  EXPECT_EQ(problem.solve(), List{});
}

TEST(NonMaxSuppression, CornersMayComeInAnyOrder) {
  Problem problem = sixBoxes();
  std::swap(problem.boxes[4], problem.boxes[6]);
  std::swap(problem.boxes[13], problem.boxes[15]);
  EXPECT_EQ(problem.solve(), (List{0, 0, 3, 0, 0, 0, 0, 0, 5}));
}

TEST(NonMaxSuppression, BoxesMayBeGivenByTheirCentre) {
  Problem problem = sixBoxes();
  problem.centerPoint = true; // (x, y, width, height)
  problem.boxes = {0.5f,  0.5f, 1, 1, 0.5f,  0.6f, 1, 1, 0.5f,   0.4f, 1, 1,
                   10.5f, 0.5f, 1, 1, 10.6f, 0.5f, 1, 1, 100.5f, 0.5f, 1, 1};
  EXPECT_EQ(problem.solve(), (List{0, 0, 3, 0, 0, 0, 0, 0, 5}));
}

TEST(NonMaxSuppression, EqualScoresKeepTheirOrder) {
  Problem problem{{0, 0, 1, 1, 0, 0, 1, 1, 5, 5, 6, 6, 9, 9, 10, 10}, {0.5f, 0.5f, 0.5f, 0.5f}};
  EXPECT_EQ(problem.solve(), (List{0, 0, 0, 0, 0, 2, 0, 0, 3}));
}

TEST(NonMaxSuppression, ClassesAndBatchesAreApart) {
  Problem problem = sixBoxes();
  problem.batch = 2;
  problem.classes = 2;
  problem.boxes.insert(problem.boxes.end(), problem.boxes.begin(), problem.boxes.end());
  std::vector<float> scores = problem.scores;
  for (int i = 0; i < 3; ++i) {
    problem.scores.insert(problem.scores.end(), scores.begin(), scores.end());
  }
  problem.maxPerClass = 1;
  EXPECT_EQ(problem.solve(), (List{0, 0, 3, 0, 1, 3, 1, 0, 3, 1, 1, 3}));
}

TEST(NonMaxSuppression, BoxesWithoutAnAreaOverlapNothing) {
  Problem problem{{0, 0, 1, 1, 0.5f, 0.5f, 0.5f, 0.7f, 0, 0, 0, 0}, {3, 2, 1}};
  problem.iouThreshold = 0;
  EXPECT_EQ(problem.solve(), (List{0, 0, 0, 0, 0, 1, 0, 0, 2}));
}

TEST(NonMaxSuppression, EveryBoxMayBeTaken) {
  // Candidates are sorted behind the results; with nothing dropped the two come as close as they can.
  std::mt19937 random(5);
  Problem problem;
  problem.classes = 3;
  problem.maxPerClass = INT64_MAX;
  constexpr int64_t n = 200;
  for (int64_t i = 0; i < n; ++i) {
    float at = float(i) * 2;
    problem.boxes.insert(problem.boxes.end(), {at, at, at + 1, at + 1});
  }
  for (int64_t i = 0; i < n * 3; ++i) {
    problem.scores.push_back(float(random() % 1000 + 1));
  }
  List selected = problem.solve();
  ASSERT_EQ(selected.size(), size_t(n * 3 * 3));
  std::vector<bool> seen(n * 3);
  for (size_t row = 0; row < selected.size(); row += 3) {
    EXPECT_EQ(selected[row + 1], int64_t(row / 3) / n);
    seen[size_t(selected[row + 1] * n + selected[row + 2])] = true;
    if (row >= 3 && selected[row + 1] == selected[row - 2]) {
      auto score = [&](size_t r) { return problem.scores[size_t(selected[r + 1] * n + selected[r + 2])]; };
      EXPECT_GE(score(row - 3), score(row));
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), n * 3);
}
