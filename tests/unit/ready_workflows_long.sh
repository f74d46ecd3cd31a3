#!/usr/bin/env bash
# Every ready workflow in its tiny size, by the engine: it ends well, its tables have what they promise, its maps
# are drawn, and the report shows them. A second `ria run` finds nothing to do.
set -euo pipefail
ria=$1/ria source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ln -s "$source/inputs" inputs
fail() { echo "ready_workflows_long: $*" >&2; cat log >&2 || true; exit 1; }

# shows NAME WORD...: the report has these.
shows() {
  local name=$1 word
  shift
  for word; do grep -q -e "$word" "$name/report.html" || fail "$name: the report shows nothing of '$word'"; done
}
# holds NAME WORD...: so do the tables of its steps, whose last columns the report leaves out.
holds() {
  local name=$1 word
  shift
  for word; do grep -rqs --include='*.csv' -e "$word" "$name/steps" || fail "$name: no table holds '$word'"; done
}
# table NAME STEP ROWS COLUMN...: so many rows, and a number in each of the columns of the last one.
table() {
  python3 - "$1/steps/$2/table.csv" "${@:3}" <<'END' || fail "$1: $(cat "$1/steps/$2/table.csv")"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert len(rows) == int(sys.argv[2]), len(rows)
for column in sys.argv[3:]:
    float(rows[-1][column])
END
  shows "$1" "Medians of"
  # Tables of peaks show operations and bytes instead.
  [[ " $* " != *" total_seconds "* ]] || shows "$1" "<th[^>]*>total (s)"
}
maps() { [ "$(find "$1/steps/maps" -name '*.png' | wc -l)" -ge "$2" ] || fail "$1: fewer than $2 pictures"; }

for name in pipeline smoke scaling-strong scaling-weak problem-size ghost-rows contaminants-tables \
  checkpoint-cost estuary-week estuary-month swsolver-table-{2,4,5,6,8,10,11,12} \
  sblock-{figure-2,table-2,table-3,figure-3,multigrid} bwaves-{table-{1,2,3,4,5},methods,sums}; do
  file=$(find "$source/workflows" "$source/papers" -name "$name.yaml")
  timeout -k 5 900 "$ria" run "$file" --set size=tiny --study $name >log 2>&1 || fail "$name: exit code $?"
  [ $name = pipeline ] || shows $name "finished"
  cp $name/log.txt before
  timeout -k 5 60 "$ria" run "$file" --set size=tiny --study $name >log 2>&1 || fail "$name again"
  if tail -n +"$(($(wc -l <before) + 1))" $name/log.txt | grep -q started; then fail "$name: something ran twice"; fi
done
table scaling-strong strong 2 exchange_seconds work_seconds total_seconds speedup efficiency rate published_speedup
table scaling-weak weak 2 exchange_seconds work_seconds total_seconds efficiency published_efficiency
table problem-size size 2 work_seconds total_seconds rate published_total_seconds published_rate
table ghost-rows rows 6 exchange_seconds total_seconds speedup published_speedup
table contaminants-tables versions 4 exchange_seconds work_seconds total_seconds speedup rate published_speedup published_rate
table contaminants-tables improvements 6 total_seconds speedup rate
table contaminants-tables rows 4 exchange_seconds total_seconds speedup published_speedup
table swsolver-table-2 kernels 8 total_seconds speedup rate published_speedup
table swsolver-table-5 double 6 published_total_seconds published_speedup published_second_speedup
table swsolver-table-8 double 6 published_rate
table swsolver-table-11 double 9 published_exchange_seconds published_work_seconds published_total_seconds published_speedup
table swsolver-table-12 double 9 published_exchange_seconds published_work_seconds published_total_seconds published_efficiency
table sblock-figure-2 stencil 20 total_seconds speedup rate gflops gbytes
table sblock-table-2 kernels 15 published_cell_flops published_gflops published_gbytes
table sblock-table-3 solver 8 published_speedup
table sblock-multigrid steps 2 steps total_seconds speedup rate
table bwaves-table-1 times 10 published_total_seconds
table bwaves-table-2 times 25 published_total_seconds
table bwaves-table-3 iterations 9 published_program.total
table bwaves-table-4 norms 9 published_program.change_norm
table bwaves-table-5 times 18 published_total_seconds
table bwaves-methods methods 6 total_seconds speedup program.total
table bwaves-sums sums 6 total_seconds speedup program.total
shows sblock-figure-2 "ranges of speed-ups" "Further columns, in the CSV: .*says"
holds sblock-figure-2 "four cores 200 to 230"
holds sblock-table-2 published_peak_intensity
shows sblock-table-3 "stand-in for TBLOCK"
shows sblock-figure-3 "strong scaling" "weak scaling"
holds sblock-figure-3 "2880 blocks"
holds swsolver-table-6 published_peak_intensity
shows swsolver-table-10 "skipped"
shows checkpoint-cost "with checkpoints" "without"
table smoke scaling 2 speedup efficiency
maps smoke 3
maps estuary-week 5
maps estuary-month 5
shows estuary-week "concentration" "week.4"
shows smoke "A is" "scaling"
[ "$(cat pipeline/steps/total/total.txt)" = 330 ] || fail "pipeline: $(cat pipeline/steps/total/total.txt)"
