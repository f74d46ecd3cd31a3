#!/usr/bin/env bash
# kill -9 of the engine at its state changes while its jobs, an array among them, are in Slurm's queue: the next
# engine goes on with them, and each task ran once, by its own account.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
cluster_enter 1 "$0" "$@"
study_begin

cat >flow.yaml <<'END'
name: flow
study: study
defaults:
  resources: {memory: 100 MB, time: 5 min}
steps:
  sweep:
    kind: shell
    sweep: {k: [1, 2, 3]}
    script: . "$STUDY_BASH"; mark start $k; sleep 0.2; mark end $k
  last:
    kind: shell
    needs: [sweep]
    script: . "$STUDY_BASH"; mark start last; mark end last
END
once() {
  for task in 1 2 3 last; do
    [ "$(marks start $task) $(marks end $task)" = "1 1" ] || study_fail "killed at state change $1: $task: $(cat "$LEDGER")"
  done
}
killed=0
for moment in 5 6 7 8 9 10 11 12 13 15 17 19 21 23 25; do
  rm -rf study
  : >"$LEDGER"
  code=0
  { RIA_ENGINE_DIE_AT=$moment timeout -k 5 60 ria run flow.yaml --mode jobs >>log 2>&1; } 2>/dev/null || code=$?
  [ $code = 0 ] && break
  [ $code = 137 ] || study_fail "killed at state change $moment: exit code $code"
  killed=$((killed + 1))
  engine_run 0
  once "$moment"
done

# Another mode would know nothing of the jobs in the queue, and start what they run beside them.
rm -rf study
: >"$LEDGER"
sed -i 's/sleep 0.2/sleep 2/' flow.yaml
engine_start
in_queue() { [ -n "$(squeue --noheader --name=sweep.flow)" ]; }
await in_queue
engine_kill
code=0
ria run flow.yaml --mode local >>log 2>&1 || code=$?
expect "exit code of an engine in another mode" $code 2
grep -q "3 tasks of this study are still in the hands of mode jobs" log || study_fail "does not say why"
engine_run 0
once "in another mode"
[ $killed -ge 10 ] || study_fail "killed $killed times only"
echo "killed $killed times"
