/* The schema of a case: the table of its keys. ria/schema.h explains the columns. */
#include "ria/schema.h"
#include "ria/case_field.h"

#define CASE(member)             .offset = offsetof(ria_case, member), .size = sizeof(((ria_case *)0)->member)
#define CASE_COUNT(member, type) .count = offsetof(ria_case, member), .record = sizeof(type)
#define CASE_PRESENT(member)     .present = offsetof(ria_case, member)
#define OF(type, member)         .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define NAMES(member)            .names = offsetof(ria_case_names, member)
#define ABOVE_ZERO               RIA_KEY_ABOVE
#define NOT_NEGATIVE             RIA_KEY_LEAST
#define SHAPE(shapes)            .only = "shape", .only_for = shapes

/* Choices are stored by their position, as the enum counts them. */
static const char *const step_modes[] = {
    [RIA_STEP_WINDOW] = "window", [RIA_STEP_EXACT] = "exact", [RIA_STEP_FIXED] = "fixed", NULL};
static const char *const precisions[] = {[RIA_SINGLE] = "single", [RIA_DOUBLE] = "double", NULL};
static const char *const schemes[] = {[RIA_TILING_CLASSIC] = "classic",
                                      [RIA_TILING_EXPANSION] = "expansion",
                                      [RIA_TILING_AUTO] = "auto",
                                      [RIA_TILING_SWEPT] = "swept",
                                      NULL};
/* 1 + a ria_line_variant; 0: left open. */
static const char *const variants[] = {"auto", RIA_LINE_VARIANT_LIST(RIA_LINE_VARIANT_NAME) NULL};
static const char *const gpu_memories[] = {
    [RIA_GPU_RESIDENT] = "resident", [RIA_GPU_STAGED] = "staged", NULL};
static const char *const cell_machines[] = {RIA_PPE_MACHINE_LIST(RIA_PPE_MACHINE_NAME) NULL};
static const char *const cell_watches[] = {[RIA_WATCH_FAST] = "fast",
                                           [RIA_WATCH_CHECKED] = "checked",
                                           [RIA_WATCH_MODELLED] = "modelled",
                                           NULL};
const char *const ria_case_sides[] = {
    [RIA_WEST] = "west", [RIA_EAST] = "east", [RIA_SOUTH] = "south", [RIA_NORTH] = "north", NULL};
static const char *const periodic_axes[] = {"none", "x",  "y",  "xy", /* bits of ria_periodic */
                                            "z",    "xz", "yz", "xyz", NULL};
static const char *const positives[] = {
    [RIA_POSITIVE_UP] = "up", [RIA_POSITIVE_DOWN] = "down", NULL};
static const char *const crops[] = {[RIA_CROP_NONE] = "none", [RIA_CROP_AUTO] = "auto", NULL};
static const char *const boundary_kinds[] = {[RIA_BOUNDARY_WALL] = "wall",
                                             [RIA_BOUNDARY_OPEN] = "open",
                                             [RIA_BOUNDARY_TIDE] = "tide",
                                             [RIA_BOUNDARY_LEVEL] = "level",
                                             [RIA_BOUNDARY_DISCHARGE] = "discharge",
                                             [RIA_BOUNDARY_RATING] = "rating",
                                             NULL};
static const char *const spreads[] = {
    [RIA_SPREAD_EVEN] = "even", [RIA_SPREAD_CONVEYANCE] = "conveyance", NULL};

static const char *const implicit_schemes[] = {
    [RIA_SCHEME_EULER] = "euler", [RIA_SCHEME_BDF2] = "bdf2", NULL};

static const ria_key concentration_keys[] = {
    {"tracer", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(ria_case_concentration, tracer),
     .example = "salt", .what = "Name of the tracer."},
    {"value", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_CONCENTRATION,
     OF(ria_case_concentration, value), .example = "35", .what = "Its concentration."},
    {0}};

static const ria_key time_keys[] = {
    {"start", RIA_KEY_INSTANT, CASE(time.start), CASE_PRESENT(time.has_start),
     .example = "2024-03-01T00:00:00Z",
     .what =
         "Date and time of the start, ISO 8601, UTC unless it says otherwise. A tide needs it."},
    {"end", RIA_KEY_END, RIA_KEY_REQUIRED | RIA_KEY_NOT_ANSWER | ABOVE_ZERO, RIA_TIME,
     CASE(time.end), .instead = "steps", .example = "6 h",
     .what = "Length of the run, or the date and time of its end."},
    {"steps", RIA_KEY_INTEGER, RIA_KEY_REQUIRED | RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST, .least = 1,
     CASE(time.steps), .instead = "end", .example = "1000",
     .what =
         "Number of time steps. A run that is to be made longer later ends best at a multiple of "
         "`window`: it begins a new one where it goes on."},
    {"cfl", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 100, .fallback = "0.45",
     .varies = "`0.9` with `numerics.order: 2`", CASE(time.cfl),
     .what = "Courant number: the fraction of the stable time step that is taken."},
    {"step", RIA_KEY_CHOICE, .choices = step_modes, .fallback = "window", CASE(time.step),
     .what =
         "How the time step is chosen: anew for each `window` of steps, `exact` for every step, or "
         "`fixed`."},
    {"window", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1000000,
     .fallback = "8", CASE(time.window), .what = "Steps that share a time step (`step: window`)."},
    {"guard", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 1, .fallback = "0.97",
     CASE(time.guard),
     .what = "Share of the estimated step that a window takes, so that few windows are redone."},
    {"dt", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_TIME, CASE(time.dt), .only = "step",
     .only_for = "fixed", .example = "0.5 s", .what = "The time step; needed with `step: fixed`."},
    {"until_residual", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 1,
     CASE(time.until_residual), .example = "1e-6",
     .what = "Of `rows`: a steady flow is found when a step changes it so little, by the largest "
             "change of a step so far."},
    {"steps_per_passing", RIA_KEY_INTEGER, RIA_KEY_LEAST, .least = 1, CASE(time.steps_per_passing),
     .example = "200",
     .what = "Of `rows`: time steps in which a blade of a row passes one of the next. Without it "
             "the flow is steady, and each cell has a time step of its own."},
    /* No default, so that hashes of older cases stay the same. */
    {"scheme", RIA_KEY_CHOICE, .choices = implicit_schemes, CASE(time.scheme), .example = "bdf2",
     .what = "Of `bwaves`: the implicit method of Euler, of order 1, or BDF2, of order 2. Without "
             "it: `euler`."},
    {"max_dt", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_TIME, .fallback = "0 s", CASE(time.max_dt),
     .what = "Upper bound of the time step; 0: none."},
    {0}};

/* As ria_block_shapes counts them. */
static const char *const block_shapes[] = {"box",  "sector", "radial-sector", "ring",
                                           "bump", "wedge",  "blade-passage", NULL};

static const ria_key block_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED | RIA_KEY_FOLDER, OF(ria_case_block, name),
     .example = "a", .what = "Name, of letters, digits, `-` and `_`."},
    {"cells", RIA_KEY_CELLS, RIA_KEY_REQUIRED | RIA_KEY_MOST, .most = 1 << 24, .axes = 3,
     OF(ria_case_block, cells[0]), .example = "[64, 64, 32]",
     .what = "Number of cells along its own axes i, j, k."},
    {"extent", RIA_KEY_EXTENT, RIA_KEY_REQUIRED, .axes = 3, OF(ria_case_block, low[0]),
     .instead = "shape", .example = "[0 m, 0 m, 0 m, 1 m, 1 m, 0.5 m]",
     .what = "Corners `[x0, y0, z0, x1, y1, z1]` in space."},
    {"axes", RIA_KEY_TEXTS, .count = offsetof(ria_case_block, axes_count), OF(ria_case_block, axes),
     .example = "[+y, -x, +z]",
     .what = "Where the axes i, j, k run to in space. Without it: x, y, z."},
    {"tiles", RIA_KEY_CELLS, RIA_KEY_NOT_ANSWER | RIA_KEY_MOST, .most = 65536, .axes = 3,
     .fallback = "auto", OF(ria_case_block, tiles[0]), .example = "2x2x1",
     .what = "Tiles along i, j, k; `auto`: those of the key `tiles`."},
    /* No defaults, so that hashes of older cases stay the same. */
    {"shape", RIA_KEY_CHOICE, .choices = block_shapes, OF(ria_case_block, shape),
     .present = offsetof(ria_case_block, has_shape), .instead = "extent", .example = "sector",
     .what = "A block of nodes by formula, for solvers that store their fields on nodes; "
             "[rows-grids.md](rows-grids.md) describes the shapes."},
    {"row", RIA_KEY_TEXT, SHAPE("sector|radial-sector|blade-passage"), OF(ria_case_block, by.row),
     .example = "rotor",
     .what = "Name of the blade row. Without it: the block's name, if `blades` is given."},
    {"x", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2,
     SHAPE("box|sector|radial-sector|bump|blade-passage"), OF(ria_case_block, by.x[0]),
     .example = "[0 m, 0.1 m]", .what = "Low and high end along x."},
    {"y", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2, SHAPE("box"),
     OF(ria_case_block, by.y[0]), .example = "[0 m, 0.1 m]", .what = "Low and high end along y."},
    {"z", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2, SHAPE("box|ring|bump|wedge"),
     OF(ria_case_block, by.z[0]), .example = "[0 m, 0.1 m]", .what = "Low and high end along z."},
    {"r", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2,
     SHAPE("sector|radial-sector|ring|blade-passage"), OF(ria_case_block, by.r[0]),
     .example = "[0.4 m, 0.5 m]", .what = "Radii: inner and outer, or hub and casing."},
    {"theta", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_ANGLE, .axes = 2,
     SHAPE("sector|radial-sector|ring"), OF(ria_case_block, by.theta[0]),
     .example = "[0 deg, 10 deg]", .what = "Low and high end around the axis."},
    {"height", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_LENGTH, SHAPE("bump|wedge"),
     OF(ria_case_block, by.height), .example = "0.8 m", .what = "Height at the inlet."},
    {"bump", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_LENGTH, SHAPE("bump"),
     OF(ria_case_block, by.bump), .example = "0.0625 m",
     .what = "Height of the bump on the lower wall."},
    {"stretch", RIA_KEY_QUANTITIES, ABOVE_ZERO, RIA_NUMBER, .axes = 3,
     SHAPE("box|sector|radial-sector|ring|bump|blade-passage"), OF(ria_case_block, by.stretch[0]),
     .example = "[1, 4, 1]",
     .what = "Length of the last cell over that of the first along i, j, k, with a constant ratio "
             "from cell to cell. Without it: 1; across the ring of a blade passage 3."},
    {"wavy", RIA_KEY_QUANTITY, 0, RIA_NUMBER, SHAPE("box"), OF(ria_case_block, by.wavy),
     .example = "0.5",
     .what = "Displaces nodes by waves of this height, in cells, but not those on the faces."},
    {"blades", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 100000,
     SHAPE("sector|radial-sector|blade-passage"), OF(ria_case_block, by.blades), .example = "36",
     .what = "Blades of the whole row; the passage repeats after 360 deg / `blades`."},
    {"copies", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 100000,
     SHAPE("blade-passage"), OF(ria_case_block, by.copies), .example = "3",
     .what = "Passages side by side. Without it: 1."},
    {"straight", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0, .most = 1000,
     SHAPE("blade-passage"), OF(ria_case_block, by.straight), .example = "2",
     .what = "Layers of nodes beside the inlet and the exit that have one x and equal distances "
             "around the axis; a sliding plane needs 2. Without it: 0."},
    {"cut", RIA_KEY_CELLS, RIA_KEY_MOST, .most = 65536, .axes = 3,
     SHAPE("box|sector|radial-sector|ring|bump|wedge|blade-passage"), OF(ria_case_block, by.cut[0]),
     .example = "[1, 1, 2]",
     .what = "Blocks that each block is cut into along i, j, k; a blade passage along k alone. "
             "Without it: 1."},
    {"chord", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_LENGTH, SHAPE("blade-passage"),
     OF(ria_case_block, by.chord), .example = "0.1 m", .what = "Length of the blade's section."},
    {"stagger", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED, RIA_ANGLE, SHAPE("blade-passage"),
     OF(ria_case_block, by.stagger), .example = "30 deg",
     .what = "Angle of the chord to the x axis, positive towards growing theta."},
    {"camber", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED, RIA_ANGLE, SHAPE("blade-passage"),
     OF(ria_case_block, by.camber), .example = "30 deg",
     .what = "Angle of the camber line at the nose less that at the tail."},
    {"thickness", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_NUMBER,
     SHAPE("blade-passage"), OF(ria_case_block, by.thickness), .example = "0.1",
     .what = "Largest thickness of the section, in chords."},
    {0}};

static const ria_key joint_keys[] = {
    {"faces", RIA_KEY_TEXTS, RIA_KEY_REQUIRED, .count = offsetof(ria_case_joint, faces_count),
     OF(ria_case_joint, faces), .example = "[a.i+, b.j-]",
     .what = "The two faces: a block's name, one of its axes i, j, k, and `-` for its low side or "
             "`+` for its high side."},
    {"map", RIA_KEY_TEXTS, .count = offsetof(ria_case_joint, map_count), OF(ria_case_joint, map),
     .example = "[+2, -1, +3]",
     .what =
         "Along which axis of the second block, and which way, each axis of the first one runs. "
         "Without it: along the same, forwards; of blocks of nodes, as their places say."},
    {"turn", RIA_KEY_QUANTITY, RIA_KEY_NOT_ZERO, RIA_ANGLE, OF(ria_case_joint, turn),
     .present = offsetof(ria_case_joint, has_turn), .instead = "shift", .example = "10 deg",
     .what = "Blocks of nodes: the angle around the x axis by which the faces lie apart, where the "
             "grid repeats."},
    {"shift", RIA_KEY_QUANTITIES, 0, RIA_LENGTH, .axes = 3, OF(ria_case_joint, shift[0]),
     .present = offsetof(ria_case_joint, has_shift), .instead = "turn",
     .example = "[0 m, 1 m, 0 m]",
     .what = "Blocks of nodes: the way from one face to the other, where the grid repeats."},
    {0}};

static const ria_key grid_keys[] = {
    {"resolution", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_LENGTH, CASE(grid.resolution),
     .instead = "cells",
     .what = "Size of a cell. Without it and `cells`: that of the bathymetry file."},
    {"cells", RIA_KEY_CELLS, RIA_KEY_MOST, .most = 1 << 24, CASE(grid.cells[0]), .axes = 3,
     .instead = "resolution", .example = "[400, 300]",
     .what = "Number of cells along x and y: `[nx, ny]` or `NXxNY`; of a box also along z."},
    {"extent", RIA_KEY_EXTENT, CASE(grid.low[0]), .axes = 3, CASE_PRESENT(grid.has_extent),
     .example = "[0 m, 0 m, 10 km, 8 km]",
     .what = "Corners `[x0, y0, x1, y1]` of the domain, of a box `[x0, y0, z0, x1, y1, z1]`; "
             "needed with a bathymetry shape. Without it: all of the file."},
    {"crs", RIA_KEY_TEXT, CASE(grid.crs), .example = "EPSG:32629",
     .what = "Coordinate reference system of the grid, a projected one in metres; `local`: a plane "
             "of its own in metres, such as a flume. Without it: the file's."},
    /* No default, so that hashes of older cases stay the same. */
    {"periodic", RIA_KEY_CHOICE, .choices = periodic_axes, CASE(grid.periodic), .example = "x",
     .what = "Axes along which the domain closes on itself: `x` joins west and east, `y` south and "
             "north, `xy` both; in a box also `z`. These sides have no `boundaries`. Without it: "
             "none."},
    {"file", RIA_KEY_FILE, CASE(grid.file), .instead = "blocks", .example = "stage.cgns",
     .what = "Blocks of nodes from a CGNS or PLOT3D file, for solvers that store their fields on "
             "nodes; [rows-grids.md](rows-grids.md) says what is read."},
    {"turn", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, RIA_ANGLE, .most = 180, CASE(grid.turn),
     .example = "10 deg",
     .what = "Angle around the x axis after which the grid of the file repeats, where the file "
             "does not say: faces that lie so far apart are joined, too."},
    {"blocks", RIA_KEY_LIST, .keys = block_keys, .identity = "name", .instead = "file",
     CASE(grid.block), CASE_COUNT(grid.blocks, ria_case_block),
     .what = "Blocks that the domain is made of, `{NAME: {cells, extent}, ...}`, instead of "
             "`cells` and `extent`. Faces that lie on one another are joined."},
    {"joints", RIA_KEY_LIST, .word = "auto", .keys = joint_keys, CASE(grid.joint),
     CASE_COUNT(grid.joints, ria_case_joint),
     .what = "Faces of blocks that are joined, if they are not those that lie on one another; "
             "`auto`: those, also where a file has joints of its own."},
    {0}};

#define BED(member)                                                                                \
  .offset = offsetof(ria_case_bed, member), .size = sizeof(((ria_case_bed *)0)->member)
#define BED_PRESENT(member) .present = offsetof(ria_case_bed, member)

static const ria_key bathymetry_keys[] = {
    {"file", RIA_KEY_FILE, RIA_KEY_REQUIRED, RIA_FIELD_AT(file), .instead = "shape",
     .example = "bed.asc",
     .what = "Grid of bed elevations: what GDAL reads, or a file that `ria import` made."},
    {"shape", RIA_KEY_BED_SHAPE, RIA_KEY_REQUIRED, RIA_FIELD_AT(shape), .instead = "file",
     .example = "{kind: flat}",
     .what = "A bed given by a formula: `{kind: NAME, parameter: value, ...}`, see below."},
    {"offset", RIA_KEY_QUANTITY, 0, RIA_LENGTH, .fallback = "0 m", BED(offset),
     .what = "Added to the bed's elevations: from the chart's datum to the reference level."},
    /* No defaults, so that hashes of older cases stay the same. */
    {"positive", RIA_KEY_CHOICE, .choices = positives, BED(positive), .example = "down",
     .what = "Whether the file's values are bed elevations (`up`) or depths (`down`). Without it: "
             "`up`."},
    RIA_FIELD_FILE_KEYS("the bed", "m"),
    {"nodata", RIA_KEY_TEXTS, RIA_KEY_OR_TEXT, .count = offsetof(ria_case_field, nodata_count),
     RIA_FIELD_AT(nodata_words), .example = "[-9999, land]",
     .what = "Values of the file that mean no data, besides those that it declares, or `none`; and "
             "what becomes of cells without data: an `error`, or `land`. Without it: `error`."},
    {"nodata_level", RIA_KEY_QUANTITY, 0, RIA_LENGTH, BED(nodata_level),
     BED_PRESENT(has_nodata_level), .example = "10 m",
     .what = "Bed elevation of that land, above the reference. Without it: that of the highest "
             "cell, at least 10 m."},
    {"crop", RIA_KEY_CHOICE, .choices = crops, BED(crop), .example = "auto",
     .what = "`auto`: crop the domain to the largest rectangle without margins that hold no data, "
             "such as the corners that a rotation leaves. Without it: `none`."},
    {0}};

static const ria_key surface_keys[] = {
    RIA_FIELD_KEYS("the water's level", "m", RIA_LENGTH, 0, .least = 0, .most = 0, "0.5 m"), {0}};
static const ria_key depth_keys[] = {RIA_FIELD_KEYS("the water's depth", "m", RIA_LENGTH,
                                                    RIA_KEY_LEAST, .least = 0, .most = 0, "0.5 m"),
                                     {0}};
static const ria_key velocity_part_keys[] = {
    RIA_FIELD_KEYS("the velocity", "m/s", RIA_SPEED, 0, .least = 0, .most = 0, "0.1 m/s"), {0}};

static const ria_key velocity_keys[] = {
    {"x", RIA_KEY_FIELD, RIA_KEY_REQUIRED, CASE(initial.u), .keys = velocity_part_keys,
     .shorthand = "value", .example = "u.tif", .what = "Its part along x, to the east."},
    {"y", RIA_KEY_FIELD, RIA_KEY_REQUIRED, CASE(initial.v), .keys = velocity_part_keys,
     .shorthand = "value", .example = "v.tif", .what = "Its part along y, to the north."},
    {0}};

static const ria_key initial_keys[] = {
    {"level", RIA_KEY_LEVEL, 0, RIA_LENGTH, .fallback = "0 m", CASE(initial.level),
     .field = "surface",
     .what = "Level of the still water at the start, above the reference. `tide`: that of the "
             "first boundary with a level, at the start. A map or the name of a raster stands "
             "for `surface`."},
    {"surface", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, CASE(initial.surface),
     CASE_PRESENT(initial.has_surface), .keys = surface_keys, .shorthand = "value",
     .instead = "depth", .example = "level.tif",
     .what = "Level of the water in each cell, above the reference: a raster, or polygons such as "
             "lakes and reservoirs. Where it is below the bed there is no water."},
    {"depth", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, CASE(initial.depth), CASE_PRESENT(initial.has_depth),
     .keys = depth_keys, .shorthand = "value", .instead = "surface", .example = "depth.tif",
     .what = "Depth of the water in each cell."},
    {"velocity", RIA_KEY_MAP, RIA_KEY_OPTIONAL, CASE_PRESENT(initial.has_velocity),
     .keys = velocity_keys, .example = "{x: u.tif, y: v.tif}",
     .what = "Velocity of the water in each cell; without it the water rests."},
    {"shape", RIA_KEY_START_SHAPE, CASE(initial.shape), .instead = "file",
     .example = "{kind: column}",
     .what = "A start given by a formula: `{kind: NAME, parameter: value, ...}`, see below."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     CASE(initial.concentration), .field = "concentrations", .instead = "concentrations",
     .what = "Concentration of the tracer everywhere at the start; of several tracers "
             "`{NAME: value, ...}`."},
    {"concentrations", RIA_KEY_LIST, RIA_KEY_OF_TRACER, .keys = concentration_keys,
     .identity = "tracer", .shorthand = "value", .instead = "concentration", CASE(initial.each),
     CASE_COUNT(initial.concentrations, ria_case_concentration), .example = "{dye: 1, salt: 35}",
     .what = "Those of several tracers, by their names; 0 of the others."},
    {"file", RIA_KEY_FILE, CASE(initial.file), .instead = "shape", .example = "checkpoint.h5",
     .what = "Start from the fields of a checkpoint, or of a record of a history."},
    {"time", RIA_KEY_TEXT, CASE(initial.time), .example = "2021-03-01T06:00",
     .what =
         "Of a `file` with several records, a history: the one of this instant, or of this time "
         "since the start of that run (`6 h`). Without it: the last one."},
    {0}};

static const ria_key tiling_keys[] = {
    {"scheme", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = schemes, .fallback = "auto",
     CASE(scheme),
     .what = "`classic` exchanges borders every step, `expansion` every `depth` steps with as many "
             "rows of ghost cells, `swept` twice in `steps` steps and computes no cell twice "
             "(docs/swept.md); `auto`: on GPUs with several tiles `expansion`, as deep as pays, "
             "else `classic`."},
    {"depth", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 64, .fallback = "1", CASE(depth), .what = "Steps between exchanges; 1 for `classic`."},
    {"steps", RIA_KEY_INTEGER, RIA_KEY_REQUIRED | RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 2, .most = 1000000, CASE(swept_steps), .only = "scheme", .only_for = "swept",
     .example = "64",
     .what =
         "Steps from one time at which all cells can have it to the next: at most `time.window`, "
         "and twice the steps of a triangle, for which tiles must be wide enough. A line on a GPU "
         "sweeps a window as a whole, and its `node` says how high triangles are."},
    {"variant", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = variants, CASE(variant),
     .only = "scheme", .only_for = "auto|swept|classic", .example = "packed",
     .what =
         "How a GPU advances a line (a grid of one row): `shared`, `register`, `hybrid` or "
         "`packed` of "
         "`swept`; `launch`, `graph` or `persistent` of `classic` (docs/swept.md), and beside the "
         "scheme `auto` that decides which of these it is. `auto`: `packed` of `swept`, and of "
         "`classic` none, but steps as in any grid."},
    {"node", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 8192, CASE(node), .only = "scheme", .only_for = "auto|swept|classic", .example = "256",
     .what = "Points of a node of such a line, or of what a block of threads reads; `swept` ones "
             "divide the points. As suits the line if absent."},
    {"points", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 16, CASE(points), .only = "scheme", .only_for = "auto|swept|classic", .example = "4",
     .what = "Points of such a line that a thread has: a power of two that divides half a node; 1 "
             "of `shared`, `register` and `hybrid`. As suits the line if absent."},
    {0}};

static const ria_key gpu_keys[] = {
    {"memory", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = gpu_memories, .fallback = "resident",
     CASE(gpu.memory),
     .what = "Tiles stay in the memory of their GPU (`resident`), or lie in main memory and are "
             "moved to it (`staged`), so that they need not all fit."},
    {"workers", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0,
     .most = 1024, .fallback = "0", CASE(gpu.workers),
     .what = "CPU workers of a process that take tiles beside its GPUs (`ria calibrate` first)."},
    {0}};

static const ria_key cell_keys[] = {
    {"machine", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = cell_machines,
     .fallback = "powerxcell-8i", CASE(cell.machine), .what = "Which Cell is emulated."},
    {"spes", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0,
     .most = 16, .fallback = "0", CASE(cell.spes),
     .what = "SPEs of a Cell; more than 8: a blade of two chips; 0: all of a chip's."},
    {"watch", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = cell_watches, .fallback = "fast",
     CASE(cell.watch),
     .what = "How closely SPEs are watched: their transfers (`fast`), every load and store too "
             "(`checked`), and every instruction, for how long a Cell would have taken "
             "(`modelled`)."},
    {0}};

static const ria_key release_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, OF(ria_case_release, name), .example = "spill",
     .what = "Name; by default `release 1` and so on."},
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(ria_case_release, x), .instead = "area",
     .example = "[512 km, 4710 km]", .what = "Where: `[x, y]`."},
    {"area", RIA_KEY_FILE, RIA_KEY_REQUIRED, OF(ria_case_release, area), .instead = "at",
     .example = "farm.geojson",
     .what = "A file of polygons: the cells whose centres lie in them. Of the solver `estuary`."},
    {"radius", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_LENGTH, .fallback = "0 m",
     OF(ria_case_release, radius), .what = "Radius of the circle; 0: one cell."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     OF(ria_case_release, concentration),
     .what = "Concentration inside the circle at the start: a patch."},
    {"rate", RIA_KEY_SERIES, NOT_NEGATIVE, RIA_RELEASE, OF(ria_case_release, rate), .example = "5",
     .what =
         "Tracer let out a second, over time: concentration x m3/s (g/s where the unit is g/m3)."},
    {0}};

static const ria_key light_keys[] = {
    {"coefficient", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_NUMBER,
     OF(ria_case_tracer, light.coefficient), .example = "1e-6",
     .what = "Rate of decay in 1/s for each W/m2 of light, that is m2/J."},
    {"surface", RIA_KEY_SERIES, NOT_NEGATIVE, RIA_NUMBER, OF(ria_case_tracer, light.surface),
     .example = "300", .what = "Light below the water's surface, in W/m2, over time."},
    {"peak", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_NUMBER, OF(ria_case_tracer, light.peak),
     .present = offsetof(ria_case_tracer, light.has_peak), .example = "600",
     .what = "Instead of `surface`: the light at noon, in W/m2, of a sine from `sunrise` to "
             "`sunset` each day."},
    {"sunrise", RIA_KEY_QUANTITY, NOT_NEGATIVE | RIA_KEY_MOST, RIA_TIME, .most = 86400,
     .fallback = "6 h", OF(ria_case_tracer, light.sunrise),
     .what = "Time of the day, of the clock of `time.start`; without that the run starts at "
             "midnight."},
    {"sunset", RIA_KEY_QUANTITY, NOT_NEGATIVE | RIA_KEY_MOST, RIA_TIME, .most = 86400,
     .fallback = "18 h", OF(ria_case_tracer, light.sunset), .what = "The same of the sunset."},
    {"extinction", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_NUMBER, .fallback = "0",
     OF(ria_case_tracer, light.extinction),
     .what = "Extinction K of light in the water, in 1/m: the decay is that of the mean light of "
             "the depth h, (1 - exp(-K h)) / (K h) of that at the surface."},
    {0}};

static const ria_key settling_keys[] = {
    {"velocity", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_SPEED,
     OF(ria_case_tracer, settling.velocity), .example = "1 mm/s", .what = "Settling velocity."},
    {"deposits_below", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_PRESSURE,
     OF(ria_case_tracer, settling.deposits_below),
     .present = offsetof(ria_case_tracer, settling.has_deposits_below), .example = "0.1 Pa",
     .what = "Stress of the bed from which on nothing stays there; below it a share that grows to "
             "1 at rest. Without it: all that settles stays."},
    {"erodes_above", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_PRESSURE,
     OF(ria_case_tracer, settling.erodes_above),
     .present = offsetof(ria_case_tracer, settling.has_erodes_above), .example = "0.2 Pa",
     .what = "Stress from which on the bed gives back what has settled."},
    {"erosion", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_NUMBER, .fallback = "0",
     OF(ria_case_tracer, settling.erosion),
     .what = "What it gives back at twice that stress: concentration x m/s (g/m2/s where the unit "
             "is g/m3)."},
    {0}};

static const ria_key tracer_keys[] = {
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
     .what = "Time in which nine tenths of it decay, as is usual for bacteria."},
    {"age", RIA_KEY_BOOL, OF(ria_case_tracer, age),
     .what = "It is the age of the water, in s: the time since it came in through a side or by a "
             "river, or since the start. Of the solver `estuary`."},
    {"light", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = light_keys,
     .present = offsetof(ria_case_tracer, light.on),
     .example = "{coefficient: 1e-6, peak: 600, extinction: 0.5}",
     .what = "Decay by light, besides `decay`; of the solver `estuary`."},
    {"settling", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = settling_keys, .shorthand = "velocity",
     .present = offsetof(ria_case_tracer, settling.on),
     .example = "{velocity: 1 mm/s, erodes_above: 0.2 Pa, erosion: 0.1}",
     .what = "Settling, and exchange with the bed; of the solver `estuary`."},
    {"threshold", RIA_KEY_QUANTITY, RIA_KEY_NOT_ANSWER | NOT_NEGATIVE, RIA_CONCENTRATION,
     OF(ria_case_tracer, threshold), .example = "0.01",
     .what =
         "Concentration that counts as arrival: a place is reached when its concentration is at "
         "least this. 0, or without it: 1 % of the largest concentration in the case; if the "
         "case has none, arrivals are not reported."},
    {"releases", RIA_KEY_LIST, .keys = release_keys, .identity = "name", .shorthand = "at",
     OF(ria_case_tracer, release), .count = offsetof(ria_case_tracer, releases),
     .record = sizeof(ria_case_release), .what = "Where it gets into the water."},
    {0}};

static const ria_key river_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, OF(ria_case_river, name), .example = "Ulla",
     .what = "Name; by default `river 1` and so on."},
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(ria_case_river, x),
     .example = "[527 km, 4724 km]", .what = "Where: `[x, y]`."},
    {"discharge", RIA_KEY_SERIES, RIA_KEY_REQUIRED, RIA_DISCHARGE, OF(ria_case_river, discharge),
     .example = "80 m3/s",
     .what = "Water it brings, over time; negative: takes out, down to `dry`."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     OF(ria_case_river, concentration), .field = "concentrations", .instead = "concentrations",
     .what = "Concentration of the tracer in it; of several tracers `{NAME: value, ...}`."},
    {"concentrations", RIA_KEY_LIST, RIA_KEY_OF_TRACER, .keys = concentration_keys,
     .identity = "tracer", .shorthand = "value", .instead = "concentration",
     OF(ria_case_river, each), .count = offsetof(ria_case_river, concentrations),
     .record = sizeof(ria_case_concentration), .example = "{dye: 1, salt: 0.1}",
     .what = "Those of several tracers, by their names; 0 of the others."},
    {"radius", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_LENGTH, .fallback = "0 m",
     OF(ria_case_river, radius), .what = "Radius over which it comes in; 0: one cell."},
    {0}};

static const ria_key station_keys[] = {
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(ria_case_station, at),
     .example = "[500 km, 4703 km]", .what = "Where: `[x, y]`."},
    {"level", RIA_KEY_SERIES, RIA_KEY_REQUIRED, RIA_LENGTH, OF(ria_case_station, level),
     .instead = "constituents", .example = "0.5 m", .what = "Level at the station, over time."},
    {"constituents", RIA_KEY_CONSTITUENTS, RIA_KEY_REQUIRED, OF(ria_case_station, constituent),
     .count = offsetof(ria_case_station, constituents), .instead = "level",
     .example = "{M2: {amplitude: 1.08 m, phase: 77 deg}}",
     .what = "The tide at the station, as `constituents` of a boundary."},
    {0}};

static const ria_key atlas_keys[] = {
    {"constituent", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(ria_case_atlas, name), .example = "M2",
     .what = "The constituent."},
    {"file", RIA_KEY_FILE, RIA_KEY_REQUIRED, OF(ria_case_atlas, file), .example = "m2.nc",
     .what = "A file of its amplitude and Greenwich phase on a grid, which GDAL reads (netCDF)."},
    {"amplitude", RIA_KEY_TEXT, 0, OF(ria_case_atlas, amplitude), .example = "ha",
     .what =
         "The variable of the amplitude. Without it: `amplitude`, `amp`, `AMPL`, `ha` or `Ha`."},
    {"phase", RIA_KEY_TEXT, 0, OF(ria_case_atlas, phase), .example = "hp",
     .what = "The variable of the phase. Without it: `phase`, `pha`, `PHAS`, `hp`, `Hg` or `hg`."},
    {"band", RIA_KEY_INTEGER, RIA_KEY_LEAST, .least = 1, OF(ria_case_atlas, band), .example = "2",
     .what = "The band of the constituent in both, of a file of several, from 1."},
    {"unit", RIA_KEY_TEXT, 0, OF(ria_case_atlas, unit), .example = "cm",
     .what = "Unit of the amplitude. Without it: what the file says, else m."},
    {0}};

static const ria_key along_keys[] = {
    {"file", RIA_KEY_FILE, OF(ria_case_boundary, along.file), .example = "stations.csv",
     .what = "A CSV file of stations, with a header: `x,y,time,level` or "
             "`x,y,constituent,amplitude,phase`, or `lon,lat` in degrees instead of `x,y`."},
    {"nodata", RIA_KEY_QUANTITY, OF(ria_case_boundary, along.nodata),
     .present = offsetof(ria_case_boundary, along.has_nodata), .example = "-9999",
     .what = "The number that stands for missing levels in `file`, in its unit."},
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
     .example = "1.2 m", .what = "Level at the segment, above the reference; it grows."},
    {"discharge", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_DISCHARGE,
     OF(ria_case_rating, discharge), .example = "80 m3/s", .what = "Discharge out of the domain."},
    {0}};

static const ria_key boundary_keys[] = {
    {"side", RIA_KEY_CHOICE, RIA_KEY_REQUIRED, .choices = ria_case_sides,
     OF(ria_case_boundary, side), .example = "west", .what = "The side."},
    {"from", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(ria_case_boundary, from),
     .what = "Where the segment starts: x on south and north, y on west and east. By default the "
             "side's "
             "start."},
    {"to", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(ria_case_boundary, to),
     .what = "Where it ends. By default the side's end."},
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
     .what = "Level above the reference, over time (needed for `level`); of a `tide`: added to it, "
             "a surge."},
    {"along", RIA_KEY_MAP, RIA_KEY_OPTIONAL, .keys = along_keys, .shorthand = "file",
     .present = offsetof(ria_case_boundary, along.on), .only = "kind", .only_for = "level|tide",
     .instead = "constituents", .example = "stations.csv",
     .what = "Levels, or constituents, that differ along the segment: of stations, or of an atlas. "
             "Between two of them the level is linear; `level` and `offset` are added."},
    /* Not stored: case_finish() adds it to the level. */
    {"offset", RIA_KEY_QUANTITY, 0, RIA_LENGTH, .fallback = "0 m", .only = "kind",
     .only_for = "level|tide",
     .what = "Added to the level: from a gauge's or a chart's datum to the reference."},
    {"absorbing", RIA_KEY_BOOL, .fallback = "false", OF(ria_case_boundary, absorbing),
     .only = "kind", .only_for = "level|tide",
     .what = "Let waves from inside leave: the level, and `discharge` if given, are those of the "
             "water outside."},
    /* No defaults, so that hashes of older cases stay the same. */
    {"incoming", RIA_KEY_BOOL, OF(ria_case_boundary, incoming),
     .present = offsetof(ria_case_boundary, has_incoming), .only = "kind", .only_for = "level|tide",
     .what =
         "With `absorbing`: the level is that of a wave that comes in, such as a solitary wave, "
         "a surge's front or a paddle's record. It enters with its full height. `false` unless "
         "given: the water outside is at rest, and half of a wave enters."},
    {"still", RIA_KEY_QUANTITY, 0, RIA_LENGTH, OF(ria_case_boundary, still),
     .present = offsetof(ria_case_boundary, has_still), .only = "kind", .only_for = "level|tide",
     .example = "0 m",
     .what = "With `incoming`: level of the still water that the wave runs into, above the "
             "reference (`offset` is not added). By default `initial.level`, which is 0 where the "
             "start is a file or a shape and gives none."},
    {"head_loss", RIA_KEY_BOOL, OF(ria_case_boundary, head_loss),
     .present = offsetof(ria_case_boundary, has_head_loss), .only = "kind",
     .only_for = "level|tide",
     .what = "Water that comes in is drawn from a sea at rest: it spends v2/2g of the level on its "
             "speed. `true` unless the side is `absorbing`; `false`: jets may grow where there is "
             "little friction."},
    {"discharge", RIA_KEY_SERIES, 0, RIA_DISCHARGE, OF(ria_case_boundary, inflow), .only = "kind",
     .only_for = "discharge|level|tide", .example = "250 m3/s",
     .what = "Water that comes in over the whole segment; negative: goes out (needed for "
             "`discharge`). With `absorbing`: that of the water outside."},
    {"ramp", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_TIME, .fallback = "0 s",
     OF(ria_case_boundary, ramp), .only = "kind", .only_for = "level|tide|discharge",
     .what = "Time from the start in which the level rises from `initial.level`, or the discharge "
             "from 0, to what is given."},
    /* Without defaults, as above. */
    {"spread", RIA_KEY_CHOICE, .choices = spreads, OF(ria_case_boundary, spread), .only = "kind",
     .only_for = "discharge",
     .what = "How the discharge is spread over the segment: `even`, the same a metre, dry or not, "
             "or by `conveyance`, as the depths and the roughness of a river in normal flow have "
             "it. `even` unless given."},
    {"slope", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .most = 1,
     OF(ria_case_boundary, slope), .present = offsetof(ria_case_boundary, has_slope),
     .only = "spread", .only_for = "conveyance", .example = "0.0005",
     .what = "With `conveyance`: slope of the river. Without it: of the bed at the side."},
    {"rating", RIA_KEY_LIST, RIA_KEY_REQUIRED, .keys = rating_keys, .only = "kind",
     .only_for = "rating", .instead = "table", OF(ria_case_boundary, row),
     .count = offsetof(ria_case_boundary, rows), .record = sizeof(ria_case_rating),
     .example = "[{level: 0 m, discharge: 0 m3/s}, {level: 2 m, discharge: 120 m3/s}]",
     .what = "Rows of a rating curve: what leaves at a level."},
    {"table", RIA_KEY_FILE, RIA_KEY_REQUIRED, .only = "kind", .only_for = "rating",
     .instead = "rating", OF(ria_case_boundary, table), .example = "rating.csv",
     .what = "A CSV file of a rating curve: level in m, discharge in m3/s."},
    {"depth", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_LENGTH, .fallback = "0 m",
     OF(ria_case_boundary, height), .only = "kind", .only_for = "discharge",
     .what = "Depth of a shooting inflow; 0: taken from inside."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     OF(ria_case_boundary, outside), .field = "concentrations", .instead = "concentrations",
     .only = "kind", .only_for = "open|tide|level|discharge|rating",
     .what = "Concentration of the tracer in water that comes in; of several tracers "
             "`{NAME: value, ...}`."},
    {"concentrations", RIA_KEY_LIST, RIA_KEY_OF_TRACER, .keys = concentration_keys,
     .identity = "tracer", .shorthand = "value", .instead = "concentration",
     OF(ria_case_boundary, concentration), .count = offsetof(ria_case_boundary, concentrations),
     .record = sizeof(ria_case_concentration), .only = "kind",
     .only_for = "open|tide|level|discharge|rating", .example = "{dye: 0, salt: 35}",
     .what = "Those of several tracers, by their names; 0 of the others."},
    {0}};

static const ria_key point_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(ria_case_gauge, name), .example = "Cambados",
     .what = "Name: a column of gauges.csv."},
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 3, OF(ria_case_gauge, x),
     .example = "[515 km, 4706 km]", .what = "Where: `[x, y]`."},
    {0}};

static const ria_key gauges_keys[] = {
    {"every", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_TIME, .fallback = "10 min", CASE(gauge_every),
     .what = "Time between two values."},
    {"points", RIA_KEY_LIST, .keys = point_keys, .identity = "name", .shorthand = "at", CASE(gauge),
     CASE_COUNT(gauges, ria_case_gauge), .what = "The gauges."},
    {0}};

static const ria_key output_keys[] = {
    {"every", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_TIME, .fallback = "0 s", CASE(output.every),
     .what = "Time between two states in history.h5; 0: the start and the end. About eight of them "
             "become maps."},
    {"maps", RIA_KEY_BOOL, RIA_KEY_NOT_ANSWER, .fallback = "true", CASE(output.maps),
     .what = "Draw maps."},
    {"history", RIA_KEY_BOOL, RIA_KEY_NOT_ANSWER, .fallback = "true", CASE(output.history),
     .what = "Write history.h5."},
    {0}};

static const ria_key checkpoint_keys[] = {
    {"every", RIA_KEY_QUANTITY, RIA_KEY_NOT_ANSWER | NOT_NEGATIVE, RIA_TIME, .fallback = "0 s",
     CASE(checkpoint.every), .what = "Simulated time between two checkpoints; 0: one at the end."},
    {"keep", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 1000000, .fallback = "2", CASE(checkpoint.keep),
     .what = "How many to keep: the newest ones."},
    {0}};

const ria_key ria_case_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER | RIA_KEY_FOLDER, CASE(name), .example = "arousa",
     .what = "Name of the case, and with `-run` that of its folder; by default the file's. No `/`, "
             "and at most 200 bytes."},
    {"title", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, CASE(title), .example = "A week of tides",
     .what = "Title for pictures and files."},
    {"solver", RIA_KEY_NAME, NAMES(solvers), .fallback = "estuary", CASE(solver),
     .what = "What is solved; the default is shallow water that carries a tracer."},
    {"time", RIA_KEY_MAP, .keys = time_keys, .shorthand = "end",
     .what = "From when to when, in which steps."},
    {"grid", RIA_KEY_MAP, .keys = grid_keys, .shorthand = "resolution", .what = "The mesh."},
    {"bathymetry", RIA_KEY_FIELD, RIA_KEY_CHOSEN, CASE(bathymetry), .keys = bathymetry_keys,
     .shorthand = "file", .what = "The bed."},
    {"initial", RIA_KEY_MAP, RIA_KEY_CHOSEN, .keys = initial_keys, .shorthand = "level",
     .what = "The start."},
    {"precision", RIA_KEY_CHOICE, .choices = precisions, .fallback = "single", CASE(precision),
     .what = "Floating-point numbers of the computation."},
    {"target", RIA_KEY_NAME, RIA_KEY_NOT_ANSWER, NAMES(targets), .fallback = "cpu", CASE(target),
     .what = "What computes; `auto`: the GPUs where they can take the run, else the CPUs."},
    {"strategy", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, CASE(strategy), .example = "simd",
     .what = "How the target loops over cells (`ria kernels` lists them); by default its fastest."},
    {"tiles", RIA_KEY_CELLS, RIA_KEY_NOT_ANSWER | RIA_KEY_MOST, .most = 65536, .fallback = "auto",
     CASE(tiles[0]), .axes = 3, .example = "3x2",
     .what = "Tiles along x and y: `NXxNY`, `[nx, ny]`, or `auto`; in a box also along z."},
    {"time_tiling", RIA_KEY_MAP, .keys = tiling_keys, .shorthand = "scheme",
     .what = "How many steps a tile takes at a time."},
    {"gpu", RIA_KEY_MAP, .keys = gpu_keys, .shorthand = "memory",
     .what = "How GPUs are used, where the target is `cuda`."},
    {"cell", RIA_KEY_MAP, .keys = cell_keys, .shorthand = "machine",
     .what = "Which Cells compute, where the target is `cell`."},
    {"gravity", RIA_KEY_QUANTITY, RIA_KEY_CHOSEN | ABOVE_ZERO, RIA_ACCELERATION,
     .fallback = "9.81 m/s2", CASE(gravity), .what = "Acceleration of gravity."},
    {"dry", RIA_KEY_QUANTITY, RIA_KEY_CHOSEN | ABOVE_ZERO, RIA_LENGTH, .fallback = "0.001 m",
     CASE(dry), .what = "Depth at and below which a cell counts as dry."},
    {"tracers", RIA_KEY_LIST, RIA_KEY_CHOSEN | RIA_KEY_OF_TRACER, .keys = tracer_keys,
     .identity = "name", CASE(each_tracer), CASE_COUNT(tracers, ria_case_tracer),
     .what = "What the water carries: one tracer; with the solver `estuary` up to ten."},
    {"rivers", RIA_KEY_LIST, RIA_KEY_CHOSEN, .keys = river_keys, .identity = "name", CASE(river),
     CASE_COUNT(rivers, ria_case_river), .what = "Rivers that flow into the domain."},
    {"boundaries", RIA_KEY_LIST, RIA_KEY_CHOSEN, .keys = boundary_keys, .identity = "side",
     .shorthand = "kind", CASE(boundary), CASE_COUNT(boundaries, ria_case_boundary),
     .what = "What happens at the sides. What is not named is a wall."},
    {"gauges", RIA_KEY_MAP, .keys = gauges_keys, .shorthand = "points",
     .what = "Places whose values over time are written to gauges.csv."},
    {"output", RIA_KEY_MAP, .keys = output_keys, .shorthand = "every", .what = "What is written."},
    {"checkpoint", RIA_KEY_MAP, .keys = checkpoint_keys, .shorthand = "every",
     .what = "States to go on from."},
    {0}};
