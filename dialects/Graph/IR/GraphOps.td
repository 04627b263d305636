//===- GraphOps.td - all ops of the dialect, for one generated header -----===//

include "dialects/Graph/IR/GraphElementwiseOps.td"
include "dialects/Graph/IR/GraphDataOps.td"
include "dialects/Graph/IR/GraphIndexOps.td"
include "dialects/Graph/IR/GraphTextOps.td"
include "dialects/Graph/IR/GraphReductionOps.td"
include "dialects/Graph/IR/GraphContractionOps.td"
include "dialects/Graph/IR/GraphControlOps.td"
