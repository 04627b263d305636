//===- Compiled.cpp - running a compiled function -------------------------===//

#include "tools/heddle-check/Compiled.h"
#include "llvm/ADT/ScopeExit.h"
#include <cstring>
#include <sys/mman.h>

using namespace heddle;
using namespace heddle::check;
using reference::ElementKind;
using reference::Tensor;

namespace {
constexpr size_t kPage = 4096;

size_t pagesFor(size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

/// `bytes` bytes of 0xff that end, up to the alignment, at a forbidden page; null if the system refuses.
void *allocateGuarded(size_t bytes, size_t alignment) {
  size_t usable = pagesFor(bytes);
  void *pages = mmap(nullptr, usable + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(static_cast<char *>(pages) + usable, kPage, PROT_NONE) != 0) {
    return nullptr;
  }
  std::memset(pages, 0xff, usable);
  size_t offset = (usable - bytes) / alignment * alignment;
  return static_cast<char *>(pages) + offset;
}

/// Takes back what `allocateGuarded` gave for as many bytes.
void releaseGuarded(void *memory, size_t bytes) {
  auto address = reinterpret_cast<uintptr_t>(memory);
  munmap(reinterpret_cast<void *>(address / kPage * kPage), pagesFor(bytes) + kPage);
}

llvm::Error errorOf(const char *message) { return llvm::createStringError("%s", message); }
} // namespace

static uint32_t dtypeOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F32:
    return HEDDLE_F32;
  case ElementKind::F64:
    return HEDDLE_F64;
  case ElementKind::F16:
    return HEDDLE_F16;
  case ElementKind::BF16:
    return HEDDLE_BF16;
  case ElementKind::F8E4M3FN:
    return HEDDLE_F8E4M3FN;
  case ElementKind::F8E4M3FNUZ:
    return HEDDLE_F8E4M3FNUZ;
  case ElementKind::F8E5M2:
    return HEDDLE_F8E5M2;
  case ElementKind::F8E5M2FNUZ:
    return HEDDLE_F8E5M2FNUZ;
  case ElementKind::F4E2M1FN:
    return HEDDLE_F4E2M1FN;
  case ElementKind::I1:
    return HEDDLE_BOOL;
  case ElementKind::I2:
    return HEDDLE_I2;
  case ElementKind::I4:
    return HEDDLE_I4;
  case ElementKind::I8:
    return HEDDLE_I8;
  case ElementKind::I16:
    return HEDDLE_I16;
  case ElementKind::I32:
    return HEDDLE_I32;
  case ElementKind::I64:
    return HEDDLE_I64;
  case ElementKind::U2:
    return HEDDLE_U2;
  case ElementKind::U4:
    return HEDDLE_U4;
  case ElementKind::U8:
    return HEDDLE_U8;
  case ElementKind::U16:
    return HEDDLE_U16;
  case ElementKind::U32:
    return HEDDLE_U32;
  case ElementKind::U64:
    return HEDDLE_U64;
  }
  llvm_unreachable("every kind is an element type of the ABI");
}

static std::optional<ElementKind> kindOf(uint32_t dtype) {
  for (int kind = 0; kind <= static_cast<int>(ElementKind::U64); ++kind) {
    if (dtypeOf(static_cast<ElementKind>(kind)) == dtype) {
      return static_cast<ElementKind>(kind);
    }
  }
  return std::nullopt;
}

llvm::Expected<std::unique_ptr<Compiled>> Compiled::open(StringRef library, unsigned threads,
                                                         heddle_device_t device) {
  auto compiled = std::make_unique<Compiled>();
  heddle_message_t message = {};
  if (heddle_model_open(library.str().c_str(), nullptr, &compiled->model, &message) != HEDDLE_OK) {
    return errorOf(message.text);
  }
  heddle_allocator_t allocator = {
      [](void *, size_t bytes, size_t alignment) { return allocateGuarded(bytes, alignment); },
      [](void *, void *memory, size_t bytes) { releaseGuarded(memory, bytes); }, nullptr};
  heddle_session_options_t options = HEDDLE_SESSION_OPTIONS_DEFAULT;
  options.threads = threads;
  options.device = device;
  options.keep_denormals = 1;
  options.allocator = &allocator;
  if (heddle_session_create(compiled->model, &options, &compiled->session, &message) != HEDDLE_OK) {
    return errorOf(message.text);
  }
  return compiled;
}

Compiled::~Compiled() {
  heddle_session_release(session);
  heddle_model_release(model);
}

llvm::Expected<Tensors> Compiled::run(ArrayRef<Tensor> inputs) {
  SmallVector<std::pair<void *, size_t>> copies;
  auto release = llvm::make_scope_exit([&] {
    for (auto [memory, bytes] : copies) {
      releaseGuarded(memory, bytes);
    }
  });
  for (auto [i, input] : llvm::enumerate(inputs)) {
    ArrayRef<char> bytes = input.bytes();
    void *copy = allocateGuarded(bytes.size(), reference::bytesOf(input.kind()));
    if (!copy) {
      return errorOf("no memory for an input");
    }
    copies.push_back({copy, bytes.size()});
    if (!bytes.empty()) {
      std::memcpy(copy, bytes.data(), bytes.size());
    }
    heddle_tensor_t view = {dtypeOf(input.kind()), static_cast<uint32_t>(input.rank()), input.shape().data(),
                            copy, bytes.size()};
    if (heddle_session_set_input(session, i, &view) != HEDDLE_OK) {
      return errorOf(heddle_session_message(session));
    }
  }
  if (heddle_session_run(session) != HEDDLE_OK) {
    return errorOf(heddle_session_message(session));
  }
  Tensors outputs;
  for (uint32_t i = 0; i < heddle_model_info(model)->num_outputs; ++i) {
    heddle_tensor_t view = {};
    if (heddle_session_output(session, i, &view) != HEDDLE_OK) {
      return errorOf(heddle_session_message(session));
    }
    std::optional<ElementKind> kind = kindOf(view.dtype);
    if (!kind) {
      return errorOf("an output has an unknown element type");
    }
    Tensor &output = outputs.emplace_back(*kind, ArrayRef<int64_t>(view.dims, view.rank));
    if (output.bytes().size() != view.bytes) {
      return errorOf("an output has another number of bytes than its shape");
    }
    if (view.bytes > 0) {
      std::memcpy(output.mutableBytes().data(), view.data, view.bytes);
    }
  }
  return outputs;
}
