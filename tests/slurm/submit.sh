#!/usr/bin/env bash
# On a real Slurm: requests that no partition can meet are reported with their place after one query to Slurm, and
# are not submitted; and a study whose job still waits in the queue can be looked at.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
cluster_enter 1 "$0" "$@"
fail() { echo "submit: $*" >&2; exit 1; }
cd "$TMPDIR"
export PATH=$bin:$PATH
# says CODE TEXT COMMAND...: it ends with that code and says the text.
says() {
  local code=0 wanted=$1 text=$2
  shift 2
  timeout -k 5 60 "$@" >out.txt 2>&1 || code=$?
  [ $code = "$wanted" ] || fail "$*: exit code $code, not $wanted: $(cat out.txt)"
  grep -qF -- "$text" out.txt || fail "$*: '$text' is missing: $(cat out.txt)"
}

# 200 steps, some of which ask for what there is not: 4 cores and 2 GiB for at most an hour.
{
  printf '%s\n' '#!/usr/bin/env -S ria run' '#SBATCH --ntasks=1 --time=00:10:00' 'name: many' 'steps:'
  for i in $(seq 200); do echo "  s$i: {kind: shell, command: [echo, hello], resources: {workers: $((i % 4 + 1))}}"; done
  echo '  cores: {kind: shell, command: [echo, hello], resources: {workers: 5}}'
  echo '  memory: {kind: shell, command: [echo, hello], resources: {memory: 4G}}'
  echo '  nodes: {kind: shell, command: [echo, hello], resources: {ranks: 2, nodes: 2}}'
  echo '  time: {kind: shell, command: [echo, hello], resources: {time: 2 h}}'
  echo '  partition: {kind: shell, command: [echo, hello], resources: {partition: mian}}'
} >many.yaml
mkdir path
real=$(command -v sinfo)
printf '#!/bin/bash\necho >>%q\nexec %q "$@"\n' "$PWD/asked" "$real" >path/sinfo
chmod +x path/sinfo
PATH=$PWD/path:$PATH says 1 'many.yaml:205:' ria validate many.yaml --mode jobs
[ "$(wc -l <asked)" = 1 ] || fail "sinfo was asked $(wc -l <asked) times"
for finding in 'steps.cores.resources: 5 cores' 'steps.memory.resources: 4096 MiB of memory' 'steps.nodes.resources: 2 nodes' \
  'steps.time.resources: 120 minutes' "steps.partition.resources: there is no partition 'mian'"; do
  grep -qF -- "$finding" out.txt || fail "'$finding' is missing: $(cat out.txt)"
done
[ "$(grep -c ^many.yaml: out.txt)" = 5 ] || fail "too many findings: $(cat out.txt)"
says 2 'steps.time.resources: 120 minutes' ria submit many.yaml --mode jobs
says 0 'valid' ria validate many.yaml

# The request of the file's own lines: sbatch would accept it, and the job would wait for ever.
cat >flow.yaml <<'YAML'
#!/usr/bin/env -S ria run
#SBATCH --ntasks=1
#SBATCH --time=02:00:00 --open-mode=append
name: flow
study: made/study
steps:
  a: {kind: shell, command: [echo, hello]}
YAML
says 1 'flow.yaml:3:1: #SBATCH: the job could never start: 120 minutes' ria validate flow.yaml
says 2 'flow.yaml:3:1: #SBATCH: the job could never start: 120 minutes' ria submit flow.yaml
says 2 'the job could never start: 9 nodes' ria submit flow.yaml -- --time=5 -N 9
says 2 'sbatch' ria submit flow.yaml -- --time=5 --constraint=none-such
[ -z "$(squeue --noheader)" ] || fail "something was submitted: $(squeue)"
[ ! -e made ] || fail "a study was made"
says 2 "there is no study in '$PWD/made/study' yet" ria status flow.yaml

# Held back in the queue it can be looked at; then it runs, and is followed to its end.
says 0 'submitted flow as job' ria submit flow.yaml -- --time=5 --hold
job=$(sed -n 's/^submitted flow as job \([0-9]*\);.*/\1/p' out.txt)
says 0 "job $job waits in the queue: JobHeldUser" ria status flow.yaml
says 0 '"state": "submitted"' ria status made/study --json
says 2 "has not started: job $job waits" ria logs made/study a
ria watch made/study >watched.txt 2>&1 &
watcher=$!
cluster_await 90 grep -q "job $job waits in the queue: JobHeldUser" watched.txt || fail "watch: $(cat watched.txt)"
scontrol release "$job"
wait $watcher || fail "watch ends with $?: $(cat watched.txt)"
grep -q 'finished' watched.txt || fail "watch saw no end: $(cat watched.txt)"
[ ! -e made/study/submitted ] || fail "the note of the job is still there"
says 0 'flow  finished' ria status made/study

# The study is there, and is to run again: the job that waits is told. One that is cancelled is not.
says 0 'submitted flow as job' ria submit flow.yaml -- --time=5 --hold
job=$(sed -n 's/^submitted flow as job \([0-9]*\);.*/\1/p' out.txt)
says 0 "job $job waits in the queue: JobHeldUser" ria status made/study
scancel "$job"
says 0 'flow  finished' ria status made/study
grep -q "job $job" out.txt && fail "a job that is cancelled is told: $(cat out.txt)"

# Cancelled before it made the study: an error.
says 0 'submitted flow as job' ria submit flow.yaml --study never -- --time=5 --hold
scancel "$(sed -n 's/^submitted flow as job \([0-9]*\);.*/\1/p' out.txt)"
says 2 'ended before it ran the study' ria status never
says 2 'ended before it ran the study' ria watch never
echo "checked, submitted, followed"
