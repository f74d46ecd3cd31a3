/* The keys of tracers, rivers and boundaries. */
#include "ria/case_field.h"
#include "members.h"

static const char *const boundary_kinds[] = {[RIA_BOUNDARY_WALL] = "wall",
                                             [RIA_BOUNDARY_OPEN] = "open",
                                             [RIA_BOUNDARY_TIDE] = "tide",
                                             [RIA_BOUNDARY_LEVEL] = "level",
                                             [RIA_BOUNDARY_DISCHARGE] = "discharge",
                                             [RIA_BOUNDARY_RATING] = "rating",
                                             NULL};
static const char *const spreads[] = {
    [RIA_SPREAD_EVEN] = "even", [RIA_SPREAD_CONVEYANCE] = "conveyance", NULL};

const ria_key case_concentration_keys[] = {
    {"tracer", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(ria_case_concentration, tracer),
     .example = "salt", .what = "Name of the tracer."},
    {"value", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_CONCENTRATION,
     OF(ria_case_concentration, value), .example = "35", .what = "Its concentration."},
    {0}};

static const ria_key release_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, OF(ria_case_release, name), .example = "spill",
     .what = "Name; by default `release 1` and so on."},
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(ria_case_release, x), .instead = "area",
     .example = "[512 km, 4710 km]", .what = "Where: `[x, y]`."},
    {"area", RIA_KEY_FILE, RIA_KEY_REQUIRED, OF(ria_case_release, area), .instead = "at",
     .example = "farm.geojson",
     .what = "Polygons: the cells whose centres lie in them. Solver `estuary` only."},
    {"radius", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_LENGTH, .fallback = "0 m",
     OF(ria_case_release, radius), .what = "Radius of the circle; 0: one cell."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     OF(ria_case_release, concentration), .what = "Concentration inside the circle at the start."},
    {"rate", RIA_KEY_SERIES, NOT_NEGATIVE, RIA_RELEASE, OF(ria_case_release, rate), .example = "5",
     .what = "Release over time: concentration x m3/s (g/s where the unit is g/m3)."},
    {0}};

static const ria_key light_keys[] = {
    {"coefficient", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_NUMBER,
     OF(ria_case_tracer, light.coefficient), .example = "1e-6",
     .what = "Decay rate in 1/s for each W/m2 of light, that is m2/J."},
    {"surface", RIA_KEY_SERIES, NOT_NEGATIVE, RIA_NUMBER, OF(ria_case_tracer, light.surface),
     .example = "300", .what = "Light below the surface, in W/m2, over time."},
    {"peak", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_NUMBER, OF(ria_case_tracer, light.peak),
     .present = offsetof(ria_case_tracer, light.has_peak), .example = "600",
     .what = "Instead of `surface`: light at noon, in W/m2, of a daily sine from `sunrise` to "
             "`sunset`."},
    {"sunrise", RIA_KEY_QUANTITY, NOT_NEGATIVE | RIA_KEY_MOST, RIA_TIME, .most = 86400,
     .fallback = "6 h", OF(ria_case_tracer, light.sunrise),
     .what = "Time of day, by the clock of `time.start`; without that the run starts at midnight."},
    {"sunset", RIA_KEY_QUANTITY, NOT_NEGATIVE | RIA_KEY_MOST, RIA_TIME, .most = 86400,
     .fallback = "18 h", OF(ria_case_tracer, light.sunset), .what = "Time of the sunset."},
    {"extinction", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_NUMBER, .fallback = "0",
     OF(ria_case_tracer, light.extinction),
     .what = "Extinction K of light, in 1/m: the mean light over the depth h is (1 - exp(-K h)) / "
             "(K h) of that at the surface."},
    {0}};

static const ria_key settling_keys[] = {
    {"velocity", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_SPEED,
     OF(ria_case_tracer, settling.velocity), .example = "1 mm/s", .what = "Settling velocity."},
    {"deposits_below", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_PRESSURE,
     OF(ria_case_tracer, settling.deposits_below),
     .present = offsetof(ria_case_tracer, settling.has_deposits_below), .example = "0.1 Pa",
     .what = "Bed stress above which nothing is deposited; below it a share that grows to 1 at "
             "rest. Without it: all that settles stays."},
    {"erodes_above", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_PRESSURE,
     OF(ria_case_tracer, settling.erodes_above),
     .present = offsetof(ria_case_tracer, settling.has_erodes_above), .example = "0.2 Pa",
     .what = "Bed stress above which the bed is eroded."},
    {"erosion", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_NUMBER, .fallback = "0",
     OF(ria_case_tracer, settling.erosion),
     .what = "Erosion at twice that stress: concentration x m/s (g/m2/s where the unit is g/m3)."},
    {0}};

const ria_key case_tracer_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, .fallback = "tracer", OF(ria_case_tracer, name),
     .what = "Name; with several tracers, by default `tracer 1` and so on."},
    {"unit", RIA_KEY_TEXT, .fallback = "1", OF(ria_case_tracer, unit), .example = "g/m3",
     .what = "Unit of its concentration; 1: relative."},
    {"decay", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_RATE, .fallback = "0 1/s",
     OF(ria_case_tracer, decay), .instead = "half_life|T90", .what = "Rate of first-order decay."},
    {"half_life", RIA_KEY_HALF_LIFE, ABOVE_ZERO, RIA_TIME, OF(ria_case_tracer, decay),
     .instead = "decay|T90", .example = "12 h", .what = "Time in which half of it decays."},
    {"T90", RIA_KEY_TENTH_LIFE, ABOVE_ZERO, RIA_TIME, OF(ria_case_tracer, decay),
     .instead = "decay|half_life", .example = "6 h",
     .what = "Time in which nine tenths of it decay."},
    {"age", RIA_KEY_BOOL, OF(ria_case_tracer, age),
     .what = "The tracer is the age of the water, in s, since it came in or since the start. "
             "Solver `estuary` only."},
    {"light", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = light_keys,
     .present = offsetof(ria_case_tracer, light.on),
     .example = "{coefficient: 1e-6, peak: 600, extinction: 0.5}",
     .what = "Decay by light, besides `decay`; solver `estuary` only."},
    {"settling", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = settling_keys, .shorthand = "velocity",
     .present = offsetof(ria_case_tracer, settling.on),
     .example = "{velocity: 1 mm/s, erodes_above: 0.2 Pa, erosion: 0.1}",
     .what = "Settling, and exchange with the bed; solver `estuary` only."},
    {"threshold", RIA_KEY_QUANTITY, RIA_KEY_NOT_ANSWER | NOT_NEGATIVE, RIA_CONCENTRATION,
     OF(ria_case_tracer, threshold), .example = "0.01",
     .what = "Concentration that counts as arrival. 0, or without it: 1 % of the largest "
             "concentration in the case; if the case has none, arrivals are not reported."},
    {"releases", RIA_KEY_LIST, .keys = release_keys, .identity = "name", .shorthand = "at",
     OF(ria_case_tracer, release), .count = offsetof(ria_case_tracer, releases),
     .record = sizeof(ria_case_release), .what = "Releases into the water."},
    {0}};

const ria_key case_river_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, OF(ria_case_river, name), .example = "Ulla",
     .what = "Name; by default `river 1` and so on."},
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(ria_case_river, x),
     .example = "[527 km, 4724 km]", .what = "Where: `[x, y]`."},
    {"discharge", RIA_KEY_SERIES, RIA_KEY_REQUIRED, RIA_DISCHARGE, OF(ria_case_river, discharge),
     .example = "80 m3/s", .what = "Inflow over time; negative: an intake, down to `dry`."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     OF(ria_case_river, concentration), .field = "concentrations", .instead = "concentrations",
     .what = "Concentration of the tracer; of several tracers `{NAME: value, ...}`."},
    {"concentrations", RIA_KEY_LIST, RIA_KEY_OF_TRACER, .keys = case_concentration_keys,
     .identity = "tracer", .shorthand = "value", .instead = "concentration",
     OF(ria_case_river, each), .count = offsetof(ria_case_river, concentrations),
     .record = sizeof(ria_case_concentration), .example = "{dye: 1, salt: 0.1}",
     .what = "Concentrations of several tracers, by name; 0 of the others."},
    {"radius", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_LENGTH, .fallback = "0 m",
     OF(ria_case_river, radius), .what = "Radius of the inflow; 0: one cell."},
    {0}};

static const ria_key station_keys[] = {
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(ria_case_station, at),
     .example = "[500 km, 4703 km]", .what = "Where: `[x, y]`."},
    {"level", RIA_KEY_SERIES, RIA_KEY_REQUIRED, RIA_LENGTH, OF(ria_case_station, level),
     .instead = "constituents", .example = "0.5 m", .what = "Level at the station, over time."},
    {"constituents", RIA_KEY_CONSTITUENTS, RIA_KEY_REQUIRED, OF(ria_case_station, constituent),
     .count = offsetof(ria_case_station, constituents), .instead = "level",
     .example = "{M2: {amplitude: 1.08 m, phase: 77 deg}}",
     .what = "Tide at the station, as `constituents` of a boundary."},
    {0}};

static const ria_key atlas_keys[] = {
    {"constituent", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(ria_case_atlas, name), .example = "M2",
     .what = "The constituent."},
    {"file", RIA_KEY_FILE, RIA_KEY_REQUIRED, OF(ria_case_atlas, file), .example = "m2.nc",
     .what = "Amplitude and Greenwich phase on a grid (netCDF)."},
    {"amplitude", RIA_KEY_TEXT, 0, OF(ria_case_atlas, amplitude), .example = "ha",
     .what = "Variable of the amplitude. Without it: `amplitude`, `amp`, `AMPL`, `ha` or `Ha`."},
    {"phase", RIA_KEY_TEXT, 0, OF(ria_case_atlas, phase), .example = "hp",
     .what = "Variable of the phase. Without it: `phase`, `pha`, `PHAS`, `hp`, `Hg` or `hg`."},
    {"band", RIA_KEY_INTEGER, RIA_KEY_LEAST, .least = 1, OF(ria_case_atlas, band), .example = "2",
     .what = "Band of the constituent in both variables, from 1."},
    {"unit", RIA_KEY_TEXT, 0, OF(ria_case_atlas, unit), .example = "cm",
     .what = "Unit of the amplitude. Without it: what the file says, else m."},
    {0}};

static const ria_key along_keys[] = {
    {"file", RIA_KEY_FILE, OF(ria_case_boundary, along.file), .example = "stations.csv",
     .what = "A CSV file of stations, with a header: `x,y,time,level` or "
             "`x,y,constituent,amplitude,phase`, or `lon,lat` in degrees instead of `x,y`."},
    {"nodata", RIA_KEY_QUANTITY, OF(ria_case_boundary, along.nodata),
     .present = offsetof(ria_case_boundary, along.has_nodata), .example = "-9999",
     .what = "Number for missing levels in `file`, in its unit."},
    {"stations", RIA_KEY_LIST, .keys = station_keys, OF(ria_case_boundary, along.station),
     .count = offsetof(ria_case_boundary, along.stations), .record = sizeof(ria_case_station),
     .what = "The stations."},
    {"atlas", RIA_KEY_LIST, .keys = atlas_keys, .identity = "constituent", .shorthand = "file",
     OF(ria_case_boundary, along.atlas), .count = offsetof(ria_case_boundary, along.atlases),
     .record = sizeof(ria_case_atlas), .example = "{M2: m2.nc, S2: s2.nc}",
     .what = "Files of a tidal atlas, `{CONSTITUENT: FILE, ...}`."},
    {0}};

static const ria_key rating_keys[] = {
    {"level", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED, RIA_LENGTH, OF(ria_case_rating, level),
     .example = "1.2 m", .what = "Level at the segment, above the reference; rows rise."},
    {"discharge", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_DISCHARGE,
     OF(ria_case_rating, discharge), .example = "80 m3/s", .what = "Discharge out of the domain."},
    {0}};

static const ria_key line_keys[] = {{"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2,
                                     OF(ria_case_point, at), .example = "[500 km, 4703 km]",
                                     .what = "A point: `[x, y]`."},
                                    {0}};

const ria_key case_boundary_keys[] = {
    {"side", RIA_KEY_CHOICE, RIA_KEY_REQUIRED, .choices = ria_case_sides,
     OF(ria_case_boundary, side), .instead = "line|file", .example = "west",
     .what = "The side of the grid."},
    /* Keys of lines have no defaults, so that hashes of older cases stay the same. */
    {"line", RIA_KEY_LIST, .keys = line_keys, .shorthand = "at", .instead = "side|file",
     OF(ria_case_boundary, point), .count = offsetof(ria_case_boundary, points),
     .record = sizeof(ria_case_point), .example = "[[500 km, 4703 km], [502 km, 4704 km]]",
     .what = "Instead of a side: points of a line inside the grid, `[[x, y], [x, y], ...]`. Solver "
             "`estuary`; kinds `tide`, `level`, `discharge`."},
    {"file", RIA_KEY_FILE, OF(ria_case_boundary, file), .instead = "side|line",
     .example = "sea.geojson", .what = "A file of such lines."},
    {"outside", RIA_KEY_CHOICE, .choices = ria_case_sides, OF(ria_case_boundary, beyond),
     .present = offsetof(ria_case_boundary, has_beyond), .example = "west",
     .what = "Side of a line that is not computed (needed for a line)."},
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, OF(ria_case_boundary, name), .example = "sea",
     .what = "Name of a line; by default `line 1` and so on."},
    {"from", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(ria_case_boundary, from),
     .what = "Start of the segment: x on south and north, y on west and east. Without it: the "
             "side's start."},
    {"to", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(ria_case_boundary, to),
     .what = "End of the segment. Without it: the side's end."},
    {"kind", RIA_KEY_CHOICE, .choices = boundary_kinds, .fallback = "wall",
     OF(ria_case_boundary, kind),
     .what =
         "`wall`; `open`: free outflow; `tide`: level from constituents; `level`: level over time; "
         "`discharge`: inflow over time; `rating`: outflow by the level."},
    {"constituents", RIA_KEY_CONSTITUENTS, RIA_KEY_REQUIRED, OF(ria_case_boundary, constituent),
     .count = offsetof(ria_case_boundary, constituents), .only = "kind", .only_for = "tide",
     .instead = "along", .example = "{M2: {amplitude: 1.08 m, phase: 77 deg}}",
     .what = "`{NAME: {amplitude, phase}, ...}` or a CSV file (name, amplitude in m, Greenwich "
             "phase in "
             "degrees)."},
    {"level", RIA_KEY_SERIES, 0, RIA_LENGTH, OF(ria_case_boundary, level), .only = "kind",
     .only_for = "level|tide", .example = "0.5 m",
     .what = "Level above the reference, over time (needed for `level`); of a `tide`: a surge, "
             "added to it."},
    {"along", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = along_keys, .shorthand = "file",
     .present = offsetof(ria_case_boundary, along.on), .only = "kind", .only_for = "level|tide",
     .instead = "constituents", .example = "stations.csv",
     .what = "Levels or constituents of stations or an atlas, linear in between; `level` and "
             "`offset` are added."},
    /* Not stored: case_finish() adds it to the level. */
    {"offset", RIA_KEY_QUANTITY, 0, RIA_LENGTH, .fallback = "0 m", .only = "kind",
     .only_for = "level|tide",
     .what = "Added to the level: from the gauge's or chart's datum to the reference."},
    {"absorbing", RIA_KEY_BOOL, .fallback = "false", OF(ria_case_boundary, absorbing),
     .only = "kind", .only_for = "level|tide",
     .what = "Lets waves from inside leave; the level, and `discharge` if given, are those of the "
             "water outside."},
    /* No defaults, so that hashes of older cases stay the same. */
    {"incoming", RIA_KEY_BOOL, OF(ria_case_boundary, incoming),
     .present = offsetof(ria_case_boundary, has_incoming), .only = "kind", .only_for = "level|tide",
     .what = "With `absorbing`: the level is that of an incoming wave (solitary wave, surge front, "
             "paddle), which enters with its full height. `false` unless given: half of a wave "
             "enters."},
    {"still", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(ria_case_boundary, still),
     .present = offsetof(ria_case_boundary, has_still), .only = "kind", .only_for = "level|tide",
     .example = "0 m",
     .what = "With `incoming`: still water level before the wave, above the reference, without "
             "`offset`. Without it: `initial.level`; 0 if the start is a file or a shape."},
    {"head_loss", RIA_KEY_BOOL, OF(ria_case_boundary, head_loss),
     .present = offsetof(ria_case_boundary, has_head_loss), .only = "kind",
     .only_for = "level|tide",
     .what = "Inflow comes from a sea at rest and loses v2/2g of the level. `true` unless the side "
             "is `absorbing`; `false`: jets may grow where there is little friction."},
    {"discharge", RIA_KEY_SERIES, 0, RIA_DISCHARGE, OF(ria_case_boundary, inflow), .only = "kind",
     .only_for = "discharge|level|tide", .example = "250 m3/s",
     .what = "Inflow over the whole segment; negative: outflow (needed for `discharge`). With "
             "`absorbing`: that of the water outside."},
    {"ramp", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_TIME, .fallback = "0 s",
     OF(ria_case_boundary, ramp), .only = "kind", .only_for = "level|tide|discharge",
     .what = "Time in which the level rises from `initial.level`, or the discharge from 0."},
    /* No defaults, so that hashes of older cases stay the same. */
    {"spread", RIA_KEY_CHOICE, .choices = spreads, OF(ria_case_boundary, spread), .only = "kind",
     .only_for = "discharge",
     .what = "Distribution of the discharge: `even`, also where dry, or by `conveyance`, as in a "
             "river in normal flow. `even` unless given."},
    {"slope", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .most = 1,
     OF(ria_case_boundary, slope), .present = offsetof(ria_case_boundary, has_slope),
     .only = "spread", .only_for = "conveyance", .example = "0.0005",
     .what = "Slope of the river. Without it: of the bed at the side."},
    {"rating", RIA_KEY_LIST, RIA_KEY_REQUIRED, .keys = rating_keys, .only = "kind",
     .only_for = "rating", .instead = "table", OF(ria_case_boundary, row),
     .count = offsetof(ria_case_boundary, rows), .record = sizeof(ria_case_rating),
     .example = "[{level: 0 m, discharge: 0 m3/s}, {level: 2 m, discharge: 120 m3/s}]",
     .what = "Rows of a rating curve: outflow by level."},
    {"table", RIA_KEY_FILE, RIA_KEY_REQUIRED, .only = "kind", .only_for = "rating",
     .instead = "rating", OF(ria_case_boundary, table), .example = "rating.csv",
     .what = "CSV file of a rating curve: level in m, discharge in m3/s."},
    {"depth", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_LENGTH, .fallback = "0 m",
     OF(ria_case_boundary, height), .only = "kind", .only_for = "discharge",
     .what = "Depth of a supercritical inflow; 0: taken from inside."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     OF(ria_case_boundary, outside), .field = "concentrations", .instead = "concentrations",
     .only = "kind", .only_for = "open|tide|level|discharge|rating",
     .what = "Concentration of the tracer in the inflow; of several tracers `{NAME: value, ...}`."},
    {"concentrations", RIA_KEY_LIST, RIA_KEY_OF_TRACER, .keys = case_concentration_keys,
     .identity = "tracer", .shorthand = "value", .instead = "concentration",
     OF(ria_case_boundary, concentration), .count = offsetof(ria_case_boundary, concentrations),
     .record = sizeof(ria_case_concentration), .only = "kind",
     .only_for = "open|tide|level|discharge|rating", .example = "{dye: 0, salt: 35}",
     .what = "Concentrations of several tracers, by name; 0 of the others."},
    {0}};
