#!/bin/bash
# `ria import` as a user meets it: its output is netCDF, and a failure leaves no files.
set -u
ria=$1/ria
raster=$2/inputs/cases/arousa/arousa_core_100m.tif
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }

"$ria" import "$raster" -o "$folder/bed.h5" --window 500km,4700km,520km,4720km --resolution 250m \
  --offset 0.3m > "$folder/said" || fail "import failed"
grep -q '80 x 80 cells of 250 x 250 m' "$folder/said" || fail "said: $(cat "$folder/said")"
if command -v ncdump > /dev/null; then
  ncdump -h "$folder/bed.h5" > "$folder/header" || fail "ncdump cannot read it"
  grep -q 'double bed(y, x)' "$folder/header" || fail "header: $(cat "$folder/header")"
  grep -q 'bed:units = "m"' "$folder/header" || fail "no units"
  grep -q ':crs = "EPSG:32629"' "$folder/header" || fail "no crs"
fi
# a grid file is a source as well
"$ria" import "$folder/bed.h5" -o "$folder/again.h5" --resolution 500m > /dev/null || fail "again"

# $1: what the message must hold; then the arguments
refuses() {
  local says=$1
  shift
  "$ria" import "$@" > "$folder/out" 2> "$folder/err"
  [ $? -eq 2 ] || fail "ria import $*: exit code is not 2"
  [ "$(wc -l < "$folder/err")" -eq 1 ] || fail "ria import $*: not one line: $(cat "$folder/err")"
  grep -q -- "$says" "$folder/err" || fail "ria import $*: $(cat "$folder/err")"
  [ ! -e "$folder/no.h5" ] || fail "ria import $*: left a file"
}
refuses 'one raster'
refuses '-o GRID.h5' "$raster"
refuses 'No such file' "$folder/none.tif" -o "$folder/no.h5"
refuses 'not a raster' "$2/inputs/README.md" -o "$folder/no.h5"
refuses 'does not cover' "$raster" -o "$folder/no.h5" --window 0,0,100,100
refuses 'not a window' "$raster" -o "$folder/no.h5" --window 0,0,100
refuses 'not a length' "$raster" -o "$folder/no.h5" --resolution 30s
refuses 'above zero' "$raster" -o "$folder/no.h5" --resolution 0
refuses 'not a projected one' "$raster" -o "$folder/no.h5" --crs EPSG:4326
refuses 'cannot write' "$raster" -o "$folder/none/no.h5"
[ "$(ls "$folder"/*.partial 2> /dev/null)" = "" ] || fail "left a partial file"

# an existing file stays, unless it is a grid file
cp "$raster" "$folder/own.tif" && ln "$folder/own.tif" "$folder/hard.h5" && ln -s own.tif "$folder/soft.h5"
echo mine > "$folder/mine.h5"
cp "$folder/bed.h5" "$folder/kept.h5" && ln -s bed.h5 "$folder/link.h5"
for name in own.tif hard.h5 soft.h5; do
  refuses "$name belongs to the raster that is to be read" "$folder/own.tif" -o "$folder/$name"
done
refuses 'bed.h5 belongs to the raster that is to be read' "$folder/bed.h5" -o "$folder/bed.h5" --resolution 500m
refuses 'bed.h5 belongs to the raster that is to be read' "$folder/link.h5" -o "$folder/bed.h5"
if command -v gdalbuildvrt > /dev/null; then
  gdalbuildvrt -q "$folder/all.vrt" "$folder/own.tif"
  refuses 'own.tif belongs to the raster that is to be read' "$folder/all.vrt" -o "$folder/own.tif"
fi
refuses 'mine.h5 is there already and is not a grid file' "$raster" -o "$folder/mine.h5"
refuses 'is there already and is not a grid file' "$raster" -o "$folder"
[ "$(cat "$folder/mine.h5")" = mine ] || fail "another file was replaced"
cmp -s "$raster" "$folder/own.tif" || fail "the source was replaced"
cmp -s "$folder/kept.h5" "$folder/bed.h5" || fail "the source was replaced"
: > "$folder/empty.h5"
"$ria" import "$raster" -o "$folder/empty.h5" --resolution 1km > /dev/null || fail "an empty file"
"$ria" import "$raster" -o "$folder/empty.h5" --resolution 2km > /dev/null || fail "a grid file"

# a full disk: the old file stays
cp "$folder/bed.h5" "$folder/kept.h5"
(trap '' XFSZ; ulimit -f 10; "$ria" import "$raster" -o "$folder/bed.h5" > /dev/null 2> "$folder/err")
[ $? -eq 2 ] || fail "a full disk is not an error"
cmp -s "$folder/bed.h5" "$folder/kept.h5" || fail "a full disk damaged the old file"
[ "$(ls "$folder"/*.partial 2> /dev/null)" = "" ] || fail "a full disk left a partial file"
