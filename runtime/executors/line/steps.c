#include "steps.h"
#include <stdlib.h>
#include <string.h>
#include "ria/line_model.h"

/* Launches that are kept in a graph, and what they are of: buffers, steps and dt are in them. */
typedef struct {
  ria_line_memory memory;
  const void *state;
  int steps;
  double dt;
} kept_launches;

struct ria_line_steps {
  void *scratch;                    /* on the device */
  kept_launches graph[RIA_BUFFERS]; /* by the kept buffer */
  ria_line_memory side;             /* of the variant hybrid */
};

void ria_line_steps_destroy(ria_line_steps *line) {
  if (!line)
    return;
  ria_device_free(line->scratch);
  for (int i = 0; i < RIA_BUFFERS; i++)
    ria_device_graph_destroy(line->graph[i].memory.graph);
  ria_line_forget(&line->side);
  free(line);
}

static ria_line_steps *create(const ria_work *w) {
  ria_line_steps *line = calloc(1, sizeof *line);
  if (!line)
    return NULL;
  const size_t bytes = w->s->line.scratch_bytes;
  line->scratch = bytes ? ria_device_alloc(bytes) : NULL;
  if (!bytes || line->scratch)
    return line;
  free(line);
  return NULL;
}

/* The launches that are kept for a window like this one; forgotten, if they are of another. */
static ria_line_memory *memory_of(const ria_work *w, ria_line_steps *line, int steps) {
  kept_launches *graph = &line->graph[w->clock->kept];
  const double dt = w->clock->now.dt;
  if (graph->state != w->state || graph->steps != steps ||
      memcmp(&graph->dt, &dt, sizeof dt)) { /* to the bit */
    ria_device_graph_destroy(graph->memory.graph);
    *graph = (kept_launches){.state = w->state, .steps = steps, .dt = dt};
  }
  return &graph->memory;
}

/* From the kept buffer, which stays as it is, into the one where so many single steps would have
 * left the state. */
static void queue(const ria_work *w, ria_line_steps *line, int steps) {
  const ria_model *m = &w->s->model;
  const int kept = w->clock->kept, last = ria_line_result(steps);
  ria_line_scalars scalars;
  int buffer[RIA_LINE_BUFFERS] = {kept, 0, 0};
  buffer[last] = ria_clock_buffer(kept, steps * w->s->applications);
  buffer[3 - last] = 3 - kept - buffer[last]; /* the third */
  ria_device_line_args args;
  ria_line_args_of(m, w->clock->now.dt, steps, scalars, &args);
  for (int b = 0; b < RIA_LINE_BUFFERS; b++)
    ria_tile_fields(w->tile, m->nstate, w->state, buffer[b], args.state[b]);
  args.scratch = line->scratch;
  args.scratch_bytes = w->s->line.scratch_bytes;
  args.memory = args.variant == RIA_LINE_HYBRID ? &line->side : memory_of(w, line, steps);
  args.stream = w->device->stream;
  args.report = w->device->report;
  ria_work_note(w, w->s->line.implementation->device_line[m->precision](&args));
}

/* Between periodic ends: the ghost cells of a buffer after so many steps, for a step. */
static void join_ends(const ria_work *w, int steps) {
  const ria_model *m = &w->s->model;
  const ria_layout *l = &w->tile->layout;
  const ptrdiff_t size = (ptrdiff_t)l->size, cells = l->n[0], ghost = w->s->radius[0];
  void *fields[RIA_MAX_FIELDS];
  if (!m->grid.periodic[0])
    return;
  ria_tile_fields(w->tile, m->nstate, w->state,
                  ria_clock_buffer(w->clock->kept, steps * w->s->applications), fields);
  for (int f = 0; f < m->nstate; f++) {
    char *first = fields[f], *end = first + cells * size;
    const size_t bytes = (size_t)(ghost * size);
    ria_work_note(w, ria_device_copy(w->device->stream, first - bytes, end - bytes, bytes));
    ria_work_note(w, ria_device_copy(w->device->stream, end, first, bytes));
  }
}

void ria_line_window(const ria_work *w, int steps) {
  ria_tile *tile = w->tile;
  if (!tile->line)
    tile->line = create(w);
  if (!tile->line)
    ria_work_note(w, RIA_DEVICE_NO_MEMORY);
  if (w->device->error || steps < 1)
    return;
  if (w->s->line.judges) {
    ria_work_begin_report(w);
    queue(w, tile->line, steps);
    return;
  }
  if (steps > 1)
    queue(w, tile->line, steps - 1);
  if (w->device->error)
    return;
  join_ends(w, steps - 1);
  ria_work_step(w, steps - 1, 1, ria_work_forcing(w, steps - 1), false, NULL);
}
