/* Bad cases: each finding at its place, with what was expected. */
#include "case_fixture.h"

typedef struct {
  const char *text; /* put behind SMALL_CASE, so that its first line is line 4 */
  int line, column;
  const char *part; /* of the message */
} bad_case;

static const bad_case added[] = {
    /* names */
    {"titel: x\n", 4, 1, "titel: there is no such key; did you mean 'title'?"},
    {"Title: x\n", 4, 1, "did you mean 'title'?"},
    {"cfl: 0.4\n", 4, 1, "did you mean 'time.cfl'?"},
    {"output: {gravity: 3}\n", 4, 10, "'gravity' stands at the top of a case, in no section"},
    {"output: {colour: red}\n", 4, 10,
     "output.colour: there is no such key; the keys here are every, maps, window, history, "
     "fields, from, until and region"},
    {"grid: 50 m\n", 4, 1, "grid: this key is here already, at line 2, column 1"},
    {"\"\": 1\n", 4, 1, "there is no such key"},
    {"waves: {height: 2 m}\n", 4, 1, "waves: there is no such key; ria computes no wind waves"},
    {"Sediment: 1\n", 4, 1, "there is no such key; ria computes no sediment"},
    {"Stations: {}\n", 4, 1, "did you mean 'gauges'?"},
    {"boundary_conditions: []\n", 4, 1, "did you mean 'boundaries'?"},
    {"hotstart: a.h5\n", 4, 1, "did you mean 'initial.file'?"},
    {"boundaries: {west: {type: level}}\n", 4, 21, "did you mean 'kind'?"},
    {"frobnicate: 1\n", 4, 1,
     "of the 37 keys here most cases need time, grid, bathymetry, boundaries, initial, friction, "
     "rivers, tracers, gauges and output; docs/case.md has all"},
    {"poisson: {smoothings: 2}\n", 4, 10,
     "poisson: this is a key of the solver 'poisson'; the solver 'estuary' has no use for it"},
    /* units and ranges */
    {"gravity: 30 s\n", 4, 10,
     "gravity: expected an acceleration such as '9.81 m/s2', got '30 s', which is a time"},
    {"dry: 1 parsec\n", 4, 6, "there is no unit 'parsec'"},
    {"dry: .nan\n", 4, 6, "not a finite number"},
    {"dry: 1e400 m\n", 4, 6, "not a finite number"},
    {"dry: 0 m\n", 4, 6, "dry: 0 m is too small; expected a length above 0"},
    {"dry: [1, 2]\n", 4, 6, "expected a length such as '30 m', got a list"},
    {"dry: {a: 1}\n", 4, 6, "got a mapping"},
    {"friction: {manning: -1}\n", 4, 21, "too small; expected a Manning coefficient of at least 0"},
    {"friction: {chezy: 0}\n", 4, 19, "expected a Chezy coefficient above 0"},
    {"friction: {chezy: 50, linear: 1e-4}\n", 4, 23, "this and 'chezy' exclude each other"},
    {"friction: {manning: 0.03, chezy: 50}\n", 4, 34, "the bed has one law of friction"},
    {"friction: {polygons: zones.geojson}\n", 4, 12, "'polygons' needs 'attribute'"},
    {"particles: {a: {count: 5}}\n", 4, 16, "particles.0.at: this is missing"},
    {"particles: {a: {at: [1, 1], count: -5}}\n", 4, 36, "particles.0.count"},
    {"particles: {a: {at: [1, 1], colour: red}}\n", 4, 29, "colour"},
    {"particles: {a: {at: [1, 1], time: 2 d}}\n", 4, 35, "but the run ends at"},
    {"particles: {a: {at: [1, 1], time: 10 min, until: 5 min}}\n", 4, 50,
     "particles.0.until: expected a time after 'time'"},
    {"particles: {a: {at: [1, 1], every: 5 min}}\n", 4, 36, "only with 'until'"},
    {"particles: {a: {at: [1, 1], until: 5 min, every: 6 min}}\n", 4, 50, "longer than the time"},
    {"particles: {a: {at: [1, 1], wind_drift: 3 %}}\n", 4, 41, "there is no wind in this case"},
    {"particles: {a: {at: [1, 1], dies: true}}\n", 4, 35, "expected 'decay'"},
    {"particles: {a: {at: [1, 1], mixes: true}}\n", 4, 36, "expected a 'diffusivity' of the case"},
    {"particles: {a: {at: [1, 1], mixes: true, diffusivity: 2}}\ndiffusivity: 1 m2/s\n", 4, 55,
     "'mixes' takes the case's diffusivity instead"},
    {"particles: {a: {at: [1, 1], shore: rocks}}\n", 4, 36, "shore"},
    {"structures: {a: {kind: weir, line: [[0, 0], [1, 1]]}}\n", 4, 17, "a weir needs a 'crest'"},
    {"structures: {a: {kind: gate, opening: 1 m, line: [[0, 0], [1, 1]]}}\n", 4, 17,
     "a gate needs a 'crest'"},
    {"structures: {a: {kind: gate, crest: 0, opening: 1 m, closes_above: 1 m, line: [[0, 0], [1, "
     "1]]}}\n",
     4, 17, "needs 'watches'"},
    {"structures: {a: {kind: pump, from: [1, 1], to: [2, 2], discharge: 1 m3/s, starts_above: 1 m, "
     "stops_below: 2 m}}\n",
     4, 107, "expected a level below that of 'starts_above', 1 m"},
    {"structures: {a: {kind: culvert, from: [1, 1], width: 1 m}}\n", 4, 17,
     "structures.0.to: this is missing"},
    {"structures: {a: {kind: culvert, from: [1, 1], to: [2, 2], width: 1 m, diameter: 1 m}}\n", 4,
     71, "exclude each other"},
    {"structures: {a: {kind: pump, line: [[0, 0], [1, 1]], from: [1, 1], to: [2, 2], discharge: 1 "
     "m3/s}}\n",
     4, 30, "this has a meaning only where 'kind' is"},
    {"boundaries: {sea: {kind: open, outside: west, line: [[0, 0], [1, 1]]}}\n", 4, 26,
     "a line is of kind tide, level or discharge"},
    {"boundaries: {sea: {outside: west, line: [[0, 0], [1, 1]]}}\n", 4, 19,
     "a line is of kind tide, level or discharge"},
    {"boundaries: {sea: {kind: level, level: 0 m, line: [[0, 0], [1, 1]]}}\n", 4, 19,
     "a line needs 'outside'"},
    {"boundaries: {sea: {kind: level, level: 0 m, outside: west, line: [[0, 0]]}}\n", 4, 66,
     "a line needs two points at least"},
    {"boundaries: [{kind: level, level: 0 m, side: west, line: [[0, 0], [1, 1]]}]\n", 4, 52,
     "boundaries.0.line: this and 'side' exclude each other"},
    {"boundaries: {west: {kind: level, level: 0 m, outside: west}}\n", 4, 55, "this is of a line"},
    {"boundaries: {sea: {kind: level, level: 0 m, outside: west, from: 0 m, line: [[0, 0], [1, "
     "1]]}}\n",
     4, 66, "a line has its own ends"},
    {"boundaries: {sea: {kind: discharge, discharge: 1 m3/s, outside: west, spread: conveyance, "
     "line: [[0, 0], [1, 1]]}}\n",
     4, 79, "a line spreads its discharge evenly"},
    {"boundaries: {sea: {kind: level, outside: west, line: [[0, 0], [1, 1]], along: {stations: "
     "[{at: "
     "[0, 0], level: 1 m}]}}}\n",
     4, 79, "a line has one level"},
    {"structures: {sill: {kind: weir, line: [[0, 0], [1, 1]]}}\n", 4, 20, "a weir needs a 'crest'"},
    {"structures: {a: {line: [[0, 0]]}}\n", 4, 17, "a line needs two points at least"},
    {"structures: {a: {crest: 1 m}}\n", 4, 17, "structures.0.line: this is missing"},
    {"structures: {a: {kind: dyke, line: [[0, 0], [1, 1]]}}\n", 4, 24, "kind"},
    {"coriolis: {latitude: 91}\n", 4, 22, "too large; expected an angle from -90 deg to 90 deg"},
    {"coriolis: {}\n", 4, 11, "coriolis.latitude: this is missing"},
    {"coriolis: {latitude: 1, parameter: 1}\n", 4, 25, "this and 'latitude' exclude each other"},
    {"coriolis: 42\n", 4, 11, "coriolis: expected a mapping of keys, got '42'"},
    {"wind: {speed: 5}\n", 4, 7, "wind.direction: this is missing; expected an angle"},
    {"wind: {speed: -5, direction: 0}\n", 4, 15, "too small; expected a speed of at least 0"},
    {"rain: 20 mm\n", 4, 7,
     "rain.rate: expected a speed such as '20 mm/h', a list of [time, value], or {file: x.csv}, "
     "got '20 mm', which is a length"},
    {"rain: -1 mm/h\n", 4, 7, "too small; expected a speed of at least 0"},
    {"rain: {factor: 2}\n", 4, 7, "rain.rate: this is missing"},
    {"rain: {rate: 1 mm/h, variable: rr}\n", 4, 32, "this belongs to a 'file', but the rain has a"},
    {"meteo: {file: era5.nc}\n", 4, 1, "did you mean 'weather'?"},
    {"hurricane: a.csv\n", 4, 1, "did you mean 'weather.track'?"},
    {"weather: {pressure: msl}\n", 4, 10, "weather.file: this is missing"},
    {"weather: {file: none.nc, wind: [u, v]}\n", 4, 17, "cannot read the file"},
    {"weather: {file: bed.asc}\n", 4, 17, "expected 'wind' or 'pressure' beside it"},
    {"weather: {file: bed.asc, wind: u}\n", 4, 32, "weather.wind: expected"},
    {"weather: {file: bed.asc, wind: [u]}\n", 4, 32, "expected two variables"},
    {"weather: {file: bed.asc, wind: [u, v]}\nwind: {speed: 3, direction: 0}\n", 4, 32,
     "the case has a 'wind' that is the same everywhere, too"},
    {"weather: {track: bed.asc, pressure: msl}\n", 4, 37, "this is valid only with a 'file'"},
    {"weather: {file: bed.asc, pressure: p, drag: 2}\n", 4, 45, "weather.drag: expected"},
    {"weather: {file: bed.asc, pressure: p, coefficient: 0.001}\n", 4, 39,
     "this has a meaning only where 'drag' is constant"},
    {"rain: {rate: 20 mm/h, factor: -1}\n", 4, 31, "too small; expected a number of at least 0"},
    {"sections: {mouth: [[0, 0]]}\n", 4, 19, "a line needs two points at least"},
    {"sections: {mouth: [[0, 0], [9, 9], [9, 0], [0, 9]]}\n", 4, 19, "its line crosses itself"},
    {"sections: [{name: a, line: [[0, 0], [1, 1]]}, {name: a, line: [[0, 1], [1, 0]]}]\n", 4, 47,
     "the name 'a' is used twice"},
    {"output: {every: 1 h, window: 2 h}\n", 4, 30, "means over 7200 s would overlap"},
    {"flows: west\n", 4, 8, "'west' is not a valid word; expected sides, structures or all"},
    {"flows: [sides]\nboundaries: [{side: west, kind: open}]\n"
     "sections: {west: [[0, 0], [1, 1]]}\n",
     4, 8, "a section and a boundary have the name 'west'"},
    {"averaging: 1 h\n", 4, 1, "did you mean 'output.window'?"},
    {"transects: {mouth: [[0, 0], [9, 9]]}\n", 4, 1, "did you mean 'sections'?"},
    {"maxima: [level, wave]\n", 4, 9,
     "maxima: 'wave' is not one of its fields; expected some of level, depth, speed, flux, hazard, "
     "concentration"},
    {"maxima: {}\n", 4, 9, "maxima: there is no field to track"},
    {"maxima: {fields: level, above: -1 cm}\n", 4, 32, "maxima.above: -1 cm is too small"},
    {"maxima: concentration\n", 4, 9, "maxima: 'concentration': the case has no tracers"},
    {"peaks: level\n", 4, 1, "did you mean 'maxima'?"},
    {"losses: {initial: 10 mm, curve_number: 80}\n", 4, 40,
     "losses: 'initial' and 'curve_number' are two methods; expected one of"},
    {"losses: {}\n", 4, 9, "losses: expected a method"},
    {"losses: {above: 2 m}\n", 4, 9, "losses: expected a method"},
    {"losses: {continuing: 5 mm/h, above: tide}\n", 4, 37, "no side has a level"},
    {"losses: {green_ampt: {conductivity: -1 mm/h, suction: 110 mm, deficit: 0.3}}\n", 4, 37,
     "losses.green_ampt.conductivity.value: -1 mm/h is too small"},
    {"losses: {green_ampt: {conductivity: 10 mm/h, suction: 110 mm, deficit: 3}}\n", 4, 72,
     "too large"},
    {"losses: {green_ampt: {conductivity: 10 mm/h}}\n", 4, 22,
     "losses.green_ampt.suction: this is missing"},
    {"losses: {horton: {initial: 75 mm, final: 10 mm/h, decay: 4 1/h}}\n", 4, 28,
     "which is a length"},
    {"losses: {curve_number: 101}\n", 4, 24, "too large"},
    {"output: {maps: perhaps}\n", 4, 16,
     "expected true, false or a whole number such as '8', got 'perhaps'"},
    {"output: {maps: -1}\n", 4, 16, "-1 is too small"},
    {"output: {maps: 1000001}\n", 4, 16, "1000001 is too large"},
    {"output: {from: 2 h, until: 1 h}\n", 4, 28, "output.until: this is before 'output.from'"},
    {"output: {from: 9 d}\n", 4, 16, "output.from: this is after the end of the run"},
    {"output: {until: 2024-01-01}\n", 4, 17, "a date here needs 'time.start'"},
    {"output: {fields: {level: 1}}\n", 4, 18, "expected a text, or a list of texts"},
    {"output: {region: [0 m, 0 m, 0 m, 1 m]}\n", 4, 18, "x0 is not smaller than x1"},
    {"checkpoint: {keep: 0}\n", 4, 20, "0 is too small; expected a whole number from 1 to 1000000"},
    {"checkpoint: {keep: 1.5}\n", 4, 20, "expected a whole number such as '2', got '1.5'"},
    {"checkpoint: {keep: 99999999999999999999}\n", 4, 20, "expected a whole number"},
    {"precision: half\n", 4, 12, "precision: expected single or double, got 'half'"},
    {"precision: duoble\n", 4, 12, "did you mean 'double'?"},
    {"target: abacus\n", 4, 9, "target: expected auto, cell, cpu or cuda, got 'abacus'"},
    {"solver: esturay\n", 4, 9, "did you mean 'estuary'?"},
    {"tiles: 3\n", 4, 8, "expected two whole numbers above 0 such as '3x2', or auto, got '3'"},
    {"tiles: 0x2\n", 4, 8, "expected two whole numbers above 0"},
    {"tiles: [1, -2]\n", 4, 8, "expected two whole numbers above 0"},
    {"tiles: 70000x1\n", 4, 8, "65536 is the most"},
    {"name: ''\n", 4, 7, "this text is empty"},
    {"title: \"a\\nb\"\n", 4, 8, "line breaks or control characters"},
    {"time_tiling: {depth: 0}\n", 4, 22, "0 is too small"},
    {"time_tiling: {depth: 4}\n", 4, 22, "expected 'scheme: expansion' beside it"},
    {"time_tiling: {scheme: classic, depth: 4}\n", 4, 39,
     "the classic scheme exchanges borders every step"},
    {"time_tiling: {scheme: sept}\n", 4, 23,
     "expected classic, expansion, auto or swept, got 'sept'; did you mean 'swept'?"},
    {"time_tiling: {scheme: swept}\n", 4, 14, "time_tiling.steps: this is missing"},
    {"time_tiling: {scheme: swept, steps: 1}\n", 4, 37, "1 is too small"},
    {"time_tiling: {scheme: swept, steps: 8, depth: 4}\n", 4, 47,
     "the scheme 'swept' has no depth; expected 'steps' alone"},
    {"time_tiling: {scheme: expansion, steps: 8}\n", 4, 34, "steps"},
    {"time_tiling: {scheme: swept, steps: 8, variant: graph}\n", 4, 49,
     "variants of the scheme 'classic'; expected shared, register, hybrid or packed"},
    {"time_tiling: {scheme: classic, variant: packed}\n", 4, 41,
     "variants of the scheme 'swept'; expected launch, graph or persistent"},
    {"time_tiling: {scheme: classic, node: 64}\n", 4, 38, "expected one of these beside it"},
    {"time_tiling: {scheme: classic, variant: pakced}\n", 4, 41, "did you mean 'packed'?"},
    {"time_tiling: {scheme: expansion, variant: packed}\n", 4, 34, "only where 'scheme' is"},
    {"time_tiling: {node: 64}\n", 4, 21, "expected one of these beside it"},
    {"time_tiling: {points: 4}\n", 4, 23, "expected one of these beside them"},
    {"time_tiling: {variant: packed, points: 3}\n", 4, 40, "a power of two"},
    {"time_tiling: {variant: packed, points: 32}\n", 4, 40, "32 is too large"},
    {"time_tiling: {variant: hybrid, points: 2}\n", 4, 40, "expected 'points: 1'"},
    {"time_tiling: {scheme: classic, variant: hybrid}\n", 4, 41, "of the scheme 'swept'"},
    {"time_tiling: {scheme: swept, steps: 8, node: 0}\n", 4, 46, "0 is too small"},
    /* the scheme */
    {"numerics: {order: 3}\n", 4, 19, "numerics.order: expected 1 or 2, got '3'"},
    {"numerics: {order: two}\n", 4, 19, "numerics.order: expected 1 or 2, got 'two'"},
    {"numerics: {order: 2, limiter: superbee}\n", 4, 31,
     "numerics.limiter: expected generalized, minmod or mc, got 'superbee'"},
    {"numerics: {order: 2, limiter: minmode}\n", 4, 31, "did you mean 'minmod'?"},
    {"numerics: {order: 1, limiter: minmod}\n", 4, 22,
     "numerics.limiter: this has a meaning only where 'order' is 2"},
    {"numerics: {low_froude: perhaps}\n", 4, 24, "expected true or false, got 'perhaps'"},
    {"solver: swsolver\nnumerics: {order: 2}\n", 5, 11,
     "numerics: this is a key of the solver 'estuary'; the solver 'swsolver' has no use for it"},
    /* tracers */
    {"tracers: 5\n", 4, 10, "tracers: expected a list, got '5'"},
    {"solver: swsolver\ntracers: {a: {}}\n", 5, 10, "the solver 'swsolver' has no use for this"},
    {"tracers: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}, j: {}, k: {}}\n", 4,
     84, "here are 11 tracers; the solver 'estuary' carries at most 10"},
    {"tracers: [{name: a}, {name: a}]\n", 4, 29, "'a' is the name of item 0 as well"},
    {"tracers: [{name: a b}, {name: a-b}]\n", 4, 31,
     "'a b' and 'a-b' are both 'a_b' in the names of variables"},
    {"tracers: {a: {}, b: {}}\ninitial: {concentration: 5}\n", 5, 26,
     "there are 2 tracers (a, b), and this is of none of them in particular; expected a mapping "
     "such as '{a: 5}'"},
    {"tracers: {a: {}, b: {}}\ninitial: {concentration: {c: 5}}\n", 5, 27,
     "there is no tracer 'c'; this case has: a, b"},
    {"tracers: {a: {}, b: {}}\nboundaries: {west: {kind: open, concentration: [{tracer: a, value: "
     "1}, {tracer: a, value: 2}]}}\n",
     5, 48, "expected a concentration"},
    {"tracers: {a: {}, b: {}}\nboundaries: {west: {kind: open, concentrations: [{tracer: a, value: "
     "1}, {tracer: a, value: 2}]}}\n",
     5, 82, "this names the tracer 'a' again"},
    {"tracers: {a: {}, b: {unit: g/m3}}\nrivers: [{at: [1, 2], discharge: 1, concentration: {b: 5 "
     "m}}]\n",
     5, 56, "which is a length"},
    {"tracers: {a: {}, b: {threshold: 1}}\n", 4, 33,
     "arrivals are reported only for the first tracer, 'a'"},
    {"tracers: {old: {age: true, decay: 1 1/d}}\n", 4, 35, "no key of the age of the water"},
    {"tracers: {old: {age: true}, older: {age: true}}\n", 4, 42, "there is one age of the water"},
    {"tracers: {a: {}, old: {age: true}}\ninitial: {concentration: {old: 5}}\n", 5, 27,
     "'old' is the age of the water, which is 0 where it comes in"},
    {"tracers: {dye: {T90: 1 h, half_life: 2 h}}\n", 4, 17, "exclude each other"},
    {"tracers: {dye: {light: {coefficient: 1e-6}}}\n", 4, 24,
     "there is no light; expected 'surface'"},
    {"tracers: {dye: {light: {coefficient: 1e-6, surface: 1, peak: 3}}}\n", 4, 24,
     "'surface' and 'peak' exclude each other"},
    {"tracers: {dye: {light: {coefficient: 1e-6, peak: 3, sunrise: 19 h}}}\n", 4, 24,
     "the sun rises after it sets"},
    {"tracers: {dye: {settling: {velocity: 1 mm/s, erosion: 1}}}\n", 4, 27,
     "'erosion' needs the stress that it begins at"},
    {"tracers: {dye: {decay: 1, half_life: 2}}\n", 4, 27, "this and 'decay' exclude each other"},
    {"tracers: {dye: {half_life: 0}}\n", 4, 28, "too small; expected a time above 0"},
    {"tracers: {dye: {releases: [{at: [1, 2], radius: -3 m, concentration: 1}]}}\n", 4, 49,
     "tracers.0.releases.0.radius: -3 m is too small"},
    {"tracers: {dye: {releases: [{concentration: 1}]}}\n", 4, 28,
     "tracers.0.releases.0.at: this is missing; expected a place [x, y]"},
    {"tracers: {dye: {releases: [{at: [1, 2]}]}}\n", 4, 28,
     "this releases no tracer; expected a concentration above 0 or a rate"},
    {"tracers: {dye: {releases: [{at: [1], rate: 1}]}}\n", 4, 33, "got a list of 1"},
    {"tracers: {dye: {releases: [{at: [1, 2 s], rate: 1}]}}\n", 4, 37, "which is a time"},
    {"tracers: {dye: {threshold: 5 g/m3}}\n", 4, 28,
     "the tracer's unit is '1', which is no mass by volume"},
    {"tracers: {dye: {unit: g/m3, threshold: 5 m}}\n", 4, 40, "which is a length"},
    {"initial: {shape: {kind: tilt, length: 0 m, width: 1 m}}\n", 4, 39,
     "initial.shape.length: 0 m is too small; expected a length other than 0"},
    {"initial: {concentration: 5}\n", 4, 26, "there is no tracer in this case"},
    {"boundaries: {west: {kind: open, concentration: 5}}\n", 4, 48, "there is no tracer"},
    /* places and names */
    {"gauges: {points: [{name: a}]}\n", 4, 19, "gauges.points.0.at: this is missing"},
    {"gauges: {points: [{at: [1, 2]}]}\n", 4, 19, "gauges.points.0.name: this is missing"},
    {"gauges: {points: [{name: a, at: [1, 2]}, {name: a, at: [3, 4]}]}\n", 4, 49,
     "gauges.points.1.name: 'a' is the name of item 0 as well"},
    {"gauges: {every: 0 s}\n", 4, 17, "expected a time above 0"},
    {"rivers: [{at: [1, 2]}]\n", 4, 10, "rivers.0.discharge: this is missing"},
    {"rivers: [{at: [1, 2], discharge: 5 m}]\n", 4, 34, "which is a length"},
    /* series */
    {"rivers: [{at: [1, 2], discharge: []}]\n", 4, 34, "this list is empty"},
    {"rivers: [{at: [1, 2], discharge: [1, 2]}]\n", 4, 35,
     "expected [time, value], got a single value"},
    {"rivers: [{at: [1, 2], discharge: [[0, 1], [0, 2]]}]\n", 4, 43,
     "rivers.0.discharge.1: times must grow, but 0 s does not come after 0 s"},
    {"rivers: [{at: [1, 2], discharge: [[1 m, 1]]}]\n", 4, 36, "which is a length"},
    {"rivers: [{at: [1, 2], discharge: [[0, 1 s]]}]\n", 4, 39, "which is a time"},
    {"rivers: [{at: [1, 2], discharge: [[2024-01-01, 1]]}]\n", 4, 36, "needs 'time.start'"},
    {"rivers: [{at: [1, 2], discharge: absent.csv}]\n", 4, 34, "cannot read the file"},
    {"rivers: [{at: [1, 2], discharge: {fiel: level.csv}}]\n", 4, 34,
     "or {file: x.csv}, got a mapping"},
    {"rivers: [{at: [1, 2], discharge: dates.csv}]\n", 4, 34, "which need 'time.start'"},
    {"rivers: [{at: [1, 2], discharge: bed.asc}]\n", 4, 34, "expected a discharge"},
    /* boundaries */
    {"boundaries: {wets: open}\n", 4, 14,
     "boundaries.0.side: expected west, east, south or north, got "
     "'wets'; did you mean 'west'?"},
    {"boundaries: [{kind: open}]\n", 4, 14, "boundaries.0.side: this is missing"},
    {"boundaries: {west: opne}\n", 4, 20,
     "boundaries.0.kind: expected wall, open, tide, level, "
     "discharge or rating, got 'opne'; did you mean 'open'?"},
    {"boundaries: {west: tide}\n", 4, 20, "boundaries.0.constituents: this is missing"},
    {"boundaries: {west: {kind: tide, constituents: {M2: [1, 2]}}}\n", 4, 20,
     "expected 'time.start' to be given"},
    {"boundaries: {west: {kind: tide, constituents: {M22: [1, 2]}}}\n", 4, 48,
     "boundaries.0.constituents.M22: there is no constituent of that name; did you mean 'M2'?"},
    {"boundaries: {west: {kind: tide, constituents: {ZZZZZ: [1, 2]}}}\n", 4, 48,
     "known are M2, S2"},
    {"boundaries: {west: {kind: tide, constituents: {M2: {amplitude: 1}}}}\n", 4, 52,
     "boundaries.0.constituents.M2.phase: this is missing"},
    {"boundaries: {west: {kind: tide, constituents: {M2: [1 s, 2]}}}\n", 4, 53, "which is a time"},
    {"boundaries: {west: {kind: tide, constituents: {M2: 3}}}\n", 4, 52, "expected a mapping"},
    {"boundaries: {west: {kind: tide, constituents: absent.csv}}\n", 4, 47, "cannot read the file"},
    {"boundaries: {west: {kind: tide, constituents: level.csv}}\n", 4, 47, ""},
    {"boundaries: {west: {kind: level}}\n", 4, 20, "needs a level"},
    {"boundaries: {west: {kind: discharge}}\n", 4, 20,
     "boundaries.0: a boundary of kind 'discharge' needs a discharge"},
    {"boundaries: {west: {kind: open, level: 3}}\n", 4, 33,
     "this has a meaning only where 'kind' is level or tide, but it is 'open'"},
    {"boundaries: {west: {kind: wall, absorbing: true}}\n", 4, 33,
     "boundaries.0.absorbing: this has a meaning only where 'kind' is level or tide, but it is "
     "'wall'"},
    {"boundaries: {west: {kind: discharge, discharge: 3, absorbing: true}}\n", 4, 52,
     "this has a meaning only where 'kind' is level or tide, but it is 'discharge'"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: maybe}}\n", 4, 55,
     "boundaries.0.absorbing: expected true or false, got 'maybe'"},
    {"boundaries: {west: {kind: wall, head_loss: true}}\n", 4, 33,
     "boundaries.0.head_loss: this has a meaning only where 'kind' is level or tide"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: true, head_loss: true}}\n", 4, 72,
     "a side that absorbs waves has no head loss"},
    {"boundaries: {west: {kind: level, level: 0, discharge: 5}}\n", 4, 55,
     "expected 'absorbing: true' beside it"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: false, discharge: 5}}\n", 4, 73,
     "expected 'absorbing: true' beside it"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: true, discharge: 5 m}}\n", 4, 72,
     "expected a discharge such as '250 m3/s', a list of [time, value], or {file: x.csv}, got '5 "
     "m', which is a length"},
    {"boundaries: {west: {kind: open, incoming: true}}\n", 4, 33,
     "boundaries.0.incoming: this has a meaning only where 'kind' is level or tide"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: true, incoming: wave}}\n", 4, 71,
     "boundaries.0.incoming: expected true or false, got 'wave'"},
    {"boundaries: {west: {kind: level, level: 0, incoming: true, still: 1 m}}\n", 4, 54,
     "boundaries.0: a wave comes in through a side that absorbs the waves from inside; expected "
     "'absorbing: true' beside it"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: true, still: 1 m}}\n", 4, 68,
     "boundaries.0: this is the level of the water that an incoming wave runs into; expected "
     "'incoming: true' beside it"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: true, incoming: false, still: 1 m}}\n",
     4, 85, "expected 'incoming: true' beside it"},
    {"boundaries: {west: {kind: level, level: 0, absorbing: true, incoming: true, still: 1 s}}\n",
     4, 84, "boundaries.0.still: "},
    {"boundaries: {west: {kind: wall, ramp: 1 h}}\n", 4, 33,
     "boundaries.0.ramp: this has a meaning only where 'kind' is level, tide or discharge, but it "
     "is 'wall'"},
    {"boundaries: {west: {kind: level, level: 0, ramp: -5 s}}\n", 4, 50,
     "boundaries.0.ramp: -5 s is too small; expected a time of at least 0"},
    {"boundaries: {west: {kind: level, level: 0, ramp: 5 m}}\n", 4, 50, "minutes are 'min'"},
    /* the level of the start */
    {"initial: {level: tide}\n", 4, 18,
     "initial.level: no boundary has a level that the start could take; expected a length such as "
     "'0.5 m', or a boundary of kind tide or level"},
    {"initial: tide\nboundaries: {west: {kind: discharge, discharge: 3}}\n", 4, 10,
     "initial.level: no boundary has a level"},
    {"initial: {level: tied}\n", 4, 18,
     "initial.level: expected a length such as '30 m', or tide, got 'tied'"},
    {"initial: {level: [tide]}\n", 4, 18, "or tide, got a list"},
    /* the scheme */
    {"numerics: {low_froude: perhaps}\n", 4, 24,
     "numerics.low_froude: expected true or false, got 'perhaps'"},
    {"numerics: {low_frode: true}\n", 4, 12, "did you mean 'low_froude'?"},
    {"low_froude: true\n", 4, 1, "did you mean 'numerics.low_froude'?"},
    {"numerics: 5\n", 4, 11, "numerics: expected a mapping of keys, got '5'"},
    /* mixing */
    {"viscosity: -1 m2/s\n", 4, 12,
     "viscosity.constant: -1 m2/s is too small; expected a viscosity or diffusivity from 0 to "
     "1000000 m2/s"},
    {"viscosity: 1e9 m2/s\n", 4, 12, "viscosity.constant: 1e9 m2/s is too large"},
    {"viscosity: 3 m\n", 4, 12,
     "viscosity.constant: expected a viscosity or diffusivity such as '1 m2/s', got '3 m', which "
     "is a length"},
    {"viscosity: smagorinsky\n", 4, 12, "such as '1 m2/s', got 'smagorinsky'"},
    {"viscosity: {smagorinski: 0.2}\n", 4, 13,
     "viscosity.smagorinski: there is no such key; did you mean 'smagorinsky'?"},
    {"viscosity: {smagorinsky: 0.2 m2/s}\n", 4, 26,
     "viscosity.smagorinsky: expected a number such as '0.2', got '0.2 m2/s'"},
    {"viscosity: {smagorinsky: 20}\n", 4, 26, "20 is too large; expected a number from 0 to 10"},
    {"viscosity: {constant: 1, smagorinsky: 0.2}\n", 4, 26,
     "viscosity.smagorinsky: this and 'constant' exclude each other; keep one of the two"},
    {"viscosity: {constant: 1, map: {value: 2}}\n", 4, 23,
     "viscosity.constant: this and 'map' exclude each other; keep one of the two"},
    {"diffusivity: {map: 2, smagorinsky: 0.2}\n", 4, 36,
     "diffusivity.smagorinsky: this and 'map' exclude each other; keep one of the two"},
    {"viscosity: {map: -1}\n", 4, 18, "viscosity.map.value: -1 is too small"},
    {"viscosity: {}\n", 4, 12,
     "viscosity: expected a number such as '1 m2/s', or '{smagorinsky: 0.2}', got nothing"},
    {"diffusivity: -0.5\n", 4, 14, "diffusivity.constant: -0.5 is too small"},
    {"tracers: [{name: dye, diffusivity: 3}]\n", 4, 23, "there is no such key"},
    {"boundaries: {west: {from: 3 km, to: 1 km}}\n", 4, 27,
     "the segment from 3000 m to 1000 m has no length"},
    {"boundaries: [{side: west}, {side: west, from: 1}]\n", 4, 28,
     "this lies over boundaries.0 (line 4, column 14) on the west side"},
    {"boundaries: {west: [{to: 5}, {from: 5, to: 9}, {from: 8}]}\n", 4, 48,
     "this lies over boundaries.1 (line 4, column 30)"},
    {"boundaries: 7\n", 4, 13, "expected wall, open, tide"},
};

static const bad_case whole[] = {
    {"time: 1 h\ngrid: {resolution: 9 m, extent: [0, 0, 90, 90], periodic: x}\n"
     "bathymetry: {shape: flat}\nboundaries: {west: open}\n",
     4, 20, "the west side is joined to the one across by 'grid.periodic'"},
    {"solver: heat\ntime: 1 s\ngrid: {cells: 8x1, extent: [0, 0, 8, 1]}\n"
     "numerics: {low_froude: false}\n",
     4, 11,
     "numerics: this is a key of the solver 'estuary'; the solver 'heat' has no use for it: leave "
     "it out"},
    {"solver: swsolver\ntime: 1 s\ngrid: {cells: 8x8, extent: [0, 0, 8, 8]}\n"
     "bathymetry: {shape: flat}\nnumerics: {low_froude: false}\n",
     5, 11,
     "numerics: this is a key of the solver 'estuary'; the solver 'swsolver' has no use for it: "
     "leave it out"},
    {"solver: swsolver\ntime: 1 s\ngrid: {cells: 8x8, extent: [0, 0, 8, 8]}\n"
     "bathymetry: {shape: flat}\nviscosity: 1 m2/s\n",
     5, 12,
     "viscosity: this is a key of the solver 'estuary'; the solver 'swsolver' has no use for it: "
     "leave it out"},
    {"solver: heat\ntime: 1 s\ngrid: {cells: 8x1, extent: [0, 0, 8, 1]}\n"
     "diffusivity: 1 m2/s\n",
     4, 14,
     "diffusivity: this is a key of the solver 'estuary'; the solver 'heat' has no use for it: "
     "leave it out"},
    {"", 1, 1, "a case is a mapping of keys such as 'time: {end: 6 h}', but this is nothing"},
    {"# only words\n", 0, 0, ""},
    {"just words\n", 1, 1, "but this is a single value"},
    {"- a\n- b\n", 1, 1, "but this is a list"},
    {"time: 6 h\n", 1, 1, "bathymetry.file: this is missing"},
    {"bathymetry: bed.asc\n", 1, 1,
     "time.end: this is missing; expected a time above 0 such as '6 h', or "
     "the date and time of the end (or 'steps')"},
    {"bathymetry: bed.asc\ntime: {start: 2024-01-01}\n", 2, 7, "time.end: this is missing"},
    {"bathymetry: bed.asc\ntime: {end: 1, steps: 3}\n", 2, 16, "this and 'end' exclude each other"},
    {"bathymetry: bed.asc\ntime: {end: 30 m}\n", 2, 13, "which is a length; minutes are 'min'"},
    {"bathymetry: bed.asc\ntime: {end: -5 h}\n", 2, 13, "too small; expected a time above 0"},
    {"bathymetry: bed.asc\ntime: {end: 2024-01-01}\n", 2, 13, "needs 'time.start'"},
    {"bathymetry: bed.asc\ntime: {start: 2024-01-02, end: 2024-01-01}\n", 2, 32,
     "the end lies before the start, '2024-01-02T00:00:00Z'"},
    {"bathymetry: bed.asc\ntime: {start: yesterday, end: 1 d}\n", 2, 15,
     "time.start: expected a date and time such as '2024-03-01T00:00:00Z', got 'yesterday'"},
    {"bathymetry: bed.asc\ntime: {end: 1, cfl: 1.5}\n", 2, 21,
     "time.cfl: this is too large; expected a number above 0 and at most 1"},
    {"bathymetry: bed.asc\ntime: {end: 1, cfl: 0}\n", 2, 21, "too small"},
    {"bathymetry: bed.asc\ntime: {end: 1, step: fixed}\n", 2, 22, "a fixed step needs 'time.dt'"},
    {"bathymetry: bed.asc\ntime: {end: 1, dt: 1 s}\n", 2, 16,
     "this has a meaning only where 'step' is fixed, but it is 'window'"},
    {"bathymetry: bed.asc\ntime: {steps: 0}\n", 2, 15,
     "0 is too small; expected a whole number of at least 1"},
    {"bathymetry: absent.asc\ntime: 1\n", 1, 13, "absent.asc': No such file or directory"},
    {"bathymetry: .\ntime: 1\n", 1, 13, "Is a directory"},
    {"bathymetry: {file: bed.asc, shape: flat}\ntime: 1\n", 1, 29,
     "this and 'file' exclude each other"},
    {"time: {steps: 9}\nbathymetry: {shape: flat}\ngrid: {resolution: 1, extent: [0, 0, 9, 9]}\n"
     "output: {window: 1 h}\n",
     4, 18, "so that the last window has no end"},
    {"time: 1\nbathymetry: {shape: flta}\ngrid: {resolution: 1, extent: [0, 0, 1, 1]}\n", 2, 21,
     "bathymetry.shape.kind: expected flat, "},
    {"time: 1\nbathymetry: {shape: {kind: flat, elevation: -1 m, depht: 1}}\n", 2, 51,
     "bathymetry.shape.depht: there is no such key"},
    {"time: 1\nbathymetry: {shape: {kind: flat, elevation: -1 s}}\n", 2, 45, "which is a time"},
    {"time: 1\nbathymetry: {shape: {kind: flat, elevation: -1}}\ngrid: {resolution: 1}\n", 3, 7,
     "grid: a bathymetry shape has no size of its own; expected an extent"},
    {"time: 1\nbathymetry: {shape: {kind: flat, elevation: -1}}\ngrid: {extent: [0, 0, 1, 1]}\n", 3,
     7, "has no cells of its own"},
    {"time: 1\nbathymetry: bed.asc\ngrid: {resolution: 30 s}\n", 3, 20,
     "grid.resolution: expected a length such as '30 m', got '30 s', which is a time"},
    {"time: 1\nbathymetry: bed.asc\ngrid: {resolution: 1, cells: 3x3}\n", 3, 23,
     "exclude each other"},
    {"time: 1\nbathymetry: bed.asc\ngrid: {cells: [3, x]}\n", 3, 15,
     "expected two whole numbers above 0"},
    {"time: 1\nbathymetry: bed.asc\ngrid: {extent: [0, 0, 1]}\n", 3, 16, "got a list of 3"},
    {"time: 1\nbathymetry: bed.asc\ngrid: {extent: [0, 5, 1, 4]}\n", 3, 16,
     "y0 is not smaller than y1"},
    {"time: 1\nbathymetry: bed.asc\ngrid: {extent: [0, 0, 9, 9]}\ngauges: {points: {a: [10, 1]}}\n",
     4, 22, "gauges.points.0.at: this place lies outside the domain"},
    {"time: 1\nbathymetry: bed.asc\ngrid: {extent: [0, 0, 9, 9]}\nboundaries: {west: {from: 20}}\n",
     4, 27, "this lies outside the west side, which runs from 0 m to 9 m"},
};

static bool tells(case_fixture *f, const char *text, const bad_case *bad) {
  read_text(f, text);
  bool told = f->status == RIA_ERROR_CASE && f->errors.count > 0 &&
              (!bad->line || has_error(f, bad->line, bad->column, bad->part));
  if (!told) {
    print_error("expected %d:%d: %s\nin\n%s\ngot status %d and\n", bad->line, bad->column,
                bad->part, text, (int)f->status);
    print_errors(f);
  }
  return told;
}

static void findings(void **state) {
  case_fixture *f = *state;
  int missed = 0;
  for (size_t i = 0; i < sizeof added / sizeof added[0]; i++) {
    char text[1024];
    snprintf(text, sizeof text, SMALL_CASE "%s", added[i].text);
    missed += !tells(f, text, &added[i]);
  }
  for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
    missed += !tells(f, whole[i].text, &whole[i]);
  assert_int_equal(missed, 0);
}

/* Every error at once, in the order of the file, each with the file's name before its place. */
static void all_at_once(void **state) {
  case_fixture *f = *state;
  const char *const set[] = {"output.evry=1 h", "dry=wet"};
  read_set(f,
           "titel: x\n"
           "time: {end: 30 m, cfl: 2}\n"
           "grid: {resolution: 30 s}\n"
           "grid: 50 m\n"
           "bathymetry: absent.asc\n"
           "boundaries: {wets: open}\n",
           2, set);
  assert_int_equal(f->status, RIA_ERROR_CASE);
  static const int lines[] = {1, 2, 2, 3, 4, 5, 6, 0, 0};
  assert_int_equal(f->errors.count, 9);
  for (int i = 0; i < 9; i++)
    assert_int_equal(f->errors.error[i].line, lines[i]);
  assert_non_null(strstr(f->errors.error[0].text, "/case.yaml:1:1: titel: "));
  assert_true(has_error(f, 0, 0,
                        "--set output.evry=1 h: output.evry: there is no such key; did you "
                        "mean 'every'?"));
  assert_true(
      has_error(f, 0, 0, "--set dry=wet: dry: expected a length such as '30 m', got 'wet'"));
  assert_non_null(strstr(ria_status_detail(), "has 9 errors: "));
}

/* Text of a file appears in messages shortened and without control characters. */
static void messages_are_clean(void **state) {
  case_fixture *f = *state;
  char text[4096];
  int length =
      snprintf(text, sizeof text, SMALL_CASE "\"a\\e[31mb\\rc\": 1\nsolver: \"\\e]0;x\\a\"\n");
  memset(text + length, 'x', 900);
  strcpy(text + length + 900, ": 1\n");
  read_text(f, text);
  assert_int_equal(f->errors.count, 3);
  for (int i = 0; i < f->errors.count; i++) {
    assert_true(strlen(f->errors.error[i].text) < 1000);
    for (const char *p = f->errors.error[i].text; *p; p++)
      assert_true((unsigned char)*p >= ' ' && *p != 0x7f);
  }
}

/* The caller gives the names of solvers and targets. */
static void names_of_the_caller(void **state) {
  case_fixture *f = *state;
  static const char *const solvers[] = {"tsunami", "estuary", NULL};
  static const char *const targets[] = {"cpu", "cell", NULL};
  const ria_case_names names = {.solvers = solvers, .targets = targets};
  const char *const fine[] = {"solver=tsunami", "target=cell"};
  const char *const wrong[] = {"solver=tsumani", "target=tape"};
  char path[4096];
  snprintf(path, sizeof path, "%s/case.yaml", f->folder);
  write_text(f->folder, "case.yaml", SMALL_CASE);
  f->status = ria_case_read(path, &names, 2, fine, &f->the_case, &f->errors);
  assert_valid(f);
  assert_string_equal(f->the_case.solver, "tsunami");
  assert_string_equal(f->the_case.target, "cell");
  case_forget(f);
  f->status = ria_case_read(path, &names, 2, wrong, &f->the_case, &f->errors);
  assert_int_equal(f->errors.count, 2);
  assert_non_null(strstr(f->errors.error[0].text, "expected tsunami or estuary, got 'tsumani'; did "
                                                  "you mean 'tsunami'?"));
  assert_non_null(strstr(f->errors.error[1].text, "expected cpu or cell, got 'tape'"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(findings, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(all_at_once, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(messages_are_clean, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(names_of_the_caller, case_setup, case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
