"""If, Loop and Scan with captured values, sizes that change from trip to trip, and branches that differ in size."""
import sys

import numpy as np
from onnx import TensorProto, helper

from oracle import Suite

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def value(name, kind=FLOAT, shape=None):
    return helper.make_tensor_value_info(name, kind, shape)


def graph(nodes, inputs, outputs, constants=()):
    return helper.make_graph([helper.make_node(op, i, o, **a) for op, i, o, a in nodes], "body", inputs, outputs,
                             [helper.make_tensor(n, k, s, v) for n, k, s, v in constants])


def branches(s):
    for condition in False, True:
        for constant in (0,), ():
            s.case(f"If_{condition}_{len(constant)}", "If", [np.bool_(condition)], constant=constant, then_branch=graph(
                [("Mul", ["c", "c"], ["t"], {})], [], [value("t")], [("c", FLOAT, [2], [1.5, 2])]),
                else_branch=graph([("Concat", ["c2", "c2"], ["e"], {"axis": 0})], [], [value("e")],
                                  [("c2", FLOAT, [2], [3, 4])]))
    scalar = graph([("Identity", ["c"], ["t"], {})], [], [value("t")], [("c", FLOAT, [], [1])])
    vector = graph([("Identity", ["c"], ["e"], {})], [], [value("e")], [("c", FLOAT, [1], [1])])
    s.case("If_ranks", "If", [np.bool_(True)], then_branch=scalar, else_branch=vector, expect="unsupported: dimensions")


def loops(s):
    trip, go = value("i", INT64, []), value("c", BOOL, [])
    same = ("Identity", ["c"], ["c2"], {})
    sums = graph([same, ("Add", ["v", "v"], ["w"], {})], [trip, go, value("v", FLOAT, [2])],
                 [value("c2", BOOL, []), value("w"), value("w")])
    grows = graph([same, ("Concat", ["v", "v"], ["w"], {"axis": 0})], [trip, go, value("v")],
                  [value("c2", BOOL, []), value("w")])
    until = graph([("Add", ["v", "one"], ["w"], {}), ("Less", ["w", "limit"], ["c2"], {})],
                  [trip, go, value("v", FLOAT, [])], [value("c2", BOOL, []), value("w"), value("w")],
                  [("one", FLOAT, [], [1]), ("limit", FLOAT, [], [3])])
    for trips in 0, 1, 3:
        s.case(f"Loop_{trips}", "Loop", [np.int64(trips), None, s.normal(2)], 2, body=sums)
        s.case(f"Loop_constant_{trips}", "Loop", [np.int64(trips), None, s.normal(2)], 2, constant=(0,), body=sums)
        s.case(f"Loop_grows_{trips}", "Loop", [np.int64(trips), np.bool_(True), s.normal(2)], body=grows)
    s.case("Loop_while", "Loop", [np.int64(100), np.bool_(True), np.float32(0)], 2, body=until)
    s.case("Loop_never", "Loop", [np.int64(100), np.bool_(False), np.float32(0)], 2, body=until)
    s.case("Loop_body", "Loop", [np.int64(1), None], body=sums, expect="bad: do not fit")


def scans(s):
    body = graph([("Add", ["state", "a"], ["next"], {}), ("Mul", ["next", "b"], ["out"], {})],
                 [value("state", FLOAT, [2]), value("a", FLOAT, [2]), value("b", FLOAT, [2])],
                 [value("next", FLOAT, [2]), value("out", FLOAT, [2])])
    a, b = s.normal(5, 2), s.normal(5, 2)
    s.case("Scan", "Scan", [s.normal(2), a, b], 2, body=body, num_scan_inputs=2, dims={1: ["t", 2], 2: ["t", 2]})
    s.case("Scan_turned", "Scan", [s.normal(2), a, b.T.copy()], 2, body=body, num_scan_inputs=2, scan_input_axes=[0, 1],
           scan_input_directions=[1, 0], scan_output_axes=[1], scan_output_directions=[1])
    # Opset 8: lengths in front, which are left out, and a batch.
    batched = [None, s.normal(3, 2), s.normal(3, 5, 2), s.normal(3, 5, 2)]
    for name, more in ("batch", {}), ("batch_turned", {"directions": [1, 0]}):
        s.case("Scan_" + name, "Scan", batched, 2, body=body, num_scan_inputs=2, opset=8, **more)
    s.case("Scan_lengths", "Scan", [np.array([5, 3, 2])] + batched[1:], 2, body=body, num_scan_inputs=2, opset=8,
           expect="unsupported: sequences of different lengths")


def main(heddle_eval):
    s = Suite(heddle_eval)
    for part in branches, loops, scans:
        part(s)
    s.run()


main(sys.argv[1])
