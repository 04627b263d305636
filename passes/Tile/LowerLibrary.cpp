#include "passes/Tile/Lower.h"

using namespace heddle;

LogicalResult tile::lowerLibrary(kernel::FuncOp kernel) { return kernel.emitOpError("is not lowered yet"); }
