#!/usr/bin/env bash
# libria exports what it should. The programs of examples/ build without warnings with an installed ria, by its CMake package
# and by pkg-config, and are right.
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

# All that others may call is declared in an installed header, but for MPI's polls (runtime/session/mpi_backoff.h).
library=$prefix/lib/libria.so.1
readelf -d "$library" | grep -q 'SONAME.*\[libria\.so\.1\]' || fail "the soname is not libria.so.1"
nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' >"$folder/exports"
! grep -v '@@RIA_1$' "$folder/exports" || fail "symbols without the version RIA_1"
sed -i 's/@.*//' "$folder/exports"
! grep -Ev '^(ria_[a-z0-9_]+|register_bmi_ria|MPI_(Iprobe|Test|Testall|Testany|Testsome))$' "$folder/exports" ||
  fail "symbols of other names"
cat "$prefix"/include/ria/*.h | grep -oE '(ria|register_bmi)_[a-z0-9_]+' | sort -u >"$folder/declared"
! grep -v ^MPI_ "$folder/exports" | sort | comm -23 - "$folder/declared" | grep . || fail "symbols that no header declares"
for name in ria_stepper_open ria_simulation_create ria_case_read ria_history_view_open ria_kernel_find ria_solver_find \
  ria_known_names ria_status_detail ria_build_info register_bmi_ria; do
  grep -qx "$name" "$folder/exports" || fail "$name is not exported"
done

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

# A storm of 6 mm/h on 150 km2 for 6 hours, and the 90000 m3 of the start, leave the reservoir or come down the river.
case=$prefix/share/doc/ria/examples/couple.yaml
"$examples/couple" "$case" | tee "$folder/couple"
near "$(awk '$1 == 86400 { kept = $7 * 18000 } /^the river brought/ { print $4 + kept }' "$folder/couple")" 5490000 20 ||
  fail "couple: the catchment loses water"
! "$examples/couple" "$folder/none.yaml" 2>"$folder/log" || fail "couple: runs a case that is not there"
grep -q none.yaml "$folder/log" || fail "couple: its message does not name the file"

# By pkg-config alone.
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
[ "ria $(pkg-config --modversion ria)" = "$("$prefix/bin/ria" --version | awk 'NR == 1 { print $1, $2 }')" ] ||
  fail "pkg-config tells another version"
read -ra flags < <(pkg-config --cflags --libs ria)
"$compiler" -Wall -Wextra -Werror "$prefix/share/doc/ria/examples/couple.c" -o "$folder/by_pkg_config" "${flags[@]}" \
  -Wl,-rpath,"$prefix/lib" || fail "couple does not build by pkg-config"
"$folder/by_pkg_config" "$case" | cmp - "$folder/couple" || fail "couple: by pkg-config it prints something else"

# From Python, with a numpy.
for python in /usr/bin/python3 python3 ''; do
  [ -z "$python" ] || ! "$python" -c 'import numpy' 2>/dev/null || break
done
if [ -n "$python" ]; then
  "$python" -B "$prefix/share/doc/ria/examples/couple.py" "$case" "$library" | cmp - "$folder/couple" ||
    fail "couple.py prints something else than couple.c"
else
  echo "couple.py is not tried: there is no numpy"
fi
