"""ConvTranspose against onnxruntime: windows shorter, as long and longer than strides, what is cut and what is added."""
import sys

from oracle import Suite


def main(heddle_eval):
    s = Suite(heddle_eval)

    def case(name, spatial, window, inputs=3, outputs=2, groups=1, bias=True, **attributes):
        x = s.normal(2, inputs, *spatial)
        operands = [x, s.normal(inputs, outputs // groups, *window)] + ([s.normal(outputs)] if bias else [])
        s.case(name, "ConvTranspose", operands, constant=tuple(range(1, len(operands))), group=groups, **attributes)
        s.case(name + "_symbolic", "ConvTranspose", operands, constant=tuple(range(1, len(operands))), group=groups,
               dims={0: ["n", inputs] + [f"d{i}" for i in range(len(spatial))]}, **attributes)

    case("one_tap", [4, 5], [2, 2], strides=[2, 2])
    case("one_tap_no_bias", [4, 5], [2, 2], bias=False, strides=[2, 2])
    case("one_output", [4, 5], [2, 3], outputs=1, strides=[2, 3])
    case("window_shorter_than_stride", [4, 5], [1, 2], strides=[2, 3])
    case("window_longer_than_stride", [4, 5], [3, 4], strides=[2, 2], pads=[1, 1, 0, 2])
    case("taps_in_one_dimension", [4, 5], [3, 2], strides=[2, 2])
    case("stride_in_one_dimension", [4, 5], [3, 2], strides=[1, 2])
    case("line", [6], [16], strides=[8], pads=[4, 4])
    case("volume", [2, 3, 4], [3, 2, 4], strides=[2, 2, 3])
    case("output_padding", [4, 5], [3, 3], strides=[2, 2], pads=[1, 1, 1, 1], output_padding=[1, 1])
    case("output_padding_beyond_taps", [4, 5], [2, 2], strides=[2, 2], output_padding=[1, 0])
    case("dilations", [4, 5], [2, 2], strides=[2, 2], dilations=[2, 1])
    case("groups", [4, 5], [2, 3], inputs=4, outputs=6, groups=2, strides=[2, 2])
    case("stride_one", [4, 5], [3, 3], pads=[1, 1, 1, 1])
    case("same_upper", [4, 5], [3, 3], strides=[2, 2], auto_pad="SAME_UPPER")
    case("same_lower", [4, 5], [4, 3], strides=[3, 2], auto_pad="SAME_LOWER")
    case("single_place", [1, 1], [3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    s.run()


if __name__ == "__main__":
    main(sys.argv[1])
