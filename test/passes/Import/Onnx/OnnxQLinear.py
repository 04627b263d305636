"""onnxruntime's operators on quantized tensors against onnxruntime."""
import sys

import numpy as np
from onnx import helper

from oracle import Suite

MS = "com.microsoft"


def scalar(value, kind=np.float32):
    return np.array(value, kind)


def last(x):
    """Channels last."""
    return np.ascontiguousarray(np.moveaxis(x, 1, -1))


def elements(s):
    a, b = (s.random.integers(0, 256, (2, 3, 4, 4)).astype(np.uint8) for _ in range(2))
    first, second = [a, scalar(0.1), scalar(120, np.uint8)], [b, scalar(0.2), scalar(90, np.uint8)]
    y = [scalar(0.29), scalar(100, np.uint8)]  # no ties after division
    s.case("add", "QLinearAdd", first + second + y, domain=MS)
    s.case("mul", "QLinearMul", first + second + y, domain=MS)
    s.case("where", "QLinearWhere", [a > b] + first + second + y, domain=MS, constant=(2, 3, 5, 6, 7, 8))
    s.case("sigmoid", "QLinearSigmoid", first + [scalar(1 / 256), scalar(0, np.uint8)], constant=(1, 2, 3, 4),
           domain=MS)
    s.case("leaky_relu", "QLinearLeakyRelu", first + y, domain=MS, constant=(1, 2, 3, 4), alpha=0.3)
    s.case("concat", "QLinearConcat", y + first + second, domain=MS, axis=1)
    for kept, axis in (13, 1), (13, -1), (12, 2):  # one step of onnxruntime's table apart, so spelled out
        real = np.exp((a.astype(np.float64) - 120) * 0.1)
        wanted = real / real.sum(tuple(range(axis, 4)) if kept < 13 else axis, keepdims=True)
        model, feeds = Suite.model("QLinearSoftmax", first + [scalar(1 / 255), scalar(0, np.uint8)], domain=MS, axis=axis)
        model.graph.node[0].attribute.append(helper.make_attribute("opset", kept))  # `case` has an opset of its own
        name = f"softmax_{kept}_{axis}"
        s.write(name, model, feeds, [np.rint(wanted * 255).astype(np.uint8)])
        s.wanted[name] = "ok"
    mean = np.rint(((a.astype(np.float64) - 120) * 0.1).mean((1, 3)) / 0.29 + 100).astype(np.uint8)
    s.case("mean", "QLinearReduceMean", first + y, domain=MS, axes=[1, -1], keepdims=0, results=[mean])


def pools(s):
    a = s.random.integers(0, 256, (2, 3, 7, 6)).astype(np.uint8)
    first, y = [scalar(0.1), scalar(120, np.uint8)], [scalar(0.37), scalar(100, np.uint8)]
    windows = {"kernel_shape": [2, 3], "pads": [0, 1, 1, 0]}
    s.case("global_pool", "QLinearGlobalAveragePool", [a] + first + y, domain=MS)
    s.case("global_pool_last", "QLinearGlobalAveragePool", [last(a)] + first + y, domain=MS, channels_last=1)
    s.case("average_pool", "QLinearAveragePool", [a] + first + y, domain=MS, **windows)
    s.case("average_pool_last", "QLinearAveragePool", [last(a)] + first + y, domain=MS, channels_last=1, **windows)
    s.case("max_pool_last", "NhwcMaxPool", [last(a)], domain=MS, strides=[2, 1], **windows)
    s.case("max_pool_last_signed", "NhwcMaxPool", [last(a).view(np.int8)], domain=MS, **windows)


def tables(s):
    """Rows of a quantized table."""
    rows = s.random.integers(0, 5, (2, 3))
    for bits, zero in ((4, True), (4, False), (8, False), (2, False)):
        columns, block = 48, 16
        packed = s.random.integers(0, 256, (5, columns * bits // 8)).astype(np.uint8)
        scales = np.abs(s.normal(5, columns // block)) + 0.1
        zeros = s.random.integers(0, 256, (5, 2)).astype(np.uint8) if zero else None
        s.case(f"gather_{bits}_{zero}", "GatherBlockQuantized", [packed, rows, scales.astype(np.float32), zeros],
               domain=MS, constant=(0, 2, 3), bits=bits, block_size=block, gather_axis=0, quantize_axis=1)
    s.case("gather_along_blocks", "GatherBlockQuantized",
           [s.random.integers(0, 256, (5, 16)).astype(np.uint8), rows, np.ones((5, 1), np.float32)], domain=MS, bits=8,
           block_size=16, gather_axis=1, quantize_axis=1, expect="unsupported: data of 8 bits in blocks along axis 1")


if __name__ == "__main__":
    suite = Suite(sys.argv[1])
    elements(suite)
    pools(suite)
    tables(suite)
    suite.run()
