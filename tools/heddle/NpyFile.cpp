//===- NpyFile.cpp - numpy's .npy files -----------------------------------===//

#include "tools/heddle/NpyFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>

namespace heddle::cli {

namespace {
constexpr llvm::StringLiteral kMagic("\x93NUMPY");

struct NumpyType {
  llvm::StringLiteral code; // without the byte order
  uint32_t dtype;
};
constexpr NumpyType kTypes[] = {{"f4", HEDDLE_F32}, {"f8", HEDDLE_F64}, {"f2", HEDDLE_F16},
                                {"i1", HEDDLE_I8},  {"i2", HEDDLE_I16}, {"i4", HEDDLE_I32},
                                {"i8", HEDDLE_I64}, {"u1", HEDDLE_U8},  {"u2", HEDDLE_U16},
                                {"u4", HEDDLE_U32}, {"u8", HEDDLE_U64}, {"b1", HEDDLE_BOOL}};

struct Header {
  std::string descr;
  bool fortranOrder = false;
  llvm::SmallVector<int64_t> shape;
};

llvm::Error bad(llvm::StringRef path, const llvm::Twine &why) {
  return llvm::createStringError(path + ": " + why);
}

/// The text after `'key':` in the header's dictionary.
llvm::StringRef afterKey(llvm::StringRef dictionary, llvm::StringRef key) {
  size_t at = dictionary.find(("'" + key + "'").str());
  if (at == llvm::StringRef::npos) {
    return {};
  }
  llvm::StringRef rest = dictionary.drop_front(at + key.size() + 2).ltrim();
  return rest.consume_front(":") ? rest.ltrim() : llvm::StringRef();
}

bool parseHeader(llvm::StringRef dictionary, Header &header) {
  llvm::StringRef descr = afterKey(dictionary, "descr"), order = afterKey(dictionary, "fortran_order");
  llvm::StringRef shape = afterKey(dictionary, "shape");
  if (!descr.consume_front("'") || !shape.consume_front("(") || !shape.contains(')')) {
    return false;
  }
  header.descr = descr.take_until([](char c) { return c == '\''; }).str();
  header.fortranOrder = order.starts_with("True");
  llvm::SmallVector<llvm::StringRef> sizes;
  shape.take_until([](char c) { return c == ')'; }).split(sizes, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef size : sizes) {
    int64_t value;
    if (size.trim().empty()) {
      continue;
    }
    if (size.trim().getAsInteger(10, value) || value < 0) {
      return false;
    }
    header.shape.push_back(value);
  }
  return header.shape.size() <= HEDDLE_MAX_RANK;
}

/// The element type that `code` ("f4", "V2") stands for; 0 if none.
uint32_t dtypeOf(llvm::StringRef code, uint32_t expectedDtype) {
  size_t bytes;
  llvm::StringRef number = code;
  if (number.consume_front("V") && !number.getAsInteger(10, bytes)) {
    return heddle_dtype_bytes(expectedDtype) == bytes ? expectedDtype : 0;
  }
  const NumpyType *type = llvm::find_if(kTypes, [&](const NumpyType &t) { return code == t.code; });
  return type == std::end(kTypes) ? 0 : type->dtype;
}

/// Copies elements whose first dimension runs fastest into row-major order.
void copyFortran(const char *source, HostTensor &tensor, size_t elementBytes) {
  llvm::ArrayRef<int64_t> shape = tensor.shape();
  llvm::SmallVector<int64_t> index(shape.size(), 0), stride(shape.size(), 1);
  for (size_t d = 1; d < shape.size(); ++d) {
    stride[d] = stride[d - 1] * shape[d - 1];
  }
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    int64_t at = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      at += index[d] * stride[d];
    }
    std::memcpy(tensor.data() + i * elementBytes, source + at * elementBytes, elementBytes);
    for (size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];) {
      index[d] = 0;
    }
  }
}

void swapBytes(HostTensor &tensor, size_t elementBytes) {
  for (size_t at = 0; at < tensor.bytes(); at += elementBytes) {
    std::reverse(tensor.data() + at, tensor.data() + at + elementBytes);
  }
}

/// Splits a file into its header's dictionary and its data; false if it is cut short.
bool splitFile(llvm::StringRef bytes, llvm::StringRef &dictionary, llvm::StringRef &data) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 12) {
    return false;
  }
  const char *length = bytes.data() + 8;
  bool wide = bytes[6] >= 2;
  size_t start = wide ? 12 : 10;
  size_t size = wide ? llvm::support::endian::read32le(length) : llvm::support::endian::read16le(length);
  if (bytes.size() - start < size) {
    return false;
  }
  dictionary = bytes.substr(start, size);
  data = bytes.drop_front(start + size);
  return true;
}
} // namespace

llvm::Expected<HostTensor> parseNpy(llvm::StringRef bytes, llvm::StringRef path, uint32_t expectedDtype) {
  llvm::StringRef dictionary, data;
  Header header;
  if (!splitFile(bytes, dictionary, data) || !parseHeader(dictionary, header)) {
    return bad(path, "not a complete .npy file");
  }
  bool hasOrder = !header.descr.empty() && llvm::StringRef("<>|=").contains(header.descr[0]);
  llvm::StringRef code = llvm::StringRef(header.descr).drop_front(hasOrder ? 1 : 0);
  uint32_t dtype = dtypeOf(code, expectedDtype);
  if (dtype == 0) {
    return bad(path, "elements of type '" + header.descr + "' cannot be given to a model");
  }
  llvm::Expected<HostTensor> tensor = HostTensor::create(dtype, header.shape);
  if (!tensor) {
    return bad(path, llvm::toString(tensor.takeError()));
  }
  if (data.size() != tensor->bytes()) {
    return bad(path, "has " + llvm::Twine(data.size()) + " bytes of data, but shape " +
                         shapeText(header.shape) + " of " + heddle_dtype_name(dtype) + " needs " +
                         llvm::Twine(tensor->bytes()));
  }
  size_t elementBytes = heddle_dtype_bytes(dtype);
  if (header.fortranOrder && header.shape.size() > 1) {
    copyFortran(data.data(), *tensor, elementBytes);
  } else {
    std::memcpy(tensor->data(), data.data(), data.size());
  }
  if (header.descr[0] == '>') {
    swapBytes(*tensor, elementBytes);
  }
  return tensor;
}

llvm::Expected<HostTensor> readNpy(llvm::StringRef path, uint32_t expectedDtype) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) {
    return bad(path, buffer.getError().message());
  }
  return parseNpy((*buffer)->getBuffer(), path, expectedDtype);
}

llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor) {
  const NumpyType *type =
      llvm::find_if(kTypes, [&](const NumpyType &t) { return tensor.dtype() == t.dtype; });
  size_t elementBytes = heddle_dtype_bytes(tensor.dtype());
  std::string code = type == std::end(kTypes) ? "V" + std::to_string(elementBytes) : type->code.str();
  std::string shape;
  for (int64_t size : tensor.shape()) {
    shape += std::to_string(size) + ", ";
  }
  std::string dictionary = std::string("{'descr': '") + (elementBytes == 1 ? "|" : "<") + code +
                           "', 'fortran_order': False, 'shape': (" + llvm::StringRef(shape).rtrim(' ').str() +
                           "), }";
  // Data starts at a multiple of 64; the dictionary ends in a newline.
  dictionary.append((64 - (10 + dictionary.size() + 1) % 64) % 64, ' ');
  dictionary += '\n';
  char length[2];
  llvm::support::endian::write16le(length, static_cast<uint16_t>(dictionary.size()));
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    out << kMagic << '\x01' << '\x00' << llvm::StringRef(length, 2) << dictionary
        << llvm::StringRef(reinterpret_cast<const char *>(tensor.data()), tensor.bytes());
    return llvm::Error::success();
  });
}

} // namespace heddle::cli
