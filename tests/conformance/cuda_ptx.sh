#!/usr/bin/env bash
# What nvcc makes of the CUDA kernels holds no operation that the definition has not: products and sums are
# rounded each by itself, division and square root are IEEE, nothing is flushed to zero.
set -euo pipefail
bin=$1
generated=$bin/../codelets/generated
command_line=$bin/../cuda_command
[ -e "$command_line" ] || { echo "skipped: this ria was built without CUDA"; exit 77; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-ptx-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mapfile -t nvcc <"$command_line"
fail() { echo "$*"; exit 1; }

ptx_of() { # NAME.cu
  "${nvcc[@]}" -ptx "$generated/$1" -o "$folder/$1.ptx"
}

for file in roe_transport_cuda_naive_single.cu roe_transport_cuda_fused_single.cu roe_transport_cuda_fused_double.cu \
  water_discharge_cuda_plain_double.cu; do
  ptx_of "$file"
  ptx=$folder/$file.ptx
  grep -qE '(mul|add|sub)\.rn\.f(32|64)' "$ptx" || fail "$file: no arithmetic at all"
  # Without .rn, ptxas may contract a product and a sum; .approx, .full and .ftz are not IEEE.
  ! grep -nE '^\s*(@%p[0-9]+ )?(mul|add|sub|mad)\.f(32|64)\s' "$ptx" | head -3 | grep . || fail "$file: may be contracted"
  ! grep -nE '\.(approx|full|ftz)[. ]' "$ptx" | head -3 | grep . || fail "$file: is not IEEE"
  ! grep -nE '(ld|st)\.local' "$ptx" | head -3 | grep . || fail "$file: arrays that did not become registers"
done
# PREPARE has two fma; naive prepares five cells in each of the four variants of its switches.
count=$(grep -cE 'fma\.rn\.f32' "$folder/roe_transport_cuda_naive_single.cu.ptx" || true)
[ "$count" = 40 ] || fail "$count fma in roe_transport's naive strategy instead of 40"
