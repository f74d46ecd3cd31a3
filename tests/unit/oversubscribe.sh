#!/usr/bin/env bash
# More ranks x workers than cores, and more memory than there is, are refused before anything starts, with the numbers
# and what to ask for; --oversubscribe, RIA_OVERSUBSCRIBE and a step's `oversubscribe` allow them.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-oversubscribe-XXXXXX")
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
unset RIA_OVERSUBSCRIBE RIA_MODE RIA_SET RIA_STUDY STARPU_NCPU
for variable in $(compgen -e SLURM_ || true); do unset "$variable"; done
fail() { echo "oversubscribe: $*"; [ ! -e said ] || sed 's/^/  said: /' said; exit 1; }
first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
case=$source/inputs/cases/column/column.yaml
small=(--set grid.cells="[20, 20]" --set time.steps=2 --set output.maps=false)

# says CODE PATTERN COMMAND...: it ends so, and a line matches.
says() {
  local code=0 wanted=$1 pattern=$2
  shift 2
  timeout -k 5 120 "$@" >said 2>&1 </dev/null || code=$?
  [ $code = "$wanted" ] || fail "exit code $code, not $wanted: $*"
  grep -Eq -- "$pattern" said || fail "nothing of '$pattern': $*"
}
# refused TEXT COMMAND...: this sentence (a pattern) alone, and nothing is made.
refused() {
  says 2 "^ria run: $1\$" "${@:2}"
  [ "$(wc -l <said)" = 1 ] || fail "not one sentence: ${*:2}"
  [ ! -e out ] || fail "a folder was made: ${*:2}"
}
# fine COMMAND...: it runs.
fine() {
  timeout -k 5 120 "$@" >said 2>&1 </dev/null || fail "$*"
  rm -rf out
}
on_one=(taskset -c "$first" "$ria" run "$case" -o out "${small[@]}")

# ---- cores ----
refused '4 ranks x 4 workers = 16 threads, but 1 core: use -n 1 --workers 1, or --oversubscribe' "${on_one[@]}" -n 4 --workers 4
refused '1000 ranks, but 1 core: use -n 1, or --oversubscribe' "${on_one[@]}" -n 1000
refused '3 workers, but 1 core: use --workers 1, or --oversubscribe' "${on_one[@]}" --workers 3
fine "${on_one[@]}"
fine "${on_one[@]}" --workers 1
fine "${on_one[@]}" -n 2 --oversubscribe
RIA_OVERSUBSCRIBE=1 fine "${on_one[@]}" -n 2

# What Slurm says of an allocation of several nodes counts, not this machine.
allocation=(env SLURM_JOB_ID=1 "SLURM_JOB_CPUS_PER_NODE=4(x2),2" SLURM_MEM_PER_NODE=100 "$ria" run "$case" -o out)
refused '11 ranks, but this allocation has 10 cores: use -n 10, or --oversubscribe' "${allocation[@]}" "${small[@]}" -n 11
refused '3 ranks x 4 workers = 12 threads, but this allocation has 10 cores: use -n 3 --workers 3, or --oversubscribe' \
  "${allocation[@]}" "${small[@]}" -n 3 --workers 4

# ---- memory ----
room='need some [0-9.]+ [kMGT]B of memory, but this'
advice='take larger cells, a smaller extent or fewer ranks, or --oversubscribe'
refused "[^ ]*column.yaml: grid: 1000000 x 1000000 cells $room machine has [0-9.]+ [GT]B( left)?: $advice" \
  "$ria" run "$case" -o out --set grid.cells="[1000000, 1000000]"
refused "[^ ]*column.yaml: grid: 5000 x 5000 cells $room allocation has 315 MB: $advice" \
  "${allocation[@]}" --set grid.cells="[5000, 5000]" -n 2
says 2 '10000000 x 10000000 cells' env ASAN_OPTIONS="${ASAN_OPTIONS:-}:allocator_may_return_null=1" "$ria" run "$case" -o out --set grid.cells="[10000000, 10000000]" --oversubscribe
! grep -q 'need some' said || fail "--oversubscribe is refused"

# ---- steps of a workflow ----
write_flow() {
  cat >flow.yaml <<YAML
name: flow
study: study
mode: local
defaults: {retries: 0}
steps:
  wide:
    kind: case
    case: $case
    resources: {ranks: 2, workers: 2$1}
    set: {grid.cells: [20, 20], time.steps: 2, output.maps: false}
YAML
}
write_flow ''
on_one=(taskset -c "$first" "$ria")
says 1 '^flow.yaml:9:[0-9]+: steps.wide.resources: 2 ranks x 2 workers = 4 threads, but 1 core: use ranks: 1, workers: 1, or ' \
  "${on_one[@]}" validate flow.yaml
says 2 '^flow.yaml:9:.* = 4 threads, but 1 core' "${on_one[@]}" run flow.yaml --quiet
[ ! -e study ] || fail "a study was begun"
says 0 '' "${on_one[@]}" run flow.yaml --oversubscribe
rm -rf study
write_flow ', oversubscribe: true'
says 0 valid "${on_one[@]}" validate flow.yaml
says 0 '' "${on_one[@]}" run flow.yaml
echo "threads and memory beyond what there is are refused, and allowed where that is asked for"
