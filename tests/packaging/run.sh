#!/usr/bin/env bash
# A run agrees with docs/man/ria.1 and docs/first-steps.md: exactly the listed files, and
# the exit codes 0 (done), 2 (an error) and 3 (stopped by a signal, with a checkpoint to go on from).
set -euo pipefail
export LC_ALL=C
ria=$1/ria
cd "$2"
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-run-XXXXXX")
run=
finish() {
  [ -z "$run" ] || kill -9 "$run" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
fail() {
  echo "run: $*" >&2
  cat "$folder/log" >&2
  exit 1
}
# A coarse mesh and few steps; a later --set wins.
arousa() {
  exec "$ria" run inputs/cases/arousa/arousa.yaml --set grid.resolution="400 m" --set output.every="30 min" \
    --set time.end="1 h" "$@" >"$folder/log" 2>&1
}
# expect CODE OPTION...: such a run ends with this code.
expect() {
  local code=0
  (arousa "${@:2}") || code=$?
  [ "$code" = "$1" ] || fail "exit code $code, not $1, of: ria run ${*:2}"
}

expect 0 -o "$folder/done"
[ -e "$folder/done/checkpoints/latest" ] || fail "a run leaves no checkpoints/latest"
(cd "$folder/done" && find . -mindepth 1 -maxdepth 1 -printf '%f%y\n' | sed 's/d$/\//; s/[fl]$//' | sort) >"$folder/made"
# This run has nothing observed at its gauges.
sed -n '/^[.]Sh FILES/,/^[.]Sh EXIT/s/^[.]It Pa //p' docs/man/ria.1 | sed '/^observed/d' | sort >"$folder/manual"
diff -u --label "docs/man/ria.1" --label "a run" "$folder/manual" "$folder/made" ||
  fail "the man page names other files than a run leaves"
sed -n '/^## Files of a run/,/^## /s/^| \(`[^|]*\)|.*/\1/p' docs/first-steps.md | grep -o '`[^`]*`' | tr -d '`' |
  sed 's|/.*|/|' | sort >"$folder/steps"
diff -u --label "docs/first-steps.md" --label "a run" "$folder/steps" "$folder/made" ||
  fail "docs/first-steps.md names other files than a run leaves"

expect 2 -o "$folder/done" # it holds a run
expect 2 -o "$folder/other" --set no.such.key=1
expect 2 -o "$folder/other" --no-such-option
expect 2 -o "$folder/done/log.txt" # a file is there
expect 0 -o "$folder/done" --overwrite --set time.steps=3 --set output.maps=false

# stop SIGNAL INTERVAL: a run of years, with gauges at this interval, gets the signal once it has begun, ends with
# 3, and can go on from where it was.
stop() {
  local code=0 try
  arousa -o "$folder/$1" --set output.maps=false --set time.end="1000 d" --set output.every="100 d" --set gauges.every="$2" &
  run=$!
  for try in $(seq 600); do
    [ "$(cat "$folder/$1/gauges.csv" 2>/dev/null | wc -l)" -lt 4 ] || break
    [ "$try" != 600 ] || fail "the run did not begin within a minute"
    sleep 0.1
  done
  kill "-$1" "$run"
  timeout 120 tail --pid="$run" -f /dev/null || fail "SIG$1 does not stop a run with gauges every $2"
  wait "$run" || code=$?
  run=
  [ "$code" = 3 ] || fail "exit code $code, not 3, after SIG$1"
  "$ria" info "$folder/$1/checkpoints/latest" >"$folder/log" || fail "no sound checkpoint after SIG$1"
}
stop INT "10 min"
stop TERM "10 s"
stop USR1 "1 d"
