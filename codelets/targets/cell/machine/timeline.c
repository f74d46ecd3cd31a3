/* The PPE starts SPEs one after another. Every SPE computes, or waits for tags; its transfers run
 * one after the other, and all SPEs with an active transfer share the memory. Time advances from
 * one change to the next. At the end the PPE reads that each SPE has ended. */
#include "timeline.h"
#include <math.h>
#include <stdbool.h>

enum {
  QUEUED = 16,
  MEMORY_LINE = 128, /* smallest number of bytes that memory moves, however few are requested */
};

typedef struct {
  unsigned tag;
  double ready; /* time of its first byte */
  double bytes; /* that are left */
} transfer;

typedef struct {
  const ria_track *track;
  size_t next;    /* event */
  double until;   /* end of its computation, or of the start message */
  unsigned waits; /* for these tags */
  bool ended;
  transfer queue[QUEUED];
  int queued;
  double end;
  double compute, wait;
} state;

static double bytes_on_bus(const ria_event *e) {
  const double each = (double)e->u.command.bytes / e->u.command.elements;
  return e->u.command.elements * ceil(each / MEMORY_LINE) * MEMORY_LINE;
}

static double seconds_of(const state *s, const ria_event *e, double clock) {
  double cycles = 0;
  const ria_count *count = e->u.compute.counts;
  for (size_t n = 0; n < e->u.compute.count; n++) {
    const ria_schedule *schedule = &s->track->schedules[count[n].region];
    cycles += schedule->again * (double)count[n].turns +
              (schedule->first - schedule->again) * (double)count[n].runs;
  }
  return cycles / (double)s->track->phase->times / clock;
}

static bool is_waiting(const state *s) {
  for (int n = 0; n < s->queued; n++)
    if (s->waits >> s->queue[n].tag & 1)
      return true;
  return false;
}

/* Events of one SPE up to the next computation, wait or end. */
static void go_on(state *s, double now, const ria_cell_machine *machine) {
  while (!s->ended && s->until <= now && !is_waiting(s)) {
    if (s->next == s->track->phase->count) {
      s->ended = true;
      return;
    }
    const ria_event *e = &s->track->phase->events[s->next];
    if (e->kind == RIA_EVENT_COMMAND && s->queued == QUEUED)
      return;
    s->next++;
    s->waits = 0;
    if (e->kind == RIA_EVENT_COMPUTE) {
      const double seconds = seconds_of(s, e, machine->chip->clock);
      s->until = now + seconds;
      s->compute += seconds;
    } else if (e->kind == RIA_EVENT_COMMAND) {
      s->queue[s->queued++] =
          (transfer){e->u.command.tag, now + machine->chip->latency, bytes_on_bus(e)};
    } else {
      s->waits = e->u.tags;
    }
  }
}

static bool is_moving(const state *s, double now) {
  return s->queued && s->queue[0].ready <= now;
}

/* Advances from one change to the next, until all have ended; returns the time. */
static double run_phase(state *states, int spes, const ria_cell_machine *machine) {
  const double port = machine->chip->port, all = machine->chips * machine->chip->bandwidth;
  double now = 0;
  for (;;) {
    int moving = 0;
    bool ended = true;
    for (int n = 0; n < spes; n++)
      go_on(&states[n], now, machine);
    for (int n = 0; n < spes; n++) {
      const bool left = !states[n].ended || states[n].queued;
      moving += is_moving(&states[n], now);
      if (left)
        states[n].end = INFINITY;
      else
        states[n].end = fmin(states[n].end, now);
      ended = ended && !left;
    }
    if (ended)
      return now;
    const double rate = moving ? fmin(port, all / moving) : port;
    double next = INFINITY;
    for (int n = 0; n < spes; n++) {
      const state *s = &states[n];
      if (s->until > now)
        next = fmin(next, s->until);
      if (is_moving(s, now))
        next = fmin(next, now + s->queue[0].bytes / rate);
      else if (s->queued)
        next = fmin(next, s->queue[0].ready);
    }
    if (!(next < INFINITY))
      return now;
    for (int n = 0; n < spes; n++) {
      state *s = &states[n];
      if (is_waiting(s) && s->until <= now)
        s->wait += next - now;
      if (!is_moving(s, now))
        continue;
      s->queue[0].bytes -= rate * (next - now);
      if (s->queue[0].bytes < 0.5) { /* bytes: the largest remainder from rounding */
        s->queued--;
        for (int k = 0; k < s->queued; k++)
          s->queue[k] = s->queue[k + 1];
      }
    }
    now = next;
  }
}

static bool takes_part(const state *s) {
  return s->track->phase->count > 0;
}

void ria_cell_timeline(const ria_track *tracks, int spes, uint64_t phases,
                       const ria_cell_machine *machine, ria_cell_times *times) {
  state states[RIA_CELL_MOST_SPES] = {0};
  const double message = machine->chip->message;
  double ppe = 0;
  for (int n = 0; n < spes; n++) {
    states[n].track = &tracks[n];
    if (takes_part(&states[n]))
      states[n].until = ppe += message;
  }
  const double last = run_phase(states, spes, machine);
  double compute = 0, wait = 0;
  for (int n = 0; n < spes; n++) {
    if (takes_part(&states[n]))
      ppe = fmax(ppe, states[n].end) + message;
    compute = fmax(compute, states[n].compute);
    wait = fmax(wait, states[n].wait);
  }
  times->seconds += (double)phases * ppe;
  times->ppe += (double)phases * (ppe > 0 ? message + ppe - last : 0);
  times->compute += (double)phases * compute;
  times->wait += (double)phases * wait;
}
