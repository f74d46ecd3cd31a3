#!/usr/bin/env bash
# kill -9 of the engine at each of its state changes while its jobs, an array and the segments of a case among them,
# are in Slurm's queue, and while its steps run in an allocation: the next engine goes on with them, each task ran
# once by its own account, and the results are those of a study whose engine nobody killed.
set -euo pipefail
bin=$1 source=$2 mode=${3-jobs}
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 2 "$0" "$@"

cat >flow.yaml <<'END'
name: flow
study: study
defaults:
  resources: {memory: 100 MB, time: 5 min}
steps:
  sweep:
    kind: shell
    sweep: {k: [1, 2]}
    script: . "$STUDY_BASH"; mark start $k; sleep 0.2; mark end $k; echo $((k * k)) >square.txt
    outputs: [square.txt]
  tides:
    kind: case
    needs: [sweep]
    case: inputs/cases/arousa/arousa.yaml
    resolution: 400 m
    segments: 5 min
    resources: {workers: 1, memory: 300 MB}
    set: {time.end: 10 min, output.every: 5 min, output.maps: false}
END

# The traces of a study: how often each task of the sweep began and ended, its output, and the end of its case.
leaves() {
  local k
  for k in 1 2; do
    echo "$k: $(marks start $k) $(marks end $k) $(cat "$1/steps/sweep/k=$k/square.txt")"
  done
  ria diff alone/steps/tides/checkpoints/latest "$1/steps/tides/checkpoints/latest"
}
# life STUDY MOMENT: an engine that dies at that state change of the study, and another one that goes on. Leaves
# in STUDY.txt what they say, in STUDY.code how the first one ended, in STUDY.left what they leave.
life() (
  code=0
  export LEDGER=$PWD/$1.ledger
  : >"$LEDGER"
  RIA_ENGINE_DIE_AT=$2 timeout -k 5 240 ria run flow.yaml --mode $mode --study "$1" >"$1.txt" 2>&1 || code=$?
  echo $code >"$1.code"
  if [ $code = 137 ]; then
    code=0
    timeout -k 5 240 ria run flow.yaml --mode $mode --study "$1" >>"$1.txt" 2>&1 || code=$?
  fi
  { echo "exit code $code" && leaves "$1"; } >"$1.left" 2>&1 || true
)

life alone 0
expect "a whole study" "$(head -n 3 alone.left | xargs)" "exit code 0 1: 1 1 1 2: 1 1 4"

# Studies side by side: they spend their time waiting for Slurm.
beside=8 killed=0 last=0
while [ $last = $killed ]; do
  for moment in $(seq $((last + 1)) $((last + beside))); do life "at-$moment" "$moment" & done 2>/dev/null
  wait 2>/dev/null
  for moment in $(seq $((last + 1)) $((last + beside))); do
    study=at-$moment
    cmp -s alone.left $study.left ||
      study_fail "killed at state change $moment: $(diff alone.left $study.left; cat $study.txt $study/log.txt $study.ledger)"
    [ "$(<$study.code)" = 0 ] || killed=$((killed + 1))
  done
  last=$((last + beside))
done
[ $killed -ge 30 ] || study_fail "only $killed state changes were seen"
echo "mode $mode: killed at each of $killed state changes"
[ "$mode" = jobs ] || exit 0

mkdir "$TMPDIR/allocation"
TMPDIR=$TMPDIR/allocation salloc --quiet --nodes=2 --ntasks-per-node=4 --time=30 "$0" "$bin" "$source" allocation

# Another mode would know nothing of the jobs in the queue, and start what they run beside them.
sed -i 's/sleep 0.2/until [ -e "$LEDGER.go" ]; do sleep 0.1; done/' flow.yaml
engine_start
in_queue() { [ -n "$(squeue --noheader --name=sweep.flow)" ]; }
await in_queue
engine_kill
code=0
ria run flow.yaml --mode local >>log 2>&1 || code=$?
expect "exit code of an engine in another mode" $code 2
grep -q "2 tasks of this study are still active in mode jobs" log || study_fail "does not say why"
touch "$LEDGER.go"
engine_run 0
expect "what is left in another mode" "$(leaves study | head -n 2 | xargs)" "1: 1 1 1 2: 1 1 4"
echo "another mode refuses"
