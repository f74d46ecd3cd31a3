#!/usr/bin/env bash
# Runs of swsolver that must end with the same bits. To be sourced with the arguments of a test; an array `settings` is to
# have what all of its runs are given.
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-sweeps-XXXXXX")
trap 'rm -rf "$folder"' EXIT
settings=()

# run_case NAME OPTION...: leaves $folder/NAME.
run_case() {
  "$ria" run "$source/inputs/cases/swsolver/swsolver.yaml" -o "$folder/$1" "${settings[@]}" "${@:2}" > "$folder/log" 2>&1 ||
    { cat "$folder/log"; return 1; }
}

# like_first OPTION...: a run with them ends as the run `first` did.
like_first() {
  run_case other --overwrite "$@"
  "$ria" diff "$folder/first/checkpoints/latest" "$folder/other/checkpoints/latest" > "$folder/diff" ||
    { echo "differs: $*"; cat "$folder/diff"; return 1; }
}

deep() { echo "--set time_tiling.scheme=expansion --set time_tiling.depth=$1"; }

# redone ORDER: the case of `first` does what several sweeps are tried for, where they are in that order.
redone() {
  grep -q '"redone": [1-9]' "$folder/first/summary.json" || [ "$1" = xy ] ||
    { echo "no window was done again, which this case is for"; return 1; }
}
