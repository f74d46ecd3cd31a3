#!/usr/bin/env bash
# workflows/smoke.yaml, a minute of everything: a chain, a campaign, a comparison, maps and the report, by the engine
# on this machine. A second run finds nothing to do.
set -euo pipefail
ria=$1/ria source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ln -s "$source/inputs" inputs
fail() { echo "smoke: $*" >&2; cat log study/log.txt >&2 || true; exit 1; }
smoke() { timeout -k 5 600 "$ria" run "$source/workflows/smoke.yaml" --set size=tiny --study study >log 2>&1; }
started() { grep -c "  started" study/log.txt || true; }

RIA_QUIET=1 RIA_RETRY_DELAY=1 smoke || fail "exit code $?"
[ ! -s log ] || fail "not quiet"
for word in finished chain scaling strategies speed-up; do
  grep -q "$word" study/report.html || fail "the report shows nothing of '$word'"
done
[ "$(find study/steps/maps -name '*.png' | wc -l)" -ge 3 ] || fail "maps are missing"
first=$(started)
smoke || fail "exit code $? the second time"
[ "$(started)" = "$first" ] || fail "something ran twice"
"$ria" results study chain >results.csv || fail "no results"
grep -q '^chain,chain.3,state,finished' results.csv || fail "the chain is not at its end: $(grep state results.csv)"
"$ria" history study --figure steps -o history.svg >history.txt || fail "no history: $(cat history.txt)"
grep -q 'study/steps/chain' history.txt || fail "the history has no chain: $(cat history.txt)"
[ -s history.svg ] || fail "the history has no picture"
echo "$first tasks"
