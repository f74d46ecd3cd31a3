#!/usr/bin/env bash
# A solution that becomes bad: the run stops, says in one message the cell with its place, the step, the fields (or
# the step that it would need), the water there before and what to try, and leaves the last checkpoint and the
# history; on a second try it stops at the same place.
# shellcheck source=tests/restart/common.bash
. "$(dirname "$0")/common.bash" "$1" "$2"

cat >bad.yaml <<'Y'
time: 60 s
grid: {extent: [0 m, 0 m, 1 km, 800 m], resolution: 50 m}
bathymetry: {shape: {kind: flat, elevation: -5 m}}
initial: {shape: {kind: column, x: 500 m, y: 400 m, radius: 100 m, inside: 2 m, outside: 0 m}}
checkpoint: {every: 2 s}
output: {every: 4 s, maps: false}
Y

# goes_bad PATTERN CHECKPOINTS SETTING OPTION...
goes_bad() {
  local pattern=$1 wanted=$2 code again=()
  rm -rf run
  for try in first second; do
    code=0
    timeout -k 5 60 "$ria" run bad.yaml -o run --set "$3" "${@:4}" "${again[@]}" >said 2>&1 </dev/null || code=$?
    [ "$code" -eq 2 ] || fail "exit code $code: $3"
    [ "$(grep -c '^ria run: ' said)" -eq 1 ] || fail "not one complaint: $3"
    grep -q -e "^ria run: $pattern" said || fail "nothing of '$pattern': $3"
    ! grep -q -i -e 'MPI_ABORT' -e 'signal:' said || fail "MPI or a crash is heard: $3"
    sound run
    [ "$(find run/checkpoints -name 'step-*.h5' | wc -l)" -ge "$wanted" ] || fail "the last checkpoint is lost: $3"
    [ "$try" = first ] || grep -q 'resumed after' said || [ "$wanted" -eq 0 ] || fail "not resumed: $3"
    again=(--resume)
  done
}

number='-*[0-9.e+-]*'
place="($number m, $number m)"
water="h = $number m and a speed of $number m/s"
fastest="The speed is largest in cell ([0-9]*, [0-9]*), at $place: $water"
advice="Look at the bed, the sides and the sources there. .* a smaller 'time.cfl', 'numerics.limiter: minmod', 'numerics.order: 1'"
invalid="the solution is no longer valid in cell ([0-9]*, [0-9]*) after step [0-9]*, .* s: h = .* m, qx = .*, qy = .*, hc = .*"
invalid+=" The cell lies at $place; at $number s it had $water. $fastest. $advice"
# A storm with a drag of 10^308: a stress that is no number any more.
storm='wind={speed: [[0 s, 0 m/s], [10 s, 0 m/s], [10.001 s, 100 m/s]], direction: 0 deg, drag: 1e308}'
for ranks in 1 2; do goes_bad "$invalid" 1 "$storm" -n "$ranks"; done
goes_bad "$invalid" 1 "$storm" --precision double --tiles 3x2
# Exact steps: one after the other in a task, or in tasks of their own; the same cell after the same step.
for tiles in 1x1 3x2; do
  goes_bad "$invalid" 1 "$storm" --set 'time={end: 60 s, step: exact}' --tiles "$tiles"
  grep -o 'in cell .*' said >"$tiles.said"
done
cmp 1x1.said 3x2.said || fail 'another cell with other tiles'
# Windows: the first bad cell that swept tiles meet is not the first one in time.
for tiling in classic '{scheme: swept, steps: 4}'; do
  goes_bad "$invalid" 1 "$storm" --tiles 2x1 --set "time_tiling=$tiling"
  grep -o 'in cell .*' said >"${tiling:0:2}.said"
done
cmp cl.said '{s.said' || fail 'another cell with swept tiles'
# A flow beyond what a number can hold.
goes_bad "${invalid/"$fastest. "/}" 0 'boundaries=[{side: west, kind: discharge, discharge: 1e38 m3/s}]'
# A column in the wrong unit asks for steps that no water needs.
goes_bad "the time step collapsed at $number s (step [0-9]*): the largest wave speed requires $number s, .*$fastest. $advice" 0 \
  'initial.shape.inside=1e9 m'
# A fixed step that is too large has a sentence of its own.
goes_bad 'the fixed time step of 50 s is too large at 0 s (step 0): at most [0-9.]* s are stable there' 0 \
  'time={end: 60 s, step: fixed, dt: 50 s}'
