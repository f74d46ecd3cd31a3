#!/usr/bin/env bash
# Bad input: `ria validate` and `ria run` give the same single error, with its place, and a code
# that is not 0; and a run leaves no files.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-bad-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  cat err >&2
  echo "failed: $*" >&2
  exit 1
}

# expect CODE LINES PATTERN COMMAND...: the exit code, how many lines of complaint, and words in them
expect() {
  local code=0 wanted=$1 lines=$2 pattern=$3
  shift 3
  "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted: $*"
  [ "$(wc -l <err)" -eq "$lines" ] || fail "$(wc -l <err) lines, not $lines: $*"
  [ -z "$pattern" ] || grep -q -e "$pattern" err || fail "nothing of '$pattern': $*"
}

# rejects PATTERN SETTING...: both commands refuse case.yaml with these settings, in one line
rejects() {
  local pattern=$1 settings=()
  shift
  for setting in "$@"; do settings+=(--set "$setting"); done
  expect 1 1 "$pattern" "$ria" validate case.yaml "${settings[@]}"
  expect 2 1 "$pattern" "$ria" run case.yaml -o new "${settings[@]}"
  [ ! -e new ] || fail "a folder was made for: $*"
}

# bed VALUE: a grid of 20 x 10 cells of 100 m at -5 m, with VALUE at (7, 6) from the south-west
bed() {
  printf 'ncols 20\nnrows 10\nxllcorner 0\nyllcorner 0\ncellsize 100\nNODATA_value -9999\n'
  awk -v odd="$1" 'BEGIN { for (y = 9; y >= 0; y--) { for (x = 0; x < 20; x++)
    printf "%s ", x == 7 && y == 6 ? odd : -5; print "" } }'
}
bed -5 >bed.asc
cat >case.yaml <<'Y'
time: 1 s
grid: 100 m
bathymetry: bed.asc
boundaries:
  - {side: west, kind: open}
gauges: {every: 1 s, points: [{name: pier, at: [500 m, 500 m]}]}
output: {maps: false}
Y
expect 0 0 '' "$ria" validate case.yaml

# --- mixing ---
rejects 'viscosity.constant: -1 is too small' viscosity=-1
rejects 'viscosity.smagorinsky: this and .constant. exclude each other' 'viscosity={constant: 1, smagorinsky: 0.2}'
rejects "viscosity.smagorinski: there is no such key; did you mean 'smagorinsky'" 'viscosity={smagorinski: 0.2}'
expect 2 1 "viscosity: the target 'cell' cannot mix, because the kernel water_mixing is not made for it" \
  "$ria" run case.yaml -o new --set target=cell --set viscosity=1
[ ! -e new ] || fail "a folder was made for a target that cannot mix"

# --- solvers of lines ---
line() { printf 'solver: %s\ntime: {end: 1 s%s}\ngrid: {extent: [0 m, 0 m, 1 m, 1 m], cells: [%s]}\n%s\n' "$@" >line.yaml; }
line kuramoto '' '10, 2' '' && expect 2 1 "has 2 rows; give 'cells: .10, 1.'" "$ria" run line.yaml -o new
line heat ', step: fixed, dt: 0.006 s' '10, 1' '' && expect 2 1 'time.dt: 0.006 s is more than the 0.005 s' "$ria" run line.yaml -o new
line heat '' '10, 1' 'bathymetry: {shape: {kind: flat}}' && expect 1 1 "solver 'heat' has no use for this" "$ria" validate line.yaml
line kuramoto '' '10, 1' '' && expect 2 1 "give 'periodic: x'" "$ria" run line.yaml -o new
line euler '' '10, 1' 'euler: {left: {pressure: 0}}' && expect 1 1 'euler.left.pressure' "$ria" validate line.yaml

# --- rows of blades ---
# spoils CASE LINE:COLUMN PATTERN SED...: both commands refuse CASE after these edits, in one line, at that place
spoils() {
  local from=$1 place=$2 pattern=$3
  shift 3
  sed "${@/#/-e}" "$from" >spoilt.yaml
  expect 1 1 "^\(ria validate: \)\?spoilt.yaml:$place: .*$pattern" "$ria" validate spoilt.yaml
  expect 2 1 "^ria run: spoilt.yaml:$place: .*$pattern\|^spoilt.yaml:$place: .*$pattern" "$ria" run spoilt.yaml -o new
  [ ! -e new ] || fail "a folder was made for: $*"
}
cat >stage.yaml <<'Y'
solver: rows
time: {steps: 4, cfl: 0.4}
grid:
  blocks:
    stator: {shape: sector, cells: [4, 4, 4], x: [0 m, 0.1 m], r: [0.4 m, 0.5 m], theta: [0 deg, 10 deg], blades: 36}
    rotor: {shape: sector, cells: [4, 4, 4], x: [0.1 m, 0.2 m], r: [0.4 m, 0.5 m], theta: [0 deg, 12 deg], blades: 30}
rows: {rotor: {speed: 600 rpm}}
planes: {gap: {between: [stator.exit, rotor.inlet], kind: mixing}}
boundaries:
  stator.inlet: {kind: inflow, stagnation_pressure: 100 kPa, stagnation_temperature: 300 K}
  rotor.exit: {kind: outflow, pressure: 90 kPa}
  default: wall
output: {maps: false}
Y
expect 0 0 '' "$ria" validate stage.yaml
# Unsteady flow.
spoils stage.yaml 2:34 'but with .steps_per_passing. the flow is unsteady' '2s/cfl: 0.4/until_residual: 1e-4, steps_per_passing: 10/'
spoils stage.yaml 13:21 'wrong in time' '2s/cfl: 0.4/steps_per_passing: 10/' '13s/.*/scheme: {multigrid: 1}/'
spoils stage.yaml 13:20 'reduces large changes' '2s/cfl: 0.4/steps_per_passing: 10/' '13s/.*/scheme: {feedback: 30}/'
spoils stage.yaml 2:37 'no blade passes another one' '2s/cfl: 0.4/steps_per_passing: 10/' /^rows/d
sliding=(-e '2s/cfl: 0.4/steps_per_passing: 100/' -e s/mixing/sliding/)
sed "${sliding[@]}" -e '6s/.*/    rotor: {shape: sector, cells: [4, 4, 6], x: [0.1 m, 0.2 m], r: [0.4 m, 0.5 m], theta: [0 deg, 10 deg], blades: 36}/' stage.yaml >sliding.yaml
expect 0 0 '' "$ria" validate sliding.yaml
spoils stage.yaml 8:59 'through a sliding plane is unsteady' s/mixing/sliding/
spoils sliding.yaml 8:15 'cover 10 deg and 12 deg; expected the same angle' '6s/10 deg/12 deg/' '6s/36/30/'
spoils sliding.yaml 8:15 'have 5 and 6 nodes along the span' '6s/4, 4, 6/4, 5, 6/'
spoils sliding.yaml 8:15 'radii 0.425 m and 0.43420' '6s/blades/stretch: [1, 0.5, 1], blades/'
spoils sliding.yaml 8:15 'the same x' '6s/0.1 m/0.11 m/'
spoils sliding.yaml 8:15 'not equally spaced around the axis' '6s/blades/stretch: [1, 1, 2], blades/'
spoils sliding.yaml 8:15 'fewer than 4 cells' '6s/4, 4, 6/4, 4, 3/'
spoils sliding.yaml 6:12 'fewer than 2 cells behind' '6s/4, 4, 6/1, 4, 6/'
# Planes.
spoils stage.yaml 8:25 'expected two patches' 's/, rotor.inlet//'
spoils stage.yaml 8:25 'expected two patches' 's/rotor.inlet/&, rotor.exit/'
spoils stage.yaml 8:25 'both sides are the same patch' 's/, rotor.inlet/, stator.exit/'
spoils stage.yaml 8:15 "no patch 'stator.out'; .*: stator.inlet, stator.exit, .* rotor.casing$" 's/stator.exit/stator.out/'
spoils stage.yaml 8:15 "'exit' (stator.i+) is of two sides" 's/stator.exit, rotor.inlet/stator.i+, stator.exit/'
spoils stage.yaml 8:15 'must have the same radii' '6s/0.4 m, 0.5/0.41 m, 0.5/'
spoils stage.yaml 8:15 "a sector of 12 deg, but the row 'rotor' has 20 blades, .* 18 deg" "s/30}/20}/" 's/default/rotor.k-: wall\n  rotor.k+: wall\n  &/'
spoils stage.yaml 7:15 "covers 360 deg .*'rotor.inlet' 12 deg" 's/, blades: 30//' /^rows/d
spoils stage.yaml 8:15 "lie at one radius, 0.5 m" '6s/: sector/: radial-sector/' '6s/x: .*, theta/x: [0 m, 0.1 m], r: [0.5 m, 0.6 m], theta/'
spoils stage.yaml 7:15 'stator.i+ and rotor.i- are joined' 's/, blades: ..//' 's/12 deg/10 deg/' /^rows/d
# Rows.
spoils stage.yaml 7:15 "'rotor' has 20 blades here, but 30 in the grid" 's/speed: 600 rpm/blades: 20/'
spoils stage.yaml 7:13 "no row 'fan'; expected one of its rows: stator, rotor" 7s/rotor/fan/
spoils stage.yaml 7:15 "'rotor' is a block of the grid, but no row" 's/, blades: 30//'
spoils stage.yaml 7:23 "there is no unit 'Hz'" s/rpm/Hz/
spoils stage.yaml 12:12 "'rotor' has 20 blades, but no two of its faces lie 18 deg apart" "s/30}/20}/"
spoils stage.yaml 7:44 'an item before has this name as well' '7s/.*/rows: [{name: rotor, speed: 1 rpm}, {name: rotor}]/'
# Boundaries.
spoils stage.yaml 10:17 'stagnation_pressure: an inflow needs it' 's/stagnation_pressure: 100 kPa, //'
spoils stage.yaml 10:17 'stagnation_temperature: an inflow needs it' 's/, stagnation_temperature: 300 K//'
spoils stage.yaml 10:103 'the inflow is subsonic' 's/300 K/&, pressure: 90 kPa/'
spoils stage.yaml 11:15 'an outflow needs it' 's/, pressure: 90 kPa//'
spoils stage.yaml 10:24 'an inflow, but no outflow' /rotor.exit:/d
spoils stage.yaml 10:15 'so the gas would flow in at the outflow' 's/90 kPa/120 kPa/' /^rows/d
spoils stage.yaml 10:17 "'stator.inlet' leads out of the grid" 's/300 K/&, yaw: 180 deg/'
spoils stage.yaml 10:17 "no patch 'stator.front'; .*: stator.inlet, " s/stator.inlet/stator.front/
spoils stage.yaml 11:16 "is a side of the plane 'gap' already" 's/rotor.exit/rotor.inlet: wall\n  &/'
spoils stage.yaml 11:12 "there is no boundary for the patch 'exit' (stator.i+), and 'default' would close it" /^planes/d
spoils stage.yaml 10:3 "there is no boundary for the patch 'casing'" s/default/hub/
spoils stage.yaml 13:21 '4 cells along i, which is no multiple of 8' '13s/.*/scheme: {multigrid: 3}/'
spoils stage.yaml 13:8 "needs a grid in x, y, z; expected 'kind: swirl'" '13s/.*/start: {kind: vortex, pressure: 1 Pa, temperature: 1 K}/'
spoils stage.yaml 13:8 "no flow so fast at node (0, 0, 0) of block 'stator'" '13s/.*/start: {kind: swirl, pressure: 1 Pa, temperature: 1 K, vt: 100 m\/s}/'
spoils stage.yaml 5:13 'stator.i- has nodes on the axis' 's/0.4 m, 0.5/0 m, 0.5/'
spoils stage.yaml 3:7 "solves on blocks of nodes; expected 'blocks' with a 'shape'" '3s/.*/grid: {cells: [4, 4]}/' '4,6d'
# Turbulence.
spoils stage.yaml 13:22 'needs a gas with viscosity' '13s/.*/scheme: {turbulence: mixing-length}/'
turbulent='13s|.*|gas: {viscosity: 1e-5}\nscheme: {turbulence: mixing-length}|'
spoils stage.yaml 14:22 "'stator' has no wall without slip" "$turbulent" '12s/wall/slip/'
spoils stage.yaml 12:38 'let no heat through' "${turbulent/mixing-length/mixing-length, walls: functions}" '12s/wall/{kind: wall, temperature: 300 K}/'
spoils stage.yaml 12:22 "'stator' has no blades" "$turbulent" 's/, blades: ..//' 's/12 deg/10 deg/' '7,8d'
# Multigrid.
cat >ball.yaml <<'Y'
solver: poisson
time: {steps: 1}
grid: {extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], cells: [96, 100, 96]}
poisson: {method: multigrid}
Y
expect 1 1 'ball.yaml: poisson.method: .* the grid has 100 cells along y, which 8 does not divide; expected .* or conjugate-gradients' \
  "$ria" validate ball.yaml
# Gas that comes in through an exit is worth a warning: swirl with one pressure from hub to casing.
cat >swirl.yaml <<'Y'
solver: rows
time: {steps: 400, cfl: 0.4}
grid: {blocks: {a: {shape: sector, row: first, cells: [8, 4, 4], x: [0 m, 1 m], r: [1 m, 1.5 m], theta: [0 deg, 20 deg], blades: 18}}}
boundaries:
  inlet: {kind: inflow, stagnation_pressure: 100 kPa, stagnation_temperature: 300 K}
  exit: {kind: outflow, pressure: 90 kPa}
  default: slip
output: {maps: false}
Y
"$ria" run swirl.yaml -o straight >out 2>err || fail "a flow without swirl"
! grep -q 'reversed' straight/summary.json err || fail "a warning of a flow that leaves"
"$ria" run swirl.yaml -o swirl --set boundaries.inlet.yaw="70 deg" >out 2>err || fail "a flow with swirl"
reversed="the flow is reversed at the exit 'exit': gas flows in through the face a.i+ at [0-9]* of its 25 nodes, the first of them (8, 0, 0); lower the pressure of the exit, or move it downstream"
grep -q "^warning: $reversed\$" err || fail "no warning of a reversed flow"
grep -q "$reversed" swirl/summary.json || fail "no warning of a reversed flow in summary.json"
# Blocks of a file. plot3d WORD >FILE: two cubes of 2 x 2 x 2 cells beside one another, with a fault
plot3d() {
  printf '2\n3 3 3 3 3 3\n'
  awk -v fault="$1" 'BEGIN { for (b = 0; b < 2; b++) for (a = 0; a < 3; a++) for (k = 0; k < 3; k++)
    for (j = 0; j < 3; j++) for (i = 0; i < 3; i++) {
      v = a == 0 ? i + 2 * b : a == 1 ? j : k
      middle = i == 1 && j == 1 && k == 1
      if (fault == "nan" && b && a == 1 && middle) v = "nan"
      if (fault == "left" && b && a == 2) v = 2 - k
      if (fault == "flat" && !b && a == 1 && j == 2) v = 1
      if (fault == "crossed" && !b && a == 0 && middle) v = 9
      if (fault == "gap" && b && a == 0) v += 0.2
      if (fault == "overlap" && b && a == 0) v -= 0.2
      if (fault == "far" && b && a == 0) v += 9
      print v } }'
}
cat >cubes.yaml <<'Y'
solver: rows
time: {steps: 100, cfl: 0.4}
grid: {file: cubes.xyz}
boundaries:
  block1.i-: {kind: inflow, stagnation_pressure: 100 kPa, stagnation_temperature: 300 K}
  block2.i+: {kind: outflow, pressure: 90 kPa}
  default: wall
output: {maps: false}
Y
plot3d none >cubes.xyz
expect 0 0 '' "$ria" validate cubes.yaml
while read -r fault pattern; do
  plot3d "$fault" >odd.xyz
  spoils cubes.yaml 3:14 "$pattern" s/cubes.xyz/odd.xyz/
done <<'END'
nan y = nan at node (1, 1, 1); expected a finite number
left 'block2' is left-handed: .* reverse the order of its nodes along one axis
flat cell (0, 1, 0) of block 'block1' has the volume 0 m3
crossed of block 'block1' has the volume -
gap block1.i+ and block2.i- are 0.2 m apart and not joined
overlap block1.i+ and block2.i- are 0.2 m apart and not joined
far 'block1', .* has an inflow, but nowhere to flow out
END
head -c 100 cubes.xyz >odd.xyz
spoils cubes.yaml 3:14 'it is truncated, or no PLOT3D grid' s/cubes.xyz/odd.xyz/
spoils cubes.yaml 3:14 'grid.turn: no two faces lie 10 deg apart' 's/cubes.xyz/&, turn: 10 deg/'
spoils cubes.yaml 3:34 'block1.i+ and block2.i+ do not coincide' 's/cubes.xyz/&, joints: [{faces: [block1.i+, block2.i+]}]/'
spoils cubes.yaml 3:34 'does not match: node .* is 2.828 m from' \
  's/cubes.xyz/&, joints: [{faces: [block1.i+, block2.i-], map: [1, 3, 2]}]/'
spoils cubes.yaml 3:14 'is claimed twice' \
  's/cubes.xyz/&, joints: [{faces: [block1.i+, block2.i-]}, {faces: [block1.i+, block2.i-]}]/'
spoils cubes.yaml 3:14 'is a grid of nodes' s/rows/heat/ "4,\$d"
# A run that diverges says where, and keeps the last checkpoint.
sed -e 's/90 kPa/40 kPa/' -e 's/cfl: 0.4/cfl: 3/' -e '8s/$/\nscheme: {fourth: 0, feedback: 0}\ncheckpoint: {every: 5 s}/' cubes.yaml >wild.yaml
code=0
"$ria" run wild.yaml -o wild >out 2>err || code=$?
[ "$code" = 2 ] || fail "a run that diverges ended with $code"
grep -q 'no longer valid at node (.*) of block block. after step .* rho = .*, e = .* J/m3, .*; a smaller .time.cfl' err ||
  fail "nothing of where it diverged"
ls wild/checkpoints/step-*.h5 >out || fail "no checkpoint of a run that diverged"

# --- the bathymetry ---
rejects 'absent.asc.*No such file' bathymetry=absent.asc
mkdir place
rejects 'place.*Is a directory' bathymetry=place
: >empty.asc
rejects 'empty.asc is not a raster' bathymetry=empty.asc
head -c 300 bed.asc >cut.asc
rejects 'cut.asc cannot be read to its end' bathymetry=cut.asc
bed 1e30 >odd.asc
rejects 'odd.asc: 1 cell holds exactly 1e+30, .*declares -9999' bathymetry=odd.asc
for value in nan -9999 inf; do
  bed "$value" >odd.asc
  rejects 'odd.asc has 1 hole .*cell (7, 6) .*x = 750, y = 650; make it land' bathymetry=odd.asc
done
rejects 'bed.asc does not cover .* reaches from (0, 0) to (2000, 1000)' \
  'grid={extent: [0 m, 0 m, 5 km, 1 km], resolution: 100 m}'

# --- keys, units, ranges ---
rejects "tim: there is no such key; did you mean 'time'" tim.end='6 h'
rejects "time.end: expected a time .*'30 m', which is a length" time.end='30 m'
rejects "time.cfl: .* above 0 and at most 1, the stable range of 'numerics.order: 2'" time.cfl=1.5
rejects "time.cfl: .* above 0 and at most 1, the stable range of 'numerics.order: 1'" time.cfl=1.5 numerics.order=1
rejects 'initial.level: .*not a finite number' initial.level='nan m'
rejects 'expected key.path=value' nonsense
rejects "no strategy 'magic'" strategy=magic
rejects "rivers.0.discharge: cannot read the file .*absent.csv" \
  'rivers=[{name: r, at: [500 m, 1 m], discharge: absent.csv}]'

# --- places: all of them are listed, with where they stand in the file ---
rejects 'west side from 5000 to 6000 is out of range: that side goes from 0 to 1000' \
  'boundaries=[{side: west, from: 5 km, to: 6 km, kind: open}]'
rejects "gauge 'far' at (500000, 1) lies outside the grid" \
  'gauges={every: 1 s, points: [{name: far, at: [500 km, 1 m]}]}'
sed -e 's/500 m, 500 m/5 km, 5 km/' -e 's/west,/west, from: 2 km, to: 3 km,/' case.yaml >far.yaml
expect 1 2 '^far.yaml:5:5: a boundary' "$ria" validate far.yaml
grep -q "^far.yaml:6:31: gauge 'pier'" err || fail "no place of the gauge"
expect 2 1 '^ria run: far.yaml:5:5: .*1 more' "$ria" run far.yaml -o new

# --- the start ---
echo 'no HDF5' >start.h5
rejects 'start.h5 is not a whole HDF5 file' initial.file=start.h5
rejects "initial.file: cannot read the file" initial.file=absent.h5

# --- the command line ---
for bad in 0 x 2x -3 99999999999; do
  expect 2 1 "^ria run: -n: expected a number of ranks .* got '$bad'" "$ria" run case.yaml -n "$bad"
  expect 2 1 "^ria run: --workers: expected a number of workers .* got '$bad'" "$ria" run case.yaml --workers "$bad"
done
expect 2 1 '^ria run: no case is given' "$ria" run
expect 2 1 "^ria run: give one case, not both 'case.yaml' and 'far.yaml'" "$ria" run case.yaml far.yaml
expect 2 1 "^ria run: there is no option '--frobnicate'" "$ria" run case.yaml --frobnicate
expect 2 1 "^ria run: there is no option '-x'" "$ria" run -x case.yaml
expect 2 1 "^ria run: the option '--set' needs a value" "$ria" run case.yaml --set
expect 2 1 "^ria run: the option '-o' needs a value" "$ria" run case.yaml -o
expect 2 1 "^ria run: -o: expected the name of a folder" "$ria" run case.yaml -o ''
expect 2 1 "takes no value" "$ria" run case.yaml --resume=yes
expect 2 1 '--resume continues .* --overwrite' "$ria" run case.yaml --resume --overwrite
expect 2 1 "^--set tiles=0x0: tiles: expected two whole numbers" "$ria" run case.yaml --tiles 0x0
expect 2 1 "absent.yaml.*No such file" "$ria" run absent.yaml
expect 2 1 "Is a directory" "$ria" run .

# --- with ranks: once, and without a word of MPI's ---
expect 2 1 'time.cfl: this is too large' "$ria" run case.yaml -n 2 -o new --set time.cfl=1.5
expect 2 1 "^ria run: gauge 'far'" "$ria" run case.yaml -n 2 -o new \
  --set 'gauges={every: 1 s, points: [{name: far, at: [500 km, 1 m]}]}'
[ ! -e new ] || fail "ranks made a folder for a bad case"

# --- swept time tiling ---
swept() {
  expect 2 1 "$1" "$ria" run case.yaml -o new --tiles "$2" --set "time_tiling={scheme: swept, steps: $3}" "${@:4}"
  [ ! -e new ] || fail "a folder was made for: $*"
}
swept 'an exact step depends on all cells at its start: use time.step window or fixed' 1x2 4 --set time.step=exact
swept 'over 16 steps does not fit windows of 8 steps.*use time.window 16 or more, or 8 steps' 1x2 16
swept 'tiles of 3 cells in y are too narrow .* base of 8: use 2 steps, or 1 tile in y' 1x3 8 --set numerics.order=1
swept 'tiles of 1 cells in x are too narrow .* base of 2: use more cells, or 10 tiles in x' 20x1 2 --set numerics.order=1
swept 'time_tiling.node and time_tiling.points are for a line on a GPU: use --target cuda' 1x2 4 --set time_tiling.variant=packed --set numerics.order=1
swept 'for the targets cpu and cuda, and a Cell has blocks' 1x2 4 --target cell --set solver=swsolver --set boundaries=

# --- order 2 ---
expect 2 1 "the kernel muscl_transport is not made for the target 'cell'" "$ria" run case.yaml -o new --set numerics.order=2 --target cell
expect 2 1 'exact time steps of order 2, with an exchange every 2 steps; .*numerics.order 1' "$ria" run case.yaml -o new --set numerics.order=2 \
  --set time.step=exact --set time_tiling.scheme=expansion --set time_tiling.depth=2
swept 'tiles of 5 cells in y .* triangles narrow by 2 cells a tier .* base of 8: use 2 steps' 1x2 4 --set numerics.order=2
expect 2 1 'tiles of 2 cells in y are thinner than the 4 ghost cells' "$ria" run case.yaml -o new --set numerics.order=2 --tiles 1x5 \
  --set "time_tiling={scheme: expansion, depth: 2}"
[ ! -e new ] || fail "a folder was made"

# --- implicit steps ---
cat >blast.yaml <<'Y'
solver: bwaves
grid: {cells: [9, 8, 7], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}
time: {steps: 3, cfl: 2}
bwaves: {viscosity: 0, blast: {half_width: 0.25 m}}
linear: {tolerance: 3e-6}
output: {maps: false, history: false}
Y
expect 0 0 '' "$ria" validate blast.yaml
spoils blast.yaml 3:23 'time.cfl: 101 is too large; expected a number above 0 and at most 100' 's/cfl: 2/cfl: 101/'
spoils blast.yaml 2:76 "grid.periodic: the solver 'bwaves' solves in a box that repeats along each axis; write 'periodic: xyz'" 's/xyz/xz/'
spoils blast.yaml 2:7 "write 'periodic: xyz'" 's/, periodic: xyz//'
spoils blast.yaml 4:44 'bwaves.blast.half_width: the cube is 1.2 m wide, and the box is 1 m along x' 's/0.25 m/0.6 m/'
spoils blast.yaml 4:52 "bwaves.blast.axis: this has a meaning only where 'shape' is slab" 's/0.25 m/0.25 m, axis: y/'
spoils blast.yaml 5:21 'linear.tolerance: 0 is too small' 's/3e-6/0/'
spoils blast.yaml 5:39 'linear.iterations: 0 is too small' 's/3e-6/3e-6, iterations: 0/'
spoils blast.yaml 5:27 "linear.replace: this has a meaning only where 'method' is one-reduction or pipelined" 's/3e-6/3e-6, replace: 5/'
expect 2 1 "tiles: 'linear.sums' other than 'exact' takes one tile; expected '1x1x1'" "$ria" run blast.yaml -o new --set linear.sums=serial --tiles 2x1x1
expect 2 1 'sums in the order of the cells need one tile, one rank and a CPU, but there are 1 tiles, 2 ranks' \
  "$ria" run blast.yaml -o new --set linear.sums=blocked -n 2
expect 2 1 "the kernel bwaves_flux is not made for the target 'cell'" "$ria" run blast.yaml -o new --target cell
for scheme in '{scheme: expansion, depth: 2}' '{scheme: swept, steps: 4}'; do
  expect 2 1 'a program makes single steps, .*: use time_tiling classic' "$ria" run blast.yaml -o new --set "time_tiling=$scheme"
done
for matrix in stored packed single; do
  expect 2 1 "600 x 600 x 600 cells need some .* of memory, .*; or write 'linear: {matrix: recomputed}', which stores no blocks" \
    env -u RIA_OVERSUBSCRIBE "$ria" run blast.yaml -o new --set grid.cells=600x600x600 --set linear.matrix=$matrix
done
[ ! -e new ] || fail "a folder was made"
"$ria" run blast.yaml -o thin --set grid.cells=9x1x7 >out 2>err || fail "an axis of one cell"

"$ria" run blast.yaml -o missed --set linear.tolerance=1e-17 >out 2>err || fail "a tolerance below rounding"
grep -q "in 3 steps the linear system is not solved to 'linear.tolerance'" missed/summary.json || fail "nothing of a missed tolerance"

# ends_badly PATTERN SETTING...: a run that began ends in one error, and its last checkpoint is sound
ends_badly() {
  local pattern=$1 settings=() code=0
  shift
  for setting in "$@"; do settings+=(--set "$setting"); done
  "$ria" run blast.yaml -o failed --overwrite --set time.steps=20 --set checkpoint.every="0.02 s" "${settings[@]}" >out 2>err || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code, not 2: $*"
  [ "$(grep -c '^ria run: ' err)" -eq 1 ] || fail "not one complaint: $*"
  grep -q "^ria run: $pattern" err || fail "nothing of '$pattern': $*"
}
ends_badly 'step 1 at 0 s: after 1 iterations and 0 new starts the residual is 0.0[0-9]* of the right side' linear.iterations=1
ends_badly 'step 1 at 0 s: density or pressure is nan in cell (0, 0, 0)' bwaves.blast.inside.pressure=1e308
ends_badly 'step 1 at 0 s: the right side is too large' bwaves.blast.inside.pressure=1e300
# By symmetry two cells are as bad as each other; rounding says which.
ends_badly 'step [0-9]* at 0.[0-9]* s: density or pressure is -[0-9.e-]* in cell ([46], 4, 5)' grid.cells=11x9x8 time.scheme=bdf2 \
  bwaves.newton=3 bwaves.limiter=none bwaves.blast.inside.pressure=1000 bwaves.viscosity=1e-5 time.cfl=10 checkpoint.every="2 ms"
"$ria" info failed/checkpoints/latest >out 2>err || fail "no sound checkpoint before a step that could not be made"
rm -rf thin missed failed

# --- the folder ---
echo mine >file
expect 2 1 'file is not a folder; name another one with -o' "$ria" run case.yaml -o file
expect 2 1 'cannot make the folder file/run: Not a directory' "$ria" run case.yaml -o file/run
[ "$(cat file)" = mine ] || fail "a file was changed"
expect 2 1 'cannot make the folder /proc/' "$ria" run case.yaml -o /proc/ria-run
"$ria" run case.yaml -o sound >out 2>err || fail "a good case"
sum=$(find sound -type f -print0 | sort -z | xargs -0 cksum)
expect 2 1 'sound already holds a run; --resume .* --overwrite' "$ria" run case.yaml -o sound
# A replacement that cannot even begin leaves what is there.
expect 2 1 'has 1 hole' "$ria" run case.yaml -o sound --overwrite --set bathymetry=odd.asc
expect 2 1 'another case (friction.manning: 0 s/m1/3 there, 0.03 s/m1/3 here)' "$ria" run case.yaml -o sound --resume --set friction=0.03
expect 2 1 'another case (precision: single there, double here)' "$ria" run case.yaml -o sound --resume --precision double
[ "$(find sound -type f -print0 | sort -z | xargs -0 cksum)" = "$sum" ] || fail "a run that was refused changed the folder"
# Without its provenance the checkpoints tell.
mv sound/provenance.yaml kept
expect 2 1 'case_hash .* another case' "$ria" run case.yaml -o sound --resume --set friction=0.03
mv kept sound/provenance.yaml
# The lock is a run's own: here the test holds it.
exec 9>>sound/log.txt
flock 9
expect 2 1 'another run is active in sound' "$ria" run case.yaml -o sound --resume
exec 9>&-
# A gauge on land is worth a warning, not an error.
bed 3 >odd.asc
sed -e 's/bed.asc/odd.asc/' -e 's/500 m, 500 m/750 m, 650 m/' case.yaml >land.yaml
"$ria" run land.yaml -o land >out 2>err || fail "a gauge on land"
grep -q "^warning: land.yaml:.*the gauge 'pier' at (750, 650) is on dry land" err || fail "no warning of a gauge on land"
# A section on land is an error unless water may come there.
quay='sections={quay: [[700, 600], [700, 700]]}'
rejects "the section 'quay' lies on land" bathymetry=odd.asc "$quay"
"$ria" validate case.yaml --set bathymetry=odd.asc --set "$quay" --set 'boundaries.west={kind: discharge, discharge: 1 m3/s}' >out 2>err ||
  fail "a section on land that a discharge may flood"
