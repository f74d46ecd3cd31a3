#!/usr/bin/env bash
# Several processes that start at once on a machine that StarPU has not measured yet: each of them runs.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for round in 1 2 3; do
  export STARPU_HOME=$folder/home-$round
  mkdir "$STARPU_HOME"
  pids=()
  for n in 1 2 3 4 5 6; do
    "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$folder/$round-$n" --set time.end="1 min" \
      --set grid.resolution="800 m" --set output.maps=false >"$folder/$round-$n.log" 2>&1 &
    pids+=($!)
  done
  for n in 1 2 3 4 5 6; do
    wait "${pids[n - 1]}" || { cat "$folder/$round-$n.log"; echo "round $round: process $n failed"; exit 1; }
  done
  [ -s "$(echo "$STARPU_HOME"/.starpu/ria-*.lock)" ] || { echo "nobody noted that the machine was measured"; exit 1; }
done
