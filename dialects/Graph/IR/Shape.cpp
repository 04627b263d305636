//===- Shape.cpp - tensor types with symbolic sizes -----------------------===//

#include "dialects/Graph/IR/Shape.h"
#include "dialects/Graph/IR/Graph.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::graph;

RankedTensorType graph::makeTensorType(ArrayRef<SymExpr> shape, Type elementType) {
  SmallVector<int64_t> sizes;
  SmallVector<StringAttr> exprs;
  MLIRContext *context = elementType.getContext();
  bool symbolic = false;
  for (const SymExpr &size : shape) {
    sizes.push_back(size.constant().value_or(ShapedType::kDynamic));
    exprs.push_back(StringAttr::get(context, size.str()));
    symbolic |= !size.constant();
  }
  return RankedTensorType::get(sizes, elementType, symbolic ? DimsAttr::get(context, exprs) : Attribute());
}

SymShape graph::shapeOf(Type tensorType) {
  auto type = cast<RankedTensorType>(tensorType);
  auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  SymShape shape;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i)) {
      shape.push_back(type.getDimSize(i));
      continue;
    }
    FailureOr<SymExpr> expr = dims ? SymExpr::parse(dims.getExprs()[i]) : FailureOr<SymExpr>(failure());
    shape.push_back(succeeded(expr) ? *expr : SymExpr::symbol("unknown." + std::to_string(i)));
  }
  return shape;
}

FailureOr<SymShape> graph::broadcastShapes(ArrayRef<SymShape> shapes, std::pair<SymExpr, SymExpr> *mismatch) {
  size_t rank = 0;
  for (const SymShape &shape : shapes) {
    rank = std::max(rank, shape.size());
  }
  SymShape result(rank, SymExpr(1));
  for (const SymShape &shape : shapes) {
    for (size_t i = 0; i < shape.size(); ++i) {
      SymExpr &size = result[rank - shape.size() + i];
      std::optional<int64_t> a = size.constant(), b = shape[i].constant();
      if (a && b && *a != *b && *a != 1 && *b != 1) {
        if (mismatch) {
          *mismatch = {size, shape[i]};
        }
        return failure();
      }
      size = SymExpr::broadcast(size, shape[i]);
    }
  }
  return result;
}

bool graph::mayBeEqual(ArrayRef<SymExpr> a, ArrayRef<SymExpr> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           auto [x, y] = std::make_pair(std::get<0>(pair).constant(), std::get<1>(pair).constant());
           return !x || !y || *x == *y;
         });
}

bool graph::areCompatible(TypeRange a, TypeRange b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           auto x = dyn_cast<RankedTensorType>(std::get<0>(pair)),
                y = dyn_cast<RankedTensorType>(std::get<1>(pair));
           return x && y && x.getElementType() == y.getElementType() && mayBeEqual(shapeOf(x), shapeOf(y));
         });
}

bool graph::haveSameShapeAndType(Type a, Type b) {
  auto type = cast<RankedTensorType>(a);
  return a == b && (type.hasStaticShape() || isa_and_nonnull<DimsAttr>(type.getEncoding()));
}

RankedTensorType graph::withElementType(Type tensorType, Type elementType) {
  auto type = cast<RankedTensorType>(tensorType);
  return RankedTensorType::get(type.getShape(), elementType, type.getEncoding());
}

std::string graph::toString(ArrayRef<SymExpr> shape) {
  std::string text = "[";
  llvm::interleave(shape, [&](const SymExpr &size) { text += size.str(); }, [&] { text += ", "; });
  return text + "]";
}

std::optional<int64_t> graph::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank) {
    return std::nullopt;
  }
  return axis < 0 ? axis + rank : axis;
}
