#!/usr/bin/env bash
# Levels along a side, a discharge spread by conveyance and a rating curve: the same bits from any number of ranks, tiling and
# strategy, and from a run that stops and goes on elsewhere.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-along-XXXXXX")
trap 'rm -rf "$folder"' EXIT

cat > "$folder/stations.csv" << 'END'
x,y,constituent,amplitude,phase
0,100,M2,0.9,350
0,900,M2,1.0,5
0,1900,M2,1.1,20
END
cat > "$folder/levels.csv" << 'END'
x,y,time (min),level
500,0,0,0
2500,0,0,0
500,0,40,0.3
2500,0,40,0.5
END
cat > "$folder/case.yaml" << 'END'
time: {end: 40 min, start: 2024-03-01T00:00:00Z}
grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}
bathymetry: {shape: {kind: slope, elevation: -6 m, slope_x: 0.001, slope_y: 0.001}}
initial: {level: 0.2 m}
boundaries:
  - {side: west, kind: tide, ramp: 20 min, along: stations.csv}
  - {side: south, to: 3 km, kind: level, absorbing: true, along: levels.csv}
  - {side: north, from: 1 km, to: 2 km, kind: discharge, discharge: 90 m3/s, spread: conveyance, slope: 0.001}
  - {side: east, kind: rating, rating: [{level: -2 m, discharge: 0 m3/s}, {level: 1 m, discharge: 600 m3/s}]}
output: {every: 10 min, maps: false}
END

case=$folder/case.yaml
# shellcheck source=tests/restart/same_bits.bash
. "$2"/tests/restart/same_bits.bash

for settings in "numerics.order=1 friction.manning=0.03" "numerics.order=2 friction.chezy=45"; do
  read -r order friction <<< "$settings"
  settings=(--set "$order" --set "$friction")
  for precision in single double; do
    run_case first --overwrite --precision "$precision" --tiles 1x1 --strategy reference
    like_first_anywhere "$precision" 4x2 "13 min" "25 min"
  done
done
