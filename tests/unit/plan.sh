#!/usr/bin/env bash
# ria plan: the lines are those that the engine starts, byte for byte; for an existing study, the finished tasks and
# those that would run again; no command runs and no file is written.
set -euo pipefail
bin=$1
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-plan-XXXXXX")
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
unset RIA_SET RIA_STUDY RIA_MODE RIA_JSON RIA_ALL RIA_RANKS RIA_TILES
fail() { echo "plan: $*"; exit 1; }
plan() { "$bin/ria" plan flow.yaml "$@" >plan.txt 2>plan.err || fail "plan $*: $(cat plan.err)"; }
says() { grep -qF -- "$1" plan.txt || { cat plan.txt; fail "'$1' is missing"; }; }
# run CODE: the workflow, which ends so.
run() {
  local code=0
  timeout -k 5 120 "$bin/ria" run flow.yaml --quiet >run.txt 2>&1 || code=$?
  [ $code = "$1" ] || fail "run: exit code $code, not $1: $(cat run.txt)"
}

cat >flow.yaml <<'YAML'
name: fl"o w
study: study
defaults: {resources: {time: 1 min, workers: 1}, retries: 0}
parameters: {size: 3}
steps:
  make:
    kind: shell
    script: echo $((size * 2)) >twice.txt
    outputs: [twice.txt]
    environment: {size: "${size}"}
  ranks:
    kind: shell
    needs: [make]
    sweep: {k: [1, 2]}
    resources: {ranks: "${k}"}
    command: [printf, "%s\n", "it's $(touch oops); ${k}", "a\nb", Ría]
  after:
    kind: shell
    command: [echo, "${make.twice_txt.value}"]
  never:
    kind: shell
    when: "${size > 5}"
    command: [touch, oops]
YAML

# Nothing is there: everything known would run, nothing is written.
plan
says "study $folder/study: not there yet"
says '1 point waits for results of earlier steps'
says 'never (shell), if size > 5: 1 task, skipped'
[ ! -e study ] || fail "the plan has made the study"

# What mpirun is given is what the plan tells, argument by argument.
mkdir path
cat >path/mpirun <<'SH'
#!/usr/bin/env bash
{ printf '%q ' mpirun "$@"; echo; } >>"$LOG"
PATH=${PATH#*:} exec mpirun "$@"
SH
chmod +x path/mpirun
export LOG=$folder/log
plan --all
sed -n 's/^      \(mpirun .*\)/\1/p' plan.txt | while IFS= read -r line; do
  eval "set -- $line"
  printf '%q ' "$@"
  echo
done >told
[ "$(wc -l <told)" = 2 ] || fail "no lines of mpirun: $(cat plan.txt)"
PATH=$folder/path:$PATH run 0
sort told >told.sorted && sort log >log.sorted
cmp told.sorted log.sorted || fail "mpirun was given something else than the plan told"

# All is done; a task that differs runs again with what hangs on it, and with nothing else.
plan
says 'study: finished; 4 done, 1 skipped'
says 'nothing is left to run'
plan --set steps.ranks.environment.X=1
says 'ranks (shell) after make: 2 tasks, all changed'
says 'make (shell): 1 task, done'
says 'after (shell) after make: 1 task, done'
plan --set size=4
says 'make (changed)'
says 'after (shell) after make: 1 task, to run again after others'
"$bin/ria" plan flow.yaml --set size=4 --json >plan.txt
says '"state": "follows"'
says '"changed": 1'
says '"state": "finished"'

# What failed is tried again, what needs it has yet to run; a step that is gone is told of.
sed -i 's/^    script: .*/    script: exit 3/; /^  never:/,$d' flow.yaml
run 2
plan
says 'make (tried again)'
says 'study: failed; '
sed -i 's/^  after:/  behind:/' flow.yaml
plan
says '1 step of it is no longer in the workflow'
for place in . study/steps/*; do [ ! -e "$place/oops" ] || fail "the workflow's text was run"; done

# Slurm's lines are told where no Slurm is, with a note.
PATH=$folder/path "$bin/ria" plan flow.yaml --mode jobs >plan.txt
says "sbatch --parsable '--job-name=make.fl\"o_w' "
says "--output=$folder/study/tasks/make/attempt-3/slurm.txt"
says 'note: Slurm could not be asked'
env -u SLURM_JOB_ID "$bin/ria" plan flow.yaml --mode allocation >plan.txt
says "srun --exact '--job-name=ranks.k=2.fl\"o_w' --ntasks=2 "
says 'note: the srun lines lack nodes and memory'

# A case: how ranks would share it. No rank is started, nothing is written.
cat >case.yaml <<'YAML'
name: blocks
solver: heat
time: {end: 1 s, cfl: 0.9}
grid:
  blocks:
    a: {cells: [30, 20, 20], extent: [0 m, 0 m, 0 m, 30 m, 20 m, 20 m]}
    b: {cells: [10, 20, 20], extent: [30 m, 0 m, 0 m, 40 m, 20 m, 20 m]}
YAML
plan_case() { "$bin/ria" plan case.yaml "$@" >plan.txt 2>plan.err || fail "plan case $*: $(cat plan.err)"; }
plan_case
says 'grid       16000 cells in 2 blocks'
says 'imbalance  0.0 %'
plan_case -n 2 --tiles 1x1x1
says 'tiles      2'
says 'a rank     4000 to 12000 cells, 8000 on average'
says 'imbalance  50.0 % (most / mean - 1)'
says 'hint: --tiles 1x1x2, 4 tiles in all, has an imbalance of '
plan_case -n 2
says ', chosen for one CPU worker a rank'
! grep -q hint plan.txt || fail "the tiles that were chosen do not balance: $(cat plan.txt)"
plan_case -n 2 --tiles 1x1x1 --json
says '"imbalance": 0.5'
says '"ranks": 2'
! "$bin/ria" plan case.yaml -n 0 2>plan.txt || fail "no ranks at all were planned"
says 'is '"'0'"'; expected'
! "$bin/ria" plan flow.yaml -n 2 2>plan.txt || fail "a workflow took -n"
says '-n and --tiles are for cases'
! "$bin/ria" plan case.yaml --tiles 0x0 2>plan.txt || fail "tiles 0x0 were planned"
says 'tiles: expected'
! "$bin/ria" plan nowhere.yaml -n 2 2>plan.txt || fail "a file that is not there was planned"
says 'nowhere.yaml'
! grep -q 'for cases' plan.txt || fail "a file that is not there is no workflow"
[ ! -e blocks-run ] || fail "the plan of a case has made a folder"
