#!/usr/bin/env bash
# Runs, checkpoints, histories and studies of earlier versions (versions/README.md): read, or refused with the way out and
# with nothing changed.
set -euo pipefail
ria=$1/ria
versions=$2/tests/restart/versions
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "$*" >&2
  [ ! -f "$folder/said" ] || cat "$folder/said"
  exit 1
}

unpack() {
  mkdir "$folder/$1"
  tar -xzf "$versions/$1.tar.gz" -C "$folder/$1"
  cd "$folder/$1"
}

# works WORD... COMMAND: ria does it.
works() { "$ria" "$@" > "$folder/said" 2>&1 || fail "ria $* failed:"; }

# refused WORDS COMMAND...: ria ends with an error that holds the words.
refused() {
  ! "$ria" "${@:2}" > "$folder/said" 2>&1 || fail "ria ${*:2} should have failed:"
  grep -qF -- "$1" "$folder/said" || fail "ria ${*:2} did not say '$1', but:"
}

contents() { find "$1" -type f -exec sha256sum {} + | sort; }

# The study continues and ends, whichever parts of it run again.
study_finishes() {
  works status study
  grep -q 'interrupted, 1 of 3 steps done' "$folder/said" || fail "the state of the study is lost:"
  sed -i 's/sleep 60/true/' study.yaml
  works run study.yaml
  grep -q 'finished, 3 of 3 steps done' "$folder/said" || fail "the study does not finish:"
}

unpack 0.1.0-first
run=study/steps/chain
works info "$run"
works info "$run/history.h5"
works info "$run/checkpoints/latest"
contents "$run" > "$folder/before"
refused 'to draw maps, run its case again' plot "$run"
refused 'resume it with ria 0.1.0, name another folder with -o, or replace it with --overwrite' \
  run "$run/case.yaml" -o "$run" --resume --set time.end="0.3 s"
contents "$run" | cmp - "$folder/before" || fail "a refusal changed $run"
study_finishes

unpack 0.1.0-last
works info run
works run case.yaml -o anew --set output.maps=false
cp -r run drawn
works plot drawn
[ -s drawn/maps/depth_max.png ] && [ -s drawn/maps/sections.png ] || fail "no maps of largest values and sections"
works run case.yaml -o run --resume
for file in checkpoints/latest history.h5; do
  works diff "run/$file" "anew/$file"
done
cmp run/sections.csv anew/sections.csv
cmp run/gauges.csv anew/gauges.csv
study_finishes
works diff study/steps/chain/checkpoints/latest anew/checkpoints/latest
echo "two earlier versions: read, continued to the same bits, or refused"
