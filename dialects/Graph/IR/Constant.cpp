#include "dialects/Graph/IR/Constant.h"
