#!/usr/bin/env python3
"""check_stages.py README MODEL: the excerpts of every stage in the README are what `heddle compile MODEL --emit=PHASE` prints.

The first code block is the model. Each later one follows the names of its phases (**`name`**), as many blocks as names. Its lines
occur in the output in their order; `…` stands for anything, a line of it alone for any lines. Runs of blanks count as one.
"""
import re
import subprocess
import sys


def squeeze(line):
    return " ".join(line.split())


def section(readme):
    text = open(readme, encoding="utf-8").read()
    return re.search(r"^## Every stage of ten lines$(.*?)^## ", text, re.M | re.S).group(1)


def excerpts(text):
    """Pairs of phase and lines."""
    for part in re.split(r"^(?=\*\*`)", text, flags=re.M)[1:]:
        phases = re.findall(r"\*\*`(\w+)`\*\*", part)
        blocks = re.findall(r"^```\w+\n(.*?)^```$", part, re.M | re.S)
        if len(phases) != len(blocks):
            sys.exit(f"{phases} have {len(blocks)} blocks")
        yield from zip(phases, (block.splitlines() for block in blocks))


def missing(lines, output):
    """The first line that does not follow those before it, or None."""
    rest = iter(map(squeeze, output.splitlines()))
    for line in map(squeeze, lines):
        pattern = ".*".join(map(re.escape, line.split("…")))
        if line != "…" and not any(re.search(pattern, printed) for printed in rest):
            return line
    return None


def main(readme, model):
    text = section(readme)
    if re.search(r"^```mlir\n(.*?)^```$", text, re.M | re.S).group(1) != open(model, encoding="utf-8").read():
        sys.exit(f"the model in the README is not {model}")
    for phase, lines in excerpts(text):
        output = subprocess.run(["heddle", "compile", model, "--target", "x86-64-v3,sm_80", "--emit", phase], check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        lost = missing(lines, output)
        if lost:
            sys.exit(f"--emit={phase} does not print '{lost}' there")
        print(f"{phase}: {len(lines)} lines")


main(*sys.argv[1:])
