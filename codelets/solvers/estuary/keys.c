/* The keys of a case for the solver estuary. */
#include "keys.h"
#include "ria/case_field.h"

#define AT(member)                                                                                 \
  .offset = offsetof(estuary_case, member), .size = sizeof(((estuary_case *)0)->member)
#define PRESENT(member) .present = offsetof(estuary_case, member)

static const char *const orders[] = {[RIA_ORDER_1] = "1", [RIA_ORDER_2] = "2", NULL};
static const char *const slope_limiters[] = {[RIA_SLOPES_GENERALIZED] = "generalized",
                                             [RIA_SLOPES_MINMOD] = "minmod",
                                             [RIA_SLOPES_MC] = "mc",
                                             NULL};

static const ria_key numerics_keys[] = {
    {"order", RIA_KEY_CHOICE, .choices = orders, .fallback = "2", AT(numerics.order),
     .what = "Order of accuracy: 2, or 1, which is faster and smears more. It sets the default of "
             "`time.cfl`."},
    {"limiter", RIA_KEY_CHOICE, .choices = slope_limiters, .fallback = "generalized",
     AT(numerics.limiter), .only = "order", .only_for = "2",
     .what = "Limiter of the slopes of level and velocity: `generalized`, minmod of 1.3 times the "
             "differences; `minmod`, which smears more; `mc`, monotonized central, which smears "
             "less. Slopes of the tracer are always `mc`."},
    {"low_froude", RIA_KEY_BOOL, .fallback = "true", AT(numerics.low_froude),
     .what = "Scale the upwinding of momentum by the Froude number, which keeps slow currents; "
             "`false`: the scheme of the paper."},
    {0}};

static const ria_key manning_keys[] = {RIA_FIELD_KEYS("Manning's n", "s/m1/3", RIA_MANNING,
                                                      RIA_KEY_LEAST, .least = 0, .most = 0,
                                                      "0.03 s/m1/3"),
                                       {0}};
static const ria_key chezy_keys[] = {RIA_FIELD_KEYS("Chezy's coefficient", "m1/2/s", RIA_CHEZY,
                                                    RIA_KEY_ABOVE, .least = 0, .most = 0,
                                                    "50 m1/2/s"),
                                     {0}};
static const ria_key linear_keys[] = {
    RIA_FIELD_KEYS("the rate", "1/s", RIA_RATE, RIA_KEY_LEAST, .least = 0, .most = 0, "1e-4 1/s"),
    {0}};

static const ria_key friction_keys[] = {
    {"manning", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_MANNING, .fallback = "0 s/m1/3",
     AT(friction.manning), .field = "map", .instead = "map",
     .what = "Manning's coefficient of the bed; 0: no friction. A map or the name of a raster "
             "means `map`."},
    {"map", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(friction.map), PRESENT(friction.has_map),
     .keys = manning_keys, .shorthand = "value", .instead = "manning", .example = "roughness.tif",
     .what = "Manning's coefficient in each cell: a raster, classes of land cover, or zones."},
    {"chezy", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(friction.chezy), PRESENT(friction.has_chezy),
     .keys = chezy_keys, .shorthand = "value", .instead = "linear", .example = "50 m1/2/s",
     .what = "Chezy's coefficient C instead: the stress over density is g v2 / C2."},
    {"linear", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(friction.linear), PRESENT(friction.has_linear),
     .keys = linear_keys, .shorthand = "value", .instead = "chezy", .example = "1e-4 1/s",
     .what = "Rate r of a linear friction instead: r times the discharge a second."},
    {0}};

static const ria_key viscosity_map_keys[] = {
    RIA_FIELD_KEYS("the viscosity", "m2/s", RIA_DIFFUSIVITY, RIA_KEY_LEAST | RIA_KEY_MOST,
                   .least = 0, .most = 1e6, "1 m2/s"),
    {0}};
static const ria_key viscosity_keys[] = {
    {"constant", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, RIA_DIFFUSIVITY, .most = 1e6,
     AT(viscosity.constant), .field = "map", .instead = "smagorinsky", .example = "1 m2/s",
     .what = "Eddy viscosity; 0: none. A map or the name of a raster means `map`."},
    {"map", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(viscosity.map), PRESENT(viscosity.has_map),
     .keys = viscosity_map_keys, .shorthand = "value", .example = "viscosity.tif",
     .what = "Eddy viscosity in each cell: a raster, classes or polygons."},
    {"smagorinsky", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, .most = 10,
     AT(viscosity.smagorinsky), .instead = "constant", .example = "0.2",
     .what = "Smagorinsky's coefficient, usually 0.1 to 0.3: the viscosity is its square times "
             "cell area times strain rate."},
    {0}};

static const ria_key diffusivity_map_keys[] = {
    RIA_FIELD_KEYS("the diffusivity", "m2/s", RIA_DIFFUSIVITY, RIA_KEY_LEAST | RIA_KEY_MOST,
                   .least = 0, .most = 1e6, "1 m2/s"),
    {0}};
static const ria_key diffusivity_keys[] = {
    {"constant", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, RIA_DIFFUSIVITY, .most = 1e6,
     AT(diffusivity.constant), .field = "map", .instead = "smagorinsky", .example = "1 m2/s",
     .what = "Eddy diffusivity; 0: none. A map or the name of a raster means `map`."},
    {"map", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(diffusivity.map), PRESENT(diffusivity.has_map),
     .keys = diffusivity_map_keys, .shorthand = "value", .example = "diffusivity.tif",
     .what = "Eddy diffusivity in each cell: a raster, classes or polygons."},
    {"smagorinsky", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, .most = 10,
     AT(diffusivity.smagorinsky), .instead = "constant", .example = "0.2",
     .what = "Smagorinsky's coefficient, usually 0.1 to 0.3: the diffusivity is its square times "
             "cell area times strain rate."},
    {0}};

static const ria_key coriolis_keys[] = {
    {"latitude", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | RIA_KEY_LEAST | RIA_KEY_MOST, RIA_ANGLE, -90,
     90, AT(coriolis.latitude), .instead = "parameter", .example = "42.5 deg",
     .what = "Latitude, north positive: f = 2 x 7.2921e-5 1/s x sin(latitude)."},
    {"parameter", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED, RIA_RATE, AT(coriolis.parameter),
     .instead = "latitude", .example = "9.85e-5 1/s", .what = "The Coriolis parameter f itself."},
    {0}};

static const ria_key wind_keys[] = {
    {"speed", RIA_KEY_SERIES, RIA_KEY_REQUIRED | RIA_KEY_LEAST, RIA_SPEED, AT(wind.speed),
     .example = "8 m/s", .what = "Speed of the wind 10 m above the water."},
    {"direction", RIA_KEY_SERIES, RIA_KEY_REQUIRED, RIA_ANGLE, AT(wind.direction),
     .example = "225 deg",
     .what = "Direction the wind comes from, clockwise from north; between two values it turns the "
             "shorter way."},
    {"drag", RIA_KEY_QUANTITY, RIA_KEY_LEAST, .fallback = "0.0013", AT(wind.drag),
     .what = "Drag coefficient of the water's surface."},
    {0}};

static const char *const structure_kinds[] = {[RIA_STRUCTURE_WALL] = "wall",
                                              [RIA_STRUCTURE_WEIR] = "weir",
                                              [RIA_STRUCTURE_GATE] = "gate",
                                              [RIA_STRUCTURE_BUILDINGS] = "buildings",
                                              [RIA_STRUCTURE_CULVERT] = "culvert",
                                              [RIA_STRUCTURE_PUMP] = "pump",
                                              NULL};
static const char on_lines[] = "wall|weir|gate", of_lines[] = "wall|weir|gate|buildings",
                  between_places[] = "culvert|pump";
static const char *const passes[] = {"both", "left", "right", NULL};

#define OF(member)                                                                                 \
  .offset = offsetof(estuary_structure, member), .size = sizeof(((estuary_structure *)0)->member)

#define PRESENT_OF(member) .present = offsetof(estuary_structure, member)
#define SWITCH_KEY(name_, member, kind_, example_, what_)                                          \
  {                                                                                                \
    .name = name_, .kind = RIA_KEY_QUANTITY, .dimension = RIA_LENGTH, OF(member.level),            \
    PRESENT_OF(member.on), .only = "kind", .only_for = kind_, .example = example_, .what = what_   \
  }

static const ria_key line_keys[] = {{"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2,
                                     .offset = offsetof(estuary_point, at),
                                     .size = sizeof(((estuary_point *)0)->at),
                                     .example = "[527 km, 4724 km]", .what = "A point: `[x, y]`."},
                                    {0}};

static const ria_key structure_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, OF(name), .example = "mole",
     .what = "Name; by default `structure 1` and so on."},
    {"kind", RIA_KEY_CHOICE, .choices = structure_kinds, .fallback = "wall", OF(kind),
     .what = "`wall`: a thin dam; `weir`; `gate`: a weir under a lid that opens and closes; "
             "`buildings`: the bed is higher in cells whose centres lie in the polygons of `file`; "
             "`culvert`, `pump`: water flows `from` one place `to` another."},
    {"line", RIA_KEY_LIST, RIA_KEY_REQUIRED, .keys = line_keys, .shorthand = "at",
     .instead = "file", .only = "kind", .only_for = of_lines, OF(point),
     .count = offsetof(estuary_structure, points), .record = sizeof(estuary_point),
     .example = "[[500 km, 4703 km], [502 km, 4704 km]]",
     .what = "Points of the line, `[[x, y], [x, y], ...]`."},
    {"file", RIA_KEY_FILE, RIA_KEY_REQUIRED, OF(file), .instead = "line", .only = "kind",
     .only_for = of_lines, .example = "dikes.geojson",
     .what = "A file of lines, or of polygons whose rings are lines."},
    {"crest", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(crest), .only = "kind", .only_for = on_lines,
     .present = offsetof(estuary_structure, has_crest), .example = "1.8 m",
     .what = "Level of the crest (of a gate, the sill) above the reference. A weir and a gate need "
             "one; a wall without one is never overtopped."},
    {"coefficient", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .least = 0, .most = 2,
     .fallback = "1", OF(coefficient), .only = "kind", .only_for = on_lines,
     .what = "Discharge over that of a broad-crested weir without losses, (2/3)^(3/2) g^(1/2) "
             "H^(3/2) a metre for a head H."},
    {"height", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_LENGTH, OF(height), .only = "kind",
     .only_for = "buildings|culvert", .example = "10 m",
     .what = "Height of buildings above the bed (default 10 m), or inner height of a box culvert "
             "(default: its width)."},
    {"passes", RIA_KEY_CHOICE, .choices = passes, .fallback = "both", OF(passes), .only = "kind",
     .only_for = on_lines,
     .what = "Direction in which water may pass: to `both` sides, or only to the `left` or `right` "
             "of the line, seen along it."},
    {"opening", RIA_KEY_SERIES, RIA_KEY_REQUIRED | RIA_KEY_LEAST, RIA_LENGTH, .least = 0,
     OF(gate.opening), .only = "kind", .only_for = "gate", .example = "2 m",
     .what = "Opening of the gate above its crest when no level closes it; 0: closed."},
    {"watches", RIA_KEY_POINT, .axes = 2, OF(gate.at), PRESENT_OF(gate.watches), .only = "kind",
     .only_for = "gate", .example = "[527 km, 4724 km]",
     .what = "Place whose water level opens and closes the gate."},
    SWITCH_KEY("closes_above", gate.closes_above, "gate", "1.5 m",
               "Level above which the gate closes; below it the gate opens."),
    SWITCH_KEY("opens_below", gate.opens_below, "gate", "1.2 m",
               "With `closes_above`: the gate opens only below this level."),
    SWITCH_KEY("closes_below", gate.closes_below, "gate", "0.5 m",
               "Level below which the gate closes; above it the gate opens."),
    SWITCH_KEY("opens_above", gate.opens_above, "gate", "0.8 m",
               "With `closes_below`: the gate opens only above this level."),
    {"travel", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_TIME, .least = 0, .fallback = "0 s",
     OF(gate.travel), .only = "kind", .only_for = "gate", .example = "20 min",
     .what = "Time to open or close."},
    {"from", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(from), .only = "kind",
     .only_for = between_places, .example = "[527 km, 4724 km]",
     .what = "Inlet of a pump, or one end of a culvert (water flows either way)."},
    {"to", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(to), .only = "kind",
     .only_for = between_places, .example = "[527.1 km, 4724 km]",
     .what = "Outlet of a pump, or the other end of a culvert."},
    {"radius", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .least = 0, .fallback = "0 m",
     OF(radius), .only = "kind", .only_for = between_places,
     .what = "Radius of both ends; 0: one cell each."},
    {"discharge", RIA_KEY_SERIES, RIA_KEY_REQUIRED | RIA_KEY_LEAST, RIA_DISCHARGE, .least = 0,
     OF(pump.discharge), .only = "kind", .only_for = "pump", .example = "2 m3/s",
     .what = "Discharge of the running pump, limited by the water there is."},
    SWITCH_KEY("starts_above", pump.starts_above, "pump", "0.8 m",
               "Level at the inlet above which the pump starts. Without it: it always runs."),
    SWITCH_KEY("stops_below", pump.stops_below, "pump", "0.5 m",
               "Level at the inlet below which the pump stops. Without it: `starts_above`."),
    {"width", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_REQUIRED, RIA_LENGTH, .least = 0,
     OF(culvert.width), .instead = "diameter", .only = "kind", .only_for = "culvert",
     .example = "2 m", .what = "Width of a box culvert."},
    {"diameter", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_REQUIRED, RIA_LENGTH, .least = 0,
     OF(culvert.diameter), .instead = "width", .only = "kind", .only_for = "culvert",
     .example = "1 m", .what = "Diameter of a pipe culvert."},
    {"barrels", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1000,
     .fallback = "1", OF(culvert.barrels), .only = "kind", .only_for = "culvert",
     .what = "Number of parallel barrels."},
    {"sill", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(culvert.sill), PRESENT_OF(culvert.has_sill),
     .only = "kind", .only_for = "culvert", .example = "0.2 m",
     .what = "Highest level of the floor above the reference. Without it: the higher bed of both "
             "ends."},
    {"length", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_LENGTH, .least = 0, OF(culvert.length),
     PRESENT_OF(culvert.has_length), .only = "kind", .only_for = "culvert", .example = "30 m",
     .what = "Length. Without it: the distance between the ends."},
    {"losses", RIA_KEY_QUANTITY, RIA_KEY_LEAST, .least = 0, .fallback = "0.5", OF(culvert.losses),
     .only = "kind", .only_for = "culvert",
     .what = "Losses at the entrance and in bends, in heads v2/2g; ria adds that of the exit."},
    {"manning", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_MANNING, .least = 0,
     .fallback = "0.015 s/m1/3", OF(culvert.manning), .only = "kind", .only_for = "culvert",
     .what = "Manning's coefficient of the walls."},
    {"one_way", RIA_KEY_BOOL, .fallback = "false", OF(culvert.one_way), .only = "kind",
     .only_for = "culvert", .what = "A flap lets water pass only from `from` to `to`."},
    {0}};

static const ria_key factor_keys[] = {
    RIA_FIELD_KEYS("the rain's factor", "1", RIA_NUMBER, RIA_KEY_LEAST, .least = 0, .most = 0, "1"),
    {0}};

static const ria_key rain_keys[] = {
    {"rate", RIA_KEY_SERIES, RIA_KEY_REQUIRED | RIA_KEY_LEAST, RIA_SPEED, AT(rain.rate),
     .instead = "file", .example = "20 mm/h", .what = "Rate of rain over time."},
    {"file", RIA_KEY_FILE, AT(rain.file), .instead = "rate", .example = "radar.nc",
     .what = "netCDF file (CF conventions) of rates over time and place instead."},
    {"variable", RIA_KEY_TEXT, AT(rain.variable), .example = "rainfall_rate",
     .what = "Variable of `file`: a rate such as mm/h or kg m-2 s-1, constant between the file's "
             "time bounds, or without these from its time to the next."},
    {"crs", RIA_KEY_TEXT, AT(rain.crs), .example = "EPSG:3035",
     .what = "CRS of the file's coordinates. Without it: that in the file."},
    {"factor", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(rain.factor), PRESENT(rain.has_factor),
     .keys = factor_keys, .shorthand = "value", .example = "rain.tif",
     .what = "Factor of the rate in each cell. Without it: 1."},
    {0}};

#define LOSS_KEYS(of, base, dim, range, high, sample)                                              \
  {                                                                                                \
    RIA_FIELD_KEYS(of, base, dim, range, .least = 0, .most = high, sample), {                      \
      0                                                                                            \
    }                                                                                              \
  }
static const ria_key loss_depth_keys[] =
    LOSS_KEYS("the depth", "m", RIA_LENGTH, RIA_KEY_LEAST, 0, "10 mm");
static const ria_key loss_rate_keys[] =
    LOSS_KEYS("the rate", "m/s", RIA_SPEED, RIA_KEY_LEAST, 0, "10 mm/h");
static const ria_key deficit_keys[] =
    LOSS_KEYS("the deficit", "1", RIA_NUMBER, RIA_KEY_LEAST | RIA_KEY_MOST, 1, "0.3");
static const ria_key loss_decay_keys[] =
    LOSS_KEYS("the decay", "1/s", RIA_RATE, RIA_KEY_LEAST, 0, "4 1/h");
static const ria_key curve_number_keys[] =
    LOSS_KEYS("the curve number", "1", RIA_NUMBER, RIA_KEY_ABOVE | RIA_KEY_MOST, 100, "80");

static const ria_key green_ampt_keys[] = {
    {"conductivity", RIA_KEY_FIELD, RIA_KEY_REQUIRED, AT(losses.green_ampt.conductivity),
     .keys = loss_rate_keys, .shorthand = "value", .example = "10 mm/h",
     .what = "Hydraulic conductivity of the wetted ground."},
    {"suction", RIA_KEY_FIELD, RIA_KEY_REQUIRED, AT(losses.green_ampt.suction),
     .keys = loss_depth_keys, .shorthand = "value", .example = "110 mm",
     .what = "Suction head at the wetting front."},
    {"deficit", RIA_KEY_FIELD, RIA_KEY_REQUIRED, AT(losses.green_ampt.deficit),
     .keys = deficit_keys, .shorthand = "value", .example = "0.3",
     .what = "Porosity less the moisture at the start."},
    {0}};

static const ria_key horton_keys[] = {
    {"initial", RIA_KEY_FIELD, RIA_KEY_REQUIRED, AT(losses.horton.initial), .keys = loss_rate_keys,
     .shorthand = "value", .example = "75 mm/h", .what = "Capacity of dry ground."},
    {"final", RIA_KEY_FIELD, RIA_KEY_REQUIRED, AT(losses.horton.final), .keys = loss_rate_keys,
     .shorthand = "value", .example = "10 mm/h",
     .what = "Capacity of wet ground, no more than `initial`."},
    {"decay", RIA_KEY_FIELD, RIA_KEY_REQUIRED, AT(losses.horton.decay), .keys = loss_decay_keys,
     .shorthand = "value", .example = "4 1/h",
     .what = "Decay of the capacity from `initial` to `final`."},
    {0}};

static const ria_key losses_keys[] = {
    {"initial", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(losses.initial), PRESENT(losses.has_initial),
     .keys = loss_depth_keys, .shorthand = "value", .example = "10 mm",
     .what = "Depth that the ground takes first. Without it: 0."},
    {"continuing", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(losses.continuing),
     PRESENT(losses.has_continuing), .keys = loss_rate_keys, .shorthand = "value",
     .example = "5 mm/h", .what = "Rate of loss after that. Without it: 0."},
    {"green_ampt", RIA_KEY_MAP, RIA_KEY_OPTIONAL, PRESENT(losses.has_green_ampt),
     .keys = green_ampt_keys, .example = "{conductivity: 10 mm/h, suction: 110 mm, deficit: 0.3}",
     .what = "Infiltration by Green and Ampt."},
    {"horton", RIA_KEY_MAP, RIA_KEY_OPTIONAL, PRESENT(losses.has_horton), .keys = horton_keys,
     .example = "{initial: 75 mm/h, final: 10 mm/h, decay: 4 1/h}",
     .what = "Infiltration by Horton."},
    {"curve_number", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, AT(losses.curve_number),
     PRESENT(losses.has_curve_number), .keys = curve_number_keys, .shorthand = "value",
     .example = "80", .what = "Curve number of the SCS: the loss from the rain on each cell."},
    {"above", RIA_KEY_LEVEL, RIA_KEY_OPTIONAL, RIA_LENGTH, AT(losses.above),
     PRESENT(losses.has_above), .example = "2 m",
     .what = "Cells with a bed above this level lose water. `tide`: the highest level of the "
             "sides. Without it: cells that are dry at the start; with `initial.file`, cells above "
             "`initial.level`."},
    {0}};

static const char *const drags[] = {[ESTUARY_LARGE_POND] = "large_pond",
                                    [ESTUARY_SMITH_BANKE] = "smith_banke",
                                    [ESTUARY_CONSTANT_DRAG] = "constant",
                                    NULL};
static const ria_key weather_keys[] = {
    {"file", RIA_KEY_FILE, RIA_KEY_REQUIRED, AT(weather.file), .instead = "track",
     .example = "era5.nc", .what = "netCDF file (CF conventions) of wind, air pressure or both."},
    {"track", RIA_KEY_FILE, RIA_KEY_REQUIRED, AT(weather.track), .instead = "file",
     .example = "track.csv",
     .what = "Table of a cyclone's track instead, with wind and pressure by Holland."},
    {"wind", RIA_KEY_TEXTS, .count = offsetof(estuary_case, weather.winds), AT(weather.wind),
     .example = "[u10, v10]", .what = "Two variables of `file`: the wind 10 m above the water."},
    {"pressure", RIA_KEY_TEXT, AT(weather.pressure), .example = "msl",
     .what = "Variable of `file`: air pressure at sea level."},
    {"crs", RIA_KEY_TEXT, AT(weather.crs), .example = "EPSG:3035",
     .what = "CRS of the file's coordinates. Without it: that in the file."},
    {"drag", RIA_KEY_CHOICE, .choices = drags, .fallback = "large_pond", AT(weather.drag),
     .what = "Drag coefficient of the water's surface, by the wind's speed U in m/s: `large_pond`, "
             "0.0012 below 11 m/s and 0.00049 + 0.000065 U above; `smith_banke`, 0.00063 + "
             "0.000066 U; `constant`."},
    {"coefficient", RIA_KEY_QUANTITY, RIA_KEY_LEAST, .fallback = "0.0013", AT(weather.coefficient),
     .only = "drag", .only_for = "constant", .what = "The constant drag coefficient."},
    {"cap", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, .fallback = "0.0025", AT(weather.cap),
     .what = "Largest drag coefficient."},
    {"inverse_barometer", RIA_KEY_BOOL, .fallback = "true", AT(weather.inverse_barometer),
     .what = "Raise the level of each side by the mean of (101325 Pa - pressure) / (density g) "
             "along it."},
    {"ambient", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_PRESSURE, .fallback = "101325 Pa",
     AT(weather.ambient),
     .what = "Pressure far from the cyclone, if the track has no column `ambient`."},
    {"inflow", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, RIA_ANGLE, 0, 60,
     .fallback = "20 deg", AT(weather.inflow),
     .what = "Angle by which the cyclone's wind turns inwards."},
    {"surface_wind", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .least = 0, .most = 1,
     .fallback = "0.9", AT(weather.surface_wind),
     .what = "Wind 10 m above the water over the gradient wind of the cyclone."},
    {0}};

#define OF_SECTION(member)                                                                         \
  .offset = offsetof(estuary_section, member), .size = sizeof(((estuary_section *)0)->member)
static const ria_key section_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF_SECTION(name), .example = "mouth",
     .what = "Name: columns of sections.csv."},
    {"line", RIA_KEY_LIST, RIA_KEY_REQUIRED, .keys = line_keys, .shorthand = "at",
     OF_SECTION(point), .count = offsetof(estuary_section, points), .record = sizeof(estuary_point),
     .example = "[[500 km, 4703 km], [502 km, 4704 km]]",
     .what = "Points of the line, `[[x, y], [x, y], ...]`. Flow from left to right, seen along it, "
             "is positive."},
    {0}};

static const ria_key maxima_keys[] = {
    {"fields", RIA_KEY_TEXTS, RIA_KEY_OR_TEXT, .count = offsetof(estuary_case, maxima.fields),
     AT(maxima.field), .example = "[level, speed]",
     .what = "Quantities: `level`, `depth`, `speed`, `flux` (depth times speed), `hazard` (depth "
             "times (speed + 0.5 m/s)), `concentration` (of each tracer)."},
    {"above", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .least = 0, AT(maxima.above),
     PRESENT(maxima.has_above), .example = "0.05 m",
     .what = "Speed, flux and hazard count only in water deeper than this. Without it: `dry`."},
    {"arrival", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .least = 0, AT(maxima.arrival),
     PRESENT(maxima.has_arrival), .example = "0.05 m",
     .what = "Also record when each place was first deeper than this."},
    {"duration", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .least = 0, AT(maxima.duration),
     PRESENT(maxima.has_duration), .example = "0.3 m",
     .what = "Also record how long each place was deeper than this."},
    {0}};

const ria_key estuary_keys[] = {
    {"domain", RIA_KEY_FILE, AT(domain), .example = "bay.geojson",
     .what = "File of polygons. Cells with centres outside all of them are land."},
    {"numerics", RIA_KEY_MAP, .keys = numerics_keys, .what = "Numerical scheme."},
    {"friction", RIA_KEY_MAP, .keys = friction_keys, .shorthand = "manning",
     .what = "Bed friction."},
    {"viscosity", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = viscosity_keys, .shorthand = "constant",
     PRESENT(viscosity.on),
     .what =
         "Horizontal eddy viscosity of the water (targets `cpu` and `cuda`); none unless given."},
    {"diffusivity", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = diffusivity_keys,
     .shorthand = "constant", PRESENT(diffusivity.on),
     .what = "Horizontal eddy diffusivity of the tracer (targets `cpu` and `cuda`); none unless "
             "given."},
    {"coriolis", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = coriolis_keys, PRESENT(coriolis.on),
     .what = "The Earth's rotation; off unless given."},
    {"structures", RIA_KEY_LIST, .keys = structure_keys, .identity = "name", AT(structure),
     .count = offsetof(estuary_case, structures), .record = sizeof(estuary_structure),
     .what = "Walls, dikes, weirs and gates on the faces that their lines cross; buildings; "
             "culverts and pumps."},
    {"particles", RIA_KEY_LIST, .keys = estuary_particle_keys, .identity = "name", AT(particle),
     .count = offsetof(estuary_case, particles), .record = sizeof(estuary_particles),
     .example = "{spill: {at: [512 km, 4710 km], radius: 200 m, count: 1000, time: 2 h}}",
     .what = "Groups of particles that the currents carry; tracks go to particles.nc."},
    {"wind", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = wind_keys, PRESENT(wind.on),
     .what = "Wind on the water, the same everywhere; off unless given."},
    {"weather", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = weather_keys, PRESENT(weather.on),
     .example = "{file: era5.nc, wind: [u10, v10], pressure: msl}",
     .what = "Wind and air pressure over time and place, from a file or a cyclone's track; off "
             "unless given."},
    {"rain", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = rain_keys, .shorthand = "rate",
     PRESENT(rain.on), .example = "20 mm/h",
     .what = "Rain on all cells, without tracer; none unless given."},
    {"losses", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = losses_keys, PRESENT(losses.on),
     .example = "{initial: 10 mm, continuing: 5 mm/h}",
     .what = "Infiltration by one method: `initial` and `continuing`, `green_ampt`, `horton` or "
             "`curve_number`; none unless given."},
    {"sections", RIA_KEY_LIST, RIA_KEY_NOT_ANSWER, .keys = section_keys, .identity = "name",
     .shorthand = "line", AT(section), .count = offsetof(estuary_case, sections),
     .record = sizeof(estuary_section),
     .example = "{mouth: [[500 km, 4703 km], [502 km, 4704 km]]}",
     .what = "Lines whose discharge and tracer fluxes go to sections.csv, every `gauges.every` or, "
             "without gauges, `output.every` (targets `cpu` and `cuda`)."},
    {"flows", RIA_KEY_TEXTS, RIA_KEY_NOT_ANSWER | RIA_KEY_OR_TEXT,
     .count = offsetof(estuary_case, flows.words), AT(flows.word), .example = "all",
     .what =
         "Measure like `sections`: `sides`, each of `boundaries` that is no wall; `structures`, "
         "each wall, weir, gate, culvert and pump; `all`, both. None unless given."},
    {"maxima", RIA_KEY_MAP, RIA_KEY_OPTIONAL | RIA_KEY_NOT_ANSWER, .keys = maxima_keys,
     .shorthand = "fields", PRESENT(maxima.on), .example = "[level, speed]",
     .what = "Largest values of each place over all steps, in the history, as maps and as GeoTIFFs "
             "(targets `cpu` and `cuda`). None unless given."},
    {0}};
