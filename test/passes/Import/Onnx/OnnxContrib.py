"""onnxruntime's fused operators against onnxruntime."""
import math
import sys

import numpy as np

from oracle import Suite

MS = "com.microsoft"


def normalized(x, scale, bias, groups):
    """[N, C, H, W] in groups of channels."""
    parts = x.reshape(x.shape[0], groups, -1).astype(np.float64)
    parts = (parts - parts.mean(-1, keepdims=True)) / np.sqrt(parts.var(-1, keepdims=True) + 1e-5)
    return (parts.reshape(x.shape) * scale[:, None, None] + bias[:, None, None]).astype(np.float32)


def diffusion(s):
    """Operators of diffusion models, which onnxruntime has on GPUs alone: their texts spelled out."""
    x, bias, skip = s.normal(2, 5, 12), s.normal(12), s.normal(2, 5, 12)
    s.case("bias_add", "BiasAdd", [x, bias, skip], domain=MS, results=[x + bias + skip])
    left, right = np.split(x + bias, 2, -1)
    gelu = right * (1 + np.vectorize(math.erf)(right / math.sqrt(2))) / 2
    s.case("bias_split_gelu", "BiasSplitGelu", [x, bias], domain=MS, results=[(left * gelu).astype(np.float32)])
    image, scale, shift = s.normal(2, 6, 5, 4), s.normal(6), s.normal(6)
    wanted = normalized(image, scale, shift, 3)
    last = lambda v: np.ascontiguousarray(np.moveaxis(v, 1, -1))
    s.case("group_norm", "GroupNorm", [last(image), scale, shift], domain=MS, groups=3, results=[last(wanted)])
    s.case("group_norm_first", "GroupNorm", [image, scale, shift], domain=MS, groups=3, channels_last=0, activation=1,
           results=[wanted / (1 + np.exp(-wanted))])
    for name, shape in ("full", (2, 6, 5, 4)), ("rows", (2, 6)):
        more = s.normal(*shape)
        total = image + (more if name == "full" else more[:, :, None, None]) + scale[:, None, None]
        s.case("skip_group_norm_" + name, "SkipGroupNorm",
               [last(image), scale, shift, last(more) if name == "full" else more, scale], 2, domain=MS, groups=2,
               results=[last(normalized(total, scale, shift, 2)), last(total)])
    filter = s.normal(4, 6, 3, 2)
    model, feeds = Suite.model("Conv", [image, filter], pads=[1, 0, 1, 0])
    wanted = last(Suite.compute(model, feeds)[0])
    for name, given in ("first", filter), ("last", last(filter)):
        s.case("nhwc_conv_" + name, "NhwcConv", [last(image), given], domain=MS, constant=(1,), pads=[1, 0, 1, 0],
               results=[wanted])
    s.case("nhwc_conv_either", "NhwcConv", [last(image), s.normal(4, 6, 6, 6)], domain=MS, constant=(1,),
           expect="unsupported: does not tell where its channels are")


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
    s.case("embed_sum", "EmbedLayerNormalization",
           [ids, None, s.normal(9, 8), s.normal(4, 8), None, s.normal(8), s.normal(8), None, ids % 4], 3, domain=MS,
           mask_index_type=0)
    s.case("embed_without", "EmbedLayerNormalization", [ids], domain=MS, expect="bad: misses an embedding")
    for flags in (1, 0), (0, 1), (1, 1):
        given = {"transBatchA": 1, "transA": flags[0]}
        a = s.normal(*((5, 2, 3) if flags[0] else (3, 2, 5)))
        b = s.normal(*((5, 2, 7) if flags[1] else (2, 5, 7)))
        s.case(f"matmul_batch_{flags[0]}{flags[1]}", "FusedMatMul", [a, b], domain=MS, transBatchB=flags[1], **given)
    s.case("transpose_matmul", "TransposeMatMul", [s.normal(3, 5), s.normal(7, 5)], domain=MS, transB=1, alpha=2.0)
    s.case("distances", "CDist", [s.normal(3, 5), s.normal(4, 5)], domain=MS, metric="euclidean")
    s.case("squares", "CDist", [s.normal(3, 5), s.normal(4, 5)], domain=MS, metric="sqeuclidean")
    for name, matrices in (("well", s.normal(2, 5, 5) + 3 * np.eye(5)), ("zero_pivot", np.eye(3)[[1, 2, 0]] * 2)):
        s.case("inverse_" + name, "Inverse", [matrices.astype(np.float32)], domain=MS)
    diffusion(s)
    s.case("negative_activation", "FusedConv", [image, filter], domain=MS, expect="unsupported: 'Cosine'",
           activation="Cosine")
    s.run()


if __name__ == "__main__":
    main(sys.argv[1])
