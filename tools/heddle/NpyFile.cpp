//===- NpyFile.cpp - numpy's .npy files -----------------------------------===//

#include "tools/heddle/NpyFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
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

/// The place in a file whose first dimension runs fastest of each element in row-major order.
std::vector<int64_t> fortranPlaces(llvm::ArrayRef<int64_t> shape, int64_t elements) {
  llvm::SmallVector<int64_t> index(shape.size(), 0), stride(shape.size(), 1);
  for (size_t d = 1; d < shape.size(); ++d) {
    stride[d] = stride[d - 1] * shape[d - 1];
  }
  std::vector<int64_t> places(elements);
  for (int64_t &place : places) {
    for (size_t d = 0; d < shape.size(); ++d) {
      place += index[d] * stride[d];
    }
    for (size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];) {
      index[d] = 0;
    }
  }
  return places;
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

/// Text of numpy's kinds U (code points of 4 bytes) and S (bytes) without the zeros that fill it up. False if
/// it is no text.
static bool readText(const char *element, size_t units, bool isWide, bool isBigEndian, std::string &text) {
  text.clear();
  if (!isWide) {
    text = llvm::StringRef(element, units).rtrim('\0').str();
    return true;
  }
  auto order = isBigEndian ? llvm::endianness::big : llvm::endianness::little;
  auto point = [&](size_t i) { return llvm::support::endian::read<uint32_t>(element + 4 * i, order); };
  while (units > 0 && point(units - 1) == 0) {
    --units;
  }
  for (size_t i = 0; i < units; ++i) {
    char bytes[4], *end = bytes;
    if (!llvm::ConvertCodePointToUTF8(point(i), end)) {
      return false;
    }
    text.append(bytes, end);
  }
  return true;
}

/// `code` is U or S and a number of units.
static llvm::Expected<HostTensor> parseTexts(const Header &header, llvm::StringRef code, llvm::StringRef data,
                                             llvm::StringRef path) {
  bool isWide = code.front() == 'U';
  size_t units = 0, elementBytes = 0;
  llvm::Expected<HostTensor> tensor = HostTensor::create(HEDDLE_STRING, header.shape);
  if (!tensor) {
    return bad(path, llvm::toString(tensor.takeError()));
  }
  size_t elements = tensor->numElements(), wanted = 0;
  bool counted = !code.drop_front().getAsInteger(10, units) &&
                 !__builtin_mul_overflow(units, isWide ? 4 : 1, &elementBytes) &&
                 !__builtin_mul_overflow(elements, elementBytes, &wanted);
  if (!counted || data.size() != wanted) {
    return bad(path, "has " + llvm::Twine(data.size()) + " bytes of data, which are no texts of type '" +
                         header.descr + "' in shape " + shapeText(header.shape));
  }
  std::vector<int64_t> places;
  if (header.fortranOrder) {
    places = fortranPlaces(header.shape, tensor->numElements());
  }
  std::string text;
  for (size_t i = 0; i < elements; ++i) {
    const char *element = data.data() + (places.empty() ? i : places[i]) * elementBytes;
    if (!readText(element, units, isWide, header.descr[0] == '>', text)) {
      return bad(path, "element " + llvm::Twine(i) + " has a number that is no character of Unicode");
    }
    tensor->setText(static_cast<int64_t>(i), text);
  }
  return tensor;
}

llvm::Expected<HostTensor> parseNpy(llvm::StringRef bytes, llvm::StringRef path, uint32_t expectedDtype) {
  llvm::StringRef dictionary, data;
  Header header;
  if (!splitFile(bytes, dictionary, data) || !parseHeader(dictionary, header)) {
    return bad(path, "not a complete .npy file");
  }
  bool hasOrder = !header.descr.empty() && llvm::StringRef("<>|=").contains(header.descr[0]);
  llvm::StringRef code = llvm::StringRef(header.descr).drop_front(hasOrder ? 1 : 0);
  if (code.starts_with("U") || code.starts_with("S")) {
    return parseTexts(header, code, data, path);
  }
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
    for (auto [i, place] : llvm::enumerate(fortranPlaces(header.shape, tensor->numElements()))) {
      std::memcpy(tensor->data() + i * elementBytes, data.data() + place * elementBytes, elementBytes);
    }
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

/// The code points of every text, filled up with zeros to as many as the longest has, whose number becomes
/// part of `code`.
static llvm::Error encodeTexts(llvm::StringRef path, const HostTensor &tensor, std::string &code,
                               std::string &data) {
  std::vector<std::vector<llvm::UTF32>> texts(tensor.numElements());
  size_t longest = 1;
  for (auto [i, points] : llvm::enumerate(texts)) {
    llvm::StringRef text = tensor.text(static_cast<int64_t>(i));
    points.resize(text.size());
    auto *from = reinterpret_cast<const llvm::UTF8 *>(text.data());
    llvm::UTF32 *to = points.data();
    bool isValid = llvm::ConvertUTF8toUTF32(&from, from + text.size(), &to, to + text.size(),
                                            llvm::strictConversion) == llvm::conversionOK;
    if (!isValid || text.ends_with(llvm::StringRef("\0", 1))) {
      return bad(path, "text " + llvm::Twine(i) + (isValid ? " ends in a zero" : " is no UTF-8") +
                           ", which a .npy file cannot hold");
    }
    points.resize(to - points.data());
    longest = std::max(longest, points.size());
  }
  code = "U" + std::to_string(longest);
  for (std::vector<llvm::UTF32> &points : texts) {
    points.resize(longest, 0);
    data.append(reinterpret_cast<const char *>(points.data()), longest * sizeof(llvm::UTF32));
  }
  return llvm::Error::success();
}

llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor) {
  const NumpyType *type =
      llvm::find_if(kTypes, [&](const NumpyType &t) { return tensor.dtype() == t.dtype; });
  size_t elementBytes = heddle_dtype_bytes(tensor.dtype());
  std::string code = type == std::end(kTypes) ? "V" + std::to_string(elementBytes) : type->code.str();
  llvm::StringRef data(reinterpret_cast<const char *>(tensor.data()), tensor.bytes());
  std::string encoded, shape;
  if (tensor.dtype() == HEDDLE_STRING) {
    if (llvm::Error error = encodeTexts(path, tensor, code, encoded)) {
      return error;
    }
    data = encoded;
  }
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
    out << kMagic << '\x01' << '\x00' << llvm::StringRef(length, 2) << dictionary << data;
    return llvm::Error::success();
  });
}

} // namespace heddle::cli
