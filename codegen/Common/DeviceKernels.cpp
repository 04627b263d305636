//===- DeviceKernels.cpp - kernels for the GPU and their numbers ----------===//

#include "codegen/Common/Storage.h"

using namespace heddle;
using namespace heddle::codegen;
using kernel::KernelDialect;

gpu::GPUModuleOp codegen::deviceModule(ModuleOp module) {
  return module.lookupSymbol<gpu::GPUModuleOp>(KernelDialect::kDeviceModule);
}

SmallVector<DeviceKernel> codegen::deviceKernels(gpu::GPUModuleOp device) {
  SmallVector<DeviceKernel> kernels;
  for (auto function : device.getOps<func::FuncOp>()) {
    auto blocks = SymExpr::parse(function->getAttrOfType<StringAttr>(KernelDialect::kBlocksAttr).getValue());
    assert(succeeded(blocks) && "passes/Grid writes what SymExpr prints");
    int64_t threads = function->getAttrOfType<IntegerAttr>(KernelDialect::kThreadsAttr).getInt();
    kernels.push_back({function, static_cast<int64_t>(kernels.size()), threads, *blocks});
  }
  return kernels;
}

std::optional<DeviceKernel> codegen::deviceKernelOf(kernel::LaunchOp launch) {
  for (DeviceKernel &kernel : deviceKernels(deviceModule(launch->getParentOfType<ModuleOp>()))) {
    if (kernel.function.getName() == launch.getCallee()) {
      return kernel;
    }
  }
  return std::nullopt;
}
