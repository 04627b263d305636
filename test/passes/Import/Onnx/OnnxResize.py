"""Resize and Upsample against onnxruntime, and against the onnx package where onnxruntime differs from the text."""
import sys

import numpy as np

from oracle import Suite


def main(heddle_eval):
    s = Suite(heddle_eval)
    x = s.normal(1, 2, 5, 7)
    for mode in "nearest", "linear", "cubic":
        for how in "half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric":
            for name, sizes in ("up", [1, 2, 9, 16]), ("down", [1, 2, 3, 4]), ("one", [1, 2, 1, 1]):
                s.case(f"{mode}_{how}_{name}", "Resize", [x, None, None, np.array(sizes, np.int64)], constant=(3,),
                       opset=18, mode=mode, coordinate_transformation_mode=how)
            s.case(f"{mode}_{how}_computed", "Resize", [x, None, None, np.array([1, 2, 9, 4], np.int64)], opset=18,
                   mode=mode, coordinate_transformation_mode=how)
            s.case(f"{mode}_{how}_symbolic", "Resize", [x, None, np.array([1, 1, 2, 3], np.float32)], constant=(2,),
                   dims={0: ["n", 2, "h", "w"]}, opset=18, mode=mode, coordinate_transformation_mode=how)
    for rounding in "round_prefer_floor", "round_prefer_ceil", "floor", "ceil":
        s.case("nearest_" + rounding, "Resize", [x, None, np.array([1, 1, 1.5, 0.6], np.float32)], constant=(2,),
               opset=18, mode="nearest", nearest_mode=rounding)
    scales = np.array([1, 1, 0.6, 1.7], np.float32)
    s.case("scales_computed", "Resize", [x, None, scales], opset=18, mode="linear")
    s.case("scales_axes", "Resize", [x, None, scales[2:]], constant=(2,), opset=18, mode="linear", axes=[3, 2])
    s.case("exclude_outside", "Resize", [x, None, scales], constant=(2,), opset=18, mode="cubic", exclude_outside=1)
    s.case("coefficient", "Resize", [x, None, scales], constant=(2,), opset=18, mode="cubic", cubic_coeff_a=-0.5)
    for mode in "linear", "cubic":
        for sizes in (3, 4), (2, 10):
            s.case(f"antialias_{mode}_{sizes[1]}", "Resize", [x, None, None, np.array(sizes, np.int64)], constant=(3,),
                   opset=18, mode=mode, antialias=1, axes=[2, 3], oracle="onnx")
            s.case(f"antialias_{mode}_{sizes[1]}_computed", "Resize", [x, None, None, np.array(sizes, np.int64)],
                   opset=18, mode=mode, antialias=1, axes=[2, 3], oracle="onnx")
    roi = np.array([0, 0, 0.2, 0.1, 1, 1, 0.7, 1.2], np.float32)
    for constant in (1, 3), (3,):
        s.case(f"crop_{len(constant)}", "Resize", [x, roi, None, np.array([1, 2, 4, 5], np.int64)], constant=constant,
               opset=18, mode="linear", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=9.0)
    for policy in "not_larger", "not_smaller":
        for constant in (3,), ():
            s.case(f"{policy}_{len(constant)}", "Resize", [x, None, None, np.array([8, 6], np.int64)],
                   constant=constant, opset=18, axes=[2, 3], keep_aspect_ratio_policy=policy)
    s.case("resize_10", "Resize", [x, np.array([1, 1, 2, 3], np.float32)], constant=(1,), opset=10)
    s.case("resize_10_linear", "Resize", [x, np.array([1, 1, 2, 3], np.float32)], constant=(1,), opset=10, mode="linear")
    s.case("upsample", "Upsample", [x, np.array([1, 1, 2, 3], np.float32)], constant=(1,), opset=9)
    s.case("upsample_7", "Upsample", [x], opset=7, mode="linear", scales=[1.0, 1.0, 2.0, 2.0])
    s.case("negative_mode", "Resize", [x, None, scales], opset=18, expect="bad: must be nearest, linear or cubic",
           mode="quintic")
    s.case("negative_both", "Resize", [x, None, scales, np.array([1, 2, 3, 4], np.int64)], opset=18,
           expect="bad: needs either scales or sizes")
    s.run()


if __name__ == "__main__":
    main(sys.argv[1])
