#!/usr/bin/env bash
# On a real Slurm: `ria plan` prints the commands that the engine runs, byte for byte: the lines of sbatch, those of
# arrays too, and the commands in the jobs' scripts; and the lines of srun inside an allocation.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
cluster_enter 1 "$0" "$@"
fail() { echo "plan: $*" >&2; exit 1; }
cd "$TMPDIR"

cat >flow.yaml <<'YAML'
name: flow
defaults: {resources: {time: 2 min, memory: 100M}, retries: 0}
steps:
  alone: {kind: shell, command: [echo, "it's alone", "a\nb"]}
  ranks:
    kind: shell
    needs: [alone]
    resources: {ranks: 2, partition: main, options: [--nice=3]}
    command: [echo, "$(ranks)"]
  sweep:
    kind: shell
    sweep: {k: [1, 2, 3]}
    resources: {partition: main}
    command: [echo, "${k}"]
YAML

# Wrappers of Slurm's programs that record their arguments. The engine and the jobs' scripts find them in PATH.
mkdir path
for program in sbatch srun; do
  real=$(command -v $program)
  cat >path/$program <<SH
#!/usr/bin/env bash
{ printf '%q ' $program "\$@"; echo; } >>"$PWD/$program.log.\$BASHPID"
exec $real "\$@"
SH
  chmod +x path/$program
done
export PATH=$PWD/path:$bin:$PATH

# A submission has a token of its own, which the plan cannot know.
alike() { sed 's/ria:[0-9a-f]*/ria:/g' | sort; }
# told PROGRAM: its lines in the plan, as it would be given them.
told() {
  sed -n "s/^      \($1 .*\)/\1/p" plan.txt | while IFS= read -r line; do
    eval "set -- $line"
    printf '%q ' "$@"
    echo
  done | alike >told
}
given() { cat "$1".log.* | alike >given; }
same() {
  told "$1"
  given "$1"
  [ "$(wc -l <told)" -ge "$2" ] || fail "the plan tells too few lines of $1: $(cat plan.txt)"
  cmp told given || fail "$1 was given: $(<given); the plan told: $(<told)"
  rm "$1".log.*
}

ria plan flow.yaml --mode jobs --study queued --all >plan.txt
grep -q 'note' plan.txt && fail "Slurm is here: $(cat plan.txt)"
grep -q '3 tasks as one array of jobs' plan.txt || fail "no array: $(cat plan.txt)"
timeout -k 5 240 ria run flow.yaml --mode jobs --study queued >run.txt 2>&1 || fail "jobs: $(cat run.txt)"
same sbatch 3
same srun 1
ria plan flow.yaml --mode jobs --study queued | grep -q 'nothing is left to run' || fail "something is left in jobs"

# Inside an allocation, where its size decides.
salloc --quiet --ntasks=2 --time=5 bash -c 'ria plan flow.yaml --study allocated --all >plan.txt &&
  exec timeout -k 5 240 ria run flow.yaml --study allocated' >run.txt 2>&1 || fail "allocation: $(cat run.txt)"
grep -q 'mem=' plan.txt || fail "the srun lines say nothing of memory: $(cat plan.txt)"
same srun 5
echo "sbatch, arrays, srun: as planned"
