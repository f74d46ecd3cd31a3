#!/usr/bin/env bash
# `ria run -n RANKS` on the real coast: the same checkpoint, history and gauges from 1, 2 and 4 ranks.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-ranks-XXXXXX")
trap 'rm -rf "$folder"' EXIT

# run NAME OPTION...
run() {
  timeout -k 5 600 "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$folder/$1" --set time.end="10 min" \
    --set grid.resolution="400 m" --set gauges.every="5 min" --set output.every="5 min" \
    --set output.maps=false "${@:2}" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
}

# balance NAME: of its summary, in all digits.
balance() { sed -n '/^  "balance": {/,/^  }/p' "$folder/$1/summary.json" | grep residual_relative -B 100; }

# expect_same NAME NAME: all that a run computes.
expect_same() {
  "$ria" diff "$folder/$1/checkpoints/latest" "$folder/$2/checkpoints/latest"
  "$ria" diff "$folder/$1/history.h5" "$folder/$2/history.h5"
  cmp "$folder/$1/gauges.csv" "$folder/$2/gauges.csv"
  diff <(balance "$1") <(balance "$2")
}

expansion() { printf -- '--set time_tiling.scheme=expansion --set time_tiling.depth=%s' "$1"; }

run one --tiles 1x1
# Workers as asked for, whatever they are called like: --workers-beside-gpus begins alike.
(unset STARPU_NCPU && run threes --workers 3 -n 2)
grep -q '2 ranks, 3 workers each' "$folder/log" || { cat "$folder/log" && exit 1; }
expect_same one threes
# shellcheck disable=SC2046
run two --tiles 3x2 -n 2 $(expansion 4)
expect_same one two
# shellcheck disable=SC2046
run four --tiles 7x5 -n 4 $(expansion 2)
expect_same one four

exact=(--precision double --set numerics.order=1 --set time.step=exact)
run one-exact --tiles 1x1 "${exact[@]}"
# shellcheck disable=SC2046
run two-exact --tiles 7x5 -n 2 "${exact[@]}" $(expansion 8)
expect_same one-exact two-exact

fixed=(--precision double --set time.step=fixed --set "time.dt=2 s" --set time.steps=70)
run one-fixed --tiles 1x1 "${fixed[@]}"
run two-fixed --tiles 3x2 -n 2 "${fixed[@]}"
expect_same one-fixed two-fixed
