//===- ReferenceTest.cpp - the reference interpreter on values worked out by hand ---===//

#include "dialects/Graph/Reference/Philox.h"
#include "test/unit/dialects/ReferenceFixture.h"
#include <cmath>

using namespace heddle;
using namespace heddle::reference;

namespace {

TEST_P(ReferenceTest, Gives) { EXPECT_EQ(runBody(GetParam()), GetParam().expected); }

const Case kData[] = {
    {"Iota", R"(
      %r = graph.iota axis 1 -> tensor<2x3xi32>
      return %r : tensor<2x3xi32>)",
     "tensor<2x3xi32>", "0 1 2 0 1 2"},
    {"IotaSized", R"(
      %n = graph.constant dense<[3]> : tensor<1xi64>
      %r = graph.iota axis 0 size %n : tensor<1xi64> -> tensor<?xf32, #graph.dims<["n"]>>
      return %r : tensor<?xf32, #graph.dims<["n"]>>)",
     "tensor<?xf32, #graph.dims<[\"n\"]>>", "0 1 2"},
    {"Transpose", R"(
      %a = graph.constant dense<[[[1, 2], [3, 4], [5, 6]]]> : tensor<1x3x2xi32>
      %r = graph.transpose %a [2, 0, 1] : tensor<1x3x2xi32>
      return %r : tensor<2x1x3xi32>)",
     "tensor<2x1x3xi32>", "1 3 5 2 4 6"},
    {"Broadcast", R"(
      %a = graph.constant dense<[[1], [2]]> : tensor<2x1xi8>
      %r = graph.broadcast %a : tensor<2x1xi8> -> tensor<2x2x3xi8>
      return %r : tensor<2x2x3xi8>)",
     "tensor<2x2x3xi8>", "1 1 1 2 2 2 1 1 1 2 2 2"},
    {"SliceBackwards", R"(
      %a = graph.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
      %r = graph.slice %a starts ["4"] steps [-2] : tensor<5xi64> -> tensor<3xi64>
      return %r : tensor<3xi64>)",
     "tensor<3xi64>", "4 2 0"},
    {"SliceDynamicStart", R"(
      %a = graph.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
      %s = graph.constant dense<[1, 7]> : tensor<2xi64>
      %r = graph.slice %a starts ["?", "1"] steps [1, 1] dynamic_starts %s : tensor<2xi64> : tensor<2x3xi64> -> tensor<1x2xi64>
      return %r : tensor<1x2xi64>)",
     "tensor<1x2xi64>", "4 5"},
    {"Concat", R"(
      %a = graph.constant dense<[[1], [2]]> : tensor<2x1xi32>
      %b = graph.constant dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
      %r = graph.concat %a, %b axis 1 : tensor<2x1xi32>, tensor<2x2xi32>
      return %r : tensor<2x3xi32>)",
     "tensor<2x3xi32>", "1 3 4 2 5 6"},
    {"PadConstantCutsAndDilates", R"(
      %a = graph.constant dense<[1, 2, 3]> : tensor<3xi32>
      %v = graph.constant dense<9> : tensor<i32>
      %r = graph.pad %a, %v constant lows ["-1"] interior [1] : tensor<3xi32>, tensor<i32> -> tensor<6xi32>
      return %r : tensor<6xi32>)",
     "tensor<6xi32>", "9 2 9 3 9 9"},
    {"PadReflect", R"(
      %a = graph.constant dense<[1, 2, 3]> : tensor<3xi32>
      %v = graph.constant dense<0> : tensor<i32>
      %r = graph.pad %a, %v reflect lows ["3"] interior [0] : tensor<3xi32>, tensor<i32> -> tensor<8xi32>
      return %r : tensor<8xi32>)",
     "tensor<8xi32>", "2 3 2 1 2 3 2 1"},
    {"PadEdge", R"(
      %a = graph.constant dense<[[1, 2]]> : tensor<1x2xi32>
      %v = graph.constant dense<0> : tensor<i32>
      %r = graph.pad %a, %v edge lows ["1", "1"] interior [0, 0] : tensor<1x2xi32>, tensor<i32> -> tensor<2x4xi32>
      return %r : tensor<2x4xi32>)",
     "tensor<2x4xi32>", "1 1 2 2 1 1 2 2"},
    {"PadWrap", R"(
      %a = graph.constant dense<[1, 2, 3]> : tensor<3xi32>
      %v = graph.constant dense<0> : tensor<i32>
      %r = graph.pad %a, %v wrap lows ["2"] interior [0] : tensor<3xi32>, tensor<i32> -> tensor<6xi32>
      return %r : tensor<6xi32>)",
     "tensor<6xi32>", "2 3 1 2 3 1"},
    {"ShapeOfScalarIsEmpty", R"(
      %a = graph.constant dense<1.0> : tensor<f32>
      %r = graph.shape %a : tensor<f32>
      return %r : tensor<0xi64>)",
     "tensor<0xi64>", ""},
    {"Symbolic", R"x(
      %r = graph.symbolic ["7", "floordiv(9, 2)"]
      return %r : tensor<2xi64>)x",
     "tensor<2xi64>", "7 4"},
};

const Case kIndex[] = {
    {"GatherNegative", R"(
      %a = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %i = graph.constant dense<[-1, 0]> : tensor<2xi64>
      %r = graph.gather %a, %i axis 1 : tensor<2x3xi32>, tensor<2xi64>
      return %r : tensor<2x2xi32>)",
     "tensor<2x2xi32>", "3 1 6 4"},
    {"GatherScalarIndex", R"(
      %a = graph.constant dense<[[1, 2], [4, 5]]> : tensor<2x2xi32>
      %i = graph.constant dense<1> : tensor<i32>
      %r = graph.gather %a, %i axis 0 : tensor<2x2xi32>, tensor<i32>
      return %r : tensor<2xi32>)",
     "tensor<2xi32>", "4 5"},
    {"GatherElements", R"(
      %a = graph.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
      %i = graph.constant dense<[[2, 0]]> : tensor<1x2xi64>
      %r = graph.gather_elements %a, %i axis 0 : tensor<3x2xi32>, tensor<1x2xi64>
      return %r : tensor<1x2xi32>)",
     "tensor<1x2xi32>", "5 2"},
    {"GatherNdBatched", R"(
      %a = graph.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
      %i = graph.constant dense<[[1], [0]]> : tensor<2x1xi64>
      %r = graph.gather_nd %a, %i batch_dims 1 : tensor<2x2x2xi32>, tensor<2x1xi64>
      return %r : tensor<2x2xi32>)",
     "tensor<2x2xi32>", "3 4 5 6"},
    {"ScatterElementsLastWins", R"(
      %a = graph.constant dense<0> : tensor<3xi32>
      %i = graph.constant dense<[1, 1, -1]> : tensor<3xi64>
      %u = graph.constant dense<[5, 6, 7]> : tensor<3xi32>
      %r = graph.scatter_elements replace %a, %i, %u axis 0 : tensor<3xi32>, tensor<3xi64>, tensor<3xi32>
      %s = graph.scatter_elements add %a, %i, %u axis 0 : tensor<3xi32>, tensor<3xi64>, tensor<3xi32>
      return %r, %s : tensor<3xi32>, tensor<3xi32>)",
     "tensor<3xi32>, tensor<3xi32>", "0 6 7; 0 11 7"},
    {"ScatterNdRows", R"(
      %a = graph.constant dense<1.0> : tensor<3x2xf32>
      %i = graph.constant dense<[[2], [0]]> : tensor<2x1xi64>
      %u = graph.constant dense<[[3.0, 4.0], [0.5, 6.0]]> : tensor<2x2xf32>
      %r = graph.scatter_nd max %a, %i, %u : tensor<3x2xf32>, tensor<2x1xi64>, tensor<2x2xf32>
      return %r : tensor<3x2xf32>)",
     "tensor<3x2xf32>", "1 6 1 1 3 4"},
    {"TopKNanFirstAndStable", R"(
      %a = graph.constant dense<[2.0, 0x7FC00000, 5.0, 2.0]> : tensor<4xf32>
      %v, %i = graph.top_k %a axis 0 largest true : tensor<4xf32> -> tensor<4xf32>, tensor<4xi64>
      return %v, %i : tensor<4xf32>, tensor<4xi64>)",
     "tensor<4xf32>, tensor<4xi64>", "nan 5 2 2; 1 2 0 3"},
    {"TopKSmallestAlongFirst", R"(
      %a = graph.constant dense<[[3, 1], [2, 9], [1, 5]]> : tensor<3x2xi32>
      %v, %i = graph.top_k %a axis 0 largest false : tensor<3x2xi32> -> tensor<2x2xi32>, tensor<2x2xi64>
      return %v, %i : tensor<2x2xi32>, tensor<2x2xi64>)",
     "tensor<2x2xi32>, tensor<2x2xi64>", "1 1 2 5; 2 0 1 2"},
    {"NonZero", R"(
      %a = graph.constant dense<[[0, 1], [2, 0]]> : tensor<2x2xi32>
      %i, %n = graph.non_zero %a : tensor<2x2xi32>
      %s = graph.slice %i starts ["0", "0"] steps [1, 1] : tensor<2x4xi64> -> tensor<2x2xi64>
      return %s, %n : tensor<2x2xi64>, tensor<i64>)",
     "tensor<2x2xi64>, tensor<i64>", "0 1 1 0; 2"},
    {"UniqueSorted", R"(
      %a = graph.constant dense<[3, 1, 3, 2]> : tensor<4xi64>
      %f, %v, %c, %n = graph.unique %a sorted true : tensor<4xi64>
      return %f, %v, %c, %n : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<i64>)",
     "tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<i64>", "1 3 0 0; 2 0 2 1; 1 1 2 0; 3"},
    {"UniqueRowsInOrder", R"(
      %a = graph.constant dense<[[2, 0], [1, 1], [2, 0]]> : tensor<3x2xi32>
      %f, %v, %c, %n = graph.unique %a sorted false : tensor<3x2xi32>
      return %f, %v, %c, %n : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<i64>)",
     "tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<i64>", "0 1 0; 0 1 0; 2 1 0; 2"},
    // Boxes 0 and 1 overlap by 0.6; 2 stands apart and scores best; 3 is below the threshold.
    {"NonMaxSuppression", R"(
      %b = graph.constant dense<[[[0.0, 0.0, 1.0, 1.0], [0.0, 0.25, 1.0, 1.25], [5.0, 5.0, 4.0, 4.0], [9.0, 9.0, 9.5, 9.5]]]> : tensor<1x4x4xf32>
      %s = graph.constant dense<[[[0.5, 0.6, 0.9, 0.1]]]> : tensor<1x1x4xf32>
      %m = graph.constant dense<10> : tensor<i64>
      %t = graph.constant dense<0.5> : tensor<f32>
      %u = graph.constant dense<0.2> : tensor<f32>
      %r, %n = graph.non_max_suppression %b, %s, %m, %t, %u center_point false : tensor<1x4x4xf32>, tensor<1x1x4xf32>, tensor<i64>, tensor<f32>, tensor<f32>
      %c = graph.slice %r starts ["0", "0"] steps [1, 1] : tensor<4x3xi64> -> tensor<2x3xi64>
      return %c, %n : tensor<2x3xi64>, tensor<i64>)",
     "tensor<2x3xi64>, tensor<i64>", "0 0 2 0 0 1; 2"},
};

const Case kReductions[] = {
    {"ReduceSum", R"(
      %a = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
      %r = graph.reduce add %a axes [0] : tensor<2x2xf32>
      %t = graph.reduce add %a axes [0, 1] : tensor<2x2xf32>
      return %r, %t : tensor<1x2xf32>, tensor<1x1xf32>)",
     "tensor<1x2xf32>, tensor<1x1xf32>", "4 6; 10"},
    {"ReduceEmpty", R"(
      %a = graph.constant dense<> : tensor<0x1xf32>
      %s = graph.reduce add %a axes [0] : tensor<0x1xf32>
      %p = graph.reduce mul %a axes [0] : tensor<0x1xf32>
      %x = graph.reduce max %a axes [0] : tensor<0x1xf32>
      %n = graph.reduce min %a axes [0] : tensor<0x1xf32>
      return %s, %p, %x, %n : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)",
     "tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>", "0; 1; -inf; inf"},
    {"ReduceEmptyIntegers", R"(
      %a = graph.constant dense<> : tensor<0xi8>
      %x = graph.reduce max %a axes [0] : tensor<0xi8>
      %n = graph.reduce min %a axes [0] : tensor<0xi8>
      return %x, %n : tensor<1xi8>, tensor<1xi8>)",
     "tensor<1xi8>, tensor<1xi8>", "-128; 127"},
    {"ReduceMaxNan", R"(
      %a = graph.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
      %x = graph.reduce max %a axes [0] : tensor<3xf32>
      return %x : tensor<1xf32>)",
     "tensor<1xf32>", "nan"},
    // 4096 times 1 stays 2048 when every partial sum is rounded to f16.
    {"ReduceF16KeepsPrecision", R"(
      %a = graph.constant dense<1.0> : tensor<4096xf16>
      %r = graph.reduce add %a axes [0] : tensor<4096xf16>
      return %r : tensor<1xf16>)",
     "tensor<1xf16>", "4096"},
    {"ArgReduce", R"(
      %a = graph.constant dense<[[3, 1, 3], [2, 2, 0]]> : tensor<2x3xi32>
      %f = graph.arg_reduce max %a axis 1 last false : tensor<2x3xi32>
      %l = graph.arg_reduce max %a axis 1 last true : tensor<2x3xi32>
      %n = graph.arg_reduce min %a axis 0 last false : tensor<2x3xi32>
      return %f, %l, %n : tensor<2x1xi64>, tensor<2x1xi64>, tensor<1x3xi64>)",
     "tensor<2x1xi64>, tensor<2x1xi64>, tensor<1x3xi64>", "0 0; 2 1; 1 0 1"},
    {"ArgReduceNanWins", R"(
      %a = graph.constant dense<[1.0, 0x7FC00000, 9.0]> : tensor<3xf32>
      %x = graph.arg_reduce max %a axis 0 last false : tensor<3xf32>
      %n = graph.arg_reduce min %a axis 0 last false : tensor<3xf32>
      return %x, %n : tensor<1xi64>, tensor<1xi64>)",
     "tensor<1xi64>, tensor<1xi64>", "1; 1"},
    {"Cumulative", R"(
      %a = graph.constant dense<[1, 2, 3]> : tensor<3xi32>
      %s = graph.cumulative add %a axis 0 exclusive false reverse false : tensor<3xi32>
      %e = graph.cumulative add %a axis 0 exclusive true reverse false : tensor<3xi32>
      %r = graph.cumulative mul %a axis 0 exclusive true reverse true : tensor<3xi32>
      return %s, %e, %r : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>)",
     "tensor<3xi32>, tensor<3xi32>, tensor<3xi32>", "1 3 6; 0 1 3; 6 3 1"},
    // Windows of 3 at stride 2 over 1 2 3 4 with one place in front: (-, 1, 2) and (2, 3, 4).
    {"Pool", R"(
      %a = graph.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
      %x = graph.pool max %a window [3] strides [2] dilations [1] pads [1], [0] : tensor<1x4x1xf32>
      %s = graph.pool add %a window [3] strides [2] dilations [1] pads [1], [0] : tensor<1x4x1xf32>
      %p = graph.arg_pool %a window [3] strides [2] dilations [1] pads [1], [0] : tensor<1x4x1xf32>
      return %x, %s, %p : tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x1xi64>)",
     "tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x1xi64>", "2 4; 3 9; 1 3"},
    {"PoolOutside", R"(
      %a = graph.constant dense<[[[7]]]> : tensor<1x1x1xi8>
      %x = graph.pool max %a window [1] strides [1] dilations [1] pads [1], [0] : tensor<1x1x1xi8>
      return %x : tensor<1x2x1xi8>)",
     "tensor<1x2x1xi8>", "-128 7"},
};

const Case kContractions[] = {
    {"Matmul", R"(
      %a = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
      %b = graph.constant dense<[[1.0, 10.0], [100.0, 1000.0]]> : tensor<2x2xf32>
      %r = graph.contract "mk,kn->mn" %a, %b : tensor<2x2xf32>, tensor<2x2xf32>
      %t = graph.contract "mk,nk->nm" %a, %b : tensor<2x2xf32>, tensor<2x2xf32>
      return %r, %t : tensor<2x2xf32>, tensor<2x2xf32>)",
     "tensor<2x2xf32>, tensor<2x2xf32>", "201 2010 403 4030; 21 43 2100 4300"},
    {"BatchBroadcasts", R"(
      %a = graph.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi32>
      %b = graph.constant dense<[[[1], [1]]]> : tensor<1x2x1xi32>
      %r = graph.contract "bmk,bkn->bmn" %a, %b : tensor<2x1x2xi32>, tensor<1x2x1xi32>
      return %r : tensor<2x1x1xi32>)",
     "tensor<2x1x1xi32>", "3 7"},
    {"DotProduct", R"(
      %a = graph.constant dense<[1, 2, 3]> : tensor<3xi64>
      %r = graph.contract "k,k->" %a, %a : tensor<3xi64>, tensor<3xi64>
      return %r : tensor<i64>)",
     "tensor<i64>", "14"},
    {"OuterProduct", R"(
      %a = graph.constant dense<[1, 2]> : tensor<2xi32>
      %r = graph.contract "a,b->ba" %a, %a : tensor<2xi32>, tensor<2xi32>
      return %r : tensor<2x2xi32>)",
     "tensor<2x2xi32>", "1 2 2 4"},
    {"SumOverNothing", R"(
      %a = graph.constant dense<> : tensor<2x0xf32>
      %b = graph.constant dense<> : tensor<0x1xf32>
      %r = graph.contract "mk,kn->mn" %a, %b : tensor<2x0xf32>, tensor<0x1xf32>
      return %r : tensor<2x1xf32>)",
     "tensor<2x1xf32>", "0 0"},
    {"MixedBytes", R"(
      %a = graph.constant dense<[[255, 255]]> : tensor<1x2xui8>
      %b = graph.constant dense<[[-128], [-128]]> : tensor<2x1xi8>
      %r = graph.contract "mk,kn->mn" %a, %b : tensor<1x2xui8>, tensor<2x1xi8>
      return %r : tensor<1x1xi32>)",
     "tensor<1x1xi32>", "-65280"},
    {"ConvPaddedStrided", R"(
      %a = graph.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
      %w = graph.constant dense<[[[1.0, 0.0]], [[10.0, 1.0]]]> : tensor<2x1x2xf32>
      %r = graph.conv %a, %w strides [2] dilations [1] pads [1], [0] groups 1 : tensor<1x3x1xf32>, tensor<2x1x2xf32>
      return %r : tensor<1x2x2xf32>)",
     "tensor<1x2x2xf32>", "10 1 32 3"},
    {"ConvGroups", R"(
      %a = graph.constant dense<[[[1, 2]]]> : tensor<1x1x2xi32>
      %w = graph.constant dense<[[[3, 5, 7, 9]]]> : tensor<1x1x4xi32>
      %r = graph.conv %a, %w strides [1] dilations [1] pads [0], [0] groups 2 : tensor<1x1x2xi32>, tensor<1x1x4xi32>
      return %r : tensor<1x1x4xi32>)",
     "tensor<1x1x4xi32>", "3 5 14 18"},
    {"ConvDilated", R"(
      %a = graph.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi32>
      %w = graph.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi32>
      %r = graph.conv %a, %w strides [1] dilations [2] pads [0], [0] groups 1 : tensor<1x4x1xi32>, tensor<2x1x1xi32>
      return %r : tensor<1x2x1xi32>)",
     "tensor<1x2x1xi32>", "31 42"},
};

const Case kControl[] = {
    {"If", R"(
      %c = graph.constant dense<false> : tensor<i1>
      %a = graph.constant dense<1> : tensor<i32>
      %r = graph.if %c : tensor<i1> -> tensor<i32> {
        graph.yield %a : tensor<i32>
      } else {
        %b = graph.neg %a : tensor<i32>
        graph.yield %b : tensor<i32>
      }
      return %r : tensor<i32>)",
     "tensor<i32>", "-1"},
    // 1, 2, 4, 8: doubles while below 8, and stacks what each trip began with.
    {"LoopStacks", R"(
      %one = graph.constant dense<1> : tensor<i32>
      %eight = graph.constant dense<8> : tensor<i32>
      %x, %s = graph.loop carry %one : tensor<i32> -> tensor<i32>, tensor<?xi32, #graph.dims<["t"]>> {
      ^bb0(%trip: tensor<i64>, %v: tensor<i32>):
        %d = graph.add %v, %v : tensor<i32>, tensor<i32>
        %more = graph.compare lt %d, %eight : tensor<i32>, tensor<i32>
        graph.yield %more, %d, %v : tensor<i1>, tensor<i32>, tensor<i32>
      }
      return %x, %s : tensor<i32>, tensor<?xi32, #graph.dims<["t"]>>)",
     "tensor<i32>, tensor<?xi32, #graph.dims<[\"t\"]>>", "8; 1 2 4"},
    {"LoopGrows", R"(
      %n = graph.constant dense<3> : tensor<i64>
      %e = graph.constant dense<0> : tensor<1xi64>
      %x = graph.loop trips %n : tensor<i64> carry %e : tensor<1xi64> -> tensor<?xi64, #graph.dims<["m"]>> {
      ^bb0(%trip: tensor<i64>, %v: tensor<?xi64, #graph.dims<["k"]>>):
        %t = graph.reshape %trip : tensor<i64> -> tensor<1xi64>
        %w = graph.concat %v, %t axis 0 : tensor<?xi64, #graph.dims<["k"]>>, tensor<1xi64>
        %true = graph.constant dense<true> : tensor<i1>
        graph.yield %true, %w : tensor<i1>, tensor<?xi64, #graph.dims<["k + 1"]>>
      }
      return %x : tensor<?xi64, #graph.dims<["m"]>>)",
     "tensor<?xi64, #graph.dims<[\"m\"]>>", "0 0 1 2"},
    {"LoopWithoutTrips", R"(
      %n = graph.constant dense<0> : tensor<i64>
      %e = graph.constant dense<5> : tensor<i32>
      %x, %s = graph.loop trips %n : tensor<i64> carry %e : tensor<i32> -> tensor<i32>, tensor<?xi32, #graph.dims<["t"]>> {
      ^bb0(%trip: tensor<i64>, %v: tensor<i32>):
        %true = graph.constant dense<true> : tensor<i1>
        graph.yield %true, %v, %v : tensor<i1>, tensor<i32>, tensor<i32>
      }
      return %x, %s : tensor<i32>, tensor<?xi32, #graph.dims<["t"]>>)",
     "tensor<i32>, tensor<?xi32, #graph.dims<[\"t\"]>>", "5; "},
};

const Case kFailures[] = {
    {"IndexOutside", R"(
      %a = graph.constant dense<[1, 2]> : tensor<2xi32>
      %i = graph.constant dense<[-3]> : tensor<1xi64>
      %r = graph.gather %a, %i axis 0 : tensor<2xi32>, tensor<1xi64>
      return %r : tensor<1xi32>)",
     "tensor<1xi32>", "'graph.gather' op index -3 is outside a dimension of size 2"},
    {"ReshapeToOtherCount", R"(
      %n = graph.constant dense<[5]> : tensor<1xi64>
      %a = graph.constant dense<[1, 2]> : tensor<2xi32>
      %r = graph.reshape %a size %n : tensor<1xi64> : tensor<2xi32> -> tensor<?xi32, #graph.dims<["n"]>>
      return %r : tensor<?xi32, #graph.dims<["n"]>>)",
     "tensor<?xi32, #graph.dims<[\"n\"]>>", "'graph.reshape' op reshapes [2] to [5]"},
    {"NegativeSize", R"(
      %n = graph.constant dense<[-1]> : tensor<1xi64>
      %r = graph.iota axis 0 size %n : tensor<1xi64> -> tensor<?xi32, #graph.dims<["n"]>>
      return %r : tensor<?xi32, #graph.dims<["n"]>>)",
     "tensor<?xi32, #graph.dims<[\"n\"]>>", "'graph.iota' op result dimension 0 has the size -1"},
};

INSTANTIATE_TEST_SUITE_P(Data, ReferenceTest, testing::ValuesIn(kData), nameOf);
INSTANTIATE_TEST_SUITE_P(Index, ReferenceTest, testing::ValuesIn(kIndex), nameOf);
INSTANTIATE_TEST_SUITE_P(Reductions, ReferenceTest, testing::ValuesIn(kReductions), nameOf);
INSTANTIATE_TEST_SUITE_P(Contractions, ReferenceTest, testing::ValuesIn(kContractions), nameOf);
INSTANTIATE_TEST_SUITE_P(Control, ReferenceTest, testing::ValuesIn(kControl), nameOf);
INSTANTIATE_TEST_SUITE_P(Failures, ReferenceTest, testing::ValuesIn(kFailures), nameOf);

//===----------------------------------------------------------------------===//
// Arguments, symbols, variables
//===----------------------------------------------------------------------===//

constexpr const char *kSymbolic = R"(
  func.func @main(%x: tensor<?x2xf32, #graph.dims<["n", "2"]>>, %y: tensor<?xf32, #graph.dims<["2*n"]>>)
      -> tensor<?xf32, #graph.dims<["2*n"]>> {
    %f = graph.reshape %x : tensor<?x2xf32, #graph.dims<["n", "2"]>> -> tensor<?xf32, #graph.dims<["2*n"]>>
    %r = graph.add %f, %y : tensor<?xf32, #graph.dims<["2*n"]>>, tensor<?xf32, #graph.dims<["2*n"]>>
    return %r : tensor<?xf32, #graph.dims<["2*n"]>>
  })";

TEST_F(ReferenceTest, BindsSymbolsFromArguments) {
  Tensor x = Tensor::fromDoubles(ElementKind::F32, {2, 2}, {1, 2, 3, 4});
  Tensor y = Tensor::fromDoubles(ElementKind::F32, {4}, {10, 20, 30, 40});
  EXPECT_EQ(run(kSymbolic, {x, y}), "11 22 33 44");
}

TEST_F(ReferenceTest, RefusesArgumentsThatDisagree) {
  EXPECT_EQ(run(kSymbolic, {Tensor(ElementKind::F32, {2, 2}), Tensor(ElementKind::F32, {5})}),
            "argument 1 has size 5 at dimension 0 but its type says 2*n = 4");
}

TEST_F(ReferenceTest, VariablesOutliveRuns) {
  module = parseSourceString<ModuleOp>(R"(
    graph.variable @count = dense<5> : tensor<i64>
    func.func @main() -> tensor<i64> {
      %old = graph.read @count : tensor<i64>
      %one = graph.constant dense<1> : tensor<i64>
      %new = graph.add %old, %one : tensor<i64>, tensor<i64>
      graph.assign @count = %new : tensor<i64>
      return %old : tensor<i64>
    })",
                                       &context);
  ASSERT_TRUE(module) << message;
  Interpreter interpreter(*module);
  auto function = module->lookupSymbol<func::FuncOp>("main");
  EXPECT_EQ(print(*interpreter.run(function, {})), "5");
  EXPECT_EQ(print(*interpreter.run(function, {})), "6");
  EXPECT_EQ(interpreter.variable("count")->asInteger(0), 7);
}

TEST_F(ReferenceTest, FoldingFailsInSilence) {
  module = parseSourceString<ModuleOp>(R"(
    func.func @main(%a: tensor<2xi32>, %i: tensor<1xi64>) -> tensor<1xi32> {
      %r = graph.gather %a, %i axis 0 : tensor<2xi32>, tensor<1xi64>
      return %r : tensor<1xi32>
    })",
                                       &context);
  ASSERT_TRUE(module) << message;
  Operation *gather = &module->lookupSymbol<func::FuncOp>("main").getBody().front().front();
  Tensor a = Tensor::fromIntegers(ElementKind::I32, {2}, {7, 8});
  EXPECT_EQ(print(*evaluate(gather, {a, Tensor::indices({1})})), "8");
  EXPECT_FALSE(evaluate(gather, {a, Tensor::indices({2})}));
  EXPECT_EQ(message, "");
}

TEST_F(ReferenceTest, RandomIsWithinItsBoundsAndHasItsMoments) {
  std::string text = "func.func @main() -> (tensor<10000xf32>, tensor<10000xf32>) {"
                     "%u = graph.random uniform -1.0, 3.0 seed 7 -> tensor<10000xf32>\n"
                     "%n = graph.random normal 1.0, 2.0 seed 8 -> tensor<10000xf32>\n"
                     "return %u, %n : tensor<10000xf32>, tensor<10000xf32>}";
  module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module) << message;
  Interpreter interpreter(*module);
  auto results = interpreter.run(module->lookupSymbol<func::FuncOp>("main"), {});
  ASSERT_TRUE(succeeded(results));
  double uniformSum = 0, normalSum = 0, normalSquares = 0;
  for (int64_t i = 0; i < 10000; ++i) {
    double u = (*results)[0].asDouble(i), n = (*results)[1].asDouble(i);
    EXPECT_TRUE(u >= -1 && u <= 3);
    uniformSum += u;
    normalSum += n;
    normalSquares += (n - 1) * (n - 1);
  }
  // Five standard errors of means of 10000.
  EXPECT_NEAR(uniformSum / 10000, 1, 0.06);
  EXPECT_NEAR(normalSum / 10000, 1, 0.1);
  EXPECT_NEAR(std::sqrt(normalSquares / 10000), 2, 0.08);
}

// The known-answer vectors of the generator's authors: zero key and counter.
TEST(PhiloxTest, KnownAnswer) {
  std::array<uint32_t, 4> expected{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  EXPECT_EQ(philox(0, 0), expected);
}

} // namespace
