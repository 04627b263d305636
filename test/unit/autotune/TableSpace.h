//===- TableSpace.h - a space with known times, for tests -------*- C++ -*-===//

#ifndef TEST_UNIT_AUTOTUNE_TABLESPACE_H
#define TEST_UNIT_AUTOTUNE_TABLESPACE_H

#include "autotune/Features.h"
#include "autotune/Measurer.h"
#include "autotune/Space.h"
#include <cmath>

namespace heddle::tune {

/// Points (x, y) of a square; the time is least at (width - 3, 4), and the draft stands at (0, 0). The
/// draft's measure knows nothing.
class TableSpace : public Space {
public:
  explicit TableSpace(int64_t width) : width(width) {
    for (int64_t point = 0; point < width * width; ++point) {
      places.push_back({point % width, point / width});
      std::vector<float> row(kNumFeatures, 0);
      row[1] = static_cast<float>(point % width);
      row[2] = static_cast<float>(point / width);
      rows.push_back(std::move(row));
    }
  }

  size_t size() const override { return places.size(); }
  size_t draft() const override { return 0; }
  llvm::ArrayRef<int64_t> coordinates(size_t point) const override { return places[point]; }
  const std::vector<float> &features(size_t point) const override { return rows[point]; }
  std::string text(size_t point) const override { return "point " + std::to_string(point); }

  size_t fastest() const { return 4 * width + width - 3; }
  double nanos(size_t point) const {
    double dx = double(places[point][0] - (width - 3)) / width, dy = double(places[point][1] - 4) / width;
    return 1000 * (1 + dx * dx + dy * dy);
  }

private:
  int64_t width;
  std::vector<std::vector<int64_t>> places;
  std::vector<std::vector<float>> rows;
};

/// Gives the times of the space, or what a test wants instead.
class TableMeasurer : public Measurer {
public:
  explicit TableMeasurer(const TableSpace &space) : space(space) {}

  /// Called with every candidate first; what it returns is the outcome.
  std::function<Outcome(size_t)> fault = [](size_t) { return Outcome::Measured; };
  unsigned calls = 0;

  llvm::Expected<Comparison> measure(size_t candidate, size_t incumbent,
                                     const ComparisonOptions &options) override {
    ++calls;
    Comparison comparison;
    comparison.outcome = fault(candidate);
    if (comparison.outcome == Outcome::Measured) {
      comparison.nanos = space.nanos(candidate);
      comparison.incumbentNanos = space.nanos(incumbent);
      comparison.rounds = options.rounds;
      comparison.wins = comparison.nanos < comparison.incumbentNanos ? options.rounds : 0;
    }
    return comparison;
  }

private:
  const TableSpace &space;
};

} // namespace heddle::tune

#endif // TEST_UNIT_AUTOTUNE_TABLESPACE_H
