//===- WindowWalk.cpp - windows sliding over a channels-last tensor -------===//

#include "dialects/Graph/Reference/WindowWalk.h"

using namespace heddle;
using namespace heddle::reference;

SmallVector<int64_t> WindowWalk::resultShape(int64_t channels) const {
  SmallVector<int64_t> shape{inputShape[0]};
  for (size_t d = 0; d < window.size(); ++d) {
    int64_t room = inputShape[d + 1] + padsLow[d] + padsHigh[d] - dilations[d] * (window[d] - 1) - 1;
    shape.push_back(room < 0 ? 0 : room / strides[d] + 1);
  }
  shape.push_back(channels);
  return shape;
}

void WindowWalk::forEach(llvm::function_ref<void(int64_t, int64_t, int64_t, int64_t)> body) const {
  SmallVector<int64_t> outputShape = resultShape(1);
  ArrayRef<int64_t> spatial = ArrayRef(inputShape).drop_front().drop_back();
  const int64_t plane = numElements(spatial);
  int64_t outputPosition = 0;
  for (Odometer output(ArrayRef(outputShape).drop_back(), {}); !output.done();
       output.next(), ++outputPosition) {
    int64_t windowPosition = 0;
    for (Odometer inside(window, {}); !inside.done(); inside.next(), ++windowPosition) {
      int64_t planePosition = 0;
      bool isInside = true;
      for (size_t d = 0; d < window.size(); ++d) {
        int64_t at = output.index()[d + 1] * strides[d] + inside.index()[d] * dilations[d] - padsLow[d];
        isInside &= at >= 0 && at < spatial[d];
        planePosition = planePosition * spatial[d] + at;
      }
      if (isInside) {
        body(outputPosition, windowPosition, output.index()[0] * plane + planePosition, planePosition);
      }
    }
  }
}
