#!/usr/bin/env bash
# Messages that are held back: no step that needs one ends before it, the answer stays what it was, and a number
# that makes no sense is told.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-latency-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# run NAME TILING OPTION...: 32 steps of heat on two ranks
run() {
  "$ria" run "$source/inputs/cases/heat/heat.yaml" -o "$1" -n 2 --tiles 2x1 --set time="{steps: 32, window: 16, cfl: 0.9}" \
    --set output="{maps: false, history: false}" --set time_tiling="$2" >said 2>&1 || { cat said; return 1; }
}

# took NAME LEAST: the steps of a run took so many seconds at least
took() {
  /usr/bin/python3 -c '
import json, sys
took, least = json.load(open(sys.argv[1] + "/summary.json"))["step_seconds"], float(sys.argv[2])
sys.exit(f"{sys.argv[1]}: {took} s, which is less than {least} s" if took < least else 0)' "$1" "$2"
}

run base classic
export RIA_MPI_LATENCY=0.02
run classic classic
run swept '{scheme: swept, steps: 16}'
# A message a step; two in each of two windows.
took classic 0.64
took swept 0.08
for name in classic swept; do
  "$ria" diff base/checkpoints/latest $name/checkpoints/latest >said || { cat said; exit 1; }
done
for latency in soon -1 2; do
  if RIA_MPI_LATENCY=$latency run bad classic >told; then
    echo "RIA_MPI_LATENCY=$latency is taken"
    exit 1
  fi
  grep -q -e "RIA_MPI_LATENCY=$latency; give the seconds" told || { cat told; exit 1; }
done
