#!/usr/bin/env bash
# The folders of workflows/ and runtime/ include only those that the README.md beside them allows, and what is allowed has no cycle.
set -euo pipefail
cd "$2"
bad=0
complain() { echo "$*"; bad=1; }

# Folder and what it may include, a row of the table each: "run study cli".
rows() { sed -n 's/^| `\([a-z_]*\)\/` |.*| \([^|]*\)|$/\1 \2/p' "$1/README.md" | tr -d '`,/'; }

check() {
  local part=$1 seen=0 folder may file include from to
  local -A allowed=()
  while read -r folder may; do
    allowed[$folder]=" $folder $may "
  done < <(rows "$part")
  while IFS=: read -r file include; do
    from=${file#"$part/"} from=${from%%/*} to=${include#*\"} to=${to%%/*}
    [ -d "$part/$to" ] || continue # "ria/NAME.h"
    seen=$((seen + 1))
    if [ -z "${allowed[$from]:-}" ]; then
      complain "$part/README.md has no row for $from/"
    elif [[ ${allowed[$from]} != *" $to "* && ${allowed[$from]} != *" all "* ]]; then
      complain "$file includes $to/"
    fi
  done < <(grep -rHo '^#include "[^"]*/' --include='*.[ch]' --include='*.cu' --include='*.cuh' -- "$part"/*/ | sed 's/"\(\.\.\/\)*/"/')
  [ "$seen" -gt 50 ] || complain "only $seen lines with #include found in $part/"
  rows "$part" | while read -r folder may; do
    for to in $may; do [ "$to" = all ] || echo "$folder $to"; done
  done | tsort > /dev/null || complain "the folders that $part/README.md allows have a cycle"
  echo "$seen arrows between the folders of $part/"
}

for part in workflows runtime; do check "$part"; done
exit $bad
