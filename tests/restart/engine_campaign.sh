#!/usr/bin/env bash
# A campaign with a failing point, and a comparison with a failing run: the others still run,
# one after another, the tables have the results and name the missing ones, and the steps fail. Once
# the cause is gone, only the failed runs are repeated.
# shellcheck source=tests/restart/engine.bash
. "$(dirname "$0")/engine.bash" "$1"
attempts() { find study/tasks -name 'attempt-*' | wc -l; }

cat > basin.yaml << 'END'
time: 1 h
grid: {extent: [0 m, 0 m, 4 km, 4 km], cells: [40, 40]}
bathymetry: {shape: {kind: flat, elevation: -10 m}}
END
cat > flow.yaml << 'END'
name: flow
study: study
defaults: {retries: 0}
steps:
  speed:
    kind: campaign
    case: basin.yaml
    sweep: {depth: [1, 2, 3, 4]}
    when: "${depth != 3}"
    along: depth
    repeat: 2
    steps: 40
    resources: {workers: 1}
  sides:
    kind: compare
    case: basin.yaml
    repeat: 3
    steps: 40
    resources: {workers: 1}
    b: {strategy: naive}
  page:
    kind: report
    needs: [speed, sides]
END
# A folder is in the place of a file of the run.
mkdir -p study/steps/speed/depth=2/summary.json study/steps/sides/summary.json
: >study/study.sqlite # as in the folder of a study
run 2
[ "$(wc -l < study/steps/speed/table.csv)" = 4 ] || say "not a row for each point"
grep -q '^2,.*2 of 2: the program failed' study/steps/speed/table.csv || say "the failed point is not shown as such"
grep -q '^4,.*[0-9]' study/steps/speed/table.csv || say "the point after it was not measured"
grep -q '2 of 6 measurements' "$(find study/tasks -path '*speed.finish/attempt-1/output.txt')" || say "finish does not say it"
grep -q 'no verdict' study/steps/sides/table.csv || say "a verdict of runs that failed"
grep -q '2 of 2: the program failed' study/report.html || say "the report does not show the failed point"

before=$(attempts)
rmdir study/steps/speed/depth=2/summary.json study/steps/sides/summary.json
run 0
if grep -q failed study/steps/speed/table.csv; then say "still something failed"; fi
# Two runs of the point, six of the comparison, two tables, a report.
[ "$(attempts)" = $((before + 11)) ] || say "$(($(attempts) - before)) attempts, not 11"
# The points that succeeded at once ran one after the other, round by round, over the one that is skipped.
last=0
for task in depth=1/1 depth=4/1 depth=1/2 depth=4/2; do
  marks=study/tasks/speed/$task/attempt-1
  began=$(date -r "$marks/started" +%s%N)
  ended=$(date -r "$marks/ended" +%s%N)
  [ "$began" -ge "$last" ] || say "$task began before the run before it had ended"
  last=$ended
done
