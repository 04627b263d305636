//===- Library.cpp - compiled models in shared libraries ------------------===//
//
// The notes that name the models (abi.h) are read from the file before it is loaded. All numbers in the file
// are checked before they are used, as the file may be anything.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/Library.h"
#include "runtime/Core/Message.h"
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace heddle::rt;

#if defined(__x86_64__)
static constexpr uint16_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr uint16_t kMachine = EM_AARCH64;
#else
#error "name the ELF machine of this processor"
#endif

/// A segment of notes above this is no compiled model's: a note is some fifty bytes.
static constexpr uint64_t kMostNoteBytes = 1 << 20;
static constexpr size_t kMostPrefixBytes = 256;

namespace {

/// What the notes of a file say about the model that was asked for.
struct NoteSearch {
  const char *wanted;     ///< a prefix, or null
  uint32_t numModels = 0; ///< all models of the file
  bool found = false;     ///< `prefix` and `abiVersion` are those of the model
  char prefix[kMostPrefixBytes] = "";
  uint32_t abiVersion = 0;
  NameList names = {};
};

/// Closes a file descriptor.
struct File {
  int descriptor;
  ~File() {
    if (descriptor >= 0) {
      close(descriptor);
    }
  }
  bool read(void *data, size_t bytes, uint64_t offset) const {
    return offset <= INT64_MAX && pread(descriptor, data, bytes, off_t(offset)) == ssize_t(bytes);
  }
};

} // namespace

/// Takes one note of ours; `descriptor` has `bytes` bytes.
static void addNote(const uint8_t *descriptor, size_t bytes, NoteSearch &search) {
  if (bytes < 4 + 2 || bytes - 4 > kMostPrefixBytes || descriptor[bytes - 1] != 0) {
    return;
  }
  auto *prefix = reinterpret_cast<const char *>(descriptor + 4);
  ++search.numModels;
  search.names.add(prefix);
  if (!search.wanted || !strcmp(search.wanted, prefix)) {
    search.found = true;
    memcpy(&search.abiVersion, descriptor, 4);
    snprintf(search.prefix, sizeof(search.prefix), "%s", prefix);
  }
}

static void scanNotes(const uint8_t *notes, size_t bytes, NoteSearch &search) {
  constexpr size_t headBytes = sizeof(Elf64_Nhdr), nameBytes = 8;
  for (size_t at = 0; bytes - at >= headBytes;) {
    Elf64_Nhdr head;
    memcpy(&head, notes + at, headBytes);
    uint64_t name = (uint64_t(head.n_namesz) + 3) / 4 * 4, descriptor = (uint64_t(head.n_descsz) + 3) / 4 * 4;
    if (name + descriptor > bytes - at - headBytes) {
      return;
    }
    const uint8_t *content = notes + at + headBytes;
    if (head.n_type == HEDDLE_NOTE_MODEL && head.n_namesz == nameBytes - 1 && !memcmp(content, "heddle", 7)) {
      addNote(content + nameBytes, head.n_descsz, search);
    }
    at += headBytes + name + descriptor;
  }
}

/// False if the file is no library for this machine, or cut short.
static bool readNotes(const File &file, NoteSearch &search) {
  struct stat status = {};
  Elf64_Ehdr head;
  if (!file.read(&head, sizeof(head), 0) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_type != ET_DYN ||
      head.e_machine != kMachine || head.e_phentsize != sizeof(Elf64_Phdr)) {
    return false;
  }
  uint64_t fileBytes = fstat(file.descriptor, &status) == 0 ? uint64_t(status.st_size) : 0;
  for (uint64_t i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr segment;
    uint64_t at = i * sizeof(segment);
    if (head.e_phoff > INT64_MAX - at || !file.read(&segment, sizeof(segment), head.e_phoff + at)) {
      return false;
    }
    // The dynamic linker maps what is not there, and a touch of it would end the process.
    if (segment.p_filesz > fileBytes || segment.p_offset > fileBytes - segment.p_filesz) {
      return false;
    }
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMostNoteBytes) {
      continue;
    }
    auto *notes = static_cast<uint8_t *>(malloc(segment.p_filesz + 1));
    bool whole = notes && file.read(notes, segment.p_filesz, segment.p_offset);
    if (whole) {
      scanNotes(notes, segment.p_filesz, search);
    }
    free(notes);
    if (!whole) {
      return false;
    }
  }
  return true;
}

/// Finds out from the file alone which model is meant.
static heddle_status_t findModel(const char *path, NoteSearch &search, heddle_message_t *message) {
  File file{open(path, O_RDONLY | O_CLOEXEC)};
  if (file.descriptor < 0) {
    return report(message, HEDDLE_NOT_FOUND, "cannot open '%s': %s", path, strerror(errno));
  }
  if (!readNotes(file, search)) {
    return report(message, HEDDLE_INVALID_MODEL, "'%s' is not a whole shared library for this machine", path);
  }
  if (search.numModels == 0) {
    return report(message, HEDDLE_INVALID_MODEL, "'%s' is not a compiled model: it has no heddle note", path);
  }
  if (!search.found) {
    return report(message, HEDDLE_NOT_FOUND, "'%s' holds no model '%s'; it holds %s", path, search.wanted,
                  search.names.text);
  }
  if (!search.wanted && search.numModels > 1) {
    return report(message, HEDDLE_NOT_FOUND, "'%s' holds %u models, name one of %s", path, search.numModels,
                  search.names.text);
  }
  if (search.abiVersion != HEDDLE_ABI_VERSION) {
    return report(message, HEDDLE_INVALID_MODEL, "'%s' has ABI version %u, this runtime reads version %u",
                  path, search.abiVersion, HEDDLE_ABI_VERSION);
  }
  return HEDDLE_OK;
}

heddle_status_t heddle::rt::openLibrary(const char *path, const char *prefix, Library &library,
                                        heddle_message_t *message) {
  NoteSearch search{prefix};
  if (heddle_status_t status = findModel(path, search, message)) {
    return status;
  }
  char absolute[PATH_MAX]; // dlopen looks for a name without '/' elsewhere
  if (!realpath(path, absolute)) {
    return report(message, HEDDLE_NOT_FOUND, "cannot open '%s': %s", path, strerror(errno));
  }
  void *handle = dlopen(absolute, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    return report(message, HEDDLE_INVALID_MODEL, "cannot load '%s': %s", path, dlerror());
  }
  char symbol[kMostPrefixBytes + 8];
  snprintf(symbol, sizeof(symbol), "%s_model", search.prefix);
  auto function = reinterpret_cast<heddle_model_function_t>(dlsym(handle, symbol));
  if (!function) {
    dlclose(handle);
    return report(message, HEDDLE_INVALID_MODEL, "'%s' has no function '%s'", path, symbol);
  }
  library = {handle, function()};
  return HEDDLE_OK;
}
