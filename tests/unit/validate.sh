#!/bin/sh
# `ria validate`: exit codes, what is printed where, --set and --json.
set -eu
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-validate-XXXXXX")
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"

fail() {
  echo "failed: $1" >&2
  exit 1
}
# expect CODE ARGUMENT...: runs ria validate; output in the files out and err
expect() {
  wanted=$1
  shift
  code=0
  "$ria" validate "$@" >out 2>err || code=$?
  if [ "$code" -ne "$wanted" ]; then
    cat out err >&2
    fail "exit code $code, not $wanted, of: ria validate $*"
  fi
}

printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 100\n-5 -5\n' >bed.asc
printf 'time: 6 h\ngrid: 100 m\nbathymetry: bed.asc\n' >good.yaml
printf 'time: {end: 30 m, cfl: 2}\ngrid: 100 m\nbathymetry: bed.asc\ntitel: x\n' >bad.yaml

expect 0 good.yaml
[ "$(head -n 1 out)" = "good.yaml: valid" ] || fail "first line"
[ "$(wc -l <out)" -eq 6 ] || fail "a verdict and five lines"
[ ! -s err ] || fail "a valid case has nothing on standard error"

expect 1 bad.yaml
[ ! -s out ] || fail "findings go to standard error"
[ "$(wc -l <err)" -eq 3 ] || fail "three findings, a line each"
grep -q '^bad.yaml:1:13: time.end: expected a time' err || fail "place of the first"
grep -q "^bad.yaml:4:1: titel: there is no such key; did you mean 'title'?" err || fail "did you mean"

expect 1 good.yaml --set time.end='30 m'
grep -q '^--set time.end=30 m: time.end: ' err || fail "findings of --set say so"
expect 0 good.yaml --set=time.steps=5
grep -q '5 steps' out || fail "--set=key=value"

expect 0 good.yaml --json
grep -q '"valid": true' out && grep -q '"hash": "' out || fail "JSON of a valid case"
expect 1 bad.yaml --json
grep -q '"line": 4' out && grep -q '"valid": false' out || fail "JSON of an invalid case"

# A start that does not match a boundary's level is valid, with a warning.
printf 'time: 6 h\ngrid: 100 m\nbathymetry: bed.asc\nboundaries: {west: {kind: level, level: 1}}\n' >jump.yaml
expect 0 jump.yaml
[ "$(head -n 1 out)" = "jump.yaml: valid" ] || fail "a warning leaves the case valid"
[ "$(wc -l <err)" -eq 1 ] || fail "one warning, on standard error"
grep -q '^warning: jump.yaml:4:20: boundaries.0: its level at the start is 1.00 m, but the water starts at 0.00 m' err ||
  fail "place and levels of the warning"
expect 0 jump.yaml --json
[ ! -s err ] || fail "with --json the warning is not on standard error"
grep -q '"warnings": \[$' out && grep -q '"line": 4' out && grep -q '"errors": \[\]' out ||
  fail "JSON of a warning"
expect 0 jump.yaml --set initial.level=tide
[ ! -s err ] || fail "a start at the boundary's level has no warning"
expect 0 good.yaml --json
grep -q '"warnings": \[\]' out || fail "JSON without a warning"
expect 1 bad.yaml --json
grep -q '"warnings": \[\]' out || fail "JSON of an invalid case has a list of warnings"

expect 2 absent.yaml
grep -q 'absent.yaml' err || fail "the file's name"
expect 2 absent.yaml --json
expect 2
expect 2 good.yaml bad.yaml
expect 2 good.yaml --frobnicate
expect 2 good.yaml --set
expect 0 --help
grep -q '^usage: ria validate' out || fail "usage"
expect 0 --keys
grep -q '`resolution`' out || fail "the table of keys"
