/* A blast wave in a periodic box: the compressible Navier-Stokes equations by implicit steps, the
 * linear system of each by BiCGSTAB over 7 blocks of 5x5 a cell. docs/bwaves.md. */
#include "bwaves.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void destroy(void *instance) {
  free(instance);
}

static bwaves_matrix matrix_of(const ria_case *c) {
  const bwaves_case *own = c->own;
  const bwaves_matrix matrix = own->linear.matrix;
  if (matrix == BWAVES_SINGLE && c->precision == RIA_SINGLE)
    return BWAVES_PACKED;
  return matrix == BWAVES_AUTO ? BWAVES_RECOMPUTED : matrix;
}

/* Fields of the matrix's blocks. */
static int blocks_of(bwaves_matrix matrix) {
  return matrix == BWAVES_RECOMPUTED ? 0 : matrix == BWAVES_STORED ? BLOCKS : PACKED_BLOCKS;
}

/* Vectors of a method beside those of all. */
static int more_vectors(bwaves_method method) {
  return method == BWAVES_PIPELINED ? 3 : method == BWAVES_ONE_REDUCTION ? 2 : 0;
}

static void place_fields(bwaves *s, ria_precision precision) {
  bwaves_fields *f = &s->field;
  int next = (s->second ? 2 : 1) * COMPONENTS;
  int *const of[] = {&f->k, &f->b, &f->x, &f->r, &f->s, &f->p, &f->v, &f->t, &f->q, &f->y, &f->z};
  const int vectors = VECTORS + more_vectors(s->own->linear.method);
  for (int i = 0; i < vectors; i++, next += COMPONENTS)
    *of[i] = next;
  f->w = next;
  f->blocks = next + PREPARED;
  f->fields = f->blocks + blocks_of(s->matrix);
  if (s->matrix != BWAVES_SINGLE)
    return;
  f->singles = blocks_of(s->matrix);
  f->fields = f->blocks + ria_program_singles_room(f->singles, precision);
  f->blocks = f->fields;
}

static void name_fields(bwaves *s) {
  static const ria_quantity lasting[] = {{"rho", "kg/m3", "density"},
                                         {"mx", "kg/m2s", "momentum along x"},
                                         {"my", "kg/m2s", "momentum along y"},
                                         {"mz", "kg/m2s", "momentum along z"},
                                         {"E", "J/m3", "energy"},
                                         {"rho_before", "kg/m3", "density a step earlier"},
                                         {"mx_before", "kg/m2s", "momentum along x a step earlier"},
                                         {"my_before", "kg/m2s", "momentum along y a step earlier"},
                                         {"mz_before", "kg/m2s", "momentum along z a step earlier"},
                                         {"E_before", "J/m3", "energy a step earlier"}};
  const int lasts = (s->second ? 2 : 1) * COMPONENTS;
  for (int i = 0; i < s->field.fields; i++)
    s->state[i] = i < lasts ? lasting[i] : (ria_quantity){"work", "1", "a vector of the method"};
}

/* An error about a key of the case. */
__attribute__((format(printf, 3, 4))) static ria_status
reject(const ria_case *c, const ria_case_place *place, const char *format, ...) {
  char sentence[512], where[48] = "";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  if (place->line)
    snprintf(where, sizeof where, ":%d:%d", place->line, place->column);
  return ria_fail(RIA_ERROR_CASE, "%s%s: %s", c->path, where, sentence);
}

static ria_status check_grid(const ria_case *c, const ria_terrain *terrain) {
  if (terrain->mesh.ndim != 3)
    return reject(c, &c->grid.place,
                  "grid: the solver 'bwaves' solves in a box; give three numbers of cells and an "
                  "extent of six");
  const bwaves_case *own = c->own;
  const ria_block *block = &terrain->mesh.block[0];
  for (int a = 0; a < RIA_AXES; a++) {
    const double length = block->spacing[a] * (double)block->cells[a];
    if ((own->blast.shape == BWAVES_CUBE || (int)own->blast.axis == a) &&
        2 * own->blast.half_width > length)
      return reject(c, &own->blast.place,
                    "bwaves.blast.half_width: the %s is %g m wide, and the box is %g m along %c; "
                    "expected a half width of at most %g m",
                    own->blast.shape == BWAVES_CUBE ? "cube" : "slab", 2 * own->blast.half_width,
                    length, "xyz"[a], length / 2);
  }
  return RIA_SUCCESS;
}

/* ria_solver.memory. As bwaves_fields are placed. */
static void needs_memory(const ria_case *c, ria_solver_memory *memory) {
  bwaves s = {.second = c->time.scheme == RIA_SCHEME_BDF2, .matrix = matrix_of(c), .own = c->own};
  place_fields(&s, c->precision);
  memory->fields = s.field.fields;
  memory->lasting = (s.second ? 2 : 1) * COMPONENTS;
  if (blocks_of(s.matrix))
    memory->advice = "or write 'linear: {matrix: recomputed}', which stores no blocks";
}

/* ria_solver.note. */
static const char *note(const ria_case *c) {
  const bwaves_case *own = c->own;
  if (own->linear.matrix != BWAVES_SINGLE)
    return NULL;
  return matrix_of(c) == BWAVES_SINGLE
             ? "'linear.matrix: single' rounds the blocks of the matrix to single precision: the "
               "results have bits of their own, and differ from those of the other choices"
             : "'linear.matrix: single' is the same as packed in a run in single precision";
}

static const ria_step_file step_files[] = {{"bwaves.out", "residual", false},
                                           {"bwaves2.out", "total", false},
                                           {"bwaves3.out", "change_norm", true},
                                           {NULL, NULL, false}};

static ria_status create(const ria_case *c, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  RIA_TRY(check_grid(c, terrain));
  bwaves *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->the_case = c;
  s->own = c->own;
  s->terrain = terrain;
  s->second = c->time.scheme == RIA_SCHEME_BDF2;
  s->matrix = matrix_of(c);
  place_fields(s, c->precision);
  name_fields(s);
  RIA_TRY(bwaves_make_program(s));
  *model = ria_model_of_case(c, terrain);
  model->nstate = s->field.fields;
  model->state = s->state;
  model->program = &s->program;
  model->step = RIA_STEP_PROGRAM;
  model->window = 1;
  return RIA_SUCCESS;
}

const ria_solver ria_solver_bwaves = {
    .name = "bwaves",
    .what = "a blast wave in a periodic box, by implicit steps",
    .keys = {.keys = bwaves_keys,
             .bytes = sizeof(bwaves_case),
             .finish = bwaves_check_case,
             .implicit = true},
    .dimensions = 3,
    .create = create,
    .destroy = destroy,
    .show = bwaves_show,
    .fill_state = bwaves_fill,
    .memory = needs_memory,
    .note = note,
    .step_files = step_files,
    .judge = bwaves_judge,
    .bench = {.grid =
                  "{cells: [65, 65, 64], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}"}};
