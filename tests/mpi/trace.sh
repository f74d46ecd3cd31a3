#!/usr/bin/env bash
# `ria run --trace` and `ria trace`: every rank's events, what they come to, and the file for viewers; and they change no bit.
# The trace's work is that of summary.json, which makes the tables' columns.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-trace-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "trace: $*" >&2; [ ! -e log ] || cat log >&2; exit 1; }

# run NAME OPTION...
run() {
  timeout -k 5 300 "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$1" --set time.end="10 min" \
    --set grid.resolution="400 m" --set gauges.every="5 min" --set output.maps=false --set output.history=false \
    --overwrite "${@:2}" >log 2>&1 || fail "run $1"
}
# says CODE TEXT COMMAND...
says() {
  local code=0 wanted=$1 text=$2
  shift 2
  timeout -k 5 60 "$@" >log 2>&1 || code=$?
  [ $code = "$wanted" ] || fail "$*: exit code $code, not $wanted"
  grep -qF -- "$text" log || fail "$*: '$text' is missing"
}

run plain --tiles 3x4
[ ! -e plain/trace-0.csv ] || fail "a trace that nobody asked for"
run one --tiles 3x4 --trace
"$ria" diff plain/checkpoints/latest one/checkpoints/latest >/dev/null || fail "a trace changes the answer"
run two --tiles 3x4 -n 2 --trace=two.json
"$ria" diff plain/checkpoints/latest two/checkpoints/latest >/dev/null || fail "a trace of two ranks changes the answer"
[ -e two/trace-1.csv ] || fail "no events of the second rank"
for name in one two; do
  [ $name = one ] && file=one/trace.json || file=two.json
  python3 - $file $name <<'END' || fail "$file"
import csv, glob, json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
works = [e for e in events if e["ph"] == "X" and e["name"].startswith("work")]
rows = [row for file in glob.glob(sys.argv[2] + "/trace-*.csv") for row in csv.DictReader(line for line in open(file) if line[0] != "#")]
assert len(works) == len([row for row in rows if row["kind"] == "work"]) > 0
assert {e["pid"] for e in works} == {int(row["rank"]) for row in rows}
# Spans of a thread do not overlap.
last = {}
for e in sorted((e for e in events if e["ph"] == "X"), key=lambda e: e["ts"]):
    assert e["ts"] >= last.get((e["pid"], e["tid"]), 0) - 0.002, e
    last[e["pid"], e["tid"]] = e["ts"] + e["dur"]
END
done

for name in one two; do
  "$ria" trace $name --json >$name-shares.json || fail "ria trace $name --json"
  python3 - $name <<'END' || fail "$name"
import csv, json, sys
name = sys.argv[1]
ranks = json.load(open(name + "-shares.json"))
summary = json.load(open(name + "/summary.json"))
assert len(ranks) == summary["ranks"] == (2 if name == "two" else 1)
work = packing = lines = 0
for rank in range(len(ranks)):
    rows = csv.DictReader(line for line in open(f"{name}/trace-{rank}.csv") if line[0] != "#")
    last, lane = 0, ""
    for row in rows:
        begin, end = float(row["begin"]), float(row["end"])
        assert row["rank"] == str(rank) and 0 <= begin <= end, row
        # A worker does one thing at a time.
        if row["lane"] == lane and lane != "messages":
            assert begin >= last - 2e-9, row
        last, lane, lines = end, row["lane"], lines + 1
        work += (end - begin) * (row["kind"] == "work")
        packing += (end - begin) * (row["kind"] in ("pack", "unpack"))
workers = sum(rank["workers"] for rank in ranks)
assert workers == summary["workers"] * summary["ranks"]
near = lambda a, b: abs(a - b) <= 1e-9 * lines + 1e-9
assert near(work, summary["work_seconds"] * workers), (work, summary["work_seconds"], workers)
assert near(work, sum(rank["work_seconds"] for rank in ranks))
# Tasks without strips to copy are no events, but have looked at the clock.
assert 0 < packing <= summary["packing_seconds"] * workers + 1e-9 * lines
for rank in ranks:
    assert abs(rank["work"] + rank["packing"] + rank["other"] + rank["idle"] - 1) < 1e-9, rank
    if name == "one":
        assert rank["messages"] == 0 and rank["hidden"] is None, rank
    else:
        assert rank["messages"] > 0 and rank["travel_seconds"] > 0 and 0 <= rank["hidden"] <= 1, rank
END
done

run some --tiles 3x4 --trace-steps 20..24
python3 - <<'END' || fail "--trace-steps"
import csv
rows = list(csv.DictReader(line for line in open("some/trace-0.csv") if line[0] != "#"))
assert {int(row["step"]) for row in rows if row["kind"] == "work"} == {20, 21, 22, 23}
assert len([row for row in rows if row["kind"] == "work"]) == 12 * 4
END
RIA_TRACE=0 run some --tiles 3x4
for file in some/trace-0.csv some/trace.json; do
  [ ! -e $file ] || fail "an earlier trace is left, or RIA_TRACE=0 makes one: $file"
done
RIA_TRACE_STEPS=20..24 run some --tiles 3x4
[ -e some/trace-0.csv ] || fail "RIA_TRACE_STEPS makes no trace"

case=$source/inputs/cases/arousa/arousa.yaml
says 2 "--trace-steps: expected steps such as 100..120" "$ria" run "$case" --trace-steps 24..20
says 2 "RIA_TRACE_STEPS: expected steps" env RIA_TRACE_STEPS=many "$ria" run "$case"
says 2 "none/trace.json: cannot be made" "$ria" trace one -o none/trace.json
says 2 "plain/trace-0.csv: cannot be read" "$ria" trace plain
echo "0,cpu 0,dream,0,1,0,0,0,0,0" >>one/trace-0.csv
says 2 "no events of the kind 'dream'" "$ria" trace one --json
