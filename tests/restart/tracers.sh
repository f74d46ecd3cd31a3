#!/usr/bin/env bash
# Several tracers, the age of the water, decay by light, settling and mixing: the same bits from any number of ranks, tiling and
# strategy, and from a run that stops and goes on elsewhere; histories, gauges and the balance in summary.json know each tracer by
# its name, and the balance closes. A run may start from a history of another. Areas of releases come from polygons.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-tracers-XXXXXX")
trap 'rm -rf "$folder"' EXIT

cat > "$folder/farm.geojson" << 'END'
{"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
    "coordinates": [[[800, 800], [1500, 800], [1500, 1300], [800, 1500], [800, 800]]]}}]}
END
cat > "$folder/case.yaml" << 'END'
time: {end: 30 min}
grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}
bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 2 m, length: 4 km}}
initial: {level: 0.2 m, concentration: {germs: 1, mud: 2 g/m3}}
friction: 0.03
diffusivity: {smagorinsky: 0.2}
losses: {initial: 2 mm, continuing: 5 mm/h}
rivers:
  - {name: Ulla, at: [3550 m, 1050 m], discharge: 5 m3/s, concentration: {germs: 3, mud: 10 mg/l}}
  - {name: pump, at: [1050 m, 1050 m], radius: 250 m, discharge: -90 m3/s}
boundaries:
  west: {kind: level, level: [[0 min, 0.2 m], [20 min, 1 m], [30 min, -0.5 m]], concentration: {germs: 0.1}}
tracers:
  - {name: germs, T90: 2 h, light: {coefficient: 1e-6, peak: 600, sunrise: 0 h, extinction: 0.7}}
  - {name: mud, unit: g/m3, settling: {velocity: 1 mm/s, deposits_below: 0.2 Pa, erodes_above: 0.1 Pa, erosion: 0.05}}
  - {name: farm waste, releases: [{name: nets, area: farm.geojson, rate: 4}, {name: start, area: farm.geojson, concentration: 2}]}
  - {name: age, age: true}
maxima: {fields: [level, depth, speed, flux, hazard, concentration], above: 2 cm, arrival: 5 cm, duration: 0.5 m}
sections:
  strait: [[2050 m, 20 m], [2110 m, 900 m], [1990 m, 1980 m]]
  west side: [[10 m, 1990 m], [10 m, 10 m]]
gauges: {points: [{name: pier, at: [1250 m, 1050 m]}], every: 10 min}
output: {every: 10 min, maps: false}
END

case=$folder/case.yaml
# shellcheck source=tests/restart/same_bits.bash
. "$2"/tests/restart/same_bits.bash

for way in "1 single" "2 double"; do
  read -r order precision <<< "$way"
  settings=(--set numerics.order="$order" --precision "$precision")
  run_case first --overwrite --tiles 1x1 --strategy reference
  like_first --tiles 3x2 -n 2
  like_first --tiles 2x2 --set "time_tiling={scheme: expansion, depth: 2}"
  run_case other --overwrite --tiles 3x2 --until "13 min"
  run_case other --tiles 1x1 --until "25 min" --resume
  run_case other --tiles 2x2 -n 2 --resume
  same "stopped twice"
  "$ria" diff "$folder/first/history.h5" "$folder/other/history.h5"
  cmp "$folder/first/sections.csv" "$folder/other/sections.csv"
  for name in level_max depth_max depth_max_time speed_max speed_max_time flux_max flux_max_time hazard_max hazard_max_time \
    flood_arrival flood_duration concentration_max_time concentration_mud_max concentration_mud_max_time age_max age_max_time; do
    cmp "$folder/first/maps/$name.tif" "$folder/other/maps/$name.tif"
  done
  python3 - "$precision" "$folder/first/summary.json" "$folder/other/summary.json" "$folder/first/gauges.csv" "$folder/first/sections.csv" << 'END'
import csv, json, sys
first, other = (json.load(open(path))["balance"] for path in sys.argv[2:4])
assert first == other, (first, other)
germs, mud, waste = first["tracers"]
assert [t["name"] for t in first["tracers"]] == ["germs", "mud", "farm waste"], first
assert [t["unit"] for t in first["tracers"]] == ["m3", "g", "m3"], first
for one in (first["water"], germs, mud, waste):
    assert abs(one["residual_relative"]) < (1e-13 if sys.argv[1] == "double" else 1e-5), one
assert germs["decayed_by_light"] < 0 and germs["decayed"] > 0 and germs["infiltrated"] < 0, germs
assert mud["in_the_bed"] < 0 and mud["rivers"]["Ulla"] > 0 and mud["taken_out"] < 0, mud
assert abs(waste["releases"]["nets"] / (4 * 1800) - 1) < 1e-6, waste
rows = list(csv.reader(line for line in open(sys.argv[4]) if not line.startswith("#")))
sections = first["water"]["sections"]
assert sections["west side"] == -first["water"]["inflow"]["west"] and sections["strait"] != 0, (sections, first["water"]["inflow"])
assert mud["sections"]["west side"] == -mud["inflow"]["west"], mud
table = list(csv.reader(open(sys.argv[5])))
column = table[0].index("strait volume (m3)")
assert len(table) == 5 and float(table[-1][column]) == sections["strait"], table
flows = [(float(b[column]) - float(a[column])) / (float(b[0]) - float(a[0])) for a, b in zip(table[1:], table[2:])]
for row, flow in zip(table[2:], flows):
    assert abs(float(row[column - 1]) / flow - 1) < 1e-3, (row, flow)
assert any("concentration_farm_waste" in name for name in rows[0]) and any("age" in name for name in rows[0]), rows[0]
END
done

cat > "$folder/bad.yaml" << END
time: {end: 1 min}
grid: {extent: [0 m, 0 m, 400 m, 200 m], cells: [40, 20]}
bathymetry: {shape: {kind: flat, elevation: -2 m}}
tracers: [{name: a}, {name: b, releases: [{area: farm.geojson, rate: 1}]}]
END
if "$ria" run "$folder/bad.yaml" -o "$folder/bad" > "$folder/log" 2>&1; then cat "$folder/log"; exit 1; fi
grep -q "bad.yaml:4:43: no cell's centre lies in the area of the release 'release 1', .*farm.geojson; expected polygons inside" "$folder/log" ||
  { cat "$folder/log"; exit 1; }

# Sections that measure nothing.
for section in "away: [[5000 m, 100 m], [5000 m, 900 m]]|lies between no two cells of the grid" \
  "dry: [[3910 m, 100 m], [3910 m, 900 m]]|lies on land: all its 8 faces are higher than the water"; do
  printf 'time: {end: 1 min}\ngrid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}\n%s\nsections: {%s}\n' \
    "bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 2 m, length: 4 km}}" "${section%|*}" > "$folder/bad.yaml"
  if "$ria" validate "$folder/bad.yaml" > "$folder/log" 2>&1; then cat "$folder/log"; exit 1; fi
  grep -q "bad.yaml:4:.*${section#*|}" "$folder/log" || { cat "$folder/log"; exit 1; }
done

# A start from a history has the tracers of these names.
sed "s/^initial:.*/initial: {file: first\/history.h5}/; s/^time:.*/time: {steps: 1}/" "$case" > "$folder/next.yaml"
"$ria" run "$folder/next.yaml" -o "$folder/next" --set numerics.order=2 --precision double > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$ria" diff "$folder/first/history.h5" "$folder/next/history.h5" > "$folder/diff" || true
python3 - "$folder" << 'END'
import json, sys
first, after = (json.load(open(f"{sys.argv[1]}/{name}/summary.json"))["balance"]["tracers"] for name in ("first", "next"))
for one, other in zip(first[:2], after):
    assert abs(one["end"] / other["start"] - 1) < 1e-6, (one, other)
END
