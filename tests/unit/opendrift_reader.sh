#!/usr/bin/env bash
# history.h5 opens in OpenDrift's generic reader (reader_netCDF_CF_generic) as it is. OpenDrift is in no registry, so the rules by which
# that reader finds its axes, times, projection and variables are written out here, and applied to what ncdump tells of the file.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-opendrift-XXXXXX")
trap 'rm -rf "$folder"' EXIT

cat > "$folder/case.yaml" << 'END'
time: {start: 2021-06-01T12:00, end: 2 min}
grid: {extent: [500 km, 4690 km, 501 km, 4690.6 km], cells: [10, 6], crs: EPSG:32629}
bathymetry: {shape: {kind: slope, elevation: -400.5 m, slope_x: 0.0008}}
boundaries: [{side: west, kind: level, level: 0 m}]
output: {every: 1 min, maps: false}
END
"$ria" run "$folder/case.yaml" -o "$folder/run" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
ncdump -v x,y,time "$folder/run/history.h5" > "$folder/dump"

python3 - "$folder/dump" << 'END'
import re, sys
dump = open(sys.argv[1]).read()
types = "byte|short|int|int64|float|double|string"
dimensions = {name: tuple(re.findall(r"\w+", dims or "")) for name, dims in re.findall(rf"^\t(?:{types}) (\w+)(?:\(([^)]*)\))? ;", dump, re.M)}
attributes = {name: {} for name in dimensions}
for name, key, value in re.findall(r"^\t\t(\w+):(\w+) = (.*) ;$", dump, re.M):
    attributes[name][key] = value.strip('"')
data = {name: [float(n) for n in values.replace("\n", " ").split(",")]
        for name, values in re.findall(r"^ (\w+) = ([-0-9., e\n]+) ;$", dump, re.M)}

def coordinate(standard_name, axis):
    """A variable of one dimension with that standard name, or that axis."""
    found = [v for v, a in attributes.items() if a.get("standard_name") == standard_name or a.get("axis") == axis]
    assert len(found) == 1 and len(dimensions[found[0]]) == 1, (standard_name, found)
    return found[0]

x, y, time = coordinate("projection_x_coordinate", "X"), coordinate("projection_y_coordinate", "Y"), coordinate("time", "T")
# Metres, evenly spaced and rising: the reader works out its cell size from the first two.
for name in x, y:
    assert attributes[name]["units"] == "m", attributes[name]
    steps = [b - a for a, b in zip(data[name], data[name][1:])]
    assert min(steps) > 0 and max(steps) - min(steps) < 1e-6, steps
# Times are decoded by their units.
assert re.fullmatch(r"seconds since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?", attributes[time]["units"]), attributes[time]
assert attributes[time]["calendar"] == "proleptic_gregorian" and data[time] == [0, 60, 120], data[time]

# The projection is that of the grid mapping: pyproj.CRS.from_cf() takes crs_wkt.
u, v = ([n for n, a in attributes.items() if a.get("standard_name") == name] for name in ("x_sea_water_velocity", "y_sea_water_velocity"))
assert len(u) == len(v) == 1, (u, v)
for name in u[0], v[0]:
    assert dimensions[name] == (dimensions[time][0], dimensions[y][0], dimensions[x][0]), dimensions[name]
    assert attributes[name]["units"] in ("m/s", "m s-1"), attributes[name]
    assert "_FillValue" in attributes[name]
    mapping = attributes[attributes[name]["grid_mapping"]]
    assert mapping["crs_wkt"].startswith("PROJCRS[") and mapping["grid_mapping_name"] == "transverse_mercator", mapping
# No other variable may pass for a velocity, or for a longitude: the reader would take the file for one in degrees.
known = [a.get("standard_name") for a in attributes.values()]
assert "longitude" not in known and "latitude" not in known, known
# The depth is named so that `sea_floor_depth_below_sea_level` can be mapped to it by the user.
assert "sea_floor_depth_below_geopotential_datum" in known, known
END
