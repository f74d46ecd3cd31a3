#!/usr/bin/env bash
# Mistakes that would produce wrong results: errors of `ria validate` and `ria run` with line and
# column; warnings in the first lines of a run, of `ria validate`, and in summary.json; holes of a raster.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-slips-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  cat err >&2
  echo "failed: $*" >&2
  exit 1
}

# expect CODE COMMAND...
expect() {
  local code=0 wanted=$1
  shift
  "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted: $*"
}

# refuses PATTERN SETTING...: both commands do, in one line, and no folder is made
refuses() {
  local pattern=$1 settings=()
  shift
  for setting in "$@"; do settings+=(--set "$setting"); done
  expect 1 "$ria" validate case.yaml "${settings[@]}"
  grep -q -e "$pattern" err || fail "validate says nothing of '$pattern'"
  expect 2 "$ria" run case.yaml -o new "${settings[@]}"
  grep -q -e "$pattern" err || fail "run says nothing of '$pattern'"
  [ ! -e new ] || fail "a folder was made for: $*"
}

# bed SEA LAND ODD: 20 x 10 cells of 100 m, sea in the west, land in the east, ODD in cell (7, 6)
bed() {
  printf 'ncols 20\nnrows 10\nxllcorner 0\nyllcorner 0\ncellsize 100\nNODATA_value -9999\n'
  awk -v sea="$1" -v land="$2" -v odd="$3" 'BEGIN { for (y = 9; y >= 0; y--) { for (x = 0; x < 20; x++)
    printf "%s ", x == 7 && y == 6 ? odd : x < 10 ? sea : land; print "" } }'
}
bed -5.0 3 -5 >bed.asc
cat >case.yaml <<'Y'
time: {start: 2024-03-01, end: 1 s}
bathymetry: bed.asc
friction: 0.02
tracers: [{name: dye, releases: [{at: [200, 200], concentration: 40}]}]
gauges: {every: 1 s, points: {pier: [200 m, 200 m], far: [900 m, 900 m]}}
output: {maps: false}
Y
expect 0 "$ria" validate case.yaml
[ ! -s err ] || fail "a case without a slip has warnings"

refuses 'friction.manning: 25 s/m1/3 is not possible' friction=25
refuses 'wind.speed: 1000 m/s is not possible' 'wind={speed: 1000 m/s, direction: 0}'
refuses 'tracers.0.half_life: this and .decay. exclude each other' \
  'tracers=[{name: dye, decay: 1 1/d, half_life: 1 d}]'
refuses "case.yaml:2:13: .*bed.asc does not cover" 'grid.extent=[0, 0, 9 km, 1 km]'
refuses "there is no coordinate reference system 'EPSG:99999999'" grid.crs=EPSG:99999999
refuses 'grid.resolution: 1000000000 m is not possible' 'grid.resolution=1e9 m'
refuses 'case.yaml:2:13: there is no water in this case, and none comes' 'initial.level=-6 m'
refuses 'the tide on the east side lies on dry land' \
  'boundaries={east: {kind: tide, constituents: {M2: [1, 0]}, ramp: 1 h}}'
refuses 'before the start of the run' 'wind={speed: [[2023-03-01, 1], [2023-03-02, 2]], direction: 0}'
printf 'name,amplitude (parsec/h),phase\nM2,108,77\n' >parsec.csv
refuses "parsec.csv:1: column 2 is in 'parsec/h' by its header" \
  'boundaries={west: {kind: tide, constituents: parsec.csv}}'
printf 'time,flow\n0,4\n3600,-999\n7200,-999\n10800,5\n' >fill.csv
refuses 'fill.csv:3: 2 lines hold exactly -999' 'rivers=[{at: [200, 200], discharge: fill.csv}]'
refuses 'number that stands for missing values' \
  'rivers=[{at: [200, 200], discharge: {file: fill.csv, nodata: sea}}]'
printf 'name;amplitude;phase\nM2;1,08;77\n' >comma.csv
refuses "comma.csv:2: column 2 is '1,08'.*decimal point" \
  'boundaries={west: {kind: tide, constituents: comma.csv}}'
printf 'time,flow\n0,4,25\n3600,5,75\n' >comma.csv
refuses 'comma.csv:2: 3 cells where the header has 2; decimal commas?' \
  'rivers=[{at: [200, 200], discharge: comma.csv}]'
grep -q '^warning: .*comma.csv:2: these look like numbers with decimal commas' err ||
  fail "an error without the warning that tells why"
sed -e 's/^cellsize .*/cellsize 0.001/' -e 's/^xllcorner .*/xllcorner -9/' -e 's/^yllcorner .*/yllcorner 42/' bed.asc >degrees.asc
refuses 'degrees.asc names no coordinate reference system, .* it looks like longitudes and latitudes' bathymetry=degrees.asc
expect 2 "$ria" import degrees.asc -o degrees.h5
grep -q 'longitudes and latitudes' err || fail "import takes degrees for metres"
[ ! -e degrees.h5 ] || fail "import left a grid"

# --- warnings of a run, of validate, and of summary.json ---
slips=(--set 'friction=0.5' --set 'rivers=[{name: Ulla, at: [1530, 430], discharge: 5}]')
expect 0 "$ria" run case.yaml -o slips "${slips[@]}"
head -n 8 err >first
grep -q '^warning: .*friction.manning: 0.5 s/m1/3 is unusual' first || fail "no warning of the friction in the first lines"
grep -q "^warning: .*river 'Ulla' .* lies on dry land" first || fail "no warning of the river in the first lines"
expect 0 "$ria" validate case.yaml "${slips[@]}"
[ "$(grep -c '^warning: ' err)" -eq 2 ] || fail "validate has not two warnings"
python3 - slips/summary.json <<'P' || fail "warnings of summary.json"
import json, sys
warnings = json.load(open(sys.argv[1]))["warnings"]
assert len(warnings) == 2, warnings
assert any("friction.manning" in w for w in warnings) and any("dry land" in w for w in warnings)
P

# --- notes: what a file's numbers were converted from ---
printf 'time (h),flow (cfs)\n0,100\n6,100\n12,-9\n' >flow.csv
expect 0 "$ria" run case.yaml -o notes --set 'rivers=[{at: [200, 200], discharge: {file: flow.csv, nodata: [-9, -8]}}]'
grep -q '^note: .*flow.csv:1: column 2 is converted from cfs' err || fail "no note in the log"
grep -q '^warning: .*flow.csv:4: 1 line has no data and is left out' err || fail "no word of the gap"
python3 - notes/summary.json <<'P' || fail "notes of summary.json"
import json, sys
summary = json.load(open(sys.argv[1]))
assert len(summary["notes"]) == 2, summary["notes"]
assert "2.8316" in json.dumps(summary["balance"]), summary["balance"]
P

# --- arrivals: 1 % of the largest concentration unless the case says otherwise, and none without one ---
grep -q '^ *threshold: 0.4$' slips/case.yaml || fail "the case as run does not say its threshold"
grep -q '^"\?far"\?,,,' slips/arrivals.csv || fail "the tracer is said to be at the far gauge: $(cat slips/arrivals.csv)"
expect 0 "$ria" run case.yaml -o rate --set 'tracers=[{name: dye, releases: [{at: [200, 200], rate: 40}]}]'
grep -q '^warning: case.yaml:.*arrivals are not reported\|^warning: .*arrivals are not reported' err || fail "no word about arrivals"
head -n 1 rate/arrivals.csv | grep -q arrival_seconds && fail "arrivals without a threshold"
head -n 1 rate/arrivals.csv | grep -q peak_concentration || fail "no peaks"

# --- holes, and margins ---
bed -5.0 -9999 -9999 >holes.asc
refuses 'holes.asc has 101 holes' bathymetry=holes.asc
expect 0 "$ria" run case.yaml -o land --set 'bathymetry={file: holes.asc, nodata: land, nodata_level: 4 m}'
grep -q '^warning: .*101 of 200 cells have no data and are land at 4 m' err || fail "filled cells"
expect 0 "$ria" run case.yaml -o cropped --set 'bathymetry={file: holes.asc, nodata: land, crop: auto}'
grep -q '^warning: .*100 cells of the file lie outside the domain' err || fail "cropped cells"
grep -q '^warning: .*1 of 100 cells have no data' err || fail "filled cells of the cropped domain"
grep -q '"cells": 100' cropped/summary.json || fail "cells of the cropped domain"
expect 0 "$ria" import holes.asc -o holes.h5 --nodata land:4m --crop auto
grep -q '^1 of 100 cells have no data and are land at 4 m' out && grep -q '^cropped: 100 cells' out || fail "what import says"
expect 2 "$ria" import holes.h5 -o no.h5 --crs EPSG:99999999
grep -q "no coordinate reference system 'EPSG:99999999'" err || fail "a grid file in a system that does not exist"
expect 2 "$ria" import holes.asc -o no.h5 --nodata sea
expect 2 "$ria" import holes.asc -o no.h5 --crop left
[ ! -e no.h5 ] || fail "import left a grid"

# --- a byte order mark before everything ---
mark=$'\xef\xbb\xbf'
for file in case.yaml bed.asc; do { printf '%s' "$mark"; cat "$file"; } >marked && mv marked "$file"; done
printf '%stime,value\n0,1\n3600,2\n' "$mark" >wind.csv
printf '%sname,amplitude,phase\nM2,0.5,77\n' "$mark" >tide.csv
expect 0 "$ria" run case.yaml -o marked --set 'wind={speed: wind.csv, direction: 0}' \
  --set 'boundaries={west: {kind: tide, constituents: tide.csv, ramp: 1 h}}'
