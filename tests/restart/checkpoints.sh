#!/usr/bin/env bash
# Checkpoints that are truncated, corrupt or of something else: passed over where an older one serves, else
# refused with one sentence; never a silent start from the beginning.
# shellcheck source=tests/restart/common.bash
. "$(dirname "$0")/common.bash" "$1" "$2"

ria_run good || fail "the undisturbed run"
newest=$(readlink good/checkpoints/latest)
# shellcheck disable=SC2034 # of the damages below
size=$(stat -c %s "good/checkpoints/$newest")

# damaged COMMAND: copy the run to `bad` and damage the checkpoint in $file.
damaged() {
  rm -rf bad
  cp -a good bad
  file=bad/checkpoints/$newest
  eval "$1"
}
# flip OFFSET: turn a bit over
flip() {
  local byte
  byte=$(od -An -tu1 -j "$1" -N 1 "$file")
  printf "\\x$(printf %x $((byte ^ 16)))" | dd of="$file" bs=1 seek="$1" conv=notrunc 2>/dev/null
}

# --- the newest is damaged: the one before serves, which is said, and the end is the same ---
for damage in 'truncate -s 0 $file' 'truncate -s 100 $file' 'truncate -s $((size / 2)) $file' \
  'truncate -s -1 $file' 'flip $((size / 4))' 'flip 200' 'echo hello >$file' 'cp good/history.h5 $file'; do
  damaged "$damage"
  expect 0 "^warning: checkpoint bad/checkpoints/$newest: .*; trying an older one" bad --resume
  grep -q '^resumed after step' said || fail "not resumed after: $damage"
  same bad
done
damaged 'truncate -s 1000 $file'
expect 0 '^warning: checkpoint .*trying an older one' bad --resume -n 2
[ "$(grep -c '^warning: checkpoint' said)" -eq 1 ] || fail "said by each rank"
same bad

# --- latest is only a name ---
for damage in 'rm bad/checkpoints/latest' 'ln -sfn nowhere bad/checkpoints/latest' \
  'rm $file' 'rm -rf bad/checkpoints/latest; mkdir bad/checkpoints/latest'; do
  damaged "$damage"
  if [ -d bad/checkpoints/latest ] && [ ! -L bad/checkpoints/latest ]; then
    expect 2 'cannot point bad/checkpoints/latest' bad --resume
  else
    resumed bad
  fi
done

# --- none is left ---
damaged 'for f in bad/checkpoints/step-*.h5; do truncate -s 1000 $f; done'
for ranks in 1 2; do
  expect 2 'there is no other checkpoint.* --overwrite' bad --resume -n "$ranks"
done
cmp -s good/gauges.csv bad/gauges.csv || fail "a refused run changed the gauges"
cmp -s good/history.h5 bad/history.h5 || fail "a refused run changed the history"

# --- of another case, another precision: an error at once, even if older ones might serve ---
damaged true
expect 2 'another case (friction.manning: .* here)' bad --resume --set friction=0.03
expect 2 'another case (precision: single there, double here)' bad --resume --precision double
rm bad/provenance.yaml # what told that so early
expect 2 'case_hash .* another case' bad --resume --set friction=0.03
expect 2 'precision is single, not double' bad --resume --precision double
expect 2 'its grid has dx = ' bad --resume --set grid.resolution="500 m"
same bad

# --- nothing to go on from ---
expect 0 'no checkpoint in new/folder: starting from the beginning' new/folder --resume
same new/folder
mkdir empty
expect 0 'no checkpoint in empty: starting from the beginning' empty --resume
same empty

# --- other tiles, ranks, strategies and time tiling are no other case ---
damaged 'for f in $(ls -r bad/checkpoints/step-*.h5 | head -n 2); do rm $f; done'
cp -a bad older
resumed bad --tiles 3x2 --strategy naive
rm -rf bad
cp -a older bad
resumed bad -n 2 --tiles 2x5 --set time_tiling.scheme=expansion --set time_tiling.depth=4
