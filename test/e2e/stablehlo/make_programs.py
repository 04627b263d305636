#!/usr/bin/env python3
"""Writes the StableHLO programs of this folder, with inputs and JAX's results: make_programs.py [NAME...]

Each program is Inputs/NAME.mlir, the text that `jax.jit(f).lower(x).as_text()` gives, and NAME.json with the tensors. Needs
jax 0.10; the tests read what it wrote and do not.
"""
import json
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
PROGRAMS = {}


def program(*inputs, grad=None):
    """Registers a function with its inputs; `grad` names the arguments whose gradients are a program, too."""
    def register(function):
        PROGRAMS[function.__name__] = (function, inputs)
        if grad is not None:
            def loss(*arguments):
                outputs = jax.tree.leaves(function(*arguments))
                return sum(jnp.sum(jnp.sin(each)) for each in outputs if jnp.issubdtype(each.dtype, jnp.floating))
            PROGRAMS[function.__name__ + "_grad"] = (jax.grad(loss, argnums=grad), inputs)
        return function
    return register


def normal(seed, *shape, scale=1.0):
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


@program(normal(1, 3, 6), normal(2, 6, 8, scale=0.5), normal(3, 8), normal(4, 8, 4, scale=0.5), grad=(1, 2, 3))
def mlp(x, w, b, v):
    return jax.nn.softmax(jax.nn.relu(x @ w + b) @ v)


@program(normal(1, 2, 8, 8, 3), normal(2, 3, 3, 3, 4, scale=0.3), normal(3, 4), normal(4, 16, 5, scale=0.3), grad=(0, 1, 3))
def cnn(image, filters, bias, weights):
    x = lax.conv_general_dilated(image, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")) + bias
    x = lax.reduce_window(jax.nn.relu(x), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") / 9
    return jax.nn.log_softmax(x.reshape(2, -1) @ weights)


@program(normal(1, 2, 4, 7, 7), normal(2, 8, 2, 3, 3, scale=0.3), normal(3, 8, 1, 3, 3, scale=0.3), grad=(0, 1, 2))
def grouped_convolutions(image, grouped, depthwise):
    names = ("NCHW", "OIHW", "NCHW")
    x = lax.conv_general_dilated(image, grouped, (2, 2), ((1, 1), (0, 2)), feature_group_count=2, dimension_numbers=names)
    x = lax.conv_general_dilated(jnp.tanh(x), depthwise, (1, 1), "SAME", rhs_dilation=(2, 1), feature_group_count=8,
                                 dimension_numbers=names)
    return lax.conv_transpose(x, jnp.flip(depthwise[:2, :, :, :], 0).reshape(1, 2, 3, 3).repeat(8, 0) * 0.1, (2, 2), "SAME",
                              dimension_numbers=("NCHW", "IOHW", "NCHW"))


def layer_norm(x, scale):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * scale


@program(normal(1, 2, 5, 8), normal(2, 3, 8, 8, scale=0.4), normal(3, 8, 8, scale=0.4), normal(4, 8, 16, scale=0.4),
         normal(5, 16, 8, scale=0.4), np.linspace(0.5, 1.5, 8, dtype=np.float32), grad=(0, 1, 2, 3, 5))
def transformer_block(x, qkv, out, up, down, scale):
    batch, time, width = x.shape
    y = layer_norm(x, scale)
    q, k, v = (jnp.einsum("btc,cd->btd", y, w).reshape(batch, time, 2, width // 2) for w in qkv)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(width // 2)
    scores = jnp.where(jnp.tril(jnp.ones((time, time), bool)), scores, -1e9)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v).reshape(x.shape)
    x = x + mixed @ out
    return x + jax.nn.gelu(layer_norm(x, scale) @ up, approximate=False) @ down


@program(normal(1, 6, 2, 4), normal(2, 2, 5), normal(3, 4, 5, scale=0.5), normal(4, 5, 5, scale=0.5), grad=(1, 2, 3))
def rnn(inputs, state, w, u):
    def step(h, x):
        h = jnp.tanh(x @ w + h @ u)
        return h, h.sum(1)
    return lax.scan(step, state, inputs)


@program(normal(1, 4, 9), np.array([[3, 1, 2, 3, 1, 0]] * 2, np.int32))
def sorts(x, keys):
    first, second, third = lax.sort((keys, -keys * 2 + jnp.arange(6, dtype=jnp.int32) % 3, keys * 10 + jnp.arange(6, dtype=jnp.int32)),
                                    num_keys=2)
    return (jnp.sort(x), jnp.argsort(x, axis=0), jnp.sort(x, axis=0, descending=True), lax.top_k(x, 3), first, second, third,
            jnp.median(x, axis=1))


@program(normal(1, 4, 9), grad=0)
def sorted_weights(x):
    return jnp.sort(x, axis=1) * jnp.arange(9, dtype=jnp.float32), lax.top_k(x, 2)[0]


@program(normal(1, 32), normal(2, 5), grad=(0, 1))
def signal(x, taps):
    filtered = jnp.convolve(x, taps, mode="same")
    frames = jnp.stack([filtered[i:i + 8] for i in range(0, 25, 4)]) * jnp.hanning(8)
    lags = jnp.stack([(filtered * jnp.roll(filtered, lag)).mean() for lag in range(4)])
    time = jnp.arange(8, dtype=jnp.float32)
    basis = jnp.cos(np.float32(np.pi / 8) * (time[:, None] + 0.5) * time)
    return jnp.log1p((frames @ basis) ** 2), lags, jnp.cumsum(x) / 32, lax.cummax(x)


@program(np.float32([0.3, 2.0, 9.0]), np.int32(1))
def control_flow(x, which):
    def newton(carry):
        guess, _ = carry
        better = 0.5 * (guess + x / guess)
        return better, jnp.max(jnp.abs(better - guess))
    root, _ = lax.while_loop(lambda carry: carry[1] > 1e-6, newton, (x, jnp.float32(1)))
    chosen = lax.switch(which, [lambda y: y + 1, lambda y: y * y, lambda y: -y], x)
    return root, chosen, lax.cond(x.sum() > 100, lambda y: y, lambda y: y[::-1], x), lax.fori_loop(0, 5, lambda i, c: c * 2 + i, which)


@program(normal(1, 6, 4), np.array([5, 0, 5, 7, -1], np.int32), normal(2, 5, 4), np.int32(4), grad=(0, 2))
def indexing(table, rows, updates, start):
    taken = table[rows]
    added = table.at[rows].add(updates)
    largest = jnp.zeros(6, jnp.float32).at[rows].max(updates[:, 0])
    window = lax.dynamic_slice(table, (start, 1), (3, 2))
    placed = lax.dynamic_update_slice(table, updates[:2, :3], (start, start))
    along = jnp.take_along_axis(table, jnp.argsort(table, axis=1), axis=1)
    windows = jax.vmap(lambda row, i: lax.dynamic_slice(row, (i,), (2,)))(table[:5], rows)
    replaced = table.at[jnp.array([1, 2]), jnp.array([3, 0])].set(7.0)
    return taken, added, largest, window, placed, along, windows, replaced, table[::-1, 1:4:2], jnp.diag(table[:4])


@program(normal(1, 3, 7), np.array([[1, -5, 0, 7], [1 << 30, -(1 << 30), 255, -1]], np.int32))
def reductions(x, i):
    return (x.sum(), x.max(1), x.min(0), x.prod(1), jnp.argmax(x, 1), jnp.argmin(x), jnp.any(x > 1, 1), jnp.all(x > -1), i.sum(),
            jnp.max(i), jnp.bitwise_and.reduce(i, axis=1), x.std(1), jnp.linalg.norm(x, axis=0),
            lax.reduce(x, np.float32(0), lambda a, b: a + b + a * b * 0, (0,)), lax.cumlogsumexp(x, 1), jnp.cumprod(x, 1, ),
            lax.cummin(x, axis=0, reverse=True))


@program(np.float32([-3.0, -1.0, -0.3, -1e-4, 0.0, 1e-5, 0.2, 0.7, 2.5, 6.0]))
def functions(x):
    y = jnp.abs(x) + 0.1
    return (jnp.expm1(x), jnp.log1p(y), jnp.cbrt(x), lax.erf(x), lax.erfc(x), lax.erf_inv(x / 7), jnp.arctan2(x, x[::-1]),
            jnp.round(x), lax.round(x * 2.5), jnp.sinh(x), jnp.cosh(x), jnp.tan(x), jnp.arcsinh(x), jnp.arccosh(y + 1),
            jnp.arctanh(x / 7), jnp.arcsin(x / 7), jnp.arccos(x / 7), jnp.sign(x), jnp.power(y, x), lax.rsqrt(y), jax.nn.sigmoid(x),
            jax.nn.softplus(x), jax.nn.elu(x), jnp.clip(x, -1, 1), jnp.isfinite(x / 0.0), jnp.logaddexp(x, x[::-1]),
            jnp.remainder(x, 0.7), jnp.trunc(x), lax.reduce_precision(x, 8, 7), x.astype(jnp.bfloat16).astype(jnp.float32))


@program(np.array([0, 1, -1, 77, 1 << 20, -(1 << 31)], np.int32), np.array([0, 1, 5, 200], np.uint8))
def integers(i, u):
    wide = i.view(jnp.uint32)
    return (i // 7, i % 7, i * 3, i & 12, i | 12, i ^ 12, ~i, i >> 3, wide >> 3, i << 2, lax.population_count(i), lax.clz(i),
            jnp.abs(i), jnp.sign(i), u + jnp.uint8(100), u // jnp.uint8(3), i.astype(jnp.int8), i.astype(jnp.float32),
            jnp.float32(3.9).astype(jnp.int32) + i, (i > 0) & (i < 100), i.view(jnp.float32) > 1e-30, jnp.power(i, 3),
            u.view(jnp.uint32), lax.bitcast_convert_type(i, jnp.uint8), jnp.maximum(i, 5))


@program(np.array([7, 42], np.uint32))
def random_numbers(key):
    a, b = jax.random.split(key)
    return (jax.random.uniform(a, (5,)), jax.random.normal(b, (4, 3)), jax.random.permutation(a, 6), jax.random.bernoulli(b, 0.3, (8,)),
            jax.random.categorical(a, jnp.log(jnp.float32([0.1, 0.6, 0.3])), shape=(4,)))


@program(normal(1, 4, 3), normal(2, 4, 4), grad=(0, 1))
def movement(x, y):
    padded = jnp.pad(x, ((1, 2), (0, 1)), constant_values=3.0)
    dilated = lax.pad(x, jnp.float32(0), ((1, -1, 2), (-1, 1, 0)))
    return (padded, dilated, jnp.roll(x, 1, 0), x.T, jnp.concatenate([x, y], 1), jnp.tile(x, (1, 2)), jnp.repeat(x, 2, 0), y[::-1, ::2],
            jnp.triu(y), jnp.stack([x[0], y[0, :3]]), jnp.broadcast_to(x[:, None, :], (4, 2, 3)), jnp.squeeze(x[None]),
            jnp.outer(x[0], y[0]), jnp.trace(y))


@program(normal(1, 3, 4), normal(2, 4, 4, scale=0.3))
def checkpointed(x, w):
    """Gradients through jax.checkpoint, a custom derivative, vmap and a nested scan."""
    @jax.custom_jvp
    def clipped(v):
        return jnp.clip(v, -1, 1)
    clipped.defjvp(lambda primals, tangents: (clipped(*primals), tangents[0]))

    def layer(h, _):
        h = jax.checkpoint(lambda a: clipped(jnp.sin(a @ w)))(h)
        return lax.scan(lambda c, row: (c + row.sum(), c), 0.0, h)[0] * 0.1 + h, None
    per_row = jax.vmap(lambda row: lax.scan(layer, row[None], None, length=3)[0].sum())
    return jax.value_and_grad(lambda a: per_row(a).sum())(x)


def tensor(value):
    """A tensor as JSON: numbers in row-major order; a float by its shortest text that reads back as the same number."""
    array = np.asarray(value)
    values = array.ravel().tolist()
    if array.dtype == np.float32:
        values = [float(str(each)) if np.isfinite(each) else str(each) for each in array.ravel()]
    return {"type": array.dtype.str[1:], "shape": list(array.shape), "values": values}


def write(name):
    function, inputs = PROGRAMS[name]
    inputs = [jnp.asarray(each) for each in inputs]
    compiled = jax.jit(function, keep_unused=True)
    with open(os.path.join(FOLDER, name + ".mlir"), "w") as file:
        file.write(compiled.lower(*inputs).as_text())
    data = {"inputs": [tensor(each) for each in inputs], "outputs": [tensor(each) for each in jax.tree.leaves(compiled(*inputs))]}
    with open(os.path.join(FOLDER, name + ".json"), "w") as file:
        lines = [f'"{key}": [\n' + ",\n".join(json.dumps(each) for each in tensors) + "]" for key, tensors in data.items()]
        file.write("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    os.makedirs(FOLDER, exist_ok=True)
    for chosen in sys.argv[1:] or PROGRAMS:
        write(chosen)
