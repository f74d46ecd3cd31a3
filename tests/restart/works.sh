#!/usr/bin/env bash
# Culverts, pumps, gates and open lines: the same bits from any number of ranks and tiling, and from a run that stops between two of their
# moments and goes on elsewhere; the balance counts what is in culverts and pumps, and closes.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-works-XXXXXX")
trap 'rm -rf "$folder"' EXIT

cat > "$folder/up.geojson" << 'END'
{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[860, 215], [775, 225], [760, 410]]}}
END
cat > "$folder/case.yaml" << 'END'
time: {start: 2024-03-01T00:00:00Z, end: 30 min}
grid: {extent: [0 m, 0 m, 800 m, 400 m], cells: [40, 20]}
bathymetry: {shape: {kind: slope, elevation: -2 m, slope_x: 0.001, slope_y: -0.001}}
initial: {shape: {kind: dam, position: 400 m, left: 1 m, right: 0 m, tracer_left: 1, tracer_right: 0.2}}
friction: 0.03
boundaries:
  west: {kind: tide, constituents: {M2: {amplitude: 1 m, phase: 0 deg}}}
  south-east: {kind: level, level: 0.1 m, outside: east, line: [[745 m, -10 m], [790 m, 180 m], [860 m, 190 m]], concentration: {salt: 30, dust: 1}}
  north-east: {kind: discharge, discharge: [[0 min, 20 m3/s], [15 min, -20 m3/s]], outside: east, file: up.geojson, concentration: {germs: 1}}
structures:
  - {name: dike, crest: 5 m, line: [[400 m, -10 m], [400 m, 155 m]]}
  - {name: lock, kind: gate, crest: -1.5 m, line: [[400 m, 145 m], [400 m, 255 m]], opening: [[0 min, 0.2 m], [25 min, 1 m]],
     watches: [650 m, 250 m], closes_above: 0.1 m, opens_below: 0.08 m, travel: 5 min}
  - {name: rest, line: [[400 m, 245 m], [400 m, 410 m]]}
  - {name: box, kind: culvert, from: [350 m, 310 m], to: [450 m, 310 m], width: 2 m, height: 1 m, barrels: 3, radius: 25 m}
  - {name: pipe, kind: culvert, from: [350 m, 50 m], to: [450 m, 50 m], diameter: 1.2 m, sill: -1 m, one_way: true}
  - {name: lift, kind: pump, from: [710 m, 110 m], to: [110 m, 310 m], discharge: [[0 min, 5 m3/s], [20 min, 90 m3/s]],
     starts_above: -1.2 m, stops_below: -1.5 m}
sections: {through lock: [[400 m, 145 m], [400 m, 255 m]]}
flows: all
tracers:
  - {name: germs, half_life: 20 min, threshold: 0.1}
  - {name: salt, releases: [{at: [350 m, 200 m], radius: 80 m, concentration: 30}]}
  - {name: dust, decay: 1e-3 1/s, releases: [{at: [700 m, 110 m], radius: 40 m, rate: 4}]}
output: {every: 10 min, maps: false}
END

case=$folder/case.yaml
# shellcheck source=tests/restart/same_bits.bash
. "$2"/tests/restart/same_bits.bash

for order in 1 2; do
  settings=(--set "numerics.order=$order")
  for precision in single double; do
    run_case first --overwrite --precision "$precision" --tiles 1x1 --strategy reference
    like_first_anywhere "$precision" 2x2 "9.4 min" "20.1 min"
    cmp "$folder/first/sections.csv" "$folder/other/sections.csv"
  done
  python3 - "$folder/first/summary.json" "$folder/other/summary.json" "$folder/first/sections.csv" << 'END'
import csv, json, sys
first, other = (json.load(open(path))["balance"] for path in sys.argv[1:3])
table = list(csv.reader(open(sys.argv[3])))
last = dict(zip(table[0], table[-1]))
names = [column[:-len(" volume (m3)")] for column in table[0] if column.endswith(" volume (m3)")]
assert names == ["through lock", "west", "south-east", "north-east", "dike", "lock", "rest", "box", "pipe", "lift"], names
assert len(table) == 5 and float(last["west volume (m3)"]) == first["water"]["inflow"]["west"], (table[0], last)
for what in "volume (m3)", "germs sum (m3)", "salt sum (m3)", "dust sum (m3)":
    assert last["lock " + what] == last["through lock " + what] != "0", (what, last)
for name in "box", "pipe", "lift":
    assert abs(float(last[name + " volume (m3)"])) > 1, (name, last)
assert first == other, (first, other)
assert len(first["tracers"]) == 3, first
for one in first["water"], *first["tracers"]:
    assert one["piped"] < 0, one
    assert "south-east" in one["inflow"] and "north-east" in one["intakes"], one
    assert abs(one["residual_relative"]) < 1e-13, one
END
done
grep -q '^  in culverts and pumps  *-[0-9.]*  *-[0-9. -]*$' "$folder/log" || { cat "$folder/log"; exit 1; }
