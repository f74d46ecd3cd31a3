#!/usr/bin/env bash
# An engine whose job must give way to a more important one: it writes a checkpoint, and goes on when there is room
# again, whether Slurm brings preempted jobs back by itself (PreemptMode=REQUEUE) or not (CANCEL).
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
export RIA_CLUSTER_CONF="PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=returning Nodes=ALL PriorityTier=1 PreemptMode=REQUEUE GraceTime=20 MaxTime=60
PartitionName=cancelled Nodes=ALL PriorityTier=1 PreemptMode=CANCEL GraceTime=20 MaxTime=60
PartitionName=important Nodes=ALL PriorityTier=10 MaxTime=60"
cluster_enter 1 "$0" "$@"
fail() { echo "preemption: $*" >&2; tail -n 40 ./*/log.txt >&2; exit 1; }
cd "$TMPDIR"
export PATH=$bin:$PATH
ln -s "$source/inputs" inputs
cat >flow.yaml <<'END'
#!/usr/bin/env -S ria run
name: flow
steps:
  tides:
    kind: case
    case: inputs/arousa/arousa.yaml
    resolution: 400 m
    resources: {ranks: 1, workers: 1}
    set: {time.end: 8 d, output.every: 1 d, output.maps: false, checkpoint.every: 8 d}
END
for partition in returning cancelled; do
  sbatch --parsable --partition=$partition --time=10 --ntasks=2 --open-mode=append --output=$partition.txt \
    flow.yaml --study $partition >id
done
computes() { [ -s "$1/steps/tides/log.txt" ] && grep -q "%" "$1/steps/tides/log.txt"; }
for partition in returning cancelled; do
  cluster_await 120 computes $partition || fail "$partition does not begin: $(squeue; cat $partition.txt)"
done
sbatch --parsable --partition=important --exclusive --time=1 --wrap="sleep 1" >important
finished() { ria status "$1" --json | grep -q '"state": "finished"'; }
for partition in returning cancelled; do
  cluster_await 200 finished $partition || fail "$partition: $(squeue --states=all; cat $partition.txt)"
  grep -q "this job is being ended" $partition/log.txt || fail "$partition was not stopped"
done
ria run inputs/arousa/arousa.yaml -o alone --set grid.resolution="400 m" --set time.end="8 d" --set output.every="1 d" \
  --set output.maps=false --set checkpoint.every="8 d" >alone.txt 2>&1 || fail "alone: $(cat alone.txt)"
for partition in returning cancelled; do
  ria diff alone/checkpoints/latest $partition/steps/tides/checkpoints/latest || fail "$partition differs"
done
echo "preempted, and went on: identical"
