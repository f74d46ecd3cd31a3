#!/usr/bin/env bash
# Nodes that die in mid-run. In jobs mode the segment goes on from its checkpoint on another node and burns no
# retry; in an allocation the engine dies too, Slurm brings its job back elsewhere, and the second engine goes on.
# Both end as an uninterrupted run does.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 3 "$0" "$@"

printf '%s\n' '#!/usr/bin/env -S ria run' 'name: flow' 'study: study' 'steps:' >flow.yaml
tides 8 "6 h" 'segments: 4 d' 'resources: {ranks: 1, workers: 1, memory: 300 MB, time: 5 min}' >>flow.yaml
checkpoint_there() { compgen -G "$1/steps/tides/checkpoints/*" >/dev/null; }
finished() { [ "$(study_state "$1")" = finished ]; }

allocated=$(sbatch --parsable --requeue --open-mode=append --ntasks=1 --mem=1G --time=10 \
  --output=allocated.txt flow.yaml --study allocated)
engine_start --study study
for study in allocated study; do await checkpoint_there $study; done
lost=$(squeue --noheader --name=tides.1.flow --format=%N)
home=$(squeue --noheader --jobs="$allocated" --format=%N)
cluster_kill_node "$home"
[ "$lost" = "$home" ] || cluster_kill_node "$lost"
engine_end 0
expect "tasks" "$(field tides.1 state) after $(field tides.1 retries_used) retries" "done after 0 retries"
expect "attempts" "$(find study/tasks/tides.1 -name 'attempt-*' | wc -l)" 2
grep -q "its node failed" study/log.txt || study_fail "the log does not tell of the node"
await finished allocated
[ "$(scontrol show job "$allocated" | grep -o 'Restarts=[0-9]*')" = Restarts=1 ] || study_fail "$(scontrol show job "$allocated")"

same_tides 8 allocated/steps/tides study/steps/tides
echo "went on after a lost node: identical"
