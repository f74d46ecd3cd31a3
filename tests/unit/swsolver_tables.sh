#!/usr/bin/env bash
# Some of the SWsolver paper's tables in their tiny size: what is measured, what is modelled and what is only published
# stand in one table, and are told apart. ready_workflows_long has the others.
set -euo pipefail
ria=$1/ria source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ln -s "$source/inputs" inputs
fail() { echo "swsolver_tables: $*" >&2; cat log >&2 || true; exit 1; }

# run NUMBER; holds NUMBER STEP PYTHON: the expression must hold of its rows, dictionaries in `r`, and of its text, `t`.
run() { timeout -k 5 120 "$ria" run "$source/papers/swsolver/swsolver-table-$1.yaml" --set size=tiny --study "$1" >log 2>&1 || fail "table $1"; }
holds() {
  python3 - "$1/steps/$2" "$3" <<'END' || fail "table $1: $(cat "$1/steps/$2/table.txt")"
import csv, sys
folder, expression = sys.argv[1:]
r = list(csv.DictReader(open(folder + '/table.csv')))
t = open(folder + '/table.txt').read()
n = lambda row, column: float(r[row][column])
assert eval(expression), expression
END
}

run 3
holds 3 kernels 'len(r) == 10 and r[0]["version"] == "one Xeon core" and n(0, "total_seconds") > 0 and n(0, "published_total_seconds") == 162.5'
holds 3 kernels 'r[9]["total_seconds"] == "" and n(9, "published_speedup") == 12.8 and "8 rows not measured" in t'
run 7
holds 7 double 'n(0, "gflops") > 0 and 0 < n(0, "gflops_share") < 100 and 0 < n(0, "roofline_share") and n(0, "published_gflops") == 7.54'
holds 7 double 'r[0]["time_is"] == "measured" and r[1]["time_is"] == "model" and n(1, "total_seconds") > 0 and "model: not measured" in t'
run 9
holds 9 spes '[row["time_is"] for row in r] == 6 * ["model"] and n(4, "published_total_seconds") == 3.33 and n(2, "speedup") > 2'
for chart in 3/steps/kernels 7/steps/double 9/steps/spes; do
  [ ! -x /usr/bin/gnuplot ] || [ -s "$chart/scaling.svg" ] || fail "$chart: no chart"
done
for roof in ": measured peaks of [0-9]* cores*: [0-9.]* Gflop/s, [0-9.]* GB/s" ": peaks of the model: "; do
  [ ! -x /usr/bin/gnuplot ] || grep -q "$roof" 7/steps/double/scaling.svg || fail "table 7: no roof: $roof"
done
grep -q "published" 9/report.html || fail "the report shows nothing of what was published"
