#include "pictures.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "marks.h"
#include "ria/history.h"
#include "ria/plot.h"

typedef struct {
  run_log *log;
  int64_t made, all;
} drawing;

static void note_made(void *context, const char *path) {
  drawing *d = context;
  (void)path;
  run_log_work(d->log, "drawing maps", ++d->made, d->all);
}

/* The number of records drawn as maps: that of the case. Default: only the last record for a steady
 * flow or a box. */
static int64_t count_maps(const ria_case *c, const ria_history_view *view) {
  enum { USUAL = 8 };
  return c->output.maps_given ? c->output.maps : view->steps || view->box.planes ? 1 : USUAL;
}

bool run_pictures_particles(const char *folder) {
  char *path = NULL;
  const bool there = asprintf(&path, "%s/particles.nc", folder) >= 0 && !access(path, F_OK);
  free(path);
  return there;
}

void run_pictures_maps(const run_folder *folder, const ria_case *c, const ria_terrain *terrain,
                       run_log *log) {
  char path[RUN_PATH];
  ria_history_view view = {0};
  run_marks marks = {0};
  drawing d = {.log = log};
  ria_plot_options o = {.overview = true, .made = note_made, .context = &d};
  run_folder_join(folder, "history.h5", path);
  ria_status status = ria_history_view_open(path, &view);
  if (status == RIA_SUCCESS && terrain->depth)
    status = run_marks_make(c, terrain, RUN_MARKS_OF_RESULT, &marks);
  o.maps = count_maps(c, &view);
  o.marks = marks.marks, o.mark = marks.mark;
  o.edges = marks.edges, o.edge = marks.edge;
  o.particles = run_pictures_particles(folder->path);
  d.all = view.records ? ria_plot_count(&view, &o) : 0;
  ria_history_view_close(&view);
  run_log_info(log, "drawing %lld maps", (long long)d.all);
  if (status == RIA_SUCCESS)
    status = ria_plot_run(folder->path, &o);
  if (status != RIA_SUCCESS)
    run_log_info(log, "warning: no maps: %s", ria_status_detail());
  run_marks_destroy(&marks);
  run_log_stop(log);
}

void run_pictures_trace(const run_folder *folder, const run_trace *trace, run_log *log) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (!out)
    return;
  ria_status status = run_trace_convert(folder->path, trace->file, out);
  fclose(out);
  for (char *rest = text, *line; rest && (line = strsep(&rest, "\n"));)
    if (*line)
      run_log_info(log, "trace: %s", line);
  if (status != RIA_SUCCESS)
    run_log_info(log, "warning: no trace.json: %s", ria_status_detail());
  free(text);
}
