#!/usr/bin/env bash
# The engine on this machine: finished tasks stay finished, changed tasks run again with their dependants;
# failures, conditions, signals, cancel and retry; two engines; the commands that show a study.
# shellcheck source=tests/restart/engine.bash
. "$(dirname "$0")/engine.bash" "$1"
# ran NAME TIMES: how often a task has run, by its own account.
ran() {
  local times
  times=$(grep -cx "$1" ledger || true)
  [ "$times" = "$2" ] || say "$1 ran $times times, not $2"
}
state() {
  local json
  json=$("$ria" status study --json || true) # exits 2 for a study that failed
  tr -d ' \n' <<< "$json" | grep -q "\"name\":\"$1\",[^[]*\"state\":\"$2\"" || say "$1 is not $2"
}

cat > flow.yaml << 'END'
name: flow
study: study
parameters: {size: 3}
steps:
  make:
    kind: shell
    script: |
      echo make >> "$LEDGER"; echo $((size * 2)) > twice.txt
      [ -z "$(printenv RIA_RETRY_DELAY)" ] || echo leaked >> "$LEDGER"
    outputs: [twice.txt]
  sweep:
    kind: shell
    needs: [make]
    sweep: {k: [1, 2]}
    command: [bash, -c, 'echo "sweep$0" >> "$LEDGER"', "${k + make.twice_txt.value}"]
  if-big:
    kind: shell
    needs: [make]
    when: "${make.twice_txt.value > 10}"
    script: echo big >> "$LEDGER"
  fail:
    kind: shell
    needs: [sweep]
    retries: 1
    command: [bash, -c, 'echo fail >> "$LEDGER"; exit 0']
  after:
    kind: shell
    needs: [fail, if-big]
    script: echo after >> "$LEDGER"
END

# Once; again: no task; a changed parameter: the changed tasks and their dependants.
run 0
ran leaked 0 # an option of the engine is not passed to tasks
ran make 1; ran sweep7 1; ran sweep8 1; ran big 0; ran fail 1; ran after 1
state if-big skipped
run 0
ran make 1; ran fail 1; ran after 1
run 0 --set size=6
ran make 2; ran sweep13 1; ran big 1; ran after 2
[ "$("$ria" results make --study study --key 'twice_txt.value' | tail -1)" = make,make,twice_txt.value,12 ] || say "wrong results"

# A failure: one retry, and its dependants wait; the next run tries it again, and so does `retry`.
sed -i "s/exit 0/exit 4/" flow.yaml
run 2 --set size=6
ran make 2; ran fail 4; ran after 2
state fail failed; state after pending
code=0
"$ria" status study > log || code=$?
[ $code = 2 ] || say "status of a failed study exits $code"
grep -q "exit code 4; its retries are used up" log || say "status does not say why"
run 2 --set size=6
ran fail 6
sed -i "s/exit 4/exit 0/" flow.yaml
run 0 --set size=6
ran fail 7; ran after 3
"$ria" retry sweep --study study > log
run 0 --set size=6
ran sweep13 2; ran make 2; ran after 4
code=0
"$ria" retry nosuch --study study > log 2>&1 || code=$?
[ $code = 2 ] || say "retry of what there is not exits $code"

# While an engine runs: a second one is refused; logs, cancel of a task; SIGTERM stops it all.
cat > flow.yaml << 'END'
name: flow
study: study
steps:
  long:
    kind: shell
    sweep: {k: [1, 2]}
    command: [bash, -c, 'echo "hello $0"; [ -e "$LEDGER.go" ] || exec sleep 100', "${k}"]
    resources: {workers: 1}
END
rm -rf study
"$ria" run flow.yaml > log.engine 2>&1 &
engine=$!
until_true grep -q "hello" "study/tasks/long/k=1/attempt-1/output.txt"
code=0
"$ria" run flow.yaml > log 2>&1 || code=$?
[ $code = 2 ] || say "a second engine exits $code"
grep -q "another engine has the study .*process $engine, since 2" log || say "the second engine does not name the first"
[ "$("$ria" logs long/k=1 --study study)" = "hello 1" ] || say "no logs"
"$ria" cancel long/k=1 --study study > log
until_true grep -q "long/k=1 *cancelled" study/log.txt
kill -TERM $engine
code=0
wait $engine || code=$?
engine=
[ $code = 143 ] || say "after SIGTERM the engine exits $code"
touch "$LEDGER.go"
run 3
state long cancelled
"$ria" retry long --study study > log
run 0

# Cancelled as a whole: exit code 3, and the next run continues it.
rm -rf study "$LEDGER.go"
"$ria" run flow.yaml > log.engine 2>&1 &
engine=$!
until_true grep -q "hello" "study/tasks/long/k=1/attempt-1/output.txt"
"$ria" cancel --study study > log
code=0
wait $engine || code=$?
engine=
[ $code = 3 ] || say "a cancelled study exits $code"
touch "$LEDGER.go"
run 0

# kill -9 of the engine while tasks run: the next one adopts them.
rm -rf study "$LEDGER.go"
"$ria" run flow.yaml > log.engine 2>&1 &
engine=$!
until_true grep -q "hello" "study/tasks/long/k=1/attempt-1/output.txt"
kill -9 $engine
wait $engine 2> /dev/null || true
engine=
"$ria" status study > log || true
grep -q "it has died" log || say "status does not tell that the engine has died"
"$ria" cancel long --study study > log
[ -z "$(find study/tasks -name 'attempt-2')" ] || say "a task was started twice"
until_true test -e "study/tasks/long/k=1/attempt-1/ended"
touch "$LEDGER.go"
"$ria" retry long --study study > log
run 0
