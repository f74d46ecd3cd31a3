#!/usr/bin/env bash
# A full disk and a limit on the size of files, with one rank and two: one sentence that names the file and the
# room, no crash and no hang, nothing half written, everything before it sound; and with room again the resumed
# run ends as if nothing had been. The disk is a small tmpfs in a mount namespace of the test's own.
if [ -z "${RIA_DISK_TEST:-}" ] && [ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null; then
  RIA_DISK_TEST=own exec unshare -m "$0" "$@"
fi
# shellcheck source=tests/restart/common.bash
. "$(dirname "$0")/common.bash" "$1" "$2"
ria_run good || fail "the undisturbed run"

# --- ulimit -f: everywhere. MPI itself needs files of some megabytes, so this run is a big one ---
limit_kb=20000
large() {
  timeout -k 5 120 "$ria" run "$source/inputs/cases/column/column.yaml" -o "$1" --precision double \
    --set time="{steps: 2}" --set grid.cells=[1000,1000] --set output.maps=false "${@:2}" >said 2>&1 </dev/null
}
large whole || fail "the undisturbed large run"
for ranks in 1 2; do
  for history in true false; do
    limit=$limit_kb pattern='checkpoint cut/.*h5 was not written: it needs .* (ulimit -f)'
    if [ "$history" = true ]; then # which is packed, and small
      [ "$ranks" -eq 1 ] || continue
      limit=300 pattern='cut/history.h5: no room for another record: it needs .* (ulimit -f)'
    fi
    code=0
    (ulimit -f $limit && large cut -n "$ranks" --set output.history=$history) || code=$?
    [ "$code" -eq 2 ] || fail "exit code $code under ulimit -f, $ranks ranks"
    [ "$(grep -c '^ria run: ' said)" -eq 1 ] || fail "not one complaint"
    grep -q "^ria run: $pattern" said || fail "nothing of '$pattern'"
    sound cut
    [ -z "$(ls cut/checkpoints)" ] || fail "a checkpoint where there was no room for one"
    large cut -n "$ranks" --set output.history=$history --resume || fail "it does not go on with room"
    "$ria" diff whole/checkpoints/latest cut/checkpoints/latest >said || fail "another end"
    rm -rf cut
  done
done
rm -rf whole

# --- a full disk ---
mkdir disk
if ! mount -t tmpfs -o size=4k none disk 2>/dev/null; then
  echo "skipped the full disk: no tmpfs can be mounted here"
  exit 77
fi
clean_up() {
  umount "$folder/disk" 2>/dev/null || true
  rm -rf "$folder"
}
# full_by_disk SIZE PATTERN OPTION...
full_by_disk() {
  rm -rf disk/run
  mount -o remount,size="$1" disk
  expect 2 "^ria run: $2" disk/run "${@:3}"
  sound disk/run
  mount -o remount,size=16m disk
  resumed disk/run "${@:3}"
}
full_by_disk 4k 'disk/run/.* cannot be written: No space left'
full_by_disk 20k 'disk/run/history.h5.partial: no room for it: no space left on device: it needs up to .*free'
for ranks in 1 2; do
  # A record, its journal or a checkpoint.
  for size in 100k 150k 260k 400k; do
    full_by_disk $size '.*disk/run/.*[Nn]o space left on device' -n "$ranks"
  done
  for size in 60k 200k 340k; do
    full_by_disk $size 'checkpoint disk/run/checkpoints/step-.* was not written: no space left on device: it needs up to .* free' \
      -n "$ranks" --set output.history=false
  done
done
