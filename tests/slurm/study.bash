# Functions shared by the tests of the engine on a real Slurm. A test sets `bin` and `source`, and sources this.
# shellcheck shell=bash disable=SC2154 # bin, source
#
# Tasks leave their marks in $LEDGER: `mark start NAME` and `mark end NAME` append a line with the time.

# shellcheck source=tests/slurm/cluster.bash
. "$(dirname "${BASH_SOURCE[0]}")/cluster.bash"

study_fail() {
  {
    echo "$(basename "$0" .sh): $*"
    cat log
    tail -n 40 ./*/log.txt
    find . -path '*/attempt-*/output.txt' -size +0 -exec tail -n 20 {} +
    squeue --states=all
  } >&2
  exit 1
}

# study_begin NODES SCRIPT ARGUMENT...: go on in a cluster of so many nodes (cluster_enter), in an empty folder, with
# ria in the PATH and short delays.
study_begin() {
  cluster_enter "$@"
  mkdir "$TMPDIR/test"
  cd "$TMPDIR/test" || exit
  export PATH=$bin:$PATH LEDGER=$PWD/ledger RIA_RETRY_DELAY=0.5 STUDY_BASH=${BASH_SOURCE[0]}
  : >"$LEDGER"
  : >log
  ln -s "$source/inputs" inputs
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
# study_state STUDY: finished, or not.
study_state() { ria status "$1" --json | sed -n 's/^  "state": "\(.*\)".*/\1/p'; }
job_state() { squeue --states=all --noheader --format=%T --jobs="$1"; }
job_over() { [[ $(job_state "$1") =~ COMPLETED|FAILED|TIMEOUT|CANCELLED|NODE_FAIL ]]; }
# finish STUDY JOB: the job, which writes to STUDY.txt, ends, and the study is finished.
finish() {
  await job_over "$2"
  [ "$(study_state "$1")" = finished ] || study_fail "$1: $(cat "$1.txt"; ria status "$1" --all)"
}
# await CONDITION...: it comes true within four minutes.
await() { cluster_await 240 "$@" || study_fail "never true: $*"; }
expect() { [ "$2" = "$3" ] || study_fail "$1: $2, not $3"; }

# tides DAYS EVERY KEY...: the step `tides`, a case that writes a checkpoint so often, with these keys besides.
tides() {
  printf '  tides:\n    kind: case\n    case: inputs/cases/arousa/arousa.yaml\n    resolution: 400 m\n'
  echo "    set: {time.end: $1 d, output.every: 1 d, output.maps: false, checkpoint.every: $2}"
  printf '    %s\n' "${@:3}"
}
# same_tides DAYS RUN...: each ended as one uninterrupted run does, to the bit.
same_tides() {
  local days=$1 run
  shift
  ria run inputs/cases/arousa/arousa.yaml -o alone --set grid.resolution="400 m" --set time.end="$days d" \
    --set output.every="1 d" --set output.maps=false --set checkpoint.every="$days d" >log 2>&1 || study_fail "alone"
  for run; do
    ria diff alone/checkpoints/latest "$run/checkpoints/latest" >log || study_fail "$run differs"
  done
}
