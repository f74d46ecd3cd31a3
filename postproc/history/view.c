/* Reading a history, and checking that one belongs to a case. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "file/h5.h"
#include "history.h"

static ria_status same_text(hid_t file, const char *path, const char *name, const char *expected) {
  if (!expected)
    return RIA_SUCCESS;
  char *found = ria_h5_get_text(file, name);
  bool same = found && !strcmp(found, expected);
  ria_status status =
      same ? RIA_SUCCESS
           : ria_fail(RIA_ERROR_MISMATCH,
                      "%s: belongs to another run: its %s is %s, not %s; choose another output "
                      "folder",
                      path, name, found ? found : "missing", expected);
  free(found);
  return status;
}

static ria_status check_variable(hid_t file, const ria_history_description *of, int block,
                                 const char *variable, hsize_t records) {
  char name[HISTORY_NAME];
  hsize_t size[H5S_MAX_RANK] = {0}, expected[1 + RIA_AXES], chunks = 0;
  const int rank = history_sizes(of, block, records, expected);
  history_name(of, block, variable, name);
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  ria_status status = RIA_SUCCESS;
  if (space < 0 || H5Sget_simple_extent_dims(space, size, NULL) != rank ||
      H5Dget_num_chunks(id, space, &chunks) < 0)
    status =
        ria_fail(RIA_ERROR_CORRUPT, "%s: %s cannot be read: %s", of->path, name, ria_h5_reason());
  else if (memcmp(size + 1, expected + 1, (size_t)(rank - 1) * sizeof *size) != 0)
    status =
        ria_fail(RIA_ERROR_MISMATCH, "%s: has %llu x %llu cells, not %llu x %llu", of->path,
                 (unsigned long long)size[rank - 1], (unsigned long long)size[rank - 2],
                 (unsigned long long)expected[rank - 1], (unsigned long long)expected[rank - 2]);
  else if (size[0] != records || (records && chunks % records))
    status = ria_fail(RIA_ERROR_CORRUPT, "%s: some records of %s are missing", of->path, name);
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

static ria_status same_fields(hid_t file, const ria_history_description *of) {
  char *found = ria_h5_get_text(file, "fields");
  const bool same = !strcmp(found ? found : "", of->fields ? of->fields : "");
  const ria_status status =
      same ? RIA_SUCCESS
           : ria_fail(RIA_ERROR_MISMATCH,
                      "%s: was started with %s%s; continue with the same output.fields, or choose "
                      "another output folder",
                      of->path, found ? "output.fields: " : "all variables", found ? found : "");
  free(found);
  return status;
}

/* Checks a history of a part of the plane. */
static ria_status same_corner(hid_t file, const ria_history_description *of) {
  static const char *const name[] = {"x0", "y0"};
  double at;
  for (int a = 0; a < 2 && !of->mesh; a++)
    if (ria_h5_get_number(file, name[a], &at) && at != of->grid.origin[a])
      return ria_fail(RIA_ERROR_MISMATCH,
                      "%s: its grid begins at %s = %.10g m, not %.10g m; continue with the same "
                      "output.region, or choose another output folder",
                      of->path, name[a], at, of->grid.origin[a]);
  return RIA_SUCCESS;
}

ria_status history_check(hid_t file, const ria_history_description *of) {
  double version = 0;
  RIA_TRY(same_text(file, of->path, "format", "ria history"));
  if (!ria_h5_get_number(file, "version", &version) || version != HISTORY_VERSION)
    return ria_fail(RIA_ERROR_MISMATCH, "%s: has history format %g; this ria writes format %d",
                    of->path, version, HISTORY_VERSION);
  RIA_TRY(same_text(file, of->path, "solver", of->solver));
  RIA_TRY(same_text(file, of->path, "case_hash", of->case_hash));
  RIA_TRY(
      same_text(file, of->path, "precision", of->precision == RIA_SINGLE ? "single" : "double"));
  RIA_TRY(same_fields(file, of));
  RIA_TRY(same_corner(file, of));
  hsize_t records = 0;
  hid_t id = H5Dopen2(file, "time", H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  bool good = space >= 0 && H5Sget_simple_extent_dims(space, &records, NULL) == 1;
  ria_h5_close(space);
  ria_h5_close(id);
  if (!good)
    return ria_fail(RIA_ERROR_CORRUPT, "%s: its times cannot be read", of->path);
  const ria_variable *list[HISTORY_MAX_VARIABLES];
  int count = history_variables(of, list);
  for (int b = 0; b < history_blocks(of); b++)
    for (int v = 0; v < count; v++)
      RIA_TRY(check_variable(file, of, b, list[v]->name, records));
  return RIA_SUCCESS;
}

/* ---- the view ---- */

double *history_read_doubles(hid_t file, const char *name, int rank, hsize_t size[2]) {
  enum { MOST = 1 << 30 }; /* cells along an axis: no product overflows */
  double *values = NULL;
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  size[0] = size[1] = 1;
  if (space >= 0 && H5Sget_simple_extent_ndims(space) == rank) {
    H5Sget_simple_extent_dims(space, size, NULL);
    if (size[0] <= MOST && size[1] <= MOST)
      values = malloc((size_t)(size[0] * size[1]) * sizeof *values + 1);
    if (values && H5Dread(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) {
      free(values);
      values = NULL;
    }
  }
  ria_h5_close(space);
  ria_h5_close(id);
  return values;
}

ria_status history_unreadable(const char *path, const char *what) {
  return ria_fail(RIA_ERROR_CORRUPT, "%s: its %s cannot be read: %s", path, what, ria_h5_reason());
}

static ria_status read_places(ria_history_view *view) {
  hid_t file = (hid_t)view->id;
  if (H5Lexists(file, "gauge", H5P_DEFAULT) <= 0)
    return RIA_SUCCESS;
  hsize_t size[2], also[2];
  double *x = history_read_doubles(file, "gauge_x", 1, size),
         *y = history_read_doubles(file, "gauge_y", 1, also);
  hid_t id = H5Dopen2(file, "gauge", H5P_DEFAULT);
  char *names = id < 0 ? NULL : ria_h5_get_text(id, "names"), *rest = names;
  ria_h5_close(id);
  bool fits = x && y && names && size[0] == also[0] && size[0] <= strlen(names) + 1;
  view->place = fits ? calloc((size_t)size[0] + 1, sizeof *view->place) : NULL;
  if (view->place) {
    for (hsize_t p = 0; p < size[0] && rest; p++) {
      char *name = strdup(strsep(&rest, "\n"));
      if (!name)
        break;
      view->place[view->places++] = (ria_place){.name = name, .x = x[p], .y = y[p]};
    }
  }
  bool good = view->place && view->places == (int)size[0];
  free(x);
  free(y);
  free(names);
  return good ? RIA_SUCCESS : history_unreadable(view->path, "gauges");
}

static bool read_extent(ria_history_view *view, const char *axis, ria_global *cells) {
  hsize_t size[2];
  double *values = history_read_doubles((hid_t)view->id, axis, 1, size);
  free(values);
  *cells = (ria_global)size[0];
  return values != NULL;
}

static ria_status read_plane(ria_history_view *view) {
  hid_t file = (hid_t)view->id;
  const bool good =
      read_extent(view, "x", &view->nx) && read_extent(view, "y", &view->ny) &&
      ria_h5_get_number(file, "x0", &view->x0) && ria_h5_get_number(file, "y0", &view->y0) &&
      ria_h5_get_number(file, "dx", &view->dx) && ria_h5_get_number(file, "dy", &view->dy);
  return good ? RIA_SUCCESS : history_unreadable(view->path, "grid");
}

static ria_status read_view(ria_history_view *view) {
  hid_t file = (hid_t)view->id;
  char *format = ria_h5_get_text(file, "format");
  bool ours = format && !strcmp(format, "ria history");
  free(format);
  if (!ours)
    return ria_fail(RIA_ERROR_FORMAT, "%s: is not a history of ria", view->path);
  const bool nodes = H5Aexists(file, "nodes") > 0;
  const bool box = !nodes && H5Lexists(file, "z", H5P_DEFAULT) > 0;
  if (!nodes && H5Aexists(file, "blocks") > 0)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s: has blocks of cells, which ria does not draw: open the history.xdmf in "
                    "its folder with ParaView",
                    view->path);
  hsize_t size[2];
  view->time = history_read_doubles(file, "time", 1, size);
  if (!view->time)
    return history_unreadable(view->path, "times");
  view->records = (int64_t)size[0];
  RIA_TRY(nodes ? history_read_blocks(view) : box ? history_read_box(view) : read_plane(view));
  view->has_start = ria_h5_get_number(file, "start", &view->start);
  view->title = ria_h5_get_text(file, "title");
  if (H5Lexists(file, "crs", H5P_DEFAULT) > 0) {
    hid_t crs = H5Dopen2(file, "crs", H5P_DEFAULT);
    if (crs < 0)
      return history_unreadable(view->path, "crs");
    view->crs = ria_h5_get_text(crs, "crs");
    H5Dclose(crs);
  }
  hid_t time = H5Dopen2(file, "time", H5P_DEFAULT);
  char *unit = time < 0 ? NULL : ria_h5_get_text(time, "units");
  view->steps = unit && !strcmp(unit, "1");
  free(unit);
  ria_h5_close(time);
  RIA_TRY(history_read_drawn(view));
  return read_places(view);
}

ria_status ria_history_view_open(const char *path, ria_history_view *view) {
  *view = (ria_history_view){.id = H5I_INVALID_HID};
  RIA_TRY(ria_history_recover(path));
  view->path = strdup(path);
  if (!view->path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  hid_t file;
  ria_status status = file_h5_open(path, &file);
  if (status == RIA_SUCCESS) {
    view->id = file;
    status = read_view(view);
  }
  if (status != RIA_SUCCESS)
    ria_history_view_close(view);
  return status;
}

ria_status ria_history_view_read(const ria_history_view *view, const char *variable, int64_t record,
                                 float *values) {
  hid_t file = (hid_t)view->id;
  if (view->blocks)
    return history_read_surface(view, variable, record, values);
  if (view->box.planes)
    return history_read_planes(view, variable, record, values);
  if (record < 0 || record >= view->records || H5Lexists(file, variable, H5P_DEFAULT) <= 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: has no %s of record %lld", view->path, variable,
                    (long long)record);
  hsize_t at[3] = {(hsize_t)record, 0, 0};
  hsize_t size[3] = {1, (hsize_t)view->ny, (hsize_t)view->nx};
  hid_t id = H5Dopen2(file, variable, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  hid_t memory = H5Screate_simple(3, size, NULL);
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 3 &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) >= 0 &&
              H5Dread(id, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, values) >= 0;
  ria_status status = RIA_SUCCESS;
  if (!good) {
    status = ria_fail(RIA_ERROR_CORRUPT, "%s: %s of record %lld cannot be read: %s", view->path,
                      variable, (long long)record, ria_h5_reason());
  }
  ria_h5_close(memory);
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

void ria_history_view_close(ria_history_view *view) {
  if (view->path)
    ria_h5_close((hid_t)view->id);
  for (int p = 0; p < view->places; p++)
    free((char *)view->place[p].name);
  free(view->place);
  free(view->path);
  free(view->time);
  free(view->ground);
  for (int b = 0; b < view->blocks; b++)
    free(view->block[b].name);
  free(view->block);
  for (int a = 0; a < RIA_AXES; a++)
    free(view->at[a]);
  for (int f = 0; f < view->fields; f++) {
    ria_history_field *field = &view->field[f];
    char *const texts[] = {field->name,         field->unit,         field->what,   field->title,
                           field->label,        field->cgns_name,    field->peak,   field->arrived,
                           field->component[0], field->component[1], field->divisor};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
      free(texts[t]);
  }
  free(view->field);
  free(view->title);
  free(view->crs);
  *view = (ria_history_view){.id = H5I_INVALID_HID};
}
