//===- GraphTextOps.td - ops that look inside texts -----------------------===//

#ifndef DIALECTS_GRAPH_IR_GRAPHTEXTOPS_TD
#define DIALECTS_GRAPH_IR_GRAPHTEXTOPS_TD

include "dialects/Graph/IR/GraphEnums.td"

/// Texts by number (Text.h); while a model is imported they have the type si64.
def Graph_TextTensor : RankedTensorOf<[I64, SI64]>;

def Graph_TextJoinOp : Graph_PureOp<"text_join", [Graph_InferTypes]> {
  let summary = "each text of `lhs` followed by that of `rhs`";
  let description = [{
    result[i…] = lhs[i…] rhs[i…], byte by byte. C1: both have one type.
    ```mlir
    %r = graph.text_join %a, %b : tensor<4xi64>
    ```
  }];
  let arguments = (ins Graph_TextTensor:$lhs, Graph_TextTensor:$rhs);
  let results = (outs Graph_TextTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

def Graph_TextCaseOp : Graph_PureOp<"text_case", [Graph_InferTypes]> {
  let summary = "texts in lower or upper case";
  let description = [{
    Every code point becomes its full mapping of Unicode (one to three code points), whatever stands around it and
    in no language's special way. Bytes that are not UTF-8 stay.
    ```mlir
    %r = graph.text_case upper %a : tensor<4xi64>
    ```
  }];
  let arguments = (ins Graph_TextCaseAttr:$to, Graph_TextTensor:$input);
  let results = (outs Graph_TextTensor:$result);
  let assemblyFormat = "$to $input attr-dict `:` type($input)";
}

def Graph_TextCountOp : Graph_PureOp<"text_count", [Graph_InferTypes]> {
  let summary = "how many pieces `graph.text_split` makes of each text";
  let arguments = (ins Graph_TextTensor:$input, StrAttr:$delimiter, I64Attr:$splits);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `delimiter` $delimiter `splits` $splits attr-dict `:` type($input)";
}

def Graph_TextSplitOp : Graph_SizedOp<"text_split"> {
  let summary = "result[i…, k] = piece k of input[i…], or the empty text behind its last piece";
  let description = [{
    A text is cut from its begin on at each `delimiter`, which is in no piece, but at no more than `splits` of them; a
    negative number is no limit. Without a delimiter it is cut at each run of white space (of Unicode, and U+001C to
    U+001F), and white space at its begin and, unless `splits` ran out, at its end is in no piece. Pieces that find no
    place in the result are not in it.
    C1: the result has the input's element type and shape, and one more dimension at its end.
    Source: ONNX StringSplit-20.
    ```mlir
    %r = graph.text_split %a delimiter "," splits -1 size %s : tensor<2xi64> : tensor<4xi64> -> tensor<4x?xi64, …>
    ```
  }];
  let arguments = (ins Graph_TextTensor:$input, StrAttr:$delimiter, I64Attr:$splits,
                       Optional<Graph_IndexList>:$size);
  let results = (outs Graph_TextTensor:$result);
  let assemblyFormat = [{
    $input `delimiter` $delimiter `splits` $splits (`size` $size^ `:` type($size))? attr-dict
    `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Graph_TextMatchOp : Graph_PureOp<"text_match", [Graph_InferTypes]> {
  let summary = "whether a regular expression describes the whole of each text";
  let description = [{
    `pattern` is in the syntax of RE2 (`dialects/Support/Regex.h`); a text that is not UTF-8 matches no point where
    it is not.
    C1: `pattern` is such a pattern.
    Source: ONNX RegexFullMatch-20.
    ```mlir
    %r = graph.text_match %a pattern "[a-z]+" : tensor<4xi64>
    ```
  }];
  let arguments = (ins Graph_TextTensor:$input, StrAttr:$pattern);
  let results = (outs Graph_BoolTensor:$result);
  let assemblyFormat = "$input `pattern` $pattern attr-dict `:` type($input)";
  let hasVerifier = 1;
}

#endif // DIALECTS_GRAPH_IR_GRAPHTEXTOPS_TD
