#!/usr/bin/env bash
# Means over the windows of output.window: the same bits from any number of ranks and tiling, and from a run that stops within a window and
# goes on elsewhere, or is killed. The water is the same with and without them. A window that is no longer than that to the record before
# and a case of steps are told.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-means-XXXXXX")
trap 'rm -rf "$folder"' EXIT

cat > "$folder/case.yaml" << 'END'
time: {end: 25 min}
grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}
bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 2 m, length: 4 km}}
initial: {level: 0.2 m, concentration: 0.5}
friction: 0.03
boundaries: {west: {kind: level, level: [[0 min, 0.2 m], [15 min, 1 m], [25 min, -0.5 m]], concentration: 1}}
tracers: [{name: dye}]
maxima: level
output: {every: 10 min, window: 10 min, maps: false}
END
case=$folder/case.yaml
# shellcheck source=tests/restart/same_bits.bash
. "$2"/tests/restart/same_bits.bash

for way in "1 single 10" "2 double 7"; do
  read -r order precision window <<< "$way"
  settings=(--set numerics.order="$order" --set output.window="$window min")
  run_case first --overwrite --precision "$precision" --tiles 1x1 --strategy reference
  like_first_anywhere "$precision" 2x2 "9.4 min" "20.1 min"
done

rm -rf "$folder/other"
"$ria" run "$case" -o "$folder/other" "${settings[@]}" --precision double --set checkpoint.every="2 min" > "$folder/log" 2>&1 &
sleep 0.4
kill -9 $! 2> /dev/null || true
wait $! 2> /dev/null || true
run_case other --precision double --resume
same "killed after 0.4 s"
"$ria" diff "$folder/first/history.h5" "$folder/other/history.h5"

ncdump -v level_mean,time "$folder/first/history.h5" > "$folder/text"
grep -q 'u_mean:cell_methods = "time: mean' "$folder/text" && grep -q 'time = 0, 600, 1200, 1500 ;' "$folder/text" || { cat "$folder/text"; exit 1; }

run_case without --overwrite --precision double --tiles 1x1 --strategy reference --set output.window=0
"$ria" diff "$folder/first/history.h5" "$folder/without/history.h5" > "$folder/diff" || true
if grep -E '^(h|qx|qy|hc|level|u|v|level_max) .*different' "$folder/diff"; then
  echo "means changed the water"
  exit 1
fi
