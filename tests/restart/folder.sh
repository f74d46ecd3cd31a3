#!/usr/bin/env bash
# The folder of a run: files of others are never changed, whatever the options; --overwrite removes what ria made
# and follows no links; --resume of another case changes nothing and names the keys. The same for studies.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-folder-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for variable in $(compgen -e RIA_ | grep -v '^RIA_\(SOURCE_DIR\|BIN_DIR\|MPI_BACKOFF\|WORKER_BACKOFF\)$' || true); do unset "$variable"; done
fail() {
  [ ! -e said ] || sed 's/^/  said: /' said >&2
  echo "failed: $*" >&2
  exit 1
}
cat >case.yaml <<'Y'
time: 10 s
grid: {extent: [0 m, 0 m, 2 km, 1 km], resolution: 100 m}
bathymetry: {shape: {kind: flat, elevation: -5 m}}
boundaries: [{side: west, kind: open}]
gauges: {every: 5 s, points: [{name: pier, at: [500 m, 500 m]}]}
output: {every: 5 s, maps: false}
Y
# expect CODE PATTERN OPTION...: a run of the case
expect() {
  local code=0 wanted=$1 pattern=$2
  shift 2
  timeout -k 5 120 "$ria" run "$folder/case.yaml" "$@" >said 2>&1 </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted: $*"
  grep -q -e "$pattern" said || fail "nothing of '$pattern': $*"
  [ "$wanted" -eq 0 ] || [ "$(grep -c '^ria run: ' said)" -eq 1 ] || fail "not one complaint: $*"
}
# every name in a folder with its kind, its contents and where links lead to
state() { (cd "$1" && find . -printf '%p %y %l\n' | sort && find . -type f -print0 | sort -z | xargs -0 -r cksum); }

# --- files of others ---
mkdir -p foreign/maps foreign/checkpoints
for file in log.txt gauges.csv case.yaml trace-0.csv trace.json maps/level-0000.png checkpoints/step-0000000004.h5 thesis.tex; do
  echo mine >"foreign/$file"
done
before=$(state foreign)
for options in '' --overwrite --resume --continue '-n 2 --overwrite'; do
  # shellcheck disable=SC2086 # several words
  expect 2 "^ria run: foreign is not the folder of a run and not empty: it holds '" -o foreign $options
  [ "$(state foreign)" = "$before" ] || fail "a foreign folder was changed with '$options'"
done
mkdir home
echo mine >home/notes
(cd home && expect 2 "it holds 'notes'" -o . --overwrite && rm said)
[ "$(ls -A home)" = notes ] || fail "a home was changed"
touch plain
expect 2 'plain is not a folder' -o plain

# --- an empty one, a new one, and one with this command's own output ---
mkdir empty own
expect 0 'finished' -o empty
[ -f empty/.ria-run ] || fail "no marker"
# history.nc is a link to history.h5; a file of that name is the user's.
[ "$(readlink empty/history.nc)" = history.h5 ] || fail "no link history.nc"
rm empty/history.nc && echo mine >empty/history.nc
expect 0 'finished' -o empty --overwrite
[ "$(cat empty/history.nc)" = mine ] || fail "a file history.nc was replaced"
rm empty/history.nc
expect 0 'finished' -o empty --overwrite --set output.every="5 s"
[ "$(readlink empty/history.nc)" = history.h5 ] || fail "no link history.nc after another run"
expect 0 'finished' -o empty --overwrite --set output.history=false
[ ! -L empty/history.nc ] || fail "a link history.nc to nothing"
for ranks in 1 2; do
  rm -rf own && mkdir own
  "$ria" run case.yaml -o own -n $ranks >own/output 2>&1 || fail "output in its own folder, $ranks ranks: $(cat own/output)"
done

# --- one that was killed as soon as it had begun, and one from before there was a marker ---
mkdir killed
touch killed/.ria-run killed/log.txt
expect 0 'finished' -o killed
rm empty/.ria-run
expect 0 'resumed after step' -o empty --resume --set time.end='15 s'
rm empty/.ria-run
expect 0 'finished' -o empty --overwrite
rm empty/.ria-run
sed -i 1d empty/case.yaml
expect 2 'not the folder of a run' -o empty --resume
rm -r empty own killed

# --- --resume of another case ---
expect 0 'finished' -o run
before=$(state run)
for ranks in 1 2; do
  expect 2 'run holds a run of another case (time.cfl: 0.9 there, 0.3 here; friction.manning: 0 s/m1/3 there, 0.03 s/m1/3 here; gauges.every: 5 s there, 1 s here)' \
    -n $ranks -o run --resume --set time.cfl=0.3 --set friction=0.03 --set gauges.every=1
  [ "$(state run)" = "$before" ] || fail "--resume of another case changed the folder"
done
expect 2 'boundaries.0.kind: .*open.* there, .*wall.* here' -o run --resume --set 'boundaries=[{side: west, kind: wall}]'
expect 2 'grid.resolution: 100 m there, 50 m here' -o run --resume --set grid.resolution=50
[ "$(state run)" = "$before" ] || fail "--resume of another case changed the folder"
# Keys that do not change the answer do not make another case.
expect 0 'finished at 12 s' -o run --resume --set time.end=12 --tiles 2x1 --set name=another
# The contents of a file count, its name does not.
printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1000\n-5 -5\n' >bed.asc
expect 0 'finished' -o filed --set bathymetry=bed.asc
sed -i 's/-5 -5/-5 -6/' bed.asc
expect 2 'its keys are equal, so the content of a file that it names has changed' -o filed --resume --set bathymetry=bed.asc
rm -r filed

# --- --overwrite removes only files that ria made ---
for file in notes.txt maps/photo.png maps/IMG-0001.png checkpoints/mine.h5 trace-of-me.csv; do echo mine >"run/$file"; done
mkdir run/mine && echo mine >run/mine/level-0000.png
touch run/maps/level-0007.png run/maps/speed-0001.png.partial run/trace-3.csv run/checkpoints/step-0000000099.h5
echo target >target
for file in log.txt history.h5 gauges.csv summary.json provenance.yaml case.yaml.new maps/level-0008.png checkpoints/step-0000000098.h5; do
  ln -sf "$folder/target" "run/$file"
done
expect 2 'run/.* is a symbolic link where ria keeps a file of the run' -o run --resume
[ -L run/log.txt ] || fail "--resume replaced a link"
expect 0 'finished' -o run --overwrite
[ "$(cat target)" = target ] || fail "a link was followed"
for file in log.txt history.h5 gauges.csv summary.json provenance.yaml; do
  [ -f "run/$file" ] && [ ! -L "run/$file" ] || fail "run/$file is no file of its own"
done
for file in notes.txt maps/photo.png maps/IMG-0001.png checkpoints/mine.h5 trace-of-me.csv mine/level-0000.png; do
  [ "$(cat "run/$file")" = mine ] || fail "run/$file was removed"
done
[ -z "$(cd run && ls -d maps/level-* maps/speed-* trace-[0-9]* checkpoints/step-*9[89].h5 case.yaml.new 2>/dev/null)" ] || fail "files of ria's are left: $(find run)"
# Parts that are links, or no folders, are not entered.
for part in checkpoints maps; do
  rm -rf elsewhere
  mv run/$part elsewhere
  touch elsewhere/level-0000.png elsewhere/step-0000000001.h5
  ln -s ../elsewhere run/$part
  before=$(state elsewhere)
  for option in --overwrite --resume; do
    expect 2 "run/$part is a symbolic link where ria keeps a folder of the run" -o run $option
  done
  [ "$(state elsewhere)" = "$before" ] || fail "the link $part was followed"
  rm run/$part
  mkfifo run/$part
  expect 2 "run/$part is a device or pipe" -o run --overwrite
  rm run/$part
done
rm -f run/log.txt
mkfifo run/log.txt
expect 2 'run/log.txt is a device or pipe' -o run --overwrite
rm -r run
# The folder itself may be a link.
mkdir real
ln -s real linked
expect 0 'finished' -o linked
[ -f real/case.yaml ] || fail "a link to the folder"

# --- names lead nowhere else ---
for name in ../../evil /evil a/b . ..; do
  printf 'name: %s\n' "$name" | cat - case.yaml >evil.yaml
  code=0
  "$ria" run evil.yaml >said 2>&1 || code=$?
  [ $code -eq 2 ] && [ "$(wc -l <said)" -eq 1 ] || fail "the name $name: exit code $code"
  grep -q "^evil.yaml:1:7: name: '$name' leads to another folder" said || fail "the name $name"
done
printf 'name: %s\n' "$(printf '%0250d' 0)" | cat - case.yaml >evil.yaml
! "$ria" validate evil.yaml >said 2>&1 || fail "a long name"
grep -q '^evil.yaml:1:7: name: this text is too long' said || fail "a long name"
[ -z "$(find . -name '*evil*' ! -name evil.yaml)" ] || fail "a folder was made"

# --- studies ---
cat >flow.yaml <<'Y'
steps:
  a: {kind: shell, command: [echo, a], resources: {time: 1 min}}
Y
before=$(state foreign)
! "$ria" run flow.yaml -o foreign >said 2>&1 || fail "a study in a foreign folder"
grep -q "^ria run: $folder/foreign is not the folder of a study and not empty: it holds '" said || fail "a study in a foreign folder"
[ "$(state foreign)" = "$before" ] || fail "a foreign folder was changed by a study"
mkdir study
"$ria" run flow.yaml -o study >study/output 2>&1 || fail "a study with its own output in it: $(cat study/output)"
"$ria" run flow.yaml -o study >said 2>&1 || fail "a study again"
sed 's/  a:/  ..\/a:/' flow.yaml >evil.yaml
! "$ria" validate evil.yaml >said 2>&1 || fail "the name of a step"
grep -q "^evil.yaml:2:3: .*a step's name is a word" said || fail "the name of a step"
cat >sweep.yaml <<'Y'
study: swept
steps:
  a: {kind: shell, sweep: {x: ["../../../evil", "..", "/evil"]}, command: [echo, "${x}"], resources: {time: 1 min}}
Y
"$ria" run sweep.yaml >said 2>&1 || fail "a sweep"
[ -z "$(find . /evil -name '*evil' ! -path './swept/*' 2>/dev/null)" ] || fail "a point of a sweep leads out of its study"
