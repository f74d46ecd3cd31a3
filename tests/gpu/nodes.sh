#!/usr/bin/env bash
# The Ría on two nodes of a real Slurm that have a GPU each: a rank a node, each with its node's GPU, and the bits of
# a CPU.
set -euo pipefail
bin=$1 source=$2
export RIA_CLUSTER_GPUS=1
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 2 "$0" "$@"

own=$(srun --mpi=none --nodes=2 --ntasks=2 --gres=gpu:1 printenv CUDA_VISIBLE_DEVICES | sort | tr '\n' ' ')
expect "the nodes' GPUs" "$own" "0 1 "
cat >flow.yaml <<'END'
#!/usr/bin/env -S ria run
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gres=gpu:1
#SBATCH --time=10
name: flow
study: study
steps:
  gpus:
    kind: case
    case: inputs/cases/arousa/arousa.yaml
    resolution: 400 m
    set: &short {time.end: 2 h, output.maps: false, output.history: false}
    target: cuda
    resources: {ranks: 2, nodes: 2, gpus: 1}
  cpu:
    kind: case
    needs: gpus
    case: inputs/cases/arousa/arousa.yaml
    resolution: 400 m
    set: *short
    target: cpu
END
job=$(sbatch --parsable --output=study.txt flow.yaml)
finish study "$job"
steps=study/steps
cat $steps/gpus/log.txt
grep -q '"ranks": 2,' $steps/gpus/summary.json && grep -q '"target": "cuda"' $steps/gpus/summary.json ||
  study_fail "not two ranks on GPUs"
ria diff $steps/cpu/checkpoints/latest $steps/gpus/checkpoints/latest | grep -qx identical ||
  study_fail "the nodes' GPUs differ from a CPU"
