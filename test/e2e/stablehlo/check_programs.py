"""Runs StableHLO programs, compiled and by the reference interpreter, against JAX's results:

    check_programs.py BIN NAME...     (Inputs/NAME.mlir with NAME.json; BIN has heddle and heddle-eval)

A float may differ by 1e-5, relative to the expected number where that is above 1; all else has to be equal.
"""
import ast
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
CODES = {"f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}
TOLERANCE = 1e-5


def write_npy(path, tensor):
    descr = tensor["type"] if tensor["type"][1] != "1" else tensor["type"]
    shape = "(" + "".join(f"{size}, " for size in tensor["shape"]) + ")"
    header = f"{{'descr': '<{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    values = [float(each) if tensor["type"][0] == "f" else each for each in tensor["values"]]
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{CODES[tensor['type']]}", *values))


def read_npy(path):
    with open(path, "rb") as file:
        content = file.read()
    length = struct.unpack("<H", content[8:10])[0]
    header = ast.literal_eval(content[10:10 + length].decode())
    code = header["descr"].lstrip("<|=")
    count = math.prod(header["shape"])
    return {"type": code, "shape": list(header["shape"]),
            "values": struct.unpack(f"<{count}{CODES[code]}", content[10 + length:])}


def is_close(found, wanted):
    wanted = float(wanted)
    return found == wanted or (math.isnan(found) and math.isnan(wanted)) or abs(found - wanted) <= TOLERANCE * max(1, abs(wanted))


def difference(found, wanted):
    """What is wrong with a tensor, or None."""
    if (found["type"], found["shape"]) != (wanted["type"], wanted["shape"]):
        return f"is {found['type']} {found['shape']}, JAX gives {wanted['type']} {wanted['shape']}"
    same = is_close if wanted["type"][0] == "f" else lambda a, b: a == b
    wrong = [i for i, pair in enumerate(zip(found["values"], wanted["values"])) if not same(*pair)]
    if not wrong:
        return None
    return f"[{wrong[0]}] is {found['values'][wrong[0]]}, JAX gives {wanted['values'][wrong[0]]}; {len(wrong)} of " \
           f"{len(wanted['values'])} differ"


def faults(bin_folder, name, folder):
    with open(os.path.join(FOLDER, name + ".json")) as file:
        data = json.load(file)
    model = os.path.join(FOLDER, name + ".mlir")
    for role in ("input", "output"):
        for i, tensor in enumerate(data[role + "s"]):
            write_npy(os.path.join(folder, f"{role}_{i}.npy"), tensor)
    results = os.path.join(folder, "results")
    run = subprocess.run([os.path.join(bin_folder, "heddle"), "run", model, "--inputs", folder, "--outputs", results, "--threads", "2"],
                         capture_output=True, text=True)
    if run.returncode:
        yield f"heddle run ends with {run.returncode}: {run.stderr.strip()}"
        return
    for i, wanted in enumerate(data["outputs"]):
        wrong = difference(read_npy(os.path.join(results, f"output_{i}.npy")), wanted)
        if wrong:
            yield f"output {i} {wrong}"
    evaluated = subprocess.run([os.path.join(bin_folder, "heddle-eval"), "--model", model, folder, f"--rtol={TOLERANCE}",
                                f"--atol={TOLERANCE}"], capture_output=True, text=True)
    if evaluated.returncode:
        yield f"reference: {evaluated.stdout.strip()}"


def main():
    bin_folder, names = sys.argv[1], sys.argv[2:]
    wrong = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            found = list(faults(bin_folder, name, folder))
        wrong += bool(found)
        print(f"{name}: {'; '.join(found) or 'right'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
