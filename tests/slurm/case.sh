#!/usr/bin/env bash
# A case alone, handed to sbatch from another folder: its data are found beside its file, whose name has a blank; what
# counts is the file as it was when it was submitted; complaints name the file, not Slurm's copy; and tasks that it
# cannot use are told.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 1 "$0" "$@"

mkdir cases
cp -r "$source/inputs/cases/arousa" 'cases/my ria'
case='cases/my ria/arousa.yaml'
short=(--set grid.resolution="800 m" --set time.end="1 h" --set output.maps=false --set output.history=false)
ria run "$case" -o here "${short[@]}" >log 2>&1 || study_fail "it does not run here"

good=$(sbatch --parsable --hold --ntasks=2 --time=5 --output=there.txt "$case" -o there "${short[@]}")
echo 'this: is no key of a case' >>"$case"
scontrol release "$good"
await job_over "$good"
[ "$(job_state "$good")" = COMPLETED ] || study_fail "$(job_state "$good"): $(cat there.txt)"
grep -q 'the job has 2 tasks, but this run uses one rank' there/log.txt || study_fail "it has no note: $(cat there/log.txt)"
ria diff here/checkpoints/latest there/checkpoints/latest >log || study_fail "it differs"
sed -i -e '$d' -e 's/^name:/nam:/' "$case"
bad=$(sbatch --parsable --time=5 --output=bad.txt "$case" -o bad)
await job_over "$bad"
grep -q '/my ria/arousa.yaml:[0-9]*:[0-9]*: nam' bad.txt || study_fail "where is it? $(cat bad.txt)"

# More ranks than the allocation has cores, with which it would have begun a minute later.
wide=$(RIA_OVERSUBSCRIBE='' sbatch --parsable --time=5 --output=wide.txt "$source/inputs/cases/arousa/arousa.yaml" -o wide -n 999)
await job_over "$wide"
grep -q '^ria run: 999 ranks, but this allocation has [0-9]* cores*: use -n [0-9]*, or --oversubscribe$' wide.txt ||
  study_fail "999 ranks are not refused: $(cat wide.txt)"
[ ! -e wide ] || study_fail "999 ranks left a folder"
