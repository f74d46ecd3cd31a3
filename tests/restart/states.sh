#!/usr/bin/env bash
# Starts from the state of another run: what does not fit the case is an error or a warning, what fits passes in silence but
# for a note of the state's instant.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-states-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "failed: $*" >&2
  sed 's/^/  said: /' said >&2
  exit 1
}

cat >spill.yaml <<'END'
time: {start: 2023-10-05T12:00:00Z, end: 40 s}
grid: {crs: "EPSG:25830", extent: [2000, 1000, 2600, 1400], cells: [12, 10]}
bathymetry: {shape: {kind: slope, elevation: -6, slope_x: 0.002}}
friction: 0.03
boundaries: {west: {kind: level, level: 0.2 m}}
tracers: [{name: oil, unit: g/m3, threshold: 0.01, releases: [{name: hull, at: [2200, 1200], radius: 90 m, concentration: 3}]}]
output: {maps: false, every: 20 s}
END
"$ria" run spill.yaml -o spill >said 2>&1 || fail "the run that leaves a state"

# validate WARNINGS CODE OPTION...: of a case that goes on from the state, with its spill in the water.
validate() {
  local warnings=$1 wanted=$2 code=0
  shift 2
  "$ria" validate spill.yaml --set time.start=2023-10-05T12:00:40Z --set tracers.0.releases= "$@" >said 2>&1 || code=$?
  [ "$(grep -c 'warning: ' said || true)" = "$warnings" ] || fail "not $warnings warnings: $*"
  [ "$code" = "$wanted" ] || fail "exit code $code, not $wanted: $*"
}
says() { grep -q -e "$1" said || fail "nothing of '$1'"; }

for state in spill/checkpoints/latest spill/history.h5; do
  from=(--set "initial.file=$state")
  validate 0 0 "${from[@]}"
  says 'note: .*2023-10-05T12:00:40Z, 40 s after the start'
  validate 1 0 "${from[@]}" --set time.start=2023-10-05T11:00:40Z
  says 'is of 2023-10-05T12:00:40Z, but time.start is 2023-10-05T11:00:40Z'
  validate 0 1 "${from[@]}" --set 'grid.extent=[2010, 1000, 2610, 1400]'
  says 'another place: its grid begins at (2000, 1000)'
  validate 0 1 "${from[@]}" --set 'grid.extent=[2000, 1000, 3200, 1800]' 
  says 'cells of 50 m x 40 m'
  validate 0 1 "${from[@]}" --set "grid.cells=[10, 10]"
  says '12 x 10 cells, the case has 10 x 10'
  validate 0 1 "${from[@]}" --set grid.crs=EPSG:25829
  says 'in the CRS'
  validate 1 0 "${from[@]}" --set bathymetry.shape.elevation=-5.98
  says 'the bed is not that of'
  validate 1 0 "${from[@]}" --set tracers.0.name=dye
  says "'dye' starts as 'oil'"
  validate 0 1 "${from[@]}" --set tracers.0.unit=kg/m3
  says "in 'g/m3'.*in 'kg/m3'"
  validate 1 0 "${from[@]}" --set tracers=
  says 'holds a tracer, the case has none'
  validate 1 0 "${from[@]}" --set 'tracers.0.releases=[{name: hull, at: [2200, 1200], radius: 90 m, concentration: 3}]'
  says 'this patch is released at the start, in addition'
done

# A first spill in water that was moving before is no second one.
"$ria" run spill.yaml -o clean --set tracers.0.releases= >said 2>&1 || fail "a run without a spill"
"$ria" validate spill.yaml --set time.start=2023-10-05T12:00:40Z --set initial.file=clean/history.h5 >said 2>&1 || fail "a first spill"
[ "$(grep -c 'warning: ' said || true)" = 0 ] || fail "a first spill is warned of"

echo "a state that fits passes; others are told"
