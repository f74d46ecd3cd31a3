#!/usr/bin/env bash
# A step of several sweeps, each with two rows of neighbours on either side: the same bits from every strategy, on tiles,
# ranks and depths of all kinds, and from runs that stop and go on elsewhere.
set -euo pipefail
# shellcheck source=tests/mpi/same_runs.bash
. "$2/tests/mpi/same_runs.bash"
settings=(--set grid.cells=61x47 --set time.steps=40 --set output.maps=false)

for precision in single double; do
  for order in xy strang; do
    same=(--precision "$precision" --set sweeps.order="$order" --set sweeps.limiter=superbee --set time.window=5)
    run_case first --overwrite "${same[@]}" --tiles 1x1 --strategy reference
    for strategy in naive simd blocked; do
      like_first "${same[@]}" --tiles 3x2 --strategy "$strategy"
    done
    # shellcheck disable=SC2046
    like_first "${same[@]}" --tiles 3x2 $(deep 3)
    # shellcheck disable=SC2046
    like_first "${same[@]}" --tiles 4x3 -n 2 $(deep 2)
    redone "$order"
  done
done
like_first "${same[@]}" --tiles 4x3 -n 2

# Stopped, and continued on other tiles and ranks.
run_case other --overwrite "${same[@]}" --tiles 1x1 --until "1 s"
run_case other "${same[@]}" --tiles 3x2 -n 2 --until "2 s" --resume
# shellcheck disable=SC2046
run_case other "${same[@]}" --tiles 2x3 $(deep 3) --resume
"$ria" diff "$folder/first/checkpoints/latest" "$folder/other/checkpoints/latest"

# Exact steps are done again where a later sweep finds a larger rate than the step began with.
same=(--precision double --set sweeps.order=strang --set time.step=exact)
run_case first --overwrite "${same[@]}" --tiles 1x1
grep -q '"redone": [1-9]' "$folder/first/summary.json" || { echo "no exact step was done again"; exit 1; }
like_first "${same[@]}" --tiles 3x2
like_first "${same[@]}" --tiles 4x3 -n 2
# shellcheck disable=SC2046
if run_case other --overwrite "${same[@]}" --tiles 3x2 $(deep 2) > /dev/null ||
  ! grep -q "exact time steps of several stages" "$folder/log"; then
  echo "exact steps with an exchange every second step were not refused:"
  cat "$folder/log"
  exit 1
fi
echo "all runs agree"
