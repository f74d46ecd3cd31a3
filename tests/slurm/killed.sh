#!/usr/bin/env bash
# Running processes are killed: a rank with kill -9, a step's job with scancel. The rank's step is tried again and goes on
# from its checkpoint, to the same bits; the cancelled one stays cancelled until `ria retry`.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 1 "$0" "$@"

printf '%s\n' 'name: flow' 'study: study' 'steps:' >flow.yaml
tides 4 "6 h" 'retries: 1' 'resources: {ranks: 2, workers: 1, memory: 600 MB, time: 5 min}' >>flow.yaml
cat >>flow.yaml <<'END'
  idle:
    kind: shell
    retries: 3
    script: "mark() { echo started >>$LEDGER; }; mark; until [ -e $LEDGER.go ]; do sleep 0.1; done"
    resources: {memory: 64 MB, time: 5 min}
END
checkpoints() { [ "$(find study/steps/tides/checkpoints -name '*.h5' 2>/dev/null | wc -l)" -ge "$1" ]; }
idles() { grep -q started "$LEDGER"; }

engine_start
await idles
await checkpoints 2
rank=$(pgrep -f "ria run .*arousa.yaml" | tail -n 1) # the last of the job's processes
kill -9 "$rank"
scancel "$(squeue --noheader --name=idle.flow --format=%A)"
engine_end 3
expect "tides" "$(field tides state) after $(field tides retries_used) retries" "done after 1 retries"
grep -q "tides  killed by signal 9" study/log.txt || study_fail "the log does not tell of the signal"
expect "idle" "$(field idle state), $(grep -c started "$LEDGER") times" "cancelled, 1 times"
touch "$LEDGER.go"
ria retry idle --study study >>log
engine_run 0
expect "idle after a retry" "$(field idle state), $(grep -c started "$LEDGER") times" "done, 2 times"

same_tides 4 study/steps/tides
echo "went on after kill -9 of a rank: identical"
