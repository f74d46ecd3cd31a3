#!/usr/bin/env bash
# kill -9 of the engine inside its own batch job: with --requeue it comes back in the same job by itself, without a
# sbatch by a person, takes up what runs, and starts nothing twice; also if it is killed again and again, as long as
# it gets further. One that dies before it has begun gives up, as does one that gets nowhere; without --requeue the
# job ends, and its follow-up goes on. Signals that Slurm sends reach the engine once.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 2 "$0" "$@"

cat >flow.yaml <<'END'
#!/usr/bin/env -S ria run
#SBATCH --open-mode=append
name: flow
defaults:
  resources: {memory: 100 MB, time: 5 min}
steps:
  first:
    kind: shell
    script: . "$STUDY_BASH"; mark start "first.$RIA_STUDY"; until [ -e "$RIA_STUDY.go" ]; do sleep 0.1; done; echo 1 >one.txt
    outputs: [one.txt]
  second:
    kind: shell
    needs: [first]
    sweep: {k: [1, 2, 3]}
    script: . "$STUDY_BASH"; mark start "second$k.$RIA_STUDY"; echo $k >two.txt
    outputs: [two.txt]
END
submit() { # STUDY OPTION...
  sbatch --parsable --time=10 --ntasks=1 --mem=500 --output="$1.txt" "${@:2}" flow.yaml --study "$1"
}
once() { # STUDY: each task has begun once
  for name in first second1 second2 second3; do
    expect "starts of $name of $1" "$(marks start "$name.$PWD/$1")" 1
  done
}
# The process that has the study: the engine, not what watches over it.
engine_of() {
  ria status "$1" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["engine"]["process"])'
}
runs_first() { grep -q "start first.$PWD/$1 " "$LEDGER"; }

killed=$(submit killed --requeue)
await runs_first killed
before=$(engine_of killed)
kill -9 "$before"
back() { [ "$(engine_of killed)" != "$before" ] && kill -0 "$(engine_of killed)"; }
await back
touch killed.go
finish killed "$killed"
once killed
grep -q "the previous engine was killed; this one continues" killed/log.txt || study_fail "the log does not tell"
expect "the job" "$(job_state "$killed")" COMPLETED

# The job's script itself, which watches over the engine: the job is requeued.
script=$(submit script --requeue)
await runs_first script
kill -9 "$(ps -o ppid= -p "$(engine_of script)")"
touch script.go
again() { [[ $(scontrol show job "$script") =~ Restarts=1 ]]; }
await again
finish script "$script"

# At each ninth of its state changes, until all is done.
touch often.go
often=$(RIA_ENGINE_DIE_AT=9 submit often --requeue)
finish often "$often"
once often
[ "$(grep -c "was killed; this one continues" often/log.txt)" -ge 2 ] || study_fail "it was not killed often: $(cat often/log.txt)"

# Nowhere, three times in a row.
touch nowhere.go
nowhere=$(RIA_ENGINE_DIE_AT=1 submit nowhere --requeue)
await job_over "$nowhere"
expect "an engine that gets nowhere" "$(job_state "$nowhere")" FAILED
grep -q "3 restarts in a row made no progress" nowhere.txt || study_fail "it does not say why it ends: $(cat nowhere.txt)"

# Without --requeue the follow-up job goes on.
followed=$(submit followed --no-requeue)
await runs_first followed
kill -9 "$(engine_of followed)"
touch followed.go
await job_over "$followed"
followed_up() { [ "$(study_state followed)" = finished ]; }
await followed_up

# SIGTERM, which Slurm may send to both processes, stops the engine gently and once.
stopped=$(submit stopped --requeue)
await runs_first stopped
scancel --signal=TERM --full "$stopped"
await job_over "$stopped"
grep -q "signal 15 (Terminated): stops" stopped/log.txt || study_fail "no signal has come: $(cat stopped/log.txt)"
expect "a stopped study" "$(study_state stopped)" interrupted
echo "the engine comes back"
