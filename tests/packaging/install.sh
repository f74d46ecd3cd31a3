#!/usr/bin/env bash
# `cmake --install` lays out a ria that works from its new place, with man page, completion and cases.
set -euo pipefail
bin=$1 source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-install-XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() { echo "install: $*" >&2; exit 1; }

cmake --install "$bin/.." --prefix "$folder" >/dev/null
for file in bin/ria share/man/man1/ria.1 share/bash-completion/completions/ria \
  share/ria/inputs/arousa/arousa.yaml share/doc/ria/README.md share/doc/ria/LICENSE; do
  [ -e "$folder/$file" ] || fail "$file is missing"
done
"$folder/bin/ria" --version | grep -q '^ria [0-9]' || fail "the installed ria does not tell its version"
"$folder/bin/ria" validate "$folder/share/ria/inputs/arousa/arousa.yaml" || fail "the installed case is not valid"
# StarPU's MPI thread must find the polls that give way (runtime/src/mpi_backoff.h).
[ "$(nm -D "$folder/bin/ria" | grep -c ' T MPI_Test$')" = 1 ] || fail "ria does not export its MPI_Test"

# shellcheck source=/dev/null
. "$folder/share/bash-completion/completions/ria"
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _ria "$folder/bin/ria" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  echo "${COMPREPLY[*]}"
}
[ "$(complete_words ria val)" = validate ] || fail "completion does not know validate"
cd "$source"
[ "$(complete_words ria run inputs/arousa/arousa.y)" = inputs/arousa/arousa.yaml ] || fail "completion finds no case"
[[ " $(complete_words ria bench roe) " == *" roe_transport "* ]] || fail "completion knows no kernel"
