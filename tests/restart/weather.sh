#!/usr/bin/env bash
# Wind, pressure and rain from a file, and a cyclone: the same bits from any number of ranks and tiling, and from a run that stops
# between two records and goes on elsewhere.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-weather-XXXXXX")
trap 'rm -rf "$folder"' EXIT

# 4 records, 7 min apart, of 3 x 3 numbers each.
cat > "$folder/weather.cdl" << 'END'
netcdf weather {
dimensions:
  time = 4; latitude = 3; longitude = 3;
variables:
  float time(time); time:units = "minutes since 2021-06-01 12:00:00";
  double latitude(latitude); latitude:units = "degrees_north";
  double longitude(longitude); longitude:units = "degrees_east";
  float u(time, latitude, longitude); u:units = "m s**-1";
  float v(time, latitude, longitude); v:units = "knot";
  short p(time, latitude, longitude); p:units = "hPa"; p:scale_factor = 0.1; p:add_offset = 1000.;
  float rain(time, latitude, longitude); rain:units = "kg m-2 s-1";
data:
  time = 0, 7, 14, 21;
  latitude = 42.8, 42.4, 42.0;
  longitude = 350.5, 351, 351.5;
END
{
  for name in u v p rain; do
    printf '  %s = ' "$name"
    for ((i = 0; i < 36; i++)); do
      value=$(((i * 37 + ${#name} * 11) % 23 - 8))
      [ "$name" != rain ] || value=$(((value + 8) % 5))e-3
      printf '%s%s' "$value" "$([ "$i" = 35 ] || echo ', ')"
    done
    echo ';'
  done
  echo '}'
} >> "$folder/weather.cdl"
ncgen -o "$folder/weather.nc" "$folder/weather.cdl"
cat > "$folder/track.csv" << 'END'
time,lon,lat,pressure [hPa],radius [km],wind [kt]
2021-06-01T12:00,-8.95,42.35,960,6,80
2021-06-01T12:30,-8.85,42.45,965,7,75
END
cat > "$folder/case.yaml" << 'END'
time: {start: 2021-06-01T12:00, end: 20 min}
grid: {extent: [500 km, 4690 km, 512 km, 4696 km], cells: [41, 19], crs: EPSG:32629}
bathymetry: {shape: {kind: slope, elevation: -408 m, slope_x: 0.0008}}
friction: 0.03
boundaries: [{side: west, kind: level, level: 0 m}]
output: {every: 10 min, maps: false}
END

case=$folder/case.yaml
# shellcheck source=tests/restart/same_bits.bash
. "$2"/tests/restart/same_bits.bash

for weather in "{file: $folder/weather.nc, wind: [u, v], pressure: p}" "{file: $folder/weather.nc, wind: [v, u], drag: smith_banke}" \
  "{file: $folder/weather.nc, pressure: p}" "{track: $folder/track.csv}"; do
  settings=(--set weather="$weather")
  [ "$weather" != "{file: $folder/weather.nc, pressure: p}" ] || settings+=(--set "rain={file: $folder/weather.nc, variable: rain}")
  for precision in single double; do
    run_case first --overwrite --precision "$precision" --tiles 1x1 --strategy reference
    like_first_anywhere "$precision" 4x2 "6 min" "14 min"
  done
done
