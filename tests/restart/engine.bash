# Functions shared by the tests of the engine on this machine. Sourced with the folder of the programs as argument; works in
# a folder of its own, which is removed at the end, as is the engine in the background whose process is $engine.
# shellcheck shell=bash
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d)
engine=
clean_up() {
  [ -z "$engine" ] || kill -9 "$engine" 2>/dev/null || true
  touch "$folder/go" # tasks that outlive their engine wait for it
  rm -rf "$folder"
}
trap clean_up EXIT
cd "$folder"
export RIA_RETRY_DELAY=0.1 FOLDER=$folder LEDGER=$folder/ledger

say() {
  echo "$(basename "$0"): $*" >&2
  cat log study/log.txt ledger* study/steps/*/table.txt >&2 2>/dev/null || true
  exit 1
}
# run CODE [ARGUMENT]...: `ria run` ends with that exit code.
run() {
  local wanted=$1 code=0
  shift
  timeout -k 5 120 "$ria" run flow.yaml "$@" >log 2>&1 || code=$?
  [ $code = "$wanted" ] || say "exit code $code, not $wanted"
}
# until_true COMMAND...: it succeeds within a minute.
until_true() {
  for _ in $(seq 600); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  say "still not true: $*"
}
