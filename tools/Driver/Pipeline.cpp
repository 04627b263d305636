//===- Pipeline.cpp - the whole compiler ----------------------------------===//

#include "tools/Driver/Pipeline.h"
#include "autotune/Passes.h"
#include "autotune/Probe.h"
#include "codegen/Artifact/Linker.h"
#include "codegen/CPU/EmitCode.h"
#include "codegen/Common/Backend.h"
#include "codegen/Common/Pipeline.h"
#include "codegen/Common/Storage.h"
#include "codegen/PTX/EmitPtx.h"
#include "codegen/PTX/LowerToNVVM.h"
#include "codegen/Target/CpuTarget.h"
#include "codegen/Target/GpuTarget.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "passes/Fuse/Passes.h"
#include "passes/Grid/Passes.h"
#include "passes/Import/Import.h"
#include "passes/Import/MlirFile.h"
#include "passes/Simplify/Passes.h"
#include "passes/Tile/Passes.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/Driver/Register.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace heddle::driver {

namespace {
/// The phase behind which a module was printed.
constexpr llvm::StringLiteral kPhaseAttr("graph.phase");

/// One compilation: the context, the module and what was asked.
class Compilation {
public:
  explicit Compilation(const CompileOptions &options);

  llvm::Expected<artifact::ArtifactSummary> run();
  llvm::Error withKernels(llvm::function_ref<llvm::Error(ModuleOp)> use);

private:
  llvm::Error reach(Phase last);
  llvm::Error load();
  llvm::Error importModel();
  llvm::Error parseModule();
  llvm::Error runPasses(Phase phase);
  llvm::Error setTarget();
  llvm::Error finish(Phase phase);
  llvm::Error printModule() const;
  llvm::Error emitCode(cpu::CodeForm form) const;
  llvm::Error emitDeviceCode() const;
  llvm::Error writeLibrary();
  llvm::Error writeCode();
  void begin(llvm::StringRef what);
  /// The error of a phase that failed. Its diagnostics have said why; a phase that said nothing is at fault
  /// itself.
  llvm::Error phaseFailed(ExitStatus status, llvm::StringRef what) const;
  llvm::Error importFailed(importer::ImportFailure kind) const;

  const CompileOptions &options;
  unsigned errors = 0; // diagnostics so far
  DefaultTimingManager timing;
  TimingScope total;
  MLIRContext context;
  ScopedDiagnosticHandler diagnostics;
  OwningOpRef<ModuleOp> module;
  Phase reached = Phase::Graph;
  artifact::ArtifactSummary summary;
};
} // namespace

namespace {
/// Shows the IR behind each pass to `CompileOptions::onIr`, until that has an error.
class ShowIr : public PassInstrumentation {
public:
  ShowIr(const CompileOptions &options, llvm::Error &error) : options(options), error(error) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    auto function = dyn_cast<func::FuncOp>(op);
    if (!module && function && function.getName() == "main") {
      module = function->getParentOfType<ModuleOp>();
    }
    if (module && !pass->getArgument().empty() && !error) { // pipelines of passes have no argument
      error = options.onIr(pass->getArgument(), module);
    }
  }

private:
  const CompileOptions &options;
  llvm::Error &error;
};
} // namespace

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerHeddleDialects(registry);
  codegen::registerLLVMLowering(registry);
  ptx::registerLowering(registry);
  return registry;
}

/// Adds the passes that lead from the phase before to `phase`.
static void buildPhase(Phase phase, OpPassManager &manager, const CompileOptions &options) {
  switch (phase) {
  case Phase::Simplified:
    // Rules name tensors as the model does, and weights lose their names when they are folded.
    shard::buildAnnotatePipeline(manager, options.shard);
    return simplify::buildSimplifyPipeline(manager);
  case Phase::Sharded:
    return shard::buildShardPipeline(manager, options.shard);
  case Phase::Kernels:
    return fuse::buildFusePipeline(manager);
  case Phase::Scheduled:
    if (!options.records.empty()) {
      tune::SelectSchedulesPassOptions select;
      select.records = options.records;
      manager.addPass(tune::createSelectSchedulesPass(select));
    }
    manager.addPass(tile::createChooseSchedulesPass());
    return manager.addPass(grid::createChooseGridsPass()); // reads the layouts that schedules ask for
  case Phase::Loops:
    if (options.profile) {
      manager.addPass(tile::createCountWorkPass());
    }
    // The GPU's kernels are copies of those that become loops behind.
    manager.addPass(grid::createKernelsToGridPass());
    manager.addNestedPass<gpu::GPUModuleOp>(grid::createExpandDeviceMathPass());
    manager.addPass(tile::createKernelsToLoopsPass());
    return manager.addPass(tile::createExpandMathPass());
  case Phase::Steps:
    return codegen::buildStepsPipeline(manager, options.profile);
  default:
    llvm_unreachable("a phase without passes");
  }
}

Compilation::Compilation(const CompileOptions &options)
    : options(options), context(makeRegistry()), diagnostics(&context, [this](Diagnostic &diagnostic) {
        errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
        if (diagnostic.getSeverity() != DiagnosticSeverity::Remark || !this->options.shard.explain.empty()) {
          printDiagnostic(diagnostic, llvm::errs());
        }
        return success();
      }) {
  context.printOpOnDiagnostic(false); // one line for a fault, not the whole function
  timing.setEnabled(options.timePasses);
  total = timing.getRootScope();
}

void Compilation::begin(llvm::StringRef what) {
  if (options.onPhase) {
    options.onPhase(what);
  }
}

llvm::Error Compilation::phaseFailed(ExitStatus status, llvm::StringRef what) const {
  return failure(status, errors ? "" : "internal error: phase '" + what + "' failed and did not say why");
}

llvm::Error Compilation::importFailed(importer::ImportFailure kind) const {
  return phaseFailed(kind == importer::ImportFailure::Unsupported ? ExitStatus::Unsupported
                                                                  : ExitStatus::BadInput,
                     "import");
}

llvm::Error Compilation::importModel() {
  importer::ImportOptions importOptions;
  for (const std::string &shape : options.shapes) {
    std::string message;
    if (failed(importer::parseShapeOption(shape, importOptions, message))) {
      return failure(ExitStatus::Usage, "--shape: " + message);
    }
  }
  auto kind = importer::ImportFailure::None;
  FailureOr<OwningOpRef<ModuleOp>> imported =
      importer::importOnnx(options.input, context, importOptions, &kind);
  if (failed(imported)) {
    return importFailed(kind);
  }
  module = std::move(*imported);
  return llvm::Error::success();
}

llvm::Error Compilation::parseModule() {
  if (!options.shapes.empty()) {
    return failure(ExitStatus::Usage,
                   "--shape fixes sizes while a model is imported, but '" + options.input + "' is past that");
  }
  auto kind = importer::ImportFailure::None;
  FailureOr<OwningOpRef<ModuleOp>> read = importer::importMlir(options.input, context, &kind);
  if (failed(read)) {
    return importFailed(kind);
  }
  module = std::move(*read);
  auto name = (*module)->getAttrOfType<StringAttr>(kPhaseAttr);
  std::optional<Phase> phase = name ? parsePhase(name) : Phase::Graph;
  if (!phase || *phase > Phase::Steps) {
    return failure(ExitStatus::BadInput,
                   options.input + ": '" + name.getValue() + "' is no phase to go on from");
  }
  reached = *phase;
  if (reached > Phase::Graph && !(options.shard.mesh.empty() && options.shard.rules.empty())) {
    return failure(ExitStatus::Usage, "--mesh and rules annotate a graph as imported, but '" + options.input +
                                          "' is behind phase " + phaseName(reached));
  }
  return llvm::Error::success();
}

llvm::Error Compilation::load() {
  begin("import");
  TimingScope scope = total.nest("import");
  return llvm::sys::path::extension(options.input) == ".mlir" ? parseModule() : importModel();
}

/// Everything from the schedule on depends on the machine.
llvm::Error Compilation::setTarget() {
  Location loc = (*module)->getLoc();
  llvm::StringRef cpu = options.target, gpu;
  std::tie(cpu, gpu) = cpu.split(',');
  if (cpu.starts_with("sm_")) {
    std::tie(cpu, gpu) = std::pair(gpu.empty() ? "native" : gpu, cpu);
  }
  FailureOr<kernel::TargetAttr> target = codegen::makeTarget(&context, cpu, loc);
  if (failed(target)) {
    return failure(ExitStatus::Usage, "");
  }
  (*module)->setAttr(kernel::KernelDialect::kTargetAttr, *target);
  if (!options.machine.empty()) {
    llvm::Expected<tune::MachineConstants> machine = tune::readMachine(options.machine);
    if (!machine) {
      return machine.takeError();
    }
    tune::setMachine(*module, *machine);
  }
  if (gpu.empty()) {
    return llvm::Error::success();
  }
  FailureOr<kernel::GpuAttr> device = codegen::makeGpu(&context, gpu, loc);
  if (failed(device)) {
    return failure(ExitStatus::Usage, "");
  }
  (*module)->setAttr(kernel::KernelDialect::kGpuAttr, *device);
  return llvm::Error::success();
}

llvm::Error Compilation::runPasses(Phase phase) {
  if (phase == Phase::Sharded && !dist::MeshOp::of(*module)) {
    return llvm::Error::success(); // one rank
  }
  begin(phaseName(phase));
  TimingScope scope = total.nest(phaseName(phase));
  if (phase == Phase::Scheduled) {
    if (llvm::Error error = setTarget()) {
      return error;
    }
  }
  PassManager manager(&context);
  manager.enableVerifier(true);
  if (options.timePasses) {
    manager.enableTiming(scope);
  }
  llvm::Error shown = llvm::Error::success();
  if (options.onIr && phase <= Phase::Kernels) {
    manager.addInstrumentation(std::make_unique<ShowIr>(options, shown));
  }
  buildPhase(phase, manager, options);
  LogicalResult ran = manager.run(*module);
  if (shown) {
    return shown;
  }
  // What import let through and a pass cannot do is something that heddle does not support.
  return failed(ran) ? phaseFailed(ExitStatus::Unsupported, phaseName(phase)) : llvm::Error::success();
}

llvm::Error Compilation::printModule() const {
  return llvm::writeToOutput(options.output, [&](llvm::raw_ostream &out) {
    module.get()->print(out);
    out << '\n';
    return llvm::Error::success();
  });
}

/// Objects joined to one, texts one after another.
llvm::Error Compilation::emitCode(cpu::CodeForm form) const {
  FailureOr<std::vector<SmallVector<char, 0>>> parts = cpu::emitCode(*module, form);
  if (failed(parts)) {
    return phaseFailed(ExitStatus::Unsupported, "code");
  }
  if (form == cpu::CodeForm::Object) {
    return artifact::joinObjects(*parts, options.output);
  }
  return llvm::writeToOutput(options.output, [&](llvm::raw_ostream &out) {
    for (const SmallVector<char, 0> &part : *parts) {
      out.write(part.data(), part.size());
    }
    return llvm::Error::success();
  });
}

llvm::Error Compilation::emitDeviceCode() const {
  if (!codegen::deviceModule(*module)) {
    return failure(ExitStatus::Usage, "there is no PTX: the target '" + options.target + "' names no GPU");
  }
  FailureOr<std::string> text = ptx::emitPtx(*module);
  if (failed(text)) {
    return phaseFailed(ExitStatus::Unsupported, "code");
  }
  return llvm::writeToOutput(options.output, [&](llvm::raw_ostream &out) {
    out << *text;
    return llvm::Error::success();
  });
}

llvm::Error Compilation::writeLibrary() {
  artifact::ArtifactOptions artifactOptions;
  artifactOptions.output = options.output;
  artifactOptions.prefix = options.prefix.empty() ? prefixFromPath(options.output) : options.prefix;
  artifactOptions.name = llvm::sys::path::stem(options.input).str();
  artifactOptions.weights = options.weights;
  FailureOr<artifact::ArtifactSummary> written = artifact::writeArtifact(*module, artifactOptions);
  if (failed(written)) {
    return phaseFailed(ExitStatus::Unsupported, "code");
  }
  summary = *written;
  return llvm::Error::success();
}

/// Prints what was asked for behind `phase`.
llvm::Error Compilation::finish(Phase phase) {
  reached = phase;
  (*module)->setAttr(kPhaseAttr, StringAttr::get(&context, phaseName(phase)));
  if (llvm::is_contained(options.printAfter, phase)) {
    llvm::errs() << "// ---- " << phaseName(phase) << " ----\n";
    module.get()->print(llvm::errs());
    llvm::errs() << '\n';
  }
  return options.stopAfter == phase ? printModule() : llvm::Error::success();
}

/// Loads the input and runs passes until `last` is reached.
llvm::Error Compilation::reach(Phase last) {
  if (llvm::Error error = load()) {
    return error;
  }
  if (options.onIr) {
    context.disableMultithreading(); // one step at a time
    if (llvm::Error error = options.onIr("import", *module)) {
      return error;
    }
  }
  if (llvm::Error error = finish(reached)) {
    return error;
  }
  while (reached < last) {
    Phase next = static_cast<Phase>(static_cast<int>(reached) + 1);
    if (llvm::Error error = runPasses(next)) {
      return error;
    }
    if (llvm::Error error = finish(next)) {
      return error;
    }
  }
  return llvm::Error::success();
}

llvm::Error Compilation::withKernels(llvm::function_ref<llvm::Error(ModuleOp)> use) {
  if (llvm::Error error = reach(Phase::Kernels)) {
    return error;
  }
  if (reached != Phase::Kernels) {
    return failure(ExitStatus::BadInput,
                   options.input + " is beyond the phase '" + phaseName(Phase::Kernels) + "' already");
  }
  if (llvm::Error error = setTarget()) {
    return error;
  }
  context.disableMultithreading();
  return use(*module);
}

llvm::Expected<artifact::ArtifactSummary> Compilation::run() {
  if (llvm::Error error = reach(std::min(options.stopAfter, Phase::Steps))) {
    return error;
  }
  if (options.stopAfter > Phase::Steps) {
    if (llvm::Error error = writeCode()) {
      return error;
    }
  }
  return summary;
}

/// The phases behind the passes.
llvm::Error Compilation::writeCode() {
  begin("code");
  TimingScope scope = total.nest("code");
  switch (options.stopAfter) {
  case Phase::Llvm:
    return emitCode(cpu::CodeForm::LLVMIR);
  case Phase::Asm:
    return emitCode(cpu::CodeForm::Assembly);
  case Phase::Ptx:
    return emitDeviceCode();
  case Phase::Obj:
    return emitCode(cpu::CodeForm::Object);
  default:
    return writeLibrary();
  }
}

/// Whether the output can be written, said before any work is done.
static llvm::Error checkOutput(const CompileOptions &options) {
  llvm::StringRef extension = llvm::sys::path::extension(options.output);
  if (options.stopAfter == Phase::Lib && extension != ".so" && extension != ".a" && extension != ".o") {
    return failure(ExitStatus::Usage, "the output '" + options.output + "' ends in none of .so, .a, .o");
  }
  llvm::StringRef folder = llvm::sys::path::parent_path(options.output);
  folder = folder.empty() ? "." : folder;
  if (options.output != "-" && llvm::sys::fs::access(folder, llvm::sys::fs::AccessMode::Write)) {
    return failure(ExitStatus::BadInput, "cannot write into the folder '" + folder + "'");
  }
  return llvm::Error::success();
}

llvm::Expected<artifact::ArtifactSummary> compileFile(const CompileOptions &options) {
  if (llvm::Error error = checkOutput(options)) {
    return error;
  }
  return Compilation(options).run();
}

llvm::Error withKernels(const CompileOptions &options, llvm::function_ref<llvm::Error(ModuleOp)> use) {
  return Compilation(options).withKernels(use);
}

} // namespace heddle::driver
