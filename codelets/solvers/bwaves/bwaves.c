/* A blast wave in a periodic box: the compressible Navier-Stokes equations by implicit steps, the
 * linear system of each by BiCGSTAB over 7 blocks of 5x5 a cell. docs/bwaves.md. */
#include "bwaves.h"
#include "ria/number.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PREPARED = 6 }; /* prepared numbers of a cell, inputs of fluxes and matrix */

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

const char *bwaves_blocks_kernel(bwaves_matrix matrix) {
  static const char *const kernels[] = {[BWAVES_STORED] = "bwaves_blocks_stored",
                                        [BWAVES_PACKED] = "bwaves_blocks_packed",
                                        [BWAVES_SINGLE] = "bwaves_blocks_single",
                                        [BWAVES_RECOMPUTED] = NULL};
  return kernels[matrix];
}

/* The matrix's blocks; float blocks are stored in fields of reals that have no other use. */
static void add_blocks(bwaves *s, ria_precision precision) {
  program_builder *b = &s->program;
  const char *kernel = bwaves_blocks_kernel(s->matrix);
  const int before = b->fields;
  if (!kernel)
    return;
  builder_outputs_of(b, s->matrix == BWAVES_SINGLE ? BUILDER_SINGLE : BUILDER_WORK, kernel);
  if (s->matrix != BWAVES_SINGLE)
    return;
  const int room = ria_program_singles_room(b->fields - before, precision);
  builder_alike(b, BUILDER_WORK, "room", room, &(ria_quantity){"work", "1", "room of the blocks"});
}

/* Vectors of the method, in the order of methods.c. Fields needed only before the solution of the
 * linear system share their memory. */
static void add_fields(bwaves *s, ria_precision precision) {
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
  static const char *const vectors[] = {"k", "b", "x", "r", "s", "p", "v", "t", "q", "y", "z"};
  static const ria_quantity work = {"work", "1", "a vector of the method"};
  static const int number[] = {
      [BWAVES_BICGSTAB] = 8, [BWAVES_ONE_REDUCTION] = 10, [BWAVES_PIPELINED] = 11};
  program_builder *b = &s->program;
  builder_numbered(b, BUILDER_LASTING, "state", COMPONENTS, lasting);
  if (s->second)
    builder_numbered(b, BUILDER_LASTING, "before", COMPONENTS, lasting + COMPONENTS);
  for (int i = 0; i < number[s->own->linear.method]; i++)
    builder_alike(b, BUILDER_WORK, vectors[i], COMPONENTS, &work);
  builder_alike(b, BUILDER_WORK, "w", PREPARED, &work);
  add_blocks(s, precision);
}

/* An error about a key of the case. */
__attribute__((format(printf, 3, 4))) static ria_status
reject(const ria_case *c, const ria_case_place *place, const char *format, ...) {
  char sentence[512], where[48] = "";
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
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

/* NULL: no memory. */
static bwaves *new_instance(const ria_case *c) {
  bwaves *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->the_case = c;
  s->own = c->own;
  s->second = c->time.scheme == RIA_SCHEME_BDF2;
  s->matrix = matrix_of(c);
  return s;
}

/* ria_solver.memory. */
static void needs_memory(const ria_case *c, ria_solver_memory *memory) {
  bwaves *s = new_instance(c);
  if (!s)
    return;
  add_fields(s, c->precision);
  memory->fields = builder_fields(&s->program, BUILDER_WORK);
  memory->lasting = builder_fields(&s->program, BUILDER_LASTING);
  memory->fields += memory->lasting;
  if (bwaves_blocks_kernel(s->matrix))
    memory->advice = "or write 'linear: {matrix: recomputed}', which stores no blocks";
  free(s);
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
  bwaves *s = *instance = new_instance(c);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->terrain = terrain;
  add_fields(s, c->precision);
  RIA_TRY(bwaves_make_program(s));
  *model = ria_model_of_case(c, terrain);
  model->nstate = s->program.nstate;
  model->state = s->program.state;
  model->program = &s->program.program;
  model->step = RIA_STEP_PROGRAM;
  model->window = 1;
  return RIA_SUCCESS;
}

/* Each step has its own length. */
static const char *const ignores[] = {"time.window", "time.guard", NULL};

const ria_solver ria_solver_bwaves = {
    .name = "bwaves",
    .what = "a blast wave in a periodic box, by implicit steps",
    .keys = {.keys = bwaves_keys,
             .bytes = sizeof(bwaves_case),
             .ignores = ignores,
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
                  "cells: [65, 65, 64], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz"}};
