//===- Main.cpp - heddle-check --------------------------------------------===//
//
// Compares compiled functions with the reference interpreter. For every function of a file of graph ops, for
// every element type asked for and every assignment of sizes: seeded inputs, the reference's results, and the
// results of
//   --through=lib         the compiled library, run twice with one thread and twice with two, whose bits must
//   agree
//   --through=<phase>     the IR after an earlier phase, run by the reference interpreter: where a pass went
//   wrong
// Each function is checked in a process of its own, so that a crash is one line of the report.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Parser/Parser.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/Driver/Pipeline.h"
#include "tools/Driver/Register.h"
#include "tools/heddle-check/Compare.h"
#include "tools/heddle-check/Compiled.h"
#include "tools/heddle-check/Inputs.h"
#include "tools/heddle-check/Shrink.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heddle;
using namespace heddle::check;
using reference::Tensor;

namespace {
namespace cl = llvm::cl;

cl::OptionCategory category("heddle-check");
cl::list<std::string> inputFiles(cl::Positional, cl::OneOrMore, cl::desc("<files>"), cl::cat(category));
cl::opt<std::string> target("target", cl::init("native"), cl::cat(category),
                            cl::desc("native, x86-64-v3 or x86-64-v4; a GPU beside it, as in native,sm_80"));
cl::opt<bool> onDevice("cuda", cl::cat(category),
                       cl::desc("run on the GPU of --target; what it cannot run yet is no fault"));
cl::opt<std::string> through("through", cl::init("lib"), cl::cat(category),
                             cl::desc("simplified, kernels, …, lib: how far to compile"));
cl::list<std::string> types("type", cl::cat(category),
                            cl::desc("NAME=T1,T2: checks the file once for each value of the alias !NAME"));
cl::opt<std::string> filter("filter", cl::cat(category), cl::desc("only functions whose name contains this"));
cl::opt<bool> verbose("v", cl::cat(category), cl::desc("a line for what is right, too"));
cl::opt<bool> shrinks("shrink", cl::cat(category),
                      cl::desc("print a smaller function for each that is wrong"));
cl::opt<std::string> keep("keep", cl::cat(category),
                          cl::desc("folder for the isolated functions and libraries"));

/// What the command line says of each check. Copied out of the options above before anything is compiled: the
/// linker in this process sets all options of LLVM back.
struct Options {
  std::string target, keep;
  driver::Phase phase;
  bool onDevice, verbose, shrinks;
};

/// How checking one function ended; also the exit status of its process.
enum class Verdict { Right = 0, Wrong = 1, Unsupported = 3 };

/// The case being checked, shared with the parent process, which reports it after a crash.
char *current = nullptr;
constexpr size_t kCurrentBytes = 256;

/// Checks one function.
class Checker {
public:
  Checker(func::FuncOp function, std::string name, const Options &options)
      : function(function), name(std::move(name)), options(options), tolerance(toleranceOf(function)) {}

  Verdict check();

private:
  Verdict compile();
  bool checkCase(const Sizes &sizes);
  bool checkCompiled(ArrayRef<Tensor> inputs, ArrayRef<FailureOr<Tensors>> expected);
  bool checkOnDevice(ArrayRef<Tensor> inputs, ArrayRef<FailureOr<Tensors>> expected);
  bool checkInterpreted(ArrayRef<Tensor> inputs, ArrayRef<FailureOr<Tensors>> expected);
  bool report(const Twine &what) const;
  bool matches(const FailureOr<Tensors> &expected, ArrayRef<Tensor> got, const Twine &how) const;

  func::FuncOp function;
  std::string name, label, artifact;
  const Options &options;
  Tolerance tolerance;
  OwningOpRef<ModuleOp> compiled;
};
} // namespace

/// Prints a line for something wrong and gives false.
bool Checker::report(const Twine &what) const {
  llvm::outs() << name << (label.empty() ? "" : " [" + label + "]") << ": " << what << '\n';
  return false;
}

Verdict Checker::compile() {
  llvm::SmallString<128> folder(options.keep);
  if (folder.empty() && llvm::sys::fs::createUniqueDirectory("heddle-check", folder)) {
    report("no temporary folder");
    return Verdict::Wrong;
  }
  auto remove = llvm::make_scope_exit([&] {
    if (options.keep.empty()) {
      llvm::sys::fs::remove_directories(folder);
    }
  });
  driver::CompileOptions compile;
  std::string stem = (folder + "/" + function.getName()).str();
  compile.input = stem + ".mlir";
  compile.output = stem + (options.phase == driver::Phase::Lib ? ".so" : ".out.mlir");
  compile.stopAfter = options.phase;
  compile.target = options.target;
  OwningOpRef<ModuleOp> isolated = isolate(function);
  llvm::Error written = llvm::writeToOutput(compile.input, [&](llvm::raw_ostream &out) {
    isolated->print(out);
    return llvm::Error::success();
  });
  if (written) {
    report(llvm::toString(std::move(written)));
    return Verdict::Wrong;
  }
  auto summary = driver::compileFile(compile);
  if (!summary) {
    driver::ExitStatus status = driver::reportError(summary.takeError(), llvm::errs());
    report(status == driver::ExitStatus::Unsupported ? "is not supported" : "does not compile");
    return status == driver::ExitStatus::Unsupported ? Verdict::Unsupported : Verdict::Wrong;
  }
  if (options.phase != driver::Phase::Lib) {
    compiled = parseSourceFile<ModuleOp>(compile.output, function.getContext());
    return compiled ? Verdict::Right : Verdict::Wrong;
  }
  artifact = compile.output;
  // Loaded libraries stay mapped; opening one now lets the folder go.
  auto opened = Compiled::open(artifact, 1);
  if (!opened) {
    report("does not load: " + llvm::toString(opened.takeError()));
    return Verdict::Wrong;
  }
  remove.release();
  return Verdict::Right;
}

bool Checker::matches(const FailureOr<Tensors> &expected, ArrayRef<Tensor> got, const Twine &how) const {
  if (failed(expected)) {
    return report("gives results" + how + " where the reference fails");
  }
  if (got.size() != expected->size()) {
    return report("gives " + Twine(got.size()) + " results" + how);
  }
  bool isRight = true;
  for (auto [i, tensor, want] : llvm::enumerate(got, *expected)) {
    if (std::optional<std::string> what = difference(tensor, want, tolerance)) {
      isRight = report("output " + Twine(i) + how + " " + *what);
    }
  }
  return isRight;
}

bool Checker::checkCompiled(ArrayRef<Tensor> inputs, ArrayRef<FailureOr<Tensors>> expected) {
  SmallVector<Tensors> withOneThread;
  for (unsigned threads : {1, 2}) {
    auto session = Compiled::open(artifact, threads);
    if (!session) {
      return report("does not load: " + llvm::toString(session.takeError()));
    }
    for (auto [run, want] : llvm::enumerate(expected)) {
      std::string how = (threads == 1 ? "" : ", two threads") + std::string(run == 0 ? "" : ", second run");
      auto got = (*session)->run(inputs);
      if (!got) {
        std::string message = llvm::toString(got.takeError());
        if (succeeded(want)) {
          return report("fails" + how + ": " + message);
        }
        continue;
      }
      if (!matches(want, *got, how)) {
        return false;
      }
      if (threads == 1) {
        withOneThread.push_back(std::move(*got));
        continue;
      }
      for (auto [i, one, two] : llvm::enumerate(withOneThread[run], *got)) {
        if (one.bytes() != two.bytes()) {
          return report("output " + Twine(i) + " has other bits with two threads");
        }
      }
    }
  }
  return true;
}

bool Checker::checkOnDevice(ArrayRef<Tensor> inputs, ArrayRef<FailureOr<Tensors>> expected) {
  auto session = Compiled::open(artifact, 1, HEDDLE_DEVICE_CUDA);
  if (!session) {
    return report("does not load: " + llvm::toString(session.takeError()));
  }
  for (auto [run, want] : llvm::enumerate(expected)) {
    std::string how = run == 0 ? " on the GPU" : " on the GPU, second run";
    auto got = (*session)->run(inputs);
    if (!got) {
      std::string message = llvm::toString(got.takeError());
      if (succeeded(want)) {
        return report("fails" + how + ": " + message);
      }
    } else if (!matches(want, *got, how)) {
      return false;
    }
  }
  return true;
}

bool Checker::checkInterpreted(ArrayRef<Tensor> inputs, ArrayRef<FailureOr<Tensors>> expected) {
  reference::Interpreter interpreter(*compiled);
  for (const FailureOr<Tensors> &want : expected) {
    auto got = interpreter.run(compiled->lookupSymbol<func::FuncOp>("main"), inputs);
    if (failed(got)) {
      return failed(want) || report("fails");
    }
    if (!matches(want, *got, "")) {
      return false;
    }
  }
  return true;
}

bool Checker::checkCase(const Sizes &sizes) {
  label = toString(sizes);
  std::strncpy(current, (name + " [" + label + "]").c_str(), kCurrentBytes - 1);
  FailureOr<SmallVector<Tensor>> inputs = makeInputs(function, sizes);
  if (failed(inputs)) {
    return report("has no inputs");
  }
  // Two runs: what a run leaves behind, in variables or in memory, shows in the second.
  reference::Interpreter interpreter(function->getParentOfType<ModuleOp>());
  SmallVector<FailureOr<Tensors>> expected;
  for (int run = 0; run < 2; ++run) {
    std::string message;
    ScopedDiagnosticHandler handler(function.getContext(), [&](Diagnostic &diagnostic) {
      message += diagnostic.str();
      return success();
    });
    expected.push_back(interpreter.run(function, *inputs));
    if (failed(expected.back()) != mustFail(function)) {
      return report(mustFail(function) ? "the reference does not fail" : "the reference fails: " + message);
    }
  }
  bool isRight = options.phase != driver::Phase::Lib ? checkInterpreted(*inputs, expected)
                 : options.onDevice                  ? checkOnDevice(*inputs, expected)
                                                     : checkCompiled(*inputs, expected);
  if (isRight && options.verbose) {
    report("right");
  }
  return isRight;
}

Verdict Checker::check() {
  std::strncpy(current, name.c_str(), kCurrentBytes - 1);
  if (Verdict verdict = compile(); verdict != Verdict::Right) {
    return verdict;
  }
  bool isRight = true;
  for (const Sizes &sizes : assignmentsOf(function)) {
    isRight &= checkCase(sizes);
  }
  if (!artifact.empty() && options.keep.empty()) {
    llvm::sys::fs::remove_directories(llvm::sys::path::parent_path(artifact));
  }
  return isRight ? Verdict::Right : Verdict::Wrong;
}

/// Checks a function in a child process and reports a crash.
static Verdict checkApart(func::FuncOp function, const std::string &name, const Options &options) {
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0) {
    Verdict verdict = Checker(function, name, options).check();
    llvm::outs().flush();
    _exit(static_cast<int>(verdict));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
    llvm::outs() << current << ": crashes (signal " << (WIFSIGNALED(status) ? WTERMSIG(status) : 0) << ")\n";
    return Verdict::Wrong;
  }
  return static_cast<Verdict>(WEXITSTATUS(status));
}

/// Prints the smallest function found that is wrong as `function` is.
static void printShrunk(func::FuncOp function, const Options &options) {
  OwningOpRef<ModuleOp> smallest = shrink(
      function, [&](func::FuncOp part) { return checkApart(part, "  smaller", options) == Verdict::Wrong; });
  smallest->lookupSymbol(function.getName())->print(llvm::outs());
  llvm::outs() << '\n';
}

/// Every combination of the values of `--type`, as definitions of type aliases: "!t = f32 !i = i64 ".
static FailureOr<SmallVector<std::string>> aliasCombinations() {
  SmallVector<std::string> combinations{""};
  for (StringRef option : types) {
    auto [alias, values] = option.split('=');
    SmallVector<StringRef> choices;
    values.split(choices, ',');
    SmallVector<std::string> longer;
    for (const std::string &before : combinations) {
      for (StringRef choice : choices) {
        longer.push_back(before + ("!" + alias + " = " + choice + " ").str());
      }
    }
    combinations = std::move(longer);
  }
  return combinations;
}

/// Counts of verdicts.
struct Counts {
  unsigned right = 0, wrong = 0, unsupported = 0;
};

/// Checks the functions of one file under one definition of its type aliases.
static LogicalResult checkText(StringRef path, StringRef text, StringRef aliases, const Options &options,
                               Counts &counts) {
  DialectRegistry registry;
  registerHeddleDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED); // processes are forked
  ParserConfig config(&context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>((aliases + text).str(), config, path);
  if (!module) {
    return failure();
  }
  for (auto function : module->getOps<func::FuncOp>()) {
    if (!function.getName().contains(filter)) {
      continue;
    }
    std::string name = (path + " @" + function.getName()).str();
    name += aliases.empty() ? "" : (" " + aliases.trim()).str();
    switch (checkApart(function, name, options)) {
    case Verdict::Right:
      ++counts.right;
      break;
    case Verdict::Unsupported:
      ++counts.unsupported;
      break;
    default:
      ++counts.wrong;
      if (options.shrinks) {
        printShrunk(function, options);
      }
    }
  }
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "compares compiled graph functions with the reference interpreter\n");
  std::optional<driver::Phase> phase = driver::parsePhase(through);
  FailureOr<SmallVector<std::string>> combinations = aliasCombinations();
  if (!phase || (*phase > driver::Phase::Scheduled && *phase != driver::Phase::Lib) || failed(combinations)) {
    llvm::errs() << "heddle-check: --through takes lib or a phase up to scheduled\n";
    return 2;
  }
  const Options options{target, keep, *phase, onDevice, verbose, shrinks};
  const std::vector<std::string> paths(inputFiles.begin(), inputFiles.end());
  current = static_cast<char *>(
      mmap(nullptr, kCurrentBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  Counts counts;
  for (const std::string &path : paths) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
    if (!buffer) {
      llvm::errs() << path << ": " << buffer.getError().message() << '\n';
      return 1;
    }
    for (const std::string &aliases : *combinations) {
      if (failed(checkText(path, (*buffer)->getBuffer(), aliases, options, counts))) {
        ++counts.wrong;
      }
    }
  }
  llvm::outs() << counts.right << " right, " << counts.wrong << " wrong, " << counts.unsupported
               << " not supported\n";
  return counts.wrong == 0 && (options.onDevice ? counts.right > 0 : counts.unsupported == 0) ? 0 : 1;
}
