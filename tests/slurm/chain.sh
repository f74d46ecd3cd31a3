#!/usr/bin/env bash
# Lives of one study under a time limit that is too short for it: a chain of three segments in jobs that end before
# two of them do, by requeue and, where that is not allowed, by follow-up jobs; steps that wait for a job with more
# time left; restarts that get nowhere; a job that somebody cancels. The chains end as one uninterrupted run.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
cluster_enter 2 "$0" "$@"
fail() { echo "chain: $*" >&2; tail -n 40 ./*/log.txt >&2; exit 1; }
cd "$TMPDIR"
export PATH=$bin:$PATH
ln -s "$source/inputs" inputs

gone() { [ -z "$(squeue --noheader --format=%i)" ]; }
state() { ria status "$1" --json | sed -n 's/^  "state": "\(.*\)".*/\1/p'; }
in_state() { [ "$(state "$1")" = "$2" ]; }
count() { grep -c "$2" "$1/log.txt" || true; }

# An engine stops half a minute before the end of these jobs of one minute, the shortest that Slurm has.
submit() { sbatch --parsable --time=1 --ntasks=2 --mem-per-cpu=256 "$@"; }

# A segment is what a core of this machine computes in 20 s, by a sample, whoever else is at work on it.
case=(ria run inputs/cases/arousa/arousa.yaml --set grid.resolution="400 m" --set output.maps=false --set output.every="1 d"
  --set checkpoint.every="1 d")
TIMEFORMAT=%U
seconds=$({ time "${case[@]}" -o sample --set time.end="2 d" >sample.txt 2>&1; } 2>&1) || fail "sample: $(cat sample.txt)"
segment=$(awk "BEGIN { print int(48 * 20 / $seconds) + 1 }")
cat >chain.yaml <<END
#!/usr/bin/env -S ria run
#SBATCH --signal=B:USR1@10
#SBATCH --open-mode=append
name: chain
steps:
  tides:
    kind: case
    case: inputs/cases/arousa/arousa.yaml
    resolution: 400 m
    segments: $segment h
    resources: {ranks: 1, workers: 1, time: 5 min}
    set: {time.end: $((3 * segment)) h, output.every: 1 d, output.maps: false, checkpoint.every: 1 d}
END
requeued=$(submit --requeue --output=requeued.txt chain.yaml --study requeued)
followed=$(submit --no-requeue --output=followed.txt --job-name="a chain" chain.yaml --study followed)

# The second step would not fit behind the first; the first of the other study never ends.
cat >waits.yaml <<'END'
#!/usr/bin/env -S ria run
name: waits
steps:
  short: {kind: shell, command: [sleep, "12"], resources: {time: 1 min}}
  long: {kind: shell, needs: [short], command: [sleep, "5"], resources: {time: 25 s}}
END
cat >loops.yaml <<'END'
#!/usr/bin/env -S ria run
name: loops
steps:
  endless: {kind: shell, command: [sleep, "1000"], resources: {time: 1 min}}
END
waits=$(submit --requeue --output=waits.txt waits.yaml --study waits)
submit --no-requeue --output=loops.txt loops.yaml --study loops >loops.id

# scancel by a user ends a study and its follow-up job.
somebody=$(submit --no-requeue --output=somebody.txt loops.yaml --study somebody)
cluster_await 240 grep -q "endless  started" somebody/log.txt || fail "somebody's study does not start: $(cat somebody.txt)"
scancel "$somebody"
cluster_await 90 grep -q "ended by a user" somebody/log.txt || fail "scancel is not understood: $(cat somebody.txt)"
in_state somebody interrupted || fail "a cancelled job leaves its study $(state somebody)"
no_follow_up() { ! squeue --noheader --format=%o | grep -q somebody; }
cluster_await 60 no_follow_up || fail "a cancelled job has a follow-up: $(squeue)" # Slurm lists it for a moment

"${case[@]}" -o alone --set time.end="$((3 * segment)) h" >alone.txt 2>&1 || fail "alone: $(cat alone.txt)"
cluster_await 500 gone || fail "jobs stay: $(squeue; cat ./*.txt)"
for study in requeued followed; do
  in_state $study finished || fail "$study: $(cat $study.txt; ria status $study --all)"
  ria diff alone/checkpoints/latest $study/steps/tides/checkpoints/latest >diff.txt || fail "$study differs: $(cat diff.txt)"
  [ "$(count $study "  interrupted$")" -ge 1 ] || fail "$study has not met its limit"
done
[ "$(count requeued "requeues itself")" = "$(count requeued "  interrupted$")" ] || fail "not requeued"
[ "$(squeue --states=all --noheader --format=%i --jobs="$requeued")" = "$requeued" ] || fail "another job went on with requeued"
[ "$(count followed "waits to continue after it")" = $(($(count followed "  interrupted$") + 1)) ] || fail "no follow-ups"
[ "$(squeue --states=all --noheader --format="%j %T" | grep -c "^a chain COMPLETED$")" -ge 1 ] || fail "$(squeue --states=all)"
[ "$(squeue --states=all --noheader --format="%j %T" | grep -c "^a chain CANCELLED$")" = 1 ] || fail "$(squeue --states=all)"
in_state waits finished || fail "waits: $(cat waits.txt)"
[ "$(count waits "needs more time")" = 1 ] || fail "the long step was not kept for another job"
grep -q "3 restarts in a row made no progress" loops.txt || fail "loops for ever: $(cat loops.txt)"
echo "jobs $requeued, $followed and $waits: identical, and none too many"
