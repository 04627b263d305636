"""onnxruntime's forms of attention against onnxruntime."""
import sys

import numpy as np

from oracle import Suite

MS = "com.microsoft"


def joined(s):
    """Attention: one product gives queries, keys and values."""
    hidden, weights, bias = s.normal(2, 4, 8), s.normal(8, 24), s.normal(24)
    flags = np.array([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32)
    for name, given in (("none", None), ("flags", flags), ("lengths", np.array([3, 2], np.int32)),
                        ("ranges", np.array([3, 4, 0, 1], np.int32))):
        s.case("attention_" + name, "Attention", [hidden, weights, bias, given], domain=MS, num_heads=2)
    s.case("attention_causal", "Attention", [hidden, weights, bias], domain=MS, num_heads=2, unidirectional=1)
    s.case("attention_past", "Attention", [hidden, weights, bias, None, s.normal(2, 2, 2, 3, 4)], 2, domain=MS,
           num_heads=2, unidirectional=1)
    multi = [hidden, hidden, s.normal(2, 4, 8), s.normal(24), flags]
    s.case("multi_head", "MultiHeadAttention", multi, domain=MS, num_heads=2)
    s.case("multi_head_bias", "MultiHeadAttention",
           [hidden, s.normal(2, 5, 8), s.normal(2, 5, 8), None, None, s.normal(2, 2, 4, 5)], domain=MS, num_heads=2)
    s.case("multi_head_open", "MultiHeadAttention", multi, domain=MS, num_heads=2, dims={0: (2, 4, "features")},
           expect="unsupported: needs the features as a number")
    integers = [s.random.integers(0, 255, shape).astype(np.uint8) for shape in ((2, 4, 8), (8, 24))]
    scale = np.float32(0.01)
    for causal in 0, 1:
        s.case(f"quantized_{causal}", "QAttention",
               [integers[0], integers[1], bias, scale, scale, None if causal else np.array([3, 2], np.int32), np.uint8(128),
                np.uint8(120)], domain=MS, constant=(1, 2, 3, 4, 6, 7), num_heads=2, unidirectional=causal)


def rotary(s):
    cosine, sine = s.normal(12, 4), s.normal(12, 4)
    places = s.random.integers(0, 12, (2, 5))
    for name, shape, at, more in (("packed", (2, 5, 16), places, {}), ("offset", (2, 5, 16), np.array([3]), {}),
                                  ("heads", (2, 3, 5, 8), places, {}), ("pairs", (2, 3, 5, 8), places, {"interleaved": 1}),
                                  ("part", (2, 5, 48), places, {"rotary_embedding_dim": 8, "num_heads": 3})):
        s.case("rotary_" + name, "RotaryEmbedding", [s.normal(*shape), at, cosine, sine], domain=MS, constant=(2, 3), **more)
    s.case("rotary_scaled", "RotaryEmbedding", [s.normal(2, 5, 16), places, cosine, sine], domain=MS, constant=(2, 3),
           scale=2.0, expect="unsupported: ragged batches and scales")


def grouped(s, name, new, past, totals, packed=False, rotary=False, bias=False, expect="ok", **attributes):
    """Four query heads for two key heads of 16 features."""
    batch, heads, keys, size = len(totals), 4, 2, 16
    inputs = [s.normal(batch, new, (heads + 2 * keys) * size), None, None] if packed else \
        [s.normal(batch, new, n * size) for n in (heads, keys, keys)]
    inputs += [s.normal(batch, keys, past, size) for _ in range(2)]
    inputs += [np.array(totals, np.int32) - 1, np.int32(max(totals))]
    inputs += [s.normal(16, 8), s.normal(16, 8)] if rotary else [None, None]
    inputs += [None, s.normal(batch, heads, new, max(totals))] if bias else []
    s.case("grouped_" + name, "GroupQueryAttention", inputs, 3, domain=MS, num_heads=heads, kv_num_heads=keys,
           constant=(7, 8), expect=expect, **attributes)


def group_queries(s):
    grouped(s, "prompt", 5, 0, [5, 5])
    grouped(s, "token", 1, 4, [5, 5])
    grouped(s, "token_ragged", 1, 4, [5, 3])
    grouped(s, "continued", 3, 4, [7])
    grouped(s, "room", 1, 9, [5, 3])
    grouped(s, "packed", 5, 0, [5, 5], packed=True)
    for interleaved in 0, 1:
        grouped(s, f"rotary_{interleaved}", 5, 0, [5, 5], rotary=True, do_rotary=1, rotary_interleaved=interleaved)
        grouped(s, f"rotary_token_{interleaved}", 1, 4, [5, 3], packed=True, rotary=True, do_rotary=1,
                rotary_interleaved=interleaved)
    grouped(s, "capped", 5, 0, [5, 5], softcap=2.0)
    grouped(s, "window", 5, 0, [5, 5], local_window_size=2)
    grouped(s, "window_token", 1, 6, [7, 7], local_window_size=3)
    grouped(s, "smooth", 5, 0, [5, 5], smooth_softmax=1)
    grouped(s, "bias", 5, 0, [5, 5], bias=True)
    grouped(s, "scaled", 5, 0, [5, 5], scale=0.7)
    grouped(s, "two_way", 5, 0, [5, 5], causal=0, expect="unsupported: two-way attention")


def main(heddle_eval):
    s = Suite(heddle_eval)
    joined(s)
    rotary(s)
    group_queries(s)
    s.run()


if __name__ == "__main__":
    main(sys.argv[1])
