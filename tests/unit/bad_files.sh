#!/usr/bin/env bash
# Files that are missing, empty, cut, a folder, or of something else: each command says so in one sentence that
# names the file, ends with code 2 and leaves no files.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-files-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  cat out err >&2
  echo "failed: $*" >&2
  exit 1
}
# refuses PATTERN COMMAND ARGUMENT...
refuses() {
  local code=0 pattern=$1
  shift
  "$ria" "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code of: ria $*"
  [ "$(wc -l <err)" -eq 1 ] || fail "not one line: ria $*"
  [ ! -s out ] || fail "something on standard output: ria $*"
  grep -q -e "^ria $1: .*$pattern" err || fail "nothing of '$pattern': ria $*"
}

"$ria" run "$source/inputs/cases/column/column.yaml" -o run --set time="{steps: 2}" --set grid.cells=[40,40] \
  --set output.maps=false >out 2>err || fail "the run"
mkdir place
: >empty
echo 'a text' >text
head -c 5000 run/history.h5 >"cut"
good=run/history.h5
before=$(find . -type f ! -name out ! -name err -print0 | sort -z | xargs -0 cksum)

for command in info diff; do
  arguments=()
  [ "$command" = info ] || arguments=("$good")
  refuses 'absent: cannot be opened: No such file' "$command" "${arguments[@]}" absent
  refuses 'place: is a folder; name a file in it' "$command" "${arguments[@]}" place
  refuses 'empty: is not an HDF5 file' "$command" "${arguments[@]}" empty
  refuses 'text: is not an HDF5 file' "$command" "${arguments[@]}" text
  refuses 'cut: cannot be read as HDF5: truncated' "$command" "${arguments[@]}" cut
  refuses "there is no option '--frobnicate'" "$command" --frobnicate
done
refuses 'give one file or run' info
refuses 'give two files' diff "$good"
refuses 'give two files' diff "$good" "$good" "$good"
refuses '--tolerance takes a number' diff --tolerance x "$good" "$good"
refuses '--tolerance takes a number' diff --tolerance h=-1 "$good" "$good"
refuses '--relative takes a number' diff --relative inf "$good" "$good"
refuses "neither file has a field 'nowhere'" diff --relative nowhere=1e-3 "$good" "$good"

refuses 'absent: cannot be opened: No such file' plot absent
refuses 'text: is not the folder of a run' plot text
refuses 'place/history.h5: cannot be opened: No such file' plot place
mkdir damaged foreign
cp cut damaged/history.h5
refuses 'damaged/history.h5: .*truncated' plot damaged
cp -L run/checkpoints/latest foreign/history.h5
refuses 'foreign/history.h5: ' plot foreign
refuses '--every takes a whole number' plot run --every x
refuses 'give one run folder' plot
rm -r damaged foreign

refuses 'give one raster' import
refuses 'where to write with -o' import text
refuses "there is no option '--frobnicate'" import --frobnicate text -o grid.h5
for bad in absent empty text place; do refuses "$bad" import "$bad" -o grid.h5; done
raster=$source/inputs/cases/arousa/arousa_core_100m.tif
refuses "'a' is not a length" import "$raster" --window a -o grid.h5
refuses 'does not cover' import "$raster" --window 0,0,1000,1000 -o grid.h5
refuses 'place/none/grid.h5' import "$raster" -o place/none/grid.h5
[ ! -e grid.h5 ] || fail "a grid was made of nothing"

refuses 'no kernel and no solver.*absent' bench absent
refuses '--size 0x0; give it as' bench roe_transport --size 0x0
refuses 'no strategy magic' bench roe_transport --strategy magic
refuses '--precision half; give single or double' bench roe_transport --precision half
refuses "'--frobnicate'" kernels --frobnicate

after=$(find . -type f ! -name out ! -name err -print0 | sort -z | xargs -0 cksum)
[ "$after" = "$before" ] || fail "files were changed"
