"""Operators as opset 1 to 6 has them; the outputs are computed with numpy, since few programs know these forms."""
import sys

import numpy as np

from oracle import Suite


def main(heddle_eval):
    s = Suite(heddle_eval)
    x, row, channels = s.normal(2, 3, 4), s.normal(4), s.normal(3)
    s.case("add_equal_shapes", "Add", [x, x], opset=6, results=[x + x])
    s.case("add_at_the_end", "Add", [x, row], opset=6, broadcast=1, results=[x + row])
    s.case("sub_at_axis", "Sub", [x, channels], opset=6, broadcast=1, axis=1, results=[x - channels[:, None]])
    s.case("div_at_negative_axis", "Div", [x, channels], opset=6, broadcast=1, axis=-2, results=[x / channels[:, None]])
    s.case("mul_two_dimensions", "Mul", [x, x[:, :, 0]], opset=5, broadcast=1, axis=0, results=[x * x[:, :, :1]])
    s.case("less_at_axis", "Less", [x, channels], opset=1, broadcast=1, axis=1, results=[x < channels[:, None]])
    s.case("negative_axis_too_high", "Add", [x, x[0]], opset=6, broadcast=1, axis=2,
           expect="bad: operand 1 of rank 2 does not fit at axis 2 of a tensor of rank 3")
    s.case("prelu_channels", "PRelu", [x, channels], opset=6, results=[np.where(x < 0, x * channels[:, None], x)])
    s.case("prelu_one", "PRelu", [x, channels[:1]], opset=6, results=[np.where(x < 0, x * channels[0], x)])
    s.case("memory_hint", "Relu", [x], opset=1, consumed_inputs=[0], results=[np.maximum(x, 0)])
    statistics = [channels, s.normal(3), s.normal(3), np.abs(s.normal(3)) + 1]
    scale, bias, mean, variance = (v[:, None] for v in statistics)
    s.case("batch_normalization", "BatchNormalization", [x] + statistics, opset=6, is_test=1,
           results=[(x - mean) / np.sqrt(variance + 1e-5) * scale + bias])
    s.case("negative_training", "BatchNormalization", [x] + statistics, opset=6,
           expect="unsupported: training mode is not supported")
    s.case("negative_dropout_training", "Dropout", [x], opset=6, expect="unsupported: training mode is not supported")
    s.case("dropout", "Dropout", [x], opset=6, is_test=1, results=[x])
    s.case("negative_cast", "Cast", [x], opset=1, to="FLOAT", expect="unsupported: the form of opset 1 is not supported")
    s.run()


if __name__ == "__main__":
    main(sys.argv[1])
