/* The keys of a case for the solver bwaves. */
#include "keys.h"
#include <math.h>

#define AT(member)                                                                                 \
  .offset = offsetof(bwaves_case, member), .size = sizeof(((bwaves_case *)0)->member)
#define ABOVE_ZERO RIA_KEY_ABOVE
#define RANGE      RIA_KEY_LEAST | RIA_KEY_MOST

static const char *const limiters[] = {[BWAVES_MINMOD] = "minmod",
                                       [BWAVES_MC] = "mc",
                                       [BWAVES_VANLEER] = "vanleer",
                                       [BWAVES_NO_LIMITER] = "none",
                                       NULL};
static const char *const shapes[] = {[BWAVES_CUBE] = "cube", [BWAVES_SLAB] = "slab", NULL};
static const char *const axes[] = {[BWAVES_X] = "x", [BWAVES_Y] = "y", [BWAVES_Z] = "z", NULL};
static const char *const rhs_on[] = {[BWAVES_RHS_AUTO] = "auto",
                                     [BWAVES_RHS_GPU] = "gpu",
                                     [BWAVES_RHS_CPU] = "cpu",
                                     [BWAVES_RHS_CPU_SERIAL] = "cpu-serial",
                                     NULL};
static const char *const matrices[] = {
    [BWAVES_AUTO] = "auto",     [BWAVES_STORED] = "stored",
    [BWAVES_PACKED] = "packed", [BWAVES_RECOMPUTED] = "recomputed",
    [BWAVES_SINGLE] = "single", NULL};
static const char *const methods[] = {[BWAVES_BICGSTAB] = "bicgstab",
                                      [BWAVES_ONE_REDUCTION] = "one-reduction",
                                      [BWAVES_PIPELINED] = "pipelined",
                                      NULL};
static const char *const guesses[] = {[BWAVES_GUESS_ZERO] = "zero", NULL};
static const char *const sums[] = {[BWAVES_EXACT_SUMS] = "exact",
                                   [BWAVES_SERIAL_SUMS] = "serial",
                                   [BWAVES_BLOCKED_SUMS] = "blocked",
                                   NULL};

static const ria_key newton_keys[] = {
    {"steps", RIA_KEY_INTEGER, RANGE, .least = 1, .most = 100, .fallback = "1", AT(newton_steps),
     .what = "Most steps; they end when the right side is `linear.tolerance` of the first."},
    {0}};

/* `inside` and `outside` differ only in their storage. */
#define GAS_KEYS(name, gas, rho, p)                                                                \
  static const ria_key name[] = {                                                                  \
      {"density", RIA_KEY_QUANTITY, ABOVE_ZERO, .fallback = rho, AT(blast.gas.density),            \
       .what = "Density, kg/m3."},                                                                 \
      {"pressure", RIA_KEY_QUANTITY, ABOVE_ZERO, .fallback = p, AT(blast.gas.pressure),            \
       .what = "Pressure, Pa."},                                                                   \
      {"velocity", RIA_KEY_QUANTITIES, 0, RIA_SPEED, .axes = RIA_AXES, AT(blast.gas.velocity),     \
       .example = "[1 m/s, 0 m/s, 0 m/s]",                                                         \
       .what = "Velocity along x, y, z. Without it the gas is at rest."},                          \
      {0}};
GAS_KEYS(inside_keys, inside, "1", "1")
GAS_KEYS(outside_keys, outside, "0.125", "0.1")

static const ria_key blast_keys[] = {
    {"shape", RIA_KEY_CHOICE, .choices = shapes, .fallback = "cube", AT(blast.shape),
     .what =
         "In the middle of the domain: `cube`, or `slab`, across the whole domain along two axes."},
    {"axis", RIA_KEY_CHOICE, .choices = axes, .fallback = "x", AT(blast.axis), .only = "shape",
     .only_for = "slab", .what = "Axis along which the slab is thin."},
    {"half_width", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_LENGTH, .fallback = "0.25 m",
     AT(blast.half_width), .what = "Half the width of the cube or slab."},
    {"shift", RIA_KEY_QUANTITIES, .axes = RIA_AXES, AT(blast.shift), .example = "[7, 11, -5]",
     .what = "Displacement of the start along x, y, z, in cells."},
    {"inside", RIA_KEY_MAP, .keys = inside_keys, .what = "The gas of the cube or slab."},
    {"outside", RIA_KEY_MAP, .keys = outside_keys, .what = "The gas around it."},
    {0}};

static const ria_key section[] = {
    {"gamma", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .least = 1, .most = 3,
     .fallback = "1.4", AT(gamma), .what = "Ratio of specific heats."},
    {"viscosity", RIA_KEY_QUANTITY, RIA_KEY_LEAST, .fallback = "1e-5", AT(viscosity),
     .what = "Dynamic viscosity, Pa s; 0: none."},
    {"prandtl", RIA_KEY_QUANTITY, ABOVE_ZERO, .fallback = "0.72", AT(prandtl),
     .what = "Prandtl number."},
    {"order", RIA_KEY_INTEGER, RANGE, .least = 1, .most = 2, .fallback = "2", AT(order),
     .what = "Order in space of the convective fluxes."},
    {"limiter", RIA_KEY_CHOICE, .choices = limiters, .fallback = "minmod", AT(limiter),
     .what = "Limiter of slopes, of order 2; `none`: unlimited."},
    {"newton", RIA_KEY_MAP, .keys = newton_keys, .shorthand = "steps",
     .what = "Newton's method in a time step."},
    {"blast", RIA_KEY_MAP, .keys = blast_keys,
     .what = "The start: two gases at rest or in motion."},
    {"rhs_on", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = rhs_on, .fallback = "auto",
     AT(rhs_on),
     .what = "Processor of the right side in a run on GPUs: the GPUs (`gpu`), or CPU workers while "
             "the GPUs compute the blocks of the matrix (`cpu`), or before that (`cpu-serial`). "
             "The same bits. `auto`: `gpu`."},
    {0}};

static const ria_key linear_keys[] = {
    {"method", RIA_KEY_CHOICE, .choices = methods, .fallback = "bicgstab", AT(linear.method),
     .what = "`bicgstab`; `one-reduction`: all scalar products of an iteration in one reduction; "
             "`pipelined`: two reductions, each during a product of the matrix. Methods have bits "
             "of their own."},
    {"replace", RIA_KEY_INTEGER, RANGE, .least = 0, .most = 1000000, .fallback = "50",
     AT(linear.replace), .only = "method", .only_for = "one-reduction|pipelined",
     .what =
         "Iterations after which recursive vectors are computed from their definitions; 0: never."},
    {"matrix", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = matrices, .fallback = "auto",
     AT(linear.matrix), .answer = "single",
     .what = "Blocks are `stored`, 175 numbers a cell; `packed`, the 120 that are not 0 by "
             "structure; or `recomputed`. The same bits. `auto`: `recomputed`. `single`: packed "
             "and rounded to single precision: half the memory, bits of its own."},
    {"tolerance", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .most = 1, .fallback = "3e-6",
     AT(linear.tolerance),
     .what = "Share of the right side to which the residual must fall, in the root of the sum of "
             "squares."},
    {"limit", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, AT(linear.limit), .example = "1e-12",
     .what = "Instead of `tolerance`: bound of the sum of the residual's squares."},
    {"iterations", RIA_KEY_INTEGER, RANGE, .least = 1, .most = 1000000, .fallback = "2000",
     AT(linear.iterations),
     .what = "Most iterations; after more, the step is repeated with half its length."},
    {"guess", RIA_KEY_CHOICE, .choices = guesses, .fallback = "zero", AT(linear.guess),
     .what = "First guess of the solution."},
    {"sums", RIA_KEY_CHOICE, .choices = sums, .fallback = "exact", AT(linear.sums),
     .what = "Scalar products: `exact`, rounded once, the same on all tiles, ranks and machines; "
             "`serial`, added in the order of components, x, y, z; `blocked`, by sums of 128 "
             "products. The latter two take one tile on a CPU, and have bits of their own."},
    {0}};

const ria_key bwaves_keys[] = {
    {"bwaves", RIA_KEY_MAP, .keys = section, .what = "Equations of the solver `bwaves`."},
    {"linear", RIA_KEY_MAP, .keys = linear_keys, .shorthand = "method",
     .what = "Linear system of a time step, of the solver `bwaves`."},
    {0}};

static void warn(ria_reader *reader, const char *map_name, const char *key, const char *what) {
  ria_yaml *map = ria_yaml_get(ria_reader_root(reader), map_name);
  const size_t mark = ria_reader_enter(reader, map_name);
  ria_reader_enter(reader, key);
  ria_reader_warn(reader, map ? ria_yaml_get(map, key) : NULL, "%s", what);
  ria_reader_leave(reader, mark);
}

static void refuse_shift(ria_reader *reader) {
  ria_yaml *blast = ria_yaml_get(ria_yaml_get(ria_reader_root(reader), "bwaves"), "blast");
  const size_t mark = ria_reader_enter(reader, "bwaves");
  ria_reader_enter(reader, "blast");
  ria_reader_enter(reader, "shift");
  ria_reader_reject(reader, ria_yaml_get(blast, "shift"),
                    "the start moves by whole cells; expected whole numbers such as '[7, 11, -5]'");
  ria_reader_leave(reader, mark);
}

static void refuse_sides(ria_reader *reader) {
  ria_yaml *grid = ria_yaml_get(ria_reader_root(reader), "grid");
  ria_yaml *periodic = grid ? ria_yaml_get(grid, "periodic") : NULL;
  const size_t mark = ria_reader_enter(reader, "grid");
  ria_reader_enter(reader, "periodic");
  ria_reader_reject(reader, periodic ? periodic : grid,
                    "the solver 'bwaves' solves in a box that repeats along each axis; write "
                    "'periodic: xyz'");
  ria_reader_leave(reader, mark);
}

/* Sums in the order of cells are possible only with one tile. */
static void take_one_tile(ria_reader *reader, ria_case *c) {
  for (int a = 0; a < RIA_AXES; a++) {
    if (c->tiles[a] > 1) {
      const size_t mark = ria_reader_enter(reader, "tiles");
      ria_reader_reject(reader, ria_yaml_get(ria_reader_root(reader), "tiles"),
                        "'linear.sums' other than 'exact' takes one tile; expected '1x1x1'");
      ria_reader_leave(reader, mark);
      return;
    }
    c->tiles[a] = 1;
  }
}

void bwaves_check_case(ria_reader *reader, ria_case *c, void *object) {
  bwaves_case *own = object;
  ria_yaml *blast = ria_yaml_get(ria_yaml_get(ria_reader_root(reader), "bwaves"), "blast");
  own->blast.place = ria_reader_place(ria_yaml_get(blast, "half_width"));
  if (c->grid.periodic != (RIA_PERIODIC_X | RIA_PERIODIC_Y | RIA_PERIODIC_Z))
    refuse_sides(reader);
  for (int a = 0; a < RIA_AXES; a++)
    if (own->blast.shift[a] != round(own->blast.shift[a]) || fabs(own->blast.shift[a]) > 1e9)
      refuse_shift(reader);
  if (own->linear.sums != BWAVES_EXACT_SUMS)
    take_one_tile(reader, c);
  if (own->order == 1 && own->limiter != BWAVES_MINMOD)
    warn(reader, "bwaves", "limiter", "fluxes of order 1 have no slopes, so this has no effect");
}
