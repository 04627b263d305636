//===- TensorProtoFile.cpp - ONNX's tensor files (.pb) --------------------===//

#include "tools/heddle/TensorProtoFile.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace heddle::cli {

namespace {
/// heddle_dtype_t of each value of onnx.TensorProto.DataType; 0 where the ABI has none (complex
/// numbers). Numbers stand here because the packaged schema is older than the newest types.
constexpr uint32_t kFromOnnx[] = {0,
                                  HEDDLE_F32,
                                  HEDDLE_U8,
                                  HEDDLE_I8,
                                  HEDDLE_U16,
                                  HEDDLE_I16,
                                  HEDDLE_I32,
                                  HEDDLE_I64,
                                  HEDDLE_STRING,
                                  HEDDLE_BOOL,
                                  HEDDLE_F16,
                                  HEDDLE_F64,
                                  HEDDLE_U32,
                                  HEDDLE_U64,
                                  0,
                                  0,
                                  HEDDLE_BF16,
                                  HEDDLE_F8E4M3FN,
                                  HEDDLE_F8E4M3FNUZ,
                                  HEDDLE_F8E5M2,
                                  HEDDLE_F8E5M2FNUZ,
                                  HEDDLE_U4,
                                  HEDDLE_I4,
                                  HEDDLE_F4E2M1FN,
                                  0,
                                  HEDDLE_U2,
                                  HEDDLE_I2};

/// Bits of an element of a type that a file packs into bytes, the first lowest; 0 for other types.
int packedBits(uint32_t dtype) {
  switch (dtype) {
  case HEDDLE_I4:
  case HEDDLE_U4:
  case HEDDLE_F4E2M1FN:
    return 4;
  case HEDDLE_I2:
  case HEDDLE_U2:
    return 2;
  default:
    return 0;
  }
}

/// Bytes of the raw form in a file.
size_t packedBytes(const HostTensor &tensor) {
  int bits = packedBits(tensor.dtype());
  return bits ? (tensor.numElements() * bits + 7) / 8 : tensor.bytes();
}

void unpack(llvm::StringRef raw, HostTensor &tensor) {
  int bits = packedBits(tensor.dtype()), inByte = 8 / bits, mask = (1 << bits) - 1;
  bool isSigned = tensor.dtype() == HEDDLE_I4 || tensor.dtype() == HEDDLE_I2;
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    int value = (static_cast<uint8_t>(raw[i / inByte]) >> (i % inByte * bits)) & mask;
    // A signed one is sign-extended to its byte: 0xf of 4 bits is -1.
    tensor.data()[i] = static_cast<uint8_t>(isSigned && value >> (bits - 1) ? value | ~mask : value);
  }
}

std::string pack(const HostTensor &tensor) {
  int bits = packedBits(tensor.dtype()), inByte = 8 / bits, mask = (1 << bits) - 1;
  std::string raw(packedBytes(tensor), '\0');
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    raw[i / inByte] |= static_cast<char>((tensor.data()[i] & mask) << (i % inByte * bits));
  }
  return raw;
}

/// The raw form of a tensor whose elements stand in one of the typed fields. The fields of whole numbers hold
/// each element in a wider one, whose low bytes are the element.
std::string rawFromFields(const onnx::TensorProto &proto, size_t elementBytes) {
  std::string raw;
  auto append = [&](const auto &field, size_t bytes) {
    for (const auto &value : field) {
      raw.append(reinterpret_cast<const char *>(&value), std::min(bytes, sizeof(value)));
    }
  };
  append(proto.float_data(), elementBytes);
  append(proto.double_data(), elementBytes);
  append(proto.int32_data(), elementBytes);
  append(proto.int64_data(), elementBytes);
  append(proto.uint64_data(), elementBytes);
  return raw;
}

llvm::Error bad(llvm::StringRef path, const llvm::Twine &why) {
  return llvm::createStringError(path + ": " + why);
}
} // namespace

llvm::Expected<HostTensor> tensorOf(const onnx::TensorProto &proto, llvm::StringRef path) {
  int type = proto.data_type();
  uint32_t dtype = type >= 0 && type < static_cast<int>(std::size(kFromOnnx)) ? kFromOnnx[type] : 0;
  if (dtype == 0) {
    return bad(path, "elements of ONNX type " + llvm::Twine(type) + " cannot be given to a model");
  }
  if (proto.external_data_size() != 0) {
    return bad(path, "external data is not read for inputs");
  }
  llvm::Expected<HostTensor> tensor =
      HostTensor::create(dtype, llvm::ArrayRef<int64_t>(proto.dims().data(), proto.dims_size()));
  if (!tensor) {
    return bad(path, llvm::toString(tensor.takeError()));
  }
  if (dtype == HEDDLE_STRING) {
    if (proto.string_data_size() != tensor->numElements()) {
      return bad(path, "has " + llvm::Twine(proto.string_data_size()) + " texts, but shape " +
                           shapeText(tensor->shape()) + " needs " + llvm::Twine(tensor->numElements()));
    }
    for (auto [i, text] : llvm::enumerate(proto.string_data())) {
      tensor->setText(static_cast<int64_t>(i), text);
    }
    return tensor;
  }
  std::string raw = proto.has_raw_data() ? proto.raw_data() : rawFromFields(proto, heddle_dtype_bytes(dtype));
  if (raw.size() != packedBytes(*tensor)) {
    return bad(path, "has " + llvm::Twine(raw.size()) + " bytes of data, but shape " +
                         shapeText(tensor->shape()) + " of " + heddle_dtype_name(dtype) + " needs " +
                         llvm::Twine(packedBytes(*tensor)));
  }
  if (packedBits(dtype)) {
    unpack(raw, *tensor);
  } else {
    std::memcpy(tensor->data(), raw.data(), raw.size());
  }
  return tensor;
}

void fillProto(onnx::TensorProto &proto, const HostTensor &tensor) {
  proto.set_data_type(static_cast<int>(llvm::find(kFromOnnx, tensor.dtype()) - std::begin(kFromOnnx)));
  for (int64_t size : tensor.shape()) {
    proto.add_dims(size);
  }
  if (tensor.dtype() == HEDDLE_STRING) {
    for (int64_t i = 0; i < tensor.numElements(); ++i) {
      proto.add_string_data(tensor.text(i).str());
    }
  } else {
    proto.set_raw_data(packedBits(tensor.dtype())
                           ? pack(tensor)
                           : std::string(reinterpret_cast<const char *>(tensor.data()), tensor.bytes()));
  }
}

llvm::Error readMessage(llvm::StringRef path, google::protobuf::MessageLite &message) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) {
    return bad(path, buffer.getError().message());
  }
  llvm::StringRef bytes = (*buffer)->getBuffer();
  if (bytes.size() > INT32_MAX || !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return bad(path, "not a serialized " + message.GetTypeName());
  }
  return llvm::Error::success();
}

llvm::Error writeMessage(llvm::StringRef path, const google::protobuf::MessageLite &message) {
  std::string bytes;
  if (!message.SerializeToString(&bytes)) {
    return bad(path, "the tensor is larger than a .pb file can be (2 GB); use .npy");
  }
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    out << bytes;
    return llvm::Error::success();
  });
}

llvm::Expected<HostTensor> readTensorProto(llvm::StringRef path) {
  onnx::TensorProto proto;
  if (llvm::Error error = readMessage(path, proto)) {
    return error;
  }
  return tensorOf(proto, path);
}

llvm::Error writeTensorProto(llvm::StringRef path, llvm::StringRef name, const HostTensor &tensor) {
  onnx::TensorProto proto;
  proto.set_name(name.str());
  fillProto(proto, tensor);
  return writeMessage(path, proto);
}

} // namespace heddle::cli
