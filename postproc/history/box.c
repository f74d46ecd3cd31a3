/* Planes through a box of cells. */
#include <stdlib.h>
#include "file/h5.h"
#include "history.h"

static ria_history_plane plane_across(const ria_history_box *box, int axis, ria_global layer) {
  ria_history_plane plane = {.across = axis, .layer = layer};
  for (int a = 0, n = 0; a < RIA_AXES; a++)
    if (a != axis)
      plane.size[n++] = box->cells[a];
  return plane;
}

static void add_plane(ria_history_view *view, int axis, ria_global layer) {
  ria_history_box *box = &view->box;
  ria_history_plane plane = plane_across(box, axis, layer);
  plane.first = view->nx;
  box->plane[box->planes++] = plane;
  view->nx += plane.size[0] * plane.size[1];
}

/* The longest axis; among equal axes the first. */
static int longest_axis(const ria_history_box *box) {
  int longest = 0;
  for (int a = 1; a < RIA_AXES; a++)
    if (box->cells[a] > box->cells[longest])
      longest = a;
  return longest;
}

static int thick_axes(const ria_history_box *box) {
  int count = 0;
  for (int a = 0; a < RIA_AXES; a++)
    count += box->cells[a] > 1;
  return count;
}

/* The middle planes across z, y and x; for a box with one cell along an axis, the plane across that
 * axis. */
static void choose_middle_planes(ria_history_view *view) {
  const ria_history_box *box = &view->box;
  const int thick = thick_axes(box), longest = longest_axis(box);
  for (int axis = RIA_AXES - 1; axis >= 0; axis--) {
    const bool only =
        thick == 2 ? box->cells[axis] == 1 : axis == (longest == RIA_AXES - 1 ? 0 : RIA_AXES - 1);
    if (thick == RIA_AXES || only)
      add_plane(view, axis, (box->cells[axis] - 1) / 2);
  }
}

ria_status history_choose_planes(ria_history_view *view, const ria_surface_choice *choice) {
  ria_history_box *box = &view->box;
  view->nx = box->planes = 0;
  view->ny = 1;
  if (!choice) {
    choose_middle_planes(view);
    return RIA_SUCCESS;
  }
  const ria_global layers = box->cells[choice->axis];
  if (choice->layer >= layers)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: there is no %c = %lld; expected at most %lld",
                    view->path, 'i' + choice->axis, (long long)choice->layer,
                    (long long)layers - 1);
  add_plane(view, choice->axis, choice->layer < 0 ? (layers - 1) / 2 : choice->layer);
  return RIA_SUCCESS;
}

/* A run of cells in space is drawn as a profile. */
static void set_line(ria_history_view *view) {
  const ria_history_box *box = &view->box;
  if (thick_axes(box) > 1)
    return;
  view->axis = longest_axis(box);
  view->x0 = box->origin[view->axis];
  view->dx = box->spacing[view->axis];
}

ria_status history_read_box(ria_history_view *view) {
  enum { MOST = 1 << 20 }; /* cells along an axis: no product overflows */
  static const char *const axis[] = {"x", "y", "z"}, *const origin[] = {"x0", "y0", "z0"},
                           *const spacing[] = {"dx", "dy", "dz"};
  hid_t file = (hid_t)view->id;
  for (int a = 0; a < RIA_AXES; a++) {
    hsize_t size[2];
    double *values = history_read_doubles(file, axis[a], 1, size);
    free(values);
    view->box.cells[a] = (ria_global)size[0];
    if (!values || size[0] < 1 || size[0] > MOST ||
        !ria_h5_get_number(file, origin[a], &view->box.origin[a]) ||
        !ria_h5_get_number(file, spacing[a], &view->box.spacing[a]))
      return history_unreadable(view->path, "grid");
  }
  RIA_TRY(history_choose_planes(view, NULL));
  set_line(view);
  return RIA_SUCCESS;
}

static bool read_plane(const ria_history_plane *plane, hid_t variable, hid_t space, int64_t record,
                       float *values) {
  hsize_t at[1 + RIA_AXES] = {(hsize_t)record}, size[1 + RIA_AXES] = {1, 1, 1, 1};
  for (int a = 0, n = 0; a < RIA_AXES; a++) {
    if (a == plane->across)
      at[RIA_AXES - a] = (hsize_t)plane->layer;
    else
      size[RIA_AXES - a] = (hsize_t)plane->size[n++];
  }
  hid_t memory = H5Screate_simple(1 + RIA_AXES, size, NULL);
  const bool good = memory >= 0 &&
                    H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) >= 0 &&
                    H5Dread(variable, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, values) >= 0;
  ria_h5_close(memory);
  return good;
}

ria_status history_read_planes(const ria_history_view *view, const char *variable, int64_t record,
                               float *values) {
  hid_t file = (hid_t)view->id;
  if (record < 0 || record >= view->records || H5Lexists(file, variable, H5P_DEFAULT) <= 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: has no %s of record %lld", view->path, variable,
                    (long long)record);
  hid_t id = H5Dopen2(file, variable, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 + RIA_AXES;
  for (int p = 0; p < view->box.planes && good; p++)
    good = read_plane(&view->box.plane[p], id, space, record, values + view->box.plane[p].first);
  ria_status status = good ? RIA_SUCCESS
                           : ria_fail(RIA_ERROR_CORRUPT, "%s: %s of record %lld cannot be read: %s",
                                      view->path, variable, (long long)record, ria_h5_reason());
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}
