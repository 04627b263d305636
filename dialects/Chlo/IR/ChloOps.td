//===- ChloOps.td - the CHLO ops that heddle reads ------------------------===//

#ifndef DIALECTS_CHLO_IR_CHLOOPS_TD
#define DIALECTS_CHLO_IR_CHLOOPS_TD

include "mlir/IR/OpBase.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::heddle::chlo";
  let summary = "the client's ops that JAX leaves in a StableHLO program";
  let description = [{
    What `dialects/StableHlo` says of StableHLO holds here. Sources: the functions by these names of scipy.special and numpy;
    `top_k` gives the k largest elements of the last dimension, in descending order, and their places.
  }];
  let isExtensible = 0;
  let extraClassDeclaration = [{
    /// Refuses an op in a form of its own that heddle does not know.
    std::optional<ParseOpHook> getParseOperationHook(StringRef opName) const override;
  }];
}

def Chlo_Tensor : RankedTensorOf<[AnyType]>;

class Chlo_Op<string mnemonic> : Op<Chlo_Dialect, mnemonic>;

class Chlo_UnaryOp<string mnemonic> : Chlo_Op<mnemonic> {
  let arguments = (ins Chlo_Tensor:$operand);
  let results = (outs Chlo_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def Chlo_AcosOp : Chlo_UnaryOp<"acos">;
def Chlo_AcoshOp : Chlo_UnaryOp<"acosh">;
def Chlo_AsinOp : Chlo_UnaryOp<"asin">;
def Chlo_AsinhOp : Chlo_UnaryOp<"asinh">;
def Chlo_AtanOp : Chlo_UnaryOp<"atan">;
def Chlo_AtanhOp : Chlo_UnaryOp<"atanh">;
def Chlo_CoshOp : Chlo_UnaryOp<"cosh">;
def Chlo_ErfOp : Chlo_UnaryOp<"erf">;
def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv">;
def Chlo_ErfcOp : Chlo_UnaryOp<"erfc">;
def Chlo_SinhOp : Chlo_UnaryOp<"sinh">;
def Chlo_SquareOp : Chlo_UnaryOp<"square">;
def Chlo_TanOp : Chlo_UnaryOp<"tan">;

def Chlo_TopKOp : Chlo_Op<"top_k"> {
  let arguments = (ins Chlo_Tensor:$operand, I64Attr:$k);
  let results = (outs Chlo_Tensor:$values, Chlo_Tensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k `)` attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
}

#endif // DIALECTS_CHLO_IR_CHLOOPS_TD
