#include <ria_cell/driver.h>
#include <ria_cell/model.h>
#include <ria_cell/tile.h>
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLADE = 2 /* chips */ };

/* A PlayStation 3 has no second chip. */
static int most_spes(const ria_ppe_choice *choice, const ria_cell_chip *chip) {
  return choice->machine == RIA_PLAYSTATION_3 ? chip->spes : BLADE * chip->spes;
}

/* The machine of a choice, and its number of SPEs. */
static ria_status choose(const ria_ppe_choice *choice, ria_cell_machine *machine, int *spes) {
  static const char *const name[] = {RIA_PPE_MACHINE_LIST(RIA_PPE_MACHINE_NAME)};
  const ria_cell_chip *chip = ria_cell_chip_find(name[choice->machine]);
  *spes = choice->spes > 0 ? choice->spes : chip->spes;
  if (*spes > most_spes(choice, chip))
    return ria_fail(RIA_ERROR_ARGUMENT, "cell.spes: a %s has %d SPEs%s, not %d", chip->name,
                    chip->spes, most_spes(choice, chip) > chip->spes ? ", a blade of two 16" : "",
                    *spes);
  *machine = (ria_cell_machine){.chip = chip,
                                .chips = *spes > chip->spes ? BLADE : 1,
                                .compiler = RIA_CELL_SCHEDULED,
                                .contract = 1};
  return RIA_SUCCESS;
}

/* The modelled time of a cell, for programs compiled by two kinds of compilers. */
static ria_status modelled_as(const ria_cell *cell, const ria_cell_machine *machine, int spes,
                              ria_modelled *m) {
  ria_cell_machine further = *machine;
  ria_cell_times times, unrolled;
  further.compiler = RIA_CELL_UNROLLED;
  RIA_TRY(ria_cell_model(cell, machine, &times));
  RIA_TRY(ria_cell_model(cell, &further, &unrolled));
  *m = (ria_modelled){.cells = 1,
                      .spes = spes,
                      .chips = machine->chips,
                      .seconds = times.seconds,
                      .seconds_unrolled = unrolled.seconds,
                      .compute = times.compute,
                      .wait = times.wait,
                      .ppe = times.ppe,
                      .cycles = times.cycles,
                      .instructions = (double)times.instructions,
                      .even = (double)times.even,
                      .odd = (double)times.odd,
                      .flops = (double)times.flops,
                      .bytes = (double)times.bytes,
                      .commands = (double)times.commands};
  /* A multiply-add of 4 floats or 2 doubles in each cycle that can issue one. */
  const double issues = spes * machine->chip->clock;
  m->peak_single = 8 * issues;
  m->peak_double = 4 * issues / (1 + machine->chip->double_stall);
  m->peak_bytes = machine->chips * machine->chip->bandwidth;
  snprintf(m->machine, sizeof m->machine, "%s", machine->chip->name);
  return RIA_SUCCESS;
}

typedef struct {
  ria_cell *cell;
  ria_cell_machine machine;
  int spes;
} ppe;

static void destroy(void *cell) {
  ppe *p = cell;
  ria_cell_destroy(p->cell);
  free(p);
}

static ria_status create(const ria_ppe_choice *choice, void **cell) {
  ppe *p = calloc(1, sizeof *p);
  *cell = NULL;
  if (!p)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a Cell");
  ria_status status = choose(choice, &p->machine, &p->spes);
  if (status == RIA_SUCCESS)
    status = ria_cell_create(p->spes, choice->watch, &p->cell);
  if (status == RIA_SUCCESS)
    *cell = p;
  else
    destroy(p);
  return status;
}

static ria_cell_tile_shape shape_of(const ria_ppe_shape *s) {
  return (ria_cell_tile_shape){.cells = s->cells,
                               .precision = s->precision,
                               .nstate = s->nstate,
                               .nstatic = s->nstatic,
                               .radius = s->radius,
                               .block_columns = s->block_columns,
                               .block_rows = s->block_rows};
}

static ria_status share(const void *cell, const ria_ppe_shape *s, ria_ppe_share *result) {
  const ppe *p = cell;
  const ria_cell_tile_shape shape = shape_of(s);
  ria_cell_share cut;
  RIA_TRY(ria_cell_tile_share(&shape, p->spes, s->inner, &cut));
  *result = (ria_ppe_share){.spes = p->spes,
                            .columns = cut.columns,
                            .rows = cut.rows,
                            .across = cut.across,
                            .down = cut.down,
                            .busiest = cut.busiest};
  return RIA_SUCCESS;
}

static ria_status size(const ria_ppe_shape *s, double *bytes, double *most) {
  const ria_cell_tile_shape shape = shape_of(s);
  *most = RIA_CELL_MOST_MAPPED;
  return ria_cell_tile_bytes(&shape, bytes);
}

static ria_status tile_create(void *cell, const ria_ppe_shape *s, void **tile) {
  const ppe *p = cell;
  const ria_cell_tile_shape shape = shape_of(s);
  ria_cell_tile *made = NULL;
  const ria_status status = ria_cell_tile_create(p->cell, p->spes, &shape, &made);
  *tile = made;
  return status;
}

static void tile_destroy(void *tile) {
  ria_cell_tile_destroy(tile);
}

static void put(void *tile, ria_box box, const void *const *state, size_t pitch) {
  ria_cell_tile_put(tile, box, state, pitch);
}

static void get(const void *tile, ria_box box, void *const *state, size_t pitch) {
  ria_cell_tile_get(tile, box, state, pitch);
}

static void put_statics(void *tile, const void *const *statics, size_t pitch) {
  ria_cell_tile_put_statics(tile, statics, pitch);
}

static ria_status sweep(void *tile, const ria_implementation *stage, ria_precision precision,
                        ria_step_args *args, bool rate_only, unsigned next) {
  ria_cell_sweep one = {.update = args->update,
                        .owned = args->owned,
                        .scalars = args->scalars,
                        .switches = args->switches,
                        .rate_only = rate_only,
                        .next = next};
  RIA_TRY(ria_cell_tile_run(tile, ria_cell_stage_of(stage, precision), &one));
  args->rate_max = one.rate_max;
  args->bad = one.bad;
  return RIA_SUCCESS;
}

static ria_status edge(void *tile, const ria_ppe_edge *e) {
  return ria_cell_tile_boundary(tile, e->fill, e->axis, e->outward, e->from, e->to, e->layers,
                                e->nx, e->ny, e->scalars);
}

static ria_status box(void *cell, const ria_implementation *one, ria_precision precision,
                      ria_step_args *args, ria_ppe_share *cut) {
  const ppe *p = cell;
  const ria_cell_stage *stage = ria_cell_stage_of(one, precision);
  if (!stage->boxes)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%s sweeps over planes of cells, and not over boxes",
                    stage->kernel);
  *cut = (ria_ppe_share){.spes = p->spes, .down = 1};
  ria_cell_box_pieces(stage, p->spes, args->update, &cut->across, &cut->columns, &cut->rows);
  return ria_cell_box_step(p->cell, p->spes, stage, args);
}

static ria_status model(const void *cell, ria_modelled *modelled) {
  const ppe *p = cell;
  return modelled_as(p->cell, &p->machine, p->spes, modelled);
}

const ria_ppe_driver ria_cell_driver = {.create = create,
                                        .destroy = destroy,
                                        .share = share,
                                        .size = size,
                                        .tile_create = tile_create,
                                        .tile_destroy = tile_destroy,
                                        .put = put,
                                        .get = get,
                                        .put_statics = put_statics,
                                        .sweep = sweep,
                                        .edge = edge,
                                        .box = box,
                                        .model = model};
