"""Gathers, scatters, order, and results whose size depends on data."""
import sys

import numpy as np

from oracle import Suite


def ints(*values):
    return np.array(values, np.int64)


def gathers(s):
    x = s.normal(4, 5, 3)
    for axis in 0, 1, -1:
        s.case(f"Gather_{axis}", "Gather", [x, ints(0, -1, 2).reshape(1, 3)], axis=axis, dims={0: ["a", 5, "c"]})
        s.case(f"GatherElements_{axis}", "GatherElements", [x, ints(1, -2, 0, 1, 2, -1).reshape(1, 2, 3)], axis=axis)
    s.case("Gather_scalar", "Gather", [x, np.int64(2)], axis=1)
    s.case("GatherND", "GatherND", [x, ints(0, 1, -1, 2).reshape(2, 2)])
    s.case("GatherND_batch", "GatherND", [x, ints(0, 1, -1, 2).reshape(4, 1)], batch_dims=1)
    s.case("Gather_axis", "Gather", [x, ints(0)], axis=3, expect="bad: outside a tensor of rank 3")
    s.case("Gather_float_indices", "Gather", [x, s.normal(2)], expect="bad")


def scatters(s):
    x, updates = s.normal(4, 5), s.normal(2, 3)
    places = ints(0, 3, 1, 0, -1, 1).reshape(2, 3)
    for reduction in "none", "add", "mul", "max", "min":
        s.case("ScatterElements_" + reduction, "ScatterElements", [x, places, updates], opset=18, axis=1,
               **({} if reduction == "none" else {"reduction": reduction}))
        s.case("ScatterND_" + reduction, "ScatterND", [x, ints(0, 3, 0).reshape(3, 1) if reduction != "none" else
               ints(0, 3, 1).reshape(3, 1), s.normal(3, 5)], opset=18, reduction=reduction)
    s.case("Scatter_old", "Scatter", [x, places, updates], opset=10, axis=1)
    s.case("ScatterElements_kind", "ScatterElements", [x, places, updates], opset=18, reduction="avg", expect="bad: reduction")


def order(s):
    x = np.array([[3, 1, 2, 3, 1], [0, 5, 5, 4, 2]], np.float32)
    for largest in 0, 1:
        for constant in (1,), ():
            s.case(f"TopK_{largest}_{len(constant)}", "TopK", [x, ints(3)], 2, largest=largest, constant=constant)
    s.case("TopK_old", "TopK", [x], 2, opset=9, k=2, axis=0)
    s.case("TopK_many", "TopK", [x, ints(9)], 2, constant=(1,), expect="bad")
    for op in "ArgMax", "ArgMin":
        for last in 0, 1:
            s.case(f"{op}_{last}", op, [x], axis=1, keepdims=last, select_last_index=last, dims={0: ["a", "b"]})
    for exclusive, reverse in (0, 0), (1, 0), (0, 1), (1, 1):
        for constant in (1,), ():
            s.case(f"CumSum_{exclusive}{reverse}{len(constant)}", "CumSum", [x, np.int64(-1)], exclusive=exclusive,
                   reverse=reverse, constant=constant)


def counted(s):
    x = np.array([[0, 1, 0], [2, 0, 3], [0, 1, 0]], np.float32)
    s.case("NonZero", "NonZero", [x], dims={0: ["a", 3]})
    s.case("NonZero_none", "NonZero", [np.zeros(4, np.int64)])
    s.case("Compress", "Compress", [x, np.array([True, False, True])], axis=1)
    s.case("Compress_flat", "Compress", [x, np.array([False, True, False, True])])
    for is_sorted in 0, 1:
        s.case(f"Unique_{is_sorted}", "Unique", [ints(2, 1, 1, 3, 4, 3)], 4, sorted=is_sorted)
        s.case(f"Unique_axis_{is_sorted}", "Unique", [x], 4, axis=0, sorted=is_sorted)
    boxes = np.array([[[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3]]], np.float32)
    scores = np.array([[[0.9, 0.75, 0.6]]], np.float32)
    s.case("NonMaxSuppression", "NonMaxSuppression", [boxes, scores, ints(3), np.float32(0.5), np.float32(0.1)])
    s.case("NonMaxSuppression_none", "NonMaxSuppression", [boxes, scores])


def main(heddle_eval):
    s = Suite(heddle_eval)
    for part in gathers, scatters, order, counted:
        part(s)
    s.run()


main(sys.argv[1])
