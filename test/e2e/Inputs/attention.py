"""Writes an attention over key tiles: attention.py f32|f16 HEAD LENGTH. Two heads, an additive mask, queries [1, 2, length, head]."""
import sys

dtype, head, length = sys.argv[1], sys.argv[2], sys.argv[3]
states, scores, column = (f"tensor<1x2x{length}x{size}x{dtype}>" for size in (head, length, 1))
mask = f"tensor<1x1x1x{length}x{dtype}>"
arguments = ", ".join(f'%{name}: {states} {{graph.name = "{name}"}}' for name in "qkv")
print('module attributes {graph.phase = "graph"} {')
print(f'func.func @main({arguments}, %mask: {mask} {{graph.name = "mask"}}) -> ({states} {{graph.name = "y"}}) {{')
print(f"""  %0 = graph.contract "bhqd,bhkd->bhqk" %q, %k : {states}, {states}
  %1 = graph.add %0, %mask : {scores}, {mask}
  %2 = graph.reduce max %1 axes [3] : {scores}
  %3 = graph.sub %1, %2 : {scores}, {column}
  %4 = graph.exp %3 : {scores}
  %5 = graph.reduce add %4 axes [3] : {scores}
  %6 = graph.div %4, %5 : {scores}, {column}
  %7 = graph.contract "bhqk,bhkd->bhqd" %6, %v : {scores}, {states}
  return %7 : {states}
}}
}}""")
