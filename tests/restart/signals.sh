#!/usr/bin/env bash
# Ctrl-C, SIGTERM, SIGUSR1 and SIGHUP, with one rank and with two: a checkpoint, exit code 3, and a resumed run that
# ends as if nothing had been; during the start, too.
# shellcheck source=tests/restart/common.bash
. "$(dirname "$0")/common.bash" "$1" "$2"
ria_run good || fail "the undisturbed run"

pid=
clean_up() {
  [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true
  rm -rf "$folder"
}

# begin NAME OPTION...: start a run; bash would have a child in the background ignore Ctrl-C.
begin() {
  env --default-signal=INT,HUP "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$1" "${settings[@]}" "${@:2}" >said 2>&1 </dev/null &
  pid=$!
}
# end CODE...: wait for it
end() {
  code=0
  wait "$pid" || code=$?
  pid=
  [[ " $* " = *" $code "* ]] || fail "exit code $code, not one of: $*"
}

for ranks in 1 2; do
  for signal in INT TERM USR1 HUP; do
    name=$signal-$ranks
    for _ in 1 2 3 4 5; do
      rm -rf "$name"
      begin "$name" -n "$ranks"
      until [ -e "$name/checkpoints/latest" ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
      kill -s "$signal" "$pid" 2>/dev/null || true
      end 0 3
      [ "$code" -eq 0 ] || break # it was quicker than the signal
    done
    [ "$code" -eq 3 ] || fail "five runs ended before $signal came"
    grep -q "^checkpoint $name/checkpoints/step-[0-9]*.h5; --resume continues from it" said || fail "no last word of $name"
    [ "$(grep -c 'ria run: ' said || true)" -eq 0 ] || fail "a complaint of $name"
    grep -q '"state": "stopped"' "$name/summary.json" || fail "the summary of $name"
    sound "$name"
    resumed "$name" -n $((3 - ranks))
  done
done

# nohup: a run that is meant to outlive its terminal does.
for ranks in 1 2; do
  rm -rf nohup
  env --ignore-signal=HUP "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o nohup "${settings[@]}" -n "$ranks" >said 2>&1 </dev/null &
  pid=$!
  until [ -e nohup/checkpoints/latest ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
  kill -s HUP "$pid" 2>/dev/null || true
  end 0
  same nohup
done

# holds PID: whether a process that runs ria blocks or catches SIGTERM
holds() {
  local mask
  [ "$(readlink "/proc/$1/exe")" = "$(realpath "$ria")" ] || return 1
  while read -r mask; do
    [ $((0x$mask & 0x4000)) -eq 0 ] || return 0
  done < <(sed -n 's/^Sig\(Blk\|Cgt\):\t//p' "/proc/$1/status" 2>/dev/null)
  return 1
}
# reached MOMENT: whether the start has come so far. `held` is the first moment at which ria can see to a signal.
reached() {
  case $1 in
    held) holds "$pid" ;;
    mpirun) pgrep -P "$pid" >/dev/null ;;
    rank) pgrep -P "$(pgrep -P "$pid" -d , -x mpirun)" >/dev/null 2>&1 ;;
    folder) [ -e early/log.txt ] ;;
  esac
}

# At any moment of the start: a checkpoint. A rank that has no handler yet must not die.
for early in "1 held TERM" "1 folder INT" "2 held TERM" "2 mpirun INT" "2 mpirun USR1" "2 rank USR1" "2 rank TERM"; do
  read -r ranks moment signal <<<"$early"
  rm -rf early
  begin early -n "$ranks"
  until reached "$moment" || ! kill -0 "$pid" 2>/dev/null; do :; done
  kill -s "$signal" "$pid" 2>/dev/null || true
  end 0 3
  if [ "$code" -eq 3 ]; then [ -e early/checkpoints/latest ] || fail "stopped without a checkpoint"; fi
  sound early
  [ "$moment" != held ] || resumed early
done

# A second Ctrl-C is meant.
begin twice -n 2 --set time.end="30 d"
until [ -e twice/checkpoints/latest ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
kill -s INT "$pid"
kill -s INT "$pid" 2>/dev/null || true
end 3 130 # 3: it was quicker to stop than the second one came
# mpirun is gone at once then, its ranks a moment later: until then they may remove checkpoints that are too many.
ranks_live() {
  local process
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/cwd")" != "$PWD" ] || [ "$(readlink "$process/exe")" != "$(realpath "$ria")" ] || return 0
  done
  return 1
}
while ranks_live; do sleep 0.05; done
readable twice # 130: they were killed, perhaps in the middle of a file that has no name of its own yet
[ "$code" -ne 3 ] || sound twice
