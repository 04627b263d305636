//===- ShardProgramsTest.cpp - random programs with random annotations ----===//
//
// A program is a chain of random ops over values made before, with constants in it; some values are annotated
// with random layouts that fit. Split over a random mesh it must compute what it computes whole.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "passes/Shard/Layout.h"
#include "test/unit/passes/ShardFixture.h"

using namespace heddle;
using namespace heddle::shard;

namespace {
/// Sizes of dimensions: 2 and 3 divide most of them.
constexpr int64_t kSizes[] = {1, 2, 4, 6, 6, 12, 12};

class ProgramBuilder {
public:
  ProgramBuilder(MLIRContext &context, std::mt19937 &random)
      : builder(&context), loc(builder.getUnknownLoc()), random(random) {}

  OwningOpRef<ModuleOp> build();

private:
  size_t below(size_t count) { return random() % count; }
  int64_t anySize() { return kSizes[below(std::size(kSizes))]; }
  RankedTensorType typeOf(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }
  Value any() { return values[below(values.size())]; }
  /// A value of rank 2 to 4.
  Value anyTensor();
  Value constant(ArrayRef<int64_t> shape);
  Value scalar(double value) {
    return graph::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(typeOf({}), static_cast<float>(value)));
  }

  void addStep();
  Value unary();
  Value binary();
  Value movement();
  Value reshape(Value value);
  Value reduction();
  Value contraction();
  Value softmax();
  Value gather();
  Value positions();
  Value joined();
  Value constrained();

  OpBuilder builder;
  Location loc;
  std::mt19937 &random;
  dist::MeshOp mesh;
  SmallVector<Value> values;
};

Value ProgramBuilder::constant(ArrayRef<int64_t> shape) {
  std::vector<float> data(ShapedType::getNumElements(shape));
  for (float &element : data) {
    element = static_cast<float>(static_cast<int>(random() % 17) - 8) / 8;
  }
  return graph::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(typeOf(shape), ArrayRef<float>(data)));
}

Value ProgramBuilder::anyTensor() {
  Value value = any();
  while (shapeOf(value).size() < 2) {
    value = any();
  }
  return value;
}

Value ProgramBuilder::unary() {
  switch (below(4)) {
  case 0:
    return graph::NegOp::create(builder, loc, any());
  case 1:
    return graph::TanhOp::create(builder, loc, any());
  case 2:
    return graph::MulOp::create(builder, loc, any(), scalar(0.5));
  default:
    return graph::AbsOp::create(builder, loc, any());
  }
}

/// With a value of the same shape, one that broadcasts, or a bias.
Value ProgramBuilder::binary() {
  Value lhs = any(), rhs = any();
  if (shapeOf(lhs) != shapeOf(rhs)) {
    rhs = shapeOf(lhs).empty() ? lhs : constant(shapeOf(lhs).back());
  }
  switch (below(4)) {
  case 0:
    return graph::SubOp::create(builder, loc, lhs, rhs);
  case 1:
    return graph::MaxOp::create(builder, loc, rhs, lhs);
  default:
    return graph::AddOp::create(builder, loc, lhs, rhs);
  }
}

Value ProgramBuilder::movement() {
  Value value = anyTensor();
  SmallVector<int64_t> shape(shapeOf(value)), order = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  switch (below(3)) {
  case 0:
    std::shuffle(order.begin(), order.end(), random);
    return graph::TransposeOp::create(builder, loc, value, order);
  case 1:
    shape.insert(shape.begin(), anySize());
    return shape.size() > 4
               ? value
               : graph::BroadcastOp::create(builder, loc, typeOf(shape), value, Value()).getResult();
  default:
    return reshape(value);
  }
}

/// Two neighbouring dimensions merged, or one split.
Value ProgramBuilder::reshape(Value value) {
  SmallVector<int64_t> shape(shapeOf(value));
  size_t dim = below(shape.size() - 1);
  if (below(2) == 0) {
    shape[dim] *= shape[dim + 1];
    shape.erase(shape.begin() + dim + 1);
  } else if (shape.size() < 4 && shape[dim] % 2 == 0) {
    shape[dim] /= 2;
    shape.insert(shape.begin() + dim + below(2), 2);
  }
  return graph::ReshapeOp::create(builder, loc, typeOf(shape), value, Value());
}

Value ProgramBuilder::reduction() {
  Value value = anyTensor();
  int64_t axis = static_cast<int64_t>(below(shapeOf(value).size()));
  auto combiner = below(2) ? graph::Combiner::Add : graph::Combiner::Max;
  Value reduced = graph::ReduceOp::create(builder, loc, combiner, value, axis);
  return graph::DivOp::create(builder, loc, reduced, scalar(static_cast<double>(shapeOf(value)[axis])));
}

/// With a constant matrix, divided by the number of terms.
Value ProgramBuilder::contraction() {
  Value value = anyTensor();
  ArrayRef<int64_t> shape = shapeOf(value);
  std::string letters = StringRef("abcd").take_front(shape.size() - 1).str();
  Value weight = constant({shape.back(), anySize()});
  Value product = graph::ContractOp::create(builder, loc, letters + "k,kn->" + letters + "n", value, weight);
  return graph::DivOp::create(builder, loc, product, scalar(static_cast<double>(shape.back())));
}

Value ProgramBuilder::softmax() {
  Value value = anyTensor();
  int64_t axis = static_cast<int64_t>(below(shapeOf(value).size()));
  Value largest = graph::ReduceOp::create(builder, loc, graph::Combiner::Max, value, axis);
  Value shifted = graph::SubOp::create(builder, loc, value, largest);
  Value exponential = graph::ExpOp::create(builder, loc, shifted);
  Value sum = graph::ReduceOp::create(builder, loc, graph::Combiner::Add, exponential, axis);
  return graph::DivOp::create(builder, loc, exponential, sum);
}

/// Rows of a constant table, chosen by the integer argument.
Value ProgramBuilder::gather() {
  Value indices = mesh->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>("main").getArgument(0);
  return graph::GatherOp::create(builder, loc, constant({12, anySize()}), indices, /*axis=*/0);
}

/// Something that depends on the place.
Value ProgramBuilder::positions() {
  Value value = anyTensor();
  int64_t axis = static_cast<int64_t>(below(shapeOf(value).size()));
  Value iota = graph::IotaOp::create(builder, loc, typeOf(shapeOf(value)), axis, Value());
  Value scaled = graph::MulOp::create(builder, loc, iota, scalar(0.125));
  return graph::AddOp::create(builder, loc, value, scaled);
}

Value ProgramBuilder::joined() {
  Value value = anyTensor();
  int64_t axis = static_cast<int64_t>(below(shapeOf(value).size()));
  return graph::ConcatOp::create(builder, loc, ValueRange{value, value}, axis);
}

Value ProgramBuilder::constrained() {
  Value value = anyTensor();
  SmallVector<int64_t> left(shapeOf(value));
  SmallVector<SmallVector<StringAttr>> axes(left.size());
  for (StringAttr axis : dist::axisList(mesh.getAxes())) {
    size_t dim = below(left.size() + 1);
    if (dim < left.size() && left[dim] % *mesh.sizeOf(axis) == 0) {
      left[dim] /= *mesh.sizeOf(axis);
      axes[dim].push_back(axis);
    }
  }
  SmallVector<dist::DimLayoutAttr> dims;
  for (const SmallVector<StringAttr> &own : axes) {
    dims.push_back(dist::DimLayoutAttr::get(builder.getContext(), own, below(2) == 0));
  }
  return dist::ConstrainOp::create(builder, loc, value, dist::LayoutAttr::get(builder.getContext(), dims));
}

void ProgramBuilder::addStep() {
  using Step = Value (ProgramBuilder::*)();
  static constexpr Step kSteps[] = {
      &ProgramBuilder::unary,       &ProgramBuilder::binary,      &ProgramBuilder::binary,
      &ProgramBuilder::movement,    &ProgramBuilder::movement,    &ProgramBuilder::reduction,
      &ProgramBuilder::contraction, &ProgramBuilder::contraction, &ProgramBuilder::softmax,
      &ProgramBuilder::gather,      &ProgramBuilder::positions,   &ProgramBuilder::joined,
      &ProgramBuilder::constrained, &ProgramBuilder::constrained, &ProgramBuilder::constrained};
  Value value = (this->*kSteps[below(std::size(kSteps))])();
  if (cast<RankedTensorType>(value.getType()).getNumElements() <= 4096) {
    values.push_back(value);
  }
}

OwningOpRef<ModuleOp> ProgramBuilder::build() {
  OwningOpRef<ModuleOp> module(ModuleOp::create(loc));
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Attribute> names;
  SmallVector<int64_t> sizes;
  for (const char *name : {"x", "y", "z"}) {
    if (names.empty() || below(2)) {
      names.push_back(builder.getStringAttr(name));
      sizes.push_back(2 + static_cast<int64_t>(below(2)));
    }
  }
  mesh = dist::MeshOp::create(builder, loc, "mesh", builder.getArrayAttr(names),
                              builder.getDenseI64ArrayAttr(sizes));
  SmallVector<Type> inputs{RankedTensorType::get({6, 2}, builder.getI64Type()), typeOf({6, 12}),
                           typeOf({anySize(), anySize(), anySize()})};
  auto main = func::FuncOp::create(builder, loc, "main", builder.getFunctionType(inputs, {}));
  builder.setInsertionPointToStart(main.addEntryBlock());
  values.assign(main.getArguments().begin() + 1, main.getArguments().end());
  for (size_t step = 0, steps = 3 + below(13); step < steps; ++step) {
    addStep();
  }
  SmallVector<Value> results{values.back(), any()};
  func::ReturnOp::create(builder, loc, results);
  main.setType(builder.getFunctionType(inputs, TypeRange(ValueRange(results))));
  return module;
}

using ShardProgramsTest = ShardTest;

TEST_F(ShardProgramsTest, EqualUnsharded) {
  for (int i = 0; i < 200; ++i) {
    OwningOpRef<ModuleOp> module = ProgramBuilder(context, random).build();
    ASSERT_TRUE(succeeded(module->verify())) << message;
    std::string fault = checkSharded(*module);
    ASSERT_EQ(fault, "") << "program " << i << "\n" << print(*module);
  }
}
} // namespace
