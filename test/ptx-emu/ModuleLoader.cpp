// Module loading: PTX text, global variables, and decoding of all entries.
#include "test/ptx-emu/Driver.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ptxemu {

Module::~Module() {
  for (auto &[name, g] : globals) {
    DeviceMemory::instance().free(g.address);
  }
}

int smNumber() {
  const char *name = getenv("PTXEMU_SM");
  if (!name || !*name) {
    return 90;
  }
  int number = atoi(strncmp(name, "sm_", 3) == 0 ? name + 3 : name);
  return number > 0 ? number : 90;
}

static CUresult placeGlobals(Module &m, int device, std::string &log) {
  auto &memory = DeviceMemory::instance();
  for (const Variable &v : m.ptx->variables) {
    if (v.space != Space::Global && v.space != Space::Const) {
      continue;
    }
    if (m.globals.count(v.name)) {
      continue;
    }
    if (v.isExtern && v.init.empty()) {
      bool defined = false;
      for (const Variable &o : m.ptx->variables) {
        defined |= o.name == v.name && !o.isExtern;
      }
      if (defined) {
        continue;
      }
      log = "undefined extern variable '" + v.name + "'";
      return CUDA_ERROR_INVALID_PTX;
    }
    uint64_t size = std::max<uint64_t>(1, v.bytes());
    uint64_t a = memory.allocate(size, device);
    if (!a) {
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
    m.globals[v.name] = {a, v.bytes()};
    m.addresses[v.name] = a;
  }
  uint64_t nextFunction = kFunctionWindow + 16;
  for (auto &f : m.ptx->functions) {
    m.addresses[f->name] = nextFunction;
    nextFunction += 16;
  }
  auto snapshot = memory.snapshot();
  for (const Variable &v : m.ptx->variables) {
    auto g = m.globals.find(v.name);
    if (g == m.globals.end() || v.isExtern) {
      continue;
    }
    uint8_t *host = DeviceMemory::findIn(*snapshot, g->second.address)->host();
    memset(host, 0, std::max<uint64_t>(1, g->second.size));
    int width = typeBytes(v.type);
    for (size_t i = 0; i < v.init.size() && (i + 1) * width <= g->second.size; i++) {
      uint64_t value = v.init[i].bits;
      if (!v.init[i].symbol.empty()) {
        auto s = m.addresses.find(v.init[i].symbol);
        if (s == m.addresses.end()) {
          log = "initialiser of '" + v.name + "' names the unknown symbol '" + v.init[i].symbol + "'";
          return CUDA_ERROR_INVALID_PTX;
        }
        value += s->second;
        if (uint64_t mask = v.init[i].mask) {
          value = (value & mask) >> __builtin_ctzll(mask);
        }
      }
      memcpy(host + i * width, &value, std::min(8, width));
    }
  }
  return CUDA_SUCCESS;
}

static void decodeKernels(Module &m, uint32_t sm) {
  for (auto &f : m.ptx->functions) {
    if (!f->isEntry || !f->hasBody) {
      continue;
    }
    auto k = std::make_unique<Kernel>();
    k->name = f->name;
    k->program = decodeProgram(m.ptx, *f, m.addresses, int(sm));
    k->maxDynamicShared = std::max(0, int(48 << 10) - int(k->program->staticShared));
    m.kernels[f->name] = std::move(k);
  }
}

CUresult loadModule(Context *context, const char *text, Module **out, std::string &log) {
  auto m = std::make_unique<Module>();
  m->context = context;
  CUresult result = CUDA_SUCCESS;
  try {
    m->ptx = parsePtx(text);
    uint32_t sm = uint32_t(smNumber());
    if (uint32_t(m->ptx->target) > sm || (m->ptx->archSpecific && uint32_t(m->ptx->target) != sm)) {
      log = "PTX targets sm_" + std::to_string(m->ptx->target) + (m->ptx->archSpecific ? "a" : "") +
            ", the device is sm_" + std::to_string(sm);
      result = CUDA_ERROR_NO_BINARY_FOR_GPU;
    } else {
      result = placeGlobals(*m, context->device, log);
    }
    if (result == CUDA_SUCCESS) {
      decodeKernels(*m, sm);
    }
  } catch (const PtxError &e) {
    log = "PTX line " + std::to_string(e.line) + ": " + e.what();
    result = CUDA_ERROR_INVALID_PTX;
  }
  if (result != CUDA_SUCCESS) {
    fprintf(stderr, "ptx-emu: %s\n", log.c_str());
    return result;
  }
  *out = m.release();
  return CUDA_SUCCESS;
}

} // namespace ptxemu
