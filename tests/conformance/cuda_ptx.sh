#!/usr/bin/env bash
# The PTX of the CUDA kernels has no operation beyond the definition: products and sums are
# rounded each by itself, division and square root are IEEE, nothing is flushed to zero. The approximations that
# guard.cuh begins with, and makes exact, are in `fused` alone.
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
  muscl_transport_cuda_naive_double.cu muscl_transport_cuda_fused_single.cu \
  swsolver_x_cuda_naive_double.cu swsolver_x_cuda_fused_single.cu swsolver_y_cuda_fused_double.cu \
  water_discharge_cuda_plain_double.cu; do
  ptx_of "$file"
  ptx=$folder/$file.ptx
  grep -qE '(mul|add|sub)\.rn\.f(32|64)' "$ptx" || fail "$file: no arithmetic at all"
  # Without .rn, ptxas may contract a product and a sum; .approx, .full and .ftz are not IEEE.
  ! grep -nE '^\s*(@%p[0-9]+ )?(mul|add|sub|mad)\.f(32|64)\s' "$ptx" | head -3 | grep . || fail "$file: may be contracted"
  guarded=none
  [[ $file != *_fused_* ]] || guarded='r(cp|sqrt)\.approx\.ftz\.f(32|64)'
  ! grep -nE '\.(approx|full|ftz)[. ]' "$ptx" | grep -vE "$guarded" | head -3 | grep . || fail "$file: is not IEEE"
  # With slopes, a rarely called function passes rows in memory.
  [[ $file != muscl_*_fused_* ]] || continue
  # The sum of the inflow is a separate function, executed by a few extra blocks.
  ! awk '/^\.func.*measure_/ {skip = 1} !skip; /^[};]/ {skip = 0}' "$ptx" | grep -nE '(ld|st)\.local' | head -3 | grep . || fail "$file: arrays that did not become registers"
done
# naive prepares five cells, with two fma each, in each of the four variants of its switches, and calls for four
# fluxes and an update; no other fma is in what nvcc makes of it than those the C has.
generated_fma=$(python3 - "$generated" <<'END'
import re, sys
text = open(sys.argv[1] + "/roe_transport_cuda_single.h").read()
bodies = {m[1]: m[2].count("fmaf(") for m in re.finditer(r"\nINLINE [^\n]* (\w+)\([^\n]*\n(.*?)\n}", text, re.S)}
naive = open(sys.argv[1] + "/roe_transport_cuda_naive_single.cu").read()
kernels = [k for k in re.split(r"\n__global__ ", naive)[1:]]
print(sum(bodies.get(call, 0) for k in kernels for call in re.findall(r"(\w+)\(", k.split("\n}\n")[0])))
END
)
count=$(grep -cE 'fma\.rn\.f32' "$folder/roe_transport_cuda_naive_single.cu.ptx" || true)
[ "$count" = "$generated_fma" ] || fail "$count fma in roe_transport's naive strategy instead of $generated_fma"
[ "$count" -gt 40 ] || fail "$count fma: too few to be all"
