//===- Weights.cpp - the constants of a model -----------------------------===//

#include "runtime/Core/Weights.h"
#include "runtime/Core/Message.h"
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace heddle::rt;

/// A weights file ends with this many characters of content_hash.
static constexpr size_t kHashBytes = 64;

/// The absolute path of the library or program that holds `info`. Without a dynamic linker there is only the
/// program.
static bool pathOfHolder(const heddle_model_info_t &info, char (&path)[PATH_MAX]) {
  Dl_info holder;
  if (dladdr(&info, &holder) && holder.dli_fname && strchr(holder.dli_fname, '/') &&
      realpath(holder.dli_fname, path)) {
    return true;
  }
  return realpath("/proc/self/exe", path) != nullptr;
}

heddle_status_t Weights::open(const heddle_model_info_t &info, heddle_message_t *message) {
  if (info.weights || info.weights_bytes == 0) {
    first = static_cast<const uint8_t *>(info.weights);
    return HEDDLE_OK;
  }
  if (!info.weights_file || !*info.weights_file || strchr(info.weights_file, '/')) {
    return report(message, HEDDLE_INVALID_MODEL, "weights file '%s' is not a plain file name",
                  info.weights_file ? info.weights_file : "");
  }
  char holder[PATH_MAX], path[PATH_MAX];
  if (!pathOfHolder(info, holder)) {
    return report(message, HEDDLE_SYSTEM_ERROR, "the folder of weights file '%s' is not known",
                  info.weights_file);
  }
  int folderLength = int(strrchr(holder, '/') + 1 - holder);
  if (snprintf(path, sizeof(path), "%.*s%s", folderLength, holder, info.weights_file) >= int(sizeof(path))) {
    return report(message, HEDDLE_NOT_FOUND, "the path of weights file '%s' is too long", info.weights_file);
  }
  return map(path, info, message);
}

heddle_status_t Weights::map(const char *path, const heddle_model_info_t &info, heddle_message_t *message) {
  int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return report(message, HEDDLE_NOT_FOUND, "cannot open weights file '%s': %s", path, strerror(errno));
  }
  struct stat found = {};
  uint64_t wanted = info.weights_bytes + kHashBytes;
  if (fstat(file, &found) != 0 || uint64_t(found.st_size) != wanted) {
    close(file);
    return report(message, HEDDLE_INVALID_MODEL, "weights file '%s' has %" PRIu64 " bytes, wanted %" PRIu64,
                  path, uint64_t(found.st_size), wanted);
  }
  void *memory = mmap(nullptr, wanted, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "cannot map weights file '%s': %s", path, strerror(errno));
  }
  mapping = memory;
  mappedBytes = wanted;
  first = static_cast<const uint8_t *>(memory);
  if (!info.content_hash || strlen(info.content_hash) != kHashBytes ||
      memcmp(first + info.weights_bytes, info.content_hash, kHashBytes) != 0) {
    return report(message, HEDDLE_INVALID_MODEL, "weights file '%s' is of another build than the library",
                  path);
  }
  madvise(mapping, mappedBytes, MADV_WILLNEED); // only a wish
  return HEDDLE_OK;
}

Weights::~Weights() {
  if (mapping) {
    munmap(mapping, mappedBytes);
  }
}
