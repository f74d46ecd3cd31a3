#!/usr/bin/env bash
# A report runs when all its needs are over, in any way: done, failed, cancelled, or skipped because of that;
# not before, and again if the results have changed. The study ends as it would without it.
# shellcheck source=tests/restart/engine.bash
. "$(dirname "$0")/engine.bash" "$1"
# states STEP=STATE...
states() {
  local json wanted
  json=$("$ria" status study --json || true) # exits 2 for a study that failed
  json=$(tr -d ' \n' <<< "$json")
  for wanted; do
    grep -q "\"name\":\"${wanted%=*}\",[^[]*\"state\":\"${wanted#*=}\"" <<< "$json" || say "not $wanted"
  done
}
# pages N: the report has been made so often.
pages() {
  local made
  made=$(find study/tasks/page -name 'attempt-*' | wc -l)
  [ "$made" = "$1" ] || say "the report was made $made times, not $1"
}

cat > flow.yaml << 'END'
name: flow
study: study
steps:
  fails:
    kind: shell
    retries: 1
    command: [bash, -c, 'test -e "$FOLDER/mended"']
  never:
    kind: shell
    needs: [fails]
    command: ["true"]
  nor-this:
    kind: shell
    needs: [never]
    command: ["true"]
  slow:
    kind: shell
    sweep: {k: [1, 2]}
    script: sleep 0.$k; touch "$FOLDER/slow-$k"
  page:
    kind: report
    needs: [nor-this, slow]
END
"$ria" plan flow.yaml > log
grep -q 'page (report) after nor-this, slow, however they end' log || say "the plan does not say it"

# A failure: the report waits for what still runs, and shows what never ran. The study has failed.
run 2
states fails=failed never=pending nor-this=pending slow=done page=done
pages 1
[ "$(find study/report.html -newer slow-2)" ] || say "the report did not wait"
grep -q 'exit code 1; its retries are used up' study/report.html || say "the report does not say why"
"$ria" plan flow.yaml > log
grep -q 'page (again, after what it needs)' log || say "the plan knows nothing of the next report"
# It fails once more: other attempts, another report. Then it is mended; then there is nothing new.
run 2
pages 2
touch mended
run 0
states fails=done nor-this=done page=done
pages 3
run 0
pages 3
"$ria" plan flow.yaml > log
grep -q 'page (report).*: 1 task, done' log || say "the plan makes a report of nothing new"

# Cancelled by a person. The next run continues it, and the report shows that.
cat > flow.yaml << 'END'
name: flow
study: study
steps:
  long:
    kind: shell
    command: [bash, -c, '[ -e "$FOLDER/go" ] || { echo hello; exec sleep 100; }']
  after:
    kind: shell
    needs: [long]
    command: ["true"]
  page:
    kind: report
    needs: [after]
END
rm -rf study
"$ria" run flow.yaml > log 2>&1 &
engine=$!
until_true grep -q hello study/tasks/long/attempt-1/output.txt
"$ria" cancel long --study study > log.cancel
code=0
wait $engine || code=$?
engine=
[ $code = 3 ] || say "a cancelled study exits $code"
states long=cancelled after=pending page=done
touch go
run 0
states long=done after=done page=done
pages 2

# A step whose keys cannot be filled in has failed as well; a page that cannot be written fails by itself.
cat > flow.yaml << 'END'
name: flow
study: study
steps:
  one:
    kind: shell
    command: ["true"]
  two:
    kind: shell
    needs: [one]
    command: [echo, "${one.nothing}"]
  page:
    kind: report
    needs: [two]
  other:
    kind: report
    needs: [two]
    file: /proc/no/such.html
END
rm -rf study
run 2
states one=done two=failed page=done other=failed
[ "$(tail -n 1 log | cut -c 11-)" = "verdict: failed, 2 of 4 steps done; failed: two, other" ] || say "another verdict"

# A sweep of a case has a table of its points, without those that failed. The last lines name the report and the verdict.
cat > basin.yaml << 'END'
time: 40 s
grid: {extent: [0 m, 0 m, 4 km, 1 km], resolution: 250 m}
bathymetry: {shape: {kind: flat, elevation: -10 m}}
gauges: {every: 20 s, points: [{name: pier, at: [500 m, 500 m]}]}
END
cat > flow.yaml << 'END'
name: flow
study: study
defaults: {retries: 0}
steps:
  tide:
    kind: case
    case: basin.yaml
    sweep: {level: [0.25, 0.5, 1.5]}
    set: {initial.level: "${level} m", output: {maps: false}}
    resources: {workers: 64, oversubscribe: true}
  single:
    kind: case
    case: basin.yaml
    set: {output: {maps: false}}
  page:
    kind: report
    needs: [tide, single]
END
rm -rf study
mkdir -p study/steps/tide/level=0.5/summary.json
: > study/study.sqlite
run 2
table=study/steps/tide/table
grep -q 'No results of level=0.5: ' $table.txt || say "the table does not name the missing point"
grep -q '^0.5,*$' $table.csv || say "a missing point has numbers"
rmdir study/steps/tide/level=0.5/summary.json
run 0
python3 - $table.csv << 'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert [r["level"] for r in rows] == ["0.25", "0.5", "1.5"], rows
for r in rows:
    assert abs(float(r["largest pier level (m)"]) - float(r["level"])) < 1e-3, r
    assert float(r["time"]) == 40 and int(r["steps"]) > 0 and float(r["wall_seconds"]) > 0, r
    assert abs(float(r["balance.water.residual_relative"])) < 1e-6 and "last pier speed (m/s)" in r, r
END
[ "$(wc -L < $table.txt)" -le 100 ] || say "the table is too wide"
grep -q '[0-9]\* .*' $table.txt && grep -q '^\*: oversubscribed' $table.txt || say "64 workers are no oversubscription"
[ ! -e study/steps/single/table.txt ] || say "a single run has a table"
grep -q '1\.500' study/report.html && grep -q 'oversubscribed' study/report.html || say "the report has no such table"
for file in log study/log.txt; do
  tail -n 2 $file | head -n 1 | grep -q "  report: .*study/report.html$" || say "$file does not end with the report"
  tail -n 1 $file | grep -q "  verdict: finished, 3 of 3 steps done$" || say "$file does not end with the verdict"
done
