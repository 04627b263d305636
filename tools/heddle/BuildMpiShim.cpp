//===- BuildMpiShim.cpp - heddle build-mpi-shim ---------------------------===//

#include "codegen/Artifact/Embedded.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/heddle/Command.h"
#include "tools/heddle/Ranks.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <memory>

namespace heddle::cli {

namespace {
using driver::ExitStatus;

struct Arguments {
  std::string output, compiler = "mpicc";
};

constexpr const char *kExamples = R"(
Examples:
  heddle build-mpi-shim                                    with the mpicc on the PATH, beside heddle itself
  heddle build-mpi-shim --mpicc /opt/mpi/bin/mpicc -o libheddle_mpi.so

MPIs differ in their binary interfaces: the shim is for the one whose mpicc built it, and needs that one's mpirun.
)";

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (!code) {
    out << text;
    out.close();
    code = out.error();
    out.clear_error();
  }
  return code ? driver::failure(ExitStatus::BadInput, "cannot write '" + path + "': " + code.message())
              : llvm::Error::success();
}

llvm::Error compileShim(llvm::StringRef compiler, llvm::StringRef folder, llvm::StringRef output) {
  std::string include = ("-I" + folder).str(), source = (folder + "/HeddleMpi.c").str();
  llvm::StringRef command[] = {compiler, "-std=gnu11", "-O2", "-shared", "-fPIC",
                               include,  source,       "-o",  output};
  std::string message;
  int status = llvm::sys::ExecuteAndWait(compiler, command, std::nullopt, {}, 0, 0, &message);
  if (status == 0) {
    return llvm::Error::success();
  }
  return driver::failure(ExitStatus::BadInput,
                         compiler + " failed" + (message.empty() ? "" : ": " + message));
}

llvm::Error build(const Arguments &arguments) {
  auto compiler = llvm::sys::findProgramByName(arguments.compiler);
  if (!compiler) {
    return driver::failure(ExitStatus::BadInput, "there is no '" + arguments.compiler +
                                                     "': install an MPI with its compiler, or name it by "
                                                     "--mpicc");
  }
  std::string output = arguments.output.empty() ? defaultTransport() : arguments.output;
  llvm::StringRef outputFolder = llvm::sys::path::parent_path(output);
  outputFolder = outputFolder.empty() ? "." : outputFolder;
  if (llvm::sys::fs::access(outputFolder, llvm::sys::fs::AccessMode::Write)) {
    return driver::failure(ExitStatus::BadInput,
                           "cannot write into the folder '" + outputFolder + "': name a file by -o");
  }
  llvm::SmallString<128> folder;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("heddle", folder)) {
    return driver::failure(ExitStatus::BadInput, "no temporary folder: " + error.message());
  }
  llvm::scope_exit remove([&] { llvm::sys::fs::remove_directories(folder); });
  if (std::error_code error = llvm::sys::fs::create_directory(folder + "/heddle")) {
    return driver::failure(ExitStatus::BadInput, "no temporary folder: " + error.message());
  }
  if (llvm::Error error = writeFile((folder + "/heddle/transport.h").str(), artifact::transportHeader())) {
    return error;
  }
  if (llvm::Error error = writeFile((folder + "/HeddleMpi.c").str(), artifact::mpiShimSource())) {
    return error;
  }
  if (llvm::Error error = compileShim(*compiler, folder, output)) {
    return error;
  }
  llvm::outs() << output << '\n';
  return llvm::Error::success();
}
} // namespace

void addBuildMpiShimCommand(CLI::App &app, Action &chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command =
      app.add_subcommand("build-mpi-shim", "build what lets models run under this machine's MPI");
  command->footer(kExamples);
  command->add_option("-o,--output", arguments->output, "the library; beside heddle if not given");
  command->add_option("--mpicc", arguments->compiler, "the MPI's compiler")->capture_default_str();
  command->callback([arguments, &chosen] { chosen = [arguments] { return build(*arguments); }; });
}

} // namespace heddle::cli
