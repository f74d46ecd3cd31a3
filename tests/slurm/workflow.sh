#!/usr/bin/env bash
# A chain of four segments on a real Slurm: the workflow's file handed to sbatch as it is, its steps run inside
# that allocation; the same with a job for each segment; and on this machine without Slurm. All end in the
# checkpoint of one uninterrupted run.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
plain_path=$PATH
study_begin 2 "$0" "$@"
week=$source/workflows/estuary-week.yaml
settings=(--set size=tiny --set until="1 h" --set segment="15 min" --set steps.week.resources.time="5 min")

same() {
  ria diff alone/checkpoints/latest "$1/steps/week/checkpoints/latest" >diff.txt || study_fail "$1 differs: $(cat diff.txt)"
}

allocated=$(sbatch --parsable --time=10 --output=allocated.txt "$week" "${settings[@]}" --study allocated)
finish allocated "$allocated"
# `ria submit` by its path alone: jobs find the program of the file's first line all the same.
queued=$(PATH=$plain_path "$bin/ria" submit "$week" "${settings[@]}" --study queued --mode jobs --json -- --time=10 \
  --output=queued.txt --ntasks=1 | sed -n 's/.*"job": "\([0-9]*\)".*/\1/p')
ria run "$week" "${settings[@]}" --study here --mode local >here.txt 2>&1 || study_fail "here: $(cat here.txt)"
ria run inputs/cases/arousa/arousa.yaml -o alone --set grid.resolution="400 m" --set time.end="1 h" --set output.every="1 h" \
  --set checkpoint.every="15 min" --set output.maps=false >alone.txt 2>&1 || study_fail "alone: $(cat alone.txt)"
finish queued "$queued"
for study in allocated queued here; do same $study; done
echo "allocation, jobs and this machine: identical"
