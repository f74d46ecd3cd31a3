#!/usr/bin/env bash
# Gauges, history and journal that are damaged, cut or gone, or that could not be written: the checkpoint knows what
# belongs to it, and a resumed run reports the loss, keeps the damaged file aside, and continues.
# shellcheck source=tests/restart/common.bash
. "$(dirname "$0")/common.bash" "$1" "$2"
ria_run good || fail "the undisturbed run"
ria_run half --until "40 min" || fail "the first half"

# damaged COMMAND: copy the half to `bad`, and damage a file of it.
damaged() {
  rm -rf bad
  cp -a half bad
  eval "$1"
}
# The warnings of the summary.
warnings() { python3 -c 'import json; print("\n".join(json.load(open("bad/summary.json"))["warnings"]))'; }
# warns PATTERN: the resumed run ends well, warns of this on the screen, in its log and in its summary, and its water
# is that of the undisturbed run.
warns() {
  expect 0 "^warning: .*$1" bad --resume
  grep -q "warning: .*$1" bad/log.txt || fail "no such warning in the log: $1"
  warnings | grep -q "$1" || fail "no warning in the summary: $1"
  sound bad
  "$ria" diff good/checkpoints/latest bad/checkpoints/latest >said 2>&1 || fail "the end of bad differs"
}
# flip FILE OFFSET: turn a bit over
flip() {
  local byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  printf '%b' "\\x$(printf %x $((byte ^ 4)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# --- nothing is damaged: no warning ---
damaged true
expect 0 'finished at' bad --resume
if grep '^warning' said; then fail "a warning of nothing"; fi
[ -z "$(warnings)" ] || fail "a warning of nothing in the summary"
same bad

# --- gauges: every row that the checkpoint knows and that is there stays, no other one does ---
lost_rows() { comm -23 <(sort good/gauges.csv) <(sort bad/gauges.csv) | wc -l; }
rows_in_order() {
  [ -z "$(comm -13 <(sort good/gauges.csv) <(sort bad/gauges.csv))" ] || fail "rows that were never written: $1"
  [ "$(head -n 1 good/gauges.csv)" = "$(head -n 1 bad/gauges.csv)" ] || fail "another header: $1"
}
# gauges LOST PATTERN COMMAND
gauges() {
  damaged "$3"
  warns "$2"
  [ "$(lost_rows)" -eq "$1" ] || fail "$(lost_rows) rows lost, not $1: $3"
  rows_in_order "$3"
}
gauges 21 'bad/gauges.csv is missing: its 21 rows, from 0 s to 2400 s, are lost' 'rm bad/gauges.csv'
for cut in 0 1 60; do
  gauges 21 '21 of its rows, from 0 s to 2400 s, are lost' "truncate -s $cut bad/gauges.csv"
done
gauges 1 '1 of its rows, from 2400 s to 2400 s, are lost' 'truncate -s -1 bad/gauges.csv'
gauges 2 '2 of its rows, from 960 s to 1080 s, are lost' 'sed -i 10,11d bad/gauges.csv'
gauges 1 '1 of its rows, from 600 s to 600 s, are lost' 'sed -i 7s/,1/,2/ bad/gauges.csv'
gauges 0 'damaged at its header and is kept as bad/gauges.csv.damaged-1; no row of it is lost' 'sed -i 1s/level/lever/ bad/gauges.csv'
gauges 0 'no row of it is lost' 'echo nonsense >>bad/gauges.csv'
cmp -s <(head -c -9 bad/gauges.csv.damaged-1) half/gauges.csv || fail "the damaged file was not kept"
gauges 0 'no row of it is lost' "sed -i '5s/\$/\\n\\x01\\x02/' bad/gauges.csv"

# --- history ---
damaged 'rm bad/history.h5'
warns 'bad/history.h5 is missing: its 7 records up to 2400 s are lost'
damaged 'truncate -s 5000 bad/history.h5'
warns 'the history was damaged (.*); it is kept as bad/history-damaged-1.h5, and a new one is started'
cmp -s bad/history-damaged-1.h5 <(head -c 5000 half/history.h5) || fail "the damaged history was not kept"
# Somewhere in the records: one of them is lost, the others stay.
damaged "flip bad/history.h5 $(($(stat -c %s half/history.h5) * 9 / 10))"
warns 'it is kept as bad/history-damaged-1.h5; records that are lost, by seconds since the start: '
if cmp -s bad/history-damaged-1.h5 half/history.h5; then fail "not the damaged one was kept"; fi
if "$ria" diff good/history.h5 bad/history.h5 >said 2>&1; then fail "no record is missing"; fi
# A history of an earlier checkpoint, as a copy back from somewhere leaves it.
ria_run early --until "20 min" || fail "an early end"
damaged 'cp early/history.h5 bad/history.h5'
warns 'the history holds 4 of the 7 records that the checkpoint lists; those after 1080 s and up to 2400 s are missing'

# --- its journal: the history stays ---
for damage in 'echo nonsense >bad/history.h5.journal' ': >bad/history.h5.journal' 'head -c 3000 half/history.h5 >bad/history.h5.journal'; do
  damaged "$damage"
  warns 'the journal of the history was damaged and is kept as bad/history.h5.journal.damaged-1'
  "$ria" diff good/history.h5 bad/history.h5 >said 2>&1 || fail "the history was not kept: $damage"
  [ -e bad/history.h5.journal.damaged-1 ] || fail "the journal was not kept"
done

# --- a row of gauges that cannot be written: no checkpoint comes after it ---
# A limit on the size of files meets the gauges first: a checkpoint of so few cells and particles is smaller than their rows.
many=(--set time.end="10 min" --set grid.resolution="800 m" --set checkpoint.every="30 s" --set gauges.every="1 s"
  --set output.history=false --set checkpoint.keep=100 --set particles.slick.count=10)
ria_run all "${many[@]}" || fail "the run with many rows"
code=0
(ulimit -f 100 && ria_run limited "${many[@]}") || code=$?
[ "$code" -eq 2 ] || fail "exit code $code of a run whose gauges could not be written"
grep -q '^ria run: limited/gauges.csv: cannot be written: File too large' said || fail "not the gauges"
last=$(tail -n 1 limited/gauges.csv | cut -d, -f2)
checkpoint=$("$ria" info limited/checkpoints/latest | awk '$1 == "time" {print $2}')
[ "${checkpoint%.*}" -le "${last%.*}" ] || fail "a checkpoint at $checkpoint s, and rows only up to $last s"
ria_run limited "${many[@]}" --resume || fail "it does not go on with room"
if grep '^warning' said | grep -v ': maxima: ' | grep -qE 'gauges|history'; then fail "rows were missing"; fi
cmp all/gauges.csv limited/gauges.csv || fail "the gauges differ"
