#!/usr/bin/env bash
# Outputs of finished steps: synced before `done`; a lost output is produced again, also between two steps; an
# edit is named, used and never overwritten; a step that depends on all points of a sweep follows the sweep; and
# `ria plan` tells before what will run again and why.
# shellcheck source=tests/restart/engine.bash
. "$(dirname "$0")/engine.bash" "$1"
# ran NAME...: what has run since the last call, by its own account.
ran() {
  local seen
  seen=$(sort ledger | xargs)
  [ "$seen" = "$*" ] || say "ran '$seen', not '$*'"
  : > ledger
}
plan() { "$ria" plan flow.yaml "$@" > log 2>&1 || say "plan $*"; }
says() { grep -qF -- "$1" log || say "'$1' is not told"; }
logged() { grep -qF -- "$1" study/log.txt || say "the log does not tell '$1'"; }
: > ledger

cat > flow.yaml << 'END'
name: flow
study: study
parameters: {to: 5}
steps:
  make:
    kind: shell
    inputs: [tide.csv]
    script: echo make >> "$LEDGER"; seq "$to" > data.txt; mkdir -p maps/deep; seq 9 > maps/deep/map.txt
    outputs: [data.txt, maps]
  count:
    kind: shell
    needs: [make]
    command: [bash, -c, 'echo "count$0" >> "$LEDGER"; cat "$RIA_STUDY/steps/make/data.txt" > n.txt',
      "${make.data_txt.bytes}"]
    outputs: [n.txt]
  sweep:
    kind: shell
    sweep: {n: [1, 2]}
    script: echo "sweep$n" >> "$LEDGER"; echo "$n" > out.txt
    outputs: [out.txt]
  all:
    kind: shell
    needs: [sweep]
    script: echo all >> "$LEDGER"; cat "$RIA_STUDY"/steps/sweep/*/out.txt > all.txt
    outputs: [all.txt]
END
echo 1 > tide.csv

# Outputs, what lies in folders, and the folders that name them are synced, before the study says so.
cat > synced.c << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int note(int file, const char *name) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  FILE *log = length > 0 ? fopen(getenv("SYNCED"), "a") : NULL;
  if (log)
    fprintf(log, "%.*s\n", (int)length, path), fclose(log);
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return note(file, "fsync"); }
int fdatasync(int file) { return note(file, "fdatasync"); }
END
cc -shared -fPIC -o synced.so synced.c -ldl
here=$(realpath .)
SYNCED=$here/synced LD_PRELOAD=$here/synced.so run 0
ran all count10 make sweep1 sweep2
for path in make/data.txt make/maps/deep/map.txt make/maps/deep make/maps make count/n.txt sweep/n=2/out.txt sweep/n=2; do
  grep -qx "$here/study/steps/$path" synced || say "$path is not durable"
done
grep -qx "$here/study" synced || say "the study's folder is not durable"
awk -v data="$here/study/steps/count/n.txt" -v state="$here/study/study.sqlite" '
  $0 == data { synced = 1 } $0 == state || $0 == state "-wal" { after = synced }
  END { exit !after }' synced || say "the study was told before the output was durable"
plan
says "make (shell): 1 task, done: up to date"
says "nothing is left to run"
run 0
ran

# Lost outputs: the step that makes them runs again, with what hangs on it, and the log says why.
rm study/steps/make/data.txt
plan
says "runs again: output steps/make/data.txt is missing"
says "runs again: after make"
run 0
ran count10 make
logged "make  runs again: output steps/make/data.txt is missing"
: > study/steps/make/maps/deep/map.txt
plan
says "runs again: output steps/make/maps/deep/map.txt is empty"
run 0
ran count10 make
truncate -s 4 study/steps/make/data.txt
plan
says "runs again: output steps/make/data.txt has lost its end"
run 0
ran count10 make
[ "$(xargs < study/kept/steps/make/data.txt)" = "1 2" ] || say "what was left of the output is gone"
rm -r study/steps/make/maps
run 0
ran count10 make
[ -s study/steps/make/maps/deep/map.txt ] || say "the folder was not made again"

# Put back as it was, with another time and inode: nothing has changed.
cp study/steps/make/data.txt copy && rm study/steps/make/data.txt && cp copy study/steps/make/data.txt
run 0
ran

# An edit: told by name, used as it is with what is read from it, not overwritten, also not when the step runs again.
echo 7 > study/steps/make/data.txt
plan
says "output steps/make/data.txt was changed; it is used as it is now"
says "runs again: after make"
run 0
ran count2
logged "warning: output steps/make/data.txt was changed by hand"
[ "$(cat study/steps/count/n.txt)" = 7 ] || say "the edit was not used"
run 0
ran
"$ria" retry make --study study > log
plan
says "runs again: requested by \`ria retry\`"
run 0
ran count10 make
[ "$(cat study/kept/steps/make/data.txt-2)" = 7 ] || say "the edit is gone"
echo 8 >> study/steps/make/data.txt
run 0 --set to=6
ran all count12 make sweep1 sweep2
[ "$(tail -n 1 study/kept/steps/make/data.txt-3)" = 8 ] || say "an edit was overwritten by a changed step"

# The log names the changes.
echo 2 > tide.csv
plan --set to=6
says "runs again: input tide.csv changed"
plan --set to=4
says "variable to changed"
run 0 --set to=6
ran count12 make
sed -i 's/RIA_STUDY"\/steps\/sweep/RIA_STUDY"\/steps\/.\/sweep/' flow.yaml
plan --set to=6
says "runs again: command changed"
run 0 --set to=6
ran all

# A sweep that grows and shrinks: the step that depends on all points runs again; folders of points that are gone are
# moved aside.
sed -i 's/n: \[1, 2\]/n: [1, 2, 3]/' flow.yaml
plan --set to=6
says "runs again: points added: n=3"
run 0 --set to=6
ran all sweep3
[ "$(xargs < study/steps/all/all.txt)" = "1 2 3" ] || say "a point is missing"
sed -i 's/n: \[1, 2, 3\]/n: [3]/' flow.yaml
plan --set to=6
says "runs again: points removed: n=1, n=2"
run 0 --set to=6
ran all
[ "$(xargs < study/steps/all/all.txt)" = 3 ] || say "points stay that are not in the sweep"
[ "$(ls study/steps/sweep)" = "n=3" ] || say "folders of old points stay"
[ "$(cat study/kept/steps/sweep/n=1/out.txt)" = 1 ] || say "the folder of an old point was not kept"
sed -i 's/n: \[3\]/n: [2, 3]/' flow.yaml
run 0 --set to=6
ran all sweep2
sed -i 's/n: \[2, 3\]/n: [3, 2]/' flow.yaml
run 0 --set to=6
ran # another order is the same set

# An output that is lost while the next step waits to start, and a step that changes what it needs in its place.
cat > flow.yaml << 'END'
name: flow
study: between
steps:
  make: {kind: shell, script: 'echo make >> "$LEDGER"; echo 1 > data.txt', outputs: [data.txt]}
  hold: {kind: shell, script: 'until [ -e "$LEDGER.go" ]; do sleep 0.05; done'}
  in-place: {kind: shell, needs: [make, hold], script: 'echo in-place >> "$LEDGER"; echo 2 >> "$RIA_STUDY/steps/make/data.txt"'}
  last: {kind: shell, needs: [make, in-place], script: 'echo last >> "$LEDGER"; cat "$RIA_STUDY/steps/make/data.txt" > all.txt'}
END
"$ria" run flow.yaml > log.engine 2>&1 &
engine=$!
until_true grep -q "make  done" between/log.txt
: > between/steps/make/data.txt
touch "$LEDGER.go"
code=0
wait $engine || code=$?
engine=
[ $code = 0 ] || say "exit code $code: $(cat log.engine)"
ran in-place last make make
[ "$(xargs < between/steps/last/all.txt)" = "1 2" ] || say "a step has read the lost output"
run 0
ran

# A case goes on from its own files: one that is lost is made anew, from the start, to the same bits.
cat > flow.yaml << END
name: flow
study: tides
steps:
  tides:
    kind: case
    case: $2/inputs/cases/arousa/arousa.yaml
    resolution: 400 m
    segments: 5 min
    resources: {workers: 1}
    set: {time.end: 10 min, output.every: 5 min, output.maps: false}
  after: {kind: shell, needs: [tides], script: 'echo after >> "$LEDGER"'}
END
run 0
ran after
cp -r tides/steps/tides first
rm tides/steps/tides/gauges.csv
plan
says "runs again: output steps/tides/gauges.csv is missing"
run 0
ran after
cmp first/gauges.csv tides/steps/tides/gauges.csv || say "the gauges are not made as before"
"$ria" diff first/history.h5 tides/steps/tides/history.h5 > log || say "the history is not made as before"
[ -e tides/kept/steps/tides/history.h5 ] || say "the old folder was not kept"
run 0
ran
