//===- Linker.cpp - objects and the runtime become one library ------------===//
//
// A shared library names libc and libm as needed, but no version of their symbols: it is linked against empty
// libraries of those names made here, so that the result depends neither on the machine that compiles nor on
// a newer libc than the machine that runs it has.
//
//===----------------------------------------------------------------------===//

#include "codegen/Artifact/Linker.h"
#include "lld/Common/Driver.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace heddle;
using namespace heddle::artifact;
using llvm::Error;

/// Runs lld. Its state is the process's own, so one link runs at a time.
static Error runLinker(const std::vector<std::string> &arguments) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<const char *> texts = {"ld.lld"};
  for (const std::string &argument : arguments) {
    texts.push_back(argument.c_str());
  }
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  lld::Result result = lld::lldMain(texts, stream, stream, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0 || !result.canRunAgain) {
    return llvm::createStringError("internal error: linking failed: " + messages);
  }
  return Error::success();
}

static std::string pathIn(StringRef folder, StringRef name) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

static Error writeText(StringRef path, StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (code) {
    return llvm::createFileError(path, code);
  }
  out << text;
  out.close();
  return out.has_error() ? llvm::createFileError(path, out.error()) : Error::success();
}

/// An empty shared library with the DT_SONAME `name`.
static llvm::Expected<std::string> makeEmptyLibrary(const LinkInput &input, StringRef name) {
  std::string script = pathIn(input.folder, "empty.ld"), path = pathIn(input.folder, name);
  if (Error error = writeText(script, "SECTIONS { }\n")) {
    return std::move(error);
  }
  if (Error error = runLinker({"-m", "elf_x86_64", "-shared", "-soname", name.str(), "-o", path, script})) {
    return std::move(error);
  }
  return path;
}

Error artifact::linkShared(const LinkInput &input, StringRef output, StringRef name) {
  std::string versions = pathIn(input.folder, "exports.ver");
  if (Error error = writeText(versions, "{ global: " + input.prefix + "_*; local: *; };\n")) {
    return error;
  }
  std::vector<std::string> arguments = {"-shared",
                                        "-o",
                                        output.str(),
                                        "-soname",
                                        name.str(),
                                        "--version-script",
                                        versions,
                                        "-Bsymbolic",
                                        "--gc-sections",
                                        "--strip-all",
                                        "--build-id=none",
                                        "--hash-style=gnu",
                                        "-z",
                                        "relro",
                                        "-z",
                                        "now",
                                        "-z",
                                        "noexecstack"};
  arguments.insert(arguments.end(), input.objects.begin(), input.objects.end());
  if (!input.weights.empty()) {
    arguments.push_back(input.weights);
  }
  arguments.push_back(input.runtime);
  arguments.push_back("--no-as-needed");
  for (StringRef library : {"libm.so.6", "libc.so.6"}) {
    llvm::Expected<std::string> path = makeEmptyLibrary(input, library);
    if (!path) {
      return path.takeError();
    }
    arguments.push_back(*path);
  }
  return runLinker(arguments);
}

/// Makes every defined symbol without the prefix local.
static Error localize(StringRef path, StringRef output, StringRef prefix) {
  auto binary = llvm::object::ObjectFile::createObjectFile(path);
  if (!binary) {
    return binary.takeError();
  }
  llvm::objcopy::ConfigManager config;
  for (const llvm::object::SymbolRef &symbol : binary->getBinary()->symbols()) {
    llvm::Expected<StringRef> name = symbol.getName();
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!name) {
      return name.takeError();
    }
    if (!flags) {
      return flags.takeError();
    }
    bool isDefined = !(*flags & llvm::object::SymbolRef::SF_Undefined);
    if ((*flags & llvm::object::SymbolRef::SF_Global) && isDefined &&
        !name->starts_with((prefix + "_").str())) {
      auto ignoreErrors = [](Error error) { return error; };
      if (Error error = config.Common.SymbolsToLocalize.addMatcher(llvm::objcopy::NameOrPattern::create(
              *name, llvm::objcopy::MatchStyle::Literal, ignoreErrors))) {
        return error;
      }
    }
  }
  config.Common.OutputFilename = output;
  return llvm::writeToOutput(output, [&](llvm::raw_ostream &out) {
    return llvm::objcopy::executeObjcopyOnBinary(config, *binary->getBinary(), out);
  });
}

Error artifact::linkObject(const LinkInput &input, StringRef output) {
  // Weights come last: the files before are copied in memory.
  std::string joined = pathIn(input.folder, "joined.o");
  std::string localized = input.weights.empty() ? output.str() : pathIn(input.folder, "localized.o");
  std::vector<std::string> arguments = {"-r", "-o", joined, "--force-group-allocation", "--strip-debug"};
  arguments.insert(arguments.end(), input.objects.begin(), input.objects.end());
  arguments.push_back(input.runtime);
  if (Error error = runLinker(arguments)) {
    return error;
  }
  if (Error error = localize(joined, localized, input.prefix)) {
    return error;
  }
  return input.weights.empty() ? Error::success()
                               : runLinker({"-r", "-o", output.str(), localized, input.weights});
}

Error artifact::linkArchive(const LinkInput &input, StringRef output, StringRef memberName) {
  std::string object = pathIn(input.folder, memberName);
  if (Error error = linkObject(input, object)) {
    return error;
  }
  auto member = llvm::NewArchiveMember::getFile(object, /*Deterministic=*/true);
  if (!member) {
    return member.takeError();
  }
  member->MemberName = memberName;
  std::vector<llvm::NewArchiveMember> members;
  members.push_back(std::move(*member));
  return llvm::writeArchive(output, members, llvm::SymtabWritingMode::NormalSymtab,
                            llvm::object::Archive::K_GNU,
                            /*Deterministic=*/true, /*Thin=*/false);
}

Error artifact::joinObjects(ArrayRef<SmallVector<char, 0>> objects, StringRef output) {
  std::vector<std::string> arguments = {"-r", "-o", output.str()};
  std::vector<std::unique_ptr<llvm::FileRemover>> removers;
  for (const SmallVector<char, 0> &object : objects) {
    SmallString<128> path;
    int descriptor;
    if (std::error_code code = llvm::sys::fs::createUniqueFile(output + ".%%%%%%.o", descriptor, path)) {
      return llvm::createFileError(output, code);
    }
    removers.push_back(std::make_unique<llvm::FileRemover>(path));
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true).write(object.data(), object.size());
    arguments.push_back(path.str().str());
  }
  return runLinker(arguments);
}
