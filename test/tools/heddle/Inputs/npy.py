"""Writes an .npy file without numpy: npy.py FILE f2|f4|i8|u1|U<n> SHAPE VALUE...   (SHAPE like 2x4)"""
import struct
import sys

path, code, shape, values = sys.argv[1], sys.argv[2], sys.argv[3].split("x"), sys.argv[4:]
header = f"{{'descr': '<{code}', 'fortran_order': False, 'shape': ({', '.join(shape)},), }}"
header += " " * (117 - len(header)) + "\n"
if code[0] == "U":  # characters of 4 bytes, filled up with zeros
    data = b"".join(value.encode("utf-32-le").ljust(4 * int(code[1:]), b"\0") for value in values)
else:
    number = float if code[0] == "f" else int
    data = struct.pack(f"<{len(values)}{ {'f2': 'e', 'f4': 'f', 'i8': 'q', 'u1': 'B'}[code] }", *map(number, values))
with open(path, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
