#!/usr/bin/env bash
# A sliding plane: the same bits on any tiles and ranks, and from a run that stops and goes on elsewhere. How far the rows
# have turned follows from the number of the step.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-sliding-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cat > "$folder/case.yaml" <<'Y'
solver: rows
time: {steps: 30, steps_per_passing: 50}
grid:
  blocks:
    stator: {shape: sector, row: stator, cells: [6, 4, 8], x: [0 m, 0.1 m], r: [0.4 m, 0.5 m], theta: [0 deg, 20 deg]}
    rotor: {shape: sector, row: rotor, cells: [6, 4, 9], x: [0.1 m, 0.2 m], r: [0.4 m, 0.5 m], theta: [3 deg, 23 deg],
      cut: [1, 1, 3]}
  joints:
    - {faces: [stator.k-, stator.k+], turn: 20 deg}
    - {faces: [rotor.1.k-, rotor.3.k+], turn: 20 deg}
    - {faces: [rotor.1.k+, rotor.2.k-]}
    - {faces: [rotor.2.k+, rotor.3.k-]}
gas: {cp: 1005 J/kg/K, gamma: 1.4, viscosity: 1.8e-5 Pa s}
rows: {stator: {blades: 36}, rotor: {blades: 54, speed: 6000 rpm}}
planes: {gap: {kind: sliding, between: [stator.exit, rotor.inlet]}}
boundaries:
  stator.inlet: {kind: inflow, stagnation_pressure: 100 kPa, stagnation_temperature: 300 K, yaw: 20 deg}
  rotor.exit: {kind: outflow, pressure: 85 kPa}
  default: wall
output: {maps: false}
Y

# run_case NAME OPTION...: leaves $folder/NAME.
run_case() {
  "$ria" run "$folder/case.yaml" -o "$folder/$1" "${@:2}" > "$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
}
same() {
  "$ria" diff "$folder/first/checkpoints/latest" "$folder/other/checkpoints/latest" > "$folder/diff" ||
    { echo "differs: $*"; cat "$folder/diff"; return 1; }
  cmp "$folder/first/steps.csv" "$folder/other/steps.csv" || { echo "other steps: $*"; return 1; }
}

for march in scree rk4; do
  options=(--overwrite --set "scheme.march=$march")
  run_case first "${options[@]}" --tiles 1x1x1
  (($(wc -l < "$folder/first/steps.csv") == 31)) || { echo "steps.csv has not a row for each step"; exit 1; }
  run_case other "${options[@]}" --tiles 2x2x3
  same "$march, tiles"
  run_case other "${options[@]}" --tiles 1x3x1 -n 2
  same "$march, ranks"
  run_case other "${options[@]}" --tiles 2x1x2 --until "0.00003 s"
  rows=$(wc -l < "$folder/other/steps.csv")
  ((rows > 2 && rows < 31)) || { echo "$rows lines of steps at a stop"; exit 1; }
  printf '%d,0.1,0.1,0,1\n%d,0.' "$rows" $((rows + 1)) >> "$folder/other/steps.csv" # as a kill leaves it
  run_case other "${options[@]:1}" --resume --tiles 1x2x2 -n 2
  same "$march, stopped"
done
echo "all runs agree"
