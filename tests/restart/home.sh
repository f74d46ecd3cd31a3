#!/usr/bin/env bash
# A home that is missing, full or read-only, and a TMPDIR that cannot be used: the run does without them, or ends in
# one sentence where nothing can be written at all. Disks are small ones in a mount namespace of the test's own.
if [ -z "${RIA_HOME_TEST:-}" ] && [ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null; then
  RIA_HOME_TEST=own exec unshare -m "$0" "$@"
fi
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-home-XXXXXX")
covered= # whether a disk of the test's lies over /tmp
clean_up() {
  cd /
  exec 8<&-
  [ -z "$covered" ] || umount /tmp
  for disk in "$folder"/full "$folder"/fixed "$folder"/here; do umount "$disk" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap clean_up EXIT
cd "$folder"
unset STARPU_HOME STARPU_PERF_MODEL_DIR XDG_CACHE_HOME TMPDIR TEMP TMP OMPI_MCA_orte_tmpdir_base OMPI_MCA_orte_local_tmpdir_base
fail() {
  [ ! -e said ] || sed 's/^/  said: /' said >&2
  echo "failed: $*" >&2
  exit 1
}
cat >case.yaml <<'Y'
time: 10 s
grid: {extent: [0 m, 0 m, 2 km, 1 km], resolution: 100 m}
bathymetry: {shape: {kind: flat, elevation: -5 m}}
output: {every: 5 s, maps: false}
Y
# expect CODE PATTERN [VARIABLE=VALUE...] -- OPTION...: a run with this environment
expect() {
  local code=0 wanted=$1 pattern=$2 variables=()
  shift 2
  while [ "$1" != -- ]; do variables+=("$1"); shift; done
  shift
  rm -rf run
  timeout -k 5 120 env "${variables[@]}" "$ria" run case.yaml -o run "$@" >said 2>&1 </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted: ${variables[*]} $*"
  grep -q -e "$pattern" said || fail "nothing of '$pattern': ${variables[*]} $*"
  [ "$wanted" -eq 0 ] || [ "$(wc -l <said)" -eq 1 ] || fail "not one line: ${variables[*]} $*"
}
# Checks that StarPU's measurements are in this folder.
cached() { [ -n "$(find "$1/.starpu/sampling/bus" -name '*.latency')" ] || fail "nothing of StarPU's in $1"; }

mkdir home tmp xdg
expect 0 finished HOME="$folder/home" --
cached home/.cache/ria
[ ! -e home/.starpu ] || fail "StarPU's own folder is in the home"
expect 0 finished HOME="$folder/home" XDG_CACHE_HOME="$folder/xdg" --
cached xdg/ria
[ "$(ls xdg)" = ria ] || fail "StarPU went its own way: $(ls xdg)"

# --- a home that is missing, or no folder ---
own=ria-$(id -u)
for home in HOME=/proc/nobody HOME=/dev/null HOME= -u; do
  rm -rf "tmp/$own"
  [ "$home" != -u ] || home='-u HOME'
  # shellcheck disable=SC2086 # two words
  expect 0 finished $home TMPDIR="$folder/tmp" --
  cached "tmp/$own"
  [ "$(stat -c %a "tmp/$own")" = 700 ] || fail "tmp/$own is open to others"
done
expect 0 finished HOME=/proc/nobody TMPDIR="$folder/tmp" -- -n 2
# A folder that another user could have created is not used.
rm -rf "tmp/$own" && mkdir -m 755 "tmp/$own"
clean=$(ls -d "/tmp/$own" "/var/tmp/$own" 2>/dev/null || true)
expect 0 finished HOME=/proc/nobody TMPDIR="$folder/tmp" --
[ -z "$(ls -A "tmp/$own")" ] || fail "a cache in a folder that is open to others"
for place in /tmp /var/tmp /dev/shm; do
  case " $clean " in *"$place/$own"*) ;; *) rm -rf "${place:?}/$own" ;; esac
done

# --- what the user has set is kept, and checked ---
mkdir set
expect 0 finished HOME="$folder/home" STARPU_HOME="$folder/set" --
cached set
for ranks in 1 2; do
  expect 2 "^ria run: STARPU_HOME is '/proc/nothing', where StarPU cannot store .*; set it to a writable folder" STARPU_HOME=/proc/nothing -- -n $ranks
  expect 2 "^ria run: STARPU_PERF_MODEL_DIR is '/proc/nothing', where" STARPU_PERF_MODEL_DIR=/proc/nothing HOME="$folder/home" -- -n $ranks
  expect 2 "^ria run: OMPI_MCA_orte_tmpdir_base is '/proc/nothing', where MPI cannot" HOME="$folder/home" OMPI_MCA_orte_tmpdir_base=/proc/nothing -- -n $ranks
done

# --- a TMPDIR that is no folder, or cannot be written ---
for ranks in 1 2; do
  expect 0 finished HOME="$folder/home" TMPDIR=/proc/nothing -- -n $ranks
  expect 0 finished HOME="$folder/home" TMPDIR=/dev/null -- -n $ranks
done
cat >flow.yaml <<'Y'
steps:
  two: {kind: case, case: case.yaml, resources: {ranks: 2, workers: 1, time: 2 min}}
Y
HOME="$folder/home" TMPDIR=/proc/nothing "$ria" run flow.yaml >said 2>&1 || fail "a step of two ranks"

# --- full and read-only disks ---
mkdir full fixed
if [ -z "${RIA_HOME_TEST:-}" ] || ! mount -t tmpfs -o size=4k none full 2>/dev/null; then
  echo "skipped full and read-only disks: no tmpfs can be mounted here"
  exit 77
fi
head -c 4096 /dev/zero >full/zero
mount -t tmpfs -o ro none fixed
for place in full fixed; do
  rm -rf "tmp/$own"
  expect 0 finished HOME="$folder/$place" TMPDIR="$folder/tmp" --
  cached "tmp/$own"
  expect 0 finished HOME="$folder/home" TMPDIR="$folder/$place" -- -n 2
  expect 2 '^ria run: STARPU_HOME is ' HOME="$folder/home" STARPU_HOME="$folder/$place" --
done
# Every place that is tried is read-only. The program and this folder must lie elsewhere.
case "$ria$folder" in *"/dev/shm"*) exit 77 ;; esac
mkdir here && mount --bind "$folder/here" "$folder/here" && cp case.yaml here
exec 8<here
for place in /var/tmp /dev/shm; do mount -t tmpfs -o ro none "$place" || exit 77; done
case "$ria" in /tmp/*) exit 77 ;; esac
export HOME=/proc/nobody
mount -t tmpfs -o ro none /tmp
covered=yes
cd /proc/self/fd/8
for ranks in 1 2; do
  code=0
  timeout -k 5 120 "$ria" run case.yaml -o run -n $ranks >said 2>&1 </dev/null || code=$?
  [ $code -eq 2 ] && [ "$(wc -l <said)" -eq 1 ] || { cat said; fail "nothing to write to, $ranks ranks: exit code $code"; }
  grep -q '^ria run: no folder for .* is writable: neither /tmp (Read-only file system)' said || { cat said; fail "nothing to write to"; }
done
