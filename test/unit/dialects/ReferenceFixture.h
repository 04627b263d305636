//===- ReferenceFixture.h - running the reference interpreter on text -*- C++ -*-===//
//
// A case is a function body in text with its constants, the type of what it returns, and the elements printed
// with %g. Cases come in tables by op family, so that a new op is one more row.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_UNIT_DIALECTS_REFERENCEFIXTURE_H
#define TEST_UNIT_DIALECTS_REFERENCEFIXTURE_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/Reference/Interpreter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

namespace heddle::reference {

struct Case {
  const char *name, *body, *type, *expected;
};

inline std::ostream &operator<<(std::ostream &out, const Case &c) { return out << c.name; }

/// Parses and runs functions; diagnostics go to `message`.
class ReferenceTest : public testing::TestWithParam<Case> {
protected:
  ReferenceTest() {
    context.loadDialect<graph::GraphDialect, func::FuncDialect>();
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) { message += diagnostic.str(); });
  }

  /// The values that `@main` of `text` returns on `inputs`, "; " between results, or the message of the
  /// failure.
  std::string run(const std::string &text, ArrayRef<Tensor> inputs = {}) {
    message.clear();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      return "does not parse: " + message;
    }
    Interpreter interpreter(*module);
    auto results = interpreter.run(module->lookupSymbol<func::FuncOp>("main"), inputs);
    return failed(results) ? message : print(*results);
  }

  /// The values that a case gives.
  std::string runBody(const Case &c) {
    return run(std::string("func.func @main() -> (") + c.type + ") {\n" + c.body + "\n}");
  }

  static std::string print(ArrayRef<Tensor> tensors) {
    std::string text;
    for (const Tensor &tensor : tensors) {
      text += text.empty() ? "" : "; ";
      for (int64_t i = 0; i < tensor.numElements(); ++i) {
        char number[32];
        std::snprintf(number, sizeof(number), i == 0 ? "%.7g" : " %.7g", tensor.asDouble(i));
        text += isFloat(tensor.kind()) ? std::string(number) : (i == 0 ? "" : " ") + integer(tensor, i);
      }
    }
    return text;
  }

  static std::string integer(const Tensor &tensor, int64_t i) {
    return tensor.kind() == ElementKind::U64 ? std::to_string(tensor.asUnsigned(i))
                                             : std::to_string(tensor.asInteger(i));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string message;
};

/// The name of a case in the test's name.
inline std::string nameOf(const testing::TestParamInfo<Case> &info) { return info.param.name; }

} // namespace heddle::reference

#endif // TEST_UNIT_DIALECTS_REFERENCEFIXTURE_H
