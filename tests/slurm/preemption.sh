#!/usr/bin/env bash
# An engine whose job must give way to a more important one: it writes a checkpoint, and goes on when there is room
# again, whether Slurm brings preempted jobs back by itself (PreemptMode=REQUEUE) or not (CANCEL).
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
export RIA_CLUSTER_CONF="PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=returning Nodes=ALL PriorityTier=1 PreemptMode=REQUEUE GraceTime=20 MaxTime=60
PartitionName=cancelled Nodes=ALL PriorityTier=1 PreemptMode=CANCEL GraceTime=20 MaxTime=60
PartitionName=important Nodes=ALL PriorityTier=10 MaxTime=60"
study_begin 1 "$0" "$@"
printf '%s\n' '#!/usr/bin/env -S ria run' 'name: flow' 'steps:' >flow.yaml
tides 8 "8 d" 'resources: {ranks: 1, workers: 1}' >>flow.yaml
for partition in returning cancelled; do
  sbatch --parsable --partition=$partition --time=10 --ntasks=2 --open-mode=append --output=$partition.txt \
    flow.yaml --study $partition >id
done
computes() { [ -s "$1/steps/tides/log.txt" ] && grep -q "%" "$1/steps/tides/log.txt"; }
for partition in returning cancelled; do
  await computes $partition
done
sbatch --parsable --partition=important --exclusive --time=1 --wrap="sleep 1" >important
finished() { [ "$(study_state "$1")" = finished ]; }
for partition in returning cancelled; do
  await finished $partition
  grep -q "this job is being ended" $partition/log.txt || study_fail "$partition was not stopped"
done
same_tides 8 returning/steps/tides cancelled/steps/tides
echo "preempted, and went on: identical"
