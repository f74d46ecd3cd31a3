#!/usr/bin/env bash
# Several points in one job, one after another: each with its own state, time limit, retries and log. And steps see their
# variables in jobs that begin with none.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 1 "$0" "$@"

cat >flow.yaml <<'END'
name: flow
study: study
steps:
  points:
    kind: shell
    sweep: {k: [1, 2, 3, 4, 5, 6, 7]}
    retries: 1
    environment: {COLOUR: green}
    script: |
      . "$STUDY_BASH"
      mark start $k
      case $k in
      2) [ -e "$LEDGER.2" ] || { touch "$LEDGER.2"; exit 4; } ;;
      3) sleep 600 ;;
      5) srun --ntasks=2 --overlap bash -c 'echo $COLOUR $(type -t ria)' ;;
      esac
      echo $COLOUR >out.txt
    outputs: [out.txt]
    resources: {bundle: 3, workers: 2, memory: 64 MB, time: 3 s}
END
ria plan flow.yaml --mode jobs >plan.txt
grep -q -- '--time=1 .*--array=0-2 ' plan.txt || study_fail "plan: $(grep sbatch plan.txt)"
sed -i 's/script: |/script: |\n      export STUDY_BASH='"${STUDY_BASH//\//\\/}"' LEDGER='"${LEDGER//\//\\/}"'/' flow.yaml

SBATCH_EXPORT=NONE engine_run 2
for k in 1 2 3 4 5 6 7; do
  case $k in 2) starts=2 state="done" ;; 3) starts=1 state="failed" ;; *) starts=1 state="done" ;; esac
  expect "starts of $k" "$(marks start $k)" $starts
  expect "state of $k" "$(field points/k=$k state)" $state
done
field points/k=3 note | grep -q 'reached its time limit' || study_fail "3: $(field points/k=3 note)"
expect "jobs" "$(squeue --states=all --noheader --format=%A | sort -u | wc -l)" 4 # three, and the one of the retry
expect "ranks of a script's own srun" "$(grep -c '^green file$' study/tasks/points/k=5/attempt-1/output.txt)" 2
expect "result" "$(cat study/steps/points/k=7/out.txt)" green

# One point is cancelled while it runs, one before its turn; the third of the bundle goes on.
cat >flow.yaml <<'END'
name: flow
study: study
steps:
  points:
    kind: shell
    sweep: {k: [1, 2, 3]}
    script: |
      . "$STUDY_BASH"
      mark begin $k
      [ $k != 1 ] || sleep 600
    resources: {bundle: 8, memory: 64 MB, time: 15 min}
END
rm -rf study
engine_start
running() { [ "$(marks begin 1)" = 1 ] && [ "$(field points/k=3 state)" = running ]; }
await running
ria cancel study points/k=2 >>log
ria cancel study points/k=1 >>log
engine_end 3
for k in 1 2 3; do
  expect "$k" "$(field points/k=$k state)" "$([ $k = 3 ] && echo "done" || echo cancelled)"
  expect "starts of $k" "$(marks begin $k)" $((k != 2))
done

# Slurm ends the job: points that have begun are cancelled with it, and no other point starts.
rm -rf study
: >"$LEDGER"
engine_start
await test -s "$LEDGER"
scancel --name=points.flow
engine_end 3
expect "starts" "$(wc -l <"$LEDGER")" 1
echo "bundles run point after point"
