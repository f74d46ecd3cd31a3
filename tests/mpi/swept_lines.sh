#!/usr/bin/env bash
# A shock tube on tiles, most of whose cells are level gas that is passed over by its stamps, until waves come into it:
# from a tile's middle, and either way across sides of tiles and ranks. The bits of single steps on one tile that never pass
# anything over, on swept tiles of uneven widths, on such that exchange cells each step or each few, in windows that are
# done again, and resumed on other tiles.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-lines-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# run NAME OPTION...
run() {
  "$ria" run "$source/inputs/cases/euler/euler.yaml" -o "$1" --set output="{maps: false, history: false}" --set grid.cells=[2101,1] \
    --set "time={steps: 800, window: 64, cfl: 0.8}" --set euler.diaphragm=0.38 "${@:2}" >said 2>&1 || { cat said; return 1; }
}

expect_same() {
  "$ria" diff base/checkpoints/latest "$1/checkpoints/latest" >said || { echo "$1:"; cat said; return 1; }
}

# same NAME OPTION...: it ends as `base` did, which makes every step of every cell by the reference.
same() {
  run "$@"
  expect_same "$1"
}

swept() { echo "time_tiling={scheme: swept, steps: $1}"; }

run base --tiles 1x1 --strategy reference --set time_tiling=classic
grep -q '"redone": [1-9]' base/summary.json || { echo "no window was done again, which this case is for"; exit 1; }
same one --tiles 1x1 --set time_tiling=classic
same tiles -n 2 --tiles 3x1 --set "$(swept 48)"
same ranks -n 4 --tiles 4x1 --set "$(swept 64)"
same each -n 2 --tiles 5x1 --set time_tiling=classic
same few -n 2 --tiles 3x1 --set "time_tiling={scheme: expansion, depth: 40}"
run stopped -n 2 --tiles 3x1 --set "$(swept 64)" --until "0.06 s"
run stopped -n 4 --tiles 4x1 --set "$(swept 40)" --resume
expect_same stopped
