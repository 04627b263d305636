#!/usr/bin/env python3
"""Writes the seeds of the import fuzzer: tiny models, each with another part of the format. Needs the onnx package.

    python3 test/fuzz/make_corpus.py        # writes test/fuzz/corpus/*.onnx
"""
import os

import numpy as np
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64, BOOL, STRING = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL, TensorProto.STRING
node, value = helper.make_node, helper.make_tensor_value_info


def weights(name, *shape, dtype=np.float32):
    return numpy_helper.from_array((np.arange(int(np.prod(shape))).reshape(shape) % 3).astype(dtype), name)


def model(nodes, inputs, outputs, initializers=(), opset=17, functions=(), domains=()):
    graph = helper.make_graph(nodes, "g", inputs, outputs, list(initializers))
    imports = [helper.make_opsetid("", opset)] + [helper.make_opsetid(d, 1) for d in domains]
    return helper.make_model(graph, opset_imports=imports, ir_version=8, functions=list(functions))


def convolution():
    return model([node("Conv", ["x", "w", "b"], ["c"], pads=[1, 1, 1, 1], kernel_shape=[3, 3]), node("Relu", ["c"], ["r"]),
                  node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]), node("GlobalAveragePool", ["p"], ["y"])],
                 [value("x", FLOAT, ["n", 1, 8, 8])], [value("y", FLOAT, None)], [weights("w", 2, 1, 3, 3), weights("b", 2)])


def shapes():
    return model([node("Shape", ["x"], ["s"]), node("Gather", ["s", "i"], ["d"]), node("Unsqueeze", ["d", "i"], ["u"]),
                  node("Concat", ["u", "m"], ["t"], axis=0), node("Reshape", ["x", "t"], ["y"])],
                 [value("x", FLOAT, ["n", "m", 4])], [value("y", FLOAT, None)],
                 [numpy_helper.from_array(np.array(0), "i"), numpy_helper.from_array(np.array([-1]), "m")])


def condition():
    branch = lambda op: helper.make_graph([node(op, ["x"], ["b"])], op, [], [value("b", FLOAT, None)])
    return model([node("If", ["c"], ["y"], then_branch=branch("Relu"), else_branch=branch("Neg"))],
                 [value("c", BOOL, []), value("x", FLOAT, ["n"])], [value("y", FLOAT, None)])


def loop():
    body = helper.make_graph([node("Add", ["v", "x"], ["w"]), node("Identity", ["go"], ["on"])], "body",
                             [value("k", INT64, []), value("go", BOOL, []), value("v", FLOAT, ["n"])],
                             [value("on", BOOL, []), value("w", FLOAT, ["n"])])
    return model([node("Loop", ["trips", "", "x"], ["y"], body=body)], [value("trips", INT64, []), value("x", FLOAT, ["n"])],
                 [value("y", FLOAT, None)])


def recurrent():
    return model([node("LSTM", ["x", "w", "r"], ["y", "h"], hidden_size=2)], [value("x", FLOAT, ["t", 1, 3])],
                 [value("y", FLOAT, None), value("h", FLOAT, None)], [weights("w", 1, 8, 3), weights("r", 1, 8, 2)])


def quantised():
    scale, zero = numpy_helper.from_array(np.float32(0.1), "s"), numpy_helper.from_array(np.uint8(3), "z")
    return model([node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("DequantizeLinear", ["q", "s", "z"], ["f"]),
                  node("MatMul", ["f", "w"], ["y"])], [value("x", FLOAT, ["n", 4])], [value("y", FLOAT, None)],
                 [scale, zero, weights("w", 4, 2)])


def function():
    twice = helper.make_function("f", "twice", ["a"], ["b"], [node("Add", ["a", "a"], ["b"])], [helper.make_opsetid("", 17)])
    return model([node("twice", ["x"], ["y"], domain="f")], [value("x", FLOAT, [2])], [value("y", FLOAT, None)],
                 functions=[twice], domains=["f"])


def external():
    tensor = weights("w", 2)
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, text in (("location", "../weights.bin"), ("offset", "4"), ("length", "8")):
        tensor.external_data.add(key=key, value=text)
    return model([node("Add", ["x", "w"], ["y"])], [value("x", FLOAT, [2])], [value("y", FLOAT, None)], [tensor])


def attention():
    return model([node("MatMul", ["q", "k"], ["s"]), node("Softmax", ["s"], ["p"], axis=-1), node("MatMul", ["p", "v"], ["a"]),
                  node("LayerNormalization", ["a", "g"], ["y"])],
                 [value("q", FLOAT, ["b", "s", 4]), value("k", FLOAT, ["b", 4, "s"]), value("v", FLOAT, ["b", "s", 4])],
                 [value("y", FLOAT, None)], [weights("g", 4)])


def indices():
    return model([node("TopK", ["x", "k"], ["v", "i"]), node("NonZero", ["v"], ["z"]), node("Slice", ["x", "a", "b"], ["y"])],
                 [value("x", FLOAT, ["n", 9])], [value("z", INT64, None), value("y", FLOAT, None)],
                 [numpy_helper.from_array(np.array([k]), n) for n, k in (("k", 3), ("a", 1), ("b", -1))])


def words():
    ml = dict(domain="ai.onnx.ml")
    return model([node("OneHotEncoder", ["x"], ["h"], cats_strings=["a", "b"], **ml), node("Equal", ["x", "w"], ["e"]),
                  node("LabelEncoder", ["x"], ["l"], classes_strings=["a", "b"], **ml), node("Where", ["e", "w", "x"], ["y"]),
                  node("TfIdfVectorizer", ["x"], ["t"], mode="TF", max_gram_length=2, min_gram_length=1, max_skip_count=1,
                       ngram_counts=[0, 1], ngram_indexes=[0, 1], pool_strings=["a", "b", "a"])],
                 [value("x", STRING, ["n", 3])], [value(name, FLOAT, None) for name in "hlt"] + [value("y", STRING, None)],
                 [numpy_helper.from_array(np.array(["b"], dtype=object), "w")], domains=["ai.onnx.ml"])


def trees():
    lists = dict(nodes_treeids=[0, 0, 0], nodes_nodeids=[0, 1, 2], nodes_featureids=[1, 0, 0], nodes_values=[0.5, 0, 0],
                 nodes_modes=["BRANCH_LEQ", "LEAF", "LEAF"], nodes_truenodeids=[1, 0, 0], nodes_falsenodeids=[2, 0, 0],
                 nodes_missing_value_tracks_true=[1, 0, 0], class_treeids=[0, 0], class_nodeids=[1, 2], class_ids=[0, 1],
                 class_weights=[1.0, -1.0])
    return model([node("TreeEnsembleClassifier", ["x"], ["l", "p"], classlabels_strings=["a", "b"], domain="ai.onnx.ml", **lists),
                  node("ZipMap", ["p"], ["y"], classlabels_strings=["a", "b"], domain="ai.onnx.ml")],
                 [value("x", FLOAT, ["n", 2])], [value("l", STRING, None), value("y", FLOAT, None)], domains=["ai.onnx.ml"])


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")
    for make in (convolution, shapes, condition, loop, recurrent, quantised, function, external, attention, indices, words, trees):
        with open(os.path.join(folder, make.__name__ + ".onnx"), "wb") as file:
            file.write(make().SerializeToString())


if __name__ == "__main__":
    main()
