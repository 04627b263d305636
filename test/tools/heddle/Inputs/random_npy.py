"""Writes random floats as an .npy file without numpy, the same at every call: random_npy.py FILE SHAPE   (like 4x24)"""
import os
import random
import subprocess
import sys

path, shape = sys.argv[1], sys.argv[2]
count = 1
for size in shape.split("x"):
    count *= int(size)
random.seed(1)
values = [str(random.uniform(-3, 3)) for _ in range(count)]
subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "npy.py"), path, "f4", shape] + values, check=True)
