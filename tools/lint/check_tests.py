#!/usr/bin/env python3
"""Holds the mirror between sources and tests, and the one stem of a pass (docs/CONVENTIONS.md, sections 2 and 9).

- A pass `FormGroups` of passes/Fuse is FormGroupsPass in passes/Fuse/Passes.td, passes/Fuse/FormGroups.cpp,
  -heddle-form-groups, and test/passes/Fuse/FormGroups.mlir.
- The ops of dialects/Graph/IR/GraphDataOps.td have test/dialects/Graph/IR/GraphDataOps.mlir and …-invalid.mlir, and each
  op appears in the first.
- A source of a plain data structure or of the runtime has a GoogleTest file of its stem below test/unit/<top folder>.
"""
import os
import re
import sys

import sources

PASS = re.compile(r'^def\s+(\w+)\s*:\s*Pass<\s*"([^"]+)"', re.M)
OP = re.compile(r'^def\s+\w+_(\w+)Op\s*:\s*\w+Op\w*<\s*"([^"]+)"', re.M)

# Folders of plain data structures and of the runtime: every X.cpp has an XTest.cpp.
UNIT_TESTED = ["dialects/Support", "runtime/Collectives", "runtime/Core", "runtime/Device", "runtime/Kernels"]

# What has no test of its own, and why.
REASONS = {
}


def kebab(stem):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", stem).lower()


def pass_faults(path, content):
    folder = os.path.dirname(path)
    for name, flag in PASS.findall(content):
        stem = name[:-len("Pass")] if name.endswith("Pass") else name
        if stem == name:
            yield f"{path}: pass {name} should be called {name}Pass"
        if flag != "heddle-" + kebab(stem):
            yield f"{path}: {name} is called -{flag}; its stem asks for -heddle-{kebab(stem)}"
        for wanted in (f"{folder}/{stem}.cpp", f"test/{folder}/{stem}.mlir"):
            if not exists(wanted) and wanted not in REASONS:
                yield f"{path}: pass {name} has no {wanted}"


def op_faults(path, content):
    ops = OP.findall(content)
    if not ops:
        return
    test = "test/" + path[:-len(".td")]
    for wanted in (test + ".mlir", test + "-invalid.mlir"):
        if not exists(wanted) and wanted not in REASONS:
            yield f"{path}: its ops have no {wanted}"
    tested = sources.text(test + ".mlir") if exists(test + ".mlir") else ""
    dialect = path.split("/")[1].lower()
    for _, mnemonic in ops:
        name = f"{dialect}.{mnemonic}"
        if tested and not re.search(rf"\b{re.escape(name)}\b", tested) and name not in REASONS:
            yield f"{test}.mlir: {name} does not appear"


def unit_faults(path, unit_tests):
    top, stem = path.split("/")[0], os.path.basename(path)[:-len(".cpp")]
    fits = [test for test in unit_tests if test.startswith(f"test/unit/{top}/") and test.endswith(f"/{stem}Test.cpp")]
    if not fits and path not in REASONS:
        yield f"{path}: no {stem}Test.cpp below test/unit/{top}"


def exists(path):
    return os.path.exists(os.path.join(sources.ROOT, path))


def main():
    faults = []
    definitions = sources.files(".td")
    for path in definitions:
        content = sources.text(path)
        faults += pass_faults(path, content)
        if path.startswith("dialects/"):
            faults += op_faults(path, content)
    units = [path for path in sources.files(".cpp") if os.path.dirname(path) in UNIT_TESTED]
    unit_tests = sources.files("Test.cpp")
    for path in units:
        faults += unit_faults(path, unit_tests)
    faults += [f"tools/lint/check_tests.py: the reason for {path} is no longer needed" for path in REASONS
               if path.startswith("test/") and exists(path)]
    return sources.report("tests", f"{len(definitions)} definition files and {len(units)} sources", faults)


if __name__ == "__main__":
    sys.exit(main())
