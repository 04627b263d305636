"""Models of sequences and optionals: compiled code and the reference interpreter against what Python's lists give.

A case is a model in ONNX's text form, its inputs (arrays; lists for sequences; None for an optional without a value) and
its outputs, or the end of the message with which it is refused or its run fails. The model is evaluated by heddle-eval
and compiled and run by heddle with two numbers of threads.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import numpy_helper, parser

HEDDLE, HEDDLE_EVAL = sys.argv[1:3]
HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
random = np.random.default_rng(0)


def f(*shape):
    return random.normal(size=shape).astype(np.float32)


def proto(value, declared, name):
    kind = declared.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.from_list(value, name)
    if kind == "optional_type":
        return onnx.OptionalProto(name=name) if value is None else numpy_helper.from_optional(value, name)
    return numpy_helper.from_array(np.asarray(value), name)


def read(path, declared):
    kind = declared.WhichOneof("value")
    data = open(path, "rb").read()
    if kind == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    if kind == "optional_type":
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


def same(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if a is None or b is None or isinstance(a, list) or isinstance(b, list):
        return a is None and b is None
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and a.dtype == b.dtype and (a == b).all()


class Cases:
    def __init__(self, folder):
        self.folder, self.faults, self.count, self.known = folder, [], 0, {}

    def write(self, text, inputs, outputs):
        folder = os.path.join(self.folder, str(self.count))
        data = os.path.join(folder, "test_data_set_0")
        os.makedirs(data)
        model = parser.parse_model(HEAD + text)
        onnx.save(model, os.path.join(folder, "model.onnx"))
        sides = (("input", inputs, model.graph.input),) + ((("output", outputs, model.graph.output),) if outputs else ())
        for what, values, declared in sides:
            for i, (value, info) in enumerate(zip(values, declared)):
                with open(os.path.join(data, f"{what}_{i}.pb"), "wb") as file:
                    file.write(proto(value, info.type, info.name).SerializeToString())
        return model, folder, data

    def library(self, text, folder):
        """The compiled model; a model that was there before is compiled once."""
        if text not in self.known:
            path = os.path.join(folder, "model.so")
            self.known[text] = path, subprocess.run([HEDDLE, "compile", os.path.join(folder, "model.onnx"), "-o", path],
                                                    capture_output=True, text=True)
        return self.known[text]

    def check(self, name, text, inputs, outputs=None, refused=None, fails=None):
        self.count += 1
        model, folder, data = self.write(text, inputs, outputs)
        path, compiled = self.library(text, folder)
        if refused is not None:
            said = compiled.stderr.strip()
            return self.expect(name, compiled.returncode in (1, 3) and refused in said,
                               f"exit status {compiled.returncode}: {said}")
        if compiled.returncode:
            return self.expect(name, False, compiled.stderr.strip())
        evaluated = subprocess.run([HEDDLE_EVAL, "--rtol=0", "--atol=0", folder], capture_output=True, text=True).stdout
        self.expect(name, evaluated.startswith("ok" if fails is None else "wrong"), evaluated.strip())
        for threads in "1", "2":
            out = os.path.join(folder, "out" + threads)
            run = subprocess.run([HEDDLE, "run", path, "--inputs", data, "--outputs", out, "--threads", threads],
                                 capture_output=True, text=True)
            said = run.stderr.strip()
            if fails is not None:
                self.expect(name, run.returncode == 1 and fails in said, f"exit status {run.returncode}: {said}")
                continue
            if run.returncode:
                self.expect(name, False, said)
                continue
            for i, (value, info) in enumerate(zip(outputs, model.graph.output)):
                found = read(os.path.join(out, f"output_{i}.pb"), info.type)
                self.expect(name, same(found, value), f"output {i} is {found} but should be {value}")

    def expect(self, name, holds, why):
        if not holds:
            self.faults.append(f"{name}: {why}")


def lists(c):
    """Positions that the model tells: nothing of the sequence is left for the run."""
    x, y, z = f(2, 3), f(1, 3), f(4)
    c.check("list", """g (float[2,3] x, float[1,3] y, float[4] z) => (float[1,3] a, float[4] b, int64 n, float[?,3] j)
        <int64 one = {1}, int64 last = {-1}> {
        e = SequenceEmpty () s1 = SequenceInsert (e, x) s2 = SequenceInsert (s1, z) s3 = SequenceInsert (s2, y, one)
        a = SequenceAt (s3, one) b = SequenceAt (s3, last) n = SequenceLength (s3)
        t = SequenceErase (s3) j = ConcatFromSequence <axis = 0> (t) }""", [x, y, z],
            [y, z, np.int64(3), np.concatenate([x, y])])
    c.check("list output", """g (float[2,3] x, float[n] z) => (seq(float[]) s) {
        s = SequenceConstruct (x, z, x) }""", [x, z], [[x, z, x]])
    for position in -4, 3:
        c.check("list position", f"""g (float[2] x) => (float[2] y) <int64 p = {{{position}}}> {{
            s = SequenceConstruct (x, x, x) y = SequenceAt (s, p) }}""", [f(2)],
                refused=f"has position {position}, which is outside a sequence of 3")
    c.check("list types", "g (float[2] x, int64[2] y) => (int64 n) { s = SequenceConstruct (x, y) n = SequenceLength (s) }",
            [], refused="puts a tensor of i64 into a sequence of f32")
    c.check("list empty", """g () => (float[] y) <int64 p = {0}> { s = SequenceEmpty () y = SequenceAt (s, p) }""", [],
            refused="outside a sequence of 0")
    c.check("list chosen", """g (float[2] x, float[2] y, int64 p) => (float[2] z) {
        s = SequenceConstruct (x, y) z = SequenceAt (s, p) }""", [f(2), z[:2], np.int64(-1)], [z[:2]])
    c.check("list of ranks", """g (float[2] x, float y, int64 p) => (float[] z) {
        s = SequenceConstruct (x, y) z = SequenceAt (s, p) }""", [], refused="different numbers of dimensions")
    c.check("no tensor", "g (seq(float[n]) x) => (seq(float[n]) y) { y = Relu (x) }", [],
            refused="input 0 is a sequence or an optional, which is not supported here")


def changes(c):
    """Sequences that only a run knows."""
    sequence = [f(2, 3), f(0, 4), f(1, 1)]
    mixed = [f(2), f(), f(1, 2, 0, 3)]
    c.check("identity", "g (seq(float[]) x) => (seq(float[]) y) { y = Identity (x) }", [mixed], [mixed])
    c.check("identity", "g (seq(float[]) x) => (seq(float[]) y) { y = Identity (x) }", [[]], [[]])
    insert = "g (seq(float[a,b]) s, float[c,d] t, int64 p) => (seq(float[a,b]) r, int64 n) {" \
             " r = SequenceInsert (s, t, p) n = SequenceLength (r) }"
    erase = "g (seq(float[a,b]) s, int64 p) => (seq(float[a,b]) r) { r = SequenceErase (s, p) }"
    take = "g (seq(float[a,b]) s, int64 p) => (float[?,?] r) { r = SequenceAt (s, p) }"
    new = f(3, 2)
    for p in range(-3, 4):
        result = list(sequence)
        result.insert(p, new)
        c.check(f"insert {p}", insert, [sequence, new, np.int64(p)], [result, np.int64(4)])
    for p in range(-3, 3):
        result = list(sequence)
        del result[p]
        c.check(f"erase {p}", erase, [sequence, np.int64(p)], [result])
        c.check(f"take {p}", take, [sequence, np.int64(p)], [sequence[p]])
    for p in -5, -4, 4, 7, 2**40, -2**63:
        c.check(f"insert {p}", insert, [sequence, new, np.int64(p)], fails="r (SequenceInsert)")
    for p in -7, -4, 3, 2**40, -2**63:
        c.check(f"erase {p}", erase, [sequence, np.int64(p)], fails="r (SequenceErase)")
        c.check(f"take {p}", take, [sequence, np.int64(p)], fails="r (SequenceAt)")
    c.check("insert into nothing", insert, [[], new, np.int64(0)], [[new], np.int64(1)])
    for p in 1, -1:
        c.check("insert into nothing", insert, [[], new, np.int64(p)], fails="r (SequenceInsert)")
    c.check("erase from nothing", erase, [[], np.int64(0)], fails="r (SequenceErase)")
    c.check("take from nothing", take, [[], np.int64(0)], fails="r (SequenceAt)")
    c.check("take another rank", take, [[f(3)], np.int64(0)], fails="r (SequenceAt)")
    c.check("erase last", "g (seq(float[a,b]) s) => (seq(float[a,b]) r) { r = SequenceErase (s) }", [sequence],
            [sequence[:-1]])
    c.check("known position", "g (seq(float[a,b]) s) => (float[?,?] r) <int64 p = {1}> { r = SequenceAt (s, p) }",
            [sequence], [sequence[1]])
    c.check("known position", "g (seq(float[a,b]) s) => (float[?,?] r) <int64 p = {1}> { r = SequenceAt (s, p) }",
            [sequence[:1]], fails="r (SequenceAt)")
    known = "g (seq(float[a,b]) s, float[c,d] t) => (seq(float[a,b]) r) <int64 p = {1}> { r = SequenceInsert (s, t, p) }"
    c.check("known place", known, [sequence, new], [[sequence[0], new] + sequence[1:]])
    c.check("known place", known, [[], new], fails="r (SequenceInsert)")
    scalars, row = [f(), f(2, 2)], f(3)
    c.check("other ranks", "g (seq(float[]) s, float[n] t) => (seq(float[]) r) { r = SequenceInsert (s, t) }",
            [scalars, row], [scalars + [row]])
    c.check("types", "g (seq(float[n]) s, int64[n] t) => (seq(float[n]) r) { r = SequenceInsert (s, t) }", [],
            refused="puts a tensor of i64 into a sequence of f32")
    c.check("words", "g (seq(string[n]) s, int64 p) => (string[?] r) { r = SequenceAt (s, p) }",
            [[np.array(["owl", ""], object), np.array(["tit"], object)], np.int64(1)], [np.array(["tit"], object)])


def splits(c):
    x = f(3, 5)
    pieces = [x[:, :2], x[:, 2:4], x[:, 4:]]
    by = "g (float[3,5] x, int64 s) => (seq(float[]) r) { r = SplitToSequence <axis = 1> (x, s) }"
    c.check("split", by, [x, np.int64(2)], [pieces])
    c.check("split large", by, [x, np.int64(2**62)], [[x]])
    for size in 0, -1:
        c.check("split by nothing", by, [x, np.int64(size)], fails="r (SplitToSequence)")
    sizes = "g (float[3,n] x, int64[k] s) => (seq(float[]) r) { r = SplitToSequence <axis = -1> (x, s) }"
    c.check("sizes", sizes, [x, np.array([2, 0, 3])], [[x[:, :2], x[:, 2:2], x[:, 2:]]])
    two = "g (float[3,5] x, int64[2] s) => (seq(float[]) r) { r = SplitToSequence <axis = 1> (x, s) }"
    c.check("two sizes", two, [x, np.array([2, 3])], [[x[:, :2], x[:, 2:]]])
    for wrong in [2, 2], [6, -1], [2, 4]:
        c.check("wrong sizes", two, [x, np.array(wrong)], fails="r (SplitToSequence)")
        c.check("wrong sizes", sizes, [x, np.array(wrong)], fails="r (SplitToSequence)")
    c.check("rows", "g (float[m,5] x) => (seq(float[]) r) { r = SplitToSequence <keepdims = 0> (x) }", [x], [list(x)])
    c.check("no rows", "g (float[m,5] x) => (seq(float[]) r) { r = SplitToSequence (x) }", [x[:0]], [[]])
    c.check("columns", "g (float[3,5] x) => (seq(float[]) r) { r = SplitToSequence <axis = 1, keepdims = 0> (x) }", [x],
            [list(x.T)])
    c.check("known sizes", "g (float[3,5] x) => (float[?,?] r) <int64[2] s = {4, 2}> {"
            " t = SplitToSequence <axis = 1> (x, s) r = ConcatFromSequence <axis = 1> (t) }", [], refused="do not add up")
    c.check("back", "g (float[m,5] x, int64 s) => (float[?,5] r) { t = SplitToSequence (x, s)"
            " r = ConcatFromSequence <axis = 0> (t) }", [x, np.int64(2)], [x])
    join = "g (seq(float[a,b]) s) => (float[?,?] r) { r = ConcatFromSequence <axis = 1> (s) }"
    c.check("join", join, [pieces], [x])
    c.check("join nothing", join, [[]], fails="r (ConcatFromSequence)")
    c.check("join others", join, [[f(2, 3), f(3, 3)]], fails="r (ConcatFromSequence)")
    stack = "g (seq(float[a]) s) => (float[?,?] r) { r = ConcatFromSequence <axis = -1, new_axis = 1> (s) }"
    c.check("stack", stack, [list(x)], [x.T])


def loops(c):
    x, y = f(4), f(3)
    grow = """g (int64 n, float[4] x, seq(float[a]) s) => (seq(float[a]) r) <bool go = {1}> {
        r = Loop (n, go, s) <body = b (int64 i, bool c, seq(float[a]) si) => (bool co, seq(float[a]) so)
            <int64[1] zero = {0}, int64[1] one = {1}> {
            co = Identity (c) e = Add (i, one) p = Slice (x, zero, e) so = SequenceInsert (si, p) }> }"""
    for trips in 0, 1, 3:
        c.check("grow", grow, [np.int64(trips), x, [y]], [[y] + [x[:i + 1] for i in range(trips)]])
    branch = """g (bool c, float[4] x, seq(float[a]) s) => (seq(float[a]) r) {
        r = If (c) <then_branch = t () => (seq(float[a]) to) { to = SequenceInsert (s, x) },
                    else_branch = e () => (seq(float[a]) eo) { eo = SequenceConstruct (x, x) }> }"""
    c.check("branch", branch, [np.bool_(True), x, [y]], [[y, x]])
    c.check("branch", branch, [np.bool_(False), x, [y]], [[x, x]])
    both = """g (seq(float[a]) s, seq(float[a]) t, float[1] k) => (seq(float[a]) r, seq(float[a]) q) {
        r, q = SequenceMap (s, t, k) <body = b (float[a] u, float[a] v, float[1] w) => (float[a] m, float[a] o) {
            m = Add (u, v) o = Mul (u, w) }> }"""
    k = np.array([2], np.float32)
    c.check("map", both, [[x, y], [x, y], k], [[x + x, y + y], [x * 2, y * 2]])
    c.check("map nothing", both, [[], [], k], [[], []])
    c.check("map shorter", both, [[x, y], [x], k], fails="r (SequenceMap)")
    c.check("map list", """g (float[4] x, float[3] y) => (seq(float[a]) r) { s = SequenceConstruct (x, y)
        r = SequenceMap (s) <body = b (float[a] u) => (float[a] m) { m = Add (u, u) }> }""", [x, y], [[x + x, y + y]])


def optionals(c):
    x, s = f(4), [f(2), f(3)]
    get = "g (optional(float[4]) o) => (float[4] r, bool h) { r = OptionalGetElement (o) h = OptionalHasElement (o) }"
    c.check("get", get, [x], [x, np.bool_(True)])
    c.check("get nothing", get, [None], fails="r (OptionalGetElement)")
    items = "g (optional(seq(float[a])) o, int64 p) => (float[?] r) { t = OptionalGetElement (o) r = SequenceAt (t, p) }"
    c.check("get sequence", items, [s, np.int64(1)], [s[1]])
    c.check("get no sequence", items, [None, np.int64(0)], fails="t (OptionalGetElement)")
    length = "g (optional(seq(float[a])) o) => (int64 r) { t = OptionalGetElement (o) r = SequenceLength (t) }"
    c.check("length", length, [s], [np.int64(2)])
    c.check("length of nothing", length, [None], fails="t (OptionalGetElement)")
    c.check("get empty", "g (optional(float[n]) o) => (float[n] r) { r = OptionalGetElement (o) }", [None],
            fails="r (OptionalGetElement)")
    same_ = "g (optional(seq(float[a])) o) => (optional(seq(float[a])) r) { r = Identity (o) }"
    c.check("identity", same_, [s], [s])
    c.check("identity", same_, [None], [None])
    maybe = """g (bool c, float[4] x) => (optional(float[4]) r, bool h) {
        r = If (c) <then_branch = t () => (optional(float[4]) to) { to = Optional (x) },
                    else_branch = e () => (optional(float[4]) eo) { eo = Optional <type = float[4]> () }>
        h = OptionalHasElement (r) }"""
    for present in True, False:
        c.check("maybe", maybe, [np.bool_(present), x], [x if present else None, np.bool_(present)])
    c.check("known", "g (float[4] x) => (float[4] r, bool h) { o = Optional (x) r = OptionalGetElement (o)"
            " h = OptionalHasElement (o) }", [x], [x, np.bool_(True)])
    c.check("known nothing", "g () => (float[4] r) { o = Optional <type = float[4]> () r = OptionalGetElement (o) }", [],
            refused="takes what an optional holds that holds nothing")


with tempfile.TemporaryDirectory() as place:
    cases = Cases(place)
    for group in lists, changes, splits, loops, optionals:
        group(cases)
print("\n".join(cases.faults))
print(f"{cases.count} cases, {len(cases.faults)} faults")
sys.exit(bool(cases.faults))
