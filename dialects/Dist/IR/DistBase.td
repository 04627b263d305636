//===- DistBase.td - the dist dialect, its attributes and classes of ops --===//

#ifndef DIALECTS_DIST_IR_DISTBASE_TD
#define DIALECTS_DIST_IR_DISTBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/Graph/IR/GraphEnums.td"

def Dist_Dialect : Dialect {
  let name = "dist";
  let cppNamespace = "::heddle::dist";
  let summary = "one program over many ranks: layouts of values, and the collectives that change them";
  let description = [{
    The ranks of a run form a mesh of named axes (`dist.mesh`, one per module). A value is *laid out* over it by
    `#dist.layout`: which axes split which dimension, and over which axes it still has to be summed.

    Before partitioning, shapes are global: `dist.constrain`, `dist.reshard` and the attribute `dist.layout` on
    arguments and results say what is wanted. After it, shapes are those of one rank's block, every rank runs the same
    program, and the ranks meet in collectives. Blocks are equal: a size that its axes do not divide is refused.

    A *group* is a list of axes, major first. The ranks whose coordinates agree on all other axes form one; a
    rank's number in it is its coordinates on the listed axes read as digits, the first axis most significant. With
    axes data = 2, model = 4, the number of the rank (data 1, model 2) in `[data, model]` is 6, in `[model, data]` 5.
  }];
  let dependentDialects = ["::heddle::graph::GraphDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Function argument and result attribute: its `#dist.layout`.
    static constexpr ::llvm::StringLiteral kLayoutAttr = "dist.layout";
  }];
}

class Dist_Attr<string name, string mnemonicText> : AttrDef<Dist_Dialect, name> { let mnemonic = mnemonicText; }

def Dist_DimLayoutAttr : Dist_Attr<"DimLayout", "dim"> {
  let summary = "the axes that split one dimension, major to minor, and whether propagation may add more (`?`)";
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$axes, "bool":$open);
  let hasCustomAssemblyFormat = 1;
}

def Dist_LayoutAttr : Dist_Attr<"Layout", "layout"> {
  let summary = "how a tensor lies on the mesh";
  let description = [{
    Per dimension the axes that split it, major to minor: each cuts the blocks of the one before into equal parts. `?`
    marks a dimension open: more axes may follow. `sum` lists axes over which the blocks of different ranks
    have yet to be combined, and by what. Axes named nowhere hold copies.
    C1: an axis stands once. C2: the combiner is add, max or min.
    ```mlir
    #dist.layout<[{data}, {model, ?}, {} ]>
    #dist.layout<[{}, {} ], sum = add [model]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"DimLayoutAttr">:$dims,
                        "::heddle::graph::Combiner":$combiner, OptionalArrayRefParameter<"::mlir::StringAttr">:$sum);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<DimLayoutAttr>":$dims), [{
    return $_get($_ctxt, dims, ::heddle::graph::Combiner::Add, ::llvm::ArrayRef<::mlir::StringAttr>());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    unsigned getRank() const { return getDims().size(); }
    /// The axes that split a dimension, major to minor.
    ::llvm::ArrayRef<::mlir::StringAttr> axesOf(unsigned dim) const { return getDims()[dim].getAxes(); }
  }];
}

/// The other ranks. An op that writes it is never dropped, duplicated, moved into a branch or reordered against another.
def Dist_Network : Resource<"::heddle::dist::Network">;

class Dist_Op<string mnemonic, list<Trait> traits = []> : Op<Dist_Dialect, mnemonic, traits>;

/// Axes of the module's mesh: `[data, model]`.
def Dist_Axes : TypedArrayAttrBase<StrAttr, "axes of the mesh">;

#endif // DIALECTS_DIST_IR_DISTBASE_TD
