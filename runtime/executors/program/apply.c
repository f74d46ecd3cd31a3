/* Applies the kernels of a program to the tiles of a group. A part is a box of a tile. On a device,
 * kernels that take parts process the parts of all tiles in one launch: then an operation on many
 * small blocks costs only one launch. */
#include "program.h"
#include <stdlib.h>
#include <string.h>

tile_work program_work_of(const program_group_work *g, int tile) {
  tile_work w =
      work_of(g->s, &g->s->tile[g->group->first + tile], work_buffer(g->buffers[WORK_STATE]),
              work_buffer(g->buffers[WORK_STATICS]), g->work.clock, g->work.report);
  w.device = g->work.device;
  return w;
}

void *program_state(const program_group_work *g) {
  return work_buffer(g->buffers[WORK_STATE]);
}

/* Cell (0, 0, 0) of a field of floats. These fields lie one after the other in the memory of a
 * group's work fields, each with as many elements as a field of reals. */
static void *single_of(const tile_work *w, int number) {
  const ria_model *m = &w->s->model;
  const tile_layout *l = &w->tile->layout;
  const int first = m->nstate - ria_program_singles_room(m->program->singles, m->precision);
  char *group = (char *)w->state - w->tile->before;
  char *singles = group + (size_t)first * l->field * l->size;
  const size_t place = w->tile->before / l->size + layout_first(l);
  return singles + ((size_t)number * l->field + place) * sizeof(float);
}

void *program_field(const tile_work *w, int field) {
  const int nstate = w->s->model.nstate, single = field - nstate - w->s->model.nstatic;
  if (w->fields)
    return w->fields[field];
  if (single >= 0)
    return single_of(w, single);
  return field < nstate ? layout_origin(&w->tile->layout, w->state, field)
                        : w->statics[field - nstate];
}

/* ---- parts ---- */

/* The own cells of a tile, and neighbouring cells that later operations read; none beyond the edge
 * of the domain. */
static ria_box box_of(const tile_data *tile, const ria_reach *margin) {
  ria_box box = layout_own(&tile->layout);
  for (int a = 0; a < RIA_AXES; a++) {
    box.lo[a] -= tile->has_neighbour[2 * a] ? margin->low[a] : 0;
    box.hi[a] += tile->has_neighbour[2 * a + 1] ? margin->high[a] : 0;
  }
  return box;
}

/* The own cells of a tile that lie in a patch; false: there are none. */
static bool part_of(const tile_data *tile, const ria_patch *patch, ria_box *part) {
  const ria_mesh_tile *at = &tile->at;
  *part = layout_own(&tile->layout);
  for (int a = 0; a < RIA_AXES; a++) {
    const ria_global lo = patch->cells.lo[a] - at->cells.lo[a];
    const ria_global hi = patch->cells.hi[a] - at->cells.lo[a];
    part->lo[a] = lo > part->lo[a] ? (int)(lo < part->hi[a] ? lo : part->hi[a]) : part->lo[a];
    part->hi[a] = hi < part->hi[a] ? (int)(hi > part->lo[a] ? hi : part->lo[a]) : part->hi[a];
  }
  return patch->block == at->block && !ria_box_is_empty(*part);
}

static int by_round(const void *one, const void *other) {
  const program_part *a = one, *b = other;
  return a->round != b->round ? a->round - b->round : a->tile - b->tile;
}

/* Count the parts of an operation, and write them if there is room. */
static int find_parts(const ria_simulation *s, const tile_group *group, int number,
                      program_part *part) {
  const ria_op *op = &s->model.program->op[number];
  const ria_reach *margin = &program_of(s)->margins.margin[number];
  int count = 0;
  for (int t = 0; t < group->tiles; t++) {
    const tile_data *tile = &s->tile[group->first + t];
    int round = 0;
    if (!op->patches) {
      const ria_box box =
          op->kind == RIA_OP_APPLY ? box_of(tile, margin) : layout_own(&tile->layout);
      if (part)
        part[count] = (program_part){round, t, box};
      count++;
    }
    for (int i = 0; i < op->patches; i++) {
      ria_box box;
      if (!part_of(tile, &op->patch[i], &box))
        continue;
      if (part)
        part[count] = (program_part){round, t, box};
      round++;
      count++;
    }
  }
  if (part)
    qsort(part, (size_t)count, sizeof *part, by_round);
  return count;
}

ria_status program_parts_create(const ria_simulation *s, int number) {
  const ria_program *program = s->model.program;
  program_group *mine = &program_of(s)->group[number];
  int most = 0;
  for (int n = 0; n < program->ops; n++) {
    const ria_op_kind kind = program->op[n].kind;
    if (kind != RIA_OP_APPLY && kind != RIA_OP_REDUCE)
      continue;
    const int count = mine->parts[n] = find_parts(s, &s->group[number], n, NULL);
    mine->part[n] = calloc((size_t)count + 1, sizeof **mine->part);
    if (!mine->part[n])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
    find_parts(s, &s->group[number], n, mine->part[n]);
    most = count > most ? count : most;
    mine->first_extreme[n] = mine->extremes;
    if (kind == RIA_OP_REDUCE && program->op[n].kernel->reduction != RIA_REDUCE_SUM)
      mine->extremes += count;
  }
  mine->launch = calloc((size_t)most + 1, sizeof *mine->launch);
  mine->values = calloc((size_t)most + 1, sizeof *mine->values);
  if (!mine->launch || !mine->values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  return RIA_SUCCESS;
}

void program_parts_destroy(program_group *mine) {
  for (int n = 0; n < RIA_PROGRAM_OPS; n++)
    free(mine->part[n]);
  free(mine->launch);
  free(mine->values);
}

void program_resolve(const tile_work *w, const ria_op *op, const ria_scalars *scalars,
                     double *values) {
  const ria_block *block = &w->s->mesh.block[w->tile->at.block];
  for (int i = 0; i < op->kernel->nscalar; i++) {
    const ria_binding *b = &op->scalars[i];
    values[i] = op->bound[i]                          ? scalars->value[op->bound[i] - 1]
                : op->of_block[i]                     ? op->of_block[i][w->tile->at.block]
                : b->from == RIA_BIND_INVERSE_SPACING ? 1 / block->spacing[b->forcing]
                                                      : b->value;
  }
}

/* Offset of a tile's cell (0, 0, 0) in each field of its group, in elements. */
static ptrdiff_t place_of(const tile_data *tile) {
  return (ptrdiff_t)(tile->before / tile->layout.size + layout_first(&tile->layout));
}

/* The parts of a round, from `first` on, as arguments of a launch. Their array offsets are relative
 * to the tile of the first part. Returns their number. */
static int prepare_launch(const program_group_work *g, int number, const ria_scalars *scalars,
                          int first) {
  const ria_op *op = &g->s->model.program->op[number];
  const program_part *part = g->mine->part[number];
  const tile_data *tile = &g->s->tile[g->group->first];
  int count = 0;
  for (int n = first; n < g->mine->parts[number] && part[n].round == part[first].round; n++) {
    const tile_work w = program_work_of(g, part[n].tile);
    program_resolve(&w, op, scalars, g->mine->values[count]);
    g->mine->launch[count] =
        (ria_device_part){.shift = place_of(w.tile) - place_of(&tile[part[first].tile]),
                          .pitch = w.tile->layout.pitch,
                          .plane = w.tile->layout.plane,
                          .update = part[n].box,
                          .owned = layout_own(&w.tile->layout),
                          .scalars = g->mine->values[count]};
    count++;
  }
  return count;
}

/* Whether an implementation can process all parts of a round in one launch. */
static bool takes_parts(const program_group_work *g, int number) {
  const ria_implementation *i = program_of(g->s)->implementation[number];
  return g->work.device && ria_device_functions_of(i, g->s->model.precision)->takes_parts;
}

/* ---- kernels ---- */

static bool works_in_place(const ria_kernel *kernel) {
  bool does = false;
  for (int f = 0; f < kernel->nstate; f++)
    does |= ria_kernel_reads(kernel, f) && ria_kernel_writes(kernel, f);
  return does;
}

/* Cells where a kernel's results are not valid. A kernel that works in place cannot be applied
 * again. */
static bool find_bad(const ria_kernel *kernel, const ria_implementation *i, ria_precision precision,
                     const ria_step_args *args, int cell[RIA_AXES]) {
  ria_box all = args->owned;
  if (works_in_place(kernel))
    return false;
  for (int a = 0; a < RIA_AXES; a++) {
    all.lo[a] = args->update.lo[a] > all.lo[a] ? args->update.lo[a] : all.lo[a];
    all.hi[a] = args->update.hi[a] < all.hi[a] ? args->update.hi[a] : all.hi[a];
  }
  for (cell[2] = all.lo[2]; cell[2] < all.hi[2]; cell[2]++)
    for (cell[1] = all.lo[1]; cell[1] < all.hi[1]; cell[1]++)
      for (cell[0] = all.lo[0]; cell[0] < all.hi[0]; cell[0]++) {
        ria_step_args one = *args;
        one.bad = 0;
        for (int a = 0; a < RIA_AXES; a++) {
          one.update.lo[a] = cell[a];
          one.update.hi[a] = cell[a] + 1;
        }
        i->step[precision](&one);
        if (one.bad)
          return true;
      }
  return false;
}

static void report_bad(const tile_work *w, const ria_op *op, const ria_implementation *i,
                       const ria_step_args *args) {
  const ria_precision p = w->s->model.precision;
  int cell[RIA_AXES];
  step_report *report = w->report;
  *report = (step_report){.bad = 1, .block = w->tile->at.block};
  if (!find_bad(op->kernel, i, p, args, cell))
    return;
  for (int a = 0; a < RIA_AXES; a++)
    report->cell[a] = w->tile->at.cells.lo[a] + cell[a];
  for (int f = 0; f < ria_model_lasting(&w->s->model); f++) {
    const ptrdiff_t at = layout_at(&w->tile->layout, cell[0], cell[1], cell[2]);
    const void *field = program_field(w, f);
    report->values[f] =
        p == RIA_SINGLE ? (double)((const float *)field)[at] : ((const double *)field)[at];
  }
}

/* A REDUCE operation that the launch of another one also computes. */
static ria_device_also also_of(const tile_work *w, const ria_op *op, program_partial *there) {
  ria_device_also also = {.sum = &there->sum};
  for (int f = 0; f < op->kernel->nstate; f++)
    also.src[f] = program_field(w, op->field[f]);
  return also;
}

void program_apply_in(const tile_work *w, int number, const program_launch *l) {
  const ria_op *op = &w->s->model.program->op[number];
  const ria_implementation *i = program_of(w->s)->implementation[number];
  const ria_precision p = w->s->model.precision;
  ria_step_args args = {.pitch = w->tile->layout.pitch,
                        .plane = w->tile->layout.plane,
                        .update = l->box,
                        .owned = layout_own(&w->tile->layout),
                        .scalars = l->values,
                        .switches = op->switches,
                        .scratch = w->scratch};
  for (int f = 0; f < op->kernel->nstate; f++)
    args.src[f] = args.dst[f] = program_field(w, op->field[f]);
  if (!w->device) {
    i->step[p](&args);
    if (args.bad && !w->report->bad)
      report_bad(w, op, i, &args);
    return;
  }
  work_begin_report(w);
  ria_device_also sum[RIA_STEP_SUMS];
  const program_besides none = {0}, *more = l->besides ? l->besides : &none;
  for (int n = 0; n < more->sums; n++)
    sum[n] = also_of(w, op + 1 + n, &more->there[n]);
  const ria_device_step_args device = {.step = args,
                                       .report = w->device->report,
                                       .stream = w->device->stream,
                                       .parts = l->parts,
                                       .part = l->part,
                                       .given = l->given,
                                       .sums = more->sums,
                                       .sum = sum,
                                       .wrap = more->wraps ? &more->wrap : NULL};
  work_set_error(w, ria_device_functions_of(i, p)->step(&device));
}

/* ---- reductions ---- */

static ria_program_place place_in(const tile_data *tile, const int cell[RIA_AXES]) {
  ria_program_place place = {.known = true, .block = tile->at.block};
  for (int a = 0; a < RIA_AXES; a++)
    place.cell[a] = tile->at.cells.lo[a] + cell[a];
  return place;
}

void program_offer_extremes(const ria_simulation *s, int group, int number, program_partial *to) {
  const program_group *mine = &program_of(s)->group[group];
  for (int n = 0; n < mine->parts[number]; n++) {
    const program_part *part = &mine->part[number][n];
    const ria_device_extreme *extreme = &mine->extreme[mine->first_extreme[number] + n];
    int cell[RIA_AXES];
    if (!ria_extreme_cell(extreme, part->box, cell))
      continue;
    const ria_program_place place = place_in(&s->tile[s->group[group].first + part->tile], cell);
    ria_place_offer(s->model.program->op[number].kernel->reduction, extreme->value, &place,
                    &to->value, &to->place);
  }
}

/* On a device, reduce into the group's memory there, which is copied when the phase is done. */
void program_reduce_in(const tile_work *w, int number, const program_launch *l, program_partial *to,
                       program_partial *there, ria_device_extreme *extreme) {
  const ria_op *op = &w->s->model.program->op[number];
  const ria_implementation *i = program_of(w->s)->implementation[number];
  const ria_precision p = w->s->model.precision;
  ria_reduce_args args = {.pitch = w->tile->layout.pitch,
                          .plane = w->tile->layout.plane,
                          .box = l->box,
                          .scalars = l->values,
                          .sum = w->device ? &there->sum : &to->sum};
  for (int f = 0; f < op->kernel->nstate; f++)
    args.src[f] = program_field(w, op->field[f]);
  if (w->device) {
    ria_device_also also;
    if (l->also >= 0)
      also = also_of(w, &w->s->model.program->op[l->also], &there[1]);
    const ria_device_reduce_args device = {.reduce = args,
                                           .extreme = extreme,
                                           .stream = w->device->stream,
                                           .parts = l->parts,
                                           .part = l->part,
                                           .given = l->given,
                                           .also = l->also >= 0 ? &also : NULL};
    work_set_error(w, ria_device_functions_of(i, p)->reduce(&device));
    return;
  }
  i->reduce[p](&args);
  if (args.found) {
    const ria_program_place place = place_in(w->tile, args.at);
    ria_place_offer(op->kernel->reduction, args.value, &place, &to->value, &to->place);
  }
}

/* Copy the results of MIN or MAX from a device. */
static void fetch_extremes(const program_group_work *g, int number) {
  const program_group *mine = g->mine;
  const size_t bytes = (size_t)mine->parts[number] * sizeof *mine->extreme;
  const int first = mine->first_extreme[number];
  if (bytes)
    work_set_error(&g->work, device_copy(g->work.device->stream, mine->extreme + first,
                                         mine->extreme_on_device + first, bytes));
}

static ria_device_given given_of(const program_group_work *g, const ria_op *op) {
  return (ria_device_given){
      .value = g->there->value, .bound = op->bound, .on = g->on, .alone = g->alone};
}

/* Launch an operation on the parts of a group from number n on, on as many as it takes. */
typedef struct {
  tile_work work; /* of the first part's tile */
  int parts;
  double values[RIA_MAX_SCALARS];
  ria_device_given given;
  program_launch launch;
} prepared;

static void prepare(const program_group_work *g, int number, const ria_scalars *scalars, int n,
                    prepared *p) {
  const ria_op *op = &g->s->model.program->op[number];
  const program_part *part = &g->mine->part[number][n];
  const bool together = takes_parts(g, number);
  p->work = program_work_of(g, part->tile);
  program_resolve(&p->work, op, scalars, p->values);
  p->parts = together ? prepare_launch(g, number, scalars, n) : 1;
  p->launch = (program_launch){.values = p->values, .box = part->box, .also = -1};
  if (together) {
    p->launch.part = g->mine->launch;
    p->launch.parts = p->parts;
  }
  if (g->there) {
    p->given = given_of(g, op);
    p->launch.given = &p->given;
  }
}

void program_apply(const program_group_work *g, int number, const program_besides *besides,
                   const ria_scalars *scalars) {
  prepared p;
  for (int n = 0; n < g->mine->parts[number]; n += p.parts) {
    prepare(g, number, scalars, n, &p);
    p.launch.besides = besides;
    program_apply_in(&p.work, number, &p.launch);
  }
}

static ria_device_extreme *extremes_on_device(const program_group_work *g, int number) {
  return g->mine->extreme_on_device && g->work.device
             ? g->mine->extreme_on_device + g->mine->first_extreme[number]
             : NULL;
}

bool program_reduces_two(const program_group_work *g, int number) {
  const ria_op *op = &g->s->model.program->op[number], *next = op + 1;
  return g->work.device && next->kind == RIA_OP_REDUCE && next->kernel == op->kernel &&
         op->kernel->reduction == RIA_REDUCE_SUM && !op->kernel->nscalar && !op->patches &&
         !next->patches;
}

void program_reduce_on(const program_group_work *g, int number, int also,
                       const ria_scalars *scalars, program_partial *to, program_partial *there) {
  const bool is_sum = program_op_sums(&g->s->model.program->op[number]);
  ria_device_extreme *extreme = extremes_on_device(g, number);
  prepared p;
  for (int n = 0; n < g->mine->parts[number]; n += p.parts) {
    prepare(g, number, scalars, n, &p);
    p.launch.also = also;
    program_reduce_in(&p.work, number, &p.launch, to, there, extreme ? extreme + n : NULL);
  }
  if (extreme && !is_sum && !g->there)
    fetch_extremes(g, number);
}

ria_device_result program_result_on_device(const program_group_work *g, int number, int reduction) {
  const ria_op *op = &g->s->model.program->op[number];
  program_partial *there = g->mine->on_device;
  const bool is_sum = op->kernel->reduction == RIA_REDUCE_SUM;
  return (ria_device_result){
      .reduction = op->kernel->reduction,
      .scalar = op->result,
      .parts = is_sum ? 0 : g->mine->parts[number],
      .sum = is_sum ? &there[reduction].sum : NULL,
      .extreme = is_sum ? NULL : extremes_on_device(g, number),
      .place = is_sum ? NULL : g->mine->place_on_device + g->mine->first_extreme[number]};
}

int program_upload_places(const program_group_work *g) {
  program_group *mine = g->mine;
  if (!mine->extremes || mine->place_on_device)
    return 0;
  const size_t bytes = (size_t)mine->extremes * sizeof *mine->place_on_device;
  ria_device_place *place = calloc((size_t)mine->extremes, sizeof *place);
  mine->place_on_device = place ? device_alloc(bytes) : NULL;
  for (int n = 0; n < g->s->model.program->ops && place; n++) {
    const ria_op *op = &g->s->model.program->op[n];
    const bool finds = op->kind == RIA_OP_REDUCE && op->kernel->reduction != RIA_REDUCE_SUM;
    for (int i = 0; i < mine->parts[n] && finds; i++) {
      const program_part *part = &mine->part[n][i];
      const ria_mesh_tile *at = &g->s->tile[g->group->first + part->tile].at;
      ria_device_place *to = &place[mine->first_extreme[n] + i];
      *to = (ria_device_place){.block = at->block, .box = part->box};
      for (int a = 0; a < RIA_AXES; a++)
        to->first[a] = at->cells.lo[a];
    }
  }
  const int code = device_upload(mine->place_on_device, place, bytes);
  free(place);
  return code;
}
