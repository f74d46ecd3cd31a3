#!/usr/bin/env bash
# Swept tiles of the solvers in a plane, of one stage that reads a cell to each side and of two that read two: the bits
# of single steps, along one axis and two, on 1, 2 and 4 ranks, with windows of several nodes, and resumed on other tiles.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-planes-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# run NAME OPTION...: of the case that is set
run() {
  "$ria" run "$source/inputs/cases/$case" -o "$1" --set output="{maps: false, history: false}" "${settings[@]}" "${@:2}" >said 2>&1 ||
    { cat said; return 1; }
}

# same NAME OPTION...: it ends as `base` did.
same() {
  run "$@"
  expect_same "$1"
}

expect_same() {
  "$ria" diff base/checkpoints/latest "$1/checkpoints/latest" >said || { echo "$case, $1:"; cat said; return 1; }
  rm -rf "$1"
}

swept() { echo "time_tiling={scheme: swept, steps: $1}"; }

case=heat/plate.yaml
settings=(--set grid.cells=49x41 --set "time={steps: 45, window: 20, cfl: 0.9}")
run base --tiles 1x1 --set time_tiling=classic
same corners -n 2 --tiles 2x2 --set "$(swept 20)"
same rows --tiles 1x3 --set "$(swept 6)"
run stopped -n 2 --tiles 3x1 --set "$(swept 15)" --until "0.0005 s"
run stopped --tiles 2x2 --set "$(swept 9)" --resume
expect_same stopped
rm -rf base
case=euler/blast.yaml
settings=(--precision single --set grid.cells=52x50 --set "time={steps: 22, window: 9, cfl: 0.8}")
run base --tiles 1x1 --set time_tiling=classic
same corners -n 4 --tiles 2x2 --set "$(swept 6)"
same columns --tiles 3x1 --set "$(swept 4)"
