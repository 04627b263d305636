// Objects behind the driver API's handles.
#ifndef TEST_PTX_EMU_DRIVER_H
#define TEST_PTX_EMU_DRIVER_H

#include "test/ptx-emu/Machine.h"
#include <map>
#include <memory>
#include <string>

namespace ptxemu {

struct Context {
  int device = 0;
  int references = 0;
  std::atomic<CUresult> sticky{CUDA_SUCCESS}; // the error of a kernel, which every later call reports
};

struct Kernel {
  std::shared_ptr<Program> program;
  std::string name;
  int maxDynamicShared = 0;
};

struct Module {
  Context *context = nullptr;
  std::shared_ptr<const PtxModule> ptx;
  struct Global {
    uint64_t address, size;
  };
  std::map<std::string, Global> globals;
  std::map<std::string, uint64_t> addresses; // variables and functions, for the decoder
  std::map<std::string, std::unique_ptr<Kernel>> kernels;
  ~Module();
};

// The emulated GPU's compute capability, 90 for sm_90.
int smNumber();

// Loads PTX text. On failure `log` says why.
CUresult loadModule(Context *context, const char *text, Module **out, std::string &log);

} // namespace ptxemu

#endif // TEST_PTX_EMU_DRIVER_H
