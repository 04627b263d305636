"""The Reduce family with axes as attribute, constant operand and computed operand; softmax before and after opset 13."""
import sys

import numpy as np

from oracle import Suite

OPS = ("Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "LogSum", "LogSumExp", "SumSquare")


def reductions(s):
    x = np.abs(s.normal(2, 3, 4)) + 0.5
    for op in OPS:
        name = "Reduce" + op
        for keep in 0, 1:
            s.case(f"{name}_attribute_{keep}", name, [x], opset=11, axes=[1, -1], keepdims=keep)
            s.case(f"{name}_operand_{keep}", name, [x, np.array([-2], np.int64)], opset=18, constant=(1,), keepdims=keep)
            s.case(f"{name}_computed_{keep}", name, [x, np.array([0, -1], np.int64)], opset=18, keepdims=keep)
        s.case(f"{name}_all", name, [x], opset=18, dims={0: ["a", "b", "c"]})
    none = np.array([], np.int64)
    s.case("ReduceSum_none_is_all", "ReduceSum", [x, none], constant=(1,))
    s.case("ReduceSum_none_is_none", "ReduceSum", [x, none], constant=(1,), noop_with_empty_axes=1)
    s.case("ReduceSum_empty", "ReduceSum", [np.zeros((2, 0), np.float32), np.array([1], np.int64)], constant=(1,))
    s.case("ReduceLogSumExp_large", "ReduceLogSumExp", [np.array([[1000, 1001], [-1000, -np.inf]], np.float32)], opset=11,
           axes=[1])
    s.case("ReduceMean_half", "ReduceMean", [np.full((1, 4096), 60, np.float16)], opset=13, axes=[1])
    s.case("ReduceMax_int", "ReduceMax", [np.arange(6, dtype=np.int32).reshape(2, 3)], opset=13, axes=[0])
    s.case("ReduceSum_axis", "ReduceSum", [x], opset=11, axes=[3], expect="bad: outside a tensor of rank 3")
    s.case("ReduceSum_axis_twice", "ReduceSum", [x], opset=11, axes=[1, -2], expect="bad: axis twice")


def softmaxes(s):
    x = s.normal(2, 3, 4) * 10
    for op in "Softmax", "LogSoftmax", "Hardmax":
        for axis in 0, 1, -1:
            s.case(f"{op}_{axis}", op, [x], opset=13, axis=axis, dims={0: ["a", 3, "c"]})
            s.case(f"{op}_old_{axis}", op, [x], opset=11, axis=axis)
        s.case(op + "_default", op, [x], opset=13)
        s.case(op + "_old_default", op, [x], opset=11)
    s.case("Softmax_large", "Softmax", [np.array([[1000, 1001, -1000]], np.float32)])
    half = s.normal(2, 300).astype(np.float16)
    s.case("Softmax_half", "Softmax", [half])
    few = 4 * half[:, :5] # every step is rounded
    powers = np.exp(few - few.max(axis=1, keepdims=True))
    s.case("Softmax_half_steps", "Softmax", [few], results=[powers / powers.sum(axis=1, keepdims=True)])
    many = np.zeros((1, 70000), np.float16) # more than an f16 counts
    s.case("Softmax_half_many", "Softmax", [many], results=[np.full((1, 70000), 1 / 70000, np.float16)])


def main(heddle_eval):
    s = Suite(heddle_eval)
    for part in reductions, softmaxes:
        part(s)
    s.run()


main(sys.argv[1])
