#include "rasters.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "folder.h"
#include "ria/history.h"
#include "ria/raster.h"

static ria_status write_one(const ria_history_view *view, const char *variable, const char *what,
                            const char *unit, const char *folder, float *values) {
  char path[RUN_PATH];
  const ria_raster_plane plane = {.nx = view->nx,
                                  .ny = view->ny,
                                  .x0 = view->x0,
                                  .y0 = view->y0,
                                  .dx = view->dx,
                                  .dy = view->dy,
                                  .crs = view->crs,
                                  .values = values,
                                  .what = what,
                                  .unit = unit};
  const int length = snprintf(path, sizeof path, "%s/%s.tif", folder, variable);
  if (length < 0 || (size_t)length >= sizeof path)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: too long a name", folder);
  RIA_TRY(ria_history_view_read(view, variable, view->records - 1, values));
  return ria_raster_write_tiff(path, &plane);
}

static ria_status write_field(const ria_history_view *view, const ria_history_field *field,
                              const char *folder, float *values, int *written) {
  if (field->once) {
    RIA_TRY(write_one(view, field->name, field->what, field->unit, folder, values));
    ++*written;
  }
  if (field->arrives && field->peak) {
    RIA_TRY(write_one(view, field->peak, "largest so far", field->unit, folder, values));
    ++*written;
  }
  if (field->arrives && field->arrived) {
    RIA_TRY(write_one(view, field->arrived, "arrival after the start", "s", folder, values));
    ++*written;
  }
  return RIA_SUCCESS;
}

static bool is_plane(const ria_history_view *view) {
  return view->records && !view->blocks && !view->box.planes && view->ny > 1;
}

static ria_status write_all(const ria_history_view *view, const char *folder, int *written) {
  float *values = malloc((size_t)(view->nx * view->ny) * sizeof *values);
  ria_status status =
      values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for rasters", folder);
  if (status == RIA_SUCCESS && mkdir(folder, 0777) && errno != EEXIST)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", folder, strerror(errno));
  for (int f = 0; f < view->fields && status == RIA_SUCCESS; f++)
    status = write_field(view, &view->field[f], folder, values, written);
  free(values);
  return status;
}

ria_status run_rasters_write(const char *run_dir, const char *into, int *written) {
  char file[RUN_PATH], folder[RUN_PATH];
  ria_history_view view = {0};
  bool some = false;
  *written = 0;
  snprintf(file, sizeof file, "%s/history.h5", run_dir);
  snprintf(folder, sizeof folder, "%s%s", into ? into : run_dir, into ? "" : "/maps");
  ria_status status = ria_history_view_open(file, &view);
  for (int f = 0; status == RIA_SUCCESS && f < view.fields; f++)
    some |= view.field[f].once;
  if (status == RIA_SUCCESS && some && is_plane(&view))
    status = write_all(&view, folder, written);
  ria_history_view_close(&view);
  return status;
}
