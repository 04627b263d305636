#!/usr/bin/env python3
"""Trains the digit classifier that ships with heddle and writes digits.onnx and its held-out test images.

    python3 -m venv v && v/bin/pip install numpy onnx scikit-learn
    v/bin/python models/digits/train.py            # 20 seconds on one core

The data are the 1,797 scans of handwritten digits (8x8 pixels, 0 to 16) that scikit-learn ships, from the UCI set
"Optical Recognition of Handwritten Digits" (Alpaydin and Kaynak, 1998, CC BY 4.0). The scans are ordered by writer, so
the last 360 are held out: most of them come from people of whom the network has seen nothing. Nothing is chosen by
looking at them; they are only counted at the end.

The network and its training (back-propagation, Adam, small affine distortions) are plain numpy, written out below,
so that every number in the model can be traced to this file.
"""
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
HELD_OUT = 360
EPOCHS = 90
BATCH = 64
CHANNELS = (16, 32, 64)
HIDDEN = 64


# ---- layers: each forward returns (result, what backward needs); tensors are [batch, height, width, channels] ----

def windows(x):
    """[b, h, w, c] -> [b, h, w, 9 c]: the 3x3 neighbourhood of every pixel, zeros outside."""
    b, h, w, c = x.shape
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return np.concatenate([padded[:, i:i + h, j:j + w, :] for i in range(3) for j in range(3)], axis=3)


def conv_forward(x, weight, bias):
    """weight [9 c_in, c_out]"""
    columns = windows(x)
    return columns @ weight + bias, (columns, x.shape, weight)


def conv_backward(grad, saved):
    columns, (b, h, w, c), weight = saved
    flat = grad.reshape(-1, grad.shape[-1])
    grad_weight = columns.reshape(flat.shape[0], -1).T @ flat
    grad_columns = grad @ weight.T
    grad_padded = np.zeros((b, h + 2, w + 2, c), grad.dtype)
    for k in range(9):
        i, j = divmod(k, 3)
        grad_padded[:, i:i + h, j:j + w, :] += grad_columns[..., k * c:(k + 1) * c]
    return grad_padded[:, 1:-1, 1:-1, :], grad_weight, flat.sum(0)


def pool_forward(x):
    """2x2 maximum"""
    b, h, w, c = x.shape
    blocks = x.reshape(b, h // 2, 2, w // 2, 2, c).transpose(0, 1, 3, 5, 2, 4).reshape(b, h // 2, w // 2, c, 4)
    best = blocks.argmax(-1)
    return np.take_along_axis(blocks, best[..., None], -1)[..., 0], (best, x.shape)


def pool_backward(grad, saved):
    best, (b, h, w, c) = saved
    blocks = np.zeros(grad.shape + (4,), grad.dtype)
    np.put_along_axis(blocks, best[..., None], grad[..., None], -1)
    return blocks.reshape(b, h // 2, w // 2, c, 2, 2).transpose(0, 1, 4, 2, 5, 3).reshape(b, h, w, c)


def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


# ---- the network: conv, conv, pool, conv, pool, dense, dense ----

def initial_parameters(rng):
    def he(rows, columns):
        return (rng.standard_normal((rows, columns)) * np.sqrt(2 / rows)).astype(np.float32)

    c1, c2, c3 = CHANNELS
    shapes = [(9, c1), (9 * c1, c2), (9 * c2, c3), (4 * c3, HIDDEN), (HIDDEN, 10)]
    return [part for rows, columns in shapes for part in (he(rows, columns), np.zeros(columns, np.float32))]


def forward(parameters, x):
    """Logits [batch, 10] of images [batch, 8, 8, 1] in 0..1, and what backward needs."""
    w1, b1, w2, b2, w3, b3, w4, b4, w5, b5 = parameters
    a1, s1 = conv_forward(x, w1, b1)
    a2, s2 = conv_forward(np.maximum(a1, 0), w2, b2)
    p2, sp2 = pool_forward(np.maximum(a2, 0))
    a3, s3 = conv_forward(p2, w3, b3)
    p3, sp3 = pool_forward(np.maximum(a3, 0))
    flat = p3.reshape(len(x), -1)
    a4 = flat @ w4 + b4
    hidden = np.maximum(a4, 0)
    return hidden @ w5 + b5, (a1, s1, a2, s2, sp2, a3, s3, sp3, p3.shape, flat, a4, hidden, w4, w5)


def backward(grad, saved):
    """Gradients of the parameters from the gradient of the logits."""
    a1, s1, a2, s2, sp2, a3, s3, sp3, shape3, flat, a4, hidden, w4, w5 = saved
    gw5, gb5 = hidden.T @ grad, grad.sum(0)
    grad = (grad @ w5.T) * (a4 > 0)
    gw4, gb4 = flat.T @ grad, grad.sum(0)
    grad = pool_backward((grad @ w4.T).reshape(shape3), sp3) * (a3 > 0)
    grad, gw3, gb3 = conv_backward(grad, s3)
    grad = pool_backward(grad, sp2) * (a2 > 0)
    grad, gw2, gb2 = conv_backward(grad, s2)
    _, gw1, gb1 = conv_backward(grad * (a1 > 0), s1)
    return [gw1, gb1, gw2, gb2, gw3, gb3, gw4, gb4, gw5, gb5]


# ---- training ----

def distort(images, rng):
    """Small random rotation, scale, shear and shift of each image, bilinear, zeros outside."""
    n, size = len(images), images.shape[1]
    angle = rng.uniform(-0.26, 0.26, n)
    scale, shear = rng.uniform(0.85, 1.15, (n, 2)), rng.uniform(-0.2, 0.2, n)
    shift = rng.uniform(-1.1, 1.1, (n, 2))
    centre = (size - 1) / 2
    rows, columns = np.meshgrid(np.arange(size) - centre, np.arange(size) - centre, indexing="ij")
    cos, sin = np.cos(angle)[:, None, None], np.sin(angle)[:, None, None]
    y = (cos * rows - sin * columns) * scale[:, 0, None, None] + shift[:, 0, None, None] + centre
    x = (sin * rows + cos * columns + shear[:, None, None] * rows) * scale[:, 1, None, None] + shift[:, 1, None, None] + centre
    padded = np.pad(images[..., 0], ((0, 0), (2, 2), (2, 2)))
    y, x = np.clip(y + 2, 0, size + 2.999), np.clip(x + 2, 0, size + 2.999)
    y0, x0 = np.floor(y).astype(int), np.floor(x).astype(int)
    fy, fx = y - y0, x - x0
    k = np.arange(n)[:, None, None]
    mixed = (padded[k, y0, x0] * (1 - fy) * (1 - fx) + padded[k, y0, x0 + 1] * (1 - fy) * fx
             + padded[k, y0 + 1, x0] * fy * (1 - fx) + padded[k, y0 + 1, x0 + 1] * fy * fx)
    return mixed[..., None].astype(np.float32)


def train(images, labels, seed=7):
    rng = np.random.default_rng(seed)
    parameters = initial_parameters(rng)
    mean, square = [np.zeros_like(p) for p in parameters], [np.zeros_like(p) for p in parameters]
    steps = EPOCHS * (len(images) // BATCH)
    step = 0
    for epoch in range(EPOCHS):
        order = rng.permutation(len(images))
        loss = 0.0
        for start in range(0, len(images) - BATCH + 1, BATCH):
            chosen = order[start:start + BATCH]
            logits, saved = forward(parameters, distort(images[chosen], rng))
            probabilities = softmax(logits)
            hot = np.eye(10, dtype=np.float32)[labels[chosen]]
            loss -= np.log(probabilities[np.arange(BATCH), labels[chosen]] + 1e-12).mean()
            gradients = backward((probabilities - (0.95 * hot + 0.005)) / BATCH, saved)  # label smoothing of 5 %
            step += 1
            rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * step / steps))
            for p, g, m, s in zip(parameters, gradients, mean, square):
                m += 0.1 * (g - m)
                s += 0.001 * (g * g - s)
                p -= rate * (m / (1 - 0.9 ** step)) / (np.sqrt(s / (1 - 0.999 ** step)) + 1e-8)
                if p.ndim == 2:
                    p -= rate * 0.01 * p
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: loss {loss / (len(images) // BATCH):.4f}")
    return parameters


# ---- files ----

def export(parameters, path):
    """The network as ONNX: raw pixels (uint8, 0 to 16) [batch, 1, 8, 8] in, probabilities [batch, 10] out."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    w1, b1, w2, b2, w3, b3, w4, b4, w5, b5 = parameters

    def kernel(weight):  # [9 c_in, c_out] -> [c_out, c_in, 3, 3]
        return np.ascontiguousarray(weight.reshape(3, 3, -1, weight.shape[1]).transpose(3, 2, 0, 1))

    # The dense layer reads [2, 2, c] here and [c, 2, 2] in ONNX.
    dense = np.ascontiguousarray(w4.reshape(2, 2, CHANNELS[2], HIDDEN).transpose(2, 0, 1, 3).reshape(-1, HIDDEN))
    values = {"scale": np.array(1 / 16, np.float32), "conv1.weight": kernel(w1), "conv1.bias": b1, "conv2.weight": kernel(w2),
              "conv2.bias": b2, "conv3.weight": kernel(w3), "conv3.bias": b3, "dense1.weight": dense, "dense1.bias": b4,
              "dense2.weight": w5, "dense2.bias": b5}
    make, same = helper.make_node, dict(kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    pool = dict(kernel_shape=[2, 2], strides=[2, 2])
    nodes = [
        make("Cast", ["image"], ["pixels"], "cast", to=TensorProto.FLOAT),
        make("Mul", ["pixels", "scale"], ["x0"], "scale_pixels"),
        make("Conv", ["x0", "conv1.weight", "conv1.bias"], ["c1"], "conv1", **same),
        make("Relu", ["c1"], ["x1"], "relu1"),
        make("Conv", ["x1", "conv2.weight", "conv2.bias"], ["c2"], "conv2", **same),
        make("Relu", ["c2"], ["r2"], "relu2"),
        make("MaxPool", ["r2"], ["x2"], "pool2", **pool),
        make("Conv", ["x2", "conv3.weight", "conv3.bias"], ["c3"], "conv3", **same),
        make("Relu", ["c3"], ["r3"], "relu3"),
        make("MaxPool", ["r3"], ["x3"], "pool3", **pool),
        make("Flatten", ["x3"], ["flat"], "flatten"),
        make("Gemm", ["flat", "dense1.weight", "dense1.bias"], ["d1"], "dense1"),
        make("Relu", ["d1"], ["hidden"], "relu4"),
        make("Gemm", ["hidden", "dense2.weight", "dense2.bias"], ["logits"], "dense2"),
        make("Softmax", ["logits"], ["probabilities"], "softmax", axis=1),
    ]
    graph = helper.make_graph(
        nodes, "digits", [helper.make_tensor_value_info("image", TensorProto.UINT8, ["batch", 1, 8, 8])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["batch", 10])],
        [numpy_helper.from_array(v, k) for k, v in values.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="heddle")
    onnx.checker.check_model(model)
    onnx.save(model, path)


def onnx_accuracy(path, images, labels):
    from onnx.reference import ReferenceEvaluator
    answer = ReferenceEvaluator(path).run(None, {"image": images})[0]
    return int((answer.argmax(1) == labels).sum())


def main():
    from sklearn.datasets import load_digits
    images, labels = load_digits(return_X_y=True)
    pixels = images.reshape(-1, 8, 8).astype(np.uint8)
    scaled = (pixels / 16).astype(np.float32)[..., None]
    parameters = train(scaled[:-HELD_OUT], labels[:-HELD_OUT])
    test_pixels, test_labels = pixels[-HELD_OUT:, None], labels[-HELD_OUT:].astype(np.uint8)
    right = (forward(parameters, scaled[-HELD_OUT:])[0].argmax(1) == test_labels).sum()
    export(parameters, os.path.join(HERE, "digits.onnx"))
    np.save(os.path.join(HERE, "test_images.npy"), test_pixels)
    np.save(os.path.join(HERE, "test_labels.npy"), test_labels)
    check = onnx_accuracy(os.path.join(HERE, "digits.onnx"), test_pixels, test_labels)
    print(f"held-out images right: {right} of {HELD_OUT} in numpy, {check} by ONNX's reference evaluator")


if __name__ == "__main__":
    main()
