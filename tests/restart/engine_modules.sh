#!/usr/bin/env bash
# Environment modules: a step has what its modules set, or those of the defaults, over its own environment, each rank
# too, and keeps its PATH; one that cannot be loaded fails its step at once, with what to do.
# shellcheck source=tests/restart/engine.bash
. "$(dirname "$0")/engine.bash" "$1"
bash -c '. /etc/profile; type module' >/dev/null 2>&1 || {
  echo "skipped: there is no 'module' here (package environment-modules)"
  exit 77
}

mkdir -p modules/thing bin
export MODULEPATH=$PWD/modules PATH=$PWD/bin:$PATH
cat >modules/thing/1.2 <<'END'
#%Module
setenv THING 1.2
prepend-path PATH /opt/thing/bin
END
cat >modules/tool <<'END'
#%Module
prereq thing
setenv TOOL with-thing-$env(THING)
END
printf '#!/bin/sh\necho mine\n' >bin/mine
chmod +x bin/mine

cat >flow.yaml <<'END'
name: flow
study: study
defaults: {modules: [thing/1.2]}
steps:
  given: {kind: shell, sweep: {n: [7]}, script: 'echo "$THING $n $(mine) ${PATH%%:*}" >>"$LEDGER"'}
  two: {kind: shell, modules: [thing, tool], command: [bash, -c, 'echo "$TOOL $0" >>"$LEDGER"', "a  b"]}
  ranks: {kind: shell, resources: {ranks: 2}, script: 'echo "a rank with $THING" >>"$LEDGER"'}
  none: {kind: shell, modules: [], script: 'echo "none ${THING-unset}" >>"$LEDGER"'}
  absent: {kind: shell, modules: [thing, no-such/1.0], retries: 2, script: 'echo absent >>"$LEDGER"'}
END
run 2
cat >expected <<'END'
1.2 7 mine /opt/thing/bin
a rank with 1.2
a rank with 1.2
none unset
with-thing-1.2 a  b
END
LC_ALL=C sort ledger | diff expected - >differs || say "the steps saw something else: $(cat differs)"
grep -q "absent  failed: its environment modules cannot be loaded; .ria logs. tells which" study/log.txt || say "does not tell why"
"$ria" logs absent --study study >logs.txt || say "no logs"
grep -q "no-such/1.0" logs.txt || say "does not tell which: $(cat logs.txt)"
[ ! -e study/tasks/absent/attempt-2 ] || say "tried again, in vain"

# Once it is there, the step runs.
mkdir modules/no-such
cp modules/thing/1.2 modules/no-such/1.0
"$ria" retry absent --study study >log
run 0
grep -qx absent ledger || say "did not run"
echo "loaded, and told of what is not there"
