#!/usr/bin/env bash
# The study of the swept paper in its small size, handed to the sbatch of a real Slurm whose node has a GPU: the job
# gets the GPU, runs all of the study on it, and leaves a report.
set -euo pipefail
bin=$1 source=$2
export RIA_CLUSTER_GPUS=1
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
# shellcheck source=tests/gpu/swept_study.bash
. "$source/tests/gpu/swept_study.bash"
study_begin 1 "$0" "$@"

job=$(sbatch --parsable --output=study.txt "$source/workflows/swept-vs-classic.yaml" --set size=tiny --study study)
await job_over "$job"
cat study.txt
scontrol show job "$job"
expect "the study" "$(study_state study)" finished
swept_study_is_whole ria study || study_fail "the study is not whole"
[ -s study/report.html ] || study_fail "there is no report"
scontrol show job "$job" | grep -q 'TRES=.*gres/gpu=1' || study_fail "the job had no GPU"
