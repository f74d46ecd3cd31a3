#!/usr/bin/env bash
# The study of the swept paper in its small size, handed to the sbatch of a real Slurm whose node has a GPU: the job
# gets the GPU, without which the study's benches refuse to begin, runs all of it there, and leaves a report.
set -euo pipefail
bin=$1 source=$2
export RIA_CLUSTER_GPUS=1
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
# shellcheck source=tests/gpu/swept_study.bash
. "$source/tests/gpu/swept_study.bash"
study_begin 1 "$0" "$@"

job=$(sbatch --parsable --output=study.txt "$source/papers/swept/swept-vs-classic.yaml" --set size=tiny --study study)
finish study "$job"
swept_study_is_whole ria study || study_fail "the study is not whole"
[ -s study/report.html ] || study_fail "there is no report"
