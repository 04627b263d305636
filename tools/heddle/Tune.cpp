//===- Tune.cpp - heddle tune ---------------------------------------------===//
//
// Cuts the model into its kernels, searches, and in the end measures the whole model with and without what
// was chosen: what is faster alone may be slower between the others, and then it is not used.
//
//===----------------------------------------------------------------------===//

#include "autotune/BoostedTrees.h"
#include "autotune/ChildProcess.h"
#include "autotune/EvolutionaryProposer.h"
#include "autotune/KernelKey.h"
#include "autotune/KernelMeasurer.h"
#include "autotune/RandomProposer.h"
#include "autotune/Statistics.h"
#include "autotune/Tuner.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Import/Import.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/Driver/Pipeline.h"
#include "tools/heddle/Command.h"
#include "tools/heddle/Model.h"
#include "tools/heddle/ModelOptions.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <CLI/CLI.hpp>
#include <memory>

namespace heddle::cli {

namespace {
using driver::CompileOptions;
using driver::ExitStatus;
using driver::failure;

struct Arguments {
  ModelOptions model;
  std::string budget = "60s", records, search = "guided";
  std::vector<std::string> measuredShapes;
  uint64_t trials = 0;
  uint32_t seed = 1, threads = 1;
};

constexpr const char *kExamples = R"(
Examples:
  heddle tune model.onnx --records model.jsonl                  a minute of search
  heddle tune model.onnx --records model.jsonl --budget 5m      goes on where the last one ended
  heddle compile model.onnx -o model.so --records model.jsonl
  heddle tune model.onnx --records model.jsonl --shape ids=1x128       for compile --shape ids=1x128
  heddle tune model.onnx --records model.jsonl --measure-at ids=1x128  for any size, measured with this one
  heddle tune model.onnx --records model.jsonl --mesh model=2 --shard megatron --shape ids=1x128
)";

/// How long the whole model may take to compile or to be measured.
constexpr std::chrono::minutes kModelLimit(5);

/// "90s", "5m", "1h" or plain seconds.
llvm::Expected<std::chrono::duration<double>> parseBudget(llvm::StringRef text) {
  double scale = text.consume_back("h") ? 3600 : text.consume_back("m") ? 60 : 1;
  text.consume_back("s");
  double seconds = 0;
  if (text.getAsDouble(seconds) || !(seconds > 0)) {
    return failure(ExitStatus::Usage, "--budget '" + text + "' is no time such as 60s or 5m");
  }
  return std::chrono::duration<double>(seconds * scale);
}

/// Takes the sizes given for one input, if any, over to its symbols.
llvm::Error addSizes(mlir::StringAttr name, llvm::ArrayRef<SymExpr> shape, importer::ImportOptions &given,
                     tune::Sizes &sizes) {
  auto found = name ? given.inputShapes.find(name.getValue()) : given.inputShapes.end();
  if (found == given.inputShapes.end()) {
    return llvm::Error::success();
  }
  if (shape.size() != found->second.size()) {
    return failure(ExitStatus::Usage, "--measure-at: " + name.getValue() + " has " +
                                          llvm::Twine(shape.size()) + " dimensions, given are " +
                                          llvm::Twine(found->second.size()));
  }
  for (auto [size, value] : llvm::zip(shape, found->second)) {
    if (std::optional<llvm::StringRef> symbol = size.symbolName(); symbol && value >= 0) {
      sizes[*symbol] = value;
    }
  }
  given.inputShapes.erase(found);
  return llvm::Error::success();
}

/// The values of symbols that the given sizes of inputs imply, also under the names that the model file has.
llvm::Expected<tune::Sizes> sizesOf(mlir::ModuleOp module, llvm::ArrayRef<std::string> shapes) {
  importer::ImportOptions given;
  for (const std::string &shape : shapes) {
    std::string message;
    if (failed(importer::parseShapeOption(shape, given, message))) {
      return failure(ExitStatus::Usage, "--measure-at: " + message);
    }
  }
  tune::Sizes sizes;
  llvm::SetVector<llvm::StringRef> symbols;
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  std::vector<graph::SymShape> shapesOfInputs;
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    shapesOfInputs.push_back(graph::shapeOf(type));
    auto name = main.getArgAttrOfType<mlir::StringAttr>(i, graph::GraphDialect::kNameAttr);
    if (llvm::Error error = addSizes(name, shapesOfInputs.back(), given, sizes)) {
      return error;
    }
    for (const SymExpr &size : shapesOfInputs.back()) {
      size.collectSymbols(symbols);
    }
  }
  if (!given.inputShapes.empty()) {
    return failure(ExitStatus::Usage,
                   "--measure-at: the model has no input " + given.inputShapes.begin()->first());
  }
  auto fileNames = module->getAttrOfType<mlir::DictionaryAttr>(graph::GraphDialect::kSymbolsAttr);
  for (llvm::StringRef symbol : symbols) {
    auto fileName = fileNames ? fileNames.getAs<mlir::StringAttr>(symbol) : mlir::StringAttr();
    llvm::StringRef name = fileName ? fileName.getValue() : symbol;
    if (!sizes.count(symbol)) {
      return failure(
          ExitStatus::Usage,
          "the size '" + name +
              "' is open: fix it with --shape, or say with --measure-at which one to measure with");
    }
    sizes[name] = sizes[symbol];
  }
  return sizes;
}

/// One line on a terminal, overwritten; nothing elsewhere.
void showProgress(const tune::TunerProgress &progress) {
  if (llvm::sys::Process::StandardErrIsDisplayed()) {
    llvm::errs() << "\r\x1b[K"
                 << llvm::format("%.0f s, %zu measured, %.1f %% saved in kernels; now ", progress.seconds,
                                 progress.trials, 100 * progress.saved)
                 << progress.kernel;
  }
}

/// One run of `heddle tune` on a model.
class Tuning {
public:
  Tuning(const Arguments &arguments, mlir::ModuleOp module, std::string folder)
      : arguments(arguments), module(module), folder(std::move(folder)) {}

  llvm::Error run(std::chrono::duration<double> budget);

private:
  llvm::Error prepare();
  llvm::Error addKernels(tune::Tuner &tuner);
  llvm::Error resume(tune::Tuner &tuner);
  llvm::Error checkModel(tune::Tuner &tuner, bool hasChanged) const;
  llvm::Expected<bool> isModelFaster() const;
  llvm::Expected<std::string> compileModel(llvm::StringRef name, bool withRecords) const;
  void printKernels(const tune::Tuner &tuner) const;

  const Arguments &arguments;
  mlir::ModuleOp module;
  std::string folder;
  tune::Sizes sizes;
  std::vector<tune::KernelTask> tasks;
  std::vector<std::unique_ptr<tune::KernelSpace>> spaces;
  std::vector<std::unique_ptr<tune::KernelMeasurer>> measurers;
};

llvm::Error Tuning::prepare() {
  auto given = sizesOf(module, arguments.measuredShapes);
  if (!given) {
    return given.takeError();
  }
  sizes = std::move(*given);
  std::vector<std::string> notes;
  tasks = tune::extractTasks(module, sizes, notes);
  for (const std::string &note : notes) {
    llvm::errs() << "note: " << note << '\n';
  }
  return llvm::Error::success();
}

llvm::Error Tuning::addKernels(tune::Tuner &tuner) {
  for (const tune::KernelTask &task : tasks) {
    FailureOr<tune::KernelSpace> space = tune::KernelSpace::of(task.kernel(), task.constants);
    if (failed(space)) {
      return failure(ExitStatus::Unsupported, ""); // a diagnostic has said why
    }
    spaces.push_back(std::make_unique<tune::KernelSpace>(std::move(*space)));
    measurers.push_back(std::make_unique<tune::KernelMeasurer>(task, *spaces.back(), sizes, folder));
    tune::KernelSearch search;
    search.key = task.key;
    search.name = task.name;
    search.target = task.target;
    search.launches = task.launches;
    search.space = spaces.back().get();
    search.measurer = measurers.back().get();
    tuner.kernels.push_back(std::move(search));
  }
  return llvm::Error::success();
}

llvm::Error Tuning::resume(tune::Tuner &tuner) {
  if (!llvm::sys::fs::exists(arguments.records)) {
    return llvm::Error::success();
  }
  auto set = tune::readRecords(arguments.records);
  if (!set) {
    return set.takeError();
  }
  for (const std::string &note : set->notes) {
    llvm::errs() << "note: " << note << '\n';
  }
  auto target = module->getAttrOfType<kernel::TargetAttr>(kernel::KernelDialect::kTargetAttr);
  tuner.resume(set->records, tune::targetKey(target),
               [&](size_t kernel, llvm::StringRef text) { return spaces[kernel]->find(text); });
  return llvm::Error::success();
}

/// In a child, which leaves no threads behind in this process.
llvm::Expected<std::string> Tuning::compileModel(llvm::StringRef name, bool withRecords) const {
  CompileOptions options = arguments.model.compile;
  options.output = folder + "/" + name.str() + ".so";
  options.records = withRecords ? arguments.records : "";
  auto child = tune::runInChild(
      [&] {
        auto summary = driver::compileFile(options);
        bool isGood = static_cast<bool>(summary);
        llvm::consumeError(summary.takeError());
        return std::string(isGood ? "compiled" : "");
      },
      kModelLimit);
  if (!child) {
    return child.takeError();
  }
  if (child->output != "compiled") {
    return failure(ExitStatus::Unsupported, arguments.model.compile.input + ": the model does not compile " +
                                                (withRecords ? "with" : "without") + " the records");
  }
  return options.output;
}

/// Whether the whole model is faster with the records than without, beyond the noise.
llvm::Expected<bool> Tuning::isModelFaster() const {
  auto tuned = compileModel("tuned", /*withRecords=*/true);
  if (!tuned) {
    return tuned.takeError();
  }
  auto untuned = compileModel("untuned", /*withRecords=*/false);
  if (!untuned) {
    return untuned.takeError();
  }
  tune::ComparisonOptions options;
  options.threads = arguments.threads;
  options.isCoarse = tune::isCoarse(module);
  options.rounds = 15;
  options.mostRounds = 60;
  options.roundNanos = 1e7;
  auto compare = [&] {
    return tune::compareInChild([&] { return tune::compareLibraries(*tuned, *untuned, sizes, options); },
                                kModelLimit);
  };
  auto comparison = compare();
  for (int attempt = 1; attempt < 3 && comparison && comparison->outcome == tune::Outcome::Disturbed;
       ++attempt) {
    comparison = compare();
  }
  if (!comparison) {
    return comparison.takeError();
  }
  if (comparison->outcome != tune::Outcome::Measured) {
    llvm::outs() << "the model: " << tune::outcomeName(comparison->outcome) << '\n';
    return false;
  }
  llvm::outs() << "the model: " << timeText(comparison->incumbentNanos) << " untuned, "
               << timeText(comparison->nanos) << " tuned, faster in " << comparison->wins << " of "
               << comparison->rounds << " rounds\n";
  return tune::isFaster(*comparison, /*leastGain=*/0);
}

/// What is used has to win against the untuned model as a whole. Where it does not, what was chosen in this
/// run is taken back, and if that was not all, or not enough, everything.
llvm::Error Tuning::checkModel(tune::Tuner &tuner, bool hasChanged) const {
  for (bool takesAll : {!hasChanged, true}) {
    if (llvm::none_of(tuner.kernels, [](const tune::KernelSearch &kernel) { return kernel.isTuned(); })) {
      break;
    }
    auto isFaster = isModelFaster();
    if (!isFaster || *isFaster) {
      return isFaster.takeError();
    }
    llvm::outs() << "not faster as a whole: the schedules chosen " << (takesAll ? "" : "in this run ")
                 << "are taken back\n";
    for (auto [number, kernel] : llvm::enumerate(tuner.kernels)) {
      size_t draft = kernel.space->draft(), point = takesAll ? draft : kernel.chosenBefore.value_or(draft);
      if (kernel.chosen.value_or(draft) == point) {
        continue;
      }
      if (llvm::Error error = tuner.revoke(number, point)) {
        return error;
      }
    }
  }
  llvm::outs() << "the model: as untuned\n";
  return llvm::Error::success();
}

void Tuning::printKernels(const tune::Tuner &tuner) const {
  for (const tune::KernelSearch &kernel : tuner.kernels) {
    if (kernel.isTuned()) {
      llvm::outs() << kernel.name << ": " << kernel.space->text(*kernel.chosen) << '\n';
    }
  }
}

llvm::Error Tuning::run(std::chrono::duration<double> budget) {
  if (llvm::Error error = prepare()) {
    return error;
  }
  auto writer = tune::RecordWriter::open(arguments.records);
  if (!writer) {
    return writer.takeError();
  }
  tune::TunerOptions options;
  options.budget = budget;
  options.trials = arguments.trials;
  options.seed = arguments.seed;
  options.comparison.threads = arguments.threads;
  tune::BoostedTrees model;
  tune::EvolutionaryProposer guided;
  tune::RandomProposer blind;
  tune::Proposer &proposer = arguments.search == "random" ? static_cast<tune::Proposer &>(blind) : guided;
  tune::Tuner tuner(model, proposer, &*writer, options);
  tuner.onProgress = showProgress;
  if (llvm::Error error = addKernels(tuner)) {
    return error;
  }
  if (llvm::Error error = resume(tuner)) {
    return error;
  }
  if (llvm::Error error = tuner.search()) {
    return error;
  }
  auto changed = tuner.choose();
  if (!changed) {
    return changed.takeError();
  }
  if (llvm::sys::Process::StandardErrIsDisplayed()) {
    llvm::errs() << "\r\x1b[K";
  }
  llvm::outs() << tuner.numTrials() << " schedules of " << tuner.kernels.size() << " kernels measured, "
               << changed->size() << " chosen\n";
  printKernels(tuner);
  return checkModel(tuner, !changed->empty());
}

llvm::Error tuneModel(Arguments &arguments) {
  if (llvm::Error error = readModelOptions(arguments.model)) {
    return error;
  }
  auto budget = parseBudget(arguments.budget);
  if (!budget) {
    return budget.takeError();
  }
  if (arguments.search != "guided" && arguments.search != "random") {
    return failure(ExitStatus::Usage, "--search '" + arguments.search + "' is none of guided, random");
  }
  llvm::SmallString<128> folder;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("heddle-tune", folder)) {
    return failure(ExitStatus::BadInput, "no temporary folder: " + error.message());
  }
  llvm::scope_exit remove([&] { llvm::sys::fs::remove_directories(folder); });
  return driver::withKernels(arguments.model.compile, [&](mlir::ModuleOp module) {
    return Tuning(arguments, module, folder.str().str()).run(*budget);
  });
}
} // namespace

void addTuneCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("tune", "search for faster schedules and record them");
  command->footer(kExamples);
  addModelOptions(*command, arguments->model);
  command->add_option("--records", arguments->records, "file to read and append to, a record a line")
      ->required();
  command->add_option("--budget", arguments->budget, "time of the search: 60s, 5m")->capture_default_str();
  command->add_option("--trials", arguments->trials, "measurements at most; 0: no limit")
      ->capture_default_str();
  command
      ->add_option("--measure-at", arguments->measuredShapes,
                   "NAME=AxBxC: sizes to measure with where --shape leaves them open")
      ->take_all()
      ->expected(1);
  command->add_option("--threads", arguments->threads, "of each run")->capture_default_str();
  command->add_option("--search", arguments->search, "guided, or random to compare with")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "of the search's choices")->capture_default_str();
  command->callback([arguments, &chosen] { chosen = [arguments] { return tuneModel(*arguments); }; });
}

} // namespace heddle::cli
