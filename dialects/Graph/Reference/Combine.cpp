//===- Combine.cpp - combining two elements -------------------------------===//

#include "dialects/Graph/Reference/Combine.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include <cmath>
#include <limits>

using namespace heddle;
using namespace heddle::reference;

bool reference::isLess(ElementKind kind, Cell a, Cell b) {
  if (isFloat(kind)) {
    return a.f < b.f;
  }
  return isUnsigned(kind) ? static_cast<uint64_t>(a.i) < static_cast<uint64_t>(b.i) : a.i < b.i;
}

bool reference::isNan(ElementKind kind, Cell cell) { return isFloat(kind) && std::isnan(cell.f); }

Cell reference::combine(graph::Combiner combiner, ElementKind kind, Cell old, Cell next) {
  const bool onFloats = isFloat(kind);
  Cell result;
  switch (combiner) {
  case graph::Combiner::Add:
    if (onFloats) {
      result.f = old.f + next.f;
    } else {
      result.i = static_cast<int64_t>(static_cast<uint64_t>(old.i) + static_cast<uint64_t>(next.i));
    }
    return result;
  case graph::Combiner::Mul:
    if (onFloats) {
      result.f = old.f * next.f;
    } else {
      result.i = static_cast<int64_t>(static_cast<uint64_t>(old.i) * static_cast<uint64_t>(next.i));
    }
    return result;
  case graph::Combiner::Max:
    return isNan(kind, old) || (!isNan(kind, next) && !isLess(kind, old, next)) ? old : next;
  case graph::Combiner::Min:
    return isNan(kind, old) || (!isNan(kind, next) && !isLess(kind, next, old)) ? old : next;
  case graph::Combiner::Replace:
    return next;
  }
  llvm_unreachable("every combiner is evaluated");
}

Cell reference::neutral(graph::Combiner combiner, ElementKind kind) {
  const bool onFloats = isFloat(kind);
  const double infinity = std::numeric_limits<double>::infinity();
  Cell result;
  switch (combiner) {
  case graph::Combiner::Add:
  case graph::Combiner::Replace:
    result.i = 0; // also the bits of 0.0
    return result;
  case graph::Combiner::Mul:
    if (onFloats) {
      result.f = 1;
    } else {
      result.i = 1;
    }
    return result;
  case graph::Combiner::Max:
    if (onFloats) {
      result.f = -infinity;
    } else {
      result.i = integerRange(kind).first;
    }
    return result;
  case graph::Combiner::Min:
    if (onFloats) {
      result.f = infinity;
    } else {
      result.i = kind == ElementKind::U64 ? -1 : integerRange(kind).second;
    }
    return result;
  }
  llvm_unreachable("every combiner has a neutral element");
}
