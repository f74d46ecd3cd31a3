#!/usr/bin/env bash
# `ria cancel` where no engine runs: when it returns the jobs are gone, or are named; `ria retry` and `ria run`
# right after it start nothing beside a job that is still ending; what had ended well stays done.
# shellcheck source=tests/restart/engine.bash
. "$(dirname "$0")/engine.bash" "$1"
# An engine that is killed once its tasks run.
start_and_kill() {
  "$ria" run flow.yaml > log.engine 2>&1 &
  engine=$!
  until_true grep -q start ledger-1
  until_true grep -q start ledger-2
  kill -9 $engine
  wait $engine 2> /dev/null || true
  engine=
}
# One attempt of a task at a time: no start before the end of what was there.
alternate() {
  local file expected line
  for file in ledger-*; do
    expected=start
    while read -r line; do
      [ "$line" = $expected ] || say "$file: '$line' where '$expected' was due: $(xargs < "$file")"
      if [ $expected = start ]; then expected=end; else expected=start; fi
    done < "$file"
    [ $expected = start ] || say "$file: something still runs"
  done
}
states() { "$ria" status study --json | tr -d ' \n' | grep -o '"id":"'"$1"'"[^{]*"state":"[a-z]*"' | sed 's/.*:"\(.*\)"/\1/'; }

# Two tasks that log their start and end, take a moment to end when told, and run until the file `go` is there.
cat > flow.yaml << 'END'
name: flow
study: study
steps:
  long:
    kind: shell
    sweep: {k: [1, 2]}
    script: |
      trap 'sleep 0.5; echo end >> "$FOLDER/ledger-$k"; exit 1' TERM
      echo start >> "$FOLDER/ledger-$k"
      until [ -e "$FOLDER/go" ]; do sleep 0.05; done
      echo end >> "$FOLDER/ledger-$k"
    resources: {workers: 1}
END

# All: they are gone, the attempts are closed, the next run starts anew at once.
start_and_kill
"$ria" cancel --study study > log 2>&1 || say "no cancel"
grep -q "waits for 2 jobs" log || say "cancel does not say what it waits for"
alternate
"$ria" status study --json > status.json || true
[ "$(grep -c '"cause": "cancelled"' status.json)" = 2 ] || say "the attempts are not closed: $(cat status.json)"
touch go
run 0
alternate

# By an engine, and retried while its job is still ending.
rm -rf study go ledger-*
"$ria" run flow.yaml > log.engine 2>&1 &
engine=$!
until_true grep -q start ledger-1
"$ria" cancel long/k=1 --study study > log
"$ria" retry long/k=1 --study study > log
started_twice() { [ "$(grep -c start ledger-1)" = 2 ]; }
until_true started_twice
touch go
wait $engine || say "exit code $?"
engine=
alternate

# Jobs that do not listen: they are named, and stay active; retried, they run again after their end.
sed -i "s/trap '.*' TERM/trap '' TERM/" flow.yaml
rm -rf study go ledger-*
start_and_kill
"$ria" cancel long --study study --wait 0.5 > log 2>&1 || say "no cancel"
grep -q "still ending: long/k=1 (.*), long/k=2" log || say "cancel does not name what is still ending"
[ "$(states long/k=1)" = running ] || say "a task is given up whose job still runs: $(states long/k=1)"
"$ria" retry long/k=1 --study study > log 2>&1 || say "no retry"
grep -q "1 task;" log || say "a task whose job is ending is not retried"
"$ria" run flow.yaml > log 2>&1 &
engine=$!
sleep 1
[ "$(cat ledger-1 ledger-2 | xargs)" = "start start" ] || say "started beside a job that is still ending"
touch go
code=0
wait $engine || code=$?
engine=
[ $code = 3 ] || [ $code = 0 ] || say "exit code $code"
alternate
[ "$(xargs < ledger-1)" = "start end start end" ] || say "not run again: $(xargs < ledger-1)"

# A task that succeeded before it was cancelled, while no engine ran, is done.
rm -rf study go ledger-*
start_and_kill
touch go
until_true grep -q end ledger-1
until_true grep -q end ledger-2
until_true test -e study/tasks/long/k=1/attempt-1/ended -a -e study/tasks/long/k=2/attempt-1/ended
"$ria" cancel --study study > log 2>&1 || say "no cancel"
run 0
[ "$(cat ledger-1 ledger-2 | xargs)" = "start end start end" ] || say "what was done ran again"

# Killed at each of its first state changes, cancelled, run again at once.
sed -i "s/trap '' TERM/trap 'sleep 0.2; echo end >> \"\$FOLDER\/ledger-\$k\"; exit 1' TERM/" flow.yaml
for moment in $(seq 1 12); do
  rm -rf study go ledger-*
  { RIA_ENGINE_DIE_AT=$moment timeout -s KILL 2 "$ria" run flow.yaml > log 2>&1; } 2> /dev/null || true
  timeout -k 5 60 "$ria" cancel --study study > log 2>&1 || say "killed at state change $moment: no cancel"
  touch go
  run 0
  alternate
done
echo "no two attempts at once"
