//===- BoostedTrees.cpp - the draft, corrected by what was measured -------===//

#include "autotune/BoostedTrees.h"
#include "autotune/Features.h"
#include "xgboost/c_api.h"
#include <limits>

using namespace heddle;
using namespace heddle::tune;

/// Samples below which trees would learn noise; a guess.
static constexpr size_t kLeastSamples = 8;
static constexpr int kRounds = 120;

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
                                                                {"eta", "0.15"},
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
  std::vector<float> values, corrections;
  for (const Sample &sample : samples) {
    assert(sample.features.size() == kNumFeatures && "samples are of this version");
    values.insert(values.end(), sample.features.begin(), sample.features.end());
    corrections.push_back(sample.logRatio - sample.features[kDraftFeature]);
  }
  Matrix matrix;
  if (llvm::Error error = matrix.fill(values, samples.size())) {
    return error;
  }
  if (llvm::Error error =
          check(XGDMatrixSetFloatInfo(matrix.handle, "label", corrections.data(), corrections.size()))) {
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
  std::vector<float> scores, values;
  for (const std::vector<float> *row : rows) {
    scores.push_back((*row)[kDraftFeature]);
    values.insert(values.end(), row->begin(), row->end());
  }
  if (!booster || rows.empty()) {
    return scores;
  }
  Matrix matrix;
  if (llvm::Error error = matrix.fill(values, rows.size())) {
    return error;
  }
  static constexpr char kConfig[] =
      R"({"type": 0, "training": false, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false})";
  const bst_ulong *shape = nullptr;
  bst_ulong rank = 0;
  const float *corrections = nullptr;
  if (llvm::Error error = check(XGBoosterPredictFromDMatrix(booster->handle, matrix.handle, kConfig, &shape,
                                                            &rank, &corrections))) {
    return error;
  }
  for (size_t i = 0; i < scores.size(); ++i) {
    scores[i] += corrections[i];
  }
  return scores;
}
