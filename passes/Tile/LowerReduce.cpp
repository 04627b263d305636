#include "passes/Tile/Lower.h"

using namespace heddle;

LogicalResult tile::lowerReduce(kernel::FuncOp kernel) { return kernel.emitOpError("is not lowered yet"); }
