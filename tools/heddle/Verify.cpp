//===- Verify.cpp - heddle verify -----------------------------------------===//
//
// Compiled code against the reference interpreter, on one set of inputs. The model is compiled twice: into a
// library, and up to its kernels, where the interpreter can still run what there is. With --bisect it runs
// the IR behind every pass on the way; where all of that is right, the library is compiled again with the
// results of all its steps as outputs.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Text.h"
#include "dialects/Kernel/IR/AbiTypes.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/Driver/Pipeline.h"
#include "tools/Driver/Reference.h"
#include "tools/heddle/Command.h"
#include "tools/heddle/InputOptions.h"
#include "tools/heddle/Model.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <cstring>
#include <memory>
#include <random>

namespace heddle::cli {

using driver::Distance;
using driver::ExitStatus;
using driver::failure;
using driver::Trace;
using reference::ElementKind;
using reference::Tensor;

namespace {
struct Arguments {
  driver::CompileOptions options;
  InputOptions inputs;
  uint32_t threads = 1, seed = 1;
  double tolerance = 0;
  bool bisect = false;
};

constexpr const char *kExamples = R"(
Examples:
  heddle verify model.onnx                                   random inputs
  heddle verify model.onnx --shape image=1x3x224x224 --seed 7
  heddle verify model.onnx --inputs folder --target x86-64-v3
  heddle verify model.mlir --bisect                          where the first difference comes from

For each output the largest distance of an element: in units in the last place of its type, relative to its magnitude,
and absolute. Exit status 1 if an output is beyond the tolerance: integers and truth values must be equal; a float may
differ by the tolerance times its magnitude, or times the root mean square of the output if that is more. The
interpreter is slow: a model of a billion multiplications takes minutes.
)";

/// One verification.
class Verifier {
public:
  explicit Verifier(const Arguments &arguments) : arguments(arguments) {}
  llvm::Error run();

private:
  llvm::Error compileLibrary(llvm::StringRef source, llvm::StringRef stem, Model &model);
  llvm::Error makeInputs(const heddle_model_info_t &info);
  llvm::Error convertInputs(mlir::ModuleOp module);
  llvm::Error followIr(llvm::StringRef step, mlir::ModuleOp module);
  llvm::Error writeSteps(mlir::ModuleOp module);
  llvm::Expected<llvm::SmallVector<Tensor>> runLibrary(heddle_model_t *model, llvm::ArrayRef<Tensor> like);
  bool report(const heddle_model_info_t &info, llvm::ArrayRef<Tensor> got) const;
  llvm::Error explain();
  double toleranceFor(ElementKind kind) const {
    return arguments.tolerance > 0 ? arguments.tolerance : driver::defaultTolerance(kind);
  }
  bool areWithin(llvm::ArrayRef<Tensor> got, llvm::ArrayRef<Tensor> want) const;

  const Arguments &arguments;
  llvm::SmallString<128> folder;
  Inputs hostInputs;                ///< what the library gets
  llvm::SmallVector<Tensor> inputs; ///< the same for the interpreter
  Trace expected;                   ///< of the imported model
  Trace last;                       ///< behind the last step that was right
  std::string culprit;              ///< the pass, and the node if it can be told, that came first to differ
  std::vector<std::string> steps;   ///< the node of each result of the kernels, in order
};

/// The kind of an element type that a tensor of the ABI has too; nothing for texts.
std::optional<ElementKind> kindOf(mlir::Type type) {
  return reference::kindOf(llvm::cast<mlir::RankedTensorType>(type).getElementType());
}

/// Floats in [-1, 1), whole numbers 0 or 1.
void fill(Tensor &tensor, std::mt19937 &random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    if (reference::isFloat(tensor.kind())) {
      tensor.set(i, unit(random));
    } else {
      tensor.setInteger(i, random() & 1);
    }
  }
}
} // namespace

llvm::Error Verifier::compileLibrary(llvm::StringRef source, llvm::StringRef stem, Model &model) {
  driver::CompileOptions options = arguments.options;
  options.input = source.str();
  options.output = (folder + "/" + stem + ".so").str();
  auto summary = driver::compileFile(options);
  if (!summary) {
    return summary.takeError();
  }
  auto opened = openModel(options.output);
  if (!opened) {
    return opened.takeError();
  }
  model = std::move(*opened);
  return llvm::Error::success();
}

llvm::Error Verifier::makeInputs(const heddle_model_info_t &info) {
  auto made = cli::makeInputs(info, arguments.inputs);
  if (!made) {
    return made.takeError();
  }
  hostInputs = std::move(*made);
  return llvm::Error::success();
}

/// The inputs as tensors of the interpreter. Generated ones get their elements here, where their types are
/// known.
llvm::Error Verifier::convertInputs(mlir::ModuleOp module) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  std::mt19937 random(arguments.seed);
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    HostTensor &host = *hostInputs.tensors[i];
    if (main.getArgAttr(i, graph::kTextAttr)) {
      return failure(ExitStatus::Unsupported,
                     "texts cannot be verified yet: input " + llvm::Twine(i) + " is text");
    }
    Tensor tensor(*kindOf(type), host.shape());
    if (!arguments.inputs.areFiles()) {
      fill(tensor, random);
      std::memcpy(host.data(), tensor.bytes().data(), tensor.bytes().size());
    } else {
      std::memcpy(tensor.mutableBytes().data(), host.data(), host.bytes());
    }
    inputs.push_back(std::move(tensor));
  }
  return llvm::Error::success();
}

bool Verifier::areWithin(llvm::ArrayRef<Tensor> got, llvm::ArrayRef<Tensor> want) const {
  return llvm::all_of(llvm::zip_equal(got, want), [&](auto pair) {
    auto &[a, b] = pair;
    return a.kind() == b.kind() && a.shape() == b.shape() &&
           driver::distanceOf(a, b, toleranceFor(b.kind())).isWithin;
  });
}

/// Runs the IR that a pass left; remembers the first pass behind which the outputs are others.
llvm::Error Verifier::followIr(llvm::StringRef step, mlir::ModuleOp module) {
  bool isFirst = inputs.empty() && last.outputs.empty();
  if (isFirst) {
    if (llvm::Error error = convertInputs(module)) {
      return error;
    }
  } else if (!arguments.bisect || !culprit.empty()) {
    return llvm::Error::success();
  }
  FailureOr<Trace> trace = driver::traceMain(module, inputs);
  if (mlir::failed(trace)) {
    if (isFirst) {
      return failure(ExitStatus::BadInput,
                     "the reference interpreter does not run the model on these inputs");
    }
    culprit = ("pass " + step + ": the interpreter does not run what it leaves").str();
    return llvm::Error::success();
  }
  if (isFirst) {
    expected = *trace;
  } else if (!areWithin(trace->outputs, expected.outputs)) {
    std::string node =
        driver::firstDifference(last, *trace, [&](ElementKind kind) { return toleranceFor(kind); });
    culprit = "pass " + step.str() + (node.empty() ? "" : ", first at node " + node);
    return llvm::Error::success();
  }
  last = std::move(*trace);
  return llvm::Error::success();
}

/// Keeps the kernels for `explain`.
llvm::Error Verifier::writeSteps(mlir::ModuleOp module) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  size_t next = 0;
  std::vector<driver::TracedValue> launched;
  for (mlir::Operation &op : main.getBody().front().without_terminator()) {
    for (size_t i = 0; i < op.getNumResults(); ++i, ++next) {
      if (llvm::isa<kernel::LaunchOp>(op) && next < last.values.size()) {
        launched.push_back(last.values[next]);
      }
    }
  }
  last.values = std::move(launched);
  driver::returnAllSteps(module);
  return llvm::writeToOutput((folder + "/steps.mlir").str(), [&](llvm::raw_ostream &out) {
    module.print(out, mlir::OpPrintingFlags().enableDebugInfo());
    return llvm::Error::success();
  });
}

/// Runs a library on the inputs; its outputs, which must be of the kinds and shapes of `like`.
llvm::Expected<llvm::SmallVector<Tensor>> Verifier::runLibrary(heddle_model_t *model,
                                                               llvm::ArrayRef<Tensor> like) {
  auto session = createSession(model, arguments.threads);
  if (!session) {
    return session.takeError();
  }
  if (llvm::Error error = setInputs(session->get(), hostInputs)) {
    return error;
  }
  if (llvm::Error error = check(session->get(), heddle_session_run(session->get()))) {
    return error;
  }
  llvm::SmallVector<Tensor> outputs;
  for (auto [i, want] : llvm::enumerate(like)) {
    auto host = copyOutput(session->get(), i);
    if (!host) {
      return host.takeError();
    }
    Tensor &output = outputs.emplace_back(want.kind(), host->shape());
    if (host->bytes() != output.bytes().size() || host->shape() != want.shape()) {
      return failure(ExitStatus::BadInput, "output " + llvm::Twine(i) + " is " + shapeText(host->shape()) +
                                               " of the library and " + shapeText(want.shape()) +
                                               " of the reference interpreter");
    }
    std::memcpy(output.mutableBytes().data(), host->data(), host->bytes());
  }
  return outputs;
}

/// Prints the table; whether all outputs are within the tolerance.
bool Verifier::report(const heddle_model_info_t &info, llvm::ArrayRef<Tensor> got) const {
  bool areRight = true;
  llvm::outs() << llvm::format("%-24s %-22s %10s %10s %10s\n", "output", "type", "ulps", "relative",
                               "absolute");
  for (auto [i, output, want] : llvm::enumerate(got, expected.outputs)) {
    Distance distance = driver::distanceOf(output, want, toleranceFor(want.kind()));
    llvm::outs() << llvm::format("%-24s %-22s %10.3g %10.3g %10.3g", info.outputs[i].name,
                                 reference::describe(want).c_str(), distance.ulps, distance.relative,
                                 distance.absolute);
    if (!distance.isWithin) {
      areRight = false;
      llvm::outs() << llvm::format("  element %lld is %.9g, should be %.9g",
                                   static_cast<long long>(distance.worst), output.asDouble(distance.worst),
                                   want.asDouble(distance.worst));
    }
    llvm::outs() << '\n';
  }
  return areRight;
}

/// Says what came first to differ.
llvm::Error Verifier::explain() {
  if (!culprit.empty()) {
    llvm::outs() << culprit << '\n';
    return llvm::Error::success();
  }
  Model model;
  if (llvm::Error error = compileLibrary((folder + "/steps.mlir").str(), "steps", model)) {
    return error;
  }
  llvm::SmallVector<Tensor> want(expected.outputs);
  for (const driver::TracedValue &each : last.values) {
    want.push_back(each.value);
  }
  auto got = runLibrary(model.get(), want);
  if (!got) {
    return got.takeError();
  }
  for (auto [i, each] : llvm::enumerate(last.values)) {
    const Tensor &value = (*got)[expected.outputs.size() + i];
    if (!driver::distanceOf(value, each.value, toleranceFor(each.value.kind())).isWithin) {
      llvm::outs() << "code of the kernel at node " << each.node << '\n';
      return llvm::Error::success();
    }
  }
  llvm::outs() << "no kernel differs once the result of each is kept: the plan of memory, or what lies "
                  "outside kernels\n";
  return llvm::Error::success();
}

llvm::Error Verifier::run() {
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("heddle", folder)) {
    return failure(ExitStatus::BadInput, "no temporary folder: " + error.message());
  }
  llvm::scope_exit remove([&] { llvm::sys::fs::remove_directories(folder); });
  Model model;
  if (llvm::Error error = compileLibrary(arguments.options.input, "model", model)) {
    return error;
  }
  const heddle_model_info_t &info = *heddle_model_info(model.get());
  if (llvm::Error error = makeInputs(info)) {
    return error;
  }
  driver::CompileOptions options = arguments.options;
  options.onIr = [&](llvm::StringRef step, mlir::ModuleOp module) { return followIr(step, module); };
  auto useKernels = [&](mlir::ModuleOp module) {
    return arguments.bisect && culprit.empty() ? writeSteps(module) : llvm::Error::success();
  };
  if (llvm::Error error = driver::withKernels(options, useKernels)) {
    return error;
  }
  auto got = runLibrary(model.get(), expected.outputs);
  if (!got) {
    return got.takeError();
  }
  if (report(info, *got)) {
    return llvm::Error::success();
  }
  if (arguments.bisect) {
    if (llvm::Error error = explain()) {
      return error;
    }
  }
  return failure(ExitStatus::BadInput,
                 "compiled code and reference interpreter differ by more than the tolerance");
}

void addVerifyCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("verify", "compare compiled code with the reference interpreter");
  command->footer(kExamples);
  command
      ->add_option("model", arguments->options.input,
                   "an .onnx file, or .mlir: a StableHLO program or graph ops")
      ->required();
  addInputOptions(*command, arguments->inputs);
  command->add_option("--seed", arguments->seed, "of random values")->capture_default_str();
  command->add_option("--tolerance", arguments->tolerance,
                      "of floats; by default 1e-4 for f32 and f64, 1e-2 for f16, 5e-2 for bf16");
  command->add_option("--threads", arguments->threads, "0: one for each core")->capture_default_str();
  command->add_option("--target", arguments->options.target, "native, x86-64-v3 or x86-64-v4")
      ->capture_default_str();
  command->add_flag("--bisect", arguments->bisect, "say which pass, kernel and node come first to differ");
  command->callback([arguments, &chosen] { chosen = [arguments] { return Verifier(*arguments).run(); }; });
}

} // namespace heddle::cli
