#!/usr/bin/env bash
# Mixing as a second stage of the estuary's step: the same bits from every strategy, tiling and number of ranks, and from a
# run that stops and goes on elsewhere. A viscosity that limits the time step is noted once, with the step without it.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-mixing-XXXXXX")
trap 'rm -rf "$folder"' EXIT
settings=(--set numerics.order=1 --set time.end="12 min" --set grid.resolution="400 m" --set output.maps=false --set output.every="0 s"
  --set viscosity="{smagorinsky: 0.3}" --set diffusivity="30 m2/s")

case=$source/inputs/cases/arousa/arousa.yaml
# shellcheck source=tests/restart/same_bits.bash
. "$source"/tests/restart/same_bits.bash

cat > "$folder/zone.geojson" << 'END'
{"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {"nu": 40}, "geometry": {"type": "Polygon",
    "coordinates": [[[-9.0, 42.45], [-8.88, 42.45], [-8.88, 42.65], [-9.0, 42.65], [-9.0, 42.45]]]}}]}
END
zone="polygons: $folder/zone.geojson, attribute: nu, otherwise"

# agree STRATEGY OPTION...: all ways to run with these settings give the same bits, and this strategy does.
agree() {
  local precision strategy=$1 mixing=("${@:2}")
  for precision in single double; do
    run_case first "${mixing[@]}" --overwrite --precision "$precision" --tiles 1x1 --strategy reference
    like_first "${mixing[@]}" --precision "$precision" --tiles 1x1
    like_first "${mixing[@]}" --precision "$precision" --tiles 3x2 -n 2 --strategy "$strategy"
    like_first "${mixing[@]}" --precision "$precision" --tiles 4x4 --set "time_tiling={scheme: expansion, depth: 3}"
    like_first "${mixing[@]}" --precision "$precision" --tiles 2x2 -n 2 --set "time_tiling={scheme: swept, steps: 4}"
    run_case other "${mixing[@]}" --overwrite --precision "$precision" --tiles 3x2 --until "4 min"
    run_case other "${mixing[@]}" --precision "$precision" --tiles 1x1 --until "8 min" --resume
    run_case other "${mixing[@]}" --precision "$precision" --tiles 2x3 -n 2 --resume
    same "stopped twice"
  done
}
agree simd
agree blocked --set viscosity="{map: {$zone: 1 m2/s}}" --set diffusivity="{map: {$zone: 5 m2/s}}"
if grep -q 'limit' "$folder/log"; then
  echo "a step that nothing limits was noted:"
  cat "$folder/log"
  exit 1
fi

for step in window exact; do
  run_case other --overwrite --set viscosity= --set diffusivity="3000 m2/s" --set time.end="2 min" --set time.step=$step
  [ "$(grep -c "the key 'diffusivity' limits the time step to [0-9.]* s .*; by the water alone it would be [0-9.]* s" "$folder/log")" = 1 ] ||
    { echo "$step: a diffusivity that limits the step was not noted once:"; cat "$folder/log"; exit 1; }
done
