//===- DeviceModels.h - code for a GPU as a compiled model has it -*- C++ -*-===//

#ifndef TEST_UNIT_RUNTIME_DEVICEMODELS_H
#define TEST_UNIT_RUNTIME_DEVICEMODELS_H

#include "heddle/abi.h"

namespace heddle::test {

/// Kernel 0, "scale": (failure, x, y, n): y[i] = 2 * x[i] for i < n; an x[i] below 0 is failure 1.
extern const heddle_device_code_t kScaleCode;
/// The same with PTX that no translator takes.
extern const heddle_device_code_t kBrokenCode;

/// "x" f32 [n] -> "y" f32 [n], y = 2 * x on the CPU and on a GPU, by kScaleCode.
extern const heddle_model_info_t kDeviceScaleModel;
/// A variable f32 [4], {1, 2, 3, 4} at first; a run on a GPU doubles it and copies it to "y".
extern const heddle_model_info_t kDeviceVariableModel;
/// Two ranks: "x" f32 [n] -> "y" f32 [n], twice the sum of the ranks' x, by kScaleCode and a collective.
extern const heddle_model_info_t kDeviceRanksModel;

} // namespace heddle::test

#endif // TEST_UNIT_RUNTIME_DEVICEMODELS_H
