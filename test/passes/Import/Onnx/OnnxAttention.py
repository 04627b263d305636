"""Attention and its relatives. The oracle is the onnx package: onnxruntime lacks the newest versions."""
import sys

import numpy as np
from onnx import TensorProto, helper

from oracle import Suite


def main(heddle_eval):
    s = Suite(heddle_eval)
    q, k, v = s.normal(2, 4, 3, 8), s.normal(2, 2, 5, 8), s.normal(2, 2, 5, 6)
    for name, more in (("plain", {}), ("causal", {"is_causal": 1}), ("softcap", {"softcap": 2.0}),
                       ("scale", {"scale": 0.2})):
        s.case("grouped_" + name, "Attention", [q, k, v], opset=23, oracle="onnx", **more)
        s.case("dynamic_" + name, "Attention", [q, k, v], opset=23, oracle="onnx", **more,
               dims={0: ["b", 4, "q", 8], 1: ["b", 2, "k", 8], 2: ["b", 2, "k", 6]})
    flags = s.random.integers(0, 2, (2, 4, 3, 5)).astype(bool)
    flags[0, 1, 2] = False
    s.case("flags", "Attention", [q, k, v, flags], opset=23, oracle="onnx")
    s.case("numbers", "Attention", [q, k, v, s.normal(3, 5)], opset=23, oracle="onnx", is_causal=1)
    past = [s.normal(2, 2, 4, 8), s.normal(2, 2, 4, 6)]
    for mode in range(4):
        s.case(f"past_{mode}", "Attention", [q, k, v, s.normal(3, 9)] + past, 4, opset=23, oracle="onnx", is_causal=1,
               qk_matmul_output_mode=mode, **({"softcap": 1.5} if mode else {}))  # the oracle caps what mode 0 shows
    packed = [x.transpose(0, 2, 1, 3).reshape(2, x.shape[2], -1) for x in (q, k, v)]
    s.case("packed", "Attention", packed, opset=23, oracle="onnx", q_num_heads=4, kv_num_heads=2)
    for heads, x in ((0, q), (4, packed[0])):
        for interleaved in 0, 1:
            for turned in 0, 4:
                half = (turned or 8) // 2
                more = {"num_heads": heads} if heads else {}
                s.case(f"rotary_{heads}_{interleaved}_{turned}", "RotaryEmbedding",
                       [x, s.normal(10, half), s.normal(10, half), s.random.integers(0, 10, (2, 3))], opset=23,
                       oracle="onnx", interleaved=interleaved, rotary_embedding_dim=turned, **more)
    cache, update = s.normal(2, 3, 6, 4), s.normal(2, 3, 2, 4)
    for mode, start in ("linear", [1, 4]), ("circular", [3, 5]):
        s.case("scatter_" + mode, "TensorScatter", [cache, update, np.array(start)], opset=24, oracle="onnx", mode=mode)
    for name in "score_mod", "prob_mod":
        ends = [helper.make_tensor_value_info(end, TensorProto.FLOAT, None) for end in ("in", "out")]
        graph = helper.make_graph([helper.make_node("Tanh", ["in"], ["out"])], "modifier", ends[:1], ends[1:])
        s.case("flex_" + name, "FlexAttention", [q, k, v], opset=26, domain="ai.onnx.preview", oracle="onnx",
               **{name: graph})
    s.case("negative_heads", "Attention", packed, opset=23, expect="bad: q_num_heads")
    s.case("negative_ratio", "Attention", [s.normal(2, 3, 3, 8), k, v], opset=23, expect="bad: 3 query heads, 2 key heads")
    s.run()


if __name__ == "__main__":
    main(sys.argv[1])
