#!/usr/bin/env bash
# The cluster that the other tests here stand on: its nodes, MPI ranks on two of them, batch scripts, a requeue,
# a lost node, and another cluster beside it.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
cluster_enter 3 "$0" "$@"
fail() { echo "cluster: $*" >&2; exit 1; }
cd "$TMPDIR"

[ "$(sinfo --noheader --format='%D %t')" = "3 idle" ] || fail "the nodes are not idle: $(sinfo)"
[ "$(srun --nodes=2 hostname | sort | xargs)" = "node1 node2" ] || fail "srun does not reach two nodes"

# Two ranks on two nodes give the bits that one process gives.
case=("$bin/ria" run "$source/inputs/cases/arousa/arousa.yaml" --set grid.resolution="400 m" --set time.end="10 min"
  --set output.maps=false --set output.every="10 min" --tiles 2x1)
srun --nodes=2 --ntasks=2 --cpus-per-task=2 --mpi=pmix "${case[@]}" -o ranks >log 2>&1 || { cat log; fail "no run by srun"; }
"${case[@]}" -o alone >log 2>&1 || { cat log; fail "no run on the head"; }
"$bin/ria" diff ranks/checkpoints/latest alone/checkpoints/latest || fail "ranks on two nodes compute something else"

# A batch script that requeues itself once, and whose log keeps both of its lives.
cat >again.sh <<'END'
#!/bin/bash
#SBATCH --open-mode=append --output=again.log
echo "life ${SLURM_RESTART_COUNT:-0} on $(hostname)"
[ "${SLURM_RESTART_COUNT:-0}" = 0 ] || exit 0
scontrol requeue "$SLURM_JOB_ID" && sleep 60
END
again=$(sbatch --parsable --requeue --exclude=node3 again.sh)
ended() { [ "$(squeue --states=all --noheader --format=%T --jobs="$1")" = "$2" ]; }
lost=$(sbatch --parsable --no-requeue --nodelist=node3 --wrap="sleep 300")
# Another cluster with the same names and ports, meanwhile.
[ "$(bash "$RIA_CLUSTER" run 1 srun hostname)" = node1 ] || fail "no second cluster beside this one"
cluster_await 90 ended "$lost" RUNNING || fail "job $lost does not run"
cluster_kill_node node3
cluster_await 180 ended "$again" COMPLETED || fail "job $again does not end: $(squeue)"
[ "$(cut -d' ' -f1,2 again.log | grep -v '^slurm' | xargs)" = "life 0 life 1" ] || fail "not two lives: $(cat again.log)"
cluster_await 90 ended "$lost" NODE_FAIL || fail "a killed node is not noticed: $(squeue --states=all)"
cluster_start_node node3
cluster_await 90 cluster_nodes_idle 3 || fail "node3 does not come back: $(sinfo)"
echo "$(uname -n): all well"
