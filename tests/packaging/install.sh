#!/usr/bin/env bash
# `cmake --install` lays out a ria that works from its new place, with man page, completion and cases.
set -euo pipefail
bin=$1 source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-install-XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() { echo "install: $*" >&2; exit 1; }

cmake --install "$bin/.." --prefix "$folder" >/dev/null
for file in bin/ria share/man/man1/ria.1 share/bash-completion/completions/ria \
  share/ria/inputs/cases/arousa/arousa.yaml share/ria/papers/swsolver/swsolver-table-2.yaml \
  share/doc/ria/README.md share/doc/ria/LICENSE lib/libria.so lib/libria.so.1 lib/pkgconfig/ria.pc lib/cmake/ria/ria-config.cmake \
  include/ria/stepper.h include/ria/bmi_ria.h; do
  [ -e "$folder/$file" ] || fail "$file is missing"
done
"$folder/bin/ria" --version | grep -q '^ria [0-9]' || fail "the installed ria does not tell its version"
"$folder/bin/ria" validate "$folder/share/ria/inputs/cases/arousa/arousa.yaml" || fail "the installed case is not valid"
"$folder/bin/ria" validate "$folder/share/ria/papers/swsolver/swsolver-table-2.yaml" || fail "an installed workflow is not valid"
# StarPU's MPI thread must find the polls that give way (runtime/session/mpi_backoff.h).
[ "$(nm -D "$folder/bin/ria" | grep -c ' T MPI_Test$')" = 1 ] || fail "ria does not export its MPI_Test"

# shellcheck source=/dev/null
. "$folder/share/bash-completion/completions/ria"
# complete_words WORD...: what TAB gives after these words, sorted, in one line.
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _ria "$folder/bin/ria" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd ' '
}
# expect WORDS WANTED: the words are one string, split at blanks; a - at their end is an empty last word.
expect() {
  local words found
  read -ra words <<<"$1"
  [ "${words[-1]}" != - ] || words[-1]=
  found=$(complete_words ria "${words[@]}")
  [ "$found" = "$2" ] || fail "'ria $1<TAB>' gives '$found', not '$2'"
}
expect val validate
for command in run validate info diff plot kernels bench import; do
  expect "$command" "$command"
  expect "$command --he" --help
  for option in $("$folder/bin/ria" "$command" --help | sed -n 's/^  .*\(--[a-z-]*\) .*/\1/p'); do
    # Others may begin with it: --workers, --workers-beside-gpus.
    [[ " $(complete_words ria "$command" "$option") " == *" $option "* ]] || fail "completion does not know 'ria $command $option'"
  done
done
expect "run --pre" --precision
[[ " $(complete_words ria run -) " == *" -n -o " ]] || fail "completion takes other words of the help for options"
expect "run --overw" --overwrite
expect "run --precision -" "double single"
expect "run --precision = d" double
expect "run --target -" "auto cell cpu cuda"
expect "bench --target -" "cell cpu cuda"
strategies=" $(complete_words ria run --strategy '') "
[[ $strategies == *" reference "* && $strategies == *" simd "* ]] || fail "completion knows no strategies"
expect "run --tiles -" ""
expect "bench roe_transport_ro" roe_transport_rough
expect "bench est" estuary
expect "bench hc" "" # a field of a kernel, not a kernel
cd "$source"
expect "run inputs/cases/arousa/arousa.y" inputs/cases/arousa/arousa.yaml
expect "validate inputs/cases/arousa/" "inputs/cases/arousa/arousa.yaml inputs/cases/arousa/storm.yaml inputs/cases/arousa/tides"
touch "$folder/a.h5" "$folder/a.csv"
expect "diff $folder/a" "$folder/a.h5"
