#!/usr/bin/env bash
# The programs of examples/ build without warnings with an installed ria and its CMake package, and are right.
set -euo pipefail
export LC_ALL=C
bin=$1
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-examples-XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() { echo "examples: $*" >&2; exit 1; }

prefix=$folder/prefix examples=$folder/examples
cmake --install "$bin/.." --prefix "$prefix" >/dev/null
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$bin/../CMakeCache.txt")
cmake -G Ninja -S "$prefix/share/doc/ria/examples" -B "$examples" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS=-Werror >"$folder/log" 2>&1 || { cat "$folder/log" && fail "CMake fails"; }
cmake --build "$examples" -j 1 >"$folder/log" 2>&1 || { cat "$folder/log" && fail "they do not build"; }

# near VALUE EXACT ERROR
near() { awk -v a="$1" -v b="$2" -v e="$3" 'BEGIN { exit !(a - b <= e && b - a <= e) }'; }

# These two compare their results with what is known.
"$examples/plane"
"$examples/blocks"

# A tide of 0.1 m with a period of 44714.16 s at the mouth of a channel.
"$examples/level" "$prefix/share/ria/inputs/cases/standing-tide/standing-tide.yaml" 3600 | tee "$folder/level"
near "$(awk '$1 == 3600 { print $4 }' "$folder/level")" 0.08747 0.0005 || fail "level: wrong after an hour"

# One rank and two: it compares its result with what is known.
"$examples/patch" | tee "$folder/one"
mpirun -n 2 "$examples/patch" >"$folder/two"
[ "$(sort -u "$folder/two")" = "$(sort -u "$folder/one")" ] || fail "patch: two ranks differ from one"

# One rank and two.
"$examples/poisson" | tee "$folder/one"
grep -q '^[1-9][0-9]* iterations' "$folder/one" || fail "poisson: no iterations"
mpirun -n 2 "$examples/poisson" >"$folder/two"
[ "$(sort -u "$folder/two")" = "$(cat "$folder/one")" ] || fail "poisson: two ranks differ from one"

# The amplitude decays as exp(-5 pi^2 t).
"$prefix/bin/ria" run "$prefix/share/ria/inputs/cases/heat/plate.yaml" -o "$folder/run" --set output.maps=false >"$folder/log" 2>&1 ||
  { cat "$folder/log" && fail "ria run fails"; }
"$examples/history" "$folder/run/history.h5" T | tee "$folder/history"
read -r time least most < <(tail -n 1 "$folder/history")
near "$time" 0.02 1e-9 && near "$least" 0.6273 0.0005 && near "$most" 1.3727 0.0005 || fail "history: wrong at the end"
! "$examples/history" "$folder/none.h5" T 2>"$folder/log" || fail "history: reads a file that is not there"
grep -q none.h5 "$folder/log" || fail "history: its message does not name the file"
