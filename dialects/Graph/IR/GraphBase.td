//===- GraphBase.td - the graph dialect and the classes of its ops --------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHBASE_TD
#define DIALECTS_GRAPH_IR_GRAPHBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let cppNamespace = "::heddle::graph";
  let summary = "machine-learning graphs on tensors with static or symbolic sizes";
  let description = [{
    A model is a `func.func` whose body is one block of graph ops on ranked tensors with value semantics.

    Element types: `f32 f64 f16 bf16`, the 8-bit floats and `f4E2M1FN`, signed integers `i8 i16 i32 i64` (signless
    in MLIR, read as two's complement), unsigned integers `ui8 ui16 ui32 ui64`, integers of 4 and 2 bits `i4 ui4 i2
    ui2`, and `i1` for truth values. An element of fewer than 8 bits takes a byte of memory.

    Sizes: a dimension that is not a number carries an expression over named symbols in the type's encoding,
    `tensor<?x128xf32, #graph.dims<["batch", "128"]>>`. Equal expressions are equal sizes at every call.
    A symbol is bound where a function argument's dimension is exactly that symbol, or by the one op whose
    `size` operand gives its value at run time.

    Element-wise ops follow numpy's broadcasting: shapes are aligned at the right, a dimension of size 1
    stretches.

    Numerics: an op on floats gives the exact value within a few units in the last place, rounded to nearest even;
    `dialects/Graph/Reference` computes in double and rounds once. A result of an 8- or 4-bit float type outside its
    range becomes the largest value; a NaN in `f4E2M1FN`, which has none, becomes -0. Integers are exact modulo their width.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Function argument and result attribute: the name in the model file.
    static constexpr ::llvm::StringLiteral kNameAttr = "graph.name";
    /// Module attribute: dictionary from symbol to the text the model file used for it.
    static constexpr ::llvm::StringLiteral kSymbolsAttr = "graph.symbols";
  }];
  let hasConstantMaterializer = 1;
}

class Graph_Attr<string name, string mnemonicText, list<Trait> traits = []>
    : AttrDef<Graph_Dialect, name, traits> {
  let mnemonic = mnemonicText;
}

def Graph_DimsAttr : Graph_Attr<"Dims", "dims", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "one size expression for every dimension of a tensor";
  let description = [{
    Each entry is the text of a `SymExpr` in normal form; a static dimension repeats its number.
    ```mlir
    tensor<?x?x64xf32, #graph.dims<["batch", "2*seq + 1", "64"]>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$exprs);
  let assemblyFormat = "`<` `[` $exprs `]` `>`";
}

def Graph_Element : Type<Or<[AnyFloat.predicate, AnyInteger.predicate]>, "number or truth value">;
def Graph_Tensor : RankedTensorOf<[Graph_Element]>;
def Graph_FloatTensor : RankedTensorOf<[AnyFloat]>;
def Graph_IntegerTensor : RankedTensorOf<[AnyInteger]>;
def Graph_BoolTensor : RankedTensorOf<[I1]>;
/// Sizes, starts and other lists of integers: rank 1, i64.
def Graph_IndexList : 1DTensorOf<[I64]>;
def Graph_IndexTensor : RankedTensorOf<[I32, I64]>;
def Graph_IndexScalar : 0DTensorOf<[I64]>;
def Graph_BoolScalar : 0DTensorOf<[I1]>;

include "dialects/Graph/IR/GraphInterfaces.td"

class Graph_Op<string mnemonic, list<Trait> traits = []> : Op<Graph_Dialect, mnemonic, traits>;

/// An op without side effects whose result types follow from operands and attributes, sizes included.
class Graph_PureOp<string mnemonic, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat([Pure], traits)>;

/// Result types inferred by the op (implemented in Graph<Category>Ops.cpp).
/// A type that an op carries may be finer or coarser than the inferred one where a size is symbolic.
def Graph_InferTypes : InferTypeOpAdaptorBase<[{
  static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r) {
    return ::heddle::graph::areCompatible(l, r);
  }
}]>;
def Graph_Factors : DeclareOpInterfaceMethods<FactorsOpInterface>;

/// An op whose result sizes may come from its `size` operand. With that operand it binds symbols, which other types may
/// use without using its result: it then has an effect, so that it is not removed, merged or moved out of a region.
class Graph_SizedOp<string mnemonic, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat([SizedOpInterface, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                                      DeclareOpInterfaceMethods<ConditionallySpeculatable>], traits)> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<::mlir::MemoryEffects::Effect>> &effects) {
      if (getSize()) {
        effects.emplace_back(::mlir::MemoryEffects::Write::get());
      }
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return getSize() ? ::mlir::Speculation::NotSpeculatable : ::mlir::Speculation::Speculatable;
    }
  }];
}

#endif // DIALECTS_GRAPH_IR_GRAPHBASE_TD
