#include "dialects/Graph/IR/Graph.h"
