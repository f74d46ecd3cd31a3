#!/usr/bin/env bash
# tests/fuzz/run.bash NAME [SECONDS [FOLDER]]: the fuzz target NAME (see targets.cmake) for so many seconds, with other
# inputs each time; without SECONDS the same few inputs each time, which take a second or two. FOLDER keeps the inputs
# that fail, and in FOLDER/NAME those that reached new code, for the next call; without it an input that fails is
# printed, as base64. RIA_FUZZ_ARGUMENTS: further arguments of libFuzzer.
set -euo pipefail
name=${1:?"usage: ${0##*/} NAME [SECONDS [FOLDER]]"} seconds=${2:-} keep=${3:-}
source=$(cd "$(dirname "$0")/../.." && pwd)
fuzzer=${RIA_BIN_DIR:-$source/build/bin}/../tests/fuzz/fuzz_$name
[ -x "$fuzzer" ] || { echo "skipped: there is no $fuzzer; it takes a clang with libFuzzer to build (libclang-rt-dev)"; exit 77; }
fuzzer=$(realpath "$fuzzer")
[ -z "$keep" ] || keep=$(mkdir -p "$keep/$name" && realpath "$keep")
memory=/dev/shm # where waiting for the disk costs nothing
[ -w $memory ] || memory=/tmp
folder=$(mktemp -d "${TMPDIR:-$memory}/ria-fuzz-XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' INT TERM
mkdir "$folder/run" "$folder/seeds" "$folder/found" "$folder/failed"

arguments=(-max_len=4096 -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 "-artifact_prefix=${keep:-$folder/failed}/")
[ ! -f "$source/tests/fuzz/$name.dict" ] || arguments+=("-dict=$source/tests/fuzz/$name.dict")
if [ -n "$seconds" ]; then
  arguments+=("-max_total_time=$seconds")
else
  case $name in # those that write files of HDF5 or SQLite are slow
  history) runs=80 ;;
  checkpoint | grid) runs=150 ;;
  raster | study) runs=300 ;;
  journal) runs=500 ;;
  gauges | marker) runs=2000 ;;
  workflow) runs=4000 ;;
  *) runs=20000 ;;
  esac
  arguments+=(-seed=1 "-runs=$runs")
fi
found=$folder/found
[ -z "$keep" ] || found=$keep/$name
read -ra further <<<"${RIA_FUZZ_ARGUMENTS:-}"

# Memory that libraries never free is not our leak; the targets themselves count ids of HDF5.
printf 'leak:%s\n' libmpi libopen-pal libopen-rte libpmix mca_ libhdf5 libgdal libudunits2 libproj libnetcdf libstarpu libhwloc \
  libevent >"$folder/leaks"
cd "$folder/run"
export ASAN_OPTIONS="detect_leaks=1" LSAN_OPTIONS="suppressions=$folder/leaks:print_suppressions=0"
export UBSAN_OPTIONS=print_stacktrace=1 RIA_FUZZ_SEEDS=$folder/seeds
status=0
"$fuzzer" "${arguments[@]}" ${further[@]+"${further[@]}"} "$found" "$folder/seeds" \
  "$source/tests/fuzz/corpus/$name" >"$folder/log" 2>&1 || status=$?
if [ $status != 0 ]; then
  cat "$folder/log"
  for input in "$folder"/failed/*; do
    [ ! -f "$input" ] || { echo "${input##*/}, as base64:"; base64 "$input"; }
  done
  exit 1
fi
grep -E '^(stat::number_of|stat::average|Done)' "$folder/log" || tail -n 3 "$folder/log"
