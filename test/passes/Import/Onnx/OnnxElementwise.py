"""Element-wise operators against onnxruntime, with the attributes and special values that change their meaning."""
import sys

import numpy as np

from oracle import Suite

SPECIAL = np.array([-np.inf, -3, -0.5, -0.0, 0, 0.3, 2, np.inf, np.nan], np.float32)


def activations(s):
    for op, attributes in (("Elu", {"alpha": 0.7}), ("Selu", {}), ("Celu", {"alpha": 0.4}), ("LeakyRelu", {"alpha": 0.2}),
                           ("ThresholdedRelu", {"alpha": 0.5}), ("HardSigmoid", {"alpha": 0.3, "beta": 0.1}),
                           ("HardSwish", {}), ("Softsign", {}), ("Relu", {}), ("Shrink", {"lambd": 0.4, "bias": 0.1})):
        s.case(op, op, [s.normal(3, 7)], **attributes)
    s.case("Mish", "Mish", [s.normal(3, 7)], opset=18)
    s.case("Softplus_large", "Softplus", [np.array([-200, -1, 0, 1, 200], np.float32)])
    s.case("Gelu", "Gelu", [s.normal(3, 7)], opset=20)
    s.case("Gelu_tanh", "Gelu", [s.normal(3, 7)], opset=20, approximate="tanh")
    s.case("Swish", "Swish", [s.normal(3, 7)], opset=24, oracle="onnx", alpha=1.3)
    s.case("Relu_special", "Relu", [SPECIAL])
    s.case("PRelu_channels", "PRelu", [s.normal(2, 3, 4), s.normal(3, 1)])
    s.case("Shrink_int", "Shrink", [np.arange(-3, 4, dtype=np.int32)], oracle="onnx", lambd=1.5, bias=0.0)


def bounds(s):
    x = s.normal(4, 5)
    s.case("Clip_attributes", "Clip", [x], opset=8, min=-0.4, max=0.6)
    s.case("Clip_low", "Clip", [x, np.float32(-0.2)])
    s.case("Clip_high", "Clip", [x, None, np.float32(0.2)])
    s.case("Clip_crossed", "Clip", [x, np.float32(0.5), np.float32(-0.5)], oracle="onnx")
    s.case("Clip_int8", "Clip", [np.arange(-8, 8, dtype=np.int8), np.int8(-3), np.int8(4)])


def arithmetic(s):
    a, b = s.normal(2, 1, 4), s.normal(3, 1)
    for op in "Add", "Sub", "Mul", "Div", "Max", "Min", "Sum", "Mean":
        s.case(op + "_broadcast", op, [a, b])
    s.case("Mean_three", "Mean", [a, b, s.normal(4)])
    s.case("Div_int", "Div", [np.array([-7, 7, -7, 7], np.int32), np.array([2, 2, -2, -2], np.int32)])
    s.case("Mod_int", "Mod", [np.array([-7, 7, -7, 7], np.int32), np.array([3, 3, -3, -3], np.int32)])
    s.case("Mod_fmod", "Mod", [np.array([-7.5, 7.5], np.float32), np.array([2, -2], np.float32)], fmod=1)
    s.case("Pow_mixed", "Pow", [np.array([2, 3], np.float32), np.array([3, 2], np.int64)])
    for direction in "LEFT", "RIGHT":
        s.case("BitShift_" + direction, "BitShift", [np.array([16, 255], np.uint8), np.array([1, 3], np.uint8)],
               direction=direction)
    s.case("Round_half", "Round", [np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5], np.float32)])
    s.case("BitwiseNot", "BitwiseNot", [np.array([0, 5, 255], np.uint8)], opset=18)
    s.case("Where", "Where", [np.array([[True], [False]]), s.normal(2, 3), s.normal(3)])


def casts(s):
    whole = np.array([-3.7, -0.2, 0, 0.2, 3.7], np.float32)
    for to in 2, 3, 6, 7, 9, 10, 11:
        s.case(f"Cast_{to}", "Cast", [whole if to != 2 else np.abs(whole)], to=to)
    s.case("CastLike", "CastLike", [whole, np.zeros(1, np.int64)])
    s.case("Cast_string", "Cast", [whole], to=8, expect="unsupported: casting to string")
    for positive in 0, 1:
        s.case(f"IsInf_{positive}", "IsInf", [SPECIAL], detect_positive=positive, detect_negative=1 - positive)
    s.case("IsNaN", "IsNaN", [SPECIAL])


def refused(s):
    s.case("unknown_attribute", "Relu", [s.normal(2)], extra=1, expect="unsupported: attribute 'extra' is not supported")
    s.case("broadcast_mismatch", "Add", [s.normal(2), s.normal(3)], expect="bad: do not broadcast")
    s.case("types_mismatch", "Add", [s.normal(2), np.zeros(2, np.int64)], expect="bad: element type")
    s.case("too_many_inputs", "Relu", [s.normal(2), s.normal(2)], expect="bad: at most 1")
    s.case("direction", "BitShift", [np.zeros(1, np.uint8)] * 2, direction="UP", expect="bad: must be LEFT or RIGHT")


def main(heddle_eval):
    s = Suite(heddle_eval)
    for part in activations, bounds, arithmetic, casts, refused:
        part(s)
    s.run()


main(sys.argv[1])
