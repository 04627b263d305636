//===- KernelOps.td - kernels: groups of graph ops that are one step ------===//

#ifndef DIALECTS_KERNEL_IR_KERNELOPS_TD
#define DIALECTS_KERNEL_IR_KERNELOPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::heddle::kernel";
  let summary = "groups of graph ops that run as one step, and the decisions about them";
  let description = [{
    After fusion a model's function consists of `kernel.launch`, control flow, constants and reshapes that move
    nothing. What is decided about a kernel stands in attributes: `#kernel.schedule` on the kernel,
    `#kernel.panels` on arguments whose elements lie in another order. `#kernel.target` on the module describes
    the machine.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Module attribute with the `#kernel.target`.
    static constexpr ::llvm::StringLiteral kTargetAttr = "kernel.target";
    /// Argument attribute of `kernel.func`, kept when it is lowered: `#kernel.panels`, the layout of a packed constant.
    static constexpr ::llvm::StringLiteral kLayoutAttr = "kernel.layout";
    /// On a lowered kernel (`func.func`): names of the symbols it takes, in order.
    static constexpr ::llvm::StringLiteral kSymbolsAttr = "kernel.symbols";
    /// On a lowered kernel: size expression of its scratch memory in bytes for one worker; missing means none.
    static constexpr ::llvm::StringLiteral kScratchAttr = "kernel.scratch";
    /// On a lowered kernel: unit attribute if all iterations run on worker 0.
    static constexpr ::llvm::StringLiteral kSerialAttr = "kernel.serial";
    /// Module attribute with the `#kernel.gpu`, where code for a GPU is made beside that for the CPU.
    static constexpr ::llvm::StringLiteral kGpuAttr = "kernel.gpu";
    /// On `kernel.func`: `#kernel.grid`.
    static constexpr ::llvm::StringLiteral kGridAttr = "kernel.grid";
    /// The `gpu.module` of lowered kernels for the GPU.
    static constexpr ::llvm::StringLiteral kDeviceModule = "heddle_device";
    /// On a lowered kernel for the GPU: blocks of the grid, an array of three size expressions, and threads of a block.
    static constexpr ::llvm::StringLiteral kBlocksAttr = "kernel.blocks";
    static constexpr ::llvm::StringLiteral kThreadsAttr = "kernel.threads";
    /// On the `gpu.module`: the messages that its kernels fail with; a kernel names one by its place.
    static constexpr ::llvm::StringLiteral kMessagesAttr = "kernel.messages";
    /// On a launch: dictionary from symbol to [operand, element]; the symbol is that i64 element of that operand,
    /// read before the kernel runs.
    static constexpr ::llvm::StringLiteral kSizesAttr = "kernel.sizes";
    /// On a launch: conditions on sizes that hold or end the run with an error, texts "a == b" or
    /// "a == 1 || a == b" of two size expressions.
    static constexpr ::llvm::StringLiteral kChecksAttr = "kernel.checks";
  }];
}

class Kernel_Attr<string name, string mnemonicText> : AttrDef<Kernel_Dialect, name> { let mnemonic = mnemonicText; }

def Kernel_TargetAttr : Kernel_Attr<"Target", "target"> {
  let summary = "the machine that code is made for";
  let parameters = (ins
    StringRefParameter<"name of the CPU for LLVM, for instance x86-64-v4">:$cpu,
    StringRefParameter<"LLVM feature string beyond the CPU's own">:$features,
    "int64_t":$vectorBytes, "int64_t":$vectorRegisters, "int64_t":$l1Bytes, "int64_t":$l2Bytes);
  let assemblyFormat = [{
    `<` `cpu` `=` $cpu `,` `features` `=` $features `,` `vector_bytes` `=` $vectorBytes `,`
    `vector_registers` `=` $vectorRegisters `,` `l1_bytes` `=` $l1Bytes `,` `l2_bytes` `=` $l2Bytes `>`
  }];
}

def Kernel_ScheduleAttr : Kernel_Attr<"Schedule", "schedule"> {
  let summary = "how a kernel's loops are cut";
  let description = [{
    `lanes`: elements of a vector. `tile`: register tile; for a contraction [rows, vectors of columns], for an
    attention [queries, vectors of keys]. `block`: cache block; for a contraction [rows, depth], where 0 means the
    whole extent, for an attention [queries, keys]. `weights_inner`: whether the loop over column panels is inside
    the loop over row blocks. Other kernels use `lanes` and `unroll` alone.
  }];
  let parameters = (ins "int64_t":$lanes, OptionalArrayRefParameter<"int64_t">:$tile,
                        OptionalArrayRefParameter<"int64_t">:$block, "int64_t":$unroll, "bool":$weightsInner);
  let assemblyFormat = [{
    `<` `lanes` `=` $lanes `,` (`tile` `=` `[` $tile^ `]` `,`)? (`block` `=` `[` $block^ `]` `,`)?
    `unroll` `=` $unroll `,` `weights_inner` `=` $weightsInner `>`
  }];
}

def Kernel_PanelsAttr : Kernel_Attr<"Panels", "panels"> {
  let summary = "layout of a packed operand of a contraction";
  let description = [{
    The logical dimensions are sorted into batch, depth and column dimensions; in memory the tensor is
    [batch, ceil(columns / width), ceil(depth / group), width, group], 64-byte aligned, filled up with zeros.

    `group`: neighbours in depth that lie side by side, for instructions that sum so many products at once.
    `offset`: what the kernel adds to each element of the other operand, to give it the signedness that such an
    instruction wants. If it is not 0, the elements are 8-bit integers and each panel begins with an i32 for each
    column, -offset times the sum of the column: the number that a sum of products then starts from.
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$batch, ArrayRefParameter<"int64_t">:$depth,
                        ArrayRefParameter<"int64_t">:$columns, "int64_t":$width,
                        DefaultValuedParameter<"int64_t", "1">:$group,
                        DefaultValuedParameter<"int64_t", "0">:$offset);
  let assemblyFormat = [{
    `<` (`batch` `=` `[` $batch^ `]` `,`)? `depth` `=` `[` $depth `]` `,` `columns` `=` `[` $columns `]` `,`
    (`group` `=` $group^ `,`)? (`offset` `=` $offset^ `,`)? `width` `=` $width `>`
  }];
  let extraClassDeclaration = [{
    /// Bytes in front of the elements of a panel.
    int64_t startBytes() const { return getOffset() == 0 ? 0 : 4 * getWidth(); }
    /// Bytes of a panel of so much depth.
    int64_t panelBytes(int64_t depth, int64_t elementBytes) const {
      return startBytes() + (depth + getGroup() - 1) / getGroup() * getGroup() * getWidth() * elementBytes;
    }
  }];
}

include "dialects/Kernel/IR/KernelStorage.td"
include "dialects/Kernel/IR/KernelGrid.td"

def Kernel_Anchor : I32Enum<"Anchor", "the op that decides a kernel's loop structure", [
    I32EnumCase<"Map", 0, "map">,             // element-wise and movement: one result element at a time
    I32EnumCase<"Reduce", 1, "reduce">,       // reductions over the same dimensions and element-wise ops around them
    I32EnumCase<"Contract", 2, "contract">,   // contraction or convolution and its element-wise epilogue
    I32EnumCase<"Window", 3, "window">,       // pooling or depthwise convolution and its element-wise epilogue
    I32EnumCase<"Move", 4, "move">,           // concat, scatter, cumulative, arg reductions: a kernel of one op
    I32EnumCase<"Library", 5, "library">,     // an irregular op that the runtime implements
    I32EnumCase<"Attention", 6, "attention"> // two contractions with a softmax between them, and an epilogue
  ]> {
  let cppNamespace = "::heddle::kernel";
}
def Kernel_AnchorAttr : EnumAttr<Kernel_Dialect, Kernel_Anchor, "anchor"> { let assemblyFormat = "$value"; }

class Kernel_Op<string mnemonic, list<Trait> traits = []> : Op<Kernel_Dialect, mnemonic, traits>;

def Kernel_FuncOp : Kernel_Op<"func", [FunctionOpInterface, IsolatedFromAbove, SingleBlock]> {
  let summary = "a kernel: graph ops on tensor arguments, one block";
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type, Kernel_AnchorAttr:$anchor,
                       OptionalAttr<Kernel_ScheduleAttr>:$schedule, OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "StringRef":$name, "FunctionType":$type, "Anchor":$anchor)>];
  let extraClassDeclaration = [{
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }
    Region *getCallableRegion() { return &getBody(); }
  }];
}

def Kernel_ReturnOp : Kernel_Op<"return", [Pure, Terminator, ReturnLike, HasParent<"FuncOp">]> {
  let summary = "the results of a kernel";
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "$values `:` type($values) attr-dict";
}

def Kernel_LaunchOp : Kernel_Op<"launch", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one step: runs a kernel";
  let description = "C1: the callee exists. C2: operand and result types are the callee's. Symbols mean the same in both.";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyRankedTensor>:$operands);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)";
}

def Kernel_WeightOp : Kernel_Op<"weight", [Symbol]> {
  let summary = "a constant in the artifact's weights: its elements, layout and place";
  let description = "Made when steps are lowered; the artifact writer packs `value` by `layout` at `offset`.";
  let arguments = (ins SymbolNameAttr:$sym_name, ElementsAttr:$value, OptionalAttr<Kernel_PanelsAttr>:$layout,
                       I64Attr:$offset, I64Attr:$bytes);
  let assemblyFormat = "$sym_name `=` $value (`layout` $layout^)? `at` $offset `bytes` $bytes attr-dict";
}

#endif // DIALECTS_KERNEL_IR_KERNELOPS_TD
