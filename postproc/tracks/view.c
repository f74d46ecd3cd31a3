/* Reading tracks. */
#include <stdlib.h>
#include <string.h>
#include "file/h5.h"
#include "tracks.h"

static ria_status unreadable(const char *path, const char *what) {
  return ria_fail(RIA_ERROR_CORRUPT, "%s: %s cannot be read: %s", path, what, ria_h5_reason());
}

/* A dataset of one dimension, as a new array. */
static ria_status read_line(hid_t file, const char *path, const char *name, hid_t type,
                            size_t bytes, int64_t *count, void **values) {
  hsize_t size = 0;
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  const bool line = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
                    H5Sget_simple_extent_dims(space, &size, NULL) == 1;
  *values = line ? malloc(((size_t)size + 1) * bytes) : NULL;
  ria_status status = RIA_SUCCESS;
  if (!line)
    status = unreadable(path, name);
  else if (!*values)
    status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for %s", path, name);
  else if (size && H5Dread(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *values) < 0)
    status = unreadable(path, name);
  *count = (int64_t)size;
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

static ria_status split_names(char *names, const char *path, ria_tracks_view *view) {
  view->groups = 1;
  for (const char *c = names; *c; c++)
    view->groups += *c == '\n';
  view->group = calloc((size_t)view->groups, sizeof *view->group);
  for (int g = 0; g < view->groups && view->group; g++)
    view->group[g] = strdup(strsep(&names, "\n"));
  return view->group ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for names", path);
}

static ria_status read_groups(hid_t file, const char *path, ria_tracks_view *view) {
  hid_t id = H5Dopen2(file, "particle_group", H5P_DEFAULT);
  char *names = id < 0 ? NULL : ria_h5_get_text(id, "names");
  const ria_status status = names ? split_names(names, path, view) : unreadable(path, "the groups");
  ria_h5_close(id);
  free(names);
  return status;
}

static ria_status read_unit(hid_t file, const char *path, ria_tracks_view *view) {
  hid_t id = H5Dopen2(file, tracks_names[TRACKS_MASS], H5P_DEFAULT);
  char *unit = id < 0 ? NULL : ria_h5_get_text(id, "units");
  view->in_kg = unit && !strcmp(unit, "kg");
  const ria_status status = unit ? RIA_SUCCESS : unreadable(path, "the unit of masses");
  ria_h5_close(id);
  free(unit);
  return status;
}

static ria_status read_file(hid_t file, const char *path, ria_tracks_view *view) {
  void *time = NULL, *group = NULL;
  ria_status status =
      read_line(file, path, "time", H5T_NATIVE_DOUBLE, sizeof(double), &view->records, &time);
  view->time = time;
  if (status == RIA_SUCCESS)
    status = read_line(file, path, "particle_group", H5T_NATIVE_INT32, sizeof(int32_t),
                       &view->particles, &group);
  view->of_group = group;
  view->has_mass = H5Lexists(file, tracks_names[TRACKS_MASS], H5P_DEFAULT) > 0;
  if (status == RIA_SUCCESS && view->has_mass)
    status = read_unit(file, path, view);
  return status == RIA_SUCCESS ? read_groups(file, path, view) : status;
}

ria_status ria_tracks_view_open(const char *path, ria_tracks_view *view) {
  hid_t file;
  *view = (ria_tracks_view){.records = 0};
  RIA_TRY(file_h5_open(path, &file));
  const ria_status status = read_file(file, path, view);
  ria_h5_close(file);
  if (status != RIA_SUCCESS)
    ria_tracks_view_close(view);
  return status;
}

void ria_tracks_view_close(ria_tracks_view *view) {
  for (int g = 0; g < view->groups && view->group; g++)
    free(view->group[g]);
  free(view->group);
  free(view->of_group);
  free(view->time);
  *view = (ria_tracks_view){.records = 0};
}

static ria_status read_row(hid_t file, const char *path, const char *name, hid_t type,
                           const hsize_t at[2], const hsize_t size[2], void *values) {
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id),
        memory = H5Screate_simple(2, size, NULL);
  const bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 2 &&
                    H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) >= 0 &&
                    H5Dread(id, type, memory, space, H5P_DEFAULT, values) >= 0;
  ria_h5_close(memory);
  ria_h5_close(space);
  ria_h5_close(id);
  return good ? RIA_SUCCESS : unreadable(path, name);
}

ria_status ria_tracks_view_read(const char *path, const ria_tracks_view *view, int64_t record,
                                const ria_tracks_row *row) {
  const hsize_t at[2] = {(hsize_t)record, 0}, size[2] = {1, (hsize_t)view->particles};
  const struct {
    tracks_variable variable;
    hid_t type;
    void *values;
  } all[] = {{TRACKS_X, H5T_NATIVE_DOUBLE, row->x},
             {TRACKS_Y, H5T_NATIVE_DOUBLE, row->y},
             {TRACKS_STATUS, H5T_NATIVE_UINT8, row->state},
             {TRACKS_MASS, H5T_NATIVE_DOUBLE, view->has_mass ? row->mass : NULL}};
  hid_t file;
  ria_status status = RIA_SUCCESS;
  RIA_TRY(file_h5_open(path, &file));
  for (size_t i = 0; i < sizeof all / sizeof *all && status == RIA_SUCCESS; i++)
    if (all[i].values)
      status =
          read_row(file, path, tracks_names[all[i].variable], all[i].type, at, size, all[i].values);
  ria_h5_close(file);
  for (int64_t n = 0; n < view->particles && row->mass && !view->has_mass; n++)
    row->mass[n] = 1;
  return status;
}
