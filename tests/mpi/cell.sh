#!/usr/bin/env bash
# Emulated Cells end with the bits of the CPU: with every strategy, on tiles, ranks and depths of all kinds, and in
# runs that continue on the other target; unsupported settings give one line.
set -euo pipefail
# shellcheck source=tests/mpi/same_runs.bash
. "$2/tests/mpi/same_runs.bash"
settings=(--set grid.cells=61x47 --set time.steps=40 --set time.window=5 --set output.maps=false)

for precision in single double; do
  for order in xy strang; do
    same=(--precision "$precision" --set sweeps.order="$order" --set sweeps.limiter=superbee)
    run_case first --overwrite "${same[@]}" --target cpu
    for strategy in naive transpose shuffle; do
      [ "$order" = xy ] || [ "$strategy" = shuffle ] || continue
      like_first "${same[@]}" --target cell --strategy "$strategy"
      grep -q "\"strategy\": \"$strategy\"" "$folder/other/summary.json"
    done
    # shellcheck disable=SC2046
    like_first "${same[@]}" --target cell --tiles 2x3 -n 2 $(deep 2) --set cell.spes=3
    redone "$order"
  done
done
like_first "${same[@]}" --target cell --tiles 3x2 --set cell.machine=playstation-3

# Stopped, and continued on the other target with other tiles.
run_case other --overwrite "${same[@]}" --target cell --until "1 s"
run_case other "${same[@]}" --target cpu --tiles 3x2 --until "2 s" --resume
run_case other "${same[@]}" --target cell --tiles 2x1 --resume
"$ria" diff "$folder/first/checkpoints/latest" "$folder/other/checkpoints/latest"

# Exact steps, whose lengths depend on the sweeps' rates.
same=(--set time.step=exact --set sweeps.order=strang --set precision=double)
run_case first --overwrite "${same[@]}" --target cpu
like_first "${same[@]}" --target cell
like_first "${same[@]}" --target cell --tiles 2x2

# Watched closely; and modelled, which summary.json and the log call a model.
same=(--set grid.cells=40x33 --set time.steps=2)
run_case first --overwrite "${same[@]}" --target cpu
like_first "${same[@]}" --target cell --set cell.watch=checked
like_first "${same[@]}" --target cell --set cell.watch=modelled
grep -q "model, not a measurement: 8 SPEs of powerxcell-8i would take" "$folder/log"
grep -q '"what": "modelled, not measured"' "$folder/other/summary.json"

# Two Cells of one process, whatever cores there are.
STARPU_NCPU=3 like_first "${same[@]}" --target cell --tiles 1x2 --set cell.watch=modelled
grep -q "the slowest of 2 Cells with 8 SPEs of powerxcell-8i each would take" "$folder/log"
grep -q '"machines": 2' "$folder/other/summary.json"

# said TARGET OPTION...: what is said of the cell that goes bad behind a dam onto hardly any water is left in $folder/TARGET.
said() {
  local code=0
  "$ria" run "$source/inputs/cases/swsolver/swsolver.yaml" -o "$folder/gone" --overwrite "${settings[@]}" --target "$1" \
    --set initial.shape="{kind: dam, position: 1 m, left: 1 m, right: 1e-6 m}" "${@:2}" > "$folder/log" 2>&1 || code=$?
  [ "$code" = 2 ] && grep "the solution is no longer valid in cell (.*) after step " "$folder/log" > "$folder/$1" ||
    { cat "$folder/log"; exit 1; }
}
said cpu
said cell
cmp "$folder/cpu" "$folder/cell"
said cell -n 2 --tiles 2x2
cmp "$folder/cpu" "$folder/cell"

# refused PATTERN OPTION...: one line says why.
refused() {
  local pattern=$1
  shift
  if "$ria" run "$@" -o "$folder/refused" > "$folder/log" 2>&1; then
    echo "not refused: $*"
    exit 1
  fi
  if [ "$(wc -l < "$folder/log")" -ne 1 ] || ! grep -q "$pattern" "$folder/log"; then
    cat "$folder/log"
    exit 1
  fi
}
refused "muscl_transport.*target 'cell'.*--target: cpu" "$source/inputs/cases/arousa/arousa.yaml" --target cell
refused "cell.spes: a playstation-3 has 6 SPEs, not 8" "$source/inputs/cases/swsolver/swsolver.yaml" --target cell \
  --set cell.machine=playstation-3 --set cell.spes=8
echo "all runs agree"
