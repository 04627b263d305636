"""Quantization and integer products against onnxruntime."""
import sys

import numpy as np

from oracle import Suite

MS = "com.microsoft"


def scalar(value, kind=np.float32):
    return np.array(value, kind)


def quantize_and_back(s):
    x = s.normal(2, 6, 5) * 3
    column = np.linspace(0.01, 0.1, 6).astype(np.float32)
    for kind in np.uint8, np.int8, np.uint16, np.int16:
        zero = 0 if np.dtype(kind).kind == "i" else 100
        name = np.dtype(kind).name
        s.case(f"quantize_{name}", "QuantizeLinear", [x, scalar(0.02), scalar(zero, kind)], opset=21)
        s.case(f"quantize_axis_{name}", "QuantizeLinear", [x, column, np.full(6, zero, kind)], axis=1, opset=21)
        q = s.random.integers(0, 120, (2, 6, 5)).astype(kind)
        s.case(f"dequantize_{name}", "DequantizeLinear", [q, scalar(0.02), scalar(zero, kind)], opset=21)
        s.case(f"dequantize_axis_{name}", "DequantizeLinear", [q, column, np.full(6, zero, kind)], axis=-2, opset=21)
    s.case("quantize_no_zero_point", "QuantizeLinear", [x, scalar(0.05)], opset=13)
    s.case("quantize_ties", "QuantizeLinear", [np.arange(-4, 5, dtype=np.float32) / 2, scalar(1), scalar(3, np.int8)])
    s.case("dequantize_i32", "DequantizeLinear", [s.random.integers(-9, 9, (3, 4)).astype(np.int32), scalar(0.5)])
    blocks = (np.abs(s.normal(2, 3, 5)) + 0.1).astype(np.float32)
    s.case("quantize_blocks", "QuantizeLinear", [x, blocks, np.full((2, 3, 5), 1, np.int8)], opset=21, axis=1,
           block_size=2, oracle="onnx")
    s.case("quantize_blocks_cut", "QuantizeLinear", [s.normal(2, 5, 5), blocks], opset=21, axis=1, block_size=2,
           oracle="onnx")
    s.case("dynamic", "DynamicQuantizeLinear", [x], 3)
    s.case("dynamic_positive", "DynamicQuantizeLinear", [np.abs(x)], 3)
    s.case("dynamic_negative", "DynamicQuantizeLinear", [-np.abs(x)], 3)
    s.case("negative_rank", "QuantizeLinear", [x, column.reshape(2, 3)], opset=13,
           expect="bad: one element, or one per slice")


def products(s):
    for left, right in ((np.uint8, np.int8), (np.uint8, np.uint8), (np.int8, np.int8)):
        a = s.random.integers(0, 100, (3, 8)).astype(left)
        b = s.random.integers(0, 100, (8, 4)).astype(right)
        name = f"{np.dtype(left).name}_{np.dtype(right).name}"
        for zeros in (None, None), (7, None), (None, 9), (7, 9):
            given = [None if z is None else scalar(z, k) for z, k in zip(zeros, (left, right))]
            s.case(f"matmul_{name}_{zeros[0]}_{zeros[1]}", "MatMulInteger", [a, b] + given)
        s.case(f"qlinear_matmul_{name}", "QLinearMatMul",
               [a, scalar(0.02), scalar(5, left), b, scalar(0.03), scalar(3, right), scalar(0.5), scalar(4, left)])
    a, b = s.random.integers(0, 99, (2, 3, 8)).astype(np.uint8), s.random.integers(0, 99, (8, 4)).astype(np.uint8)
    s.case("matmul_batch", "MatMulInteger", [a, b, scalar(3, np.uint8), np.array([1, 2, 3, 4], np.uint8)])
    rows = np.array([1, 2, 3], np.uint8)  # neither oracle has one zero point per row
    s.case("matmul_rows", "MatMulInteger", [a[0], b, rows],
           results=[(a[0].astype(np.int32) - rows[:, None]) @ b.astype(np.int32)])
    s.case("to_float", "MatMulIntegerToFloat",
           [a, b, scalar(0.1), np.full(4, 0.2, np.float32), scalar(3, np.uint8), None, s.normal(4)], domain=MS)
    s.case("dynamic_matmul", "DynamicQuantizeMatMul",
           [s.normal(3, 8), b, scalar(0.1), scalar(7, np.uint8), s.normal(4)], domain=MS)
    s.case("gemm", "QGemm", [a[0], scalar(0.1), scalar(3, np.uint8), b.T.copy(), scalar(0.1), scalar(5, np.uint8),
                             s.random.integers(-50, 50, 4).astype(np.int32), scalar(2.5), scalar(9, np.uint8)],
           domain=MS, transB=1)
    for bits, zero in ((2, True), (4, False), (4, True), (8, True)):
        n, k, block = 6, 40, 16
        blocks = 3
        packed = s.random.integers(0, 256, (n, blocks, block * bits // 8)).astype(np.uint8)
        points = s.random.integers(0, 256, n * ((blocks * bits + 7) // 8)).astype(np.uint8) if zero else None
        s.case(f"matmul_bits_{bits}_{zero}", "MatMulNBits",
               [s.normal(2, 3, k), packed, (np.abs(s.normal(n * blocks)) + 0.1) / 10, points], domain=MS,
               constant=(1, 2, 3), K=k, N=n, bits=bits, block_size=block)


def convolutions(s):
    x = s.random.integers(0, 200, (1, 4, 7, 6)).astype(np.uint8)
    w = s.random.integers(-90, 90, (6, 2, 3, 3)).astype(np.int8)
    common = dict(pads=[1, 0, 1, 2], strides=[2, 1], group=2)
    s.case("conv_integer", "ConvInteger", [x, w.astype(np.uint8), scalar(11, np.uint8)], **common)
    s.case("conv_integer_filter_zero", "ConvInteger", [x, w.astype(np.uint8), scalar(11, np.uint8),
                                                       scalar(5, np.uint8)], **common)
    bias = s.random.integers(-500, 500, 6).astype(np.int32)
    for name, scale, zero in (("tensor", scalar(0.02), scalar(0, np.int8)),
                              ("channels", np.linspace(0.01, 0.03, 6).astype(np.float32), np.zeros(6, np.int8))):
        given = [scalar(0.1), scalar(11, np.uint8), w, scale, zero, scalar(1.5), scalar(100, np.uint8), bias]
        constant = (1, 2, 3, 4, 5, 6, 7, 8)
        s.case(f"qlinear_conv_{name}", "QLinearConv", [x] + given, constant=constant, **common)
        s.case(f"qlinear_conv_last_{name}", "QLinearConv", [np.ascontiguousarray(np.moveaxis(x, 1, -1))] + given,
               constant=constant, domain=MS, channels_last=1, **common)


if __name__ == "__main__":
    suite = Suite(sys.argv[1])
    quantize_and_back(suite)
    products(suite)
    convolutions(suite)
    suite.run()
