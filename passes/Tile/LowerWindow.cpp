#include "passes/Tile/Lower.h"

using namespace heddle;

LogicalResult tile::lowerWindow(kernel::FuncOp kernel) { return kernel.emitOpError("is not lowered yet"); }
