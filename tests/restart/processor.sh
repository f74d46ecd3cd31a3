#!/usr/bin/env bash
# The same bits from the C library's variants for other processors: runs whose libm is kept from AVX2 and FMA end
# as those with all that this processor has, and so does a run that began with one and was resumed with the other.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/common.bash"
without=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F
loader=/lib64/ld-linux-x86-64.so.2
has_fma() { "$loader" --help 2>/dev/null | grep -q 'x86-64-v3 (supported'; }
has_fma || { echo "skipped: this C library has no variants to choose from, or this processor no FMA"; exit 77; }
! GLIBC_TUNABLES=$without has_fma || { echo "skipped: this C library keeps its variants whatever GLIBC_TUNABLES says"; exit 77; }

# A tide of 37 constituents, wind, second order.
settings+=(--set numerics.order=2 --set 'wind={speed: 12 m/s, direction: 237 deg}' --precision double --workers 1)
ria_run good || fail "the base"
GLIBC_TUNABLES=$without ria_run other || fail "the run without FMA"
same other
GLIBC_TUNABLES=$without ria_run moved --until "30 min" || fail "the first half without FMA"
ria_run moved --resume || fail "the second half with FMA"
same moved
rm -rf good other moved

# both CASE OPTION...: a start by formula and some steps.
both() {
  local name=$1
  shift
  "$ria" run "$source/inputs/cases/$name/$name.yaml" "$@" --precision double --workers 1 --set output.maps=false -o "$name" \
    >said 2>&1 || fail "$name"
  GLIBC_TUNABLES=$without "$ria" run "$source/inputs/cases/$name/$name.yaml" "$@" --precision double --workers 1 \
    --set output.maps=false -o "$name-other" >said 2>&1 || fail "$name without FMA"
  "$ria" diff "$name/checkpoints/latest" "$name-other/checkpoints/latest" >said || fail "$name differs"
}
for name in standing-tide thacker-planar thacker-radial macdonald tidal-flat column kuramoto heat; do
  both "$name" --set time.steps=20
done
echo "10 pairs of runs, with and without the variants for AVX2 and FMA: identical"
