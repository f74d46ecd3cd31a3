#!/usr/bin/env bash
# For a mesh that it models in part, `ria bench --model` prints the same as a model of all cells, as in a run:
# on few SPEs, whose parts need blocks between others, and where the mesh is as flat, or as narrow, as a block.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-test-XXXXXX")
trap 'rm -rf "$folder"' EXIT

for mesh in "340x340 1" "2150x70 4" "70x1700 2"; do
  read -r cells spes <<< "$mesh"
  "$ria" bench swsolver --target cell --model --size "$cells" --set cell.spes="$spes" --json > "$folder/bench.json"
  "$ria" run "$source/inputs/cases/swsolver/swsolver.yaml" --target cell --set cell.watch=modelled --set cell.spes="$spes" \
    --set grid.cells="$cells" --set time.step=fixed --set time.dt="0.001 s" --set time.steps=1 --set output.maps=false \
    --overwrite -o "$folder/run" > "$folder/log" 2>&1
  python3 - "$mesh" "$folder/bench.json" "$folder/run/summary.json" << 'END'
import json, sys
part, whole = (json.load(open(name))["modelled"] for name in sys.argv[2:])
assert part["cells_modelled"] < part["cells"], part
for key in ("seconds", "seconds_unrolled", "compute_seconds", "cycles", "instructions", "flops", "bytes"):
    near = 0.03 if key in ("seconds", "seconds_unrolled") else 0.01  # SPEs that end before others leave them the memory
    assert abs(part[key] / whole[key] - 1) < near, (sys.argv[1], key, part[key], whole[key])
END
done
echo "parts tell of the whole"
