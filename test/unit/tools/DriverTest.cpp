//===- DriverTest.cpp - the driver's plain parts --------------------------===//

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "tools/Driver/Diagnostics.h"
#include "tools/Driver/Options.h"
#include "gtest/gtest.h"

using namespace heddle::driver;

namespace {
TEST(Phases, NamesAreReadBack) {
  for (Phase phase = Phase::Graph; phase <= Phase::Lib;
       phase = static_cast<Phase>(static_cast<int>(phase) + 1)) {
    EXPECT_EQ(parsePhase(phaseName(phase)), phase);
  }
  EXPECT_EQ(parsePhase("soup"), std::nullopt);
}

TEST(Options, PrefixIsAnIdentifier) {
  EXPECT_EQ(prefixFromPath("dir/my-model.v2.so"), "my_model_v2");
  EXPECT_EQ(prefixFromPath("320n.so"), "m320n");
  EXPECT_EQ(prefixFromPath(".so"), "m");
}

/// What a user reads for an error at `location`.
std::string printed(mlir::MLIRContext &context, mlir::Location location, const char *message) {
  std::string text;
  llvm::raw_string_ostream out(text);
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    printDiagnostic(diagnostic, out);
    return mlir::success();
  });
  mlir::emitError(location) << message;
  return text;
}

TEST(Diagnostics, NameFileAndNode) {
  mlir::MLIRContext context;
  mlir::Location file = mlir::FileLineColLoc::get(&context, "model.onnx", 3, 0);
  mlir::Location node = mlir::NameLoc::get(mlir::StringAttr::get(&context, "conv1 (Conv)"), file);
  EXPECT_EQ(printed(context, node, "groups do not divide"),
            "model.onnx: node conv1 (Conv): error: groups do not divide\n");
  EXPECT_EQ(printed(context, node, "node 'conv1' (Conv): why"),
            "model.onnx: error: node 'conv1' (Conv): why\n");
  mlir::Location text = mlir::FileLineColLoc::get(&context, "graph.mlir", 3, 7);
  EXPECT_EQ(printed(context, text, "two\nlines"), "graph.mlir:3:7: error: two lines\n");
}

TEST(Diagnostics, ErrorsCarryTheirStatus) {
  std::string text;
  llvm::raw_string_ostream out(text);
  EXPECT_EQ(reportError(failure(ExitStatus::Unsupported, "no such op"), out), ExitStatus::Unsupported);
  EXPECT_EQ(reportError(llvm::createStringError("no such file"), out), ExitStatus::BadInput);
  EXPECT_EQ(reportError(failure(ExitStatus::BadInput, ""), out), ExitStatus::BadInput);
  EXPECT_EQ(reportError(llvm::Error::success(), out), ExitStatus::Ok);
  EXPECT_EQ(text, "heddle: no such op\nheddle: no such file\n");
}
} // namespace
