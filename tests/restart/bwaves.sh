#!/usr/bin/env bash
# Implicit steps of bwaves that stop, or are killed, and go on elsewhere: the same bits, and each step once in steps.csv.
# BDF2 needs the state a step earlier and the length of that step; its matrix is in single precision.
set -euo pipefail
ria=$1/ria source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-bwaves-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
steps=20

# options of a run
settings=(--set grid.cells=11x9x8 --set "time.steps=$steps" --set output.history=false --set checkpoint.every="0.2 s"
  --set checkpoint.keep=3 --oversubscribe)
start() { timeout -k 5 600 "$ria" run "$source/inputs/cases/bwaves/bwaves.yaml" -o "$1" "${settings[@]}" "${scheme[@]}" "${@:2}" >log 2>&1; }
run_case() { start "$@" || { cat log; return 1; }; }

# same NAME: it ended as `good` did.
same() {
  "$ria" diff good/checkpoints/latest "$1/checkpoints/latest" > diff.txt || { echo "$1, ${scheme[*]}: differs"; cat diff.txt; exit 1; }
  cmp good/steps.csv "$1/steps.csv" || { echo "$1, ${scheme[*]}: other steps"; exit 1; }
}

# kill_once OPTION...: go on with the run `killed`, and kill it at its next checkpoint.
kill_once() {
  local before now='' pid
  before=$(readlink killed/checkpoints/latest 2>/dev/null || true)
  "$ria" run "$source/inputs/cases/bwaves/bwaves.yaml" -o killed "${settings[@]}" "${scheme[@]}" --resume "$@" >log 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    now=$(readlink killed/checkpoints/latest 2>/dev/null || true)
    [ "$now" = "$before" ] || break
    sleep 0.01
  done
  kill -9 "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || kills=$((kills + 1))
}

kills=0
for name in euler bdf2; do
  scheme=(--set time.scheme=euler)
  [ $name = euler ] || scheme=(--set time.scheme=bdf2 --set bwaves.newton=3 --set bwaves.limiter=none
    --set bwaves.blast.inside.pressure=5 --set linear.matrix=single)
  rm -rf good stopped killed
  run_case good --tiles 1x1x1
  (($(wc -l <good/steps.csv) == steps + 1)) || { echo "steps.csv has not a row for each step"; exit 1; }
  [ $name = euler ] || awk -F, 'NR > 1 { redone += $5 } END { exit !redone }' good/steps.csv ||
    { echo "no step was made again, which this case is for"; exit 1; }
  run_case stopped --tiles 2x1x2 --until "0.3 s"
  rows=$(wc -l <stopped/steps.csv)
  ((rows > 2 && rows < steps + 1)) || { echo "$rows lines of steps at a stop"; exit 1; }
  run_case stopped --tiles 3x2x2 -n 2 --until "0.5 s" --resume
  run_case stopped --tiles 1x2x1 --resume
  same stopped
  kill_once --tiles 1x1x1
  kill_once --tiles 2x2x1
  for _ in 1 2 3 4 5; do # what was killed may be ending still
    ! start killed --resume || break
    grep -q 'another run is active' log || { cat log; exit 1; }
    sleep 1
  done
  same killed
done
((kills >= 3)) || { echo "only $kills of 4 kills met a run at work"; exit 1; }
echo "all runs agree"
