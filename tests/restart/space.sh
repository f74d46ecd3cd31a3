#!/usr/bin/env bash
# A box, and blocks with turned axes, one of them with a vector, that are killed and go on on other tiles and ranks, with
# an exchange every few steps or swept: history, gauges and checkpoint end as those of a run that nothing disturbs.
# shellcheck source=tests/restart/common.bash
. "$(dirname "$0")/common.bash" "$1" "$2"
run_case() { # CASE NAME OPTION...
  "$ria" run "$source/inputs/cases/$solver/$1.yaml" -o "$2" "${settings[@]}" "${@:3}" >said 2>&1 </dev/null
}

kill_after_a_checkpoint() { # CASE NAME OPTION...
  run_case "$@" &
  local pid=$!
  while kill -0 "$pid" 2>/dev/null && [ ! -e "$2/checkpoints/latest" ]; do sleep 0.01; done
  pkill -9 -P "$pid" 2>/dev/null || true
  kill -9 "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
}

go_on() { # CASE NAME OPTION...
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    run_case "$@" --resume && return
    grep -q 'another run is active' said || fail "$2 cannot be resumed"
    sleep 1
  done
  fail "the ranks of a killed run do not end"
}

# stopped CASE UNTIL TILES...: the tiles of the run that is killed, of the one that stops at a time, and of the last.
stopped() {
  local case=$1 until=$2
  rm -rf "$case-good" "$case-bad"
  run_case "$case" "$case-good" || fail "the undisturbed run of $case"
  kill_after_a_checkpoint "$case" "$case-bad" --tiles "$3" --set "time_tiling=$first"
  run_case "$case" "$case-bad" --resume --until "$until" -n 2 --tiles "$4" ||
    go_on "$case" "$case-bad" --until "$until" -n 2 --tiles "$4"
  go_on "$case" "$case-bad" --tiles "$5" --set "time_tiling=$last"
  for file in history.h5 checkpoints/latest; do
    "$ria" diff "$case-good/$file" "$case-bad/$file" >differences || { cat differences >&2; fail "$case: $file differs"; }
  done
  cmp "$case-good/gauges.csv" "$case-bad/gauges.csv" || fail "$case: the gauges differ"
}

solver=heat
first=classic
last="{scheme: expansion, depth: 2}"
settings=(--set checkpoint.every="0.0005 s" --set output.every="0.001 s" --set gauges.every="0.001 s" --set time.window=2
  --set "gauges.points={middle: [0.3 m, 0.3 m, 0.2 m], far: [0.9 m, 0.7 m, 0.45 m]}" --workers 1)
stopped box "0.004 s" 3x2x2 2x1x3 1x3x2
stopped two-blocks "0.004 s" 3x2x2 2x1x3 1x3x2
first="{scheme: swept, steps: 2}"
last="{scheme: swept, steps: 2}"
stopped box "0.004 s" 1x1x3 2x1x3 1x1x4
first=classic
last="{scheme: expansion, depth: 2}"

solver=euler
settings=(--set checkpoint.every="0.004 s" --set output.every="0.01 s" --set gauges.every="0.01 s" --set time.window=2
  --set "gauges.points={middle: [-0.2 m, 0.1 m], far: [0.3 m, 0.4 m]}" --workers 1)
stopped blast-blocks "0.1 s" 2x2 1x3 3x1
echo "all agree"
