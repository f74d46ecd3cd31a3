#!/usr/bin/env bash
# The command line as a whole: words that are nearly commands, help, output that cannot be written, errors as JSON,
# files of others as targets, logs and progress on a terminal.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-line-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for variable in $(compgen -e RIA_ | grep -v '^RIA_\(SOURCE_DIR\|BIN_DIR\|MPI_BACKOFF\|WORKER_BACKOFF\)$' || true); do unset "$variable"; done
fail() {
  sed 's/^/  out: /' out >&2 || true
  sed 's/^/  err: /' err >&2 || true
  echo "failed: $*" >&2
  exit 1
}
# expect CODE COMMAND...: its output goes to out and err
expect() {
  local code=0 wanted=$1
  shift
  timeout -k 5 120 "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted: $*"
}
says() { grep -q -e "$2" "$1" || fail "nothing of '$2' in $1"; }
lines() { [ "$(wc -l <"$1")" -eq "$2" ] || fail "$(wc -l <"$1") lines in $1, not $2"; }

cat >case.yaml <<'Y'
time: 10 s
grid: {extent: [0 m, 0 m, 2 km, 1 km], resolution: 100 m}
bathymetry: {shape: {kind: flat, elevation: -5 m}}
gauges: {every: 5 s, points: [{name: pier, at: [500 m, 500 m]}]}
output: {every: 5 s, maps: false}
Y
cat >flow.yaml <<'Y'
steps:
  a:
    kind: shell
    script: |
      printf '\033]0;title\007\033[2Jred \033[31mtext\r\n\xc3\xa9\xc2\x9b\xff\ttab\nhidden\rshown\n'
      echo 7 >n.txt
    outputs: [n.txt]
    resources: {time: 1 min}
Y

# --- commands ---
expect 2 "$ria" validte case.yaml
says err "^ria: there is no command 'validte'; did you mean 'validate'?$"
lines err 1
expect 2 "$ria" xyzzy
says err "^ria: there is no command 'xyzzy'; .ria --help. lists them$"
expect 0 "$ria" help run
cp out help
expect 0 "$ria" run --help
cmp out help || fail "ria help run is not ria run --help"
expect 0 "$ria" help
says out '^  run  '
expect 2 "$ria" help rnu
says err "did you mean 'run'"

# --- the target of those who think of GPUs ---
for target in gpu GPU nvidia; do
  expect 1 "$ria" validate case.yaml --set target=$target
  says err "target: expected auto, cell, cpu or cuda, got '$target'; did you mean 'cuda'?"
done

# --- a run and a study to look at ---
expect 0 "$ria" run case.yaml -o run --trace
expect 0 "$ria" run flow.yaml -o study --quiet

# --- standard output that cannot be written ---
for words in help --version 'run --help' 'validate case.yaml' 'validate case.yaml --json' 'validate flow.yaml' 'plan flow.yaml' \
  'kernels' 'kernels --json' 'info run/history.h5' 'info --machine' 'diff run/history.h5 run/history.h5' 'schema case' 'init' \
  'init pipeline -o -' 'results study' 'results study --json' 'status study' 'status study --json' 'logs study a' 'logs --study study a --json' \
  'report study' 'trace run --json' 'run case.yaml -o again --overwrite --json' 'run flow.yaml -o study --json'; do
  code=0
  # shellcheck disable=SC2086 # several words
  "$ria" $words >/dev/full 2>err </dev/null || code=$?
  [ $code -eq 2 ] || fail "ria $words >/dev/full: exit code $code"
  grep -q -e "standard output cannot be written: " -e 'cannot write: No space' err || fail "ria $words >/dev/full says nothing"
done

# --- errors as JSON: one document on standard output, and no error on the other ---
# json WORDS...: the text of the first error goes to `text`
json() {
  local code=0
  "$ria" "$@" >out 2>err </dev/null || code=$?
  [ $code -eq 2 ] || fail "ria $*: exit code $code"
  [ ! -s err ] || fail "ria $*: plain text beside JSON"
  python3 -c 'import json, sys
r = json.load(open("out"))
assert r["exit_code"] == 2 and r["command"] == sys.argv[1], r
for e in r["errors"]: assert set(e) == {"line", "column", "text"}, e
print(r["errors"][0]["line"], r["errors"][0]["text"])' "$1" >text || fail "ria $*: no JSON"
}
json status nowhere --json
grep -q "^0 there is no folder or file 'nowhere'" text || fail "status"
json validte --json
json results study nothing --json
json logs study nothing --json
json report nowhere --json
json retry nowhere a --json
json cancel nowhere --json
json diff run absent --json
json diff --json --frob
json info absent --json
json kernels --json --frob
json init pipelin --json
json trace nowhere --json
json run absent.yaml --json
json run case.yaml --json --frob
json run case.yaml -o run --json
grep -q '^0 run already holds a run' text || fail "run"
json run case.yaml -n 2 -o run --json
json run flow.yaml --json --frob
json plan flow.yaml --json --frob
printf 'steps:\n  a: {kind: shell, comand: [x]}\n' >bad.yaml
json plan bad.yaml --json
grep -q '^2 bad.yaml:2:6: steps.a.command: this is missing' text || fail "the line of a finding: $(cat text)"
json run bad.yaml --json
mkdir "$(printf 'n\xff')"
json run case.yaml -o "$(printf 'n\xff')/../run" --json
expect 2 env RIA_JSON=1 "$ria" status nowhere
says out '"errors"'
expect 2 env RIA_JSON=1 "$ria" run flow.yaml --set nothing=1
says out '"errors"'
expect 2 env RIA_JSON=1 "$ria" run case.yaml -o run # a case takes nothing from the environment
says err '^ria run: run already holds a run'
expect 2 "$ria" status nowhere
says err '^ria status: there is no folder'
[ ! -s out ] || fail "JSON that nobody asked for"

# --- --film without ffmpeg ---
mkdir bin
for program in gnuplot sh; do
  [ -z "$(command -v $program)" ] || ln -s "$(command -v $program)" bin/$program
done
expect 2 env PATH="$folder/bin" "$ria" plot run --film --every 0 --field level
says err '^ria plot: .*ffmpeg'
lines err 1
expect 0 env PATH="$folder/bin" "$ria" plot run --film=if-possible --every 0 --field level
says err '^ria plot: note: .*ffmpeg'
expect 2 "$ria" plot run --film=perhaps
says err "^ria plot: --film takes if-possible or nothing, not 'perhaps'"

# --- files of others are not replaced ---
for target in 'trace run -o' 'report study -o' 'bench heat --size 8x8 --seconds 0.01 -o'; do
  echo mine >mine.png
  # shellcheck disable=SC2086 # several words
  expect 2 "$ria" $target mine.png
  says err 'mine.png exists and is not .*, so it is not replaced'
  [ "$(cat mine.png)" = mine ] || fail "ria $target replaced a file"
  : >mine.png
  # shellcheck disable=SC2086
  expect 0 "$ria" $target mine.png
  # shellcheck disable=SC2086
  expect 0 "$ria" $target mine.png # its own
  [ -s mine.png ] || fail "ria $target wrote nothing"
done
mkdir pictures
echo mine >pictures/level-0002.png
expect 2 "$ria" plot run --into pictures --every 0
says err 'pictures/level-0002.png exists and is not a picture'
[ "$(cat pictures/level-0002.png)" = mine ] || fail "ria plot replaced a file"

# --- logs: as they are in a file, harmless on a terminal ---
expect 0 "$ria" logs study a
printf '\033]0;title\007\033[2Jred \033[31mtext\r\n\xc3\xa9\xc2\x9b\xff\ttab\nhidden\rshown\n' | cmp - out || fail "logs in a file"
if ! script -qec true /dev/null >out 2>&1 </dev/null; then
  echo "skipped: what a terminal shows. No pseudo-terminal can be created here: $(tail -n 1 out)"
  exit 77
fi
script -qec "'$ria' logs study a" /dev/null >out 2>err </dev/null || fail "logs on a terminal"
printf '^[]0;title^G^[[2Jred ^[[31mtext\r\r\n\xc3\xa9\\xc2\\x9b\\xff\ttab\r\nhidden^Mshown\r\n' | cmp - out || fail "logs on a terminal"
# --- drawing maps moves the bar ---
script -qec "'$ria' run case.yaml -o drawn --set output.maps=true" /dev/null >out 2>err </dev/null || fail "maps"
says out 'drawing 7 maps'
says out 'drawing maps: [1-7] of 7'
