#!/usr/bin/env bash
# What the documentation points at is there: relative links, and a reason for every package.
set -euo pipefail
cd "$2"
bad=0
while read -r page link; do
  target=${link%%#*}
  [ -z "$target" ] || [ -e "$(dirname "$page")/$target" ] || { echo "$page: $link leads nowhere"; bad=1; }
done < <(grep -oE '\]\([^)]+\)' README.md CONTRIBUTING.md docs/*.md |
  sed 's/:\](/ /; s/)$//; s/ \([^ ]*\) .*/ \1/' | grep -vE ' (https?:|mailto:)')
while read -r package; do
  case $package in ca-certificates | clang | clang-format | shellcheck | mandoc | libcmocka-dev | libclang-rt-dev) continue ;; esac
  [ -z "$package" ] || grep -q "$package" docs/dependencies.md || { echo "docs/dependencies.md has no reason for $package"; bad=1; }
done < <(sed 's/ *#.*//' packages.txt)
exit $bad
