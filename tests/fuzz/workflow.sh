#!/bin/sh
# A short run of libFuzzer on the workflow reader, with the address and undefined-behaviour sanitizers. Skipped
# where clang or its fuzzer runtime is missing; test_workflow_corpus runs the corpus in any case.
# RIA_FUZZ_RUNS: how many inputs to try (default 20000).
set -eu
source=$2
runs=${RIA_FUZZ_RUNS:-20000}
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-fuzz-XXXXXX")
trap 'rm -rf "$folder"' EXIT INT TERM

if ! command -v clang >/dev/null; then
  echo "skipped: there is no clang"
  exit 77
fi
flags="-std=gnu17 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all"
echo 'int LLVMFuzzerTestOneInput(const char *d, long n); int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }' \
  >"$folder/probe.c"
# shellcheck disable=SC2086
if ! clang $flags -o "$folder/probe" "$folder/probe.c" 2>/dev/null; then
  echo "skipped: clang has no fuzzer runtime (Debian: apt-get install libclang-rt-dev)"
  exit 77
fi

# The kind that needs nothing but the reader.
cat >"$folder/kinds.c" <<'KINDS'
#include "ria/step_kind.h"
extern const ria_step_kind ria_step_kind_shell;
const ria_step_kind *const ria_step_kinds[] = {&ria_step_kind_shell, 0};
KINDS
src=$source/inputs/src
flow=$source/workflows/src
# shellcheck disable=SC2046,SC2086
clang $flags -I"$src" -I"$source/inputs/include" -I"$source/runtime/include" -I"$source/jobs/include" \
  -I"$source/workflows/include" $(pkg-config --cflags yaml-0.1 ompi-c) -o "$folder/fuzz_workflow" \
  "$source/tests/fuzz/fuzz_workflow.c" "$folder/kinds.c" "$source"/workflows/steps/shell/*.c "$flow"/workflow.c \
  "$flow"/workflow_*.c "$flow"/expression*.c "$flow"/sweep*.c "$flow"/task.c "$flow"/results.c "$src"/case*.c \
  "$src"/schema_*.c "$src"/yaml*.c "$src"/word_table.c "$src"/units*.c "$src"/text.c "$src"/shape_*.c \
  "$src"/series.c "$src"/csv.c "$src"/tide*.c "$source/runtime/src/status.c" $(pkg-config --libs yaml-0.1) -lm

mkdir "$folder/here" "$folder/found"
cd "$folder/here"
../fuzz_workflow -runs="$runs" -seed=1 -max_len=2048 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
  -dict="$source/tests/fuzz/workflow.dict" -artifact_prefix="$folder/" ../found \
  "$source/tests/fuzz/corpus/workflow" >../log 2>&1 || {
  cat ../log
  exit 1
}
tail -n 8 ../log
