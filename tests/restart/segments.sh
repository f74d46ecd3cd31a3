#!/usr/bin/env bash
# A run in pieces, by --until and --continue, leaves the same files as one in a single piece: checkpoint, history,
# gauges and arrivals; with pieces that end between outputs, on an output, and before a window has passed; with other
# tiles in each. A folder with a run of another case is replaced.
set -euo pipefail
ria=$1/ria
case=$2/inputs/cases/arousa/arousa.yaml
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
settings=(--set time.end="40 min" --set grid.resolution="400 m" --set output.maps=false --set output.every="10 min")

run_piece() { "$ria" run "$case" -o "$folder/$1" "${settings[@]}" "${@:2}" > "$folder/log" 2>&1 || { cat "$folder/log"; return 1; }; }
state() { sed -n 's/^  "state": "\(.*\)",$/\1/p' "$folder/$1/summary.json"; }

run_piece whole --tiles 1x1
run_piece pieces --set time.cfl=0.8 --until "5 min" --continue # of another case
tiles=(2x1 1x3 2x2 3x2 1x1)
number=0
for until in "13 min" "PT20M" "1200.5 s" "25 min"; do
  run_piece pieces --tiles "${tiles[number++]}" --continue --until "$until"
  [ "$(state pieces)" = paused ] || { echo "until $until: $(state pieces), not paused"; exit 1; }
done
grep -q 'the run of another case in .* is replaced' "$folder/pieces/log.txt"
run_piece pieces --tiles "${tiles[number]}" --continue --until "2 h"
[ "$(state pieces)" = finished ]

"$ria" diff "$folder/whole/checkpoints/latest" "$folder/pieces/checkpoints/latest"
"$ria" diff "$folder/whole/history.h5" "$folder/pieces/history.h5"
cmp "$folder/whole/gauges.csv" "$folder/pieces/gauges.csv"
cmp "$folder/whole/arrivals.csv" "$folder/pieces/arrivals.csv"

# Time is accounted for: steps take what work and exchange take.
python3 - "$folder/whole/summary.json" << 'END'
import json, sys
s = json.load(open(sys.argv[1]))
assert 0 < s["work_seconds"] <= s["step_seconds"] <= s["wall_seconds"], s
assert 0 <= s["packing_seconds"] <= s["exchange_seconds"], s
assert abs(s["work_seconds"] + s["exchange_seconds"] - s["step_seconds"]) < 1e-9, s
END

for bad in "0 s" "-1 h" "soon" "3 m" ""; do
  if "$ria" run "$case" -o "$folder/bad" --until "$bad" 2> "$folder/log"; then
    echo "--until '$bad' was taken"
    exit 1
  fi
  grep -q "until: expected a time above 0 such as '12 h'" "$folder/log" || { cat "$folder/log"; exit 1; }
done
[ ! -e "$folder/bad" ]
