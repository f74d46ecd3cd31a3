#!/usr/bin/env bash
# The documentation agrees with the tree and the programs: relative links have targets, every package has its
# reason and no reason is left over, the man page has the options that `ria COMMAND --help` has, and the changelog the version.
set -euo pipefail
export LC_ALL=C
ria=$1/ria
cd "$2"
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-docs-XXXXXX")
trap 'rm -rf "$folder"' EXIT
bad=0
complain() { echo "docs: $*" >&2; bad=1; }

# The headings of a page as the anchors that a browser shows them under.
anchors() { sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-'; }

check_links() {
  local page link target anchor
  while read -r page link; do
    target=${link%%#*} anchor=
    [[ $link != *#* ]] || anchor=${link#*#}
    target=${target:+$(dirname "$page")/$target}
    target=${target:-$page}
    if [ ! -e "$target" ]; then
      complain "$page: $link leads nowhere"
    elif [ -n "$anchor" ] && ! anchors "$target" | grep -qxF -- "$anchor"; then
      complain "$page: $target has no heading $anchor"
    fi
  done < <(find . \( -name '.git' -o -path './build*' -o -path './runs' \) -prune -o -name '*.md' \
    -exec grep -HoE '\]\([^) ]+' {} + | sed 's/:\](/ /' | grep -vE ' (https?:|mailto:)')
}

# Second column of the tables of docs/dependencies.md against packages.txt.
check_packages() {
  sed 's/ *#.*//; /^$/d' packages.txt | sort >"$folder/packages"
  awk -F' *[|] *' 'NF > 3 && $3 != "package" && $3 !~ /^-/ { gsub(/, */, "\n", $3); print $3 }' docs/dependencies.md |
    sort >"$folder/reasons"
  comm -23 "$folder/packages" "$folder/reasons" >"$folder/unexplained"
  comm -13 "$folder/packages" "$folder/reasons" >"$folder/gone"
  while read -r name; do complain "docs/dependencies.md has no reason for $name"; done <"$folder/unexplained"
  while read -r name; do complain "docs/dependencies.md has $name, packages.txt does not"; done <"$folder/gone"
}

# The options in a command's help: those of its usage, in brackets, and those that begin a line.
help_options() {
  "$ria" "$1" --help | grep -oE -- '(^ +|\[|, )--?[a-z][a-z-]*' | tr -d ' [,' | sort -u
}

# The options in the man page's synopsis of a command.
manual_options() {
  sed -n "/^[.]Sh SYNOPSIS/,/^[.]Sh DESCRIPTION/p" docs/man/ria.1 |
    awk -v wanted="$1" '$1 == ".Nm" { here = 0 } $1 == ".Cm" { here = $2 == wanted } here' |
    sed -nE 's/^[.](Op )?Fl ([a-z-]*[a-z]).*/-\2/p' | sort -u
}

check_manual() {
  local command
  "$ria" --help | sed -n 's/^  \([a-z]*\)  *[^ ].*/\1/p' >"$folder/commands"
  [ -s "$folder/commands" ] || complain "'ria --help' names no command"
  while read -r command; do
    # A long name beside a short one is the same option.
    help_options "$command" | grep -vx -- --output >"$folder/help"
    manual_options "$command" >"$folder/manual"
    diff -u --label "ria $command --help" --label "docs/man/ria.1, synopsis of $command" \
      "$folder/help" "$folder/manual" || complain "the man page and the help of ria $command differ"
  done <"$folder/commands"
}

# The header has the newest version of the changelog, and the program has it, too.
check_version() {
  local version newest
  version=$(sed -n 's/^#define RIA_VERSION "\(.*\)"/\1/p' runtime/include/ria/version.h)
  newest=$(sed -n 's/^## \[\([0-9][^]]*\)\] - [0-9]\{4\}-[0-9][0-9]-[0-9][0-9]$/\1/p' CHANGELOG.md | head -1)
  [ "$version" = "$newest" ] || complain "CHANGELOG.md has $newest as its newest version, runtime/include/ria/version.h $version"
  grep -qx '## \[Unreleased\]' CHANGELOG.md || complain "CHANGELOG.md has no section [Unreleased]"
  [ "$("$ria" --version | cut -d' ' -f2)" = "$version" ] || complain "'ria --version' does not say $version"
}

check_version
check_links
check_packages
check_manual
exit $bad
