"""Compares two .npy files of floats without numpy: compare_npy.py GOT WANT TOLERANCE, relative to the largest element."""
import ast
import struct
import sys


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<H", data[8:10])
    body = data[10 + length:]
    return ast.literal_eval(data[10:10 + length].decode()), struct.unpack(f"<{len(body) // 4}f", body)


(got_header, got), (want_header, want) = read(sys.argv[1]), read(sys.argv[2])
if got_header != want_header:
    sys.exit(f"{got_header} is not {want_header}")
limit = float(sys.argv[3]) * max(map(abs, want))
worst = max(abs(x - y) for x, y in zip(got, want))
if not worst <= limit:
    sys.exit(f"the largest difference is {worst}, allowed {limit}")
