"""RNN, GRU, LSTM and DynamicQuantizeLSTM against onnxruntime."""
import itertools
import sys

import numpy as np

from oracle import Suite

T, N, I, H = 4, 3, 5, 6
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


def layer(s, op, directions=1, bias=True, lengths=None, states=True, peephole=False, time=T):
    g = GATES[op]
    inputs = [s.normal(time, N, I), s.normal(directions, g * H, I) * 0.5, s.normal(directions, g * H, H) * 0.5,
              s.normal(directions, 2 * g * H) if bias else None,
              None if lengths is None else np.array(lengths, np.int32),
              s.normal(directions, N, H) if states else None]
    if op == "LSTM":
        inputs += [s.normal(directions, N, H) if states else None,
                   s.normal(directions, 3 * H) if peephole else None]
    while inputs[-1] is None:
        inputs.pop()
    return inputs


def main(heddle_eval):
    s = Suite(heddle_eval)
    for op in GATES:
        out = 3 if op == "LSTM" else 2
        for direction in "forward", "reverse", "bidirectional":
            d = 2 if direction == "bidirectional" else 1
            name = f"{op}_{direction}"
            common = dict(constant=(1, 2, 3), hidden_size=H, direction=direction)
            s.case(name, op, layer(s, op, d), out, **common)
            s.case(name + "_lengths", op, layer(s, op, d, lengths=[4, 1, 3]), out, **common)
            s.case(name + "_clip", op, layer(s, op, d), out, clip=0.3, **common)
            s.case(name + "_dynamic", op, layer(s, op, d, states=False), out, dims={0: ["T", "N", I]}, **common)
            s.case(name + "_one_step", op, layer(s, op, d, time=1, lengths=[1, 0, 1]), out, **common)
            s.case(name + "_last_only", op, layer(s, op, d, bias=False), "NY", **common)
    for linear, direction in itertools.product((0, 1), ("reverse", "bidirectional")):
        s.case(f"GRU_linear_{linear}_{direction}", "GRU", layer(s, "GRU", 2 if direction[0] == "b" else 1), 2,
               constant=(1, 2, 3), hidden_size=H, direction=direction, linear_before_reset=linear)
    s.case("GRU_linear_no_bias", "GRU", layer(s, "GRU", bias=False), 2, hidden_size=H, linear_before_reset=1)
    s.case("LSTM_peephole", "LSTM", layer(s, "LSTM", peephole=True), 3, hidden_size=H)
    s.case("LSTM_peephole_clip", "LSTM", layer(s, "LSTM", 2, peephole=True), 3, hidden_size=H, clip=0.2,
           direction="bidirectional")
    s.case("LSTM_coupled", "LSTM", layer(s, "LSTM"), 3, hidden_size=H, input_forget=1)
    s.case("LSTM_activations", "LSTM", layer(s, "LSTM"), 3, hidden_size=H, activations=["HardSigmoid", "Elu", "Affine"],
           activation_alpha=[0.3, 0.9, 0.7], activation_beta=[0.4, 0.1])
    s.case("GRU_activations", "GRU", layer(s, "GRU", 2), 2, hidden_size=H, direction="bidirectional",
           activations=["Sigmoid", "Softsign", "HardSigmoid", "Relu"])
    s.case("RNN_ThresholdedRelu", "RNN", layer(s, "RNN"), 2, hidden_size=H, activations=["ThresholdedRelu"],
           activation_alpha=[0.5])
    for activation in "Relu", "LeakyRelu", "Softplus", "Softsign", "Elu", "Sigmoid":
        s.case("RNN_" + activation, "RNN", layer(s, "RNN"), 2, hidden_size=H, activations=[activation])
    for op in GATES:
        inputs = layer(s, op, 2, lengths=[2, 4, 1])
        turned = [np.swapaxes(v, 0, 1) if i in (0, 5, 6) else v for i, v in enumerate(inputs)]
        # onnxruntime has no layout 1, so what it gives for layout 0 is turned.
        results = s.compute(*s.model(op, inputs, 2, hidden_size=H, direction="bidirectional"))
        s.case(op + "_batch_first", op, turned, 2, hidden_size=H, direction="bidirectional", layout=1,
               results=[results[0].transpose(2, 0, 1, 3), results[1].transpose(1, 0, 2)])
    quantized(s)
    s.case("negative_activation", "RNN", layer(s, "RNN"), 1, expect="unsupported: activation 'Cosine' is not supported",
           hidden_size=H, activations=["Cosine"])
    s.case("negative_activation_count", "LSTM", layer(s, "LSTM"), 1, expect="bad: 'activations' has 2 names but 3",
           hidden_size=H, activations=["Tanh", "Tanh"])
    s.case("negative_direction", "RNN", layer(s, "RNN"), 1, expect="bad: must be forward, reverse or bidirectional",
           hidden_size=H, direction="sideways")
    s.case("negative_hidden_size", "RNN", layer(s, "RNN"), 1, expect="bad: 'hidden_size' is 7", hidden_size=7)
    s.case("negative_weights", "LSTM", layer(s, "RNN"), 1, expect="bad: W has shape [1, 6, 5]", hidden_size=H)
    s.run()


def quantized(s):
    """com.microsoft's LSTM with 8-bit weights; a flipped rounding of the state is one step of its quantization."""
    for kind, (low, high), zero in ((np.int8, (-127, 127), 0), (np.uint8, (0, 255), 120)):
        for per_column in False, True:
            rows = (2, 4 * H) if per_column else (2,)
            inputs = [s.normal(T, 1, I), s.random.integers(low, high, (2, I, 4 * H)).astype(kind),
                      s.random.integers(low, high, (2, H, 4 * H)).astype(kind), s.normal(2, 8 * H), None,
                      s.normal(2, 1, H), s.normal(2, 1, H), None,
                      np.full(rows, 0.01, np.float32), np.full(rows, zero, kind),
                      np.full(rows, 0.02, np.float32), np.full(rows, zero, kind)]
            s.case(f"DynamicQuantizeLSTM_{kind.__name__}_{'columns' if per_column else 'tensor'}",
                   "DynamicQuantizeLSTM", inputs, 3, constant=(1, 2, 3, 8, 9, 10, 11), domain="com.microsoft",
                   hidden_size=H, direction="bidirectional")


if __name__ == "__main__":
    main(sys.argv[1])
