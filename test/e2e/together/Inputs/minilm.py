#!/usr/bin/env python3
"""Writes a sentence encoder of MiniLM's sizes as an ONNX file, and what onnxruntime computes with it.

    minilm.py FOLDER [--layers 6] [--width 384] [--heads 12] [--vocabulary 30522] [--batch 2] [--length 16]

FOLDER gets minilm.onnx, and input_0.npy (tokens), input_1.npy (mask), expected_0.npy (states, f32). Weights are drawn from a fixed
seed and scaled so that activations stay near 1 at every depth; they are named as in models that are trained. Batch and
length are open in the file. Needs numpy, onnx and onnxruntime.
"""
import argparse
import os

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper


class Encoder:
    """The graph under construction: each method adds nodes and returns the name of their result."""

    def __init__(self, width, heads):
        self.width, self.heads, self.size = width, heads, width // heads
        self.random = np.random.default_rng(1)
        self.nodes, self.constants = [], {}

    def constant(self, name, value):
        self.constants[name] = np.asarray(value)
        return name

    def op(self, kind, *operands, **attributes):
        result = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(operands), [result], **attributes))
        return result

    def scalar(self, value):
        return self.constant(f"number_{value}", np.float32(value))

    def linear(self, x, name, rows, columns):
        weight = self.random.standard_normal((rows, columns)) / np.sqrt(rows)
        product = self.op("MatMul", x, self.constant(name + ".weight", weight.astype(np.float32)))
        bias = 0.1 * self.random.standard_normal(columns)
        return self.op("Add", product, self.constant(name + ".bias", bias.astype(np.float32)))

    def normalize(self, x, name):
        gain = 1 + 0.1 * self.random.standard_normal(self.width)
        return self.op("LayerNormalization", x, self.constant(name + ".weight", gain.astype(np.float32)),
                       self.constant(name + ".bias", np.zeros(self.width, np.float32)), epsilon=1e-12)

    def embed(self, ids, name, count):
        table = self.random.standard_normal((count, self.width))
        return self.op("Gather", self.constant(name + ".weight", table.astype(np.float32)), ids)

    def heads_of(self, x):
        shape = self.constant("split_heads", np.array([0, 0, self.heads, self.size]))
        return self.op("Transpose", self.op("Reshape", x, shape), perm=[0, 2, 1, 3])

    def attention(self, x, bias, name):
        query, key, value = (self.heads_of(self.linear(x, f"{name}.{part}", self.width, self.width)) for part in ("query", "key", "value"))
        scores = self.op("MatMul", query, self.op("Transpose", key, perm=[0, 1, 3, 2]))
        scores = self.op("Add", self.op("Mul", scores, self.scalar(self.size**-0.5)), bias)
        context = self.op("Transpose", self.op("MatMul", self.op("Softmax", scores, axis=-1), value), perm=[0, 2, 1, 3])
        joined = self.op("Reshape", context, self.constant("join_heads", np.array([0, 0, self.width])))
        return self.linear(joined, name + ".output", self.width, self.width)

    def gelu(self, x):
        erf = self.op("Erf", self.op("Mul", x, self.scalar(0.5**0.5)))
        return self.op("Mul", self.op("Mul", x, self.scalar(0.5)), self.op("Add", erf, self.scalar(1.0)))

    def layer(self, x, bias, name):
        x = self.normalize(self.op("Add", x, self.attention(x, bias, name + ".attention")), name + ".attention.norm")
        hidden = self.gelu(self.linear(x, name + ".intermediate", self.width, 4 * self.width))
        return self.normalize(self.op("Add", x, self.linear(hidden, name + ".output", 4 * self.width, self.width)), name + ".norm")

    def build(self, layers, vocabulary):
        """Tokens and mask (1: look at it) of batch × length to states of batch × length × width."""
        length = self.op("Gather", self.op("Shape", "input_ids"), self.constant("one", np.array(1)))
        places = self.op("Range", self.constant("zero", np.array(0)), length, "one")
        x = self.op("Add", self.embed("input_ids", "embeddings.word", vocabulary), self.embed(places, "embeddings.position", 512))
        x = self.normalize(x, "embeddings.norm")
        hidden = self.op("Sub", self.scalar(1.0), self.op("Cast", "attention_mask", to=TensorProto.FLOAT))
        bias = self.op("Unsqueeze", self.op("Mul", hidden, self.scalar(-1e4)), self.constant("axes", np.array([1, 2])))
        for i in range(layers):
            x = self.layer(x, bias, f"encoder.{i}")
        self.nodes.append(helper.make_node("Identity", [x], ["states"]))

        tokens = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in ("input_ids", "attention_mask")]
        states = helper.make_tensor_value_info("states", TensorProto.FLOAT, ["batch", "length", self.width])
        constants = [numpy_helper.from_array(value, name) for name, value in self.constants.items()]
        graph = helper.make_graph(self.nodes, "minilm", tokens, [states], constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    for name, value in dict(layers=6, width=384, heads=12, vocabulary=30522, batch=2, length=16).items():
        parser.add_argument("--" + name, type=int, default=value)
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)

    model = Encoder(arguments.width, arguments.heads).build(arguments.layers, arguments.vocabulary)
    onnx.checker.check_model(model)
    path = os.path.join(arguments.folder, "minilm.onnx")
    onnx.save(model, path)

    random = np.random.default_rng(2)
    ids = random.integers(0, arguments.vocabulary, (arguments.batch, arguments.length))
    mask = np.ones_like(ids)
    mask[-1, arguments.length - 5:] = 0
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    states = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
    for name, value in dict(input_0=ids, input_1=mask, expected_0=states).items():
        np.save(os.path.join(arguments.folder, name + ".npy"), value)


main()
