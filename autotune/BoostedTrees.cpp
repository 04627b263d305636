//===- BoostedTrees.cpp - the draft, then what was measured ---------------===//

#include "autotune/BoostedTrees.h"
#include "autotune/Features.h"
#include "xgboost/c_api.h"
#include <limits>

using namespace heddle;
using namespace heddle::tune;

/// Samples below which trees would learn noise; a guess.
static constexpr size_t kLeastSamples = 8;
static constexpr int kRounds = 200;

static llvm::Error check(int status) {
  return status == 0 ? llvm::Error::success()
                     : llvm::createStringError(llvm::inconvertibleErrorCode(), XGBGetLastError());
}

namespace {
/// A dense matrix of rows.
struct Matrix {
  DMatrixHandle handle = nullptr;
  ~Matrix() {
    if (handle) {
      XGDMatrixFree(handle);
    }
  }

  llvm::Error fill(const std::vector<float> &values, size_t rows) {
    return check(XGDMatrixCreateFromMat(values.data(), rows, values.size() / rows,
                                        std::numeric_limits<float>::quiet_NaN(), &handle));
  }
};
} // namespace

struct BoostedTrees::Booster {
  BoosterHandle handle = nullptr;
  ~Booster() {
    if (handle) {
      XGBoosterFree(handle);
    }
  }

  llvm::Error create(const Matrix &matrix) {
    if (llvm::Error error = check(XGBoosterCreate(&matrix.handle, 1, &handle))) {
      return error;
    }
    // Shallow trees with much shrinkage, since there are tens to hundreds of samples.
    const std::pair<const char *, const char *> parameters[] = {{"objective", "reg:squarederror"},
                                                                {"base_score", "0"},
                                                                {"max_depth", "5"},
                                                                {"eta", "0.08"},
                                                                {"min_child_weight", "1"},
                                                                {"lambda", "1"},
                                                                {"tree_method", "exact"},
                                                                {"nthread", "1"},
                                                                {"seed", "1"},
                                                                {"verbosity", "0"}};
    for (auto [name, value] : parameters) {
      if (llvm::Error error = check(XGBoosterSetParam(handle, name, value))) {
        return error;
      }
    }
    return llvm::Error::success();
  }
};

BoostedTrees::BoostedTrees() = default;
BoostedTrees::~BoostedTrees() = default;

llvm::Error BoostedTrees::train(llvm::ArrayRef<Sample> samples) {
  booster.reset();
  if (samples.size() < kLeastSamples) {
    return llvm::Error::success();
  }
  double sum = 0;
  for (const Sample &sample : samples) {
    sum += sample.logRatio;
  }
  mean = static_cast<float>(sum / static_cast<double>(samples.size()));
  std::vector<float> values, labels;
  for (const Sample &sample : samples) {
    assert(sample.features.size() == kNumFeatures && "samples are of this version");
    values.insert(values.end(), sample.features.begin(), sample.features.end());
    labels.push_back(sample.logRatio - mean);
  }
  Matrix matrix;
  if (llvm::Error error = matrix.fill(values, samples.size())) {
    return error;
  }
  if (llvm::Error error =
          check(XGDMatrixSetFloatInfo(matrix.handle, "label", labels.data(), labels.size()))) {
    return error;
  }
  auto trained = std::make_unique<Booster>();
  if (llvm::Error error = trained->create(matrix)) {
    return error;
  }
  for (int round = 0; round < kRounds; ++round) {
    if (llvm::Error error = check(XGBoosterUpdateOneIter(trained->handle, round, matrix.handle))) {
      return error;
    }
  }
  booster = std::move(trained);
  return llvm::Error::success();
}

llvm::Expected<std::vector<float>>
BoostedTrees::predict(llvm::ArrayRef<const std::vector<float> *> rows) const {
  if (!booster || rows.empty()) {
    std::vector<float> drafts;
    for (const std::vector<float> *row : rows) {
      drafts.push_back((*row)[kDraftFeature]);
    }
    return drafts;
  }
  std::vector<float> values;
  for (const std::vector<float> *row : rows) {
    values.insert(values.end(), row->begin(), row->end());
  }
  Matrix matrix;
  if (llvm::Error error = matrix.fill(values, rows.size())) {
    return error;
  }
  static constexpr char kConfig[] =
      R"({"type": 0, "training": false, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false})";
  const bst_ulong *shape = nullptr;
  bst_ulong rank = 0;
  const float *distances = nullptr;
  if (llvm::Error error = check(
          XGBoosterPredictFromDMatrix(booster->handle, matrix.handle, kConfig, &shape, &rank, &distances))) {
    return error;
  }
  std::vector<float> scores(distances, distances + rows.size());
  for (float &score : scores) {
    score += mean;
  }
  return scores;
}
