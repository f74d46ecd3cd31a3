/* The empty history: dimensions, coordinates, variables and attributes, as netCDF-4 stores them in
 * HDF5. */
#include <errno.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "calendar.h"
#include "file/h5.h"
#include "netcdf.h"
#include "writer.h"
#include "ria/version.h"

enum { TIME_CHUNK = 512 };

/* After the first failure, further calls do nothing. */
typedef struct {
  const ria_history_description *of;
  ria_overlay *overlay;
  hid_t file;
  hid_t time, gauge, axis[RIA_AXES]; /* dimension scales; the axes are the present block's */
  int dimensions; /* dimensions so far: their netCDF numbers are consecutive over blocks */
  int block;      /* the present block */
  hid_t group;    /* its group */
  bool failed;
  ria_status status; /* status of missing coordinates, with the reason in ria_status_detail() */
} layout;

static void check(layout *l, herr_t result) {
  if (result < 0)
    l->failed = true;
}

static void text(layout *l, hid_t object, const char *name, const char *value) {
  if (value && !l->failed)
    check(l, ria_h5_put_text(object, name, value));
}

static void number(layout *l, hid_t object, const char *name, double value) {
  if (!l->failed)
    check(l, ria_h5_put_number(object, name, H5T_IEEE_F64LE, value));
}

int history_variables(const ria_history_description *of,
                      const ria_variable *list[HISTORY_MAX_VARIABLES]) {
  int count = 0;
  for (int v = 0; v < of->shown->variables; v++)
    if (of->shown->variable[v].where & RIA_SHOWN_IN_HISTORY)
      list[count++] = &of->shown->variable[v];
  return count;
}

static hid_t dataset(layout *l, const char *name, hid_t type, int rank, const hsize_t *size,
                     const hsize_t *most, const hsize_t *chunk, bool packed, const void *fill) {
  if (l->failed)
    return H5I_INVALID_HID;
  hid_t id = netcdf_dataset(l->group, name, type, rank, size, most, chunk, packed, fill);
  check(l, id < 0 ? -1 : 0);
  return id;
}

static void make_scale(layout *l, const char *name, hid_t id, hid_t *scale) {
  *scale = id;
  if (l->failed)
    return;
  check(l, netcdf_make_scale(id, name, l->dimensions++));
}

/* The axes of the present block are a dataset's last dimensions, from `first` on. */
static void attach_axes(layout *l, hid_t id, int first) {
  const int axes = history_axes(l->of);
  for (int a = axes - 1; a >= 0 && !l->failed; a--)
    check(l, H5DSattach_scale(id, l->axis[a], (unsigned)(first + axes - 1 - a)));
}

static void put_time(layout *l) {
  hsize_t none = 0, endless = H5S_UNLIMITED, chunk = TIME_CHUNK;
  hid_t id = dataset(l, "time", H5T_IEEE_F64LE, 1, &none, &endless, &chunk, false, NULL);
  make_scale(l, "time", id, &l->time);
  if (l->of->shown->steps) {
    text(l, id, "long_name", "steps since the start");
    text(l, id, "units", "1");
    return;
  }
  if (!l->failed)
    check(l, netcdf_describe_time(id, l->of->has_start, l->of->start));
}

/* Coordinates in space of the cell centres along an axis of the present block; numbers for nodes.
 */
typedef struct {
  int space; /* which axis of space */
  ria_global cells;
  double first, step;
} axis_of_block;

static axis_of_block find_axis(const layout *l, int axis) {
  if (l->of->nodes)
    return (axis_of_block){axis, l->of->mesh->block[l->block].cells[axis], -0.5, 1};
  if (!l->of->mesh)
    return (axis_of_block){axis, l->of->grid.cells[axis], l->of->grid.origin[axis],
                           l->of->grid.spacing[axis]};
  const ria_block *block = &l->of->mesh->block[l->block];
  bool backwards;
  const int space = ria_block_axis(block, axis, &backwards);
  return (axis_of_block){space, block->cells[axis], block->origin[space],
                         backwards ? -block->spacing[axis] : block->spacing[axis]};
}

static void put_axis(layout *l, int axis) {
  static const char *const names[] = {"x", "y", "z"}, *const turned[] = {"i", "j", "k"};
  static const char *const letters[] = {"X", "Y", "Z"};
  const axis_of_block a = find_axis(l, axis);
  const hsize_t cells = (hsize_t)a.cells;
  double *centre = malloc((size_t)cells * sizeof *centre);
  if (!centre) {
    l->failed = true;
    return;
  }
  for (hsize_t c = 0; c < cells; c++)
    centre[c] = a.first + ((double)c + 0.5) * a.step;
  const bool nodes = l->of->nodes;
  const bool straight = !nodes && history_is_straight(l->of, l->block);
  const char *name = straight ? names[axis] : turned[axis];
  hid_t id = dataset(l, name, H5T_IEEE_F64LE, 1, &cells, NULL, NULL, false, NULL);
  make_scale(l, name, id, &l->axis[axis]);
  const bool projected = l->of->crs_attributes > 0;
  if (!l->failed)
    check(l, H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, centre));
  free(centre);
  text(l, id, "units", nodes ? "1" : "m");
  if (projected && axis < 2)
    text(l, id, "standard_name", axis == 0 ? "projection_x_coordinate" : "projection_y_coordinate");
  char long_name[32];
  snprintf(long_name, sizeof long_name, nodes ? "number of nodes along %s" : "%s of cell centres",
           nodes ? turned[axis] : names[a.space]);
  text(l, id, "long_name", long_name);
  if (straight)
    text(l, id, "axis", letters[axis]);
  if (straight && axis == 2)
    text(l, id, "positive", "up");
}

static void put_crs(layout *l) {
  const ria_history_description *of = l->of;
  if (!of->crs_attributes)
    return;
  const int zero = 0;
  hid_t id = dataset(l, "crs", H5T_STD_I32LE, 0, NULL, NULL, NULL, false, NULL);
  if (!l->failed)
    check(l, H5Dwrite(id, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, &zero));
  if (!l->failed)
    check(l, ria_h5_put_attributes(id, of->crs_attributes, of->crs_attribute));
  ria_h5_close(id);
}

static void describe(layout *l, hid_t id, const char *long_name, const char *standard_name,
                     const char *unit) {
  text(l, id, "long_name", long_name);
  text(l, id, "standard_name", standard_name);
  text(l, id, "units", unit);
  if (l->of->crs_attributes)
    text(l, id, "grid_mapping", "crs");
}

static void put_static(layout *l, const ria_shown_static *field) {
  const ria_history_description *of = l->of;
  hsize_t size[2] = {(hsize_t)of->grid.cells[1], (hsize_t)of->grid.cells[0]};
  hsize_t chunk[2] = {history_chunk_edge(size[0], 2), history_chunk_edge(size[1], 2)};
  hid_t id = dataset(l, field->name, history_real(of->precision), 2, size, NULL, chunk, true, NULL);
  attach_axes(l, id, 0);
  describe(l, id, field->what, field->standard_name, field->unit);
  if (!l->failed)
    check(l, H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, field->value));
  ria_h5_close(id);
}

static void put_fill(layout *l, hid_t id) {
  double nan_value = NAN;
  check(l, ria_h5_put(id, "_FillValue", history_real(l->of->precision), H5T_NATIVE_DOUBLE, 1,
                      &nan_value));
}

static void put_picture(layout *l, hid_t id, const ria_picture *picture) {
  if (!picture->title)
    return;
  text(l, id, "picture", picture->title);
  text(l, id, "picture_name", picture->name);
  text(l, id, "picture_label", picture->label);
  text(l, id, "picture_scale", history_scales[picture->scale]);
  if (picture->once)
    text(l, id, "picture_of", "the last record");
  if (!picture->component[0])
    return;
  text(l, id, "component_x", picture->component[0]);
  text(l, id, "component_y", picture->component[1]);
}

/* A value is a mean over its cell; its method over time depends on the variable. */
static void put_methods(layout *l, hid_t id, const char *over_time) {
  const bool straight = history_is_straight(l->of, l->block), box = history_axes(l->of) == 3;
  const char *where = l->of->nodes ? ""
                      : straight   ? (box ? " x: y: z: mean" : " area: mean")
                                   : (box ? " i: j: k: mean" : " i: j: mean");
  char methods[64];
  snprintf(methods, sizeof methods, "time: %s%s", over_time, where);
  text(l, id, "cell_methods", methods);
}

static void put_variable(layout *l, const ria_variable *v) {
  const ria_history_description *of = l->of;
  hsize_t size[1 + RIA_AXES], most[1 + RIA_AXES] = {H5S_UNLIMITED}, chunk[1 + RIA_AXES] = {1};
  const int rank = history_sizes(of, l->block, 0, size);
  for (int d = 1; d < rank; d++) {
    most[d] = size[d];
    chunk[d] = history_chunk_edge(size[d], rank - 1);
  }
  bool masked = !history_is_plain(of->shown, v);
  float nan_single = NAN;
  double nan_double = NAN;
  const void *fill = of->precision == RIA_SINGLE ? (const void *)&nan_single : &nan_double;
  hid_t id = dataset(l, v->name, history_real(of->precision), rank, size, most, chunk, true,
                     masked ? fill : NULL);
  if (!l->failed)
    check(l, H5DSattach_scale(id, l->time, 0));
  attach_axes(l, id, 1);
  if (masked && !l->failed)
    put_fill(l, id);
  describe(l, id, v->what, v->standard_name, v->unit);
  text(l, id, "cgns_name", v->cgns_name);
  put_methods(l, id, v->over_time ? v->over_time : "point");
  text(l, id, "coordinates", of->nodes ? "x y z" : NULL);
  put_picture(l, id, &v->picture);
  if (of->shown->arrival && !strcmp(v->name, of->shown->arrival)) {
    text(l, id, "tracer", of->shown->substance);
    number(l, id, "threshold", of->shown->threshold);
    text(l, id, "peak", of->shown->peak);
    text(l, id, "arrived", of->shown->arrived);
  }
  ria_h5_close(id);
}

/* The variables of each place, in the order of the columns of gauges.csv. */
static void put_columns(layout *l, hid_t id) {
  char names[1024] = "";
  const ria_shown *shown = l->of->shown;
  for (int v = 0, n = 0; v < shown->variables; v++)
    if (shown->variable[v].where & RIA_SHOWN_IN_GAUGES && n < (int)sizeof names)
      n += snprintf(names + n, sizeof names - (size_t)n, "%s%s", n ? " " : "",
                    shown->variable[v].name);
  text(l, id, "columns", names);
}

/* Names are stored in one attribute, because netCDF's arrays of characters would need another
 * dimension. */
static char *join_names(const ria_history_description *of) {
  size_t size = 1;
  for (int p = 0; p < of->places; p++)
    size += strlen(of->place[p].name) + 1;
  char *names = malloc(size), *end = names;
  if (!names)
    return NULL;
  *end = 0;
  for (int p = 0; p < of->places; p++)
    end += sprintf(end, "%s%s", p ? "\n" : "", of->place[p].name);
  return names;
}

static void put_place_axis(layout *l, const char *name, const char *long_name, int axis,
                           double *values) {
  hsize_t count = (hsize_t)l->of->places;
  for (int p = 0; p < l->of->places; p++) {
    const ria_place *place = &l->of->place[p];
    values[p] = axis == 0 ? place->x : axis == 1 ? place->y : place->z;
  }
  hid_t id = dataset(l, name, H5T_IEEE_F64LE, 1, &count, NULL, NULL, false, NULL);
  if (!l->failed)
    check(l, H5DSattach_scale(id, l->gauge, 0));
  text(l, id, "long_name", long_name);
  text(l, id, "units", "m");
  if (!l->failed)
    check(l, H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  ria_h5_close(id);
}

static void put_places(layout *l) {
  hsize_t count = (hsize_t)l->of->places;
  if (!count)
    return;
  double *values = malloc((size_t)count * sizeof *values);
  char *names = join_names(l->of);
  if (values && names) {
    for (hsize_t p = 0; p < count; p++)
      values[p] = (double)p;
    hid_t id = dataset(l, "gauge", H5T_STD_I32LE, 1, &count, NULL, NULL, false, NULL);
    make_scale(l, "gauge", id, &l->gauge);
    text(l, id, "long_name", "number of the gauge");
    text(l, id, "names", names);
    put_columns(l, id);
    if (!l->failed)
      check(l, H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    put_place_axis(l, "gauge_x", "x of the gauge", 0, values);
    put_place_axis(l, "gauge_y", "y of the gauge", 1, values);
    if (history_axes(l->of) == 3)
      put_place_axis(l, "gauge_z", "z of the gauge", 2, values);
  } else {
    l->failed = true;
  }
  free(values);
  free(names);
}

/* Origin of the present block, and the size of its cells. */
static void put_origin(layout *l) {
  static const char *const origin[] = {"x0", "y0", "z0"}, *const size[] = {"dx", "dy", "dz"};
  const int axes = history_axes(l->of);
  for (int a = 0; a < axes; a++)
    number(l, l->group, origin[a],
           l->of->mesh ? l->of->mesh->block[l->block].origin[a] : l->of->grid.origin[a]);
  for (int a = 0; a < axes; a++)
    number(l, l->group, size[a], fabs(find_axis(l, a).step));
}

static void put_globals(layout *l) {
  const ria_history_description *of = l->of;
  char date[HISTORY_DATE_SIZE], line[512];
  history_date_iso((double)time(NULL), date);
  snprintf(line, sizeof line, "%s %s", date, of->command ? of->command : "ria");
  text(l, l->file, "Conventions", "CF-1.10");
  text(l, l->file, "title", of->title ? of->title : "");
  text(l, l->file, "history", line);
  snprintf(line, sizeof line, "ria " RIA_VERSION "%s%s", of->shown->model ? ", " : "",
           of->shown->model ? of->shown->model : "");
  text(l, l->file, "source", line);
  text(l, l->file, "format", "ria history");
  if (!l->failed)
    check(l, ria_h5_put_int(l->file, "version", HISTORY_VERSION));
  text(l, l->file, "solver", of->solver);
  text(l, l->file, "case_hash", of->case_hash);
  text(l, l->file, "fields", of->fields);
  text(l, l->file, "precision", of->precision == RIA_SINGLE ? "single" : "double");
  for (int s = 0; s < of->shown->statics; s++)
    if (of->shown->fixed[s].ground)
      text(l, l->file, "ground", of->shown->fixed[s].name);
  if (of->nodes)
    text(l, l->file, "nodes", of->nodes->cylindrical ? "cylindrical" : "cartesian");
  for (int p = 0; p < of->shown->parameters; p++)
    number(l, l->file, of->shown->parameter[p].name, of->shown->parameter[p].value);
  if (history_has_groups(of)) {
    if (!l->failed)
      check(l, ria_h5_put_int(l->file, "blocks", history_blocks(of)));
  } else {
    put_origin(l);
  }
  if (of->has_start)
    number(l, l->file, "start", of->start);
}

static ria_status create_file(layout *l) {
  hid_t create = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_link_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_attr_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  ria_status status = ria_overlay_create(create, 1, &l->file, &l->overlay);
  H5Pclose(create);
  return status;
}

static void put_axes(layout *l) {
  for (int a = history_axes(l->of) - 1; a >= 0; a--)
    put_axis(l, a);
}

static void put_variables(layout *l) {
  const ria_shown *shown = l->of->shown;
  for (int v = 0; v < shown->variables; v++)
    if (shown->variable[v].where & RIA_SHOWN_IN_HISTORY)
      put_variable(l, &shown->variable[v]);
}

/* The corners of the cells of a block with axes that are not parallel to those of space, for XDMF.
 */
static void put_corners(layout *l) {
  const ria_block *block = &l->of->mesh->block[l->block];
  const hsize_t axes = (hsize_t)history_axes(l->of);
  hsize_t size[1 + RIA_AXES], corners = 1;
  for (hsize_t d = 0; d < axes; d++) {
    size[d] = (hsize_t)block->cells[axes - 1 - d] + 1;
    corners *= size[d];
  }
  size[axes] = axes;
  double *values = malloc((size_t)(corners * axes) * sizeof *values), *to = values;
  if (!values) {
    l->failed = true;
    return;
  }
  double at[RIA_AXES] = {0}, point[RIA_AXES];
  const double last = axes == 3 ? (double)block->cells[2] : 0;
  for (at[2] = 0; at[2] <= last; at[2]++)
    for (at[1] = 0; at[1] <= (double)block->cells[1]; at[1]++)
      for (at[0] = 0; at[0] <= (double)block->cells[0]; at[0]++) {
        ria_block_point(block, at, point);
        for (hsize_t a = 0; a < axes; a++)
          *to++ = point[a];
      }
  hid_t id = dataset(l, "corners", H5T_IEEE_F64LE, (int)axes + 1, size, NULL, NULL, false, NULL);
  text(l, id, "long_name", "corners of cells in space");
  text(l, id, "units", "m");
  if (!l->failed)
    check(l, H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  ria_h5_close(id);
  free(values);
}

static hid_t make_group(layout *l, const char *name) {
  if (l->failed)
    return H5I_INVALID_HID;
  hid_t create = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_link_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_attr_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  hid_t id = H5Gcreate2(l->file, name, H5P_DEFAULT, create, H5P_DEFAULT);
  H5Pclose(create);
  check(l, id < 0 ? -1 : 0);
  return id;
}

static void close_axes(layout *l) {
  for (int a = 0; a < RIA_AXES; a++) {
    ria_h5_close(l->axis[a]);
    l->axis[a] = H5I_INVALID_HID;
  }
}

static void put_blocks(layout *l) {
  for (l->block = 0; l->block < history_blocks(l->of) && !l->failed; l->block++) {
    l->group = make_group(l, l->of->mesh->block[l->block].name);
    if (!l->failed && !l->of->nodes)
      put_origin(l);
    put_axes(l);
    if (l->of->nodes && !l->failed) {
      l->status = history_put_nodes(l->of, l->block, l->group, l->axis);
      l->failed = l->status != RIA_SUCCESS;
    }
    put_variables(l);
    if (!history_is_straight(l->of, l->block))
      put_corners(l);
    close_axes(l);
    ria_h5_close(l->group);
    l->group = l->file;
  }
  l->block = 0;
}

static void put_all(layout *l) {
  put_globals(l);
  put_time(l);
  if (!history_has_groups(l->of))
    put_axes(l);
  put_crs(l);
  for (int s = 0; s < l->of->shown->statics; s++)
    put_static(l, &l->of->shown->fixed[s]);
  if (history_has_groups(l->of))
    put_blocks(l);
  else
    put_variables(l);
  put_places(l);
}

static ria_status lay_out(layout *l, const char *path, ria_byte_range **chunk, size_t *chunks) {
  put_all(l);
  ria_status status = l->status;
  if (l->failed && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, ria_h5_reason());
  if (status == RIA_SUCCESS)
    status = history_list_statics(l->of, l->file, chunk, chunks);
  char kept[1024];
  snprintf(kept, sizeof kept, "%s", ria_status_detail());
  close_axes(l);
  ria_h5_close(l->time);
  ria_h5_close(l->gauge);
  ria_status closed = ria_overlay_close(l->overlay, l->file);
  return status == RIA_SUCCESS ? closed : ria_fail(status, "%s", kept);
}

ria_status history_write_layout(const ria_history_description *of, const char *path) {
  layout l = {.of = of, .time = H5I_INVALID_HID, .gauge = H5I_INVALID_HID};
  ria_byte_range *chunk = NULL;
  size_t chunks = 0;
  for (int a = 0; a < RIA_AXES; a++)
    l.axis[a] = H5I_INVALID_HID;
  RIA_TRY(create_file(&l));
  l.group = l.file;
  ria_status status = lay_out(&l, path, &chunk, &chunks);
  if (status == RIA_SUCCESS)
    status = history_publish(path, l.overlay, chunk, chunks);
  else
    ria_overlay_destroy(l.overlay);
  free(chunk);
  return status;
}
