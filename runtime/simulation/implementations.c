/* Chooses the implementations of all kernels of a step, and finds their fields. */
#include <stdlib.h>
#include <string.h>
#include "kernel/choose.h"
#include "simulation.h"

ria_status implementations_find(ria_simulation *s) {
  const ria_model *m = &s->model;
  const kernel_choice choice = {m, s->target, s->hybrid};
  s->stage_implementation = calloc((size_t)m->stages + 1, sizeof *s->stage_implementation);
  s->segment_implementation = calloc((size_t)m->segments + 1, sizeof *s->segment_implementation);
  s->source_implementation = calloc((size_t)m->sources + 1, sizeof *s->source_implementation);
  s->tracker_implementation = calloc((size_t)m->trackers + 1, sizeof *s->tracker_implementation);
  s->later_implementation = calloc((size_t)m->segments + 1, sizeof *s->later_implementation);
  s->rider_implementation = calloc((size_t)m->riders + 1, sizeof *s->rider_implementation);
  s->rider_side_implementation =
      calloc((size_t)(m->riders * m->segments) + 1, sizeof *s->rider_side_implementation);
  if (!s->rider_implementation || !s->rider_side_implementation || !s->stage_implementation ||
      !s->segment_implementation || !s->source_implementation || !s->later_implementation ||
      !s->tracker_implementation)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  for (int i = 0; i < m->stages; i++)
    RIA_TRY(
        m->program
            ? kernel_choose_asked(&choice, m->stage[i].kernel, &s->stage_implementation[i])
            : kernel_choose(&choice, m->stage[i].kernel, m->strategy, &s->stage_implementation[i]));
  for (int i = 0; i < m->segments; i++) {
    RIA_TRY(kernel_choose(&choice, m->segment[i].kernel, NULL, &s->segment_implementation[i]));
    if (m->segment[i].later)
      RIA_TRY(kernel_choose(&choice, m->segment[i].later, NULL, &s->later_implementation[i]));
  }
  for (int i = 0; i < m->sources; i++)
    RIA_TRY(kernel_choose(&choice, m->source[i].kernel, NULL, &s->source_implementation[i]));
  for (int i = 0; i < m->trackers; i++)
    RIA_TRY(kernel_choose(&choice, m->tracker[i].kernel, NULL, &s->tracker_implementation[i]));
  for (int i = 0; i < m->riders; i++) {
    RIA_TRY(kernel_choose(&choice, m->rider[i].kernel, m->strategy, &s->rider_implementation[i]));
    for (int n = 0; n < m->segments; n++)
      RIA_TRY(kernel_choose(&choice, m->rider[i].side[n].kernel, NULL,
                            &s->rider_side_implementation[i * m->segments + n]));
  }
  return RIA_SUCCESS;
}

void implementations_free(ria_simulation *s) {
  free(s->stage_implementation);
  free(s->segment_implementation);
  free(s->source_implementation);
  free(s->later_implementation);
  free(s->tracker_implementation);
  free(s->rider_implementation);
  free(s->rider_side_implementation);
}

/* Whether all kernels use the fields of the first stage in its order (of the statics perhaps only
 * the first), and a stage writes the whole state. Sources with a field of weights may use any
 * fields, because they have their own launches. */
static bool in_one_order(const ria_simulation *s) {
  const kernel_fields *first = &s->stage_fields[0];
  bool one = !s->model.riders;
  for (int i = 0; i < s->model.stages; i++)
    one &= kernel_fields_begin(&s->stage_fields[i], first) && !s->stage_fields[i].carried;
  for (int i = 0; i < s->model.segments; i++)
    one &= kernel_fields_begin(&s->segment_fields[i], first) &&
           (!s->model.segment[i].later || kernel_fields_begin(&s->later_fields[i], first));
  for (int i = 0; i < s->model.sources; i++)
    one &= s->source_weights[i] >= 0 || kernel_fields_begin(&s->source_fields[i], first);
  return one;
}

/* Find the static fields that are weights of sources. */
static ria_status find_weights(ria_simulation *s) {
  const ria_model *m = &s->model;
  s->source_weights = malloc(((size_t)m->sources + 1) * sizeof *s->source_weights);
  if (!s->source_weights)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  for (int i = 0; i < m->sources; i++) {
    const char *name = m->source[i].weights;
    const int number = name ? ria_quantity_find(m->statics, m->nstatic, name) : -1;
    s->source_weights[i] = number;
    s->field_feeds |= name != NULL;
    if (name && (number < 0 || ria_model_stored(m, number) != RIA_STORED_REAL))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "the weights of source %d are the static field '%s', but the model has no "
                      "such field of reals",
                      i, name);
    if (name && ((m->statics_beyond && s->mesh.blocks > 1) || m->source[i].count))
      return ria_fail(
          RIA_ERROR_ARGUMENT,
          "the weights of source %d are the static field '%s': it has no list of cells, "
          "and the statics of several blocks are not filled beyond these",
          i, name);
  }
  return RIA_SUCCESS;
}

/* Whether a stage must copy a field to the next buffer: not if a rider writes it, nor if it was
 * handed on. */
static bool is_carried(const ria_simulation *s, int stage, int field) {
  bool is = field < s->model.nstate - s->model.handed;
  for (int i = 0; i < s->model.riders; i++)
    is &= s->model.rider[i].stage != stage || s->rider_fields[i].own.state[0] != field;
  return is;
}

static void leave_to_riders(ria_simulation *s) {
  for (int i = 0; i < s->model.stages && s->model.riders; i++) {
    kernel_fields *stage = &s->stage_fields[i];
    int kept = 0;
    for (int c = 0; c < stage->carried; c++)
      if (is_carried(s, i, stage->carry[c]))
        stage->carry[kept++] = stage->carry[c];
    stage->carried = kept;
  }
}

static ria_status find_riders(ria_simulation *s) {
  const ria_model *m = &s->model;
  s->rider_fields = calloc((size_t)m->riders + 1, sizeof *s->rider_fields);
  s->rider_side_fields =
      calloc((size_t)(m->riders * m->segments) + 1, sizeof *s->rider_side_fields);
  if (!s->rider_fields || !s->rider_side_fields)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  for (int i = 0; i < m->riders; i++) {
    const ria_rider *rider = &m->rider[i];
    RIA_TRY(rider_fields_find(m, rider->kernel, rider->field, &s->rider_fields[i]));
    for (int n = 0; n < m->segments; n++)
      RIA_TRY(rider_fields_find(m, rider->side[n].kernel, rider->field,
                                &s->rider_side_fields[i * m->segments + n]));
  }
  leave_to_riders(s);
  return RIA_SUCCESS;
}

/* Whether a segment's kernel for a stage uses the same fields as the stage: the state except
 * handed-on fields, and the first statics. */
static bool side_matches(const ria_simulation *s, int stage, int segment) {
  const ria_model *m = &s->model;
  const bool later = stage > 0 && m->segment[segment].later;
  const kernel_fields *side = later ? &s->later_fields[segment] : &s->segment_fields[segment];
  const kernel_fields *its = &s->stage_fields[stage];
  bool match = kernel_fields_prefix(side, its);
  for (int f = side->nstate; f < its->nstate; f++)
    match &= its->state[f] >= m->nstate - m->handed;
  return match;
}

static bool rider_side_matches(const ria_simulation *s, int rider, int segment) {
  const rider_fields *side = &s->rider_side_fields[rider * s->model.segments + segment];
  const rider_fields *its = &s->rider_fields[rider];
  return kernel_fields_begin(&side->own, &its->own) &&
         !memcmp(side->of_state, its->of_state, (size_t)side->own.nstatic * sizeof *its->of_state);
}

static ria_status match_sides(ria_simulation *s) {
  const ria_model *m = &s->model;
  s->sides_match = calloc((size_t)m->stages + 1, sizeof *s->sides_match);
  s->rider_sides_match = calloc((size_t)m->riders + 1, sizeof *s->rider_sides_match);
  if (!s->sides_match || !s->rider_sides_match)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  for (int i = 0; i < m->stages; i++) {
    s->sides_match[i] = !m->program;
    for (int n = 0; n < m->segments && !m->program; n++)
      s->sides_match[i] &= side_matches(s, i, n);
  }
  for (int i = 0; i < m->riders; i++) {
    s->rider_sides_match[i] = true;
    for (int n = 0; n < m->segments; n++)
      s->rider_sides_match[i] &= rider_side_matches(s, i, n);
  }
  return RIA_SUCCESS;
}

ria_status fields_find(ria_simulation *s) {
  const ria_model *m = &s->model;
  s->stage_fields = calloc((size_t)m->stages + 1, sizeof *s->stage_fields);
  s->segment_fields = calloc((size_t)m->segments + 1, sizeof *s->segment_fields);
  s->later_fields = calloc((size_t)m->segments + 1, sizeof *s->later_fields);
  s->tracker_fields = calloc((size_t)m->trackers + 1, sizeof *s->tracker_fields);
  s->source_fields = calloc((size_t)m->sources + 1, sizeof *s->source_fields);
  if (!s->stage_fields || !s->segment_fields || !s->later_fields || !s->source_fields ||
      !s->tracker_fields)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  for (int i = 0; i < m->stages && !m->program; i++)
    RIA_TRY(kernel_fields_find(m, m->stage[i].kernel, NULL, &s->stage_fields[i]));
  for (int i = 0; i < m->segments; i++) {
    RIA_TRY(kernel_fields_find(m, m->segment[i].kernel, NULL, &s->segment_fields[i]));
    if (m->segment[i].later)
      RIA_TRY(kernel_fields_find(m, m->segment[i].later, NULL, &s->later_fields[i]));
  }
  for (int i = 0; i < m->sources; i++)
    RIA_TRY(kernel_fields_find(m, m->source[i].kernel, m->source[i].field, &s->source_fields[i]));
  for (int i = 0; i < m->trackers; i++)
    RIA_TRY(tracker_fields_find(m, &m->tracker[i], &s->tracker_fields[i]));
  RIA_TRY(find_riders(s));
  RIA_TRY(find_weights(s));
  RIA_TRY(match_sides(s));
  s->one_order = in_one_order(s);
  s->straight = s->one_order && kernel_fields_straight(&s->stage_fields[0], m);
  return RIA_SUCCESS;
}

void fields_free(ria_simulation *s) {
  free(s->stage_fields);
  free(s->segment_fields);
  free(s->later_fields);
  free(s->source_fields);
  free(s->tracker_fields);
  free(s->source_weights);
  free(s->rider_fields);
  free(s->rider_side_fields);
  free(s->sides_match);
  free(s->rider_sides_match);
}
