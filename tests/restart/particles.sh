#!/usr/bin/env bash
# Particles: the same bits of tracks and checkpoints from any number of ranks and tiling, from a run that stops between two readings of
# the currents and goes on elsewhere, and from one that is killed; the water is the same with and without them; all are counted.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-particles-XXXXXX")
trap 'rm -rf "$folder"' EXIT

cat > "$folder/track.csv" << 'END'
time,lon,lat,pressure [hPa],radius [km],wind [kt]
2021-06-01T12:00,-8.95,42.35,960,6,80
2021-06-01T13:30,-8.85,42.45,965,7,75
END
cat > "$folder/zone.geojson" << 'END'
{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "EPSG:32629"}}, "features": [{"type": "Feature",
 "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[501000, 4690500], [505000, 4690500], [505000, 4695500],
 [501000, 4690500]]]}}]}
END
cat > "$folder/case.yaml" << 'END'
time: {start: 2021-06-01T12:00, end: 40 min}
grid: {extent: [500 km, 4690 km, 512 km, 4696 km], cells: [41, 19], crs: EPSG:32629}
bathymetry: {shape: {kind: slope, elevation: -408.5 m, slope_x: 0.0008}}
initial: {shape: {kind: dam, position: 503 km, left: 1.5 m, right: 0 m}}
friction: 0.03
boundaries: [{side: west, kind: level, level: 0 m}, {side: north, kind: open}]
structures: [{name: mole, line: [[504 km, 4692 km], [504 km, 4697 km]]}]
output: {every: 10 min, maps: false}
checkpoint: {every: 7 min}
END
cat > "$folder/particles.yaml" << 'END'
particles:
  spill: {at: [504.5 km, 4693 km], radius: 900 m, count: 301, time: 3 min, wind_drift: 3 %, diffusivity: 20 m2/s, half_life: 1 h}
  farm: {area: zone.geojson, count: 400, until: 20 min, every: 5 min, wind_drift: 0.1, diffusivity: 5 m2/s, shore: slide, seed: 7}
  larvae: {at: [500.6 km, 4695.8 km], radius: 400 m, count: 200, until: 30 min, wind_drift: 0.05, half_life: 20 min, dies: true,
    shore: beach}
END
cat "$folder/case.yaml" "$folder/particles.yaml" > "$folder/with.yaml"

# shellcheck source=tests/restart/same_bits.bash
. "$2"/tests/restart/same_bits.bash

tracks_are_the_same() {
  "$ria" diff "$folder/first/particles.nc" "$folder/other/particles.nc"
}

for blows in "wind={speed: 12 m/s, direction: [[0 min, 200 deg], [40 min, 260 deg]]}" "weather={track: $folder/track.csv}"; do
  settings=(--set "$blows")
  case=$folder/case.yaml
  run_case without --overwrite --precision single --tiles 2x2
  case=$folder/with.yaml
  run_case first --overwrite --precision single --tiles 1x1 --strategy reference
  "$ria" diff "$folder/first/history.h5" "$folder/without/history.h5" > "$folder/diff" || true
  if grep -v case_hash "$folder/diff" | grep -q "different;"; then
    echo "particles changed the water"
    cat "$folder/diff"
    exit 1
  fi
  like_first --precision single --tiles 3x2 -n 2
  tracks_are_the_same
done
like_first_anywhere single 2x2 "9.4 min" "20.1 min"
tracks_are_the_same

# Killed at some time: what was written is sound, and goes on.
rm -rf "$folder/other"
"$ria" run "$case" -o "$folder/other" "${settings[@]}" --precision single > "$folder/log" 2>&1 &
sleep 0.3
kill -9 $! 2> /dev/null || true
wait $! 2> /dev/null || true
run_case other --precision single --resume
same "killed after 0.3 s"
tracks_are_the_same

# A track that was damaged is kept, and the run goes on.
run_case other --overwrite --precision single --until "15 min"
printf 'X' | dd of="$folder/other/particles.nc" bs=1 seek=600 conv=notrunc status=none
run_case other --precision single --resume
grep -q "the tracks of particles were damaged" "$folder/log" || { cat "$folder/log"; exit 1; }
[ -e "$folder/other/particles-damaged-1.nc" ] || { ls "$folder/other"; exit 1; }
same "with damaged tracks"

# Places and numbers that make no sense.
refused() {
  if "$ria" run "$case" -o "$folder/refused" "${settings[@]}" --set "$2" > "$folder/log" 2>&1 || ! grep -q "$1" "$folder/log"; then
    echo "not refused: $2"
    cat "$folder/log"
    exit 1
  fi
  [ ! -e "$folder/refused" ] || { echo "$2 left a folder"; exit 1; }
}
refused "the particles 'spill' at (400000, 4693000) lie outside the grid" "particles.spill.at=[400 km, 4693 km]"
refused "the particles 'farm' at (511000, 4693000) are released on dry land" "particles={farm: {at: [511 km, 4693 km]}}"
(unset RIA_OVERSUBSCRIBE && refused "are for particles: release fewer particles" "particles.spill.count=1000000000")

python3 - "$folder/first/summary.json" << 'END'
import json, sys
groups = json.load(open(sys.argv[1]))["particles"]
assert [g["name"] for g in groups] == ["spill", "farm", "larvae"], groups
for g in groups:
    assert g["released"] == g["afloat"] + g["beached"] + g["left"] + g["dead"], g
    assert g["released"] + g["waiting"] == g["count"], g
spill, farm, larvae = groups
assert spill["released"] == 301 and farm["released"] == 400 and larvae["dead"] > 20 and larvae["left"] > 20, groups
assert farm["beached"] == 0 and farm["dead"] == 0, groups
END
ncdump -h "$folder/first/particles.nc" > "$folder/header"
for line in ':featureType = "trajectory"' 'trajectory:cf_role = "trajectory_id"' 'x:standard_name = "projection_x_coordinate"' \
  'lon:standard_name = "longitude"' 'status:flag_meanings = "waiting afloat beached left dead"' 'particle_group:flag_meanings = "spill farm larvae"' \
  'time:units = "seconds since 2021-06-01 12:00:00"' 'double mass(time, trajectory)' 'time = UNLIMITED ; // (5 currently)'; do
  grep -qF "$line" "$folder/header" || { echo "particles.nc lacks: $line"; cat "$folder/header"; exit 1; }
done

# With masses: kg in the file, and maps of their density at the times of other maps.
run_case heavy --overwrite --precision single --set output.maps=2 --set diffusivity="20 m2/s" \
  --set "particles={spill: {at: [504.5 km, 4693 km], radius: 900 m, count: 300, mass: 3 t, half_life: 20 min, mixes: true}}"
ncdump -v mass "$folder/heavy/particles.nc" > "$folder/masses"
grep -q 'mass:units = "kg"' "$folder/masses" && grep -Eq '^  10, 10, 10, ' "$folder/masses" && grep -Eq '^  2.5, 2.5, 2.5, ' "$folder/masses" ||
  { cat "$folder/masses"; exit 1; }
[ "$(cd "$folder/heavy/maps" && echo particles*)" = "particles-density-0000.png particles-density-0004.png particles.png" ] ||
  { ls "$folder/heavy/maps"; exit 1; }
