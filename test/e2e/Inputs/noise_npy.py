"""Whether one result of narrow arithmetic is as good as another: noise_npy.py RESULT OTHER EXACT, .npy files of f32. The root mean square of
the differences from EXACT may be half as large again as that of OTHER."""
import math
import struct
import sys


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<H", data[8:10])
    body = data[10 + length:]
    return struct.unpack(f"<{len(body) // 4}f", body)


def noise(values, exact):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(values, exact, strict=True)) / len(exact))


result, other, exact = map(read, sys.argv[1:4])
found, floor = noise(result, exact), noise(other, exact)
if not 0 < found <= 1.5 * floor:
    sys.exit(f"the result is off by {found}, the other by {floor}")
