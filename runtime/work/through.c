/* Inflow through a tile's part of the domain's edge, from the fluxes of its faces. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "through.h"
#include "ledger.h"

enum { FACES = 64 };

/* The axis along a side of a plane. */
static int along(ria_side side) {
  return 1 - ria_side_axis(side);
}

static int clamp(int n, int low, int high) {
  return n < low ? low : n > high ? high : n;
}

/* The faces of an edge next to the cells of a box. False: there are none. */
static bool faces_of(const tile_data *tile, const tile_edge *edge, ria_box cells,
                     ria_device_opening *opening) {
  const int axis = ria_side_axis(edge->side), other = along(edge->side);
  const bool high = ria_side_is_high(edge->side);
  const int first = cells.lo[axis], end = cells.hi[axis], last = tile->layout.n[axis];
  const int from = cells.lo[other], to = cells.hi[other];
  *opening = (ria_device_opening){.axis = axis,
                                  .outward = high ? 1 : -1,
                                  .from = clamp(edge->part.lo[other], from, to),
                                  .to = clamp(edge->part.hi[other], from, to),
                                  .across = high ? last - 1 : 0,
                                  .number = edge->segment->opening - 1};
  return edge->segment->opening > 0 && opening->from < opening->to && first < end &&
         (high ? end == last : first == 0);
}

/* Parameters for adding up the inflow of a step. */
typedef struct {
  double share[2], left[RIA_AMOUNTS]; /* see ria_device_measure */
} step_share;

static step_share share_of(const tile_work *w, int number) {
  const ria_model *m = &w->s->model;
  const double dt = w->clock->now.dt;
  step_share of = {.share = {0}};
  for (int axis = 0; axis < 2; axis++)
    of.share[axis] = flow_share(m, axis, dt);
  for (int a = 0; a < m->amounts; a++)
    if (m->amount[a].decay > 0)
      of.left[a] = ria_flow_power(flow_left(m, a, dt), w->clock->now.active - number);
  return of;
}

static void add_term(ria_flows *flows, ria_flow_sum *sum, double term) {
  if (!(fabs(term) < RIA_FLOW_BOUND))
    flows->invalid = 1;
  ria_flow_add(sum, term);
}

/* The amounts of the model whose fluxes a kernel gives. */
typedef struct {
  int first, count;
} some_amounts;

static some_amounts of_step(const ria_model *m) {
  return (some_amounts){0, m->stage[0].kernel->amounts};
}

static some_amounts of_rider(const ria_model *m, int rider) {
  some_amounts its = of_step(m);
  its.first = its.count;
  for (int i = 0; i < rider; i++)
    its.first += m->rider[i].kernel->amounts;
  its.count = m->rider[rider].kernel->amounts;
  return its;
}

/* Many faces lie on land and have no flux. */
static void add_fluxes(const tile_work *w, const step_share *of, some_amounts its,
                       const ria_device_opening *opening, int faces, const double *flux) {
  ria_flows *flows = step_report_flows(w->report);
  for (int i = 0; i < faces * its.count; i++) {
    const int a = its.first + i % its.count;
    if (flux[i] == 0)
      continue;
    const double term = of->share[opening->axis] * flux[i];
    add_term(flows, &ria_flows_in(flows)[opening->number][a], term);
    if (of->left[a] > 0)
      add_term(flows, &flows->left[a], of->left[a] * term);
  }
}

/* For a step that returns no fluxes. */
static void compute_fluxes(const tile_work *w, const step_share *of, some_amounts its,
                           ria_through_function through, const ria_device_opening *opening,
                           const ria_step_args *step) {
  const bool x = opening->axis == 1;
  double flux[FACES * RIA_AMOUNTS];
  ria_through_args args = {.pitch = step->pitch,
                           .axis = opening->axis,
                           .outward = opening->outward,
                           .scalars = step->scalars,
                           .switches = step->switches,
                           .flux = flux};
  memcpy(args.src, step->src, sizeof args.src);
  memcpy(args.statics, step->statics, sizeof args.statics);
  for (int first = opening->from; first < opening->to; first += FACES) {
    args.x = x ? first : opening->across;
    args.y = x ? opening->across : first;
    args.count = opening->to - first < FACES ? opening->to - first : FACES;
    through(&args);
    add_fluxes(w, of, its, opening, args.count, flux);
  }
}

void through_begin(const tile_work *w, ria_box cells, ria_face_fluxes *fluxes,
                   ria_step_args *step) {
  ria_device_opening opening;
  if (!w->tile->openings || !w->s->stage_implementation[0]->step_gives_fluxes)
    return;
  *fluxes = (ria_face_fluxes){.box = step->update};
  for (int n = 0; n < w->tile->edges; n++) {
    const ria_side side = w->tile->edge[n].side;
    if (faces_of(w->tile, &w->tile->edge[n], cells, &opening))
      fluxes->side[side] = w->tile->edge_flux[side];
  }
  step->fluxes = fluxes;
}

/* Clear the fluxes of all cells of the box, also of cells that are counted elsewhere. */
static void clear_fluxes(const tile_work *w, const ria_step_args *step) {
  const int amounts = of_step(&w->s->model).count;
  for (int side = 0; side < RIA_PLANE_SIDES; side++) {
    if (!step->fluxes->side[side])
      continue;
    const int axis = along((ria_side)side);
    const int from = step->update.lo[axis], to = step->update.hi[axis];
    if (from < to)
      memset(step->fluxes->side[side] + from * amounts, 0,
             (size_t)((to - from) * amounts) * sizeof(double));
  }
}

/* A window may have more terms than a sum can take at once. */
static void carry(ria_flows *flows, int opening, some_amounts its) {
  const ria_flow_sum none = {0};
  for (int a = its.first; a < its.first + its.count; a++) {
    ria_flow_merge(&ria_flows_in(flows)[opening][a], &none);
    ria_flow_merge(&flows->left[a], &none);
  }
}

void through_end(const tile_work *w, int number, ria_box cells, const ria_step_args *step) {
  if (!w->tile->openings)
    return;
  const step_share of = share_of(w, number);
  const some_amounts its = of_step(&w->s->model);
  for (int n = 0; n < w->tile->edges; n++) {
    const ria_side side = w->tile->edge[n].side;
    ria_device_opening opening;
    if (!faces_of(w->tile, &w->tile->edge[n], cells, &opening))
      continue;
    ria_flows *flows = step_report_flows(w->report);
    flows->used = flows->used > opening.number ? flows->used : opening.number + 1;
    if (step->fluxes)
      add_fluxes(w, &of, its, &opening, opening.to - opening.from,
                 step->fluxes->side[side] + opening.from * its.count);
    else
      compute_fluxes(w, &of, its, w->s->through, &opening, step);
    carry(flows, opening.number, its);
  }
  if (step->fluxes)
    clear_fluxes(w, step);
}

void through_of_rider(const tile_work *w, int number, int rider, ria_box cells,
                      const ria_step_args *step) {
  const ria_model *m = &w->s->model;
  const some_amounts its = of_rider(m, rider);
  const ria_kernel *kernel = m->rider[rider].kernel;
  if (!w->tile->openings || !its.count)
    return;
  const step_share of = share_of(w, number);
  const ria_through_function through =
      ria_kernel_on(kernel, RIA_TARGET_HOST)->through[m->precision];
  for (int n = 0; n < w->tile->edges; n++) {
    ria_device_opening opening;
    if (!faces_of(w->tile, &w->tile->edge[n], cells, &opening))
      continue;
    compute_fluxes(w, &of, its, through, &opening, step);
    carry(step_report_flows(w->report), opening.number, its);
  }
}

/* The sums of a GPU can take the terms of a whole window at once. */
static bool can_measure(const tile_work *w) {
  int64_t faces = 2 * ((int64_t)w->tile->layout.n[0] + w->tile->layout.n[1]);
  for (int n = 0; n < w->tile->sections; n++)
    faces += w->tile->section[n].to - w->tile->section[n].from;
  return (stage_on_device(w->s, 0)->measures || w->s->device_through) &&
         w->clock->now.active * faces < RIA_FLOW_TERMS;
}

/* Whether the faces of an opening continue where others of the same opening end: on a side with
 * several segments. */
static bool continues(const ria_device_opening *before, const ria_device_opening *next) {
  return before->number == next->number && before->axis == next->axis &&
         before->outward == next->outward && before->to == next->from;
}

bool through_prepare(const tile_work *w, int number, ria_box cells, ria_device_opening *room,
                     ria_device_measure *measure) {
  if (!w->tile->openings && !w->tile->sections)
    return false;
  const step_share of = share_of(w, number);
  *measure = (ria_device_measure){.opening = room,
                                  .faces = w->tile->device_faces,
                                  .face = w->tile->device_face,
                                  .flows = w->device->flows};
  memcpy(measure->share, of.share, sizeof of.share);
  memcpy(measure->left, of.left, sizeof of.left);
  for (int n = 0; n < w->tile->edges; n++) {
    ria_device_opening opening;
    if (!faces_of(w->tile, &w->tile->edge[n], cells, &opening))
      continue;
    ria_device_opening *before = measure->openings ? &room[measure->openings - 1] : NULL;
    if (before && continues(before, &opening))
      before->to = opening.to;
    else if (measure->openings == RIA_STEP_EDGES || !can_measure(w))
      step_report_flows(w->report)->missing = 1;
    else
      room[measure->openings++] = opening;
  }
  if (measure->faces && !can_measure(w)) {
    step_report_flows(w->report)->missing = 1;
    measure->faces = 0;
  }
  return measure->openings || measure->faces;
}

/* ---- sections ---- */

/* The list of faces for launches: the faces of a section are adjacent and padded to whole warps.
 * Returns their number; `face` may be NULL. */
static int list_faces(const tile_data *tile, ria_device_face *face) {
  int count = 0;
  for (int n = 0; n < tile->sections; n++) {
    const tile_section *s = &tile->section[n];
    const bool last = n + 1 == tile->sections || tile->section[n + 1].number != s->number;
    for (int along = s->from; along < s->to || (last && count % RIA_DEVICE_WARP); along++) {
      const bool is = along < s->to;
      const int c = is ? along : s->to - 1;
      if (face)
        face[count] = (ria_device_face){.x = s->axis == 1 ? c : s->across,
                                        .y = s->axis == 1 ? s->across : c,
                                        .axis = s->axis,
                                        .outward = s->outward,
                                        .sign = is ? s->sign : 0,
                                        .number = s->number};
      count++;
    }
  }
  return count;
}

int through_to_device(tile_data *tile, void *stream) {
  if (tile->device_face || !tile->sections)
    return 0;
  const int count = list_faces(tile, NULL);
  const size_t bytes = (size_t)count * sizeof *tile->device_face;
  ria_device_face *face = malloc(bytes);
  tile->device_face = device_alloc(bytes);
  int code = face && tile->device_face ? 0 : DEVICE_NO_MEMORY;
  if (!code) {
    list_faces(tile, face);
    code = device_copy(stream, tile->device_face, face, bytes);
  }
  tile->device_faces = code ? 0 : count;
  free(face);
  return code;
}

static ria_device_opening faces_of_section(const tile_section *section) {
  return (ria_device_opening){.axis = section->axis,
                              .outward = section->outward,
                              .from = section->from,
                              .to = section->to,
                              .across = section->across,
                              .number = section->number};
}

/* Decay does not matter for a section: no content remains in it. */
static step_share share_through(const tile_work *w, int sign) {
  step_share of = {.share = {0}};
  for (int axis = 0; axis < 2; axis++)
    of.share[axis] = sign * flow_share(&w->s->model, axis, w->clock->now.dt);
  return of;
}

static some_amounts amounts_of(const ria_model *m, int rider) {
  return rider < 0 ? of_step(m) : of_rider(m, rider);
}

void through_sections(const tile_work *w, int rider, const ria_step_args *step) {
  const ria_model *m = &w->s->model;
  const some_amounts its = amounts_of(m, rider);
  if (!w->tile->sections || !its.count)
    return;
  const ria_through_function through =
      rider < 0 ? w->s->through
                : ria_kernel_on(m->rider[rider].kernel, RIA_TARGET_HOST)->through[m->precision];
  ria_flows *flows = step_report_flows(w->report);
  for (int n = 0; n < w->tile->sections; n++) {
    const tile_section *section = &w->tile->section[n];
    const ria_device_opening faces = faces_of_section(section);
    const step_share of = share_through(w, section->sign);
    flows->used = flows->used > section->number ? flows->used : section->number + 1;
    compute_fluxes(w, &of, its, through, &faces, step);
    carry(flows, section->number, its);
  }
}

bool through_prepare_rider(const tile_work *w, int number, int rider, ria_box cells,
                           ria_device_opening *room, ria_device_measure *measure) {
  const some_amounts its = of_rider(&w->s->model, rider);
  if (!its.count || !through_prepare(w, number, cells, room, measure))
    return false;
  measure->first = its.first;
  return true;
}
