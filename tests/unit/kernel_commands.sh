#!/usr/bin/env bash
# `ria kernels` and `ria bench`: their output, and their messages about mistakes.
set -euo pipefail
ria=$1/ria
fail() { echo "$*"; exit 1; }
expect_error() { # words, then the command's arguments
  local words=$1; shift
  local said status=0
  said=$("$ria" "$@" 2>&1) || status=$?
  [ "$status" = 2 ] || fail "ria $*: exit code $status instead of 2"
  grep -qF -- "$words" <<<"$said" || fail "ria $*: said '$said', not '$words'"
}

kernels=$("$ria" kernels) # a pipe that grep leaves early would end ria by a signal
grep -qE '^roe_transport +face +1 .* cpu: reference naive simd blocked' <<<"$kernels" || fail "no roe_transport"
grep -qE '^muscl_transport +face +2 .* cpu: reference simd blocked' <<<"$kernels" || fail "no muscl_transport"
grep -qE '^heat_box +point +1 .* cpu: reference naive simd blocked wavefront; cuda: naive plane-queue streamed$' <<<"$kernels" || fail "no heat_box"
grep -qE '^dot +reduce +0 .* cpu: reference simd; cuda: naive$' <<<"$kernels" || fail "no dot"
grep -qE '^roe_transport .*; cuda: naive single-flux coarsened fused$' <<<"$kernels" || fail "no CUDA"
"$ria" kernels --json | python3 -c '
import json, sys
kernels = {k["name"]: k for k in json.load(sys.stdin)}
roe = kernels["roe_transport"]
assert len(roe["costs"]) == 2 ** len(roe["switches"])
assert roe["costs"][0]["bytes_double"] == 2 * roe["costs"][0]["bytes_single"] == 72
assert roe["implementations"][0]["strategy"] == "reference"'
for strategy in reference naive simd blocked; do
  "$ria" bench roe_transport --size 60x31 --strategy $strategy --precision double --json | python3 -c '
import json, sys
result = json.load(sys.stdin)
assert result["million_cell_updates_per_second"] > 0
assert 0 < result["roofline_fraction"] < 1.5 and result["size"] == [60, 31]'
done
for bed in wet wetdry land; do
  "$ria" bench estuary --size 60x50 --bed $bed --tiles 2x3 --depth 2 --workers 1 --steps 20 --set friction.manning=0.03 \
    --json | python3 -c '
import json, sys
result = json.load(sys.stdin)
assert result["million_cell_updates_per_second"] > 0 and result["bare_million_cell_updates_per_second"] > 0
assert result["steps"] >= 20 and result["workers"] == 1 and result["depth"] == 2
assert result["size"] == [60, 50] and result["tiles"] == [2, 3] and result["roofline_fraction"] > 0
assert (result["efficiency"] > 0) == (sys.argv[1] == "wet")
work, exchange, all = (result[key + "_seconds"] for key in ("work", "exchange", "step"))
assert 0 < work <= all and 0 < result["packing_seconds"] and abs(work + exchange - all) < 1e-9 and result["cells"] == 3000
assert result["cost"]["divisions"] > 3  # those of friction
' $bed
done
for kernel in water_wall heat_box cg_update dot smallest; do
  "$ria" bench $kernel --size 60x31 | grep -q "million cell updates" || fail "no speed of $kernel"
done
for kernel in jacobi cg_update dot; do
  "$ria" bench $kernel --size 60x31x9 --json | python3 -c '
import json, sys
result = json.load(sys.stdin)
assert result["million_cell_updates_per_second"] > 0 and result["size"] == [60, 31, 9]'
done
"$ria" bench heat --size 20x15x10 --tiles 1x1x2 --steps 8 --workers 1 | grep -q "20 x 15 x 10 cells, 1 worker, 1 x 1 x 2 tiles" \
  || fail "no speed of heat in a box"
"$ria" bench jacobi --strategy wavefront --pass 3 --size 60x31x9 --json | python3 -c '
import json, sys
result = json.load(sys.stdin)
assert result["steps_in_a_pass"] == 3 and result["million_cell_updates_per_second"] > 0'
"$ria" bench jacobi --workers 3 --size 60x31x9 --json | python3 -c '
import json, sys
result = json.load(sys.stdin)
assert result["workers"] == 3 and result["cells"] == 60 * 31 * 9 and result["million_cell_updates_per_second"] > 0
peaks = result["peaks"]  # of one core while three are at work; the data of this size are in a cache
assert min(peaks.values()) > 0 and peaks["bytes_per_second"] != peaks["bytes_per_second_of_this_size"]
limit = result["limit_million_cell_updates_per_second"] * 1e6
slowest = max(result["limits"][key] for key in ("memory_seconds", "arithmetic_seconds", "division_seconds"))
assert abs(limit * slowest / 3 - 1) < 1e-6'
"$ria" bench rows_sum --workers 2 --size 60x31 | grep -q "60 x 31 cells, 2 workers" || fail "no two cores for a kernel"
"$ria" bench heat --workers 1 --steps 8 --size 60x50 | grep -q "1 worker, " || fail "--workers does not choose the solver heat"
expect_error "only 9 planes to share" bench jacobi --workers 10 --size 60x31x9
expect_error "water_wall fills ghost cells; leave out --workers" bench water_wall --workers 2 --size 60x31
expect_error "jacobi simd makes 1 to 1 steps in a pass, not 2" bench jacobi --strategy simd --pass 2 --size 60x31x9
expect_error "roe_transport works in a plane of cells; give its size as 60x31" bench roe_transport --size 60x31x9
expect_error "no kernel and no solver nothing" bench nothing

# Products of a sparse matrix.
"$ria" bench spmv --size 20x15x10 --seconds 0.01 | grep -q "76 bytes a row, with 8 entries" || fail "no speed of spmv"
"$ria" bench spmv --size 20x15 --precision double --seconds 0.01 --json | python3 -c '
import json, sys
r = json.load(sys.stdin)
assert r["cells"] == 300 and r["bytes_a_row"] == 116, r
assert abs(r["bytes_per_second"] / r["rows_per_second"] / 116 - 1) < 1e-9, r
' || fail "spmv in double precision"
expect_error "spmv has no strategies, passes, workers or shapes" bench spmv --workers 2
expect_error "--target cell; spmv is measured on cpu or cuda" bench spmv --target cell
# Solvers without water, in lines and planes; where a kernel has the solver's name, an option that only solvers have tells.
for solver in "heat --size 60x50 --tiles 2x2 --depth 2" "kuramoto --size 400x1" "euler --size 400x1 --precision double"; do
  # shellcheck disable=SC2086
  "$ria" bench $solver --workers 1 --steps 24 --json | python3 -c '
import json, sys
result, wanted = json.load(sys.stdin), sys.argv[1].split()
assert result["name"] == wanted[0] and result["size"] == [int(n) for n in wanted[2].split("x")]
assert result["million_cell_updates_per_second"] > 0 and result["steps"] >= 24 and result["step_seconds"] > 0' "$solver"
done
# Programs, whose operations are not counted.
for solver in poisson bwaves; do
  "$ria" bench $solver --size 12x12x16 --steps 3 --workers 1 | grep -q "^$solver, cpu program, .* 12 x 12 x 16 cells" ||
    fail "no speed of $solver"
done
expect_error "--model models stages; the solver bwaves is a program" bench bwaves --target cell --model
expect_error "on blocks run a case of rows, whose summary.json has step_seconds" bench rows
expect_error "ria bench measures a solver on one block of cells" bench heat --steps 8 \
  --set "grid={blocks: {a: {cells: [16, 16], extent: [0 m, 0 m, 1 m, 1 m]}}}"
expect_error "the solver swsolver solves in a plane; give a size of two numbers" bench swsolver --size 60x50x4
"$ria" bench heat --size 60x50 | grep -q "^heat, cpu naive" || fail "the kernel heat is not measured"
expect_error "the solver heat has no water; leave out --bed" bench heat --bed land
expect_error "the grid has 50 rows" bench kuramoto --size 60x50
expect_error "its kernel kuramoto_half has no program for the target 'cell'" bench kuramoto --target cell --model
expect_error "--size 3; give it as" bench roe_transport --size 3
expect_error "--precision half; give single or double" bench roe_transport --precision half
expect_error "has no strategy fast for cpu" bench roe_transport --strategy fast
expect_error "has no switch wind" bench roe_transport --switches friction,wind
expect_error "its kernel muscl_transport has no program for the target 'cell'" bench estuary --target cell --model
expect_error "--bed ice; give wet, wetdry, land or case" bench estuary --bed ice
# The bed and the start of the case, where they are asked for, and not set in vain where they are not.
"$ria" bench swsolver --size 60x50 --bed case --set "initial.shape={kind: dam, position: 25 km, left: 1 m, right: 0.08 m}" \
  --workers 1 --steps 20 | grep -q "million cell updates" || fail "no speed in the case's own water"
expect_error "the start has no water in cell (0, 0)" bench swsolver --size 60x50 --bed case --set "initial.level=-10 m"
expect_error "absent.tif" bench estuary --size 60x50 --bed case --set "bathymetry.shape=null" --set "bathymetry.file=absent.tif"
expect_error "--set initial.shape: ria bench uses a synthetic bed and water; give --bed case" \
  bench swsolver --set "initial.shape={kind: dam, position: 25 km, left: 1 m, right: 0.08 m}"
expect_error "--set bathymetry: ria bench uses a synthetic bed" bench estuary --set "bathymetry={shape: {kind: flat, elevation: -5 m}}"
expect_error "has water everywhere over a flat bed; give --bed wet or case" bench swsolver --bed land
expect_error "the modelled time does not depend on the water" bench swsolver --target cell --model --bed case
expect_error "--workers 0; give a number above 0" bench estuary --workers 0
expect_error "--tiles is for solvers" bench roe_transport --tiles 2x2
expect_error "--switches is for kernels" bench estuary --switches friction
expect_error "--line is for heat, kuramoto and euler, not for estuary" bench estuary --line
expect_error "--line is for heat, kuramoto and euler, not for roe_transport" bench roe_transport --line
expect_error "--variant, --node and --each need --line" bench heat --variant packed
expect_error "--variant, --node and --each need --line" bench heat --each
expect_error "--points 2^11..2^5; give numbers" bench heat --line --points 2^11..2^5
expect_error "--points 2^11,; give numbers" bench heat --line --points 2^11,
expect_error "--variant packed,fast; give all, or some of" bench heat --line --variant packed,fast
expect_error "--node 0; give points of a node" bench heat --line --node 0
expect_error "give --target cuda, or leave out --target" bench heat --line --points 64 --target cpu
expect_error "leave out the cells of the grid" bench heat --line --points 64 --size 64x2
said=$("$ria" bench heat --line --each --points 64 2>&1) || grep -qE "no GPU can be measured|was built without CUDA" <<<"$said" ||
  fail "said '$said' of a line without a GPU"
expect_error "did you mean 'precision'" bench estuary --set precison=double
expect_error "unknown option --fast" bench estuary --fast
expect_error "--size has no value" bench roe_transport --size
expect_error "unknown argument 'x'" kernels x
expect_error "--shape 2x32; give columns, rows and warps" bench roe_transport --target cuda --shape 2x32
expect_error "--shape 0x8x2; give columns" bench roe_transport --target cuda --shape 0x8x2
expect_error "shapes are a GPU's" bench roe_transport --shape 2x32x4
expect_error "shapes are a GPU's" bench roe_transport --tune
expect_error "--tune tries all shapes" bench roe_transport --target cuda --tune --shape 2x32x4
expect_error "--tune is for kernels" bench estuary --target cuda --tune
expect_error "--shape is for kernels" bench estuary --shape 2x32x4
expect_error "name the target to measure" bench roe_transport --target auto

# Without a GPU that this process sees: no figure, no file of shapes, no CPU's roofline in its place.
export CUDA_VISIBLE_DEVICES=''
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-bench-XXXXXX")
trap 'rm -rf "$folder"' EXIT
export RIA_TUNING=$folder/tuning
why="no GPU can be measured: "
grep -q "without CUDA" <<<"$("$ria" bench roe_transport --target cuda 2>&1)" && why="this ria was built without CUDA"
expect_error "$why" bench roe_transport --target cuda
expect_error "$why" bench roe_transport --target cuda --tune --size 60x31
expect_error "$why" bench roe_transport --target cuda --shape 1x8x2 --json
expect_error "$why" bench heat --line --points 64
[ ! -e "$RIA_TUNING" ] || fail "shapes that nobody measured: $(cat "$RIA_TUNING")"
expect_error "target cuda" bench estuary --target cuda --size 60x50
if [ "$why" != "this ria was built without CUDA" ]; then
  expect_error "no kernel for 3 columns a thread" bench roe_transport --target cuda --shape 3x8x2
  expect_error "water_wall is not a step" bench water_wall --target cuda
fi

# A run on CPUs has no use for a file of shapes, however broken.
echo "nothing of the kind" >"$RIA_TUNING"
"$ria" bench estuary --size 60x50 --steps 8 --workers 1 >/dev/null || fail "a broken file of shapes in the way"
