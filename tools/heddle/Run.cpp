//===- Run.cpp - heddle run -----------------------------------------------===//

#include "tools/heddle/Command.h"
#include "tools/heddle/InputOptions.h"
#include "tools/heddle/Model.h"
#include "tools/heddle/Ranks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

namespace heddle::cli {

namespace {
struct Arguments {
  std::string model, outputs, device = "cpu";
  InputOptions inputs;
  uint32_t threads = 0;
  RankOptions ranks;
};

constexpr const char *kExamples = R"(
Examples:
  heddle run model.so --input image=cat.npy --input size=size.npy
  heddle run model.so --inputs folder --outputs results     input_0.npy, … in, output_0.npy, … out
  heddle run model.onnx --inputs folder                     compiles for this machine first
  heddle run sharded.so --inputs folder --ranks 4           a model split over 4 ranks, on threads
  mpirun -n 4 heddle run sharded.so --inputs folder         the same as processes; rank 0 prints
  heddle run model.so --device cuda --inputs folder         on a GPU; ranks take turns at the machine's GPUs

Inputs are numpy's .npy files or ONNX tensors (.pb). Outputs have the format of the inputs; without --outputs the first
values are printed.
)";

/// How many values of an output are printed.
constexpr int64_t kPrinted = 12;

template <typename T> void printValue(const HostTensor &tensor, int64_t i, const char *format) {
  llvm::outs() << llvm::format(format, reinterpret_cast<const T *>(tensor.data())[i]);
}

/// In quotes; bytes that are no printable UTF-8 by their numbers.
void printText(llvm::StringRef text) {
  bool isReadable = llvm::json::isUTF8(text);
  llvm::outs() << '"';
  for (char c : text) {
    bool isPlain = c != '"' && c != '\\' && (llvm::isPrint(c) || (isReadable && (c & 0x80)));
    if (isPlain) {
      llvm::outs() << c;
    } else {
      llvm::outs().write_escaped(llvm::StringRef(&c, 1));
    }
  }
  llvm::outs() << '"';
}

/// One element as a number or a text; types without a C type as their bits.
void printElement(const HostTensor &tensor, int64_t i) {
  switch (tensor.dtype()) {
  case HEDDLE_F32:
    return printValue<float>(tensor, i, "%g");
  case HEDDLE_F64:
    return printValue<double>(tensor, i, "%g");
  case HEDDLE_BF16: {
    uint32_t bits = static_cast<uint32_t>(reinterpret_cast<const uint16_t *>(tensor.data())[i]) << 16;
    llvm::outs() << llvm::format("%g", static_cast<double>(llvm::bit_cast<float>(bits)));
    return;
  }
  case HEDDLE_I64:
    return printValue<long long>(tensor, i, "%lld");
  case HEDDLE_U64:
    return printValue<unsigned long long>(tensor, i, "%llu");
  case HEDDLE_I32:
    return printValue<int>(tensor, i, "%d");
  case HEDDLE_U32:
    return printValue<unsigned>(tensor, i, "%u");
  case HEDDLE_I16:
    return printValue<short>(tensor, i, "%d");
  case HEDDLE_U16:
    return printValue<unsigned short>(tensor, i, "%u");
  case HEDDLE_I8:
  case HEDDLE_I4:
  case HEDDLE_I2:
    return printValue<signed char>(tensor, i, "%d");
  case HEDDLE_U8:
  case HEDDLE_U4:
  case HEDDLE_U2:
  case HEDDLE_BOOL:
    return printValue<unsigned char>(tensor, i, "%u");
  case HEDDLE_F16:
    return printValue<unsigned short>(tensor, i, "0x%04x");
  case HEDDLE_STRING:
    return printText(tensor.text(i));
  default:
    return printValue<unsigned char>(tensor, i, "0x%02x");
  }
}

llvm::Error printOutputs(heddle_session_t *session) {
  const heddle_model_info_t *info = heddle_model_info(heddle_session_model(session));
  for (uint32_t i = 0; i < info->num_outputs; ++i) {
    auto tensor = copyOutput(session, i);
    if (!tensor) {
      return tensor.takeError();
    }
    llvm::outs() << info->outputs[i].name << ": " << heddle_dtype_name(tensor->dtype()) << ' '
                 << shapeText(tensor->shape()) << " =";
    for (int64_t k = 0; k < std::min(tensor->numElements(), kPrinted); ++k) {
      llvm::outs() << ' ';
      printElement(*tensor, k);
    }
    llvm::outs() << (tensor->numElements() > kPrinted ? " …\n" : "\n");
  }
  return llvm::Error::success();
}

/// One rank of the run; all have the same inputs.
llvm::Error runRank(heddle_model_t *model, const Inputs &inputs, const Arguments &arguments, const Rank &rank,
                    heddle_device_t device) {
  uint32_t threads = device != HEDDLE_DEVICE_CPU ? 0
                     : arguments.threads         ? arguments.threads
                                                 : rank.defaultThreads;
  // The ranks of a machine share its devices.
  uint32_t index = rank.localNumber % std::max(heddle_device_count(device), 1u);
  auto session = createSession(model, threads, rank.communicator, device, index);
  if (!session) {
    return session.takeError();
  }
  if (llvm::Error error = setInputs(session->get(), inputs)) {
    return error;
  }
  if (llvm::Error error = check(session->get(), heddle_session_run(session->get()))) {
    return error;
  }
  if (!rank.isFirst) {
    return llvm::Error::success();
  }
  return arguments.outputs.empty() ? printOutputs(session->get())
                                   : writeOutputs(session->get(), arguments.outputs, inputs.format);
}

llvm::Error run(const Arguments &arguments) {
  auto device = parseDevice(arguments.device);
  if (!device) {
    return device.takeError();
  }
  auto model = openModel(arguments.model, *device);
  if (!model) {
    return model.takeError();
  }
  const heddle_model_info_t &info = *heddle_model_info(model->get());
  auto inputs = readInputs(info, arguments.inputs.folder, arguments.inputs.named);
  if (!inputs) {
    return inputs.takeError();
  }
  return runRanks(info, arguments.ranks,
                  [&](const Rank &rank) { return runRank(model->get(), *inputs, arguments, rank, *device); });
}
} // namespace

void addRunCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("run", "run a model on inputs from files");
  command->footer(kExamples);
  command->add_option("model", arguments->model, "a compiled .so, or an .onnx file")->required();
  addInputFileOptions(*command, arguments->inputs);
  command->add_option("--outputs", arguments->outputs, "the folder for output_0, …; made if it is not there");
  command->add_option("--threads", arguments->threads, "of a rank; 0: one for each core, shared by the ranks")
      ->capture_default_str();
  addRankOptions(*command, arguments->ranks);
  command
      ->add_option("--device", arguments->device,
                   "cpu, or cuda for a GPU that the model has code for (heddle compile --target …,sm_80)")
      ->capture_default_str();
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

} // namespace heddle::cli
