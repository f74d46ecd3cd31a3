#!/usr/bin/env bash
# ria validate, plan, schema and init on workflows: exit codes, output, and that no text of a file is executed.
set -eu
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-flow-XXXXXX")
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
unset RIA_SET RIA_STUDY RIA_MODE RIA_JSON RIA_ALL

fail() {
  echo "$1"
  exit 1
}
# expect CODE COMMAND...: its output goes to out and err.
expect() {
  wanted=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ "$code" = "$wanted" ] || {
    cat out err
    fail "exit code $code instead of $wanted: $*"
  }
}
says() { grep -qF -- "$2" "$1" || { cat "$1"; fail "'$2' is missing in $1"; }; }

# A template is valid, has an absolute first line, may be executed, and is not overwritten unasked.
expect 0 "$ria" init
[ "$(sed -n 's/^[A-Z].*/&/p' out | tr '\n' ' ')" = "Cases First look Long runs Speed Papers " ] || { cat out && fail "init lists other groups"; }
sed -n '/^First look/,/^$/p' out | grep -q '^  pipeline  ' || fail "init does not list pipeline below 'First look'"
! grep -q swsolver-table out || fail "init lists each table of a paper"
expect 0 "$ria" init papers
says out swsolver-table-2
! grep -q pipeline out || fail "init papers lists what is of no paper"
[ "$(wc -l <out)" = "$(find "$source/papers" -name '*.yaml' | wc -l)" ] || fail "init papers does not list each workflow of papers"
expect 0 "$ria" init papers --json
says out '"group": "papers"'
expect 0 "$ria" init pipeline
[ -x pipeline.yaml ] || fail "the template cannot be executed"
head -n 1 pipeline.yaml | grep -q '^#!/.* run$' || fail "the first line is not absolute"
expect 2 "$ria" init pipeline
says err overwrite
expect 0 "$ria" init pipeline --overwrite
expect 0 "$ria" init pipeline -o -
says out '#SBATCH'
expect 2 "$ria" init pipelin
says err "did you mean 'pipeline'?"

expect 0 "$ria" validate pipeline.yaml
says out '3 steps'
expect 0 "$ria" validate pipeline.yaml --json
says out '"valid": true'
expect 1 "$ria" validate pipeline.yaml --set size=big
says err 'expected full or tiny'
printf 'steps:\n  a: {kind: shell, comand: [x]}\n' >bad.yaml
expect 1 "$ria" validate bad.yaml
says err "bad.yaml:2:20: steps.a.comand: there is no such key; did you mean 'command'?"
expect 1 "$ria" validate bad.yaml --json
says out '"column": 20'
printf 'steps: [\n' >broken.yaml
expect 1 "$ria" validate broken.yaml
says err 'broken.yaml:2:1: this is not YAML'
expect 2 "$ria" plan bad.yaml
expect 2 "$ria" plan missing.yaml
expect 2 "$ria" plan
expect 2 "$ria" plan pipeline.yaml --no-such-option

# What this machine has not, each with its place; the partitions are not known where no Slurm is.
cat >big.yaml <<'YAML'
defaults:
  resources: {memory: 900T}
steps:
  a: {kind: shell, command: [echo]}
  b:
    kind: shell
    resources: {memory: 1G, gpus: 900}
    command: [echo]
  c: {kind: shell, command: [echo], sweep: {k: [1, 2]}, resources: {memory: "${k * 400}T"}}
YAML
expect 1 "$ria" validate big.yaml --mode local
says err 'big.yaml:2:14: steps.a.resources: 921600 GiB of memory of a node are requested; this machine has '
says err 'big.yaml:7:16: steps.b.resources: 900 GPUs of a node are requested; this machine has '
says err ': steps.c(k=2).resources: '
[ "$(wc -l <err)" = 4 ] || fail "$(cat err)"
expect 1 "$ria" validate big.yaml --json
says out '"column": 16'
PATH=$folder expect 0 "$ria" validate big.yaml --mode jobs
says err "note: the steps' resources were not compared with Slurm's partitions"
expect 0 env -u SLURM_JOB_ID "$ria" validate big.yaml --mode allocation
says err "note: the steps' resources were not compared with the allocation"

# The plan: sweeps expanded, variables of the environment below the command line's options.
expect 0 "$ria" plan pipeline.yaml
says out 'numbers/factor=3'
says out 'Nothing was run.'
expect 0 env RIA_SET=$'size=tiny\ncount=7' RIA_JSON=1 "$ria" plan pipeline.yaml
says out '"count=7"'
expect 0 env RIA_SET='count=7' "$ria" plan pipeline.yaml --set count=8 --mode=local --study elsewhere --json
says out '"count=8"'
says out '"mode": "local"'
says out '/elsewhere"'

# Text that a shell would act upon stays text.
cat >evil.yaml <<'YAML'
name: "R\u00eda $(touch run); `touch run` 'q' \"d\"\n"
steps:
  a:
    kind: shell
    command: [echo, "$(touch run)", "; touch run", "`touch run`", "a\nb", "it's \"q\"", Ría]
YAML
expect 1 "$ria" validate evil.yaml
says err 'line breaks'
sed -i '1s/.n"$/"/' evil.yaml
expect 0 "$ria" plan evil.yaml --all
line=$(grep '^      echo' out)
[ "$(eval "$line")" = "$(printf '$(touch run) ; touch run `touch run` a\nb it'\''s "q" Ría')" ] || fail "badly quoted: $line"
[ ! -e run ] || fail "the workflow's text was run"

# 10,000 steps, within a time limit that leaves room for a busy machine.
awk 'BEGIN { print "steps:"; for (i = 0; i < 10000; i++)
  printf "  s%d: {kind: shell, needs: [%s], command: [echo, \"${1 + %d}\"]}\n", i, i ? "s" i - 1 : "", i }' >many.yaml
expect 0 timeout 20 "$ria" validate many.yaml
says out '10000 steps'
expect 0 timeout 20 "$ria" plan many.yaml --json
grep -c '"hash"' out | grep -qx 10000 || fail "tasks are missing"

for what in '' case workflow; do
  # shellcheck disable=SC2086
  expect 0 "$ria" schema $what
  says out 'draft-07'
done
says out '"outputs"'
expect 2 "$ria" schema nonsense

# Parameters that double what they stand for, line by line, meet a limit; they do not fill the memory.
double() { # VALUE ITEM: twenty-six times
  printf 'name: bomb\nparameters:\n  p0: %s\n' "$1"
  for i in $(seq 26); do printf '  p%d: %s\n' "$i" "${2//P/\${p$((i - 1))\}}"; done
  printf 'steps:\n  a: {kind: shell, command: %s}\n' "$3"
}
# shellcheck disable=SC2016 # for ria
{
  double abcdefgh '"PP"' '[echo, "${p26}"]' >texts.yaml
  double '[a, b]' '["P", "P"]' '"${p26}"' >lists.yaml
}
[ "$(wc -c <texts.yaml)" -lt 700 ] || fail "a large file"
# The address sanitizer reserves more than any limit of memory.
most=3000000
bash -c "ulimit -v $most; exec '$ria' --version" >/dev/null 2>&1 || most=unlimited
for file in texts lists; do
  expect 1 bash -c "ulimit -v $most; exec \"\$0\" validate \"\$1\"" "$ria" $file.yaml
  [ "$(wc -l <err)" = 1 ] || fail "one finding is enough: $(cat err)"
done
says err "lists.yaml:19:"
expect 1 "$ria" validate texts.yaml
# shellcheck disable=SC2016 # ria's words
says err 'texts.yaml:21:15: parameters.p18: after substitution of its `${...}` this text is longer than 1 MiB'

# A case is not taken for a broken workflow.
printf 'grid: {resolution: 100 m}\nbathymetry: bed.tif\n' >case.yaml
expect 2 "$ria" submit case.yaml
says err "this is a case, not a workflow: case.yaml"
[ "$(wc -l <err)" = 1 ] || fail "one sentence is enough"

# The folder of a single run has a state as well.
mkdir run
touch run/case.yaml
echo "2026-03-01T00:00:00Z  45%  03:00:00 of 06:40:00  512 steps" >run/log.txt
expect 2 "$ria" status run
says out "run run: ended without a summary, 45%  03:00:00 of 06:40:00"
exec 9>>run/log.txt
flock 9
expect 0 "$ria" status run
says out "run run: running, 45%"
exec 9>&-
echo '{"state": "finished"}' >run/summary.json
expect 0 "$ria" status run --json
says out '"state": "finished"'
(cd run && expect 0 "$ria" status)

# The study's copy of the workflow is a file like others.
printf 'name: small\nsteps:\n  a: {kind: shell, command: [true]}\n' >small.yaml
expect 0 "$ria" run small.yaml --study small
[ ! -x small/workflow.yaml ] || fail "the copy of the workflow can be executed"

# Templates work from any folder, and so does a workflow of another one: what it reads lies beside it.
mkdir elsewhere
(
  cd elsewhere
  expect 0 "$ria" init smoke
  expect 0 "$ria" validate smoke.yaml
  expect 0 "$ria" plan smoke.yaml
  cd /
  expect 0 "$ria" validate "$folder/elsewhere/smoke.yaml"
  cd "$folder/elsewhere"
  expect 0 "$ria" init case
  says out 'ria validate case.yaml'
  expect 0 "$ria" validate case.yaml
  # Each case of the list is valid and runs without a warning.
  "$ria" init | sed -n '/^Cases/,/^$/s/^  \([a-z]*\) .*/\1/p' >cases
  [ "$(wc -l <cases)" -ge 3 ] || fail "init lists fewer cases than three"
  while read -r name; do
    expect 0 "$ria" init "$name" --overwrite
    expect 0 "$ria" run "$name.yaml" -o "$name-run" --set output.maps=false --set 'time.end=10 min' --overwrite
    ! grep -q warning out err || fail "the template $name runs with a warning"
  done <cases
  mkdir -p flow/data
  echo 1 >flow/data/tide.csv
  echo 2 >here.csv
  printf '%s\n' 'name: other' 'steps:' \
    '  a: {kind: shell, inputs: [data/tide.csv, here.csv], command: ["true"]}' \
    '  b: {kind: case, case: basin.yaml}' >flow/flow.yaml
  sed 's/^name: .*/name: basin/; s/, end: .*/, end: 60 s}/' case.yaml >flow/basin.yaml
  expect 0 "$ria" run flow/flow.yaml
  [ -e other/study.sqlite ] || fail "the study does not lie where ria was called: $(ls)"
)

# A workflow that needs a GPU says so; without one its table names the points as not measured where it asks for that.
export CUDA_VISIBLE_DEVICES=
cat >gpu.yaml <<'YAML'
name: gpu
parameters: {without_gpu: skip}
defaults: {without_gpu: "${without_gpu}", retries: 0}
steps:
  speed:
    kind: campaign
    bench: heat
    sweep: {target: [cpu, cuda]}
    set: {grid.cells: 256x1}
    steps: 10
    repeat: 1
  verdict: {kind: shell, needs: [speed], resources: {gpus: 1}, command: ["false"]}
YAML
expect 0 "$ria" validate gpu.yaml
says err 'note: speed, verdict need a GPU, and this machine has none that ria can use ('
says err 'their tables will name them as not measured'
expect 0 "$ria" validate gpu.yaml --json
says out '"gpus": "speed, verdict need a GPU'
expect 0 "$ria" run gpu.yaml --study gpu
! grep -q '^cuda' gpu/steps/speed/table.txt || fail "an empty row: $(cat gpu/steps/speed/table.txt)"
says gpu/steps/speed/table.txt 'no GPU that ria can use: 1 point (target=cuda)'
expect 2 "$ria" run gpu.yaml --study gpu --set without_gpu=fail
