#!/usr/bin/env bash
# Rain, losses and intakes: the same bits from any number of ranks, tiling and strategy, and from a run that stops and goes on
# elsewhere; the balance in summary.json counts them, the same in each, and closes. Maps of the ground come from polygons.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-rain-XXXXXX")
trap 'rm -rf "$folder"' EXIT

cat > "$folder/zones.geojson" << 'END'
{"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {"cn": 0.5}, "geometry": {"type": "Polygon",
    "coordinates": [[[0, 0], [4000, 0], [4000, 900], [0, 900], [0, 0]]]}}]}
END
cat > "$folder/case.yaml" << 'END'
time: {end: 40 min}
grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}
bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 2 m, length: 4 km}}
initial: {level: 0.2 m, concentration: 0.5}
friction: 0.03
rain: {rate: [[0 h, 40 mm/h], [30 min, 60 mm/h], [35 min, 0 mm/h]], factor: {polygons: zones.geojson, attribute: cn, otherwise: 1.5}}
rivers:
  - {name: Ulla, at: [3550 m, 1050 m], discharge: 5 m3/s, concentration: 3}
  - {name: pump, at: [1050 m, 1050 m], radius: 250 m, discharge: -90 m3/s}
  - {name: other, at: [1250 m, 1050 m], radius: 250 m, discharge: -20 m3/s}
  - {name: vain, at: [3550 m, 250 m], radius: 250 m, discharge: -1 m3/s}
tracers: [{name: germs, half_life: 20 min, threshold: 0.1}]
output: {every: 10 min, maps: false}
END

case=$folder/case.yaml
# shellcheck source=tests/restart/same_bits.bash
. "$2"/tests/restart/same_bits.bash

for losses in "{initial: 2 mm, continuing: 5 mm/h}" "{green_ampt: {conductivity: 10 mm/h, suction: 110 mm, deficit: 0.3}}" \
  "{horton: {initial: 75 mm/h, final: 10 mm/h, decay: 4 1/h}}" "{curve_number: 80}"; do
  settings=(--set losses="$losses")
  for precision in single double; do
    run_case first --overwrite --precision "$precision" --tiles 1x1 --strategy reference
    like_first_anywhere "$precision" 4x2 "13 min" "25 min"
  done
  python3 - "$folder/first/summary.json" "$folder/other/summary.json" << 'END'
import json, sys
first, other = (json.load(open(path))["balance"] for path in sys.argv[1:])
assert first == other, (first, other)
water, tracer = first["water"], first["tracers"][0]
assert water["rain"] > 0 and water["infiltrated"] < 0 and water["shortfall"] > 0 and water["taken_out"] < 0, water
asked = sum(water["intakes"].values())
assert abs(asked - (water["taken_out"] - water["shortfall"])) < 1e-9 * abs(asked), water
came = sum(water["rivers"].values()) + asked + water["rain"] + water["infiltrated"] + water["shortfall"]
assert abs(water["end"] - water["start"] - came) < 1e-12 * water["end"], water
assert tracer["infiltrated"] < 0 and tracer["taken_out"] < 0, tracer
for one in water, tracer:
    assert abs(one["residual_relative"]) < 1e-13, one
END
done
grep -q '^  infiltrated  *-[0-9.]*  *-[0-9.]*$' "$folder/log" || { cat "$folder/log"; exit 1; }
