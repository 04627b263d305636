"""Losses, transforms, sampling and image operators against onnxruntime or the onnx package."""
import sys

import numpy as np

from oracle import Suite


def sampling(s):
    x, grid = s.normal(2, 3, 5, 4), s.normal(2, 3, 6, 2)
    for mode in "bilinear", "nearest", "bicubic":
        for padding in "zeros", "border", "reflection":
            for align in 0, 1:
                s.case(f"grid_{mode}_{padding}_{align}", "GridSample", [x, grid], opset=16, mode=mode,
                       padding_mode=padding, align_corners=align)
    regions = np.array([[0, 0, 3, 4], [1, 1, 9, 8], [2.5, 1, 4, 3]], np.float32)
    for ratio in 0, 2:
        for mode in "avg", "max":
            for how in "half_pixel", "output_half_pixel":
                s.case(f"roi_{ratio}_{mode}_{how}", "RoiAlign", [s.normal(2, 3, 8, 10), regions, np.array([0, 1, 1])],
                       opset=16, oracle="onnx", mode=mode, coordinate_transformation_mode=how, output_height=3,
                       output_width=2, sampling_ratio=ratio, spatial_scale=0.7)
    theta = s.normal(2, 2, 3)
    for align in 0, 1:
        for constant in (), (1,):
            s.case(f"affine_{align}_{len(constant)}", "AffineGrid", [theta, np.array([2, 3, 4, 5])], opset=20,
                   constant=constant, align_corners=align, oracle="onnx")
    s.case("deform", "DeformConv", [s.normal(2, 4, 6, 5), s.normal(6, 2, 3, 3), s.normal(2, 36, 6, 5) * 0.5,
                                    s.normal(6), s.normal(2, 18, 6, 5)], opset=19, oracle="onnx", group=2,
           offset_group=2, pads=[1, 1, 1, 1])


def images(s):
    x = s.normal(2, 5, 6)
    for constant in (), (1,):
        s.case(f"crop_pad_{len(constant)}", "CenterCropPad", [x, np.array([7, 4])], opset=18, axes=[1, 2],
               constant=constant, oracle="onnx")
        s.case(f"col2im_{len(constant)}", "Col2Im", [s.normal(1, 12, 20), np.array([5, 6]), np.array([2, 3])], opset=18,
               constant=(1, 2) if constant else (), pads=[0, 0, 0, 1], oracle="onnx")
    pooled = np.array([[[[1, 2], [3, 4]]]], np.float32)
    s.case("unpool", "MaxUnpool", [pooled, np.array([[[[5, 7], [13, 15]]]])], opset=11, kernel_shape=[2, 2],
           strides=[2, 2])


def fast_transforms(s):
    """Lengths of one stage and of several, a large prime among them, against numpy's transform in f64."""
    def parts(z):
        return np.stack([z.real, z.imag], -1).astype(np.float32)

    for n in 1, 7, 10, 12, 38, 360, 512:
        x = s.normal(2, n, 3, 2) / 8
        z = x[..., 0].astype(np.float64) + 1j * x[..., 1]
        s.case(f"fft_{n}", "DFT", [x], opset=17, axis=1, results=[parts(np.fft.fft(z, axis=1))])
        s.case(f"fft_inverse_{n}", "DFT", [x], opset=17, axis=1, inverse=1, results=[parts(np.fft.ifft(z, axis=1))])
        real = x[..., :1].astype(np.float64)
        s.case(f"fft_real_{n}", "DFT", [x[..., :1]], opset=17, axis=1, onesided=1,
               results=[parts(np.fft.rfft(real[..., 0], axis=1))])
        half = np.fft.rfft(real[..., 0], axis=1)
        s.case(f"fft_to_real_{n}", "DFT", [parts(half), np.array(n)], opset=17, axis=1, onesided=1, inverse=1,
               constant=(1,), results=[real.astype(np.float32)])
        s.case(f"fft_open_{n}", "DFT", [x], opset=17, axis=1, dims={0: ["a", n, "b", 2]},
               results=[parts(np.fft.fft(z, axis=1))])


def signals(s):
    for name, last in ("real", 1), ("complex", 2):
        x = s.normal(2, 10, last)
        for more in ({}, {"inverse": 1}) + (({"onesided": 1},) if last == 1 else ({"onesided": 1, "inverse": 1},)):
            text = "_".join(more) or "plain"
            s.case(f"dft_{name}_{text}", "DFT", [x], opset=17, axis=1, oracle="onnx", **more)
            s.case(f"dft_{name}_{text}_length", "DFT", [x, np.array(13)], opset=17, axis=1, oracle="onnx", **more)
    fast_transforms(s)
    signal, window = s.normal(2, 40, 1), np.abs(s.normal(16))
    for onesided in 0, 1:
        for constant in (1, 2), ():
            s.case(f"stft_{onesided}_{len(constant)}", "STFT", [signal, np.array(5), window], opset=17,
                   onesided=onesided, constant=constant, oracle="onnx")
    for op in "HannWindow", "HammingWindow", "BlackmanWindow":
        for periodic in 0, 1:
            s.case(f"{op}_{periodic}", op, [np.array(9)], opset=17, periodic=periodic)
    s.case("mel", "MelWeightMatrix", [np.array(8), np.array(64), np.array(8000), np.array(100, np.float32),
                                      np.array(3000, np.float32)], opset=17)
    s.case("det", "Det", [s.normal(2, 3, 5, 5)], opset=11)
    s.case("det_singular", "Det", [np.ones((3, 3), np.float32)], opset=11)


def losses(s):
    scores, targets = s.normal(3, 5, 4), s.random.integers(0, 5, (3, 4))
    targets[1, 2] = 2
    for op in "NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss":
        for reduction in "mean", "sum", "none":
            for weights in None, np.abs(s.normal(5)):
                for ignored in {}, {"ignore_index": 2}:
                    s.case(f"{op}_{reduction}_{weights is None}_{len(ignored)}", op, [scores, targets, weights],
                           opset=13, reduction=reduction, **ignored)


if __name__ == "__main__":
    suite = Suite(sys.argv[1])
    sampling(suite)
    images(suite)
    signals(suite)
    losses(suite)
    suite.run()
