"""Writes the product of two matrices, the second one a constant where asked: gemm.py f32|f16|bf16 SIZE [constant]"""
import random
import struct
import sys

dtype, size, is_constant = sys.argv[1], int(sys.argv[2]), "constant" in sys.argv
matrix = f"tensor<{size}x{size}x{dtype}>"
argument = "" if is_constant else f', %b: {matrix} {{graph.name = "b"}}'
print('module attributes {graph.phase = "graph"} {')
print(f'func.func @main(%a: {matrix} {{graph.name = "a"}}{argument}) -> ({matrix} {{graph.name = "c"}}) {{')
if is_constant:
    random.seed(1)
    code = {"f32": "f", "f16": "e"}[dtype]
    data = struct.pack(f"<{size * size}{code}", *(random.uniform(-1, 1) for _ in range(size * size)))
    print(f'  %b = graph.constant dense<"0x{data.hex().upper()}"> : {matrix}')
print(f'  %0 = graph.contract "mk,kn->mn" %a, %b : {matrix}, {matrix}\n  return %0 : {matrix}\n}}\n}}')
