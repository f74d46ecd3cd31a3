# Shared by the fuzz tests, which source this: a short run of libFuzzer with the address, leak and undefined-behaviour
# sanitizers. Skipped where clang or its fuzzer runtime is missing; the tests of the corpora run in any case.
# RIA_FUZZ_RUNS: how many inputs to try (default 20000).
# shellcheck shell=bash
set -euo pipefail
fuzz_flags=(-std=gnu17 -D_GNU_SOURCE -g -O1 "-fsanitize=fuzzer,address,undefined" -fno-sanitize-recover=all)
fuzz_folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-fuzz-XXXXXX")
trap 'rm -rf "$fuzz_folder"' EXIT
trap 'exit 143' INT TERM

fuzz_skip() { echo "skipped: $*"; exit 77; }

fuzz_require() {
  command -v clang >/dev/null || fuzz_skip "there is no clang"
  echo 'int LLVMFuzzerTestOneInput(const char *d, long n); int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }' \
    >"$fuzz_folder/probe.c"
  clang "${fuzz_flags[@]}" -o "$fuzz_folder/probe" "$fuzz_folder/probe.c" 2>/dev/null ||
    fuzz_skip "clang has no fuzzer runtime (Debian: apt-get install libclang-rt-dev)"
}

# fuzz_build SOURCE FILE...: the fuzzer, of these files and what reads YAML.
fuzz_build() {
  local source=$1 src=$1/inputs/src cflags libs
  shift
  read -ra cflags <<<"$(pkg-config --cflags yaml-0.1 jansson ompi-c)"
  read -ra libs <<<"$(pkg-config --libs yaml-0.1 jansson mpfr)"
  clang "${fuzz_flags[@]}" -I"$src" -I"$source/inputs/include" -I"$source/runtime/include" -I"$source/jobs/include" \
    -I"$source/workflows/include" "${cflags[@]}" -o "$fuzz_folder/fuzzer" "$@" "$src"/case*.c "$src"/schema_*.c \
    "$src"/yaml*.c "$src"/word_table.c "$src"/units*.c "$src"/text.c "$src"/shape_*.c "$src"/series.c "$src"/csv.c \
    "$src"/tide*.c "$source/runtime/src/status.c" "$source"/runtime/src/exact_*.c "${libs[@]}" -lm
  mkdir "$fuzz_folder/here" "$fuzz_folder/found"
  cd "$fuzz_folder/here"
}

# fuzz_run SOURCE NAME SECONDS: corpus and words of NAME; no input may take so long.
fuzz_run() {
  ASAN_OPTIONS=detect_leaks=1 ../fuzzer -runs="${RIA_FUZZ_RUNS:-20000}" -seed=1 -max_len=2048 -timeout="$3" \
    -rss_limit_mb=2048 -print_final_stats=1 -dict="$1/tests/fuzz/$2.dict" -artifact_prefix="$fuzz_folder/" ../found \
    "$1/tests/fuzz/corpus/$2" >../log 2>&1 || { cat ../log; exit 1; }
  tail -n 8 ../log
}
