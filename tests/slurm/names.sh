#!/usr/bin/env bash
# Names that mean something to a shell, through all that a workflow hands on: its own name and file, the study's folder,
# values of sweeps, arguments, the environment, files; on this machine, in an allocation and as jobs. What is handed
# on arrives as it is, outputs lie where they should, and nothing is ever run that the workflow does not say.
# shellcheck disable=SC2016 # nothing is to be expanded in what stands in single quotes
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/cluster.bash
. "$source/tests/slurm/cluster.bash"
cluster_enter 1 "$0" "$@"
fail() { echo "names: $*" >&2; exit 1; }
export PATH=$bin:$PATH

# A folder whose own name is such, too. The canary would be a file in any folder that a command could run in.
home="$TMPDIR/it's \$(touch \$HOME/canary) ; ñ \"q\""
export HOME=$TMPDIR/home CANARY=$TMPDIR/home/canary
mkdir -p "$HOME" "$home"
cd "$home"
flow='flow $(touch canary).yaml'
cat >"$flow" <<'END'
name: "Ría '$(touch $CANARY)'; `touch $CANARY` \"q\" & | > x; touch $CANARY"
defaults:
  resources: {memory: 64 MB, time: 5 min}
  environment: {ODD: "$(touch $CANARY) `touch $CANARY` ; ' \" \\ ñ * ?\nnext ${CANARY}$${x}"}
parameters: {CANARY: "$(touch $CANARY)"}
steps:
  arguments:
    kind: shell
    command: [python3, "-c", "import os, sys; open('out.txt', 'w').write(repr((sys.argv[1:], os.environ['ODD'])))",
      "$(touch $CANARY)", "; touch $CANARY", "a\nb", "'", "ñ", "*", "${CANARY}", "$${x}"]
    outputs: [out.txt]
  swept:
    kind: shell
    sweep: {word: ["$(touch $CANARY)", "'; touch $CANARY; '", "a b", "ñ", "a\nb", "*", "-rf", "`touch $CANARY`"]}
    script: |
      printf '%s' "$word" >"o u t;$(echo kept).txt"
    outputs: ["o u t;kept.txt"]
END
expected=$(python3 -c 'c = "$(touch $CANARY)"
print(repr(([c, "; touch $CANARY", "a\nb", "\x27", "ñ", "*", c, "${x}"],
            "$(touch $CANARY) `touch $CANARY` ; \x27 \" \\ ñ * ?\nnext " + c + "${x}")))')
words=$(python3 -c 'print(sorted(["$(touch $CANARY)", "\x27; touch $CANARY; \x27", "a b", "ñ", "a\nb", "*", "-rf", "`touch $CANARY`"]))')

check() {
  local study=$1
  [ "$(ria status "$study" --json | sed -n 's/^  "state": "\(.*\)".*/\1/p')" = finished ] ||
    fail "$study: $(cat "$study.log"; ria status "$study" --all)"
  python3 - "$study" "$expected" "$words" <<'PYTHON' || fail "$study: an output is not what it should be"
import pathlib, sys
study, expected, words = sys.argv[1:]
single = [p.read_text() for p in pathlib.Path(study, "steps").glob("*/out.txt")]
swept = sorted(p.read_text() for p in pathlib.Path(study, "steps").glob("*/*/o u t;kept.txt"))
print(study, single == [expected], swept == eval(words))
if single != [expected] or swept != eval(words):
    sys.exit(f"{single}\nnot {expected}\n{swept}\nnot {words}")
PYTHON
  [ -z "$(find "$TMPDIR" -name canary)" ] || fail "$study: a name was run: $(find "$TMPDIR" -name canary)"
}

here="here; \$(touch canary) 'ñ'" allocated="in \"an\" allocation \$(touch canary)" queued="as jobs & \`touch canary\`"
ria run "$flow" --study "$here" --mode local >"$here.log" 2>&1 || fail "local: $(cat "$here.log")"
check "$here"
salloc --quiet --ntasks=2 --time=10 ria run "$flow" --study "$allocated" --mode allocation >"$allocated.log" 2>&1 ||
  fail "allocation: $(cat "$allocated.log")"
check "$allocated"
ria run "$flow" --study "$queued" --mode jobs >"$queued.log" 2>&1 || fail "jobs: $(cat "$queued.log")"
check "$queued"
# The commands that report on a study print the names, and do not execute them either.
ria logs arguments --study "$queued" >logs.txt 2>&1 || fail "logs: $(cat logs.txt)"
ria results --study "$queued" >results.txt 2>&1 || fail "results: $(cat results.txt)"
ria report "$queued" >report.txt 2>&1 || fail "report: $(cat report.txt)"
ria plan "$flow" --mode jobs >plan.txt 2>&1 || fail "plan: $(cat plan.txt)"
check "$queued"
