//===- HloBits.cpp - elements as bits -------------------------------------===//

#include "passes/Import/StableHlo/HloBits.h"

using namespace heddle;
using namespace heddle::importer;

Value importer::asInteger(GraphBuilder &n, Value x, bool isSigned) {
  if (!x) {
    return x;
  }
  Type type = n.elementType(x);
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer =
      isSigned || width == 1 ? n.builder().getIntegerType(width) : n.builder().getIntegerType(width, false);
  return type == integer ? x : n.make<graph::BitcastOp>(x, integer);
}

Value importer::totalOrderKey(GraphBuilder &n, Value x) {
  if (!x || !n.isFloat(x)) {
    return x;
  }
  // Negative floats are ordered as their bits backwards.
  Value bits = asInteger(n, x, true);
  Type type = n.failed() ? Type() : n.elementType(bits);
  if (!type) {
    return nullptr;
  }
  unsigned width = type.getIntOrFloatBitWidth();
  Value negative = n.make<graph::ShiftRightOp>(bits, n.scalarInt(width - 1, type));
  int64_t magnitude = width == 64 ? INT64_MAX : (int64_t(1) << (width - 1)) - 1;
  return n.make<graph::XorOp>(bits, n.make<graph::AndOp>(negative, n.scalarInt(magnitude, type)));
}

Value importer::widened(GraphBuilder &n, Value x) {
  return n.castTo(asInteger(n, x, false), n.builder().getIntegerType(64, false));
}

Value importer::countBits(GraphBuilder &n, Value x) {
  // Sums of neighbouring fields of 1, 2, 4 bits, then of all bytes by a product.
  Type type = n.builder().getIntegerType(64, false);
  auto number = [&](uint64_t value) { return n.scalarInt(static_cast<int64_t>(value), type); };
  auto shifted = [&](Value value, unsigned by) { return n.make<graph::ShiftRightOp>(value, number(by)); };
  auto masked = [&](Value value, uint64_t mask) { return n.make<graph::AndOp>(value, number(mask)); };
  x = n.make<graph::SubOp>(x, masked(shifted(x, 1), 0x5555555555555555));
  x = n.make<graph::AddOp>(masked(x, 0x3333333333333333), masked(shifted(x, 2), 0x3333333333333333));
  x = masked(n.make<graph::AddOp>(x, shifted(x, 4)), 0x0f0f0f0f0f0f0f0f);
  return shifted(n.make<graph::MulOp>(x, number(0x0101010101010101)), 56);
}

Value importer::signBit(GraphBuilder &n, Value x) {
  Value bits = asInteger(n, x, true);
  return n.failed() ? Value() : n.compare(graph::Predicate::Lt, bits, n.scalarInt(0, n.elementType(bits)));
}
