//===- Weights.cpp - the constants of a model, packed ---------------------===//

#include "codegen/Artifact/Weights.h"
#include "codegen/Common/Storage.h"
#include "dialects/Graph/IR/Constant.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>

using namespace heddle;

uint64_t artifact::weightsBytes(ModuleOp module) {
  uint64_t end = 0;
  for (auto weight : module.getOps<kernel::WeightOp>()) {
    end = std::max<uint64_t>(end, weight.getOffset() + weight.getBytes());
  }
  return end;
}

artifact::Part artifact::Part::whole(ArrayRef<int64_t> shape) {
  return {SmallVector<int64_t>(shape.size(), 0), SmallVector<int64_t>(shape)};
}

/// The places, in elements from the start of a row-major tensor of `shape`, of all index combinations of some
/// dimensions of a part of it, the last of `dims` fastest. For shape [2, 3], all of it, dims [1]: 0, 1, 2;
/// dims [0]: 0, 3; for its last two columns, dims [1]: 1, 2.
static std::vector<int64_t> placesOf(ArrayRef<int64_t> shape, const artifact::Part &part,
                                     ArrayRef<int64_t> dims) {
  std::vector<int64_t> places = {0};
  for (int64_t dim : dims) {
    int64_t stride = 1;
    for (int64_t size : shape.drop_front(dim + 1)) {
      stride *= size;
    }
    std::vector<int64_t> next;
    next.reserve(places.size() * part.sizes[dim]);
    for (int64_t place : places) {
      for (int64_t i = 0; i < part.sizes[dim]; ++i) {
        next.push_back(place + (part.starts[dim] + i) * stride);
      }
    }
    places = std::move(next);
  }
  return places;
}

/// Copies elements of `T` from scattered places to every `step`th.
template <typename T>
static void gather(const char *from, ArrayRef<int64_t> places, int64_t base, char *to, int64_t step) {
  const T *source = reinterpret_cast<const T *>(from);
  for (size_t i = 0; i < places.size(); ++i) {
    std::memcpy(to + i * step * sizeof(T), source + base + places[i], sizeof(T));
  }
}

/// Whether the places are neighbours in memory.
static bool isRun(ArrayRef<int64_t> places) {
  return std::adjacent_find(places.begin(), places.end(), [](int64_t a, int64_t b) { return b != a + 1; }) ==
         places.end();
}

/// One row of a panel, its elements `step` apart; `together` says that the places are a run.
static void gatherRow(const char *from, ArrayRef<int64_t> places, bool together, int64_t base, char *to,
                      int64_t step, int64_t elementBytes) {
  if (together && step == 1) {
    std::memcpy(to, from + (base + places.front()) * elementBytes, places.size() * elementBytes);
    return;
  }
  switch (elementBytes) {
  case 1:
    return gather<uint8_t>(from, places, base, to, step);
  case 2:
    return gather<uint16_t>(from, places, base, to, step);
  case 4:
    return gather<uint32_t>(from, places, base, to, step);
  default:
    return gather<uint64_t>(from, places, base, to, step);
  }
}

/// Writes the numbers at the start of a panel whose elements, of one byte, stand: -offset times the sum of
/// each column, in wrapping arithmetic.
static void writeStarts(MutableArrayRef<char> panel, kernel::PanelsAttr layout, bool isUnsigned) {
  const char *elements = panel.data() + layout.startBytes();
  int64_t group = layout.getGroup(), width = layout.getWidth();
  int64_t steps = (static_cast<int64_t>(panel.size()) - layout.startBytes()) / (width * group);
  for (int64_t column = 0; column < width; ++column) {
    uint32_t sum = 0;
    for (int64_t step = 0; step < steps; ++step) {
      for (int64_t k = 0; k < group; ++k) {
        char byte = elements[(step * width + column) * group + k];
        sum += isUnsigned ? static_cast<uint8_t>(byte) : static_cast<uint32_t>(static_cast<int8_t>(byte));
      }
    }
    uint32_t start = static_cast<uint32_t>(-layout.getOffset()) * sum;
    std::memcpy(panel.data() + column * sizeof(start), &start, sizeof(start));
  }
}

void artifact::packPanels(ElementsAttr value, const Part &part, kernel::PanelsAttr layout,
                          llvm::function_ref<void(ArrayRef<char>)> visit) {
  auto type = value.getShapedType();
  SmallVector<char> expanded;
  ArrayRef<char> data = graph::elementData(value, expanded);
  int64_t elementBytes = graph::elementBytes(type.getElementType()), width = layout.getWidth();
  std::vector<int64_t> batch = placesOf(type.getShape(), part, layout.getBatch());
  std::vector<int64_t> depth = placesOf(type.getShape(), part, layout.getDepth());
  std::vector<int64_t> columns = placesOf(type.getShape(), part, layout.getColumns());
  std::vector<char> panel(layout.panelBytes(depth.size(), elementBytes));
  int64_t group = layout.getGroup();
  for (int64_t start : batch) {
    for (size_t column = 0; column < columns.size(); column += width) {
      ArrayRef<int64_t> places = ArrayRef(columns).slice(column).take_front(width);
      bool together = isRun(places);
      if (static_cast<int64_t>(places.size()) < width) {
        llvm::fill(panel, 0);
      }
      for (int64_t k = 0; k < static_cast<int64_t>(depth.size()); ++k) {
        int64_t offset = layout.startBytes() + (k / group * width * group + k % group) * elementBytes;
        gatherRow(data.data(), places, together, start + depth[k], panel.data() + offset, group,
                  elementBytes);
      }
      if (layout.getOffset() != 0) {
        writeStarts(panel, layout, type.getElementType().isUnsignedInteger());
      }
      visit(panel);
    }
  }
}

/// Gives the rows of a part in order, as few pieces as it has runs in memory.
static void visitRows(ElementsAttr value, const artifact::Part &part,
                      llvm::function_ref<void(ArrayRef<char>)> visit) {
  ArrayRef<int64_t> shape = value.getShapedType().getShape();
  SmallVector<char> expanded;
  ArrayRef<char> data = graph::elementData(value, expanded);
  // Dimensions behind the last that is cut are whole, so a run goes from its first to its last element.
  size_t cut = shape.size();
  while (cut > 0 && part.sizes[cut - 1] == shape[cut - 1]) {
    --cut;
  }
  int64_t runElements = 1;
  for (size_t dim = cut == 0 ? 0 : cut - 1; dim < shape.size(); ++dim) {
    runElements *= part.sizes[dim];
  }
  artifact::Part starts = part;
  if (cut > 0) {
    starts.sizes[cut - 1] = std::min<int64_t>(1, part.sizes[cut - 1]);
  }
  int64_t elementBytes = graph::elementBytes(value.getShapedType().getElementType());
  for (int64_t place : placesOf(shape, starts, llvm::to_vector(llvm::seq<int64_t>(0, cut)))) {
    visit(data.slice(place * elementBytes, runElements * elementBytes));
  }
}

/// What of its constant a weight holds.
static artifact::Part partOf(kernel::WeightOp weight) {
  ArrayRef<int64_t> shape = weight.getValue().getShapedType().getShape();
  auto block = weight->getAttrOfType<mlir::DenseI64ArrayAttr>(codegen::kBlockAttr);
  if (!block) {
    return artifact::Part::whole(shape);
  }
  return {SmallVector<int64_t>(block.asArrayRef().take_front(shape.size())),
          SmallVector<int64_t>(block.asArrayRef().take_back(shape.size()))};
}

void artifact::writeWeights(ModuleOp module, llvm::raw_ostream &out,
                            llvm::function_ref<void(StringRef)> visit) {
  uint64_t written = 0;
  auto put = [&](ArrayRef<char> piece) {
    StringRef text(piece.data(), piece.size());
    out << text;
    visit(text);
    written += piece.size();
  };
  SmallVector<kernel::WeightOp> weights(module.getOps<kernel::WeightOp>());
  llvm::sort(weights, [](kernel::WeightOp a, kernel::WeightOp b) { return a.getOffset() < b.getOffset(); });
  const SmallVector<char> zeros(4096, 0);
  for (kernel::WeightOp weight : weights) {
    while (written < weight.getOffset()) {
      put(ArrayRef(zeros).take_front(std::min<uint64_t>(zeros.size(), weight.getOffset() - written)));
    }
    if (kernel::PanelsAttr layout = weight.getLayoutAttr()) {
      packPanels(weight.getValue(), partOf(weight), layout, put);
    } else {
      visitRows(weight.getValue(), partOf(weight), put);
    }
    assert(written == weight.getOffset() + weight.getBytes() && "the plan and the layout agree");
  }
}
