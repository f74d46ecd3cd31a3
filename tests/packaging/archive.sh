#!/usr/bin/env bash
# A tree that `git archive` wrote knows its commit and its date, inside another checkout too.
set -euo pipefail
source=$2
head=$(git -C "$source" log -1 --format='%H %ct' 2>/dev/null) || { echo "archive: skipped, $source is not a checkout" >&2; exit 77; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-archive-XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() { echo "archive: $*" >&2; exit 1; }

git -C "$folder" init -q
git -C "$folder" -c user.name=test -c user.email=test@localhost commit -q --allow-empty -m "Another project"
mkdir "$folder/ria"
git -C "$source" archive HEAD | tar -x -C "$folder/ria"
grep -qF "$head" "$folder/ria/cmake/commit.txt" || fail "the archive has not '$head' in cmake/commit.txt"
cmake -Dsource="$folder/ria" -Dmade="$folder/made" -P "$folder/ria/cmake/write_build_info.cmake"
grep -qF ".commit = \"${head%% *}\"" "$folder/made/build_info.c" || fail "the build of an archive does not name its commit"
grep -qF ".dirty = false" "$folder/made/build_info.c" || fail "the build of an archive claims changes"

cmake -Dsource="$source" -Dmade="$folder/made" -P "$source/cmake/write_build_info.cmake"
grep -qF ".commit = \"${head%% *}\"" "$folder/made/build_info.c" || fail "the build of a checkout does not name its commit"
