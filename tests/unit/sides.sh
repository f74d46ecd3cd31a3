#!/usr/bin/env bash
# Files of stations, atlases and rating curves that are wrong: the error names the file, the line, the wrong text
# and the remedy; a probable slip gets a warning.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-sides-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  cat said >&2
  echo "failed: $*" >&2
  exit 1
}
# case_with BOUNDARY [GRID]: a bay of 20 km by 10 km, and what its western side is.
case_with() {
  cat > case.yaml << END
time: {end: 2 h, start: 2024-03-01T00:00:00Z}
grid: {${2:-extent: [0 m, 0 m, 20 km, 10 km]}, cells: [40, 20]}
bathymetry: {shape: {kind: slope, elevation: -4 m, slope_x: -0.0002}}
initial: {level: 0 m}
friction: 0.03
boundaries: {west: {$1}}
END
}
# refuses PATTERN BOUNDARY [GRID]: the case is an error that says so.
refuses() {
  local code=0
  case_with "${@:2}"
  "$ria" validate case.yaml > said 2>&1 || code=$?
  [ "$code" -ne 0 ] || fail "no error: $2"
  grep -q -e "$1" said || fail "nothing of '$1': $2"
}
# warns PATTERN BOUNDARY [GRID]: it is valid, with a warning that says so; no PATTERN: with none.
warns() {
  case_with "${@:2}"
  "$ria" validate case.yaml > said 2>&1 || fail "an error: $2"
  if [ -n "$1" ]; then
    grep -q -e "warning: .*$1" said || fail "nothing of '$1': $2"
  else
    ! grep -q warning said || fail "a warning: $2"
  fi
}
# stations LINE...: the file.
stations() {
  printf '%s\n' "$@" > stations.csv
}
along='kind: level, along: stations.csv'

# good files: levels and constituents, with units and names, in any order
stations 'x,y,time (h),level (cm)' '0,0,0,0' '0,10000,0,10' '0,0,3,20' '0,10000,3,20'
warns '' "$along"
stations '# from the port' 'station;x (km);y (km);constituent;amplitude;phase' 'A;0;0;M2;1.0;350' 'B;0;10;M2;1.1;10' 'A;0;0;S2;0.3;2' \
  'B;0;10;S2;0.3;4'
warns '' "kind: tide, ramp: 1 h, along: stations.csv"
warns '' "ramp: 1 h, $along"
utm="extent: [480 km, 4660 km, 500 km, 4670 km], crs: 'EPSG:32629'"
stations 'lon,lat,time,level' '-9.2415,42.09,0,0' '-9.2415,42.19,0,0'
warns '' "$along" "$utm"
warns '' 'kind: level, along: {stations: [{at: [0 m, 0 m], level: 0 m}, {at: [0 m, 10 km], level: 1 cm}]}'

# probable slips
stations 'x,y,time,level' '0,2000,0,0' '0,9000,0,0'
warns 'the stations reach from 2000 m to 9000 m, but the boundary on the west side from 0 m to 10000 m: beyond them' "$along"
stations 'x,y,time,level' '0,0,0,0' '90000,10000,0,0'
warns 'the station at (90000, 10000) lies 9e+04 m from the west side' "$along"
stations 'x,y,time,level' '0,0,0,0' '0,0,600,0' '0,10000,0,0'
warns 'this file ends at 10 min, but the run ends at 2 h' "$along"
stations 'x,y,constituent,amplitude,phase' '0,0,M2,108,0' '0,10000,M2,1,0'
refuses 'stations.csv.*\|along.file.M2.amplitude: 108 m is not possible.*centimetres' "$along"

# tables
stations 'x,y,time,level' '0,0,0,0' '0,0,600,1' '0,0,300,1'
refuses "stations.csv:4: column 3 is '300': expected a later time than on the line before" "$along"
stations 'x,y,time,level' '0,0,0,0' '0,10000,0,high'
refuses "stations.csv:3: column 4 is 'high': expected a number" "$along"
stations 'x,y,time,level' '0,0,0,-9999' '0,0,60,1' '0,0,120,-9999' '0,0,180,-9999' '0,0,240,-9999'
refuses 'stations.csv:2: .*-9999.*nodata: -9999' "$along"
warns '' 'kind: level, along: {stations: [{at: [0 m, 0 m], level: 0 m}, {at: [0 m, 10 km], level: 0 m}]}'
warns 'lines have no data' 'kind: level, along: {file: stations.csv, nodata: -9999}'
stations 'x,y,time (fathoms),level' '0,0,0,0'
refuses "stations.csv:1: column 3 is in 'fathoms'" "$along"
stations 'x,y,time,level (kg)' '0,0,0,0'
refuses "stations.csv:1: column 4 is in 'kg'.*cannot be converted to m" "$along"
stations 'x,y,hours since the year of the dragon,level' '0,0,0,0'
refuses 'stations.csv:1: expected a header with the columns x,y,time,level or x,y,constituent' "$along"
stations '0,0,0,0' '0,10000,0,0'
refuses 'stations.csv:1: expected a header' "$along"
stations 'x,y,time,level' 'zero,0,0,0' '0,0,0,0'
refuses "stations.csv" "$along"
stations 'x,y,constituent,amplitude,phase' '0,0,M2,-1,0'
refuses "stations.csv:2: column 4 is '-1': expected an amplitude in m" "$along"
stations 'lon,lat,time,level' '-9,142,0,0'
refuses "stations.csv:2: column 2 is '142': expected a latitude" "$along"
stations 'x,y,time,level'
refuses 'stations.csv holds no stations' "$along"
refuses "cannot read the file '.*absent.csv'" 'kind: level, along: absent.csv'

# the keys together
stations 'x,y,time,level' '0,0,0,0' '0,10000,0,0'
refuses "the stations have levels over time; expected 'kind: level'" 'kind: tide, along: stations.csv'
refuses "this and 'along' exclude each other\|this and 'constituents' exclude each other" \
  'kind: tide, constituents: {M2: [1 m, 0 deg]}, along: stations.csv'
refuses "expected one of 'file', 'stations' and 'atlas'" 'kind: level, along: {}'
refuses "expected one of 'file', 'stations' and 'atlas'" \
  'kind: level, along: {file: stations.csv, stations: [{at: [0 m, 0 m], level: 0 m}]}'
refuses 'some of the stations have constituents' \
  'kind: level, along: {stations: [{at: [0 m, 0 m], level: 0 m}, {at: [0 m, 1 km], constituents: {M2: [1 m, 0 deg]}}]}'
refuses 'this has a meaning only where' 'kind: open, along: stations.csv'
stations 'x,y,time,level' '-9.1,42.1,0,0' '-9.2,42.2,0,0'
refuses 'no station lies near the west side.*lon,lat in degrees' "$along" "$utm"
stations 'lon,lat,time,level' '-9.1,42.1,0,0'
refuses "the stations are in degrees.*expected 'grid.crs'" "$along"
stations 'x,y,time,level' '0,500,0,0' '20,500,0,0'
refuses 'two stations have the same place along the west side, y = 500 m' "$along"

# atlases
ncgen -o m2.nc << 'END'
netcdf m2 {
dimensions: lat = 2; lon = 2;
variables: double lat(lat); lat:units = "degrees_north"; double lon(lon); lon:units = "degrees_east";
  float ampl(lat, lon); ampl:units = "cm"; float phase(lat, lon); phase:units = "degrees";
data: lat = 42, 43; lon = -9.3, -9.2; ampl = 100, 100, 100, 100; phase = 1, 2, 3, 4;
}
END
atlas='kind: tide, ramp: 1 h, along: {atlas: {M2: {file: m2.nc'
refuses 'm2.nc does not say which of its variables to read: it holds 2 variables (ampl, phase); name the one that is the amplitude, as boundaries.0.along.atlas.0.amplitude: ampl' \
  "$atlas}}}" "$utm"
warns '' "$atlas, amplitude: ampl}}}" "$utm"
refuses "no such variable: it holds 2 variables (ampl, phase)" "$atlas, amplitude: height}}}" "$utm"
refuses "its amplitudes are in 'cm', \|amplitudes.*kg" "$atlas, amplitude: ampl, unit: kg}}}" "$utm"
refuses 'does not cover the side: .* its nodes go from -9.3 to -9.2 east and from 42 to 43 north' "$atlas, amplitude: ampl}}}" \
  "extent: [380 km, 4660 km, 400 km, 4670 km], crs: 'EPSG:32629'"
refuses "an atlas is in degrees, and the grid has no" "$atlas, amplitude: ampl}}}"
sed -i 's/level: 0 m/level: tide/' case.yaml
! "$ria" validate case.yaml > said 2>&1 || fail "the start takes its level from an atlas"
grep -q "a tide of an atlas is not known yet" said || fail "the start's level"
refuses 'there is no constituent of that name' 'kind: tide, along: {atlas: {X9: m2.nc}}' "$utm"

# rivers
rating='kind: rating, table: rating.csv'
printf '%s\n' 'level (cm),discharge (l/s)' '-500,0' '0,50000' '100,90000' > rating.csv
warns '' "$rating"
printf '%s\n' 'level,discharge' '-5,0' '0,50' '0,90' > rating.csv
refuses "rating.csv:4: column 1 is '0': expected a higher level than on the line before" "$rating"
printf '%s\n' 'level,discharge' '-5,0' '0,50' '1,40' > rating.csv
refuses "rating.csv:4: column 2 is '40': expected a discharge of no less than on the line before" "$rating"
printf '%s\n' 'level,discharge' '-5,-1' > rating.csv
refuses "rating.csv:2: column 2 is '-1': expected a discharge, not negative" "$rating"
printf '%s\n' 'discharge,level' '0,-5' > rating.csv
refuses 'rating.csv:1: column 2 is .level., the level: expected the columns level,discharge' "$rating"
printf '%s\n' 'level,discharge' '0,50' > rating.csv
refuses 'a rating curve needs two rows at least' "$rating"
refuses 'levels of a rating curve grow' 'kind: rating, rating: [{level: 1 m, discharge: 0 m3/s}, {level: 0 m, discharge: 1 m3/s}]'
refuses 'the rating curve has 5 m3/s at -9 m, but the lowest bed on the west side is at -4.05 m' \
  'kind: rating, rating: [{level: -9 m, discharge: 5 m3/s}, {level: 0 m, discharge: 10 m3/s}]'
refuses 'the rating curve ends at -8 m, but the lowest bed' \
  'kind: rating, rating: [{level: -9 m, discharge: 0 m3/s}, {level: -8 m, discharge: 1 m3/s}]'
refuses 'rating.*this is missing' 'kind: rating'
warns '' 'kind: discharge, discharge: 50 m3/s, spread: conveyance'
refuses "the bed does not fall from the east side inwards.*expected the river's 'slope'" \
  'kind: wall}, east: {kind: discharge, discharge: 50 m3/s, spread: conveyance' 'extent: [0 m, 0 m, 20 km, 10 km]'
refuses "'depth' and 'spread: conveyance'" 'kind: discharge, discharge: 50 m3/s, spread: conveyance, depth: 1 m'
refuses "this has a meaning only where 'spread' is conveyance" 'kind: discharge, discharge: 50 m3/s, slope: 0.001'
