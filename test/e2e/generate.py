#!/usr/bin/env python3
"""Writes random graph programs for heddle-check: generate.py --seed 3 --count 30 > programs.mlir

A program is a random chain of what models are made of: element-wise ops with broadcasts, movements, reductions, softmax
and normalisation, matrix products and convolutions with epilogues, integer arithmetic, selections. Wrong fusion is what
they are to find, so values are used several times, by ops of different kinds, and several of them are results.

Values stay bounded, and ops that jump (comparisons, rounding, casts to integers) are applied only to values that have
been computed without rounding, so that a small error stays small: results may differ by `check.absolute`.
"""
import argparse
import random

SYMBOLS = {"n": 6, "m": 9}  # with the size assumed for limits


class Scale:
    """How large tensors are: small ones for variety, large ones so that threads, blocks and tiles have work."""

    def __init__(self, sizes, elements, symbols):
        self.sizes, self.elements, self.symbols = sizes, elements, symbols


SMALL = Scale([1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 19, 32, 33], 20000, "[{n = 6, m = 9}, {n = 1, m = 1}, {n = 19, m = 3}]")
LARGE = Scale([1, 3, 8, 16, 31, 64, 65, 96, 129], 200000, "[{n = 6, m = 9}, {n = 64, m = 33}]")


class Tensor:
    """A value of a program: name, dimensions (numbers or symbol names), element type, a bound of its magnitude, and
    whether it is free of rounding errors."""

    def __init__(self, name, shape, dtype, bound, exact):
        self.name, self.shape, self.dtype, self.bound, self.exact = name, list(shape), dtype, bound, exact

    @property
    def type(self):
        return type_of(self.shape, self.dtype)

    @property
    def rank(self):
        return len(self.shape)

    def elements(self):
        count = 1
        for dim in self.shape:
            count *= SYMBOLS.get(dim, dim)
        return count

    def is_static(self):
        return all(isinstance(dim, int) for dim in self.shape)


def type_of(shape, dtype):
    sizes = "".join(f"{dim if isinstance(dim, int) else '?'}x" for dim in shape)
    if all(isinstance(dim, int) for dim in shape):
        return f"tensor<{sizes}{dtype}>"
    dims = ", ".join(f'"{dim}"' for dim in shape)
    return f"tensor<{sizes}{dtype}, #graph.dims<[{dims}]>>"


def is_float(tensor):
    return tensor.dtype in ("f32", "f16", "bf16", "f64")


class Program:
    """One function, built op by op."""

    def __init__(self, rng, name, scale=SMALL):
        self.rng, self.name, self.scale = rng, name, scale
        self.lines, self.arguments, self.values, self.used = [], [], [], set()
        self.counter = 0

    # --- building blocks ---

    def fresh(self):
        self.counter += 1
        return f"%{self.counter}"

    def argument(self, shape, dtype, values=None, bound=4.0):
        tensor = Tensor(f"%x{len(self.arguments)}", shape, dtype, bound, exact=True)
        note = f' {{check.values = "{values}"}}' if values else ""
        self.arguments.append(f"{tensor.name}: {tensor.type}{note}")
        self.values.append(tensor)
        return tensor

    def emit(self, text, operands, shape, dtype, bound, exact):
        result = Tensor(self.fresh(), shape, dtype, bound, exact)
        self.lines.append(f"{result.name} = {text}")
        self.used.update(operand.name for operand in operands)
        self.values.append(result)
        return result

    def constant(self, value, shape, dtype):
        tensor = self.emit(f"graph.constant dense<{value}> : {type_of(shape, dtype)}", [], shape, dtype, 8.0, True)
        self.values.pop()
        return tensor

    def random_constant(self, shape, dtype, scale=1.0):
        def nested(dims):
            if not dims:
                return f"{self.rng.randint(-8, 8) / 8 * scale:.6e}" if dtype not in ("i32", "i64") \
                    else str(self.rng.randint(-5, 5))
            return "[" + ", ".join(nested(dims[1:]) for _ in range(dims[0])) + "]"
        return self.constant(nested(shape), shape, dtype)

    def unary(self, op, x, bound=None, exact=False):
        return self.emit(f"graph.{op} {x.name} : {x.type}", [x], x.shape, x.dtype, bound or x.bound, exact)

    def binary(self, op, x, y, bound, exact=False):
        rank = max(x.rank, y.rank)
        pad = lambda shape: [1] * (rank - len(shape)) + shape
        shape = [b if a == 1 else a for a, b in zip(pad(x.shape), pad(y.shape))]
        return self.emit(f"graph.{op} {x.name}, {y.name} : {x.type}, {y.type}", [x, y], shape, x.dtype, bound, exact)

    def scalar_op(self, op, x, value, bound):
        return self.binary(op, x, self.constant(f"{value:.6e}", [], x.dtype), bound)

    def reduce(self, combiner, x, axes, bound):
        shape = [1 if d in axes else size for d, size in enumerate(x.shape)]
        return self.emit(f"graph.reduce {combiner} {x.name} axes {axes} : {x.type}", [x], shape, x.dtype, bound,
                         x.exact and combiner in ("max", "min"))

    # --- choices ---

    def pick(self, condition):
        """A value that fits, the newest ones more often."""
        fits = [value for value in self.values if condition(value)]
        return None if not fits else fits[-1 - min(int(self.rng.expovariate(0.6)), len(fits) - 1)]

    def calm(self, x):
        """Keeps magnitudes small."""
        if x.bound <= 30:
            return x
        return self.unary(self.rng.choice(["tanh", "sigmoid"]), x, 1.0) if x.dtype != "i32" else x

    def partner(self, x):
        """A value that broadcasts with x without enlarging it."""
        def fits(value):
            if value.dtype != x.dtype or value.rank > x.rank:
                return False
            return all(a == b or a == 1 for a, b in zip(reversed(value.shape), reversed(x.shape)))
        choice = self.rng.random()
        if choice < 0.6 or not x.is_static():
            return self.pick(fits)
        shape = [dim if self.rng.random() < 0.6 else 1 for dim in x.shape][self.rng.randint(0, x.rank):]
        if x.elements() > 2000:
            shape = shape[-1:]
        return self.random_constant(shape, x.dtype)

    # --- steps: each adds something, or gives up by returning None ---

    def step_unary(self):
        x = self.pick(is_float)
        x = self.calm(x)
        op = self.rng.choice(["tanh", "sigmoid", "neg", "abs", "erf", "sin", "cos", "exp", "sqrt", "atan", "relu"])
        if op == "exp":
            return self.unary("exp", self.unary("tanh", x, 1.0), 3.0)
        if op == "sqrt":
            return self.unary("sqrt", self.scalar_op("add", self.unary("abs", x, exact=x.exact), 0.5, x.bound + 1),
                              x.bound)
        if op == "relu":
            return self.binary("max", x, self.constant("0.0", [], x.dtype), x.bound, x.exact)
        return self.unary(op, x, 1.6 if op not in ("neg", "abs") else x.bound, exact=x.exact and op in ("neg", "abs"))

    def step_jump(self):
        x = self.pick(lambda value: is_float(value) and value.exact)
        return x and self.unary(self.rng.choice(["floor", "ceil", "round", "sign"]), x, x.bound + 1, exact=True)

    def step_binary(self):
        x = self.pick(lambda value: value.dtype != "i1")
        y = self.partner(x)
        if y is None:
            return None
        if x.dtype == "i32":
            return self.binary(self.rng.choice(["add", "sub", "mul", "max", "min", "and", "xor"]), x, y, 100.0, True)
        op = self.rng.choice(["add", "sub", "mul", "max", "min", "div"])
        if op == "div":
            y = self.scalar_op("add", self.unary("abs", y), 1.0, y.bound + 1)
            return self.binary("div", x, y, x.bound)
        if self.rng.random() < 0.3 and op not in ("div",) and len(x.shape) == len(y.shape):
            x, y = y, x
        bound = x.bound * y.bound if op == "mul" else x.bound + y.bound if op in ("add", "sub") else max(x.bound, y.bound)
        result = self.binary(op, x, y, bound, x.exact and y.exact and op in ("max", "min"))
        return self.calm(result)

    def step_select(self):
        x = self.pick(lambda value: value.exact and value.dtype != "i1")
        y = x and self.partner(x)
        if y is None or not y.exact:
            return None
        predicate = self.rng.choice(["lt", "ge", "eq", "ne"])
        condition = self.emit(f"graph.compare {predicate} {x.name}, {y.name} : {x.type}, {y.type}", [x, y], x.shape,
                              "i1", 1.0, True)
        a = self.pick(lambda value: value.shape == x.shape and value.dtype != "i1")
        b = self.partner(a)
        if b is None:
            return condition
        return self.emit(f"graph.select {condition.name}, {a.name}, {b.name} : {condition.type}, {a.type}, {b.type}",
                         [condition, a, b], x.shape, a.dtype, max(a.bound, b.bound), a.exact and b.exact)

    def step_cast(self):
        x = self.pick(lambda value: True)
        target = self.rng.choice(["f32", "f16", "bf16", "i32", "f64", "f32"])
        if target == x.dtype or (target == "i32" and is_float(x) and not x.exact):
            return None
        return self.emit(f"graph.cast {x.name} to {target} : {x.type}", [x], x.shape, target, x.bound,
                         x.exact and not is_float(x) and target in ("i32", "f32"))

    def step_transpose(self):
        x = self.pick(lambda value: value.rank >= 2)
        if x is None:
            return None
        order = list(range(x.rank))
        self.rng.shuffle(order)
        return self.emit(f"graph.transpose {x.name} {order} : {x.type}", [x], [x.shape[d] for d in order], x.dtype,
                         x.bound, x.exact)

    def step_reshape(self):
        """Joins two static neighbours, splits a dimension, or adds or drops a dimension of size 1."""
        x = self.pick(lambda value: 0 < value.rank <= 4)
        if x is None:
            return None
        shape, choice = list(x.shape), self.rng.random()
        pairs = [d for d in range(x.rank - 1) if isinstance(shape[d], int) and isinstance(shape[d + 1], int)]
        if choice < 0.4 and pairs:
            d = self.rng.choice(pairs)
            shape[d:d + 2] = [shape[d] * shape[d + 1]]
        elif choice < 0.7:
            splits = [(d, f) for d, size in enumerate(shape) if isinstance(size, int) for f in (2, 3, 4, 5, 8)
                      if size > f and size % f == 0]
            if not splits:
                return None
            d, f = self.rng.choice(splits)
            shape[d:d + 1] = self.rng.choice([[f, shape[d] // f], [shape[d] // f, f]])
        elif 1 in shape and choice < 0.85:
            shape.remove(1)
        else:
            shape.insert(self.rng.randint(0, x.rank), 1)
        return self.emit(f"graph.reshape {x.name} : {x.type} -> {type_of(shape, x.dtype)}", [x], shape, x.dtype, x.bound,
                         x.exact)

    def step_slice(self):
        x = self.pick(lambda value: value.rank > 0)
        if x is None:
            return None
        starts, steps, shape = [], [], []
        for size in x.shape:
            if not isinstance(size, int) or size < 3 or self.rng.random() < 0.4:
                starts.append(0), steps.append(1), shape.append(size)
                continue
            step = self.rng.choice([1, 1, 1, 2, -1])
            low = self.rng.randint(0, size // 3)
            count = max(1, (size - low - self.rng.randint(0, size // 3)) // abs(step))
            starts.append(low if step > 0 else low + (count - 1))
            steps.append(step), shape.append(count)
        text = ", ".join(f'"{start}"' for start in starts)
        return self.emit(f"graph.slice {x.name} starts [{text}] steps {steps} : {x.type} -> {type_of(shape, x.dtype)}",
                         [x], shape, x.dtype, x.bound, x.exact)

    def step_pad(self):
        x = self.pick(lambda value: value.rank > 0 and value.is_static() and value.dtype != "i1"
                      and value.elements() < self.scale.elements // 5)
        if x is None:
            return None
        mode = self.rng.choice(["constant", "constant", "edge", "reflect"])
        lows = [self.rng.choice([0, 0, 1, 2]) for _ in x.shape]
        shape = [size + low + self.rng.choice([0, 0, 1, 2]) for size, low in zip(x.shape, lows)]
        value = self.constant("1" if x.dtype == "i32" else "1.5", [], x.dtype)
        text = ", ".join(f'"{low}"' for low in lows)
        return self.emit(f"graph.pad {x.name}, {value.name} {mode} lows [{text}] interior {[0] * x.rank} : {x.type}, "
                         f"{value.type} -> {type_of(shape, x.dtype)}", [x], shape, x.dtype, x.bound, x.exact)

    def step_concat(self):
        x = self.pick(lambda value: value.rank > 0 and value.elements() < self.scale.elements // 5)
        if x is None:
            return None
        axes = [d for d, size in enumerate(x.shape) if isinstance(size, int)]
        if not axes:
            return None
        axis = self.rng.choice(axes)
        fits = lambda value: value.dtype == x.dtype and value.rank == x.rank and value.elements() < self.scale.elements // 5 and all(
            a == b or d == axis for d, (a, b) in enumerate(zip(value.shape, x.shape))) \
            and isinstance(value.shape[axis], int)
        parts = [x] + [self.pick(fits) for _ in range(self.rng.randint(1, 2))]
        self.rng.shuffle(parts)
        shape = list(x.shape)
        shape[axis] = sum(part.shape[axis] for part in parts)
        return self.emit(f"graph.concat {', '.join(part.name for part in parts)} axis {axis} : "
                         f"{', '.join(part.type for part in parts)}", parts, shape, x.dtype,
                         max(part.bound for part in parts), all(part.exact for part in parts))

    def step_broadcast(self):
        x = self.pick(lambda value: value.rank <= 3 and value.elements() < 1000)
        if x is None:
            return None
        shape = [self.rng.choice([2, 3, 5]) if size == 1 else size for size in x.shape]
        if self.rng.random() < 0.4:
            shape = [self.rng.choice([2, 3])] + shape
        return self.emit(f"graph.broadcast {x.name} : {x.type} -> {type_of(shape, x.dtype)}", [x], shape, x.dtype,
                         x.bound, x.exact)

    def step_gather(self):
        x = self.pick(lambda value: value.rank > 0 and any(isinstance(size, int) for size in value.shape))
        if x is None:
            return None
        axis = self.rng.choice([d for d, size in enumerate(x.shape) if isinstance(size, int)])
        size, count = x.shape[axis], self.rng.randint(1, 6)
        places = ", ".join(str(self.rng.randint(-size, size - 1)) for _ in range(count))
        indices = self.constant(f"[{places}]", [count], "i64")
        shape = x.shape[:axis] + [count] + x.shape[axis + 1:]
        return self.emit(f"graph.gather {x.name}, {indices.name} axis {axis} : {x.type}, {indices.type}", [x], shape,
                         x.dtype, x.bound, x.exact)

    def axes_of(self, x):
        choice = self.rng.random()
        if choice < 0.6:
            return [x.rank - 1]
        return sorted(self.rng.sample(range(x.rank), self.rng.randint(1, x.rank)))

    def step_reduce(self):
        x = self.pick(lambda value: value.rank > 0 and value.dtype != "i1")
        if x is None:
            return None
        x = self.calm(x)
        axes, combiner = self.axes_of(x), self.rng.choice(["add", "max", "min"])
        if combiner != "add" or x.dtype == "i32":
            # Over no element the extremes are infinite; the programs' symbols are at least 1.
            return self.reduce(combiner, x, axes, x.bound if combiner != "add" else 100.0)
        count = Tensor("", [x.shape[d] for d in axes], "", 0, True).elements()
        total = self.reduce("add", x, axes, x.bound * count)
        return self.scalar_op("mul", total, 1.0 / count, 2 * x.bound)

    def step_softmax(self):
        x = self.pick(lambda value: is_float(value) and value.rank > 0)
        if x is None:
            return None
        x, axes = self.calm(x), self.axes_of(x)
        largest = self.reduce("max", x, axes, x.bound)
        e = self.unary("exp", self.binary("sub", x, largest, 2 * x.bound), 1.0)
        total = self.reduce("add", e, axes, 10000.0)
        return self.binary("div", e, total, 1.0)

    def step_normalize(self):
        x = self.pick(lambda value: is_float(value) and value.rank > 0)
        if x is None:
            return None
        x, axes = self.calm(x), self.axes_of(x)
        count = Tensor("", [x.shape[d] for d in axes], "", 0, True).elements()
        mean = self.scalar_op("mul", self.reduce("add", x, axes, 1e4), 1.0 / count, x.bound)
        centred = self.binary("sub", x, mean, 2 * x.bound)
        squares = self.binary("mul", centred, centred, 4 * x.bound ** 2)
        variance = self.scalar_op("mul", self.reduce("add", squares, axes, 1e6), 1.0 / count, 4 * x.bound ** 2)
        deviation = self.unary("sqrt", self.scalar_op("add", variance, 0.5, 1e4), 100.0)
        return self.binary("div", centred, deviation, 10.0)

    def epilogue(self, x):
        """A bias and an activation, as layers have them."""
        if self.rng.random() < 0.6 and isinstance(x.shape[-1], int):
            x = self.binary("add", x, self.random_constant([x.shape[-1]], x.dtype), x.bound + 8)
        if self.rng.random() < 0.3:
            residual = self.pick(lambda value: value.shape == x.shape and value.dtype == x.dtype and value is not x)
            x = self.binary("add", x, residual, x.bound + residual.bound) if residual else x
        choice = self.rng.random()
        if choice < 0.3:
            return self.binary("max", x, self.constant("0.0", [], x.dtype), x.bound)
        return self.unary("tanh", x, 1.0) if choice < 0.6 else self.calm(x)

    def step_contract(self):
        x = self.pick(lambda value: is_float(value) and 1 <= value.rank <= 4 and isinstance(value.shape[-1], int))
        if x is None:
            return None
        depth, columns = x.shape[-1], self.rng.choice(self.scale.sizes)
        batch = "abcd"[:x.rank - 1]
        weights = self.random_constant([depth, columns], x.dtype, scale=1.0 / max(1.0, depth ** 0.5))
        shape = x.shape[:-1] + [columns]
        if Tensor("", shape, "", 0, True).elements() > self.scale.elements:
            return None
        product = self.emit(f'graph.contract "{batch}k,kn->{batch}n" {x.name}, {weights.name} : {x.type}, {weights.type}',
                            [x], shape, x.dtype, 2 * x.bound, False)
        return self.epilogue(product)

    def step_scores(self):
        """The product of a value with itself or one like it, as attention has it."""
        x = self.pick(lambda value: is_float(value) and 2 <= value.rank <= 4 and isinstance(value.shape[-1], int)
                      and value.elements() < self.scale.elements // 5 and SYMBOLS.get(value.shape[-2], value.shape[-2]) <= 64)
        if x is None:
            return None
        y = self.pick(lambda value: value.shape == x.shape and value.dtype == x.dtype)
        x, y = self.calm(x), self.calm(y)
        batch = "abc"[:x.rank - 2]
        shape = x.shape[:-1] + [x.shape[-2]]
        scores = self.emit(f'graph.contract "{batch}qk,{batch}rk->{batch}qr" {x.name}, {y.name} : {x.type}, {y.type}',
                           [x, y], shape, x.dtype, x.bound * y.bound * x.shape[-1], False)
        return self.scalar_op("mul", scores, 1.0 / x.shape[-1], x.bound * y.bound)

    def step_conv(self):
        x = self.pick(lambda value: is_float(value) and value.rank in (3, 4) and isinstance(value.shape[-1], int)
                      and value.elements() < self.scale.elements // 3 and all(isinstance(size, int) for size in value.shape[1:]))
        if x is None:
            return None
        spatial, channels = x.rank - 2, x.shape[-1]
        groups = channels if self.rng.random() < 0.3 else 1
        outputs = channels if groups > 1 else self.rng.choice([1, 3, 8, 17])
        window = [self.rng.choice([1, 2, 3]) for _ in range(spatial)]
        strides, low = [self.rng.choice([1, 1, 2]) for _ in window], [self.rng.choice([0, 1]) for _ in window]
        high = [self.rng.choice([0, 1]) for _ in window]
        sizes = [(size + a + b - w) // s + 1 for size, a, b, w, s in zip(x.shape[1:], low, high, window, strides)]
        if min(sizes) < 1 or outputs * channels > 600:
            return None
        depth = channels // groups
        for size in window:
            depth *= size
        filters = self.random_constant(window + [channels // groups, outputs], x.dtype, 1.0 / max(1.0, depth ** 0.5))
        result = self.emit(f"graph.conv {x.name}, {filters.name} strides {strides} dilations {[1] * spatial} pads {low}, "
                           f"{high} groups {groups} : {x.type}, {filters.type}", [x],
                           [x.shape[0]] + sizes + [outputs], x.dtype, 3 * x.bound, False)
        return self.epilogue(result)

    def step_pool(self):
        x = self.pick(lambda value: value.rank in (3, 4) and value.dtype != "i1"
                      and all(isinstance(size, int) and size > 1 for size in value.shape[1:-1]))
        if x is None:
            return None
        spatial = x.rank - 2
        strides = [self.rng.choice([1, 2]) for _ in range(spatial)]
        sizes = [(size - 2) // s + 1 for size, s in zip(x.shape[1:-1], strides)]
        kind = self.rng.choice(["max", "add"])
        zeros = [0] * spatial
        return self.emit(f"graph.pool {kind} {x.name} window {[2] * spatial} strides {strides} dilations {[1] * spatial} "
                         f"pads {zeros}, {zeros} : {x.type}", [x], [x.shape[0]] + sizes + [x.shape[-1]], x.dtype,
                         x.bound * (4 if kind == "add" else 1), x.exact and (kind == "max" or x.dtype == "i32"))

    STEPS = [(step_unary, 5), (step_binary, 8), (step_jump, 1), (step_select, 2), (step_cast, 1), (step_transpose, 3),
             (step_reshape, 3), (step_slice, 2), (step_pad, 1), (step_concat, 2), (step_broadcast, 1), (step_gather, 1),
             (step_reduce, 3), (step_softmax, 2), (step_normalize, 1), (step_contract, 3), (step_scores, 1),
             (step_conv, 2), (step_pool, 1)]

    def build(self, length):
        rank = self.rng.choice([1, 2, 2, 3, 3, 4, 4])
        shape = [self.rng.choice(self.scale.sizes if rank < 4 else self.scale.sizes[:-4]) for _ in range(rank)]
        if self.rng.random() < 0.5:
            shape[0] = "n"
            if rank > 2 and self.rng.random() < 0.4:
                shape[1] = "m"
        while Tensor("", shape, "", 0, True).elements() > self.scale.elements:
            shape[-1] = 2 if isinstance(shape[-1], int) else shape[-1]
            shape[-2] = 2 if isinstance(shape[-2], int) else shape[-2]
        dtype = self.rng.choice(["f32", "f32", "f32", "f32", "f16", "bf16", "f64", "i32"])
        self.argument(shape, dtype)
        if self.rng.random() < 0.5:
            self.argument(shape, dtype)
        self.argument(shape[-1:], "f32")
        steps, weights = zip(*self.STEPS)
        while length > 0:
            length -= self.rng.choices(steps, weights)[0](self) is not None
            # A value that is too large for a test is forgotten.
            self.values = [value for value in self.values if value.elements() <= self.scale.elements]
        return self

    def text(self):
        computed = [value for value in self.values if not value.name.startswith("%x")]
        results = [value for value in computed if value.name not in self.used][-4:]
        extra = [value for value in computed if value not in results]
        if extra and self.rng.random() < 0.5:
            results.append(self.rng.choice(extra))
        types = ", ".join(value.type for value in results)
        narrow = any(t in line for line in self.lines for t in ("f16", "bf16"))
        scale = max(1.0, max(value.bound for value in results if is_float(value)) if any(map(is_float, results)) else 1)
        sizes = f", check.sizes = {self.scale.symbols}" if any('"n"' in a for a in self.arguments) else ""
        return (f"func.func @{self.name}({', '.join(self.arguments)})\n    -> ({types})\n"
                f"    attributes {{check.absolute = {(0.05 if narrow else 2e-4) * scale:.3e}{sizes}}} {{\n  "
                + "\n  ".join(self.lines)
                + f"\n  return {', '.join(value.name for value in results)} : {types}\n}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=30, help="programs")
    parser.add_argument("--length", type=int, default=10, help="most steps of a program")
    parser.add_argument("--large", action="store_true", help="tensors that several threads share")
    arguments = parser.parse_args()
    scale = LARGE if arguments.large else SMALL
    for number in range(arguments.count):
        rng = random.Random(arguments.seed * 1000003 + number)
        print(Program(rng, f"random_{arguments.seed}_{number}", scale).build(rng.randint(2, arguments.length)).text())


if __name__ == "__main__":
    main()
