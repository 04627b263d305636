#!/usr/bin/env python3
"""Holds the direction of the code: who may include whom, and what may stand nowhere.

The tables below are the rules of docs/CONVENTIONS.md, sections 1, 3, 4 and 11. Linkers do not enforce layering, so an
include is where a wrong dependency shows first.
"""
import os
import re
import sys

import sources

# Folder -> the folders it may include from, besides itself. The longest matching folder counts.
MAY_INCLUDE = {
    "dialects/Support": [],
    "dialects/Graph/IR": ["dialects/Support"],
    "dialects/Graph/Reference": ["dialects/Graph/IR", "dialects/Support", "runtime/include"],  # the tables of Unicode
    "dialects/Dist/IR": ["dialects/Graph/IR", "dialects/Support"],
    "dialects/Dist/Reference": ["dialects/Dist/IR", "dialects/Graph", "dialects/Support"],
    "dialects/Kernel/IR": ["dialects/Graph/IR", "dialects/Support", "runtime/include"],
    "dialects/StableHlo/IR": ["dialects/Support"],
    "dialects/Chlo/IR": ["dialects/StableHlo/IR", "dialects/Support"],
    "passes/Import": ["dialects"],
    "passes/Simplify": ["dialects"],
    "passes/Shard": ["dialects"],
    "passes/Fuse": ["dialects"],
    "passes/Tile": ["dialects"],
    "passes/Grid": ["dialects", "passes/Tile"],  # kernels for a GPU beside those of the CPU: the code of elements is one
    "codegen/Target": ["dialects"],
    "codegen/Common": ["dialects", "codegen/Target", "runtime/include"],
    "codegen/CPU": ["dialects", "codegen/Target", "codegen/Common", "runtime/include"],
    "codegen/PTX": ["dialects", "codegen/Target", "codegen/Common", "runtime/include"],
    "codegen/Artifact": ["dialects", "codegen/Target", "codegen/Common", "codegen/CPU", "codegen/PTX", "runtime/include"],
    "autotune": ["dialects", "passes/Tile", "codegen", "runtime/include"],
    "runtime": [],
    "tools": ["dialects", "passes", "codegen", "autotune", "runtime/include"],
    "test/unit": ["dialects", "passes", "codegen", "autotune", "runtime", "tools"],
}

# Roots of the tree; an include that starts with one of them is ours.
OURS = ("dialects/", "passes/", "codegen/", "autotune/", "runtime/", "tools/", "test/", "heddle/")

# Heavy headers that no header may include; forward-declare instead. tools/cmake/Pch.h is the precompiled header.
NOT_IN_HEADERS = re.compile(r"Linalg\.h$|LLVMDialect\.h$|InitAll\w*\.h$")
PRECOMPILED = "tools/cmake/Pch.h"

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
STATIC_OBJECT = re.compile(
    r"^(?:static |inline |const )*(?:std::|llvm::)?(?:string|vector|map|set|unordered_map|function|mutex|StringMap|DenseMap|"
    r"SmallVector|StringSet|ManagedStatic)(?:<.*>)?\s+\w+\s*(?:=|\{|;)", re.M)
COMPONENT = re.compile(r"\b(MLIR[A-Z]\w+|LLVM[A-Z][a-z]\w+)\b")
COMPONENT_OK = {"MLIRConfig"}


def layer(path):
    """The key of MAY_INCLUDE that `path` belongs to, or None."""
    fits = [folder for folder in MAY_INCLUDE if path.startswith(folder + "/")]
    return max(fits, key=len) if fits else None


def resolve(include, path):
    """An include as a path from the root. The runtime's public headers are also reached as heddle/X.h."""
    if include.startswith("heddle/"):
        return "runtime/include/" + include
    if include.startswith(OURS):
        return include
    beside = os.path.normpath(os.path.join(os.path.dirname(path), include))
    return beside if beside.startswith(OURS) and os.path.exists(os.path.join(sources.ROOT, beside)) else None


def include_faults(path, content):
    own = layer(path)
    for include in INCLUDE.findall(content):
        target = resolve(include, path)
        if target is None:
            if own == "runtime" and re.match(r"(llvm|mlir|lld|clang)", include):
                yield f"{path}: the runtime includes {include}"
            continue
        if own is None or target.startswith(own + "/"):
            continue
        if not any(target.startswith(folder + "/") for folder in MAY_INCLUDE[own]):
            yield f"{path}: {own} may not include {include}; it may include {', '.join(MAY_INCLUDE[own]) or 'nothing of ours'}"


def guard_of(path):
    stem = path[len("runtime/include/"):] if path.startswith("runtime/include/") else path
    return re.sub(r"[^A-Z0-9]", "_", stem.upper())


def header_faults(path, content):
    if f"#ifndef {guard_of(path)}\n" not in content and path != PRECOMPILED:
        yield f"{path}: the include guard should be {guard_of(path)}"
    for include in INCLUDE.findall(content):
        if NOT_IN_HEADERS.search(include) and path != PRECOMPILED:
            yield f"{path}: {include} does not belong in a header; forward-declare"


def source_faults(path, content):
    includes = INCLUDE.findall(content)
    own = path[:-len(".cpp")] + ".h"
    if os.path.exists(os.path.join(sources.ROOT, own)) and includes and resolve(includes[0], path) != own:
        yield f"{path}: its own header {own} should be its first include"


def global_faults(path, content):
    if not path.startswith(("tools/", "test/")) and re.search(r"\bcl::(opt|list|bits)\b", content):
        yield f"{path}: cl::opt outside tools/"
    for match in STATIC_OBJECT.finditer(content):
        yield f"{path}: '{match.group(0).strip()}' at namespace scope runs a constructor before main"


def cmake_faults(path, content):
    for line in content.splitlines():
        if re.search(r"DEPS|target_link_libraries|LINK_LIBS", line):
            for name in COMPONENT.findall(line):
                if name not in COMPONENT_OK:
                    yield f"{path}: links the component archive {name}; link the shared MLIR and LLVM alone"


def main():
    faults = []
    paths = sources.files(".h", ".cpp", ".c", "CMakeLists.txt")
    for path in paths:
        content = sources.text(path)
        if path.endswith("CMakeLists.txt"):
            faults += cmake_faults(path, content)
            continue
        faults += include_faults(path, content)
        faults += global_faults(path, content)
        if path.endswith(".h"):
            faults += header_faults(path, content)
        elif path.endswith(".cpp"):
            faults += source_faults(path, content)
    return sources.report("layering", f"{len(paths)} files", faults)


if __name__ == "__main__":
    sys.exit(main())
