#!/usr/bin/env bash
# The balance of a run (summary.json, and the last lines): rounding is all that is left; it is the same in all digits on
# ranks, tiles and after a restart; and the tide does not count as a loss.
set -euo pipefail
ria=$1/ria
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
settings=(--set time.end="40 min" --set grid.resolution="400 m" --set checkpoint.every="5 min" --set output.maps=false
  --set output.history=false --precision double
  --set "tracers.spill={half_life: 2 h, releases: [{name: spill, at: [507900 m, 4712100 m], rate: 5}]}")

# run_case NAME OPTION...: leaves $folder/NAME, and what was said in $folder/log.
run_case() {
  "$ria" run "$source/inputs/cases/arousa/arousa.yaml" -o "$folder/$1" "${settings[@]}" "${@:2}" >"$folder/log" 2>&1 ||
    { cat "$folder/log"; return 1; }
}

# same NAME OTHER: the same balance, in all digits; swept tiles measure no sections.
same() {
  python3 - "$folder/$1/summary.json" "$folder/$2/summary.json" <<'END'
import json, sys
one, other = (json.load(open(path))["balance"] for path in sys.argv[1:])
if sys.argv[2].endswith("/swept/summary.json"):
    for amount in (one["water"], *one["tracers"]):
        del amount["sections"]
if one != other:
    sys.exit(f"{sys.argv[1]}: {one}\n{sys.argv[2]}: {other}")
END
}

for order in 1 2; do
  run_case one --set numerics.order=$order --tiles 1x1
  grep -q '^ *residual ' "$folder/log" || { echo "the run does not end with its balance"; cat "$folder/log"; exit 1; }
  python3 - "$folder/one/summary.json" <<'END'
import json, sys
summary = json.load(open(sys.argv[1]))
water, [spill] = summary["balance"]["water"], summary["balance"]["tracers"]
assert "relative_drift" not in summary["mass"] and "relative_drift" not in summary["tracer"], summary
assert (water["unit"], spill["name"], spill["unit"]) == ("m3", "spill", "m3")
assert set(water["rivers"]) == {"Ulla", "Umia"} and len(water["inflow"]) == 6 and set(spill["releases"]) == {"spill"}
assert abs(water["rivers"]["Ulla"] / (79 * 2400) - 1) < 1e-12 and abs(spill["releases"]["spill"] / (5 * 2400) - 1) < 1e-12
assert abs(water["end"] / water["start"] - 1) > 1e-3, "the tide has not moved"
for one in water, spill:
    came = one["start"] + sum(sum(one[kind].values()) for kind in ("inflow", "rivers", "releases") if kind in one)
    left = came - one.get("decayed", 0) - one["end"]
    assert abs(one["residual_relative"]) < 1e-13, one
    assert abs(left + one["residual"]) < 1e-12 * max(one["start"], one["end"]), one
assert 0.1 < spill["decayed"] / spill["releases"]["spill"] < 0.3, spill
END
  run_case tiles --set numerics.order=$order --tiles 3x2
  same one tiles
  run_case deep --set numerics.order=$order --tiles 2x3 --set time_tiling.scheme=expansion --set time_tiling.depth=3
  same one deep
  run_case swept --set numerics.order=$order --tiles 2x3 --set "time_tiling={scheme: swept, steps: 4}"
  same one swept
  run_case ranks --set numerics.order=$order --tiles 3x2 -n 2
  same one ranks
  run_case parts --set numerics.order=$order --tiles 1x1 --until "12 min"
  run_case parts --set numerics.order=$order --tiles 3x2 --until "23 min" --resume
  run_case parts --set numerics.order=$order --tiles 1x1 --resume
  same one parts
  rm -rf "${folder:?}"/{one,tiles,deep,swept,ranks,parts}
done
run_case one --set numerics.order=1 --set time.step=exact --tiles 1x1
run_case tiles --set numerics.order=1 --set time.step=exact --tiles 3x2
same one tiles

# Many sources and boundaries: summary.json names each, the table the first ones and the sum of the rest.
python3 - "$folder" <<'END'
import sys
side = [f"  - {{side: west, from: {25 * i}, to: {25 * i + 25}, kind: discharge, discharge: {1 + i / 10} m3/s}}" for i in range(40)]
rivers = [f"  r{i}: {{at: [{100 + i % 30 * 20}, {50 + i // 30 * 30}], discharge: {0.5 + i / 1000} m3/s}}" for i in range(700)]
open(sys.argv[1] + "/many.yaml", "w").write("\n".join([
    "time: {end: 40 s}", "grid: {crs: local, extent: [0, 0, 800, 1000], resolution: 25 m}", "output: {maps: false, history: false}",
    "bathymetry: {shape: {kind: flat, elevation: -5}}", "checkpoint: {every: 20 s}", "boundaries:", *side, "rivers:", *rivers, ""]))
END
many() { "$ria" run "$folder/many.yaml" -o "$folder/$1" "${@:2}" >"$folder/log" 2>&1 || { cat "$folder/log"; return 1; }; }
many all --tiles 1x1
grep -q 'in: river r14 ' "$folder/log" && grep -q 'in: 685 other rivers' "$folder/log" && grep -q 'in: 25 other boundaries' "$folder/log"
python3 - "$folder/all/summary.json" <<'END'
import json, sys
water = json.load(open(sys.argv[1]))["balance"]["water"]
assert len(water["rivers"]) == 700 and len(water["inflow"]) == 40, water
assert all(abs(water["rivers"][f"r{i}"] / (40 * (0.5 + i / 1000)) - 1) < 1e-5 for i in range(700)), water["rivers"]
assert all(abs(come / (40 * (1 + i / 10)) - 1) < 1e-5 for i, come in enumerate(water["inflow"].values())), water["inflow"]
END
many parts --tiles 3x2 -n 2 --until "20 s"
many parts --tiles 2x2 --resume
same all parts
echo "all balances close, and agree"
