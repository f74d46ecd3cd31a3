#!/usr/bin/env bash
# The ready campaign on 1, 2 and 4 ranks on a real Slurm: inside one allocation, and with a job for each run. The
# tables have a row for each number of ranks with all their columns, repeats were interleaved, no two runs
# overlapped, and what the ranks computed is the same to the bit.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 2 "$0" "$@"
strong=$source/workflows/scaling-strong.yaml
settings=(--set size=tiny --set ranks="[1, 2, 4]" --set cells=60x48 --set iterations=20 --set repeat=2
  --set steps.strong.resources.time="5 min")

# table STUDY: every column has a number in every row, and they fit one another.
table() {
  python3 - "$1/steps/strong/table.csv" <<'END' || study_fail "$1: $(cat "$1/steps/strong/table.csv")"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert [row["ranks"] for row in rows] == ["1", "2", "4"]
for row in rows:
    get = lambda key: float(row[key])
    assert get("steps") == 20 and get("exchange_seconds") > 0 and get("work_seconds") > 0 and get("rate") > 0
    assert get("lower_quartile") <= get("total_seconds") <= get("upper_quartile")
    assert get("work_seconds") < get("upper_quartile") and get("published_total_seconds") > 0
    assert get("speedup_low") <= get("speedup") <= get("speedup_high")
    assert abs(get("efficiency") - 100 * get("speedup") / get("ranks")) < 1e-9 * get("efficiency")
    assert abs(get("speedup") * get("total_seconds") - float(rows[0]["total_seconds"])) < 1e-9
assert float(rows[0]["speedup"]) == 1
END
  local column
  for column in ranks total published ratio speed-up; do
    grep -q "| *$column" "$1/steps/strong/table.md" || study_fail "$1: no $column in the table for people"
    grep -q "<th[^>]*>$column" "$1/report.html" || study_fail "$1: no $column in the report"
  done
  for column in 'steps|iterations' exchange work efficiency 'lower_quartile|total from'; do # named if there is no room
    tr '\n' ' ' <"$1/steps/strong/table.md" | grep -qE "\| *($column)|Further columns, in the CSV:.*($column)" ||
      study_fail "$1: no $column in the table for people: $(cat "$1/steps/strong/table.md")"
  done
  grep -q 'Medians of 2 interleaved runs' "$1/report.html" || study_fail "$1: the report says nothing of the repeats"
  if command -v gnuplot >/dev/null; then
    grep -q '<svg' "$1/report.html" || study_fail "$1: no chart in the report"
  fi
}

# in_turn STUDY: round by round, each run after the end of the one before.
in_turn() {
  local last=0 repeat ranks marks
  for repeat in 1 2; do
    for ranks in 1 2 4; do
      marks=$1/tasks/strong/ranks=$ranks/$repeat/attempt-1
      [ "$(date -r "$marks/started" +%s%N)" -ge "$last" ] || study_fail "$1: run $repeat on $ranks ranks began too early"
      last=$(date -r "$marks/ended" +%s%N)
    done
  done
}

# same STUDY...: all ranks of all studies ended in the same state.
same() {
  local study ranks
  for study; do
    for ranks in 1 2 4; do
      ria diff "$1/steps/strong/ranks=1/checkpoints/latest" "$study/steps/strong/ranks=$ranks/checkpoints/latest" \
        >diff.txt || study_fail "$study: $ranks ranks differ: $(cat diff.txt)"
      grep -q "\"ranks\": $ranks," "$study/steps/strong/ranks=$ranks/summary.json" || study_fail "$study: not on $ranks ranks"
    done
  done
}

allocated=$(sbatch --parsable --time=10 --ntasks=4 --output=allocated.txt "$strong" "${settings[@]}" --study allocated)
finish allocated "$allocated"
queued=$(sbatch --parsable --time=10 --ntasks=1 --no-requeue --oversubscribe --output=queued.txt "$strong" \
  "${settings[@]}" --study queued --mode jobs)
finish queued "$queued"
for study in allocated queued; do
  table $study
  in_turn $study
done
same allocated queued
echo "1, 2 and 4 ranks, in an allocation and as jobs: tables whole, in turn, identical"
