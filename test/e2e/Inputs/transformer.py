#!/usr/bin/env python3
"""Writes a small text encoder in the form that the importer gives one: transformer.py [--type f16] > transformer.mlir

Embeddings of tokens and positions, two layers of attention with an additive mask and a feed-forward part with GELU, each with its
residual and layer normalisation: MiniLM with a hidden size of 64 and four heads. Batch and sequence are open. The weights are
random and the same at every call; arithmetic is in one type, the result f32.
"""
import argparse
import math
import random
import struct

HIDDEN, HEADS, INNER, VOCABULARY, LONGEST, LAYERS = 64, 4, 256, 100, 48, 2


class Graph:
    """The body of @main. `self.types` has shape and element type of every value."""

    def __init__(self, dtype):
        self.dtype, self.random = dtype, random.Random(1)
        self.lines, self.types = [], {}

    def type_of(self, shape, dtype=None):
        dtype = dtype or self.dtype
        sizes = "".join(f"{dim if isinstance(dim, int) else '?'}x" for dim in shape)
        if all(isinstance(dim, int) for dim in shape):
            return f"tensor<{sizes}{dtype}>"
        return f"tensor<{sizes}{dtype}, #graph.dims<[{', '.join(f'{chr(34)}{dim}{chr(34)}' for dim in shape)}]>>"

    def name(self, shape, dtype=None):
        value = f"%v{len(self.types)}"
        self.types[value] = (list(shape), dtype or self.dtype)
        return value

    def text(self, *values):
        return ", ".join(self.type_of(*self.types[value]) for value in values)

    def op(self, code, operands, shape, attributes="", dtype=None, shows_result=False):
        """`%r = graph.code operands attributes : types [-> type]`; contractions have their equation in `code`."""
        result = self.name(shape, dtype)
        arrow = f" -> {self.text(result)}" if shows_result else ""
        self.lines.append(f"{result} = graph.{code} {', '.join(operands)}{attributes} : {self.text(*operands)}{arrow}")
        return result

    def constant(self, shape, spread, centre=0.0):
        """Random elements, evenly distributed around the centre."""
        count, code = math.prod(shape), {"f32": "f", "f16": "e"}[self.dtype]
        data = struct.pack(f"<{count}{code}", *(self.random.uniform(centre - spread, centre + spread) for _ in range(count)))
        result = self.name(shape)
        self.lines.append(f'{result} = graph.constant dense<"0x{data.hex().upper()}"> : {self.text(result)}')
        return result

    def scalar(self, number):
        result = self.name([])
        self.lines.append(f"{result} = graph.constant dense<{number:.6e}> : {self.text(result)}")
        return result

    def binary(self, code, x, y):
        """The first operand has the result's shape."""
        return self.op(code, [x, y], self.types[x][0])

    def dense(self, x, width):
        shape = self.types[x][0]
        weight = self.constant([shape[-1], width], math.sqrt(3 / shape[-1]))
        product = self.op('contract "amk,kn->amn"', [x, weight], shape[:-1] + [width])
        return self.binary("add", product, self.constant([width], 0.1))

    def mean(self, x):
        shape = self.types[x][0]
        total = self.op("reduce add", [x], shape[:-1] + [1], f" axes [{len(shape) - 1}]")
        return self.binary("div", total, self.scalar(shape[-1]))

    def normalize(self, x):
        centred = self.binary("sub", x, self.mean(x))
        variance = self.binary("add", self.mean(self.binary("mul", centred, centred)), self.scalar(1e-5))
        unit = self.binary("div", centred, self.op("sqrt", [variance], self.types[variance][0]))
        scaled = self.binary("mul", unit, self.constant([HIDDEN], 0.2, 1.0))
        return self.binary("add", scaled, self.constant([HIDDEN], 0.2))

    def heads(self, x):
        batch, length, _ = self.types[x][0]
        parts = self.op("reshape", [x], [batch, length, HEADS, HIDDEN // HEADS], shows_result=True)
        return self.op("transpose", [parts], [batch, HEADS, length, HIDDEN // HEADS], " [0, 2, 1, 3]")

    def attention(self, x, mask):
        batch, length, _ = self.types[x][0]
        query, key, value = (self.heads(self.dense(x, HIDDEN)) for _ in range(3))
        across = [batch, HEADS, length, length]
        scores = self.op('contract "bhqd,bhkd->bhqk"', [query, key], across)
        scores = self.binary("add", self.binary("mul", scores, self.scalar(math.sqrt(HEADS / HIDDEN))), mask)
        largest = self.op("reduce max", [scores], across[:-1] + [1], " axes [3]")
        power = self.op("exp", [self.binary("sub", scores, largest)], across)
        shares = self.binary("div", power, self.op("reduce add", [power], across[:-1] + [1], " axes [3]"))
        mixed = self.op('contract "bhqk,bhkd->bhqd"', [shares, value], [batch, HEADS, length, HIDDEN // HEADS])
        mixed = self.op("transpose", [mixed], [batch, length, HEADS, HIDDEN // HEADS], " [0, 2, 1, 3]")
        return self.dense(self.op("reshape", [mixed], [batch, length, HIDDEN], shows_result=True), HIDDEN)

    def gelu(self, x):
        shape = self.types[x][0]
        error = self.op("erf", [self.binary("mul", x, self.scalar(math.sqrt(0.5)))], shape)
        return self.binary("mul", self.binary("mul", x, self.binary("add", error, self.scalar(1))), self.scalar(0.5))

    def encoder(self, tokens, mask):
        batch, length = self.types[tokens][0]
        words = self.op("gather", [self.constant([VOCABULARY, HIDDEN], 1), tokens], [batch, length, HIDDEN], " axis 0")
        places = self.op("slice", [self.constant([LONGEST, HIDDEN], 0.5)], [length, HIDDEN],
                         ' starts ["0", "0"] steps [1, 1]', shows_result=True)
        x = self.normalize(self.binary("add", words, places))
        wide = self.op("reshape", [mask], [batch, 1, 1, length], dtype="i64", shows_result=True)
        kept = self.op("cast", [wide], [batch, 1, 1, length], f" to {self.dtype}")
        hidden = self.op("sub", [self.scalar(1), kept], [batch, 1, 1, length])
        penalty = self.binary("mul", hidden, self.scalar(-10000))
        for _ in range(LAYERS):
            x = self.normalize(self.binary("add", x, self.attention(x, penalty)))
            x = self.normalize(self.binary("add", x, self.dense(self.gelu(self.dense(x, INNER)), HIDDEN)))
        return x if self.dtype == "f32" else self.op("cast", [x], self.types[x][0], " to f32", dtype="f32")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--type", default="f32", choices=["f32", "f16"])
    graph = Graph(parser.parse_args().type)
    graph.types["%tokens"] = graph.types["%mask"] = (["batch", "length"], "i64")
    result = graph.encoder("%tokens", "%mask")
    print('module attributes {graph.phase = "graph", graph.symbols = {batch = "batch", length = "length"}} {')
    print(f'func.func @main(%tokens: {graph.text("%tokens")} {{graph.name = "tokens"}}, %mask: {graph.text("%mask")} '
          f'{{graph.name = "mask"}}) -> ({graph.text(result)} {{graph.name = "states"}}) {{')
    print("  " + "\n  ".join(graph.lines))
    print(f"  return {result} : {graph.text(result)}\n}}\n}}")


if __name__ == "__main__":
    main()
