"""Operators on shapes and operators that make tensors, with sizes known, symbolic, and computed at run time."""
import sys

import numpy as np

from oracle import Suite


def ints(*values):
    return np.array(values, np.int64)


def reshapes(s):
    x = s.normal(2, 3, 4)
    for name, target in ("minus", (2, -1)), ("zero", (0, 0, 4)), ("both", (0, -1)), ("scalar_row", (1, 24)):
        for constant in (1,), ():
            s.case(f"Reshape_{name}_{len(constant)}", "Reshape", [x, ints(*target)], constant=constant)
        s.case(f"Reshape_{name}_open", "Reshape", [x, ints(*target)], constant=(1,), dims={0: ["a", "b", "c"]})
    s.case("Reshape_allowzero", "Reshape", [np.zeros((0, 3), np.float32), ints(3, 0)], constant=(1,), allowzero=1)
    s.case("Reshape_count", "Reshape", [x, ints(5, 5)], constant=(1,), expect="bad: elements")
    s.case("Reshape_two_open", "Reshape", [x, ints(-1, -1)], constant=(1,), expect="bad: -1 in two dimensions")
    for axis in 0, 1, -1, 3:
        s.case(f"Flatten_{axis}", "Flatten", [x], axis=axis)


def axes(s):
    x = s.normal(1, 3, 1, 5)
    s.case("Squeeze_all", "Squeeze", [x])
    s.case("Squeeze_open", "Squeeze", [x], dims={0: ["n", 3, 1, 5]}, expect="unsupported: give it with --shape")
    s.case("Squeeze_wrong", "Squeeze", [x, ints(1)], constant=(1,), expect="bad: size is not 1")
    for constant in (1,), ():
        s.case(f"Squeeze_axes_{len(constant)}", "Squeeze", [x, ints(-2)], constant=constant)
        s.case(f"Unsqueeze_axes_{len(constant)}", "Unsqueeze", [s.normal(3, 4), ints(0, -1)], constant=constant)
    s.case("Squeeze_old", "Squeeze", [x], opset=11, axes=[0, 2])
    s.case("Shape", "Shape", [x], dims={0: ["a", 3, "b", 5]})
    s.case("Shape_part", "Shape", [x], start=-3, end=3)
    s.case("Size", "Size", [x], dims={0: ["a", 3, "b", 5]})


def repeats(s):
    for constant in (1,), ():
        suffix = len(constant)
        s.case(f"Expand_{suffix}", "Expand", [s.normal(3, 1), ints(2, 1, 4)], constant=constant)
        s.case(f"Expand_open_{suffix}", "Expand", [s.normal(3, 1), ints(2, 1, 4)], constant=constant, dims={0: ["a", "b"]})
        s.case(f"Tile_{suffix}", "Tile", [s.normal(2, 3), ints(2, 1)], constant=constant)
    s.case("Expand_mismatch", "Expand", [s.normal(3), ints(4)], constant=(1,), expect="bad: does not stretch")


def made(s):
    for constant in (0,), ():
        s.case(f"ConstantOfShape_{len(constant)}", "ConstantOfShape", [ints(2, 3)], constant=constant)
    for name, values in (("up", (0, 7, 2)), ("down", (5, -4, -3)), ("none", (3, 1, 1))):
        for constant in (0, 1, 2), ():
            s.case(f"Range_{name}_{len(constant)}", "Range", [np.int64(v) for v in values], constant=constant)
            s.case(f"Range_float_{name}_{len(constant)}", "Range", [np.float32(v) for v in values], constant=constant)
    s.case("Range_still", "Range", [np.int64(0), np.int64(3), np.int64(0)], constant=(0, 1, 2), expect="bad: step of 0")
    s.case("EyeLike", "EyeLike", [np.zeros((3, 4), np.int32)], dtype=1, k=1)
    for axis in 0, -1, 1:
        s.case(f"OneHot_{axis}", "OneHot", [ints(1, -1, 7).reshape(3, 1), np.int64(4), np.array([2, 5], np.float32)],
               constant=(1,), axis=axis)
    s.case("OneHot_computed", "OneHot", [ints(1, 2), ints(3), np.array([0, 1], np.float32)])
    s.case("Trilu_upper", "Trilu", [s.normal(2, 3, 4), np.int64(1)], opset=14)
    s.case("Trilu_lower", "Trilu", [s.normal(4, 3), np.int64(-1)], opset=14, constant=(1,), upper=0)
    s.case("Dropout", "Dropout", [s.normal(3)], 2)
    s.case("OptionalHasElement", "OptionalHasElement", [s.normal(3)], opset=18, results=[np.bool_(True)])
    s.case("OptionalHasElement_nothing", "OptionalHasElement", [None], opset=18, results=[np.bool_(False)])
    held = s.normal(3)
    s.case("OptionalGetElement", "OptionalGetElement", [held], opset=18, results=[held])
    s.case("Dropout_training", "Dropout", [s.normal(3), np.float32(0.5), np.bool_(True)], expect="unsupported: training mode")


def main(heddle_eval):
    s = Suite(heddle_eval)
    for part in reshapes, axes, repeats, made:
        part(s)
    s.run()


main(sys.argv[1])
