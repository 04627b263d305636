//===- WindowWalk.h - windows sliding over a channels-last tensor -*- C++ -*-===//

#ifndef DIALECTS_GRAPH_REFERENCE_WINDOWWALK_H
#define DIALECTS_GRAPH_REFERENCE_WINDOWWALK_H

#include "dialects/Graph/Reference/Walk.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle::reference {

/// The pairs of output and input positions of pooling and convolution. A position counts pixels: [N,
/// spatial…] without the channels, row-major.
class WindowWalk {
public:
  /// `inputShape` is [N, spatial…, C]; the lists have an entry per spatial dimension and must stay alive.
  WindowWalk(ArrayRef<int64_t> inputShape, ArrayRef<int64_t> window, ArrayRef<int64_t> strides,
             ArrayRef<int64_t> dilations, ArrayRef<int64_t> padsLow, ArrayRef<int64_t> padsHigh)
      : inputShape(inputShape), window(window), strides(strides), dilations(dilations), padsLow(padsLow),
        padsHigh(padsHigh) {}

  /// [N, output spatial…, channels].
  SmallVector<int64_t> resultShape(int64_t channels) const;

  /// Calls `body` for every output position and every element of its window that lies inside the input, the
  /// latter in row-major order of the window. `planePosition` is the input position within its image.
  void forEach(llvm::function_ref<void(int64_t outputPosition, int64_t windowPosition, int64_t inputPosition,
                                       int64_t planePosition)>
                   body) const;

private:
  SmallVector<int64_t> inputShape;
  ArrayRef<int64_t> window, strides, dilations, padsLow, padsHigh;
};

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_WINDOWWALK_H
