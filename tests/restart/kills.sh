#!/usr/bin/env bash
# kill -9 at random moments of a run that writes all the time, of the command and of a rank of two: every file
# can be read afterwards, and the resumed run ends as if nothing had been, with its history and its gauges.
# shellcheck source=tests/restart/common.bash
. "$(dirname "$0")/common.bash" "$1" "$2"
settings=(--set numerics.order=1 --set time.end="1 h" --set grid.resolution="400 m" --set checkpoint.every="1 min"
  --set checkpoint.keep=2 --set output.maps=false --set output.every="1 min" --set gauges.every="1 min")
ria_run good || fail "the undisturbed run"
kills=0

# victim: the process to kill, of the run $pid; nothing if it has ended or not yet begun
victim() {
  local mpirun ranks
  [ "$1" = rank ] || { echo "$pid"; return; }
  mpirun=$(pgrep -P "$pid" -x mpirun) || return 0
  mapfile -t ranks < <(pgrep -P "$mpirun")
  [ "${#ranks[@]}" -eq 0 ] || echo "${ranks[RANDOM % ${#ranks[@]}]}"
}

# kill_once NAME WHO OPTION...: go on with the run, and kill it after a few more checkpoints
kill_once() {
  local name=$1 who=$2 pid process before now=
  before=$(readlink "$name/checkpoints/latest" 2>/dev/null || true)
  "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$name" "${settings[@]}" --resume "${@:3}" >said 2>&1 </dev/null &
  pid=$!
  # A killed command may have left ranks that are just ending: then this one refuses to begin.
  while kill -0 "$pid" 2>/dev/null; do
    now=$(readlink "$name/checkpoints/latest" 2>/dev/null || true)
    [ "$now" = "$before" ] || break
    sleep 0.01
  done
  sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
  process=$(victim "$who")
  [ -z "$process" ] || kill -9 "$process" 2>/dev/null || true
  local code=0
  wait "$pid" 2>/dev/null || code=$?
  [ "$code" -ne 137 ] || kills=$((kills + 1))
}

# readable NAME: each file, at any moment; what is half written has a name that says so
readable() {
  local file
  for file in "$1"/history.h5 "$1"/checkpoints/step-*.h5; do
    [ ! -e "$file" ] || "$ria" info "$file" >info 2>&1 || { cat info >&2; fail "$file cannot be read"; }
  done
}

go_on_to_the_end() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    ria_run "$@" --resume && return
    grep -q 'another run is active' said || fail "$1 cannot be resumed"
    sleep 1
  done
  fail "the ranks of a killed run do not end"
}

for round in 1 2 3; do
  for who in command rank; do
    name=$who-$round
    options=()
    [ "$who" = command ] || options=(-n 2)
    [ "$round" -ne 3 ] || options=(-n 2)
    for _ in 1 2; do
      kill_once "$name" "$who" "${options[@]}"
      [ "$who$round" = command3 ] || readable "$name" # else its ranks may be ending still
    done
    go_on_to_the_end "$name"
    readable "$name"
    same "$name"
    rm -rf "$name"
  done
done
[ "$kills" -ge 4 ] || fail "only $kills of 12 kills met a run at work"
