//===- Fourier.h - discrete Fourier transforms in graph ops -----*- C++ -*-===//
//
// A transform of a known length that is no prime is a fast one: a stage per factor ("radix") of the length,
// each a contraction with a small matrix of waves and a multiplication by waves of the whole length. Others
// are one contraction with the matrix of all waves.
//
// Sums of up to 16 terms are those of a fast transform and are as exact as its type; longer ones are in f64:
// a sum of hundreds of f32 terms would lose the quiet frequencies beside the loud ones.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_FOURIER_H
#define PASSES_IMPORT_ONNX_FOURIER_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// Real and imaginary parts, of the same shape. A null imaginary part is 0.
struct Complex {
  Value real, imaginary;
};

/// e^(-i a), or e^(i a) where `inverse`, for a = 2 pi * time * frequency / period: [times, frequencies].
/// Constants if the sizes are known and not huge, else graph ops.
Complex wavesOf(NodeImporter &n, const SymExpr &times, const SymExpr &frequencies, const SymExpr &period,
                bool inverse, Type type);

/// The transform along dimension `axis`: `frequencies` numbers from the sums over all of x, x's size being
/// the period. The inverse is not divided by the period. The parts of x have a float type of 32 or 64 bits.
Complex fourier(NodeImporter &n, const Complex &x, int64_t axis, const SymExpr &frequencies, bool inverse);

/// All numbers of `period` frequencies along `axis`, from the lower half (with the middle one): a real signal
/// has conjugate numbers at a frequency and its negative.
Complex mirrored(NodeImporter &n, const Complex &half, int64_t axis, const SymExpr &period);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_FOURIER_H
