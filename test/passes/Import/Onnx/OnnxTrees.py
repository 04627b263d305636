"""Decision trees and optimizer steps: small trees written by hand, whose answers are plain to see."""
import sys

import numpy as np

from oracle import Suite

ML = "ai.onnx.ml"
# Two trees: x[0] <= 1 ? leaf : (x[1] < 0 ? leaf : leaf), and a single leaf.
NODES = dict(nodes_treeids=[0, 0, 0, 0, 0, 1], nodes_nodeids=[0, 1, 2, 3, 4, 0], nodes_featureids=[0, 0, 1, 0, 0, 0],
             nodes_values=[1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
             nodes_modes=["BRANCH_LEQ", "LEAF", "BRANCH_LT", "LEAF", "LEAF", "LEAF"],
             nodes_truenodeids=[1, 0, 3, 0, 0, 0], nodes_falsenodeids=[2, 0, 4, 0, 0, 0])
X = np.array([[0, 5], [1, -1], [2, -3], [2, 0], [np.nan, 1]], np.float32)


def votes(prefix, ids, weights):
    return {f"{prefix}_treeids": [0, 0, 0, 1], f"{prefix}_nodeids": [1, 3, 4, 0], f"{prefix}_ids": ids,
            f"{prefix}_weights": weights}


def main(heddle_eval):
    s = Suite(heddle_eval)
    for how in "NONE", "LOGISTIC", "SOFTMAX":
        s.case("classes_" + how, "TreeEnsembleClassifier", [X], 2, domain=ML, post_transform=how,
               classlabels_int64s=[7, 8, 9], **NODES, **votes("class", [0, 1, 2, 1], [1.0, 2.0, 3.0, 0.5]))
    s.case("base", "TreeEnsembleClassifier", [X], 2, domain=ML, classlabels_int64s=[7, 8, 9],
           base_values=[0.5, 1.0, 0.0], **NODES, **votes("class", [0, 1, 2, 1], [1.0, 2.0, 3.0, 0.5]))
    for target in 0, 1:  # votes for one of two classes have rules of their own
        for name, weights in ("probability", [0.1, 0.7, 0.2, 0.2]), ("signed", [-1.0, 0.7, 0.2, 0.2]):
            for how in "NONE", "LOGISTIC":
                s.case(f"{name}_{target}_{how}", "TreeEnsembleClassifier", [X], 2, domain=ML, post_transform=how,
                       classlabels_int64s=[3, 4], **NODES, **votes("class", [target] * 4, weights))
    s.case("negative_softmax", "TreeEnsembleClassifier", [X], 2, domain=ML, post_transform="SOFTMAX",
           expect="unsupported: post_transform SOFTMAX", classlabels_int64s=[3, 4], **NODES,
           **votes("class", [0] * 4, [1.0, 2.0, 3.0, 4.0]))
    for join in "SUM", "AVERAGE":
        s.case("values_" + join, "TreeEnsembleRegressor", [X], domain=ML, aggregate_function=join, n_targets=2, **NODES,
               **votes("target", [0, 1, 0, 1], [1.0, 2.0, 3.0, 0.5]))
    s.case("missing", "TreeEnsembleRegressor", [X], domain=ML, n_targets=1,
           nodes_missing_value_tracks_true=[1, 0, 0, 0, 0, 0], **NODES,
           **votes("target", [0, 0, 0, 0], [1.0, 2.0, 3.0, 0.5]))
    s.case("binarizer", "Binarizer", [X[:4]], domain=ML, threshold=0.5)
    s.case("features", "ArrayFeatureExtractor", [X[:4], np.array([1, 0, 1])], domain=ML)
    cycle = dict(NODES, nodes_modes=["BRANCH_LEQ", "BRANCH_LEQ", "BRANCH_LT", "LEAF", "LEAF", "LEAF"],
                 nodes_truenodeids=[1, 0, 3, 0, 0, 0])
    s.case("negative_cycle", "TreeEnsembleRegressor", [X], domain=ML, expect="bad: its own ancestor", n_targets=1, **cycle,
           **votes("target", [0, 0, 0, 0], [1.0, 2.0, 3.0, 0.5]))
    s.case("negative_mode", "TreeEnsembleRegressor", [X], domain=ML, expect="unsupported: 'BRANCH_ODD'", n_targets=1,
           **dict(NODES, nodes_modes=["BRANCH_ODD"] * 6), **votes("target", [0, 0, 0, 0], [1.0, 2.0, 3.0, 0.5]))
    s.case("negative_feature", "TreeEnsembleRegressor", [X[:, :1]], domain=ML, expect="bad: feature 1 of 1", n_targets=1,
           **NODES, **votes("target", [0, 0, 0, 0], [1.0, 2.0, 3.0, 0.5]))
    optimizers(s)
    s.run()


def optimizers(s):
    """Steps of ai.onnx.preview.training for two tensors at once."""
    common = dict(domain="ai.onnx.preview.training", oracle="onnx", norm_coefficient=0.1)
    tensors = [s.normal(*shape) for _ in range(4) for shape in ((2, 3), (4,))]
    tensors[6:] = [np.abs(t) for t in tensors[6:]]
    for taken in 0, 3:
        start = [np.array(0.1, np.float32), np.array(taken)]
        s.case(f"adam_{taken}", "Adam", start + tensors, 6, norm_coefficient_post=0.01, **common)
        s.case(f"adagrad_{taken}", "Adagrad", start + tensors[:4] + tensors[6:], 4, decay_factor=0.2, **common)
        for mode in "standard", "nesterov":
            s.case(f"momentum_{mode}_{taken}", "Momentum", start + tensors[:6], 4, mode=mode, alpha=0.9, beta=0.8,
                   **common)


if __name__ == "__main__":
    main(sys.argv[1])
