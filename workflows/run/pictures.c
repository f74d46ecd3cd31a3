#include "pictures.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/history.h"
#include "ria/plot.h"

/* Maps of a field; `ria plot` draws them all. Of a steady flow only the end is of interest; of a
 * box a run draws no more either. */
enum { PICTURES = 8 };

typedef struct {
  run_log *log;
  int64_t made, all;
} drawing;

static void note_made(void *context, const char *path) {
  drawing *d = context;
  (void)path;
  run_log_work(d->log, "drawing maps", ++d->made, d->all);
}

void run_pictures_maps(const run_folder *folder, run_log *log) {
  char path[RUN_PATH];
  ria_history_view view = {0};
  drawing d = {.log = log};
  ria_plot_options o = {.overview = true, .made = note_made, .context = &d};
  run_folder_join(folder, "history.h5", path);
  int64_t records = ria_history_view_open(path, &view) == RIA_SUCCESS ? view.records : 0;
  o.every = view.steps || view.box.planes ? 0 : (records + PICTURES - 1) / PICTURES;
  d.all = records ? ria_plot_count(&view, &o) : 0;
  ria_history_view_close(&view);
  run_log_info(log, "drawing %lld maps", (long long)d.all);
  if (ria_plot_run(folder->path, &o) != RIA_SUCCESS)
    run_log_info(log, "warning: no maps: %s", ria_status_detail());
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
