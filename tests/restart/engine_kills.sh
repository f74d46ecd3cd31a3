#!/usr/bin/env bash
# kill -9 of the engine at each of its state changes: run again until it ends, and each task ran to its
# end exactly once, according to its output.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export RIA_RETRY_DELAY=0.1 RIA_QUIET=1

# Each run of a task leaves a line in its ledger at its start and one at its end. `flaky` fails once.
cat > kills.yaml << 'END'
name: kills
study: study
steps:
  first:
    kind: shell
    script: |
      echo start >> "$LEDGER/first"; sleep 0.05; echo 5 > five.txt; echo end >> "$LEDGER/first"
    outputs: [five.txt]
  sweep:
    kind: shell
    needs: [first]
    sweep: {k: [1, 2]}
    script: |
      echo start >> "$LEDGER/sweep$k"; sleep 0.05; echo end >> "$LEDGER/sweep$k"
  flaky:
    kind: shell
    needs: [first]
    retries: 1
    script: |
      echo start >> "$LEDGER/flaky"
      if [ ! -e "$LEDGER/tried" ]; then touch "$LEDGER/tried"; exit 1; fi
      echo end >> "$LEDGER/flaky"
  never:
    kind: shell
    needs: [sweep]
    when: "1 > 2"
    command: ["false"]
  last:
    kind: shell
    needs: [sweep, flaky, never]
    script: echo start >> "$LEDGER/last"; echo end >> "$LEDGER/last"
END

# lines FILE START END: how often a task began and ended.
lines() {
  local starts ends
  starts=$(grep -c start "$LEDGER/$1" || true)
  ends=$(grep -c end "$LEDGER/$1" || true)
  [ "$starts $ends" = "$2 $3" ] && return
  echo "killed at state change $moment: $1 began $starts times and ended $ends times, not $2 and $3"
  cat study/log.txt
  return 1
}

moment=0 killed=1
while [ $killed = 1 ]; do
  moment=$((moment + 1)) killed=0 code=0
  rm -rf study ledger
  mkdir ledger
  export LEDGER=$folder/ledger
  { RIA_ENGINE_DIE_AT=$moment timeout -k 5 60 "$ria" run kills.yaml > log 2>&1; } 2> /dev/null || code=$?
  if [ $code = 137 ]; then
    killed=1 code=0
    timeout -k 5 60 "$ria" run kills.yaml >> log 2>&1 || code=$?
  fi
  [ $code = 0 ] || { echo "killed at state change $moment: exit code $code"; cat log study/log.txt; exit 1; }
  lines first 1 1
  lines sweep1 1 1
  lines sweep2 1 1
  lines flaky 2 1
  lines last 1 1
  [ "$(cat study/steps/first/five.txt)" = 5 ]
done
[ $moment -gt 30 ] || { echo "only $moment state changes were seen"; exit 1; }
echo "killed at each of $((moment - 1)) state changes"

# Every engine killed, at its fifth state change: it gets there all the same.
rm -rf study ledger
mkdir ledger
for _ in $(seq 60); do
  code=0
  { RIA_ENGINE_DIE_AT=5 timeout -k 5 60 "$ria" run kills.yaml > log 2>&1; } 2> /dev/null || code=$?
  [ $code = 137 ] || break
done
moment="5 of each engine"
[ $code = 0 ] || { echo "exit code $code"; cat log study/log.txt; exit 1; }
lines first 1 1
lines last 1 1
