#!/usr/bin/env bash
# The folders of workflows/ include only those that workflows/README.md allows them.
set -euo pipefail
cd "$2/workflows"
declare -A allowed
while IFS='|' read -r _ folder _ may _; do
  folder=${folder//[\` \/]/}
  allowed[$folder]=" $folder ${may//[\`,\/]/} "
done < <(grep '^| `' README.md)
bad=0 seen=0
while IFS=: read -r file include; do
  from=${file%%/*} to=${include#*\"} to=${to%%/*}
  [ -d "$to" ] || continue # "ria/NAME.h"
  seen=$((seen + 1))
  [ -n "${allowed[$from]:-}" ] || { echo "workflows/README.md has no row for $from/"; bad=1; continue; }
  [[ ${allowed[$from]} == *" $to "* || ${allowed[$from]} == *" all "* ]] || { echo "workflows/$file includes $to/"; bad=1; }
done < <(grep -rH '^#include "[^"]*/' --include='*.[ch]' -- */)
[ "$seen" -gt 100 ] || { echo "only $seen lines with #include found"; bad=1; }
[ $bad = 0 ] && echo "$seen arrows between folders are allowed"
exit $bad
