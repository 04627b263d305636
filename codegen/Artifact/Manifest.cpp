//===- Manifest.cpp - what stands in model.json ---------------------------===//

#include "codegen/Artifact/Manifest.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::artifact;
using llvm::json::OStream;

/// A size that is a number as a number, others as text.
static void writeSize(OStream &json, StringRef text) {
  int64_t number;
  if (text.getAsInteger(10, number)) {
    json.value(text);
  } else {
    json.value(number);
  }
}

/// Text of a model in a form that JSON can hold.
static std::string validText(StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

static void writeTensors(OStream &json, StringRef key, ArrayRef<TensorInfo> tensors) {
  json.attributeArray(key, [&] {
    for (const TensorInfo &tensor : tensors) {
      json.object([&] {
        json.attribute("name", tensor.name);
        json.attribute("dtype", dtypeName(tensor.dtype));
        json.attributeArray("shape", [&] {
          for (const std::string &size : tensor.texts) {
            writeSize(json, size);
          }
        });
        if (!tensor.part.empty()) {
          json.attribute("part", tensor.part);
          json.attribute("part_of", validText(tensor.partOf));
        }
        if (!tensor.labels.empty()) {
          json.attributeArray("labels", [&] {
            for (const std::string &label : tensor.labels) {
              json.value(validText(label));
            }
          });
        }
      });
    }
  });
}

static void writeSymbols(OStream &json, const Signature &signature) {
  json.attributeArray("sizes", [&] {
    for (const SymbolInfo &symbol :
         llvm::drop_begin(signature.symbols)) { // the first is the number of workers
      json.object([&] {
        json.attribute("name", symbol.name);
        json.attribute("symbol", symbol.symbol);
        json.attribute("min", symbol.min);
        if (symbol.max != INT64_MAX) {
          json.attribute("max", symbol.max);
        }
      });
    }
  });
}

/// Peak bytes where they are known, else the size expression of every buffer, from which the arena follows.
static void writeMemory(OStream &json, const Signature &signature) {
  json.attributeObject("memory", [&] {
    if (signature.oneWorkerArenaBytes) {
      json.attribute("arena_bytes", static_cast<int64_t>(*signature.oneWorkerArenaBytes)); // with one worker
    }
    json.attribute("slots", signature.numSlots);
    json.attributeArray("buffers", [&] {
      for (auto [index, buffer] : llvm::enumerate(signature.buffers)) {
        json.object([&, index = index, &buffer = buffer] {
          json.attributeBegin("bytes");
          writeSize(json, buffer.bytes);
          json.attributeEnd();
          json.attribute("first_phase", buffer.firstPhase);
          json.attribute("last_phase", buffer.lastPhase);
          if (!signature.offsets.empty()) {
            json.attribute("offset", signature.offsets[index]);
          }
        });
      }
    });
    json.attributeArray("variables", [&] {
      for (const VariableInfo &variable : signature.variables) {
        json.object([&] {
          json.attribute("name", variable.name);
          json.attribute("bytes", static_cast<int64_t>(variable.bytes));
        });
      }
    });
  });
}

static void writeSteps(OStream &json, const Signature &signature) {
  json.attributeArray("steps", [&] {
    for (const StepInfo &step : signature.steps) {
      json.object([&] {
        json.attribute("kernel", step.kernel);
        if (!step.name.empty()) {
          json.attribute("name", step.name);
        }
        json.attribute("phase", step.phase);
        if (!step.flops.empty()) {
          json.attributeBegin("flops");
          writeSize(json, step.flops);
          json.attributeEnd();
          json.attributeBegin("bytes");
          writeSize(json, step.bytes);
          json.attributeEnd();
        }
        json.attributeArray("results", [&] {
          for (const std::string &result : step.results) {
            json.value(result);
          }
        });
      });
    }
  });
}

/// The mesh, and the collectives with the bytes that a rank sends in them.
static void writeRanks(OStream &json, const Signature &signature) {
  json.attributeArray("mesh", [&] {
    for (const AxisInfo &axis : signature.axes) {
      json.object([&] {
        json.attribute("axis", axis.name);
        json.attribute("size", axis.size);
      });
    }
  });
  json.attributeArray("collectives", [&] {
    for (const CollectiveInfo &collective : signature.collectives) {
      json.object([&] {
        json.attribute("kind", collective.kind);
        json.attributeArray("axes", [&] {
          for (const std::string &axis : collective.axes) {
            json.value(axis);
          }
        });
        json.attributeBegin("sent_bytes");
        writeSize(json, collective.bytes);
        json.attributeEnd();
      });
    }
  });
}

std::string artifact::makeManifest(const Signature &signature, const ArtifactOptions &options,
                                   const Contents &contents) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream json(stream, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("name", options.name);
    json.attribute("prefix", options.prefix);
    json.attribute("abi_version", HEDDLE_ABI_VERSION);
    json.attribute("target", signature.target);
    if (signature.device) {
      json.attribute("device_target", signature.device->target);
    }
    json.attribute("content_hash", contents.hash);
    writeTensors(json, "inputs", signature.inputs);
    writeTensors(json, "outputs", signature.outputs);
    writeSymbols(json, signature);
    if (!signature.texts.empty()) {
      json.attribute("texts", static_cast<int64_t>(signature.texts.size()));
    }
    json.attributeObject("weights", [&] {
      json.attribute("bytes", static_cast<int64_t>(contents.weightsBytes));
      if (!contents.weightsFile.empty()) {
        json.attribute("file", contents.weightsFile);
      }
    });
    if (!signature.axes.empty()) {
      writeRanks(json, signature);
    }
    writeMemory(json, signature);
    writeSteps(json, signature);
  });
  text += '\n';
  return text;
}
