#!/usr/bin/env python3
"""Holds the size of files and functions (docs/CONVENTIONS.md, section 3).

A file over 600 lines, or a function over 60, needs a reason in REASONS; a file over 1000 lines does not land.
"""
import re
import sys

import sources

FILE_LIMIT, FILE_NEVER, FUNCTION_LIMIT = 600, 1000, 60

# "path" or "path:function" -> why it is one thing.
REASONS = {
}

# Folders whose functions may be longer, and files up to the last limit: there a function reads one thing from front to back.
INSTRUCTION_SETS = ("test/ptx-emu/",)

# The first line of a function's definition ends in an opening brace after a parameter list; class members are indented by two.
OPENING = re.compile(r"^(\s*)(?!.*\b(?:namespace|class|struct|enum|union|extern|if|for|while|switch|else|do|return|case)\b.*\{$)"
                     r"[^#/\s].*\)[^;{}]*\{$")
NAME = re.compile(r"([~\w:]+|operator\S+)\s*\(")


def functions(lines):
    """(name, first line, number of lines) of functions whose closing brace stands under the first column of their head."""
    i = 0
    while i < len(lines):
        line = lines[i].rstrip("\n")
        indent = len(line) - len(line.lstrip())
        if indent > 2 or line.startswith(("#", "//", "}")) or not line.strip():
            i += 1
            continue
        end = heading_end(lines, i, indent)
        if end is None:
            i += 1
            continue
        name = NAME.search(" ".join(lines[i:end + 1]))
        close = next((k for k in range(end + 1, len(lines)) if lines[k].rstrip() in (" " * indent + "}", " " * indent + "};")), None)
        if name is None or close is None:
            i += 1
            continue
        yield name.group(1), i + 1, close - i + 1
        i = close + 1


def heading_end(lines, start, indent):
    """The line of the brace that opens the function whose head starts at `start`, or None."""
    head = ""
    for k in range(start, min(start + 8, len(lines))):
        line = lines[k].rstrip("\n")
        if k > start and len(line) - len(line.lstrip()) <= indent:
            return None
        head += line.strip() + " "
        if head.rstrip().endswith("{"):
            return k if OPENING.match(" " * indent + head.rstrip()) else None
        if head.rstrip().endswith((";", "}", ":")):
            return None
    return None


def main():
    faults = []
    paths = sources.files(".h", ".cpp", ".c", ".td", ".py")
    for path in paths:
        lines = sources.text(path).splitlines()
        if len(lines) > FILE_NEVER:
            faults.append(f"{path}: {len(lines)} lines; over {FILE_NEVER} does not land")
        elif path.startswith(INSTRUCTION_SETS):
            continue
        elif len(lines) > FILE_LIMIT and path not in REASONS:
            faults.append(f"{path}: {len(lines)} lines; split it, or give a reason in tools/lint/check_size.py")
        if path.endswith((".cpp", ".h", ".c")):
            for name, line, length in functions(lines):
                if length > FUNCTION_LIMIT and f"{path}:{name}" not in REASONS:
                    faults.append(f"{path}:{line}: {name} has {length} lines; the limit is {FUNCTION_LIMIT}")
    return sources.report("size", f"{len(paths)} files", faults)


if __name__ == "__main__":
    sys.exit(main())
