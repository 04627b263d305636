//===- TensorFolder.cpp - inputs and outputs of a run as files ------------===//

#include "tools/heddle/TensorFolder.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/heddle/Model.h"
#include "tools/heddle/ModelValues.h"
#include "tools/heddle/NpyFile.h"
#include "tools/heddle/TensorProtoFile.h"
#include "tools/heddle/ValueProtoFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <random>

namespace heddle::cli {

using driver::ExitStatus;
using driver::failure;

static llvm::Expected<HostTensor> readTensor(llvm::StringRef path, uint32_t dtype) {
  return llvm::sys::path::extension(path) == ".pb" ? readTensorProto(path) : readNpy(path, dtype);
}

/// Whether `folder` has files of numpy and none of ONNX. Where a model has no inputs, the outputs that lie
/// there decide.
static FileFormat formatOf(llvm::StringRef folder) {
  std::error_code error;
  bool npy = false, pb = false;
  for (llvm::sys::fs::directory_iterator at(folder, error), end; at != end && !error; at.increment(error)) {
    llvm::StringRef extension = llvm::sys::path::extension(at->path());
    npy |= extension == ".npy";
    pb |= extension == ".pb";
  }
  return pb && !npy ? FileFormat::Pb : FileFormat::Npy;
}

/// input_0.pb, or input_0.npy; numpy has a file for each part of a sequence or an optional:
/// input_0.values.npy.
static std::string filePath(llvm::StringRef folder, llvm::StringRef kind, uint32_t index, FileFormat format,
                            llvm::StringRef part = "") {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, kind + "_" + llvm::Twine(index) + (part.empty() ? "" : ".") + part +
                                    (format == FileFormat::Pb ? ".pb" : ".npy"));
  return path.str().str();
}

/// Puts the tensors of one value where the signature has them.
static llvm::Error take(Inputs &inputs, uint32_t first, llvm::Expected<std::vector<HostTensor>> parts) {
  if (!parts) {
    return parts.takeError();
  }
  for (auto [i, part] : llvm::enumerate(*parts)) {
    inputs.tensors[first + i] = std::move(part);
  }
  return llvm::Error::success();
}

/// Reads input `index` of the model file from `folder` in either format, if it is there.
static llvm::Error readFromFolder(const heddle_model_info_t &info, const ModelValue &value,
                                  llvm::StringRef folder, uint32_t index, Inputs &inputs) {
  std::string proto = filePath(folder, "input", index, FileFormat::Pb);
  if (!value.isTensor() && llvm::sys::fs::exists(proto)) {
    return take(inputs, value.first, readValueProto(proto, value, info.inputs + value.first));
  }
  for (auto [i, part] : llvm::enumerate(value.parts)) {
    for (FileFormat format : {FileFormat::Pb, FileFormat::Npy}) {
      std::string path = filePath(folder, "input", index, format, part);
      if (!llvm::sys::fs::exists(path)) {
        continue;
      }
      auto tensor = readTensor(path, info.inputs[value.first + i].dtype);
      if (!tensor) {
        return tensor.takeError();
      }
      inputs.tensors[value.first + i] = std::move(*tensor);
      break;
    }
  }
  return llvm::Error::success();
}

/// A file for an input that the model does not have is a value for something that the model stores itself: a
/// weight that its file lists as an input. To leave it aside would be to run with other numbers than asked
/// for.
static llvm::Error refuseSurplus(size_t numInputs, llvm::StringRef folder) {
  for (FileFormat format : {FileFormat::Pb, FileFormat::Npy}) {
    std::string path = filePath(folder, "input", static_cast<uint32_t>(numInputs), format);
    if (llvm::sys::fs::exists(path)) {
      return failure(ExitStatus::Unsupported,
                     path + ": the model has " + llvm::Twine(numInputs) +
                         " inputs; replacing a value that is stored in the model is not supported");
    }
  }
  return llvm::Error::success();
}

/// Splits NAME=REST by the names that the inputs have, as a name may contain any character. Returns the
/// number of the input and sets `rest`; nothing if no name fits.
static std::optional<uint32_t> matchInput(const heddle_model_info_t &info, llvm::StringRef text,
                                          llvm::StringRef &rest) {
  std::optional<uint32_t> found;
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    llvm::StringRef name = info.inputs[i].name, tail = text;
    bool longer = !found || name.size() > llvm::StringRef(info.inputs[*found].name).size();
    if (longer && tail.consume_front(name) && tail.consume_front("=")) {
      found = i;
      rest = tail;
    }
  }
  return found;
}

static std::string inputNames(const heddle_model_info_t &info) {
  std::string names;
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    names += (i == 0 ? "'" : ", '") + std::string(info.inputs[i].name) + "'";
  }
  return names;
}

/// Reads an input given as NAME=FILE.
static llvm::Error readNamed(const heddle_model_info_t &info, llvm::ArrayRef<ModelValue> values,
                             llvm::StringRef text, Inputs &inputs) {
  llvm::StringRef path;
  for (const ModelValue &value : values) {
    path = text;
    if (!value.isTensor() && path.consume_front(value.name) && path.consume_front("=")) {
      inputs.format = FileFormat::Pb;
      return take(inputs, value.first, readValueProto(path, value, info.inputs + value.first));
    }
  }
  std::optional<uint32_t> index = matchInput(info, text, path);
  if (!index || path.empty()) {
    return failure(ExitStatus::Usage, "--input '" + text +
                                          "' is not NAME=FILE with the name of an input; the model has " +
                                          inputNames(info));
  }
  auto tensor = readTensor(path, info.inputs[*index].dtype);
  if (!tensor) {
    return tensor.takeError();
  }
  if (llvm::sys::path::extension(path) == ".pb") {
    inputs.format = FileFormat::Pb;
  }
  inputs.tensors[*index] = std::move(*tensor);
  return llvm::Error::success();
}

llvm::Expected<Inputs> readInputs(const heddle_model_info_t &info, llvm::StringRef folder,
                                  llvm::ArrayRef<std::string> named) {
  Inputs inputs;
  std::vector<ModelValue> values = modelInputs(info);
  inputs.tensors.resize(info.num_inputs);
  if (!folder.empty()) {
    if (!llvm::sys::fs::is_directory(folder)) {
      return failure(ExitStatus::BadInput, folder + " is not a folder");
    }
    inputs.format = formatOf(folder);
    if (llvm::Error error = refuseSurplus(values.size(), folder)) {
      return error;
    }
    for (uint32_t i = 0; i < values.size(); ++i) {
      if (llvm::Error error = readFromFolder(info, values[i], folder, i, inputs)) {
        return error;
      }
    }
  }
  for (const std::string &text : named) {
    if (llvm::Error error = readNamed(info, values, text, inputs)) {
      return error;
    }
  }
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    if (!inputs.tensors[i]) {
      return failure(ExitStatus::BadInput,
                     llvm::Twine("no value for input ") + llvm::Twine(i) + " '" + info.inputs[i].name +
                         "' (" + signatureText(info, info.inputs[i]) + ")" +
                         (folder.empty() ? "; give --input or --inputs" : " in " + folder.str()));
    }
  }
  return inputs;
}

/// The sizes that `shapes` give to input `index`, or those of the signature.
static llvm::Expected<llvm::SmallVector<int64_t>> shapeFor(const heddle_model_info_t &info, uint32_t index,
                                                           llvm::ArrayRef<std::string> shapes) {
  const heddle_tensor_info_t &input = info.inputs[index];
  llvm::SmallVector<int64_t> shape(input.dims, input.dims + input.rank);
  for (llvm::StringRef text : shapes) {
    llvm::StringRef sizes;
    if (matchInput(info, text, sizes) != index) {
      continue;
    }
    shape.clear();
    while (!sizes.empty()) {
      llvm::StringRef size;
      std::tie(size, sizes) = sizes.split('x');
      if (size.getAsInteger(10, shape.emplace_back()) || shape.back() < 0) {
        return failure(ExitStatus::Usage, "--shape '" + text + "' is not of the form NAME=AxBxC");
      }
    }
  }
  for (int64_t size : shape) {
    if (size < 0) {
      return failure(ExitStatus::Usage, llvm::Twine("input '") + input.name + "' is " +
                                            signatureText(info, input) + ": give --inputs, or --shape " +
                                            input.name + "=AxBxC for random values");
    }
  }
  return shape;
}

static llvm::StringRef randomText(const heddle_model_info_t &info, std::mt19937 &random) {
  if (info.num_texts == 0) {
    return "";
  }
  uint64_t number = random() % info.num_texts, begin = info.text_offsets[number];
  return {info.texts + begin, info.text_offsets[number + 1] - begin - 1};
}

/// Fills with numbers in [0, 1) for floats of 32 and 64 bits and whole numbers 0 or 1 else (as a float of 16
/// or 8 bits that is a tiny number, which costs no more than another). A text is one of the model's.
static void fillRandom(const heddle_model_info_t &info, HostTensor &tensor, std::mt19937 &random) {
  std::uniform_real_distribution<double> unit(0, 1);
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    if (tensor.dtype() == HEDDLE_F32) {
      reinterpret_cast<float *>(tensor.data())[i] = static_cast<float>(unit(random));
    } else if (tensor.dtype() == HEDDLE_F64) {
      reinterpret_cast<double *>(tensor.data())[i] = unit(random);
    } else if (tensor.dtype() == HEDDLE_STRING) {
      tensor.setText(i, randomText(info, random));
    } else {
      tensor.data()[i * heddle_dtype_bytes(tensor.dtype())] = random() & 1;
    }
  }
}

llvm::Expected<Inputs> randomInputs(const heddle_model_info_t &info, llvm::ArrayRef<std::string> shapes) {
  Inputs inputs;
  inputs.tensors.resize(info.num_inputs);
  std::mt19937 random(1); // the same values at every call
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    auto shape = shapeFor(info, i, shapes);
    if (!shape) {
      return shape.takeError();
    }
    auto tensor = HostTensor::create(info.inputs[i].dtype, *shape);
    if (!tensor) {
      return tensor.takeError();
    }
    fillRandom(info, *tensor, random);
    inputs.tensors[i] = std::move(*tensor);
  }
  return inputs;
}

llvm::Error setInputs(heddle_session_t *session, const Inputs &inputs) {
  for (uint32_t i = 0; i < inputs.tensors.size(); ++i) {
    heddle_tensor_t view = viewOf(*inputs.tensors[i]);
    if (llvm::Error error = check(session, heddle_session_set_input(session, i, &view))) {
      return error;
    }
  }
  return llvm::Error::success();
}

/// Writes output `index` of the model file.
static llvm::Error writeOutput(heddle_session_t *session, const ModelValue &value, llvm::StringRef folder,
                               uint32_t index, FileFormat format) {
  std::vector<HostTensor> tensors;
  for (uint32_t i = 0; i < value.parts.size(); ++i) {
    auto tensor = copyOutput(session, value.first + i);
    if (!tensor) {
      return tensor.takeError();
    }
    tensors.push_back(std::move(*tensor));
  }
  if (format == FileFormat::Pb) {
    std::string path = filePath(folder, "output", index, format);
    return value.isTensor() ? writeTensorProto(path, value.name, tensors[0])
                            : writeValueProto(path, value, tensors);
  }
  for (auto [part, tensor] : llvm::zip(value.parts, tensors)) {
    if (llvm::Error error = writeNpy(filePath(folder, "output", index, format, part), tensor)) {
      return error;
    }
  }
  return llvm::Error::success();
}

llvm::Error writeOutputs(heddle_session_t *session, llvm::StringRef folder, FileFormat format) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder)) {
    return failure(ExitStatus::BadInput, folder + ": " + error.message());
  }
  const heddle_model_info_t *info = heddle_model_info(heddle_session_model(session));
  for (auto [index, value] : llvm::enumerate(modelOutputs(*info))) {
    if (llvm::Error error = writeOutput(session, value, folder, static_cast<uint32_t>(index), format)) {
      return error;
    }
  }
  return llvm::Error::success();
}

} // namespace heddle::cli
