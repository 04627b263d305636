//===- Passes.td - passes of the autotuner --------------------------------===//

#ifndef AUTOTUNE_PASSES_TD
#define AUTOTUNE_PASSES_TD

include "mlir/Pass/PassBase.td"

def SelectSchedulesPass : Pass<"heddle-select-schedules", "::mlir::ModuleOp"> {
  let summary = "give kernels the schedules that a file of tuning records chose for them";
  let description = [{
    Before: `kernel.func`, and `#kernel.target` on the module. After: kernels for whose key and target the file has a
    choice carry it as `#kernel.schedule`; the others are as before, and `heddle-choose-schedules` drafts their
    schedules. A recorded schedule that the emitters cannot carry out for the kernel is passed over with a warning.
    Measures nothing: the same records give the same module.
  }];
  let options = [Option<"records", "records", "std::string", /*default=*/"", "file that `heddle tune` wrote">];
  let dependentDialects = ["::heddle::kernel::KernelDialect"];
}

#endif // AUTOTUNE_PASSES_TD
