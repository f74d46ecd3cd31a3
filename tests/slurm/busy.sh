#!/usr/bin/env bash
# A controller that gives no answer for a while, and one that is dead for a while, in the midst of a workflow whose
# steps are jobs: the engine waits, asks ever more seldom and in one call for all, tells how the study is, and goes
# on afterwards. Nothing is lost, and nothing runs twice.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
# Slurm's programs give up after MessageTimeout, so that this test need not wait for long.
RIA_CLUSTER_CONF=MessageTimeout=2 cluster_enter 2 "$0" "$@"
fail() { echo "busy: $*" >&2; tail -n 60 run.txt calls.txt >&2; exit 1; }
cd "$TMPDIR"

# Each call of Slurm's programs is noted.
mkdir calls
for program in squeue sbatch sacct scontrol sinfo; do
  cat >calls/$program <<WRAPPER
#!/bin/bash
echo "\$(date +%s%N) $program \$*" >>$PWD/calls.txt
exec $(command -v $program) "\$@"
WRAPPER
  chmod +x calls/$program
done
export PATH=$PWD/calls:$bin:$PATH

cat >busy.yaml <<END
name: busy
defaults: {resources: {memory: 64 MB, time: 5 min}}
steps:
  first:
    kind: shell
    sweep: {n: [1, 2, 3, 4]}
    script: "echo \$n >>$PWD/first.txt; until [ -e $PWD/go-1 ]; do sleep .1; done"
  second:
    kind: shell
    needs: [first]
    sweep: {n: [1, 2, 3, 4]}
    script: "echo \$n >>$PWD/second.txt; until [ -e $PWD/go-2 ]; do sleep .1; done"
  third: {kind: shell, needs: [second], script: "echo 1 >>$PWD/third.txt"}
END

lines() { [ -e "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ]; }
calls() { grep -c " $1" calls.txt || true; }
more_calls() { [ "$(calls "$1")" -ge "$2" ]; }
# So many times nobody heard that the engine submits.
unheard() { [ "$(grep -c 'submitting again' run.txt)" -ge "$1" ]; }
# The pauses between the last N calls of squeue, in milliseconds.
pauses() { grep ' squeue' calls.txt | tail -n $(($1 + 1)) | awk 'NR > 1 {print int(($1 - last) / 1e6)} {last = $1}'; }
grows() { pauses "$1" | awk 'NR > 1 && $1 < 1.2 * last {exit 1} {last = $1}'; }
answers() { [ "$(timeout 60 ria status busy --json | sed -n 's/^  "state": "\(.*\)".*/\1/p')" = running ] || fail "no status"; }

ria run busy.yaml --mode jobs >run.txt 2>&1 &
engine=$!
cluster_await 120 lines first.txt 4 || fail "the jobs do not start"

# It hangs: it is asked ever more seldom. The jobs end meanwhile.
controller=$(pgrep -x slurmctld)
kill -STOP "$controller"
before=$(calls squeue)
cluster_await 90 more_calls squeue $((before + 3)) || fail "the engine does not ask again"
grows 2 || fail "the pauses do not grow: $(pauses 2 | xargs)"
answers
touch go-1
cluster_await 120 unheard 1 || fail "the engine does not go on by what the markers tell"
kill -CONT "$controller"
cluster_await 90 lines second.txt 4 || fail "the second step's jobs do not start"

# It is dead, with its state written down.
kill "$controller"
before=$(calls squeue)
cluster_await 90 more_calls squeue $((before + 2)) || fail "the engine does not ask again"
answers
touch go-2
cluster_await 120 unheard 2 || fail "the engine does not go on by what the markers tell"
slurmctld
wait $engine || fail "the engine ends with $?"
for step in first second; do
  [ "$(sort $step.txt | xargs)" = "1 2 3 4" ] || fail "$step did not run once each: $(xargs <$step.txt)"
done
[ "$(xargs <third.txt)" = 1 ] || fail "third did not run once: $(xargs <third.txt)"

# An engine that begins while the controller hangs, when one before it died as it was submitting: in a job of Slurm's
# it waits, since nobody may be there to start it again (with --requeue, the engine itself would come back).
cat >late.yaml <<END
#!/usr/bin/env -S ria run
name: late
steps:
  one: {kind: shell, script: "echo 1 >>$PWD/late.txt", resources: {memory: 64 MB, time: 5 min}}
END
cat >late.sh <<END
#!/bin/bash
RIA_ENGINE_DIE_AT=\$2 ria run late.yaml --study \$1 --mode jobs
touch died-\$1
until [ -e go-\$1 ]; do sleep .1; done
exec ria run late.yaml --study \$1 --mode jobs
END
for at in 5 6 7; do
  rm -f late.txt # a follow-up of the engine before may still look at its own study
  sbatch --no-requeue --time=5 --mem=128 --output=late.log late.sh late-$at $at
  cluster_await 60 test -e died-late-$at || fail "late-$at does not begin: $(cat late.log)"
  controller=$(pgrep -x slurmctld)
  kill -STOP "$controller"
  touch go-late-$at
  cluster_await 60 grep -q "asking again in" late.log || fail "late-$at does not wait: $(cat late.log)"
  kill -CONT "$controller"
  finished() { ria status late-$at --json 2>/dev/null | grep -q '"state": "finished"'; }
  cluster_await 120 finished || fail "late-$at does not end: $(cat late.log)"
  [ "$(xargs <late.txt)" = 1 ] || fail "late-$at ran $(xargs <late.txt)"
done
echo "$(calls squeue) calls of squeue, $(calls sbatch) of sbatch"
