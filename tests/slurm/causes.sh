#!/usr/bin/env bash
# Causes of an early end of an engine's jobs, and the consequences: preempted segments continue later, whether Slurm would
# bring them back or cancels them, and burn no retry; one that runs out of memory is said to have, and is not
# tried again.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
export RIA_CLUSTER_CONF="PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=returning Nodes=ALL PriorityTier=1 PreemptMode=REQUEUE GraceTime=10 MaxTime=60
PartitionName=cancelled Nodes=ALL PriorityTier=1 PreemptMode=CANCEL MaxTime=60
PartitionName=important Nodes=ALL PriorityTier=10 MaxTime=60"
study_begin 1 "$0" "$@"

printf '%s\n' 'name: flow' 'study: study' 'steps:' >flow.yaml
# shellcheck disable=SC2016 # for the workflow
tides 8 "6 h" 'segments: 4 d' 'sweep: {partition: [returning, cancelled]}' \
  'resources: {ranks: 1, workers: 1, memory: 300 MB, partition: "${partition}"}' >>flow.yaml
cat >>flow.yaml <<'END'
  greedy:
    kind: shell
    retries: 2
    command: [python3, -c, "import time; x = bytearray(300 << 20); time.sleep(60)"]
    resources: {memory: 64 MB, time: 5 min}
END
run_of() { echo "study/steps/tides/partition=$1"; }
checkpoint_there() { compgen -G "$(run_of "$1")/checkpoints/*" >/dev/null; }
tried_again() { [ "$(find study/tasks/tides -path "*$1*" -name 'attempt-2' | wc -l)" -gt 0 ]; }

engine_start
for partition in returning cancelled; do await checkpoint_there $partition; done
important=$(sbatch --parsable --partition=important --exclusive --time=1 --output=important.txt --wrap="sleep 2")
for partition in returning cancelled; do await tried_again $partition; done
engine_end 2
expect "the important job" "$(squeue --states=all --noheader --format=%T --jobs="$important")" COMPLETED
expect "greedy" "$(field greedy state): $(field greedy note | cut -d\; -f1)" "failed: ran out of memory"
expect "retries of greedy" "$(field greedy retries_used)" 0 # it may have been preempted before

for partition in returning cancelled; do
  for segment in 1 2; do
    expect "$partition $segment" "$(field tides/partition=$partition.$segment state) after $(
      field tides/partition=$partition.$segment retries_used) retries" "done after 0 retries"
  done
done
same_tides 8 "$(run_of returning)" "$(run_of cancelled)"
echo "preempted and went on: identical; out of memory: failed"
