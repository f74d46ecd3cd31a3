#!/usr/bin/env bash
# The same final checkpoint from tiles, depths, strategies and ranks, and after kill -9 and --resume.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
case_of_run() {
  "$ria" run "$source/inputs/arousa/arousa.yaml" -o "$folder/$1" --set time.end="1 h" \
    --set grid.resolution="400 m" --set checkpoint.every="10 min" --set output.maps=false \
    --set output.every="30 min" "${@:2}" > "$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
}
same() { "$ria" diff "$folder/$1/checkpoints/latest" "$folder/$2/checkpoints/latest"; }

for precision in single double; do
  p=(--precision "$precision")
  case_of_run "$precision" "${p[@]}" --tiles 1x1
  case_of_run "$precision-tiles" "${p[@]}" --tiles 3x2 --set time_tiling.scheme=expansion --set time_tiling.depth=4
  same "$precision" "$precision-tiles"
  case_of_run "$precision-reference" "${p[@]}" --tiles 7x5 --strategy reference
  same "$precision" "$precision-reference"
  case_of_run "$precision-ranks" "${p[@]}" --tiles 3x2 -n 2
  same "$precision" "$precision-ranks"
done

"$ria" run "$source/inputs/arousa/arousa.yaml" -o "$folder/killed" --set time.end="1 h" \
  --set grid.resolution="400 m" --set checkpoint.every="10 min" --set output.maps=false \
  --set output.every="30 min" --strategy reference > /dev/null 2>&1 &
pid=$!
sleep "0.$((RANDOM % 9 + 1))"
kill -9 "$pid" 2> /dev/null || true
wait "$pid" 2> /dev/null || true
case_of_run killed --resume
same single killed
