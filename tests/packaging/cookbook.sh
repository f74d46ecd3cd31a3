#!/usr/bin/env bash
# docs/cookbook.md: each case is valid, runs without a warning, has a balance that closes and the fields that it names; and the
# page has the numbers that the runs give.
set -euo pipefail
export LC_ALL=C
ria=$1/ria
page=$2/docs/cookbook.md
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-cookbook-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() {
  echo "cookbook: $*" >&2
  exit 1
}

# The blocks of the page that follow a line with the name of a file, as files.
python3 - "$page" <<'END'
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
blocks = re.findall(r"^```[a-z]+\n(.*?)^```$", page, re.M | re.S)
named = re.findall(r"^`([a-z-]+\.[a-z]+)`:\n\n```[a-z]+\n(.*?)^```$", page, re.M | re.S)
assert len(named) == len(blocks) - 1, "a block without the name of its file"  # but for the commands at the top
assert len(dict(named)) == len(named), "two blocks with one name"
assert page.count("\n## ") == sum(name.endswith(".yaml") for name, _ in named) == 16, "not sixteen cases"
for name, text in named:
    open(name, "w", encoding="utf-8").write(text)
    if name.endswith(".yaml"):
        assert text.count("\n") <= 25, f"{name} has {text.count(chr(10))} lines"
END

for case in *.yaml; do
  name=${case%.yaml}
  "$ria" validate "$case" >log 2>&1 || { cat log && fail "$case is not valid"; }
  ! grep -q warning log || { cat log && fail "ria validate warns of $case"; }
  "$ria" run "$case" --set output.maps=false --workers 1 >log 2>&1 || { cat log && fail "$case does not run"; }
  ! grep -q warning log || { cat log && fail "ria run warns of $case"; }
  "$ria" info "$name-run/history.h5" >"$name-run/fields" || fail "$name-run/history.h5 is not sound"
done

python3 - "$page" <<'END'
import csv, json, re, subprocess, sys
page = re.sub(r"\s+", " ", open(sys.argv[1], encoding="utf-8").read())
bad = []

def gauge(name, column):
    """(seconds, value) of a column of gauges.csv; cells of dry gauges are empty."""
    rows = list(csv.DictReader(open(f"{name}-run/gauges.csv")))
    return [(float(row["seconds"]), float(row[column])) for row in rows if row[column]]

def highest(name, column):
    return max(value for _, value in gauge(name, column))

def at(name, column, time):
    return dict(gauge(name, column))[time]

def last(name, column):
    return gauge(name, column)[-1][1]

def at_end(name, variable, row, column):
    """The value of a cell in the last record of the history, of rows of 100 cells."""
    text = subprocess.run(["ncdump", "-v", variable, f"{name}-run/history.h5"], check=True, text=True, stdout=subprocess.PIPE).stdout
    values = text[text.rindex(f"\n {variable} ="):].split("=")[1].strip(" ;}\n").split(",")
    return float(values[-1000:][100 * row + column])

def water(name):
    return json.load(open(f"{name}-run/summary.json"))["balance"]["water"]

def says(name, text):
    if text not in page:
        bad.append(f"{name}: the page does not say: {text}")

def closes(name):
    summary = json.load(open(f"{name}-run/summary.json"))
    for one in [summary["balance"]["water"], *summary["balance"]["tracers"]]:
        if not abs(one["residual_relative"]) < 1e-5:
            bad.append(f"{name}: the balance does not close: {one}")
    if summary["warnings"] or summary["state"] != "finished":
        bad.append(f"{name}: {summary['state']}, {summary['warnings']}")

def has(name, *fields):
    found = {line.split()[0] for line in open(f"{name}-run/fields") if "[" in line}
    bad.extend(f"{name}: history.h5 has no {field}" for field in fields if field not in found)

for name in re.findall(r"`([a-z-]+)\.yaml`:", page):
    closes(name)
    has(name, "level", "u", "v")
has("spill", "concentration", "arrival")
has("roughness", "roughness")
has("rain", "infiltrated")

says("tide", f"from {highest('tide', 'mouth level (m)'):.2f} m at the mouth to {highest('tide', 'head level (m)'):.2f} m at the head")
spill = json.load(open("spill-run/summary.json"))["balance"]["tracers"][0]
says("spill", f"{spill['releases']['spill'] / 1000:.0f} kg of dye")
says("spill", f"{highest('spill', 'middle concentration (g/m3)'):.1f} g/m3 in the middle and "
     f"{highest('spill', 'outlet concentration (g/m3)'):.1f} g/m3 at the outlet")
says("spill", f"the water at the outlet came in {last('spill', 'outlet age (s)') / 3600:.1f} h ago")
town = gauge("dam-break", "town level (m)")
says("dam-break", f"wet from second {town[0][0]:.0f} on; at the end {town[-1][1]:.2f} m of water")
speeds = [last("roughness", f"{place} speed (m/s)") for place in ("river", "grass", "forest")]
says("roughness", "{:.2f} m/s in the river, {:.2f} m/s over grass and {:.2f} m/s in the forest".format(*speeds))
rain = water("rain")
says("rain", f"brings {rain['rain']:.0f} m3, of which {-rain['infiltrated']:.0f} m3 infiltrate and "
     f"{-rain['inflow']['east']:.0f} m3 leave")
weir = last("weir", "above level (m)")
says("weir", f"rises to {weir:.2f} m: the head over the crest is {weir - 0.5 + last('weir', 'above speed (m/s)') ** 2 / 19.62:.2f} m")
sea, land = "sea level (m)", "land level (m)"
says("dike", f"the sea stands at {at('dike', sea, 7200):.2f} m, the land at {at('dike', land, 7200):.2f} m")
says("dike", f"fills up to {highest('dike', land):.2f} m, and the flap drains it to {last('dike', land):.2f} m")
intake = water("intake")
says("intake", f"asked for {-intake['intakes']['pump']:.0f} m3, and the shortfall says that {intake['shortfall']:.0f} m3")
late = [value for time, value in gauge("wind", "east level (m)") if time >= 43200]
says("wind", f"swings about {sum(late) / len(late):.3f} m")
says("storm", f"rises to {highest('storm', sea):.2f} m before the dam")
says("storm", f"the reservoir stays at {last('storm', 'reservoir level (m)'):.2f} m")
says("bay", f"The highest water is {highest('bay', 'south level (m)'):.2f} m in the south and {highest('bay', 'north level (m)'):.2f} m")
says("flood", f"settles at {last('flood', 'outlet level (m)'):.2f} m, which the curve has for 200 m3/s")
says("flood", f"the west side brings {water('flood')['inflow']['west'] / 1e6:.3f} million m3")
record = list(csv.DictReader(open("record-run/agreement.csv")))[0]
says("record", f"an RMSE of {float(record['rmse']) * 1000:.2f} mm at the head")
bridge = list(csv.DictReader(open("valley-run/sections.csv")))
says("valley", f"rises to {max(float(row['bridge discharge (m3/s)']) for row in bridge):.1f} m3/s, and "
     f"{float(bridge[-1]['bridge volume (m3)']):.0f} m3 pass it in all")
depth, hazard, arrival, duration = [at_end("valley", name, 5, 50) for name in ("depth_max", "hazard_max", "flood_arrival", "flood_duration")]
says("valley", f"{depth:.2f} m of depth and {hazard:.2f} m2/s of hazard, deeper than 20 cm after {arrival / 60:.0f} min, "
     f"deeper than 50 cm for {duration / 60:.0f} min")
bay = [value for _, value in gauge("cyclone", "head level (m)")]
says("cyclone", f"falls to {min(bay):.2f} m while the cyclone comes, and rises to {max(bay):.2f} m")
slick = json.load(open("drift-run/summary.json"))["particles"][0]
says("drift", f"{slick['beached']} of the {slick['count']} particles lie on the bank, and {slick['afloat']} are afloat")
if bad:
    sys.exit("cookbook: " + "\ncookbook: ".join(bad))
END
