//===- Artifact.cpp - the files of a compiled model -----------------------===//
//
// Everything is made in a folder beside the output and moved to its name at the end, so that a failure leaves
// nothing behind.
//
//===----------------------------------------------------------------------===//

#include "codegen/Artifact/Artifact.h"
#include "codegen/Artifact/ElfObject.h"
#include "codegen/Artifact/Embedded.h"
#include "codegen/Artifact/Header.h"
#include "codegen/Artifact/Linker.h"
#include "codegen/Artifact/Manifest.h"
#include "codegen/Artifact/ModelInfo.h"
#include "codegen/Artifact/Signature.h"
#include "codegen/Artifact/Weights.h"
#include "codegen/CPU/EmitCode.h"
#include "codegen/Common/Storage.h"
#include "codegen/PTX/EmitPtx.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <set>

using namespace heddle;
using namespace heddle::artifact;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

class Writer {
public:
  Writer(ModuleOp module, const ArtifactOptions &options) : module(module), options(options) {}

  FailureOr<ArtifactSummary> write();

private:
  LogicalResult makeFolder();
  /// Writes the weights as an object or a file of their own; fills `contents`.
  LogicalResult writeWeightsFile(ArrayRef<SmallVector<char, 0>> code);
  LogicalResult link(ArrayRef<SmallVector<char, 0>> objects);
  LogicalResult publish();
  FailureOr<ArtifactSummary> summarize(const Signature &signature);

  LogicalResult check(llvm::Error error) {
    return error ? LogicalResult(mlir::emitError(module.getLoc(), llvm::toString(std::move(error))))
                 : success();
  }
  LogicalResult writeFile(StringRef name, llvm::function_ref<void(llvm::raw_ostream &)> write);
  std::string inFolder(const Twine &name) {
    SmallString<128> full(folder);
    path::append(full, name);
    return full.str().str();
  }
  /// The output's name with another ending, without its folder.
  std::string sibling(StringRef extension) { return (path::stem(options.output) + extension).str(); }

  ModuleOp module;
  const ArtifactOptions &options;
  std::string folder;
  Contents contents;
};

LogicalResult Writer::makeFolder() {
  SmallString<128> model(path::parent_path(options.output));
  path::append(model, "." + path::filename(options.output) + "-%%%%%%%%");
  SmallString<128> made;
  for (int attempt = 0; attempt < 16; ++attempt) {
    fs::createUniquePath(model, made, /*MakeAbsolute=*/false);
    std::error_code code = fs::create_directory(made, /*IgnoreExisting=*/false);
    if (!code) {
      folder = made.str().str();
      return success();
    }
    if (code != std::errc::file_exists) {
      return mlir::emitError(module.getLoc(), "cannot write '") << options.output << "': " << code.message();
    }
  }
  return mlir::emitError(module.getLoc(), "cannot write '")
         << options.output << "': no name for a temporary folder is free";
}

LogicalResult Writer::writeFile(StringRef name, llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::string full = inFolder(name);
  std::error_code code;
  llvm::raw_fd_ostream out(full, code);
  if (!code) {
    write(out);
    out.close();
    code = out.error();
    out.clear_error();
  }
  return code ? LogicalResult(mlir::emitError(module.getLoc(), "cannot write '")
                              << full << "': " << code.message())
              : success();
}

LogicalResult Writer::writeWeightsFile(ArrayRef<SmallVector<char, 0>> code) {
  contents.weightsBytes = weightsBytes(module);
  bool isBeside = options.weights == WeightsPlacement::File || contents.weightsBytes > kMaxEmbeddedBytes;
  if (isBeside && contents.weightsBytes > 0) {
    contents.weightsFile = sibling(".weights");
  }
  llvm::SHA256 hash;
  for (const SmallVector<char, 0> &object : code) {
    hash.update(StringRef(object.data(), object.size()));
  }
  hash.update(contents.deviceCode);
  auto writeData = [&](llvm::raw_ostream &out) {
    writeWeights(module, out, [&](StringRef piece) { hash.update(piece); });
  };
  auto finish = [&] { contents.hash = llvm::toHex(hash.final(), /*LowerCase=*/true); };
  if (contents.weightsBytes == 0) {
    finish();
    return success();
  }
  if (contents.weightsFile.empty()) {
    LogicalResult result = writeFile("weights.o", [&](llvm::raw_ostream &out) {
      writeDataObject(out, weightsSymbol(options.prefix), contents.weightsBytes, writeData);
    });
    finish();
    return result;
  }
  return writeFile(contents.weightsFile, [&](llvm::raw_ostream &out) {
    writeData(out);
    finish();
    out << contents.hash;
  });
}

LogicalResult Writer::link(ArrayRef<SmallVector<char, 0>> objects) {
  LinkInput input;
  input.prefix = options.prefix;
  input.folder = folder;
  input.runtime = inFolder("libheddle_runtime.a");
  if (failed(writeFile("libheddle_runtime.a", [](llvm::raw_ostream &out) { out << runtimeArchive(); }))) {
    return failure();
  }
  for (auto [index, object] : llvm::enumerate(objects)) {
    std::string name = "part" + std::to_string(index) + ".o";
    if (failed(writeFile(name, [&, &object = object](llvm::raw_ostream &out) {
          out.write(object.data(), object.size());
        }))) {
      return failure();
    }
    input.objects.push_back(inFolder(name));
  }
  if (contents.weightsFile.empty() && contents.weightsBytes > 0) {
    input.weights = inFolder("weights.o");
  }
  std::string name = path::filename(options.output).str(), output = inFolder(name);
  StringRef extension = path::extension(options.output);
  if (extension == ".so") {
    return check(linkShared(input, output, name));
  }
  return check(extension == ".a" ? linkArchive(input, output, sibling(".o")) : linkObject(input, output));
}

LogicalResult Writer::publish() {
  SmallVector<std::string> names = {sibling(".h"), sibling(".json"), path::filename(options.output).str()};
  if (!contents.weightsFile.empty()) {
    names.insert(names.begin(), contents.weightsFile);
  }
  SmallVector<std::string> published;
  for (const std::string &name : names) {
    SmallString<128> target(path::parent_path(options.output));
    path::append(target, name);
    if (std::error_code code = fs::rename(inFolder(name), target)) {
      for (const std::string &file : published) {
        fs::remove(file);
      }
      return mlir::emitError(module.getLoc(), "cannot write '") << target << "': " << code.message();
    }
    published.push_back(target.str().str());
  }
  return success();
}

FailureOr<ArtifactSummary> Writer::summarize(const Signature &signature) {
  ArtifactSummary summary;
  summary.weightsBytes = contents.weightsBytes;
  summary.arenaBytes = signature.oneWorkerArenaBytes;
  summary.target = signature.target;
  if (signature.device) {
    summary.target += " and " + signature.device->target;
    int64_t onHost = llvm::count_if(signature.steps, [&](const StepInfo &step) {
      return llvm::none_of(signature.device->kernels,
                           [&](const auto &kernel) { return kernel.name == step.kernel; });
    });
    summary.target += onHost ? " (" + std::to_string(onHost) + " steps of it on the CPU)" : "";
  }
  summary.steps = signature.steps.size();
  std::set<std::string> kernels;
  for (const StepInfo &step : signature.steps) {
    kernels.insert(step.kernel);
  }
  summary.kernels = kernels.size();
  if (std::error_code code = fs::file_size(options.output, summary.artifactBytes)) {
    return mlir::emitError(module.getLoc(), "cannot read '") << options.output << "': " << code.message();
  }
  return summary;
}

FailureOr<ArtifactSummary> Writer::write() {
  StringRef extension = path::extension(options.output);
  if (extension != ".so" && extension != ".a" && extension != ".o") {
    return mlir::emitError(module.getLoc(), "the output '")
           << options.output << "' ends in none of .so, .a, .o";
  }
  FailureOr<Signature> signature = readSignature(module);
  if (failed(signature)) {
    return failure();
  }
  if (codegen::deviceModule(module)) {
    FailureOr<std::string> code = ptx::emitPtx(module);
    if (failed(code)) {
      return failure();
    }
    contents.deviceCode = std::move(*code);
  }
  auto objects = cpu::emitCode(module, cpu::CodeForm::Object);
  if (failed(objects) || failed(makeFolder())) {
    return failure();
  }
  auto removeFolder = llvm::make_scope_exit([&] { fs::remove_directories(folder); });
  if (failed(writeWeightsFile(*objects))) {
    return failure();
  }
  std::string manifest = makeManifest(*signature, options, contents);
  auto info = emitModelInfo(module, *signature, options, contents, manifest);
  if (failed(info)) {
    return failure();
  }
  objects->push_back(std::move(*info));
  if (failed(link(*objects)) ||
      failed(writeFile(sibling(".json"), [&](llvm::raw_ostream &out) { out << manifest; })) ||
      failed(writeFile(sibling(".h"),
                       [&](llvm::raw_ostream &out) { out << makeHeader(*signature, options); })) ||
      failed(publish())) {
    return failure();
  }
  return summarize(*signature);
}

} // namespace

FailureOr<ArtifactSummary> artifact::writeArtifact(ModuleOp module, const ArtifactOptions &options) {
  return Writer(module, options).write();
}
