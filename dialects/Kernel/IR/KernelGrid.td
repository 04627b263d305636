//===- KernelGrid.td - how kernels are spread over a GPU ------------------===//

#ifndef DIALECTS_KERNEL_IR_KERNELGRID_TD
#define DIALECTS_KERNEL_IR_KERNELGRID_TD

def Kernel_GpuAttr : Kernel_Attr<"Gpu", "gpu"> {
  let summary = "the GPU that code is made for, beside the CPU of `#kernel.target`";
  let parameters = (ins
    StringRefParameter<"name of the architecture for LLVM, for instance sm_80">:$arch,
    StringRefParameter<"version of PTX as LLVM's feature, for instance +ptx70">:$features,
    "int64_t":$sharedBytes, "int64_t":$processors);
  let assemblyFormat = [{
    `<` `arch` `=` $arch `,` `features` `=` $features `,` `shared_bytes` `=` $sharedBytes `,`
    `processors` `=` $processors `>`
  }];
}

def Kernel_GridAttr : Kernel_Attr<"Grid", "grid"> {
  let summary = "how a kernel's iterations are spread over blocks, warps and threads";
  let description = [{
    `threads`: threads of a block. `elements`: elements that a thread computes one after another, a grid's
    width apart. `team`: threads that share one row of a reduction, a power of two up to 32 (part of a warp) or
    all of the block. A contraction has `tile` = [rows, columns, depth] of a block's tile in shared memory,
    `part` = [rows, columns] of it that one thread keeps in registers, or one warp where `mma` = [m, n, k] names
    the tensor cores' instruction, and `stages` tiles in flight.
  }];
  let parameters = (ins "int64_t":$threads, DefaultValuedParameter<"int64_t", "1">:$elements,
                        DefaultValuedParameter<"int64_t", "1">:$team, OptionalArrayRefParameter<"int64_t">:$tile,
                        OptionalArrayRefParameter<"int64_t">:$part, OptionalArrayRefParameter<"int64_t">:$mma,
                        DefaultValuedParameter<"int64_t", "1">:$stages);
  let assemblyFormat = [{
    `<` `threads` `=` $threads (`elements` `=` $elements^)? (`team` `=` $team^)? (`tile` `=` `[` $tile^ `]`)?
    (`part` `=` `[` $part^ `]`)? (`mma` `=` `[` $mma^ `]`)? (`stages` `=` $stages^)? `>`
  }];
}

#endif // DIALECTS_KERNEL_IR_KERNELGRID_TD
