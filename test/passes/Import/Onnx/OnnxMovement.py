"""Slices, splits, pads and rearrangements, with bounds known, symbolic, and computed at run time."""
import sys

import numpy as np

from oracle import Suite

TO_END = np.iinfo(np.int64).max


def ints(*values):
    return np.array(values, np.int64)


def slices(s):
    x = s.normal(6, 5)
    ranges = {"front": (0, 3, 0, 1), "behind": (-2, TO_END, 0, 1), "clamped": (-100, 100, 0, 1), "empty": (4, 2, 0, 1),
              "stride": (1, 6, 0, 2), "backwards": (-1, -TO_END, 1, -1), "skipping": (4, 0, 1, -3), "one": (2, 3, -1, 1),
              "past": (9, 12, 0, 1), "most": (0, -1, 1, 1)}
    for name, values in ranges.items():
        operands = [x] + [ints(v) for v in values]
        for kind, constant in ("constant", (1, 2, 3, 4)), ("bounds", (3, 4)), ("steps", (3,)), ("computed", ()):
            s.case(f"Slice_{name}_{kind}", "Slice", operands, constant=constant)
        s.case(f"Slice_{name}_open", "Slice", operands, constant=(1, 2, 3, 4), dims={0: ["a", "b"]})
    s.case("Slice_attributes", "Slice", [x], opset=9, starts=[1, 0], ends=[-1, 100])
    s.case("Slice_no_axes", "Slice", [x, ints(1, 2), ints(4, 5)])
    s.case("Slice_zero_step", "Slice", [x, ints(0), ints(1), ints(0), ints(0)], constant=(1, 2, 3, 4), expect="bad: step of 0")
    s.case("Slice_axis_twice", "Slice", [x, ints(0, 0), ints(1, 1), ints(0, 0)], constant=(3,), expect="bad: axis twice")


def splits(s):
    x = s.normal(7, 4)
    for constant in (1,), ():
        s.case(f"Split_lengths_{len(constant)}", "Split", [x, ints(2, 0, 5)], 3, constant=constant)
    s.case("Split_even", "Split", [x], 2, axis=1)
    s.case("Split_even_open", "Split", [x], 2, axis=1, dims={0: ["a", "b"]})
    s.case("Split_uneven", "Split", [x], 3, opset=18, num_outputs=3)
    s.case("Split_attribute", "Split", [x], 2, opset=11, axis=0, split=[3, 4])
    s.case("Split_sum", "Split", [x, ints(2, 4)], 2, constant=(1,), expect="bad")
    s.case("Split_rest", "Split", [x], 2, expect="bad: equal parts")


def pads(s):
    x = s.normal(4, 5)
    for mode in "constant", "reflect", "edge", "wrap":
        for kind, constant in ("constant", (1,)), ("computed", ()):
            s.case(f"Pad_{mode}_{kind}", "Pad", [x, ints(1, 2, 0, 3)], opset=19, mode=mode, constant=constant)
    s.case("Pad_value", "Pad", [x, ints(0, 1, 2, 0), np.float32(7)], constant=(1,))
    s.case("Pad_negative", "Pad", [x, ints(-1, 0, 0, -2)], constant=(1,), dims={0: ["a", "b"]})
    s.case("Pad_axes", "Pad", [x, ints(1, 2), None, ints(-1)], opset=18, constant=(1, 3))
    s.case("Pad_computed_axes", "Pad", [x, ints(1, 2), np.float32(3), ints(-1)], opset=18)
    s.case("Pad_attributes", "Pad", [x], opset=10, pads=[0, 1, 1, 0], value=2.0)
    s.case("Pad_mode", "Pad", [x, ints(0, 0, 0, 0)], mode="mirror", expect="bad: must be constant, reflect, edge or wrap")
    s.case("Pad_count", "Pad", [x, ints(0, 0)], constant=(1,), expect="bad: two pads")


def rearrangements(s):
    x = s.normal(2, 8, 4, 6)
    for mode in "DCR", "CRD":
        s.case("DepthToSpace_" + mode, "DepthToSpace", [x], blocksize=2, mode=mode, dims={0: ["n", 8, "h", "w"]})
    s.case("SpaceToDepth", "SpaceToDepth", [x], blocksize=2, dims={0: ["n", 8, 4, "w"]})
    for mode in "DCR", "CRD":
        columns_first = mode == "CRD"
        blocks = x.reshape(2, 8, 2, 2, 3, 2).transpose((0, 1, 3, 5, 2, 4) if columns_first else (0, 3, 5, 1, 2, 4))
        s.case("SpaceToDepth_" + mode, "SpaceToDepth", [x], blocksize=2, mode=mode, results=[blocks.reshape(2, 32, 2, 3)])
    s.case("SpaceToDepth_mode", "SpaceToDepth", [x], blocksize=2, mode="RCD", expect="bad: must be DCR or CRD")
    s.case("SpaceToDepth_size", "SpaceToDepth", [x], blocksize=2**32, expect="bad: must be from 1 to")
    s.case("DepthToSpace_channels", "DepthToSpace", [x], blocksize=3, expect="bad: multiple of 9")
    s.case("Transpose_default", "Transpose", [x])
    s.case("Transpose_perm", "Transpose", [x], perm=[0, 2, 3, 1], dims={0: ["n", 8, "h", "w"]})
    s.case("Transpose_wrong", "Transpose", [x], perm=[0, 1, 2, 2], expect="bad: permutation")
    s.case("Concat", "Concat", [x, s.normal(2, 3, 4, 6)], axis=-3, dims={0: ["n", 8, 4, 6], 1: ["n", "c", 4, 6]})
    s.case("Concat_axis", "Concat", [x, x], axis=4, expect="bad: outside a tensor of rank 4")
    for axes in (0, 1), (1, 0):
        s.case(f"ReverseSequence_{axes[0]}", "ReverseSequence", [s.normal(4, 4, 2), ints(1, 4, 2, 3)],
               time_axis=axes[0], batch_axis=axes[1])


def main(heddle_eval):
    s = Suite(heddle_eval)
    for part in slices, splits, pads, rearrangements:
        part(s)
    s.run()


main(sys.argv[1])
