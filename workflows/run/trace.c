#include "trace.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/trace.h"

static bool read_step(const char *text, const char *end, int64_t *step) {
  char *rest;
  errno = 0;
  *step = strtoll(text, &rest, 10);
  return rest == end && rest != text && !errno && *step >= 0;
}

bool run_trace_read_steps(const char *text, int64_t *from, int64_t *to) {
  const char *dots = strstr(text, "..");
  if (!dots)
    return false;
  const char *last = dots + 2;
  *from = 0;
  *to = -1;
  if ((dots > text && !read_step(text, dots, from)) ||
      (*last && !read_step(last, last + strlen(last), to)))
    return false;
  return *to < 0 ? dots > text : *to > *from;
}

ria_status run_trace_begin(const run_trace *trace, ria_simulation *simulation) {
  if (!trace->on)
    return RIA_SUCCESS;
  return ria_simulation_trace(simulation,
                              &(ria_trace_options){.from = trace->from, .to = trace->to});
}

ria_status run_trace_write(const run_trace *trace, ria_simulation *simulation,
                           const ria_runtime *runtime, const run_folder *folder) {
  char name[32], path[RUN_PATH];
  if (!trace->on)
    return RIA_SUCCESS;
  snprintf(name, sizeof name, "trace-%d.csv", ria_runtime_rank(runtime));
  run_folder_join(folder, name, path);
  return ria_simulation_trace_write(simulation, path);
}

static void print_rank(const ria_overlap *o, FILE *out) {
  if (!(o->seconds > 0)) {
    fprintf(out, "rank %d: no steps in the trace\n", o->rank);
    return;
  }
  ria_fprintf(
      out,
      "rank %d: %.4g s of %d worker%s: %.1f %% work, %.1f %% packing and unpacking, %.1f %% "
      "other tasks, %.1f %% idle",
      o->rank, o->seconds, o->workers, o->workers > 1 ? "s" : "", 100 * o->work, 100 * o->packing,
      100 * o->other, 100 * o->idle);
  if (o->messages)
    ria_fprintf(out, "; %d strips received, %.4g us each in transfer", o->messages,
                1e6 * o->travel);
  if (!isnan(o->hidden))
    ria_fprintf(out, "; %.0f %% of the transfer time is hidden by work", 100 * o->hidden);
  fputc('\n', out);
}

/* Prints a summary of a trace, a line per rank. */
static void print_trace(const ria_timeline *timeline, const ria_overlap *overlap, FILE *out) {
  for (int rank = 0; rank < timeline->ranks; rank++)
    print_rank(&overlap[rank], out);
}

ria_status run_trace_convert(const char *folder, const char *file, FILE *out) {
  ria_timeline t;
  char path[RUN_PATH];
  RIA_TRY(ria_timeline_read(folder, &t));
  ria_overlap *overlap = calloc((size_t)t.ranks, sizeof *overlap);
  ria_status status =
      overlap ? ria_timeline_overlap(&t, overlap) : ria_fail(RIA_ERROR_MEMORY, "no memory");
  if (status == RIA_SUCCESS) {
    print_trace(&t, overlap, out);
    snprintf(path, sizeof path, "%s/trace.json", folder);
    status = ria_timeline_write(&t, file ? file : path);
  }
  if (status == RIA_SUCCESS)
    fprintf(out, "%s\n", file ? file : path);
  free(overlap);
  ria_timeline_destroy(&t);
  return status;
}
