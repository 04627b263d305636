//===- Inspect.cpp - heddle inspect ---------------------------------------===//

#include "tools/Driver/Diagnostics.h"
#include "tools/heddle/Command.h"
#include "tools/heddle/Model.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <memory>

namespace heddle::cli {

namespace {
struct Arguments {
  std::string model;
  bool json = false;
};

constexpr const char *kExamples = R"(
Examples:
  heddle inspect model.so            signature, steps, memory plan, weights, target
  heddle inspect model.so --json     the manifest, as in model.json
)";

void row(llvm::StringRef name, const llvm::Twine &text) {
  llvm::outs() << llvm::left_justify(name, 16) << text << '\n';
}

void printSignature(const heddle_model_info_t &info) {
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    row(i == 0 ? "inputs" : "", llvm::Twine(info.inputs[i].name) + ": " + signatureText(info, info.inputs[i]));
  }
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    row(i == 0 ? "outputs" : "", llvm::Twine(info.outputs[i].name) + ": " + signatureText(info, info.outputs[i]));
  }
  for (uint32_t i = 1; i < info.num_symbols; ++i) { // symbol 0 is the number of workers
    const heddle_symbol_info_t &symbol = info.symbols[i];
    std::string range = " from " + std::to_string(symbol.min) +
                        (symbol.max == INT64_MAX ? " up" : " to " + std::to_string(symbol.max));
    row(i == 1 ? "sizes" : "", symbol.name + range);
  }
  for (uint32_t i = 0; i < info.num_variables; ++i) {
    row(i == 0 ? "state" : "", llvm::Twine(info.variables[i].name) + ": " + bytesText(info.variables[i].bytes));
  }
}

void printMemory(const heddle_model_info_t &info) {
  row("weights", bytesText(info.weights_bytes) +
                     (info.weights_file ? std::string(" in ") + info.weights_file : std::string(" in the library")));
  std::string buffers = std::to_string(info.num_buffers) + " planned buffers";
  row("arena", (info.static_offsets || info.num_buffers == 0
                    ? bytesText(info.static_arena_bytes)
                    : std::string("depends on the sizes of inputs")) + ", " + buffers +
                   (info.num_slots ? ", " + std::to_string(info.num_slots) + " sized during a run" : std::string()));
}

/// The steps as the manifest lists them.
void printSteps(const heddle_model_info_t &info) {
  llvm::Expected<llvm::json::Value> manifest = llvm::json::parse(info.manifest ? info.manifest : "{}");
  if (!manifest) {
    llvm::consumeError(manifest.takeError());
    return;
  }
  const llvm::json::Object *top = manifest->getAsObject();
  const llvm::json::Array *steps = top ? top->getArray("steps") : nullptr;
  for (size_t i = 0; steps && i < steps->size(); ++i) {
    const llvm::json::Object *step = (*steps)[i].getAsObject();
    auto kernel = step ? step->getString("kernel") : (*steps)[i].getAsString();
    row(i == 0 ? "steps" : "", std::to_string(i) + " " + kernel.value_or("?").str());
  }
}

llvm::Error inspect(const Arguments &arguments) {
  auto model = openModel(arguments.model);
  if (!model) {
    return model.takeError();
  }
  const heddle_model_info_t &info = *heddle_model_info(model->get());
  if (arguments.json) {
    llvm::outs() << info.manifest << '\n';
    return llvm::Error::success();
  }
  row("model", info.name);
  row("target", info.target);
  row("hash", info.content_hash);
  printSignature(info);
  printMemory(info);
  printSteps(info);
  return llvm::Error::success();
}
} // namespace

void addInspectCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("inspect", "show signature, steps, memory plan, weights and target of a model");
  command->footer(kExamples);
  command->add_option("model", arguments->model, "a compiled .so, or an .onnx file")->required();
  command->add_flag("--json", arguments->json, "print the manifest");
  command->callback([arguments, &chosen] { chosen = [arguments] { return inspect(*arguments); }; });
}

} // namespace heddle::cli
