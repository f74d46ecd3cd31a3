#!/usr/bin/env bash
# docs/other-programs.md: its commands and scripts run as they stand, those of programs that are not installed left out.
set -euo pipefail
export LC_ALL=C.UTF-8 PATH=$1:$PATH
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-other-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/inputs/cases"
cp -r "$2/inputs/cases/arousa" "$folder/inputs/cases"
cd "$folder"
fail() {
  echo "other programs: $*" >&2
  exit 1
}
has() { /usr/bin/python3 -c "import $1" 2>/dev/null; }
# says TEXT: as a line of the last output.
says() { grep -qxE -- "$1" out || { cat out && fail "no line '$1'"; }; }

# Block NUMBER of KIND, as a file.
awk -v RS='```' 'NR % 2 == 0 { kind = $1; sub(/^[a-z]*\n/, ""); file = kind (++count[kind]); printf "%s", $0 > file }' "$2/docs/other-programs.md"
[ -s sh1 ] && [ -s sh2 ] && [ -s python1 ] && [ -s pvpython1 ] && [ -s opendrift1 ] || fail "the page has other blocks"
bash -e sh1 >out 2>&1 || { cat out && fail "the case does not run"; }
tried=

if has xarray && has netCDF4; then
  /usr/bin/python3 python1 >out 2>&1 || { cat out && fail "xarray"; }
  says 'fastest current: 0\.[3-9][0-9] m/s'
  says "\('station', 'time'\) .+"
  says 'particles: 1000'
  range=$(grep -xE 'level from .*' out)
  tried+=" xarray"
fi
if command -v gdal_translate gdallocationinfo >/dev/null; then
  bash -eo pipefail sh2 >out 2>&1 || { cat out && fail "gdal"; }
  says 'Driver: GTiff/GeoTIFF'
  says '[01]\.[0-9]+'
  # The fourth record of the level lies in the range that xarray tells.
  [ -z "${range:-}" ] || awk -v value="$(tail -1 out)" '{ exit !(value >= $3 - 0.005 && value <= $5 + 0.005) }' <<<"$range" || fail "gdal reads another level than xarray: $range"
  tried+=" gdal"
fi
if command -v pvpython >/dev/null; then
  pvpython pvpython1 >out 2>&1 || { cat out && fail "ParaView"; }
  says 'level from [01]\.[0-9]* to [0-9.]* m'
  tried+=" paraview"
fi
if has opendrift; then
  /usr/bin/python3 opendrift1 >out 2>&1 || { cat out && fail "OpenDrift"; }
  says 'seeded: 100'
  tried+=" opendrift"
fi
[ -n "$tried" ] || { echo "no xarray, GDAL programs, ParaView or OpenDrift to try" && exit 77; }
echo "tried:$tried"
