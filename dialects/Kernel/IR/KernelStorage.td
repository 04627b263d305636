//===- KernelStorage.td - where the tensors of a model lie ----------------===//

#ifndef DIALECTS_KERNEL_IR_KERNELSTORAGE_TD
#define DIALECTS_KERNEL_IR_KERNELSTORAGE_TD

def Kernel_StorageKind : I32Enum<"StorageKind", "what kind of memory holds a tensor during a run", [
    I32EnumCase<"Input", 0, "input">,       // index: the input
    I32EnumCase<"Output", 1, "output">,     // index: the output
    I32EnumCase<"Weight", 2, "weight">,     // index: byte offset in the weights
    I32EnumCase<"Planned", 3, "planned">,   // index: the planned buffer
    I32EnumCase<"Slot", 4, "slot">,         // index: the slot, memory whose size is known during the run only
    I32EnumCase<"Variable", 5, "variable">, // index: the variable, in module order
    I32EnumCase<"Next", 6, "next">,         // index: a carried value; its place for the next trip of the loop
    I32EnumCase<"Slice", 7, "slice">,       // index: a stacked result; this trip's place in it
    I32EnumCase<"Pointer", 8, "pointer">    // an address that the run computes: results of branches and loops
  ]> {
  let cppNamespace = "::heddle::kernel";
}

def Kernel_StorageAttr : Kernel_Attr<"Storage", "storage"> {
  let summary = "the memory that holds a tensor during a run";
  let parameters = (ins EnumParameter<Kernel_StorageKind>:$kind, DefaultValuedParameter<"int64_t", "0">:$index);
  let assemblyFormat = "`<` $kind (`,` $index^)? `>`";
}

#endif // DIALECTS_KERNEL_IR_KERNELSTORAGE_TD
