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
  bool json = false, collectives = false;
};

constexpr const char *kExamples = R"(
Examples:
  heddle inspect model.so            signature, steps, memory plan, weights, target
  heddle inspect model.so --json     the manifest, as in model.json
  heddle inspect sharded.so --collectives    how often its ranks meet, and what a rank sends
)";

using llvm::json::Array;
using llvm::json::Object;

/// A line of the report; `name` is empty on all but the first line of a block.
void row(llvm::StringRef name, const llvm::Twine &text) {
  llvm::outs() << llvm::left_justify(name, 10) << text << '\n';
}

/// A number or text of the manifest: sizes are either.
std::string text(const llvm::json::Value *value) {
  if (!value) {
    return "?";
  }
  if (auto number = value->getAsInteger()) {
    return std::to_string(*number);
  }
  return value->getAsString().value_or("?").str();
}

std::string joined(const Array *values) {
  std::string result;
  for (size_t i = 0; values && i < values->size(); ++i) {
    result += (i == 0 ? "" : ", ") + text(&(*values)[i]);
  }
  return result;
}

/// A line for each object of the array `key`, as `format` writes it.
void rows(const Object &parent, llvm::StringRef key, llvm::StringRef name,
          llvm::function_ref<std::string(const Object &)> format) {
  const Array *entries = parent.getArray(key);
  for (size_t i = 0; entries && i < entries->size(); ++i) {
    if (const Object *entry = (*entries)[i].getAsObject()) {
      row(i == 0 ? name : "", format(*entry));
    }
  }
}

std::string tensorText(const Object &tensor) {
  return text(tensor.get("name")) + ": " + text(tensor.get("dtype")) + " [" +
         joined(tensor.getArray("shape")) + "]" +
         (tensor.get("part_of") ? ", part of " + text(tensor.get("part_of")) : std::string()) +
         (tensor.get("labels") ? ", columns " + joined(tensor.getArray("labels")) : std::string());
}

void printSignature(const Object &manifest) {
  rows(manifest, "inputs", "inputs", tensorText);
  rows(manifest, "outputs", "outputs", tensorText);
  rows(manifest, "sizes", "sizes", [](const Object &size) {
    return text(size.get("name")) + " from " + text(size.get("min")) +
           (size.get("max") ? " to " + text(size.get("max")) : std::string(" up"));
  });
}

void printMemory(const Object &manifest) {
  if (auto texts = manifest.getInteger("texts")) {
    row("texts", std::to_string(*texts) + " that the model mentions");
  }
  if (const Object *weights = manifest.getObject("weights")) {
    row("weights",
        bytesText(weights->getInteger("bytes").value_or(0)) +
            (weights->get("file") ? " in " + text(weights->get("file")) : std::string(" in the library")));
  }
  const Object *memory = manifest.getObject("memory");
  if (!memory) {
    return;
  }
  auto arena = memory->getInteger("arena_bytes");
  row("arena", arena ? bytesText(*arena) : "follows from the sizes of inputs");
  rows(*memory, "buffers", "buffers", [](const Object &buffer) {
    std::string at = buffer.get("offset") ? " at " + text(buffer.get("offset")) : std::string();
    return text(buffer.get("bytes")) + " bytes" + at + ", phases " + text(buffer.get("first_phase")) +
           " to " + text(buffer.get("last_phase"));
  });
  rows(*memory, "variables", "state", [](const Object &variable) {
    return text(variable.get("name")) + ": " + text(variable.get("bytes")) + " bytes";
  });
}

void printMesh(const Object &manifest) {
  rows(manifest, "mesh", "mesh",
       [](const Object &axis) { return text(axis.get("axis")) + " " + text(axis.get("size")); });
}

/// Collectives of one kind over the same axes.
struct Traffic {
  std::string kind, axes;
  int64_t calls = 0, bytes = 0;
  bool isOpen = false; ///< the bytes of one follow from the sizes of inputs
};

std::string trafficText(const Traffic &traffic) {
  return traffic.isOpen ? "follows from the sizes of inputs" : std::to_string(traffic.bytes);
}

/// One line for each kind and group in the order of first use, then all.
void printCollectives(const Object &manifest) {
  std::vector<Traffic> table;
  Traffic all;
  const Array *entries = manifest.getArray("collectives");
  for (size_t i = 0; entries && i < entries->size(); ++i) {
    const Object *entry = (*entries)[i].getAsObject();
    std::string kind = text(entry->get("kind")), axes = joined(entry->getArray("axes"));
    auto place =
        llvm::find_if(table, [&](const Traffic &line) { return line.kind == kind && line.axes == axes; });
    if (place == table.end()) {
      place = table.insert(place, {kind, axes});
    }
    auto bytes = entry->getInteger("sent_bytes");
    for (Traffic *traffic : {&*place, &all}) {
      ++traffic->calls;
      traffic->bytes += bytes.value_or(0);
      traffic->isOpen |= !bytes;
    }
  }
  auto line = [](llvm::StringRef kind, llvm::StringRef axes, const std::string &calls,
                 llvm::StringRef bytes) {
    llvm::outs() << llvm::left_justify(kind, 16) << llvm::left_justify(axes, 16)
                 << llvm::right_justify(calls, 8) << "  " << bytes << '\n';
  };
  line("collective", "over", "calls", "bytes sent by a rank");
  for (const Traffic &traffic : table) {
    line(traffic.kind, traffic.axes, std::to_string(traffic.calls), trafficText(traffic));
  }
  line("all", "", std::to_string(all.calls), trafficText(all));
}

void printSteps(const Object &manifest) {
  rows(manifest, "steps", "steps", [](const Object &step) {
    return text(step.get("kernel")) + (step.get("name") ? "  " + text(step.get("name")) : std::string()) +
           "  -> " + joined(step.getArray("results"));
  });
}

llvm::Error inspect(const Arguments &arguments) {
  auto model = openModel(arguments.model);
  if (!model) {
    return model.takeError();
  }
  llvm::StringRef manifestText = heddle_model_info(model->get())->manifest;
  if (arguments.json) {
    llvm::outs() << manifestText;
    return llvm::Error::success();
  }
  llvm::Expected<llvm::json::Value> manifest = llvm::json::parse(manifestText);
  if (!manifest) {
    return manifest.takeError();
  }
  const Object *top = manifest->getAsObject();
  if (!top) {
    return driver::failure(driver::ExitStatus::BadInput,
                           arguments.model + ": the manifest is no JSON object");
  }
  if (arguments.collectives) {
    printCollectives(*top);
    return llvm::Error::success();
  }
  row("model", text(top->get("name")));
  row("target", text(top->get("target")));
  row("hash", text(top->get("content_hash")));
  printMesh(*top);
  printSignature(*top);
  printMemory(*top);
  printSteps(*top);
  return llvm::Error::success();
}
} // namespace

void addInspectCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command =
      app.add_subcommand("inspect", "show signature, steps, memory plan, weights and target of a model");
  command->footer(kExamples);
  command->add_option("model", arguments->model, "a compiled .so, or an .onnx file")->required();
  command->add_flag("--json", arguments->json, "print the manifest");
  command->add_flag("--collectives", arguments->collectives,
                    "print how often ranks meet in a run, and what a rank sends; a loop's body counts once");
  command->callback([arguments, &chosen] { chosen = [arguments] { return inspect(*arguments); }; });
}

} // namespace heddle::cli
