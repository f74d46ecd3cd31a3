# What the tests of the engine on a real Slurm share. A test sources cluster.bash and this, and sets `bin`.
# shellcheck shell=bash disable=SC2154 # bin
#
# Tasks leave their marks in $LEDGER: `mark start NAME` and `mark end NAME` append a line with the time.

study_fail() { echo "$(basename "$0" .sh): $*" >&2; cat log >&2; tail -n 40 study/log.txt >&2; squeue --states=all >&2; exit 1; }

# The environment of a test: an empty folder, ria in the PATH, short delays.
study_begin() {
  mkdir "$TMPDIR/test"
  cd "$TMPDIR/test" || exit
  export PATH=$bin:$PATH LEDGER=$PWD/ledger RIA_RETRY_DELAY=0.5 STUDY_BASH=${BASH_SOURCE[0]}
  : >"$LEDGER"
  : >log
}

mark() { echo "$(date +%s.%N) $1 $2 ${SLURM_ARRAY_JOB_ID-}" >>"$LEDGER"; }
marks() { awk -v what="$1" -v name="$2" '$2 == what && $3 == name' "$LEDGER" | wc -l; }

# engine_start [ARGUMENT]...: an engine in the background, on the head, that submits jobs.
engine_start() {
  ria run flow.yaml --mode jobs "$@" >>log 2>&1 &
  engine=$!
}
engine_gone() { ! kill -0 "$engine"; }
# engine_end CODE: it ends with that exit code, in four minutes at most.
engine_end() {
  local code=0
  cluster_await 240 engine_gone || study_fail "the engine does not end"
  wait "$engine" 2>/dev/null || code=$?
  [ $code = "$1" ] || study_fail "the engine ends with $code, not $1"
}
# engine_run CODE [ARGUMENT]...
engine_run() {
  local code=$1
  shift
  engine_start "$@"
  engine_end "$code"
}
engine_kill() {
  kill -9 "$engine"
  wait "$engine" 2>/dev/null || true
}

# field TASK KEY: of the study's tasks, or else of a step.
field() {
  { ria status study --all --json || true; } | python3 -c '
import json, sys
steps = json.load(sys.stdin)["steps"]
for item in [task for step in steps for task in step["tasks"]] + steps:
    if item.get("id", item.get("name")) == sys.argv[1]:
        print(item[sys.argv[2]])
        break' "$1" "$2"
}
# await CONDITION...: it comes true within four minutes.
await() { cluster_await 240 "$@" || study_fail "never true: $*"; }
expect() { [ "$2" = "$3" ] || study_fail "$1: $2, not $3"; }
