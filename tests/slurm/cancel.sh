#!/usr/bin/env bash
# A job that can never start is reported with a remedy; `ria cancel` of a task, of a step, and of a whole study
# in the queue, by its engine and without one; `ria retry` and `ria run` right after it start nothing beside a
# job that is still ending.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 1 "$0" "$@"

# long: two tasks that run until the file `go` is there, and take a moment to end when told: twice, by Slurm and by
# what watches over them.
cat >flow.yaml <<'END'
name: flow
study: study
steps:
  long:
    kind: shell
    sweep: {k: [1, 2]}
    script: |
      . "$STUDY_BASH"
      trap 'trap "" TERM; sleep 0.5; mark end $k; exit 1' TERM
      mark start $k
      until [ -e "$LEDGER.go" ]; do sleep 0.1; done
      mark end $k
    resources: {memory: 100 MB, time: 5 min}
  never:
    kind: shell
    script: mark start never
    resources: {memory: 100 MB, time: 2 h}
END
running() { [ "$(squeue --noheader --array --states=RUNNING | wc -l)" = "$1" ]; }
queue_is() { [ "$(squeue --noheader --array --format=%j | sort | xargs)" = "$1" ]; }
started() { [ "$(marks start 1) $(marks start 2)" = "$1 $2" ]; }
state_is() { [ "$(field "$1" state)" = "$2" ]; }
note_says() { [[ $(field "$1" note) == *"$2"* ]]; }

engine_start
await started 1 1
await note_says never "asks for more time than its partition allows"
ria status study >status.txt || true
grep -q "PartitionTimeLimit: asks for more time than its partition allows" status.txt || study_fail "$(cat status.txt)"

# By the engine: a task, then a step, then all.
ria cancel long/k=1 --study study >>log
await queue_is "long.flow never.flow"
expect "ledger of the cancelled task" "$(marks end 1)" 1
await state_is long/k=1 cancelled
ria cancel never --study study >>log
await queue_is long.flow
await state_is never cancelled
ria cancel --study study >>log
engine_end 3
await queue_is "" # Slurm has tidied up after them
expect "a cancelled study" "$(study_state study)" cancelled
# shellcheck disable=SC2016 # for the shell of the step
sed -i 's/2 h/5 min/; s/script: mark start never/script: . "$STUDY_BASH"; mark start never/' flow.yaml
touch "$LEDGER.go"
ria retry long --study study >>log
engine_run 0
expect "ledger" "$(marks start 1) $(marks end 1) $(marks start 2) $(marks end 2)" "2 2 2 2"

# Without one: when `ria cancel` returns the jobs are gone and their attempts closed.
rm -rf study "$LEDGER.go"
: >"$LEDGER"
engine_start
await started 1 1
engine_kill
ria cancel --study study >>log 2>&1 || study_fail "no cancel"
expect "ledger" "$(marks end 1) $(marks end 2)" "1 1"
running 0 || study_fail "jobs are left: $(squeue)"
expect "state" "$(field long/k=1 state) $(field long state)" "cancelled cancelled"

# A job that does not listen is named, and waited for by the next engine: KillWait is three seconds.
sed -i "s/trap '.*' TERM/trap '' TERM/" flow.yaml
engine_start
await started 2 2
engine_kill
ria cancel long --study study --wait 0 >cancel.txt 2>&1 || study_fail "no cancel"
grep -q "still ending: long/k=1 (.*), long/k=2 (.*); \`ria run\` waits" cancel.txt || study_fail "$(cat cancel.txt)"
expect "state" "$(field long/k=1 state)" running
ria retry long --study study >>log
engine_start
await started 3 3
touch "$LEDGER.go"
engine_end 0
# Each attempt began after the one before it had gone.
expect "attempts at once" "$(python3 - <<'END'
import json, subprocess
steps = json.loads(subprocess.run(["ria", "status", "study", "--all", "--json"], capture_output=True).stdout)["steps"]
early = 0
for task in steps[0]["tasks"]:
    for before, after in zip(task["attempts"], task["attempts"][1:]):
        early += after["started"] < before["ended"]
print(early)
END
)" 0
echo "cancelled by an engine and without one"
