#!/usr/bin/env bash
# Implicit steps of bwaves: the same bits and iterations on any tiles and ranks, however the matrix is kept, in both
# precisions, also where steps are made again, and with the right side computed aside.
set -euo pipefail
ria=$1/ria source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-bwaves-XXXXXX")
trap 'rm -rf "$folder"' EXIT

# run_case NAME OPTION...: leaves $folder/NAME.
run_case() {
  timeout -k 5 600 "$ria" run "$source/inputs/cases/bwaves/bwaves.yaml" -o "$folder/$1" --set grid.cells=11x9x8 \
    --set output.history=false --overwrite --oversubscribe "${@:2}" >"$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
}
# found NAME: what the summary tells of the program, in all digits.
found() { grep '"program"' -A 20 "$folder/$1/summary.json" | sed '/}/q' | grep . || { echo "nothing of the program" >&2; return 1; }; }

# like_first OPTION...: a run with them ends as the run `first` did, with the same steps.
like_first() {
  run_case other "${same[@]}" "$@"
  "$ria" diff "$folder/first/checkpoints/latest" "$folder/other/checkpoints/latest" >"$folder/diff" ||
    { echo "differs: $*"; cat "$folder/diff"; return 1; }
  cmp "$folder/first/steps.csv" "$folder/other/steps.csv" || { echo "other steps: $*"; return 1; }
  diff <(found first) <(found other) || { echo "other results: $*"; return 1; }
}

for precision in double single; do
  same=(--precision "$precision" --set time.steps=3)
  run_case first "${same[@]}" --tiles 1x1x1
  (($(wc -l <"$folder/first/steps.csv") == 4)) || { echo "steps.csv has not a row for each step"; exit 1; }
  for part in lhs rhs bicgstab; do
    grep -A 4 '"parts": {' "$folder/first/summary.json" | grep -q "\"$part\": [0-9.e-]*[1-9]" ||
      { echo "no time of the part $part"; exit 1; }
  done
  like_first --tiles 3x2x2 --set linear.matrix=stored
  like_first --tiles 5x4x3 --strategy reference
  like_first --tiles 1x2x1 -n 2
  like_first --tiles 3x2x2 -n 2 --set linear.matrix=packed
  like_first --tiles 2x2x1 -n 4 --set linear.matrix=stored
  like_first --tiles 5x4x3 -n 4
  # The right side computed aside, as beside a GPU.
  RIA_PROGRAM_ASIDE=always like_first --tiles 3x2x2 -n 2 --set bwaves.rhs_on=cpu --set linear.matrix=packed
done

for method in one-reduction pipelined; do
  same=(--set "linear.method=$method" --set linear.replace=6 --set time.steps=2)
  run_case first "${same[@]}" --tiles 1x1x1
  like_first --tiles 3x2x2
  like_first --tiles 3x2x2 -n 2 --set linear.matrix=stored
  like_first --tiles 5x4x3 -n 4
done

for method in bicgstab pipelined; do
  same=(--set time.steps=4 --set time.scheme=bdf2 --set bwaves.newton=3 --set time.cfl=3 --set bwaves.limiter=none
    --set bwaves.blast.inside.pressure=20 --set "linear.method=$method")
  run_case first "${same[@]}" --tiles 1x1x1
  awk -F, 'NR > 1 { redone += $5 } END { exit !redone }' "$folder/first/steps.csv" ||
    { echo "no step was made again, which this case is for"; cat "$folder/first/steps.csv"; exit 1; }
  like_first --tiles 3x2x2 -n 2
  like_first --tiles 5x4x3 -n 4
  RIA_PROGRAM_ASIDE=always like_first --tiles 3x2x2 --set bwaves.rhs_on=cpu-serial
done

# Blocks in single precision have bits of their own, and the same ones everywhere.
same=(--set time.steps=2 --set linear.matrix=single)
run_case first "${same[@]}" --tiles 1x1x1
grep -q '"note": ".*bits of their own' "$folder/first/summary.json" || { echo "no note of the matrix"; exit 1; }
like_first --tiles 5x4x3 --strategy reference
like_first --tiles 3x2x2 -n 4
RIA_PROGRAM_ASIDE=always like_first --tiles 2x2x1 -n 2 --set bwaves.rhs_on=cpu
echo "all runs agree"
