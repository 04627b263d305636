//===- ModelFile.cpp - an ONNX file in memory -----------------------------===//

#include "passes/Import/Onnx/ModelFile.h"
#include "dialects/Graph/IR/Constant.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <unistd.h>

using namespace heddle;
using namespace heddle::importer;

/// Messages may nest so deep: a subgraph takes three levels. Deeper graphs are refused by their own limit.
static constexpr int kMaxMessageDepth = 2000;
/// protobuf's own limit.
static constexpr uint64_t kMaxFileBytes = (uint64_t(1) << 31) - 1;

Refusal importer::badInput(const Twine &message) { return {ImportFailure::BadInput, message.str()}; }
Refusal importer::notSupported(const Twine &message) { return {ImportFailure::Unsupported, message.str()}; }

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static bool parseMessage(google::protobuf::io::ZeroCopyInputStream &stream, onnx::ModelProto &proto) {
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(static_cast<int>(kMaxFileBytes));
  coded.SetRecursionLimit(kMaxMessageDepth);
  return proto.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage();
}

static Refusal checkParsed(bool parsed, const onnx::ModelProto &proto, uint64_t bytes) {
  if (bytes == 0) {
    return badInput("the file is empty");
  }
  if (!parsed) {
    return badInput("not an ONNX model, or cut off: its " + Twine(bytes) +
                    " bytes are no complete protobuf message");
  }
  if (!proto.has_graph() || !proto.has_ir_version()) {
    return badInput("not an ONNX model: it has no " + Twine(proto.has_graph() ? "IR version" : "graph"));
  }
  return {};
}

std::unique_ptr<ModelFile> ModelFile::load(StringRef path, Refusal &refusal) {
  uint64_t bytes = 0;
  int descriptor = -1;
  std::string name = path.str();
  if (std::error_code error = llvm::sys::fs::file_size(path, bytes)) {
    refusal = badInput("cannot be read: " + error.message());
    return nullptr;
  }
  if (bytes > kMaxFileBytes) {
    refusal = badInput("the file has " + Twine(bytes) +
                       " bytes; a model of 2 GiB or more keeps its weights outside");
    return nullptr;
  }
  if (llvm::sys::fs::is_directory(path) || (descriptor = open(name.c_str(), O_RDONLY | O_CLOEXEC)) < 0) {
    refusal = badInput("cannot be opened for reading");
    return nullptr;
  }
  std::unique_ptr<ModelFile> file(new ModelFile(path));
  google::protobuf::io::FileInputStream stream(descriptor);
  bool parsed = parseMessage(stream, *file->proto);
  stream.Close();
  refusal = checkParsed(parsed, *file->proto, bytes);
  return refusal ? nullptr : std::move(file);
}

std::unique_ptr<ModelFile> ModelFile::parse(ArrayRef<char> bytes, StringRef path, Refusal &refusal) {
  if (bytes.size() > kMaxFileBytes) {
    refusal = badInput("the model has more than 2 GiB");
    return nullptr;
  }
  std::unique_ptr<ModelFile> file(new ModelFile(path));
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  refusal = checkParsed(parseMessage(stream, *file->proto), *file->proto, bytes.size());
  return refusal ? nullptr : std::move(file);
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

Type ModelFile::elementType(int32_t dataType, MLIRContext &context) {
  Builder builder(&context);
  auto unsignedType = [&](unsigned width) { return builder.getIntegerType(width, /*isSigned=*/false); };
  switch (dataType) {
  case kOnnxFloat:
    return builder.getF32Type();
  case kOnnxDouble:
    return builder.getF64Type();
  case kOnnxFloat16:
    return builder.getF16Type();
  case kOnnxBfloat16:
    return builder.getBF16Type();
  case kOnnxInt8:
    return builder.getI8Type();
  case kOnnxInt16:
    return builder.getIntegerType(16);
  case kOnnxInt32:
    return builder.getI32Type();
  case kOnnxInt64:
    return builder.getI64Type();
  case kOnnxUint8:
    return unsignedType(8);
  case kOnnxUint16:
    return unsignedType(16);
  case kOnnxUint32:
    return unsignedType(32);
  case kOnnxUint64:
    return unsignedType(64);
  case kOnnxBool:
    return builder.getI1Type();
  case kOnnxUint4:
    return unsignedType(4);
  case kOnnxInt4:
    return builder.getIntegerType(4);
  case kOnnxUint2:
    return unsignedType(2);
  case kOnnxInt2:
    return builder.getIntegerType(2);
  case kOnnxFloat4E2M1:
    return builder.getType<Float4E2M1FNType>();
  case kOnnxFloat8E4M3Fn:
    return builder.getType<Float8E4M3FNType>();
  case kOnnxFloat8E4M3Fnuz:
    return builder.getType<Float8E4M3FNUZType>();
  case kOnnxFloat8E5M2:
    return builder.getType<Float8E5M2Type>();
  case kOnnxFloat8E5M2Fnuz:
    return builder.getType<Float8E5M2FNUZType>();
  default:
    return nullptr;
  }
}

std::string ModelFile::elementTypeName(int32_t dataType) {
  static constexpr StringLiteral kNames[] = {
      "undefined",      "float32",  "uint8",        "int8",           "uint16",
      "int16",          "int32",    "int64",        "string",         "bool",
      "float16",        "float64",  "uint32",       "uint64",         "complex64",
      "complex128",     "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2",
      "float8e5m2fnuz", "uint4",    "int4",         "float4e2m1",     "float8e8m0",
      "uint2",          "int2"};
  bool known = dataType >= 0 && dataType < static_cast<int32_t>(std::size(kNames));
  return known ? kNames[dataType].str() : "number " + std::to_string(dataType);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Whether a file has several elements in a byte, the first in the lowest bits.
static bool isPacked(Type type) { return type.getIntOrFloatBitWidth() < 8 && !type.isInteger(1); }

/// Bytes of the tensor in a file.
static int64_t storedBytes(RankedTensorType type) {
  int64_t bytes = *graph::tensorBytes(type), inByte = 8 / type.getElementType().getIntOrFloatBitWidth();
  return isPacked(type.getElementType()) ? llvm::divideCeil(bytes, inByte) : bytes;
}

/// The attribute for bytes in the layout of files; they stay where they are if that is the layout of memory.
static ElementsAttr fromStored(RankedTensorType type, ArrayRef<char> stored,
                               std::shared_ptr<const void> owner) {
  Type elementType = type.getElementType();
  if (elementType.isInteger(1)) {
    SmallVector<char> truths = llvm::map_to_vector(stored, [](char byte) -> char { return byte != 0; });
    return graph::makeElements(type, truths);
  }
  if (!isPacked(elementType)) {
    return graph::makeElementsView(type, stored, std::move(owner));
  }
  int bits = static_cast<int>(elementType.getIntOrFloatBitWidth()), inByte = 8 / bits;
  SmallVector<char> bytes;
  for (int64_t i = 0, n = type.getNumElements(); i < n; ++i) {
    int value = (static_cast<uint8_t>(stored[i / inByte]) >> (i % inByte * bits)) & ((1 << bits) - 1);
    bool negative = elementType.isSignlessInteger() && value >> (bits - 1);
    bytes.push_back(static_cast<char>(negative ? value - (1 << bits) : value));
  }
  return graph::makeElements(type, bytes);
}

template <typename Field> static ArrayRef<char> bytesOf(const Field &field) {
  return ArrayRef(reinterpret_cast<const char *>(field.data()), field.size() * sizeof(*field.data()));
}

/// Elements that stand one by one in int32_data, narrowed to `unit` bytes each.
static SmallVector<char> narrowed(const google::protobuf::RepeatedField<int32_t> &field, int64_t unit) {
  SmallVector<char> bytes;
  bytes.reserve(field.size() * unit);
  for (int32_t value : field) {
    auto *first = reinterpret_cast<const char *>(&value);
    bytes.append(first, first + unit);
  }
  return bytes;
}

/// The elements of the field that the ONNX schema assigns to the type. Points into the message, or into
/// `storage`.
static ArrayRef<char> typedData(const onnx::TensorProto &tensor, Type elementType,
                                SmallVectorImpl<char> &storage) {
  int64_t unit = graph::elementBytes(elementType);
  switch (tensor.data_type()) {
  case kOnnxFloat:
    return bytesOf(tensor.float_data());
  case kOnnxDouble:
    return bytesOf(tensor.double_data());
  case kOnnxInt64:
    return bytesOf(tensor.int64_data());
  case kOnnxUint64:
    return bytesOf(tensor.uint64_data());
  case kOnnxInt32:
    return bytesOf(tensor.int32_data());
  case kOnnxUint32:
    for (uint64_t value : tensor.uint64_data()) {
      auto *first = reinterpret_cast<const char *>(&value);
      storage.append(first, first + unit);
    }
    return storage;
  default:
    storage = narrowed(tensor.int32_data(), unit);
    return storage;
  }
}

/// The type of a tensor, its sizes checked.
static RankedTensorType tensorType(const onnx::TensorProto &tensor, MLIRContext &context, Refusal &refusal) {
  std::string what = "tensor '" + tensor.name() + "'";
  Type elementType = tensor.data_type() == kOnnxString ? textType(context)
                                                       : ModelFile::elementType(tensor.data_type(), context);
  if (!elementType) {
    bool known = tensor.data_type() > kOnnxUndefined && tensor.data_type() <= kOnnxInt2;
    std::string message = what + " has element type " + ModelFile::elementTypeName(tensor.data_type());
    refusal = known ? notSupported(message + ", which is not supported") : badInput(message);
    return nullptr;
  }
  SmallVector<int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  for (int64_t size : shape) {
    if (size < 0) {
      refusal = badInput(what + " has a size of " + Twine(size) + " but a size is at least 0");
      return nullptr;
    }
  }
  auto type = RankedTensorType::get(shape, elementType);
  if (!graph::tensorBytes(type)) {
    refusal = badInput(what + " has sizes whose product leaves 63 bits");
    return nullptr;
  }
  return type;
}

ElementsAttr ModelFile::elements(const onnx::TensorProto &tensor, MLIRContext &context, Refusal &refusal) {
  RankedTensorType type = tensorType(tensor, context, refusal);
  if (!type) {
    return nullptr;
  }
  if (isText(type.getElementType())) {
    return textElements(tensor, type, refusal);
  }
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
    return externalElements(tensor, type, refusal);
  }
  SmallVector<char> storage;
  bool raw = tensor.has_raw_data();
  ArrayRef<char> data = raw ? ArrayRef(tensor.raw_data().data(), tensor.raw_data().size())
                            : typedData(tensor, type.getElementType(), storage);
  // Numbers of fewer than 8 bits stand in the elements of int32_data as they do in the bytes of raw data.
  int64_t wanted = storedBytes(type);
  if (static_cast<int64_t>(data.size()) != wanted) {
    refusal = badInput("tensor '" + Twine(tensor.name()) + "' has " + Twine(data.size()) +
                       " bytes of data but " + Twine(wanted) + " by its type and sizes");
    return nullptr;
  }
  bool inMessage = raw || storage.empty();
  bool unpacked = type.getElementType().isInteger(1) || isPacked(type.getElementType());
  return inMessage || unpacked ? fromStored(type, data, proto) : graph::makeElements(type, data);
}

ElementsAttr ModelFile::textElements(const onnx::TensorProto &tensor, RankedTensorType type,
                                     Refusal &refusal) {
  if (tensor.string_data_size() != type.getNumElements()) {
    refusal = badInput("tensor '" + Twine(tensor.name()) + "' has " + Twine(tensor.string_data_size()) +
                       " texts but " + Twine(type.getNumElements()) + " by its sizes");
    return nullptr;
  }
  SmallVector<StringRef> list(tensor.string_data().begin(), tensor.string_data().end());
  return textTable.elements(*type.getContext(), type.getShape(), list);
}

//===----------------------------------------------------------------------===//
// External data
//===----------------------------------------------------------------------===//

/// The folder of the model with links resolved.
static std::string folderOf(StringRef path) {
  SmallString<256> absolute(path), real;
  llvm::sys::fs::make_absolute(absolute);
  llvm::sys::path::remove_filename(absolute);
  return llvm::sys::fs::real_path(absolute, real) ? std::string() : std::string(real);
}

/// The path of an external file with links resolved, or a refusal if it is not a file inside the model's
/// folder.
static std::string externalPath(StringRef modelPath, StringRef location, StringRef what, Refusal &refusal) {
  namespace path = llvm::sys::path;
  bool parent = llvm::is_contained(llvm::make_range(path::begin(location), path::end(location)), "..");
  if (location.empty() || path::is_absolute(location) || parent || location.contains('\0')) {
    refusal = badInput(what + ": external data '" + location + "' must be a path inside the model's folder");
    return "";
  }
  std::string folder = folderOf(modelPath);
  SmallString<256> joined(folder), real;
  path::append(joined, location);
  if (std::error_code error = llvm::sys::fs::real_path(joined, real)) {
    refusal = badInput(what + ": external data '" + location + "' cannot be read: " + error.message());
    return "";
  }
  if (!real.starts_with(folder + "/") || !llvm::sys::fs::is_regular_file(real)) {
    refusal = badInput(what + ": external data '" + location + "' is no file inside the model's folder");
    return "";
  }
  return std::string(real);
}

ModelFile::MappedFile ModelFile::mapExternal(StringRef location, StringRef tensorName, Refusal &refusal) {
  MappedFile &mapped = mappedFiles[location];
  if (mapped) {
    return mapped;
  }
  std::string what = ("tensor '" + tensorName + "'").str();
  std::string path = externalPath(filePath, location, what, refusal);
  uint64_t bytes = 0;
  if (refusal) {
    return nullptr;
  }
  llvm::Expected<llvm::sys::fs::file_t> file = llvm::sys::fs::openNativeFileForRead(path);
  if (!file) {
    refusal = badInput(what + ": external data '" + location + "': " + llvm::toString(file.takeError()));
    return nullptr;
  }
  std::error_code error = llvm::sys::fs::file_size(path, bytes);
  if (!error && bytes != 0) {
    mapped = std::make_shared<llvm::sys::fs::mapped_file_region>(
        *file, llvm::sys::fs::mapped_file_region::readonly, bytes, 0, error);
  } else if (!error) {
    mapped = std::make_shared<llvm::sys::fs::mapped_file_region>();
  }
  llvm::sys::fs::closeFile(*file);
  if (error) {
    mapped.reset();
    refusal = badInput(what + ": external data '" + location + "' cannot be mapped: " + error.message());
  }
  return mapped;
}

ElementsAttr ModelFile::externalElements(const onnx::TensorProto &tensor, RankedTensorType type,
                                         Refusal &refusal) {
  std::string location, what = "tensor '" + tensor.name() + "'";
  uint64_t offset = 0, wanted = storedBytes(type), length = wanted;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data()) {
    StringRef value = entry.value();
    bool valid = true;
    if (entry.key() == "location") {
      location = entry.value();
    } else if (entry.key() == "offset") {
      valid = !value.getAsInteger(10, offset);
    } else if (entry.key() == "length") {
      valid = !value.getAsInteger(10, length);
    }
    if (!valid) {
      refusal =
          badInput(what + ": external data has " + entry.key() + " '" + value + "', which is no byte count");
      return nullptr;
    }
  }
  if (length != wanted) {
    refusal = badInput(what + ": external data has a length of " + Twine(length) +
                       " bytes but the type and sizes want " + Twine(wanted));
    return nullptr;
  }
  MappedFile mapped = mapExternal(location, tensor.name(), refusal);
  if (!mapped) {
    return nullptr;
  }
  uint64_t available = *mapped ? mapped->size() : 0;
  if (offset > available || length > available - offset) {
    refusal = badInput(what + ": external data '" + location + "' has " + Twine(available) +
                       " bytes but bytes " + Twine(offset) + " to " + Twine(offset + length) + " are wanted");
    return nullptr;
  }
  const char *first = *mapped ? mapped->const_data() + offset : nullptr;
  return fromStored(type, ArrayRef(first, length), mapped);
}
