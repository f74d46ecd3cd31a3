#!/usr/bin/env bash
# A ria of -DRIA_MARCH=portable gives the recorded bits of every case by both of its instruction sets.
set -euo pipefail
bin=$1 source=$2
loader=/lib64/ld-linux-x86-64.so.2
skip() { echo "portable: skipped, $*" >&2; exit 77; }
fail() { echo "portable: $*" >&2; exit 1; }
"$loader" --help 2>/dev/null | grep -q 'x86-64-v3 (supported' || skip "this processor lacks AVX2, or this C library chooses no libraries by it"

"$source/packages/build"
export RIA_BIN_DIR=$source/build-package/bin RIA_SOURCE_DIR=$source
# hashes MARCH: by this set.
hashes() {
  "$RIA_BIN_DIR/ria" --version | grep -q "kernels for $1)" || fail "the kernels are not for $1: $("$RIA_BIN_DIR/ria" --version)"
  "$bin/../tests/validation_test_field_hashes" || fail "$1 gives other bits"
}
if "$loader" --help | grep -q 'x86-64-v4 (supported'; then
  hashes x86-64-v4
else
  echo "portable: x86-64-v4 is left out: this processor lacks AVX-512"
fi
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F hashes x86-64-v3
