/* Windows of a line on a GPU: calls of a device implementation. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>
#include "ria/line_model.h"

/* A recorded graph of launches, and the buffers, steps and dt that are fixed in it. */
typedef struct {
  ria_line_memory memory;
  const void *state;
  int steps;
  double dt;
} launch_graph;

/* Private data of a tile, created by its first task. */
typedef struct {
  void *scratch;                   /* on the device */
  launch_graph graph[RIA_BUFFERS]; /* one for each base buffer */
  ria_line_memory side;            /* for the variant hybrid */
} line_steps;

static void destroy_tile(const ria_simulation *s, tile_data *tile) {
  line_steps *line = tile->executor_data;
  (void)s;
  device_free(line->scratch);
  for (int i = 0; i < RIA_BUFFERS; i++)
    device_graph_destroy(line->graph[i].memory.graph);
  ria_line_forget(&line->side);
}

static line_steps *create(const tile_work *w) {
  line_steps *line = calloc(1, sizeof *line);
  if (!line)
    return NULL;
  const size_t bytes = line_plan_of(w->s)->scratch_bytes;
  line->scratch = bytes ? device_alloc(bytes) : NULL;
  if (!bytes || line->scratch)
    return line;
  free(line);
  return NULL;
}

/* The graph of the launches for a window like this one; replaces an older graph of another window.
 */
static ria_line_memory *memory_of(const tile_work *w, line_steps *line, int steps) {
  launch_graph *graph = &line->graph[w->clock->base_buffer];
  const double dt = w->clock->now.dt;
  if (graph->state != w->state || graph->steps != steps ||
      memcmp(&graph->dt, &dt, sizeof dt)) { /* compared bit by bit */
    device_graph_destroy(graph->memory.graph);
    *graph = (launch_graph){.state = w->state, .steps = steps, .dt = dt};
  }
  return &graph->memory;
}

/* Advance from the base buffer, which is not changed, into the buffer where so many single steps
 * would end. */
static void queue(const tile_work *w, line_steps *line, int steps) {
  const ria_model *m = &w->s->model;
  const int base = w->clock->base_buffer, last = ria_line_result(steps);
  ria_line_scalars scalars;
  int buffer[RIA_LINE_BUFFERS] = {base, 0, 0};
  buffer[last] = ria_clock_buffer(base, steps * w->s->applications);
  buffer[3 - last] = 3 - base - buffer[last]; /* the third buffer */
  ria_device_line_args args;
  ria_line_args_of(m, w->clock->now.dt, steps, scalars, &args);
  for (int b = 0; b < RIA_LINE_BUFFERS; b++)
    tile_fields(w->tile, m->nstate, w->state, buffer[b], args.state[b]);
  args.scratch = line->scratch;
  args.scratch_bytes = line_plan_of(w->s)->scratch_bytes;
  args.memory = args.variant == RIA_LINE_HYBRID ? &line->side : memory_of(w, line, steps);
  args.stream = w->device->stream;
  args.report = w->device->report;
  work_set_error(w, line_plan_of(w->s)->device->line(&args));
}

/* For a periodic line: fill the ghost cells of a buffer after so many steps, for a single step. */
static void join_ends(const tile_work *w, int steps) {
  const ria_model *m = &w->s->model;
  const tile_layout *l = &w->tile->layout;
  const ptrdiff_t size = (ptrdiff_t)l->size, cells = l->n[0], ghost = w->s->radius[0];
  void *fields[RIA_MAX_FIELDS];
  if (!m->grid.periodic[0])
    return;
  tile_fields(w->tile, m->nstate, w->state,
              ria_clock_buffer(w->clock->base_buffer, steps * w->s->applications), fields);
  for (int f = 0; f < m->nstate; f++) {
    char *first = fields[f], *end = first + cells * size;
    const size_t bytes = (size_t)(ghost * size);
    work_set_error(w, device_copy(w->device->stream, first - bytes, end - bytes, bytes));
    work_set_error(w, device_copy(w->device->stream, end, first, bytes));
  }
}

/* If the line's steps report like single steps, all run in one call. Otherwise the last one runs as
 * a single step, so that it reports bad cells. */
static void advance(const tile_work *w, const executor_stretch *t) {
  const int steps = t->steps;
  if (!w->tile->executor_data)
    w->tile->executor_data = create(w);
  line_steps *line = w->tile->executor_data;
  if (!line)
    work_set_error(w, DEVICE_NO_MEMORY);
  if (w->device->error || steps < 1)
    return;
  if (line_plan_of(w->s)->judges) {
    work_begin_report(w);
    queue(w, line, steps);
    return;
  }
  if (steps > 1)
    queue(w, line, steps - 1);
  if (w->device->error)
    return;
  join_ends(w, steps - 1);
  work_step(w, steps - 1, 1, work_forcing(w, steps - 1), NULL, NULL);
}

const tile_executor line_executor = {.traits = {.alone = true},
                                     .ask = line_plan_ask,
                                     .create = line_plan_choose,
                                     .destroy_tile = destroy_tile,
                                     .advance = advance};
