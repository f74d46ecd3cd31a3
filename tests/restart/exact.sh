#!/usr/bin/env bash
# Exact steps give the same bits in all ways to compute them: many in one task, where one tile is the domain, or each by
# tasks of its own; stopped and gone on with, with a change from the one to the other; and in windows of any depth.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
settings=(--set numerics.order=1 --set time.end="20 min" --set grid.resolution="400 m" --set checkpoint.every="3 min"
  --set output.maps=false --set output.every="10 min" --set tracers.spill.decay="0.1 1/d")

# run_case NAME OPTION...: leaves $folder/NAME.
run_case() {
  "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$folder/$1" "${settings[@]}" "${@:2}" > "$folder/log" 2>&1 ||
    { cat "$folder/log"; return 1; }
}

# same NAME OTHER
same() {
  "$ria" diff "$folder/$1/checkpoints/latest" "$folder/$2/checkpoints/latest" > "$folder/diff" ||
    { echo "$1 and $2 differ"; cat "$folder/diff"; return 1; }
}

second=(--set numerics.order=2)
for scheme in single double second; do
  exact=(--set time.step=exact --precision "$scheme")
  [ "$scheme" != second ] || exact=(--set time.step=exact "${second[@]}")
  run_case one "${exact[@]}" --tiles 1x1
  run_case tiles "${exact[@]}" --tiles 3x2
  same one tiles
  run_case segments "${exact[@]}" --tiles 1x1 --until "4 min"
  run_case segments "${exact[@]}" --tiles 3x2 --until "9 min" --resume
  run_case segments "${exact[@]}" --tiles 1x1 --until "14 min" --resume
  run_case segments "${exact[@]}" --tiles 1x1 --resume
  same one segments
  rm -rf "$folder/one" "$folder/tiles" "$folder/segments"
done
run_case one --set time.step=exact --tiles 1x1
run_case ranks --set time.step=exact --tiles 3x2 -n 2 --set time_tiling.scheme=expansion --set time_tiling.depth=3
same one ranks
# A window whose length no depth divides, also of order 2, and a fixed step: one task where one tile is the domain.
for step in window second fixed; do
  steps=(--set time.step=window --set time.window=7 --set output.history=false) # swept tiles track nothing for it
  [ "$step" != second ] || steps+=("${second[@]}")
  [ "$step" != fixed ] || steps+=(--set time.step=fixed --set time.dt="6 s")
  run_case "$step" "${steps[@]}" --tiles 1x1
  run_case "$step-depth" "${steps[@]}" --tiles 2x3 --set time_tiling.scheme=expansion --set time_tiling.depth=3
  same "$step" "$step-depth"
  run_case "$step-swept" "${steps[@]}" --tiles 2x3 --set "time_tiling={scheme: swept, steps: 5}"
  same "$step" "$step-swept"
done
echo "all runs agree"
