#!/usr/bin/env bash
# The same final checkpoint, to the bit and in both precisions, from 1, 2 and 4 ranks, from 1x1, 3x2 and 7x5
# tiles, with expansion depth 1, 2, 4 and 8, swept, from every strategy and the serial reference, and after kill -9 at
# a random moment and --resume.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
settings=(--set numerics.order=1 --set time.end="30 min" --set grid.resolution="400 m" --set checkpoint.every="2 min"
  --set output.maps=false --set output.every="10 min")
compared=0

# run_case NAME OPTION...: leaves $folder/NAME.
run_case() {
  "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$folder/$1" "${settings[@]}" "${@:2}" > "$folder/log" 2>&1 ||
    { cat "$folder/log"; return 1; }
}

# same NAME OPTION...: a run with these options ends as the base of its precision did.
same() {
  run_case "$precision-$1" --precision "$precision" "${@:2}"
  differs "$1" "${*:2}"
  rm -rf "${folder:?}/$precision-$1"
}

differs() {
  compared=$((compared + 1))
  "$ria" diff "$folder/$precision/checkpoints/latest" "$folder/$precision-$1/checkpoints/latest" > "$folder/diff" ||
    { echo "$precision, $2: differs"; cat "$folder/diff"; return 1; }
}

# A run that is killed at a random moment and resumed until it ends, with other tiles each time. Swept tiles track nothing
# for a history: so it has none.
killed_and_resumed() {
  local name=$precision-killed pid kills=0 tiles=(1x1 3x2 2x3)
  local tilings=('{scheme: swept, steps: 8}' classic '{scheme: swept, steps: 5}')
  while [ ! -f "$folder/$name/summary.json" ]; do
    "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$folder/$name" "${settings[@]}" --precision "$precision" \
      --set output.history=false --strategy reference --tiles "${tiles[kills % 3]}" --set "time_tiling=${tilings[kills % 3]}" --resume > /dev/null 2> "$folder/log" &
    pid=$!
    if [ $kills -lt 3 ]; then
      sleep "0.$((RANDOM % 6 + 3))"
      kill -9 "$pid" 2> /dev/null || true
      kills=$((kills + 1))
      wait "$pid" 2> /dev/null || true
    else
      wait "$pid" || { cat "$folder/log"; return 1; }
    fi
  done
  differs killed "killed $kills times"
}

# strategies KERNEL: those of the CPU.
strategies() {
  "$ria" kernels --json | /usr/bin/python3 -c '
import json, sys
kernels = json.load(sys.stdin)
print(*sorted({i["strategy"] for k in kernels if k["name"] == sys.argv[1] for i in k["implementations"] if i["target"] == "cpu"}))' "$1"
}
strategies=$(strategies roe_transport)
[ "$(wc -w <<< "$strategies")" -ge 4 ]

for precision in single double; do
  run_case "$precision" --precision "$precision" --tiles 1x1
  for tiles in 3x2 7x5; do same "tiles-$tiles" --tiles "$tiles"; done
  for depth in 1 2 4 8; do
    same "depth-$depth" --tiles 3x2 --set time_tiling.scheme=expansion --set time_tiling.depth=$depth
  done
  for strategy in $strategies; do
    same "strategy-$strategy" --strategy "$strategy" --tiles 2x2
    [ "$precision" = double ] ||
      same "swept-$strategy" --strategy "$strategy" --tiles 3x2 --set "time_tiling={scheme: swept, steps: 8}"
  done
  for ranks in 2 4; do same "ranks-$ranks" -n $ranks --tiles 3x2; done
  RIA_MPI_THREADS=serialized same serialized -n 2 --tiles 3x2
  same everything -n 2 --tiles 7x5 --set time_tiling.scheme=expansion --set time_tiling.depth=2 --strategy naive
  killed_and_resumed
done

# Order 2, in single precision.
precision=single
settings+=(--set numerics.order=2)
rm -rf "$folder"/single*
run_case single --tiles 1x1
same tiles --tiles 7x5
same depth --tiles 3x2 --set time_tiling.scheme=expansion --set time_tiling.depth=4
same ranks -n 4 --tiles 3x2 --set "time_tiling={scheme: swept, steps: 8}"
for strategy in $(strategies muscl_transport); do same "strategy-$strategy" --strategy "$strategy" --tiles 2x2; done
killed_and_resumed
echo "$compared runs, all identical"
