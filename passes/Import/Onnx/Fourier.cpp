//===- Fourier.cpp - discrete Fourier transforms in graph ops -------------===//

#include "passes/Import/Onnx/Fourier.h"
#include "dialects/Graph/IR/Constant.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;

/// The longest sum that is not in f64.
static constexpr int64_t kShortSum = 16;

//===----------------------------------------------------------------------===//
// Waves
//===----------------------------------------------------------------------===//

/// A constant [rows, columns] of f32 or f64 from a function.
static Value tabulate(NodeImporter &n, int64_t rows, int64_t columns, Type type,
                      llvm::function_ref<double(int64_t, int64_t)> at) {
  auto fill = [&](auto zero) {
    std::vector<decltype(zero)> table(rows * columns);
    for (int64_t i = 0; i < rows * columns; ++i) {
      table[i] = static_cast<decltype(zero)>(at(i / columns, i % columns));
    }
    ArrayRef<char> bytes(reinterpret_cast<const char *>(table.data()), table.size() * sizeof(zero));
    return n.constant(graph::makeElements(RankedTensorType::get({rows, columns}, type), bytes));
  };
  return type.isF64() ? fill(0.0) : fill(0.0f);
}

Complex importer::wavesOf(NodeImporter &n, const SymExpr &times, const SymExpr &frequencies,
                          const SymExpr &period, bool inverse, Type type) {
  constexpr int64_t kMaxTable = int64_t(1)
                                << 24; // guess: 64 MiB; above it the waves are computed at every run
  double turn = inverse ? 2 * M_PI : -2 * M_PI;
  std::optional<int64_t> rows = times.constant(), columns = frequencies.constant(),
                         length = period.constant();
  bool isSmall =
      rows && columns && *rows <= kMaxTable && *columns <= kMaxTable && *rows * *columns <= kMaxTable;
  if (isSmall && length) {
    auto angle = [&](int64_t time, int64_t frequency) {
      return turn * static_cast<double>((time * frequency) % *length) / static_cast<double>(*length);
    };
    return {tabulate(n, *rows, *columns, type, [&](int64_t t, int64_t f) { return std::cos(angle(t, f)); }),
            tabulate(n, *rows, *columns, type, [&](int64_t t, int64_t f) { return std::sin(angle(t, f)); })};
  }
  Type index = n.builder().getI64Type(), exact = n.builder().getF64Type();
  Value time = n.unsqueeze(n.iota({times}, 0, index), {1}), frequency = n.iota({frequencies}, 0, index);
  Value turns = n.make<graph::ModOp>(n.make<graph::MulOp>(time, frequency), n.size(period));
  Value part = n.make<graph::DivOp>(n.castTo(turns, exact), n.castTo(n.size(period), exact));
  Value angle = n.make<graph::MulOp>(part, n.scalar(turn, exact));
  return {n.castTo(n.make<graph::CosOp>(angle), type), n.castTo(n.make<graph::SinOp>(angle), type)};
}

/// x times the waves, where `times` gives the product of two real tensors.
static Complex multiply(NodeImporter &n, const Complex &x, const Complex &waves,
                        llvm::function_ref<Value(Value, Value)> times) {
  Value real = times(x.real, waves.real), imaginary = times(x.real, waves.imaginary);
  if (!x.imaginary) {
    return {real, imaginary};
  }
  return {n.make<graph::SubOp>(real, times(x.imaginary, waves.imaginary)),
          n.make<graph::AddOp>(imaginary, times(x.imaginary, waves.real))};
}

/// `change` of both parts.
static Complex eachPart(const Complex &x, llvm::function_ref<Value(Value)> change) {
  return {change(x.real), x.imaginary ? change(x.imaginary) : Value()};
}

//===----------------------------------------------------------------------===//
// Transforms
//===----------------------------------------------------------------------===//

/// The radices of a fast transform, ascending primes in powers of at most 16: 480 = 16 * 2 * 3 * 5.
static SmallVector<int64_t> radicesOf(int64_t length) {
  SmallVector<int64_t> radices;
  for (int64_t prime = 2; length > 1; ++prime) {
    prime = prime * prime > length ? length : prime; // nothing smaller divides what is left
    while (length % prime == 0) {
      int64_t radix = 1;
      do {
        radix *= prime;
        length /= prime;
      } while (length % prime == 0 && radix * prime <= kShortSum);
      radices.push_back(radix);
    }
  }
  return radices;
}

/// One stage on x [outer, length, inner]: with time = t1 * rest + t2 and frequency = k1 + radix * k2, the
/// sums over t1 for every k1, turned by e^(i a) of t2 * k1. The result is [outer, rest, k1 * inner], and what
/// follows are transforms of `rest` along dimension 1. They leave the digits of the frequency in the order of
/// a number:
///   length 6 = 2 * 3: [o, 6, i] = [o, t1, t2, i] -> [o, t2, k1, i] = [o, 3, 2 * i] -> [o, 1, k2, k1, i]
static Complex stage(NodeImporter &n, const Complex &x, int64_t radix, bool inverse) {
  graph::SymShape shape = n.shape(x.real);
  Type type = n.elementType(x.real), exact = radix > kShortSum ? n.builder().getF64Type() : type;
  int64_t length = *shape[1].constant(), rest = length / radix;
  Complex sums = eachPart(
      x, [&](Value part) { return n.reshape(n.castTo(part, exact), {shape[0], radix, rest, shape[2]}); });
  sums = multiply(n, sums, wavesOf(n, radix, radix, radix, inverse, exact),
                  [&](Value part, Value waves) { return n.contract("otri,tk->orki", part, waves); });
  sums = eachPart(sums, [&](Value part) { return n.castTo(part, type); });
  if (rest > 1) {
    Complex turns = eachPart(wavesOf(n, rest, radix, length, inverse, type),
                             [&](Value part) { return n.unsqueeze(part, {2}); });
    sums =
        multiply(n, sums, turns, [&](Value part, Value waves) { return n.make<graph::MulOp>(part, waves); });
  }
  return eachPart(sums,
                  [&](Value part) { return n.reshape(part, {shape[0], rest, SymExpr(radix) * shape[2]}); });
}

/// All frequencies of x [outer, length, inner] at once, which are [outer, frequencies, inner].
static Complex direct(NodeImporter &n, const Complex &x, const SymExpr &frequencies, bool inverse) {
  SymExpr length = n.shape(x.real)[1];
  Type type = n.elementType(x.real), exact = n.builder().getF64Type();
  Complex sums = eachPart(x, [&](Value part) { return n.castTo(part, exact); });
  sums = multiply(n, sums, wavesOf(n, length, frequencies, length, inverse, exact),
                  [&](Value part, Value waves) { return n.contract("oti,tk->oki", part, waves); });
  return eachPart(sums, [&](Value part) { return n.castTo(part, type); });
}

/// The lower half (with the middle one) of the frequencies of a real x [outer, length, inner] of even length,
/// from half as long a transform of the complex numbers that its even and odd elements make:
///   Z = even + i odd, and each has conjugate numbers at a frequency and its negative, so for half = length /
///   2 even[k] = (Z[k] + conj Z[half - k]) / 2, odd[k] = (Z[k] - conj Z[half - k]) / 2i, x[k] = even[k] +
///   wave[k] odd[k]
static Complex fromPairs(NodeImporter &n, Value x, bool inverse) {
  graph::SymShape shape = n.shape(x);
  int64_t length = *shape[1].constant(), half = length / 2;
  Value pairs = n.reshape(x, {shape[0], half, 2, shape[2]});
  auto element = [&](int64_t which) { return n.squeeze(n.sliceDim(pairs, 2, which, 1), {2}); };
  Complex z = fourier(n, {element(0), element(1)}, 1, half, inverse);
  if (n.failed()) {
    return {};
  }
  Complex up = eachPart(z, [&](Value part) { return n.concat({part, n.sliceDim(part, 1, 0, 1)}, 1); });
  Complex down = eachPart(up, [&](Value part) { return n.reverse(part, 1); });
  auto halfOf = [&](Value sum) { return n.make<graph::MulOp>(sum, n.scalarLike(0.5, sum)); };
  Complex even = {halfOf(n.make<graph::AddOp>(up.real, down.real)),
                  halfOf(n.make<graph::SubOp>(up.imaginary, down.imaginary))};
  Complex odd = {halfOf(n.make<graph::AddOp>(up.imaginary, down.imaginary)),
                 halfOf(n.make<graph::SubOp>(down.real, up.real))};
  Complex waves = eachPart(wavesOf(n, half + 1, 2, length, inverse, n.elementType(x)),
                           [&](Value part) { return n.sliceDim(part, 1, 1, 1); });
  odd = multiply(n, odd, waves, [&](Value part, Value wave) { return n.make<graph::MulOp>(part, wave); });
  return {n.make<graph::AddOp>(even.real, odd.real), n.make<graph::AddOp>(even.imaginary, odd.imaginary)};
}

Complex importer::mirrored(NodeImporter &n, const Complex &half, int64_t axis, const SymExpr &period) {
  if (n.failed()) {
    return {};
  }
  SymExpr missing = period - n.shape(half.real)[axis];
  auto upper = [&](Value part) { return n.reverse(n.sliceDim(part, axis, 1, missing), axis); };
  return {n.concat({half.real, upper(half.real)}, axis),
          half.imaginary ? n.concat({half.imaginary, n.make<graph::NegOp>(upper(half.imaginary))}, axis)
                         : Value()};
}

/// The transform along dimension 1 of x [outer, length, inner], for a length that has factors.
static Complex fast(NodeImporter &n, const Complex &x, ArrayRef<int64_t> radices, const SymExpr &frequencies,
                    bool inverse) {
  graph::SymShape shape = n.shape(x.real);
  Complex result = x;
  if (!x.imaginary && *shape[1].constant() % 2 == 0) {
    result = fromPairs(n, x.real, inverse);
    bool isHalf = !n.failed() && n.shape(result.real)[1] == frequencies;
    result = isHalf ? result : mirrored(n, result, 1, shape[1]);
  } else {
    for (int64_t radix : radices) {
      result = n.failed() ? Complex() : stage(n, result, radix, inverse);
    }
    result = eachPart(result, [&](Value part) { return n.reshape(part, shape); });
  }
  return eachPart(result, [&](Value part) { return n.sliceDim(part, 1, 0, frequencies); });
}

Complex importer::fourier(NodeImporter &n, const Complex &x, int64_t axis, const SymExpr &frequencies,
                          bool inverse) {
  constexpr int64_t kLongest = int64_t(1) << 30; // no memory holds more, and their factors take long to find
  if (n.failed()) {
    return {};
  }
  graph::SymShape shape = n.shape(x.real);
  SymExpr outer = product(ArrayRef(shape).take_front(axis)),
          inner = product(ArrayRef(shape).drop_front(axis + 1));
  Complex result = eachPart(x, [&](Value part) { return n.reshape(part, {outer, shape[axis], inner}); });
  int64_t length = shape[axis].constant().value_or(INT64_MAX);
  SmallVector<int64_t> radices = length <= kLongest ? radicesOf(length) : SmallVector<int64_t>();
  if (n.failed()) {
    return {};
  }
  result = radices.size() > 1 ? fast(n, result, radices, frequencies, inverse)
                              : direct(n, result, frequencies, inverse);
  shape[axis] = frequencies;
  return eachPart(result, [&](Value part) { return n.reshape(part, shape); });
}
