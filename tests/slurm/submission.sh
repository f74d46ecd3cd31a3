#!/usr/bin/env bash
# A sweep goes out as one job array that keeps to its cap, elements that are tried again included. An engine
# that dies while its sbatch is on its way, or that hears nothing of an sbatch that was heard: nothing runs twice.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 1 "$0" "$@"

# Four elements, two at a time; the second and the third fail once.
cat >flow.yaml <<'END'
name: flow
study: study
steps:
  sweep:
    kind: shell
    sweep: {k: [1, 2, 3, 4]}
    retries: 1
    script: |
      . "$STUDY_BASH"
      mark start $k
      [ -z "$SLOW" ] || sleep 2
      mark end $k
      case $k in 2 | 3) [ -e "$LEDGER.$k" ] || { touch "$LEDGER.$k"; exit 4; } ;; esac
    resources: {memory: 100 MB, time: 5 min}
END

SLOW=1 engine_run 0 --array-cap 2
for k in 1 2 3 4; do
  expect "starts of $k" "$(marks start $k)" $((k == 2 || k == 3 ? 2 : 1))
done
# By the ledger: how many ran at once, and how many elements the first array had.
read -r most first < <(sort -n "$LEDGER" | awk '
  { n += $2 == "start" ? 1 : -1; if (n > most) most = n }
  $2 == "start" { first = first ? first : $4; elements += $4 == first }
  END { print most, elements }')
expect "at once" "$most" 2
expect "elements of the first array" "$first" 4
expect "attempts" "$(find study/tasks -name 'attempt-*' | wc -l)" 6
rm -f "$LEDGER".[0-9]

# sbatch, when it has to wait: for the file `go` before it submits, or with a failure after it has.
mkdir bin
cat >bin/sbatch <<END
#!/bin/bash
touch "\$LEDGER.asked"
case \$SBATCH_IS in
slow) until [ -e "\$LEDGER.go" ]; do sleep 0.1; done; exec $(type -P sbatch) "\$@" ;;
lost) $(type -P sbatch) "\$@" >/dev/null; echo "Socket timed out on send/recv operation" >&2; exit 1 ;;
esac
END
chmod +x bin/sbatch
once() { # each element began once
  for k in 1 2 3 4; do expect "starts of $k" "$(marks start $k)" 1; done
}
# shellcheck disable=SC2016 # for the shell of the step
sed -i 's/retries: 1/retries: 0/; s/\[ -e "$LEDGER.$k" \]/true/' flow.yaml

rm -rf study
: >"$LEDGER"
PATH=$PWD/bin:$PATH SBATCH_IS=slow SLOW='' engine_start
await test -e "$LEDGER.asked"
engine_kill
SLOW='' engine_run 0
once
touch "$LEDGER.go"
# Now the other array comes too, and finds each folder withdrawn.
withdrawn() { [ "$(grep -ls "was withdrawn before this job began" study/tasks/sweep/k=*/attempt-1/output.txt | wc -l)" = 4 ]; }
quiet() { [ -z "$(squeue --noheader)" ]; }
await withdrawn
await quiet
once

rm -rf study "$LEDGER.asked"
: >"$LEDGER"
PATH=$PWD/bin:$PATH SBATCH_IS=lost SLOW='' engine_run 0
once
expect "attempts" "$(find study/tasks -name 'attempt-*' | wc -l)" 4
echo "one array, one run of each element"
