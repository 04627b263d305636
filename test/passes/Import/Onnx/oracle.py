"""Single operators as the importer sees them against another implementation of ONNX.

A case is one node with its inputs as numpy arrays. Its outputs come from onnxruntime or, for operators that
onnxruntime lacks or differs on, from the evaluator of the onnx package. `heddle-eval` imports the model and evaluates
it by the reference interpreter, so that a difference is one in meaning, not in code generation.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import helper, numpy_helper


class Suite:
    """Collects cases, then runs them all through one call of heddle-eval."""

    def __init__(self, heddle_eval):
        self.heddle_eval = heddle_eval
        self.folder = tempfile.TemporaryDirectory()
        self.wanted = {}
        self.random = np.random.default_rng(0)

    def normal(self, *shape):
        return self.random.normal(size=shape).astype(np.float32)

    def case(self, name, op, inputs, outputs=1, constant=(), dims=None, opset=17, domain="", version=1,
             oracle="onnxruntime", expect="ok", results=None, **attributes):
        """`inputs`: arrays, or None for absent ones. `outputs`: how many, or which of them are named ("YN" leaves out
        the second). `constant`: which inputs are initializers. `dims`: input -> names or sizes of its dimensions.
        `expect`: how the line of heddle-eval for this case begins. `results`: the outputs, in place of an oracle."""
        inputs = [None if v is None else np.asarray(v) for v in inputs] # numbers become arrays of rank 0
        model, feeds = self.model(op, inputs, outputs, constant, dims, opset, domain, version, **attributes)
        self.write(name, model, feeds, results if results is not None else self.compute(model, feeds, oracle, expect))
        self.wanted[name] = expect

    @staticmethod
    def model(op, inputs, outputs=1, constant=(), dims=None, opset=17, domain="", version=1, **attributes):
        """The model of a case, and its inputs by name. `version`: of another domain than the standard one."""
        named = ["Y"] * outputs if isinstance(outputs, int) else list(outputs)
        node = helper.make_node(op, [f"x{i}" if v is not None else "" for i, v in enumerate(inputs)],
                                [f"y{i}" if c == "Y" else "" for i, c in enumerate(named)], domain=domain, **attributes)
        given = [i for i, v in enumerate(inputs) if v is not None]
        graph_inputs = [helper.make_tensor_value_info(
            f"x{i}", helper.np_dtype_to_tensor_dtype(inputs[i].dtype), (dims or {}).get(i, inputs[i].shape))
            for i in given if i not in constant]
        graph = helper.make_graph([node], "g", graph_inputs,
                                  [helper.make_empty_tensor_value_info(o) for o in node.output if o],
                                  [numpy_helper.from_array(inputs[i], f"x{i}") for i in given if i in constant])
        opsets = [helper.make_opsetid("", opset)] + ([helper.make_opsetid(domain, version)] if domain else [])
        model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
        return model, {f"x{i}": inputs[i] for i in given if i not in constant}

    @staticmethod
    def compute(model, feeds, oracle="onnxruntime", expect="ok"):
        if not expect.startswith("ok"):
            return []
        if oracle == "onnx":
            from onnx.reference import ReferenceEvaluator
            return ReferenceEvaluator(model).run(None, feeds)
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1
        return onnxruntime.InferenceSession(model.SerializeToString(), options,
                                            providers=["CPUExecutionProvider"]).run(None, feeds)

    def write(self, name, model, feeds, results):
        data = os.path.join(self.folder.name, name, "test_data_set_0")
        os.makedirs(data)
        onnx.save(model, os.path.join(self.folder.name, name, "model.onnx"))
        for kind, values in ("input", feeds.values()), ("output", results):
            for i, value in enumerate(values):
                with open(os.path.join(data, f"{kind}_{i}.pb"), "wb") as file:
                    file.write(numpy_helper.from_array(np.asarray(value)).SerializeToString())

    def run(self, rtol=1e-4, atol=1e-5):
        """Runs every case; the number of those that did not go as expected is the exit status."""
        command = [self.heddle_eval, f"--rtol={rtol}", f"--atol={atol}"]
        done = subprocess.run(command + [os.path.join(self.folder.name, name) for name in self.wanted],
                              capture_output=True, text=True)
        said = {line.split(maxsplit=1)[1].split(":")[0].strip(): line for line in done.stdout.splitlines()}
        faults = 0
        for name, expect in self.wanted.items():
            line = said.get(name, "no verdict: " + done.stderr[-500:])
            word, _, text = expect.partition(":")
            if not line.startswith(word) or text.strip() not in line:
                print(f"wanted '{expect}' for {name}, got: {line}")
                faults += 1
        print(f"{len(self.wanted)} cases, {faults} faults")
        sys.exit(1 if faults else 0)
