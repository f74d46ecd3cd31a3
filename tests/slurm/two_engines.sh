#!/usr/bin/env bash
# Two engines on one study: the second one refuses, naming host, job and since when of the first, which goes on
# untouched. The lock of a job that Slurm knows to be dead is taken over without being told to.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 2 "$0" "$@"

cat >flow.yaml <<'END'
#!/usr/bin/env -S ria run
#SBATCH --ntasks=1 --time=5 --no-requeue
name: flow
study: study
steps:
  wait:
    kind: shell
    script: |
      . "$STUDY_BASH"
      mark start wait
      until [ -e "$LEDGER.go" ]; do sleep 0.1; done
      mark end wait
    resources: {memory: 100 MB, time: 3 min}
END
started() { [ "$(marks start wait)" = "$1" ]; }

first=$(sbatch --parsable --output=first.txt --nodelist=node1 flow.yaml)
await started 1
# On this host, on another one, and in jobs mode.
second=$(sbatch --parsable --output=second.txt --nodelist=node2 flow.yaml)
await job_over "$second"
expect "the second engine's job" "$(job_state "$second")" FAILED
for mode in local jobs; do
  code=0
  ria run flow.yaml --mode $mode >"$mode.txt" 2>&1 || code=$?
  expect "exit code of the second engine" $code 2
done
for file in second.txt local.txt jobs.txt; do
  grep -q "another engine has the study .*node1.*job $first.*since 2" $file || study_fail "$file: $(cat $file)"
done
touch "$LEDGER.go"
await job_over "$first"
expect "the first engine's job" "$(job_state "$first")" COMPLETED
expect "ledger" "$(marks start wait) $(marks end wait)" "1 1"
expect "state" "$(field wait state)" "done"

# Its node dies, and with it the engine and its step; nobody is left to give the lock back.
rm -rf study "$LEDGER.go"
first=$(sbatch --parsable --output=first.txt --nodelist=node1 flow.yaml)
await started 2
scancel "$(squeue --noheader --states=PENDING --format=%A)" # the follow-up job would be the next engine
cluster_kill_node node1
code=0
ria run flow.yaml --mode jobs >early.txt 2>&1 || code=$?
expect "exit code while Slurm does not know of the node yet" $code 2
await job_over "$first"
# What it left is in the hands of its mode, which goes on with it.
ria run flow.yaml --mode jobs >other.txt 2>&1 && study_fail "another mode takes the study up"
grep -q "still active in mode allocation" other.txt || study_fail "other.txt: $(cat other.txt)"
touch "$LEDGER.go"
next=$(sbatch --parsable --output=next.txt --nodelist=node2 flow.yaml)
await job_over "$next"
expect "the next engine's job" "$(job_state "$next")" COMPLETED
expect "ledger" "$(marks start wait) $(marks end wait)" "3 2"
echo "the first engine, and after its death the next"
