/* Messages between ranks, as StarPU-MPI tells of their end. When a strip was packed its rank's
 * tasks know, and when it is complete the receiver: a reader of the trace puts the two together by
 * the message's number, which both sides count alike. */
#include "program/simulation.h"

/* Messages of a strip and generation, before their numbers meet those of the next. */
enum { COUNT_BITS = 24 };

static void create(ria_simulation *s, ria_strip *strip, int64_t tag, bool sent) {
  const int32_t tile = (int32_t)(tag / (2 * RIA_NEIGHBOURS));
  for (int g = 0; g < 2; g++) {
    strip->news[g].simulation = s;
    strip->news[g].tag = tag + g;
    strip->news[g].tile = tile;
    strip->news[g].sent = sent;
  }
}

void ria_strip_news_create(ria_simulation *s, ria_tile *tile) {
  for (int d = 0; d < RIA_NEIGHBOURS; d++) {
    ria_neighbour *n = &tile->neighbour[d];
    create(s, &n->out, n->tag_out, true);
    create(s, &n->in, n->tag_in, false);
  }
}

void ria_strip_news_packed(ria_tile *tile, int g, int64_t step) {
  for (int d = 0; d < RIA_NEIGHBOURS; d++) {
    ria_neighbour *n = &tile->neighbour[d];
    if (n->owner >= 0 && !n->tile)
      atomic_store_explicit(&n->out.news[g].step, step, memory_order_relaxed);
  }
}

void ria_strip_news_complete(void *context) {
  ria_strip_news *news = context;
  const ria_simulation *s = news->simulation;
  int64_t number = news->tag << COUNT_BITS | (news->count++ & ((1u << COUNT_BITS) - 1));
  int64_t step = news->sent ? atomic_load_explicit(&news->step, memory_order_relaxed)
                            : ria_trace_latest(s->trace);
  if (!ria_trace_wants(s->trace, step))
    return;
  double now = ria_step_clock();
  ria_trace_add_message(s->trace,
                        &(ria_trace_event){.begin = now,
                                           .end = now,
                                           .step = step,
                                           .message = number,
                                           .tile = news->tile,
                                           .kind = news->sent ? RIA_TRACE_SEND : RIA_TRACE_RECEIVE,
                                           .edge = true});
}
