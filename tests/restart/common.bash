# For the tests of failures: a small run of the Ría de Arousa that writes often, and what must hold after
# whatever happened to one like it. Sourced with the folder of the programs and the source folder as
# arguments; works in a folder of its own, which is removed at the end.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-restart-XXXXXX")
clean_up() { rm -rf "$folder"; }
trap clean_up EXIT
cd "$folder"
# An hour in some 500 steps: a second of computing.
settings=(--set numerics.order=1 --set time.end="1 h" --set grid.resolution="400 m" --set checkpoint.every="5 min"
  --set checkpoint.keep=3 --set output.maps=false --set output.every="6 min" --set gauges.every="2 min")

fail() {
  echo "failed: $*" >&2
  [ ! -e said ] || sed 's/^/  said: /' said >&2
  exit 1
}

# ria_run NAME OPTION...: run the case into the folder NAME; what it says goes to the file `said`. A run that
# hangs is a failure of its own.
ria_run() {
  timeout -k 5 120 "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$1" "${settings[@]}" "${@:2}" >said 2>&1 </dev/null
}

# expect CODE PATTERN NAME OPTION...: the run ends with this code and one complaint, which matches.
expect() {
  local code=0 wanted=$1 pattern=$2
  shift 2
  ria_run "$@" || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted: $*"
  [ "$(grep -c '^ria run: ' said || true)" -eq $((wanted == 2)) ] || fail "not one complaint: $*"
  grep -q -e "$pattern" said || fail "nothing of '$pattern': $*"
  if grep -q -i -e 'MPI_ABORT' -e 'signal:' -e 'mpirun' said; then fail "MPI or a crash is heard: $*"; fi
}

# readable NAME: every file of a run that has its own name can be read.
readable() {
  local file
  for file in "$1"/history.h5 "$1"/checkpoints/*.h5; do
    [ ! -e "$file" ] || "$ria" info "$file" >info 2>&1 || { cat info >&2; fail "$file cannot be read"; }
  done
}

# sound NAME: and none is half written.
sound() {
  readable "$1"
  [ -z "$(find "$1" -name '*.partial' -o -name '*.new')" ] || fail "half-written files in $1: $(find "$1")"
}

# balance NAME: that of its summary, in all digits.
balance() {
  sed -n '/^  "balance": {/,/^  }/p' "$1/summary.json" | grep . || fail "$1 has no balance"
}

# same NAME: the run ended as `good` did, to the bit, with its history, its gauges and its balance.
same() {
  sound "$1"
  "$ria" diff good/checkpoints/latest "$1/checkpoints/latest" >said 2>&1 || fail "the end of $1 differs"
  [ ! -e "$1/history.h5" ] || "$ria" diff good/history.h5 "$1/history.h5" >said 2>&1 || fail "the history of $1 differs"
  cmp good/gauges.csv "$1/gauges.csv" || fail "the gauges of $1 differ"
  cmp good/arrivals.csv "$1/arrivals.csv" || fail "the arrivals of $1 differ"
  diff <(balance good) <(balance "$1") || fail "the balance of $1 differs"
}

# resumed NAME OPTION...: going on with the run ends well, as `good` did.
resumed() {
  expect 0 'finished at' "$1" --resume "${@:2}"
  same "$1"
}
