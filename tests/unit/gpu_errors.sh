#!/bin/bash
# Messages of ria without usable GPUs: on this machine as it is, and with a driver that is too
# old. `auto` computes all the same, and `cuda` is an error before anything is written.
set -u
ria=$1/ria source=$2
old=$(dirname "$1")/tests/old_driver
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() { echo "gpu_errors: $*" >&2; exit 1; }
short=("$source/inputs/cases/column/column.yaml" --set "grid.cells=[40, 30]" --set time.steps=2 --set output.maps=false
  --set output.history=false)

# Every line of the report is at most 80 columns wide, and it ends with what it means.
"$ria" info --machine >report || fail "no report of the machine"
awk 'length($0) > 80 { exit 1 }' report || fail "a line of the report is too long"
for part in CPU memory GPU StarPU MPI "For a run:" "target: auto takes"; do
  grep -q "$part" report || fail "the report says nothing of $part"
done
"$ria" info --machine --json | python3 -c '
import json, sys
found = json.load(sys.stdin)
assert found["cpu"]["usable_cores"] >= 1 and found["cpu"]["memory"] > 0
assert found["libraries"]["starpu"]["buffers"] >= 8
assert found["auto"] in ("cpu", "cuda") and found["for_a_run"]
assert (found["gpus"] == []) == (found["no_gpus"] is not None)
' || fail "the report's JSON"
"$ria" info --machine extra 2>/dev/null && fail "took a file beside --machine"

"$ria" run "${short[@]}" --target auto -o auto 2>auto.txt || fail "auto: $(cat auto.txt)"
grep -qE '^target (cpu|cuda) \(auto\): ' auto.txt || fail "auto does not say what it took"
grep -qE '"target": "(cpu|cuda)"' auto/summary.json || fail "the summary does not say what auto took"

# Without nvcc no driver is asked.
if "$ria" info --machine --json | grep -q '"nvcc": null'; then
  echo "the driver that is too old was left out: this ria has no CUDA"
  exit 0
fi
export LD_LIBRARY_PATH=$old${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
"$ria" info --machine --json | grep -q '"no_gpus": "the driver is too old: it knows CUDA 9.1, ria was built with ' ||
  fail "the report does not say that the driver is too old"
"$ria" run "${short[@]}" --target auto -o old 2>old.txt || fail "auto with an old driver: $(cat old.txt)"
grep -q '^target cpu (auto): ' old.txt || fail "auto with an old driver"
# A StarPU without CUDA leaves the kernels out: said before a driver is asked.
cannot='target cuda( is not available here)?: '
"$ria" run "${short[@]}" --target cuda -o none 2>none.txt
[ $? = 2 ] || fail "cuda with an old driver: not an error"
[ "$(wc -l <none.txt)" = 1 ] || fail "cuda with an old driver: not one line: $(cat none.txt)"
grep -qE "$cannot" none.txt || fail "cuda with an old driver: $(cat none.txt)"
[ ! -e none ] || fail "an error left a folder behind"
"$ria" calibrate "${short[@]}" 2>none.txt && fail "calibrated without a GPU"
grep -qE "^ria calibrate: .*$cannot" none.txt || fail "calibrate: $(cat none.txt)"
"$ria" diff auto/checkpoints/*.h5 old/checkpoints/*.h5 >/dev/null || fail "auto changed the answer"
