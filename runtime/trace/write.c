/* Writes a rank's events to a CSV file. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "step_times.h"
#include "lanes.h"
#include "ria/number.h"

static const char *const kinds[] = {
    [TRACE_UNPACK] = "unpack", [TRACE_WORK] = "work",         [TRACE_PACK] = "pack",
    [TRACE_FETCH] = "fetch",   [TRACE_SNAPSHOT] = "snapshot", [TRACE_CLOCK] = "clock",
    [TRACE_SEND] = "send",     [TRACE_RECEIVE] = "receive"};

static void name_lane(const trace_record *t, int lane, char name[32]) {
  if (lane == t->workers)
    snprintf(name, 32, "messages");
  else
    snprintf(name, 32, "%s %d", starpu_worker_get_type(lane) == STARPU_CPU_WORKER ? "cpu" : "gpu",
             starpu_worker_get_devid(lane));
}

static int by_beginning(const void *a, const void *b) {
  const trace_event *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Rotate the ring in place, because its oldest event may be anywhere. */
static size_t sort_lane(trace_lane *lane) {
  size_t count = lane->count < TRACE_EVENTS ? (size_t)lane->count : TRACE_EVENTS;
  qsort(lane->event, count, sizeof *lane->event, by_beginning);
  return count;
}

/* Transfers to a GPU overlap its work: they have lanes of their own. */
static void write_events(const ria_simulation *s, const char *name, const trace_lane *lane,
                         size_t count, bool fetches, FILE *file) {
  const trace_record *t = s->trace;
  for (size_t i = 0; i < count; i++) {
    const trace_event *e = &lane->event[i];
    if ((e->kind == TRACE_FETCH) != fetches)
      continue;
    ria_fprintf(file, "%d,%s,%s,%.9f,%.9f,%" PRId64 ",%" PRId32 ",%" PRId32 ",%d,%" PRId64 "\n",
                s->runtime->rank, name, kinds[e->kind], e->begin - t->zero, e->end - t->zero,
                e->step, e->steps, e->tile, e->edge, e->message);
  }
}

static void write_lane(const ria_simulation *s, int number, FILE *file) {
  trace_lane *lane = &s->trace->lane[number];
  char name[32], fetches[48];
  name_lane(s->trace, number, name);
  snprintf(fetches, sizeof fetches, "to %s", name);
  size_t count = sort_lane(lane);
  write_events(s, name, lane, count, false, file);
  write_events(s, fetches, lane, count, true, file);
}

static ria_status write_file(const ria_simulation *s, const char *partial) {
  FILE *file = fopen(partial, "we");
  if (!file)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", partial, strerror(errno));
  fprintf(file, "# ria trace, rank %d of %d, %d workers for tiles; times in s\n", s->runtime->rank,
          s->runtime->ranks, step_times_workers(s));
  fputs("rank,lane,kind,begin,end,step,steps,tile,edge,message\n", file);
  for (int i = 0; i <= s->trace->workers; i++)
    write_lane(s, i, file);
  bool failed = ferror(file);
  failed |= fclose(file) != 0;
  return failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", partial, strerror(errno))
                : RIA_SUCCESS;
}

ria_status ria_simulation_trace_write(ria_simulation *s, const char *path) {
  char *partial = NULL;
  if (!s->trace)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: no trace was requested", path);
  ria_simulation_drain(s);
  step_times_settle(s);
  if (asprintf(&partial, "%s.partial", path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  ria_status status = write_file(s, partial);
  if (status == RIA_SUCCESS && rename(partial, path))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", path, strerror(errno));
  if (status != RIA_SUCCESS)
    remove(partial);
  free(partial);
  return status;
}
