#!/bin/bash
# Output about a case and its raster before a run: the picture of the bed, the raster's format, notes.
set -u
ria=$1/ria
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() { echo "$*" >&2; exit 1; }

is_picture() { [ "$(head -c 4 "$1" | tail -c 3)" = PNG ] || fail "$1 is no picture"; }
if command -v gnuplot > /dev/null; then
  "$ria" plot "$2/inputs/cases/tidal-flat/tidal-flat.yaml" > out || fail "no picture of the bed"
  [ "$(cat out)" = tidal-flat-bed.png ] || fail "said: $(cat out)"
  is_picture tidal-flat-bed.png
  "$ria" plot "$2/inputs/cases/stoker/stoker.yaml" --into pictures --set name=dry > /dev/null || fail "no picture of a dry bed"
  is_picture pictures/dry-bed.png
  "$ria" plot "$2/inputs/cases/town/town.yaml" --into pictures > out || fail "no pictures of the town"
  [ "$(tr '\n' ' ' < out)" = "pictures/town-bed.png pictures/town-roughness.png pictures/town-conductivity.png " ] || fail "said: $(cat out)"
  is_picture pictures/town-roughness.png
  "$ria" plot "$2/inputs/cases/poisson/poisson.yaml" 2> err && fail "a picture of no bed"
  grep -q 'has no bed to draw' err || fail "said: $(cat err)"
fi

"$ria" info "$2/inputs/cases/arousa/arousa_core_100m.tif" > out || fail "info of a GeoTIFF"
grep -q 'GeoTIFF.*254 x 290 cells of 100 x 100, EPSG:32629' out || fail "said: $(cat out)"
"$ria" info "$2/README.md" 2> err && fail "info of a text"

# what a run would be, by a second of it in a folder that is gone afterwards
mkdir temporary
cat > slope.yaml << 'Y'
time: {end: 1 d}
grid: {crs: local, extent: [0, 0, 600, 400], resolution: 20 m}
bathymetry: {shape: {kind: slope, elevation: -4, slope_x: 0.01}}
output: {every: 0.1 s, maps: false}
gauges: {every: 1 min, points: {pier: [100, 100]}}
Y
TMPDIR=$PWD/temporary RIA_FORECAST=1 "$ria" validate slope.yaml > out 2> err || fail "validate: $(cat out err)"
grep -q '600 cells; time steps of about 0.1 s at first; about 86.,000 steps; about .* here with' out || fail "forecast: $(cat out)"
grep -q 'writes up to .*: 864,001 records in history.h5 .*1,441 rows in gauges.csv' out || fail "records: $(cat out)"
grep -q 'warning: output.every: history.h5 gets 864,001 records' err || fail "no warning of records: $(cat err)"
[ -z "$(ls temporary)" ] || fail "the trial left $(ls temporary)"
"$ria" validate slope.yaml --set output.every=1h > out 2> err || fail "validate: $(cat out err)"
[ ! -s err ] && grep -q '25 records' out || fail "without a trial: $(cat out err)"

# particles count, in memory and on the disk
"$ria" validate slope.yaml --set output.every=1h --set "particles={spill: {at: [300, 200], count: 1000000}}" > out 2> err || fail "$(cat out err)"
grep -q 'needs about 149 MB of memory, 149 MB of them for 1,000,000 particles' out || fail "memory: $(cat out)"
grep -q '25 records in particles.nc (425 MB before packing), checkpoints of 40 MB' out || fail "tracks: $(cat out)"
(unset RIA_OVERSUBSCRIBE && "$ria" validate slope.yaml --set output.every=12h --set "particles={spill: {at: [300, 200], count: 1000000000}, more: {at: [300, 200], count: 1000000000}, most: {at: [300, 200], count: 1000000000}}") \
  > out 2> err || fail "$(cat out err)"
grep -q 'warning: particles: the run needs about 447 GB of memory, 447 GB of them for particles, and this machine has' err || fail "$(cat err)"

# a target that the solver has no kernels for, with particles or without
"$ria" validate slope.yaml --set target=cell --set "particles={spill: {at: [300, 200]}}" > out 2> err && fail "an estuary on a Cell"
grep -q "target: the kernel .* has no code for the target 'cell', so this case cannot run there" err || fail "said: $(cat err)"

# a file of another program
printf '%s\n' 'name: bench' 'outpath: bench_run' 'step: {name: say_hello}' > other.yaml
"$ria" validate other.yaml 2> err && fail "a file of another program is valid"
grep -q 'this is neither a case, .*, nor a workflow' err && [ "$(wc -l < err)" = 1 ] || fail "said: $(cat err)"

# a raster in decimetres, with cells of 20 m x 25 m
{
  printf 'ncols 6\nnrows 4\nxllcorner 0\nyllcorner 0\ndx 20\ndy 25\n'
  for _ in 1 2 3 4; do echo '-25.5 -31 -30 -28 12 14'; done
} > bed.asc
cat > case.yaml << 'Y'
time: {end: 1 s}
grid: {crs: local}
bathymetry: {file: bed.asc, unit: dm}
output: {maps: false}
Y
"$ria" run case.yaml -o results > out 2>&1 || fail "run: $(cat out)"
grep -q '6 x 4 cells of 20 m x 25 m' out || fail "cells: $(cat out)"
"$ria" info results > out || fail "info of a run"
grep -q 'run results: finished' out && grep -q 'history.h5: ria history' out && grep -q 'latest: ria checkpoint' out || fail "info: $(cat out)"
grep -q 'note: .*bed elevations in dm are brought to m' results/log.txt || fail "no note in the log"
grep -q 'elevations in dm are brought' results/summary.json || fail "no note in summary.json"
[ ! -e results/report.html ] || fail "a page of a run without maps"
[ "$("$ria" report results)" = results/report.html ] || fail "no page of a run"
for what in 'finished' 'Balance of water' 'The case as run' 'bed elevations in dm are brought to m'; do
  grep -q "$what" results/report.html || fail "the page does not say '$what'"
done
"$ria" history . --figure time -o history.png > out || fail "history: $(cat out)"
grep -q ' 1  ./results$' out && [ -s history.png ] || fail "history: $(cat out)"
code=0
"$ria" history . --figure lengths > out 2>&1 || code=$?
[ "$code" = 1 ] && grep -q "none of the 1 runs and studies there has the figure 'lengths'" out || fail "history: $(cat out)"
"$ria" validate case.yaml --set bathymetry.unit=leagues_below 2> err && fail "an unknown unit is valid"
grep -q "no unit 'leagues_below'" err || fail "said: $(cat err)"
"$ria" validate case.yaml --set bathymetry.nodata=land > out 2>&1 || fail "validate: $(cat out)"
! grep -q 'warning' out || fail "a warning of nothing: $(cat out)"
"$ria" import bed.asc -o bed.h5 --unit dm --nodata land --crs local > out || fail "import"
grep -q 'bed -3.10 to 1.40 m' out || fail "said: $(cat out)"
! grep -q ' 0 of ' out || fail "said: $(cat out)"
