/* Messages between ranks, from StarPU-MPI's completion callbacks. The sender's tasks record when a
 * strip was packed, the receiver when it is complete. A reader of the trace matches the two by the
 * message's number, which both sides count in the same way. */
#include "messages.h"
#include "trace.h"

/* Messages of a strip and generation, before their numbers overlap those of the next. */
enum { COUNT_BITS = 24 };

static void create(ria_simulation *s, halo_strip *h, int64_t packed_by, bool sent) {
  for (int g = 0; g < 2; g++) {
    h->own.trace[g].simulation = s;
    h->own.trace[g].tag = h->tag + g;
    h->own.trace[g].tile = (int32_t)packed_by;
    h->own.trace[g].sent = sent;
  }
}

void strip_trace_create(ria_simulation *s, tile_data *tile) {
  for (int i = 0; i < tile->outs; i++)
    create(s, &tile->out[i], tile->number, true);
  for (int i = 0; i < tile->ins; i++)
    create(s, &tile->in[i], tile->in[i].other, false);
}

void strip_trace_packed(tile_data *tile, int g, int64_t step) {
  for (int i = 0; i < tile->outs; i++)
    if (!tile->out[i].tile)
      atomic_store_explicit(&tile->out[i].own.trace[g].step, step, memory_order_relaxed);
}

void strip_trace_complete(void *context) {
  strip_trace *strip = context;
  const ria_simulation *s = strip->simulation;
  int64_t number = strip->tag << COUNT_BITS | (strip->count++ & ((1u << COUNT_BITS) - 1));
  int64_t step = strip->sent ? atomic_load_explicit(&strip->step, memory_order_relaxed)
                             : trace_latest(s->trace);
  if (!trace_wants(s->trace, step))
    return;
  double now = ria_seconds();
  trace_add_message(s->trace, &(trace_event){.begin = now,
                                             .end = now,
                                             .step = step,
                                             .message = number,
                                             .tile = strip->tile,
                                             .kind = strip->sent ? TRACE_SEND : TRACE_RECEIVE,
                                             .edge = true});
}
