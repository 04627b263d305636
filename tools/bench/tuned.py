#!/usr/bin/env python3
"""Tunes models and compares them with the untuned ones (docs/tuning.md has the figures).

usage: tuned.py FOLDER BUDGET MODEL[,INPUT=AxB...]...

FOLDER gets records and libraries; a model whose records are there is not tuned again. Tuned and untuned run in turns, a
process each, in the order A B B A; printed are the least and the median time of a run of both, and whether they are the
same file.
"""
import json
import os
import statistics
import subprocess
import sys

TURNS, RUNS = 10, 20


def heddle(*arguments):
    tool = os.path.join(os.environ.get("HEDDLE_BIN", os.path.join(os.path.dirname(__file__), "../../build/bin")), "heddle")
    return subprocess.run([tool, *arguments], check=True, capture_output=True, text=True).stdout


def times(library):
    return json.loads(heddle("bench", library, "--repeat", str(RUNS), "--json"))["latency_ns"]


def compare(folder, budget, model, shapes):
    name = os.path.splitext(os.path.basename(model))[0]
    records = os.path.join(folder, name + ".jsonl")
    options = [option for shape in shapes for option in ("--shape", shape)]
    if not os.path.exists(records):
        heddle("tune", model, *options, "--budget", budget, "--records", records)
    libraries = []
    for kind, more in (("untuned", []), ("tuned", ["--records", records])):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        libraries.append(os.path.join(folder, kind, name + ".so"))
        heddle("compile", model, *options, *more, "-o", libraries[-1])
    found = [[], []]
    for turn in range(TURNS):
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            found[which] += times(libraries[which])
    files = [open(library, "rb").read() for library in libraries]
    row = [f"{value / 1e6:.3f}" for one in found for value in (min(one), statistics.median(one))]
    print(f"{name:20} untuned {row[0]} ms least, {row[1]} median; tuned {row[2]}, {row[3]}"
          + ("; the same file" if files[0] == files[1] else ""), flush=True)


def main():
    folder, budget, *models = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for text in models:
        model, *shapes = text.split(",")
        compare(folder, budget, model, shapes)


if __name__ == "__main__":
    main()
