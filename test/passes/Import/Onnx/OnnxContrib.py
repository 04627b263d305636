"""onnxruntime's fused operators against onnxruntime."""
import sys

import numpy as np

from oracle import Suite

MS = "com.microsoft"


def main(heddle_eval):
    s = Suite(heddle_eval)
    x, skip = s.normal(2, 3, 8), s.normal(2, 3, 8)
    s.case("matmul", "FusedMatMul", [s.normal(2, 5, 3), s.normal(2, 4, 5)], domain=MS, transA=1, transB=1, alpha=0.5)
    image, filter = s.normal(1, 3, 6, 6), s.normal(4, 3, 3, 3)
    for activation, parameters in ("Relu", []), ("LeakyRelu", [0.2]), ("Clip", [-0.5, 0.5]), ("HardSigmoid", [0.3, 0.4]):
        more = {"activation_params": parameters} if parameters else {}
        s.case("conv_" + activation, "FusedConv", [image, filter, s.normal(4)], domain=MS, pads=[1, 1, 1, 1],
               activation=activation, **more)
    s.case("gemm", "FusedGemm", [s.normal(3, 4), s.normal(5, 4), s.normal(5)], domain=MS, transB=1, alpha=0.5,
           activation="Relu")
    s.case("gelu", "Gelu", [x], domain=MS)
    s.case("bias_gelu", "BiasGelu", [x, s.normal(8)], domain=MS)
    s.case("fast_gelu", "FastGelu", [x, s.normal(8)], domain=MS)
    s.case("quick_gelu", "QuickGelu", [x], domain=MS)
    s.case("simplified", "SimplifiedLayerNormalization", [x, s.normal(8)], axis=-1, epsilon=1e-5)
    s.case("skip", "SkipLayerNormalization", [x, skip, s.normal(8), s.normal(8), s.normal(8)], "YNNY", domain=MS)
    s.case("skip_simplified", "SkipSimplifiedLayerNormalization", [x, skip, s.normal(8), s.normal(8)], "YNNY",
           domain=MS)
    ids = s.random.integers(0, 9, (2, 4)).astype(np.int32)
    mask = np.array([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32)
    s.case("embed", "EmbedLayerNormalization",
           [ids, (ids % 2).astype(np.int32), s.normal(9, 8), s.normal(4, 8), s.normal(2, 8), s.normal(8), s.normal(8),
            mask], 2, domain=MS)
    hidden, weights, bias = s.normal(2, 4, 8), s.normal(8, 24), s.normal(24)
    for name, given in ("none", None), ("flags", mask), ("lengths", np.array([3, 2], np.int32)):
        s.case("attention_" + name, "Attention", [hidden, weights, bias, given], domain=MS, num_heads=2)
    s.case("attention_causal", "Attention", [hidden, weights, bias], domain=MS, num_heads=2, unidirectional=1)
    s.case("multi_head", "MultiHeadAttention", [hidden, hidden, s.normal(2, 4, 8), s.normal(24), mask], domain=MS,
           num_heads=2)
    s.case("multi_head_bias", "MultiHeadAttention",
           [hidden, s.normal(2, 5, 8), s.normal(2, 5, 8), None, None, s.normal(2, 2, 4, 5)], domain=MS, num_heads=2)
    s.case("negative_activation", "FusedConv", [image, filter], domain=MS, expect="unsupported: 'Cosine'",
           activation="Cosine")
    s.run()


if __name__ == "__main__":
    main(sys.argv[1])
