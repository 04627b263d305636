#!/usr/bin/env python3
"""Times contraction kernels against what the core can do, in turns.

usage: kernels.py [--heddle build/bin/heddle] [--target x86-64-v3,x86-64-v4] [--set gemm,thin,resnet,mobilenet,bert]
                  [--rounds 20] [--wanted 0.9] [--spills]

Every shape is compiled to a library of one kernel by `heddle compile`. In each round the multiply-add rate and every kernel
are measured once; the best of all rounds counts, since neighbours disturb timings. Exit status 1 if a product of the
set `gemm` stays below --wanted of the rate. With --spills it is also said how often the innermost loops refer to the stack.
"""
import argparse
import array
import ctypes
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# (rows, depth, columns), and (height = width, channels, output channels, window, stride).
GEMM = [(m, k, n) for m, k, n in [(256, 256, 256), (384, 384, 384), (512, 512, 512), (768, 768, 768), (1024, 1024, 1024),
                                  (1000, 1000, 1000), (300, 300, 300), (257, 259, 261)]]
BERT = [(128, 768, 768), (128, 768, 3072), (128, 3072, 768), (384, 768, 768), (384, 768, 3072), (384, 3072, 768)]
THIN = [(m, 768, 3072) for m in (1, 2, 3, 4, 8, 16, 32)] + [(512, 512, n) for n in (8, 10, 16, 24, 48)]
RESNET = [(224, 3, 64, 7, 2), (56, 64, 64, 1, 1), (56, 64, 64, 3, 1), (56, 64, 256, 1, 1), (56, 256, 64, 1, 1),
          (56, 256, 512, 1, 2), (56, 128, 128, 3, 2), (28, 128, 128, 3, 1), (28, 128, 512, 1, 1), (28, 512, 128, 1, 1),
          (14, 256, 256, 3, 1), (14, 256, 1024, 1, 1), (14, 1024, 256, 1, 1), (7, 512, 512, 3, 1), (7, 512, 2048, 1, 1),
          (7, 2048, 512, 1, 1)]
MOBILENET = [(224, 3, 32, 3, 2), (112, 32, 16, 1, 1), (56, 24, 144, 1, 1), (28, 144, 32, 1, 1), (14, 96, 576, 1, 1),
             (14, 576, 96, 1, 1), (7, 160, 960, 1, 1), (7, 320, 1280, 1, 1)]


class Shape:
    """One kernel: its name, floating-point operations, and the tensors of y = max(x (*) weights + bias, 0)."""

    def __init__(self, group, sizes):
        self.group = group
        if len(sizes) == 3:
            m, k, n = sizes
            self.name, self.flops = f"{m}x{k}x{n}", 2.0 * m * k * n
            self.x, self.weights, self.y = (m, k), (k, n), (m, n)
            self.op = 'graph.contract "mk,kn->mn" %x, %w'
        else:
            size, channels, outputs, window, stride = sizes
            pad = (window - 1) // 2
            out = (size + 2 * pad - window) // stride + 1
            self.name = f"{size}x{size} {channels}->{outputs}, {window}x{window}/{stride}"
            self.flops = 2.0 * out * out * channels * outputs * window * window
            self.x, self.y = (1, size, size, channels), (1, out, out, outputs)
            self.weights = (window, window, channels, outputs)
            self.op = (f"graph.conv %x, %w strides [{stride}, {stride}] dilations [1, 1] "
                       f"pads [{pad}, {pad}], [{pad}, {pad}] groups 1")

    def module(self):
        x, weights, y, bias = (tensor(sizes) for sizes in (self.x, self.weights, self.y, self.y[-1:]))
        data = array.array("f", noise(self.weights)).tobytes().hex()
        return f"""func.func @main(%x: {x} {{graph.name = "x"}}, %b: {bias} {{graph.name = "b"}}) -> ({y} {{graph.name = "y"}}) {{
  %w = graph.constant dense_resource<w> : {weights}
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = {self.op} : {x}, {weights}
  %1 = graph.add %0, %b : {y}, {bias}
  %2 = graph.max %1, %zero : {y}, tensor<f32>
  return %2 : {y}
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{data}" }} }} #-}}
"""


def tensor(sizes):
    return "tensor<" + "".join(f"{size}x" for size in sizes) + "f32>"


def count(sizes):
    total = 1
    for size in sizes:
        total *= size
    return total


def noise(sizes):
    generator = random.Random(count(sizes))
    some = [generator.uniform(-1, 1) for _ in range(1021)]
    return [some[i % 1021] for i in range(count(sizes))]


def aligned(values):
    buffer = ctypes.create_string_buffer(4 * len(values) + 64)
    start = (ctypes.addressof(buffer) + 63) // 64 * 64
    ctypes.memmove(start, array.array("f", values).tobytes(), 4 * len(values))
    return start, buffer


class SessionOptions(ctypes.Structure):
    """The front of heddle_session_options_t."""
    _fields_ = [("struct_bytes", ctypes.c_size_t), ("threads", ctypes.c_uint32), ("spin_micros", ctypes.c_uint32)]


class Kernel:
    """A compiled shape, loaded, with its tensors."""

    def __init__(self, shape, target, folder, heddle, number):
        self.shape, self.target, self.best = shape, target, float("inf")
        source, library, prefix = folder / f"k{number}.mlir", folder / f"k{number}.so", f"k{number}"
        source.write_text(shape.module())
        command = [heddle, "compile", source, "--target", target]
        subprocess.run([*command, "-o", library, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        self.assembly = lambda: subprocess.run([*command, "--emit", "asm", "-o", "-"], check=True, capture_output=True,
                                               text=True).stdout
        loaded = ctypes.CDLL(str(library))
        options, session = SessionOptions(ctypes.sizeof(SessionOptions), 1, 100), ctypes.c_void_p()
        status = getattr(loaded, prefix + "_session_create")(ctypes.byref(options), ctypes.byref(session), None)
        if status:
            sys.exit(f"{shape.name}: no session (status {status})")
        self.run, self.session = ctypes.cast(getattr(loaded, prefix + "_run"), ctypes.c_void_p), session
        self.memory = [aligned(noise(sizes)) for sizes in (shape.x, shape.y[-1:], shape.y)]

    def measure(self, peak, repeats):
        took = peak.seconds_of_run(self.run, self.session, *(ctypes.c_void_p(start) for start, _ in self.memory), repeats)
        self.best = min(self.best, took)


def spills(assembly):
    """References to the stack in innermost loops that multiply and add."""
    lines, labels, found = assembly.split("\n"), {}, 0
    for i, line in enumerate(lines):
        if label := re.match(r"(\.L\w+):", line):
            labels[label.group(1)] = i
        jump = re.match(r"\s+j\w+\s+(\.L\w+)", line)
        if jump and jump.group(1) in labels:
            body = lines[labels[jump.group(1)]:i]
            inner = not any(re.match(r"\s+j\w+\s", other) for other in body)
            if inner and any("vfmadd" in other for other in body):
                found += sum("(%rsp" in other for other in body)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", default=HERE.parents[1] / "build/bin/heddle", type=Path)
    parser.add_argument("--target", default="x86-64-v3,x86-64-v4")
    parser.add_argument("--set", default="gemm,bert,resnet")
    parser.add_argument("--rounds", default=20, type=int)
    parser.add_argument("--wanted", default=0.9, type=float)
    parser.add_argument("--spills", action="store_true")
    arguments = parser.parse_args()

    sets = {"gemm": GEMM, "bert": BERT, "thin": THIN, "resnet": RESNET, "mobilenet": MOBILENET}
    shapes = [Shape(name, sizes) for name in arguments.set.split(",") for sizes in sets[name]]
    has512 = "avx512f" in Path("/proc/cpuinfo").read_text()
    targets = [target for target in arguments.target.split(",") if has512 or target != "x86-64-v4"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["clang-22", "-O2", "-shared", "-fPIC", HERE / "kernels_peak.c", "-o", folder / "peak.so"], check=True)
        peak = ctypes.CDLL(str(folder / "peak.so"))
        for function in (peak.fma_rate_256, peak.fma_rate_512, peak.seconds_of_run):
            function.restype = ctypes.c_double
        pairs = [(shape, target) for target in targets for shape in shapes]
        kernels = [Kernel(*pair, folder, arguments.heddle, i) for i, pair in enumerate(pairs)]
        rates = {"x86-64-v3": 0.0, "x86-64-v4": 0.0, "native": 0.0}
        for _ in range(arguments.rounds):
            narrow, wide = peak.fma_rate_256(), peak.fma_rate_512() if has512 else 0.0
            for target, rate in (("x86-64-v3", narrow), ("x86-64-v4", wide), ("native", max(narrow, wide))):
                rates[target] = max(rates[target], rate)
            for kernel in kernels:
                kernel.measure(peak, max(1, round(1e8 / kernel.shape.flops)))
        sys.exit(report(kernels, rates, arguments))


def report(kernels, rates, arguments):
    """Prints a line per kernel; 1 if a matrix product is too slow."""
    slow = False
    for kernel in kernels:
        rate = kernel.shape.flops / kernel.best
        ratio = rate / rates[kernel.target]
        isSlow = kernel.shape.group == "gemm" and ratio < arguments.wanted
        slow |= isSlow
        stack = f"  {spills(kernel.assembly())} stack references" if arguments.spills else ""
        print(f"{kernel.target:10} {kernel.shape.group:9} {kernel.shape.name:28} {1e6 * kernel.best:9.1f} us {rate / 1e9:7.1f} GFLOP/s "
              f"{100 * ratio:5.1f} % of {rates[kernel.target] / 1e9:.1f}{stack}{'  BELOW' if isSlow else ''}")
    return int(slow)


if __name__ == "__main__":
    main()
