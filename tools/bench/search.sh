#!/usr/bin/env bash
# Records times of random schedules and compares guided with random search on them (docs/tuning.md has the figures).
#
# usage: search.sh FOLDER [TRIALS] [MODEL] [PASSES]
#
# FOLDER gets a table of records for a product of 384 x 512 x 512, a 3x3 convolution of 28 x 28 x 128 to 128 channels, and
# MODEL (minilm_l6.onnx at 128 tokens) if given, each of TRIALS (default 1000) measurements, PASSES (default 3) times over:
# the least times of a schedule count, so that a table has less noise than one measurement. A table that is there is
# completed, so the script may be stopped and started at any moment.
set -euo pipefail

folder=$1 trials=${2:-1000} model=${3:-} passes=${4:-3}
bin=${HEDDLE_BIN:-$(dirname "$0")/../../build/bin}
mkdir -p "$folder"

# Weights are noise, so that a schedule that mixes up columns gives other results.
python3 - "$folder" <<'PYTHON'
import random, struct, sys

def write(name, x, weights, y, op):
    count = 1
    for size in weights:
        count *= size
    generator = random.Random(1)
    data = struct.pack(f"<{count}f", *(generator.uniform(-1, 1) for _ in range(count))).hex()
    x, w, y, b = ("tensor<" + "".join(f"{size}x" for size in sizes) + "f32>" for sizes in (x, weights, y, y[-1:]))
    with open(f"{sys.argv[1]}/{name}.mlir", "w", encoding="utf-8") as file:
        file.write(f"""func.func @main(%x: {x} {{graph.name = "x"}}, %b: {b} {{graph.name = "b"}}) -> ({y} {{graph.name = "y"}}) {{
  %w = graph.constant dense_resource<w> : {w}
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = {op} : {x}, {w}
  %1 = graph.add %0, %b : {y}, {b}
  %2 = graph.max %1, %zero : {y}, tensor<f32>
  return %2 : {y}
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{data}" }} }} #-}}
""")

write("gemm", (384, 512), (512, 512), (384, 512), 'graph.contract "mk,kn->mn" %x, %w')
write("conv", (1, 28, 28, 128), (3, 3, 128, 128), (1, 28, 28, 128),
      "graph.conv %x, %w strides [1, 1] dilations [1, 1] pads [1, 1], [1, 1] groups 1")
PYTHON

record() { # NAME MODEL OPTION...
  local pass table done
  for ((pass = 1; pass <= passes; ++pass)); do
    table="$folder/$1.$pass.jsonl" done=0
    [ -e "$table" ] && done=$(grep -c '"outcome":"measured"' "$table" || true)
    if [ "$done" -lt "$trials" ]; then
      "$bin/heddle" tune "$2" --search random --trials $((trials - done)) --seed $((done + 1)) --budget 10h \
        --records "$table" "${@:3}"
    fi
  done
  cat "$folder/$1".*.jsonl > "$folder/$1.table"
}

record gemm "$folder/gemm.mlir"
record conv "$folder/conv.mlir"
[ -z "$model" ] || record minilm "$model" --shape input_ids=1x128 --shape attention_mask=1x128
for table in "$folder"/*.table; do
  echo "== $(basename "$table" .table)"
  "$bin/heddle-replay" "$table" --trials "$trials"
done
