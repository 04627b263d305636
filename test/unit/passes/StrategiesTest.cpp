//===- StrategiesTest.cpp - what well-known strategies communicate --------===//
//
// A transformer of two layers, split by presets: the collectives are those of theory, to the byte, and the
// results those of the unsharded run.
//
//===----------------------------------------------------------------------===//

#include "test/unit/passes/ShardFixture.h"

using namespace heddle;
using namespace heddle::shard;

namespace {
constexpr int64_t kBatch = 4, kSequence = 4, kWidth = 16, kLayers = 2;

/// Text of a model. A weight is a pattern of small numbers, so that its blocks differ.
class Transformer {
public:
  std::string text(StringRef mesh) {
    std::string last = "%x";
    for (int64_t layer = 0; layer < kLayers; ++layer) {
      last = mlp(attention(last));
    }
    return "dist.mesh @mesh = [" + mesh.str() + "]\nfunc.func @main(%x: " + kTokens + ") -> " + kTokens +
           " {\n" + body + "return " + last + " : " + kTokens + "\n}";
  }

private:
  static constexpr const char *kTokens = "tensor<4x4x16xf32>", *kHeads = "tensor<4x4x4x4xf32>";

  std::string add(const std::string &op) {
    std::string name = "%" + std::to_string(count++);
    body += name + " = " + op + "\n";
    return name;
  }
  std::string weight(int64_t rows, int64_t columns) {
    std::string elements;
    for (int64_t i = 0; i < rows; ++i) {
      elements += i ? ", [" : "[";
      for (int64_t j = 0; j < columns; ++j) {
        elements += (j ? ", " : "") + std::to_string(((i * 7 + j * 5 + count) % 11 - 5) / 16.0);
      }
      elements += "]";
    }
    return add("graph.constant dense<[" + elements + "]> : tensor<" + std::to_string(rows) + "x" +
               std::to_string(columns) + "xf32>");
  }
  /// x w + b.
  std::string linear(const std::string &x, int64_t rows, int64_t columns) {
    std::string in = "tensor<4x4x" + std::to_string(rows) + "xf32>";
    std::string out = "tensor<4x4x" + std::to_string(columns) + "xf32>";
    std::string w = weight(rows, columns);
    std::string product = add("graph.contract \"bsk,kn->bsn\" " + x + ", " + w + " : " + in + ", tensor<" +
                              std::to_string(rows) + "x" + std::to_string(columns) + "xf32>");
    std::string bias = add("graph.constant dense<0.25> : tensor<" + std::to_string(columns) + "xf32>");
    return add("graph.add " + product + ", " + bias + " : " + out + ", tensor<" + std::to_string(columns) +
               "xf32>");
  }
  /// x - mean(x).
  std::string norm(const std::string &x) {
    std::string sum = add("graph.reduce add " + x + " axes [2] : " + kTokens);
    std::string size = add("graph.constant dense<16.0> : tensor<f32>");
    std::string mean = add("graph.div " + sum + ", " + size + " : tensor<4x4x1xf32>, tensor<f32>");
    return add("graph.sub " + x + ", " + mean + " : " + kTokens + ", tensor<4x4x1xf32>");
  }
  std::string attention(const std::string &x) {
    std::string h = norm(x);
    std::string parts[3];
    for (std::string &part : parts) {
      part = add("graph.reshape " + linear(h, kWidth, kWidth) + " : " + kTokens + " -> " + kHeads);
    }
    std::string scores = add("graph.contract \"bshk,bthk->bhst\" " + parts[0] + ", " + parts[1] + " : " +
                             kHeads + ", " + kHeads);
    std::string largest = add("graph.reduce max " + scores + " axes [3] : " + kHeads);
    std::string shifted =
        add("graph.sub " + scores + ", " + largest + " : " + kHeads + ", tensor<4x4x4x1xf32>");
    std::string exponential = add("graph.exp " + shifted + " : " + kHeads);
    std::string sum = add("graph.reduce add " + exponential + " axes [3] : " + kHeads);
    std::string weights =
        add("graph.div " + exponential + ", " + sum + " : " + kHeads + ", tensor<4x4x4x1xf32>");
    std::string mixed = add("graph.contract \"bhst,bthk->bshk\" " + weights + ", " + parts[2] + " : " +
                            kHeads + ", " + kHeads);
    std::string joined = add("graph.reshape " + mixed + " : " + kHeads + " -> " + kTokens);
    return add("graph.add " + x + ", " + linear(joined, kWidth, kWidth) + " : " + kTokens + ", " + kTokens);
  }
  std::string mlp(const std::string &x) {
    std::string up = linear(norm(x), kWidth, 2 * kWidth);
    std::string active = add("graph.tanh " + up + " : tensor<4x4x32xf32>");
    return add("graph.add " + x + ", " + linear(active, 2 * kWidth, kWidth) + " : " + kTokens + ", " +
               kTokens);
  }

  std::string body;
  int count = 0;
};

class StrategiesTest : public ShardTest {
protected:
  /// Runs the model on a mesh under presets and compares; what was sent.
  reference::Traffic trafficOf(StringRef mesh, std::vector<std::string> presets) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(Transformer().text(mesh), ParserConfig(&context));
    EXPECT_TRUE(module) << message;
    ShardOptions options;
    options.presets = std::move(presets);
    reference::Traffic traffic;
    EXPECT_EQ(checkSharded(*module, options, &traffic), "");
    return traffic;
  }
};

constexpr int64_t kActivationBytes = kBatch * kSequence * kWidth * 4;

// Two all-reduces a layer, each of 2 A (n - 1) / n bytes, and nothing else.
TEST_F(StrategiesTest, TensorParallel) {
  for (int64_t ranks : {2, 4}) {
    reference::Traffic traffic = trafficOf("model = " + std::to_string(ranks), {"megatron"});
    EXPECT_EQ(traffic.size(), 1u);
    EXPECT_EQ(traffic["dist.all_reduce [model]"].calls, 2 * kLayers);
    EXPECT_EQ(traffic["dist.all_reduce [model]"].wireBytes,
              2 * kLayers * 2 * kActivationBytes * (ranks - 1) / ranks);
  }
}

// Ranks meet only where the result is put together.
TEST_F(StrategiesTest, DataParallel) {
  reference::Traffic traffic = trafficOf("data = 4", {"data"});
  EXPECT_EQ(traffic.size(), 1u);
  EXPECT_EQ(traffic["dist.all_gather [data]"].calls, 1);
  EXPECT_EQ(traffic["dist.all_gather [data]"].wireBytes, kActivationBytes * 3 / 4);
}

// Both, on axes of their own: activations are half as large.
TEST_F(StrategiesTest, DataTimesTensorParallel) {
  reference::Traffic traffic = trafficOf("data = 2, model = 2", {"data", "megatron"});
  EXPECT_EQ(traffic.size(), 2u);
  EXPECT_EQ(traffic["dist.all_reduce [model]"].calls, 2 * kLayers);
  EXPECT_EQ(traffic["dist.all_reduce [model]"].wireBytes, 2 * kLayers * 2 * (kActivationBytes / 2) / 2);
  EXPECT_EQ(traffic["dist.all_gather [data]"].calls, 1);
}
} // namespace
