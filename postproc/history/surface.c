/* Surfaces through the blocks of a grid of nodes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "file/h5.h"
#include "history.h"
#include "ria/exact_math.h"

/* ---- the blocks ---- */

enum { MOST = 1 << 20 }; /* nodes along an axis: no product overflows */

typedef struct {
  ria_history_view *view;
  int64_t *order;
  ria_status status;
} block_reader;

static bool read_size(hid_t group, ria_history_block *block) {
  hsize_t size[RIA_AXES] = {0};
  hid_t id = H5Dopen2(group, "x", H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == RIA_AXES &&
              H5Sget_simple_extent_dims(space, size, NULL) == RIA_AXES;
  for (int a = 0; a < RIA_AXES; a++) {
    block->nodes[a] = (ria_global)size[RIA_AXES - 1 - a];
    good &= block->nodes[a] >= 1 && block->nodes[a] <= MOST;
  }
  ria_h5_close(space);
  ria_h5_close(id);
  return good;
}

static ria_status add_block(block_reader *r, hid_t group, const char *name, int64_t order) {
  ria_history_view *view = r->view;
  const size_t count = (size_t)view->blocks + 1;
  ria_history_block *grown = realloc(view->block, count * sizeof *grown);
  if (grown)
    view->block = grown;
  int64_t *orders = realloc(r->order, count * sizeof *orders);
  if (orders)
    r->order = orders;
  char *copy = strdup(name);
  if (!grown || !orders || !copy) {
    free(copy);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its blocks", view->path);
  }
  /* In the order of the file. */
  int at = view->blocks++;
  for (; at > 0 && orders[at - 1] > order; at--) {
    orders[at] = orders[at - 1];
    grown[at] = grown[at - 1];
  }
  orders[at] = order;
  grown[at] = (ria_history_block){.name = copy};
  return read_size(group, &grown[at]) ? RIA_SUCCESS : history_unreadable(view->path, name);
}

static herr_t take_block(hid_t file, const char *name, const H5L_info_t *info, void *context) {
  block_reader *r = context;
  hid_t id = H5Oopen(file, name, H5P_DEFAULT);
  if (id < 0)
    r->status = history_unreadable(r->view->path, name);
  else if (H5Iget_type(id) == H5I_GROUP)
    r->status = add_block(r, id, name, info->corder);
  if (id >= 0)
    H5Oclose(id);
  return r->status == RIA_SUCCESS ? 0 : 1;
}

ria_status history_read_blocks(ria_history_view *view) {
  block_reader r = {.view = view, .status = RIA_SUCCESS};
  hid_t file = (hid_t)view->id;
  char *system = ria_h5_get_text(file, "nodes");
  view->cylindrical = system && !strcmp(system, "cylindrical");
  free(system);
  const bool good = H5Literate(file, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, take_block, &r) >= 0;
  free(r.order);
  RIA_TRY(r.status);
  return good && view->blocks ? RIA_SUCCESS : history_unreadable(view->path, "blocks");
}

/* ---- reading parts of them ---- */

/* Read a range of a block's coordinate (record -1) or variable, as `type`. */
static ria_status read_part(const ria_history_view *view, int block, const char *variable,
                            int64_t record, const ria_range *range, hid_t type, void *values) {
  char name[HISTORY_NAME];
  snprintf(name, sizeof name, "%s/%s", view->block[block].name, variable);
  const int first = record < 0 ? 0 : 1;
  hsize_t at[1 + RIA_AXES] = {(hsize_t)record}, size[1 + RIA_AXES] = {1};
  for (int a = 0; a < RIA_AXES; a++) {
    at[first + RIA_AXES - 1 - a] = (hsize_t)range->lo[a];
    size[first + RIA_AXES - 1 - a] = (hsize_t)(range->hi[a] - range->lo[a]);
  }
  hid_t id = H5Dopen2((hid_t)view->id, name, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  hid_t memory = H5Screate_simple(first + RIA_AXES, size, NULL);
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == first + RIA_AXES &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) >= 0 &&
              H5Dread(id, type, memory, space, H5P_DEFAULT, values) >= 0;
  ria_status status = good ? RIA_SUCCESS
                           : ria_fail(RIA_ERROR_CORRUPT, "%s: %s cannot be read: %s", view->path,
                                      name, ria_h5_reason());
  ria_h5_close(memory);
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

static ria_range all_nodes(const ria_history_block *block) {
  return (ria_range){{0, 0, 0}, {block->nodes[0], block->nodes[1], block->nodes[2]}};
}

/* Read the values on the surface, layer by layer. */
static ria_status read_surface(const ria_history_view *view, const char *variable, int64_t record,
                               hid_t type, void *values) {
  for (int b = 0; b < view->blocks; b++) {
    const ria_history_block *block = &view->block[b];
    ria_range range = all_nodes(block);
    char *to = (char *)values + (size_t)block->first * H5Tget_size(type);
    for (int l = 0; l < block->layers; l++) {
      const ria_global rest = block->nodes[block->across] - 1 - block->layer;
      const ria_global layer = block->layer + (l ? l * rest / (block->layers - 1) : 0);
      range.lo[block->across] = layer;
      range.hi[block->across] = layer + 1;
      RIA_TRY(read_part(view, b, variable, record, &range, type, to));
      to += (size_t)(block->size[0] * block->size[1]) * H5Tget_size(type);
    }
  }
  return RIA_SUCCESS;
}

static ria_status check_variable(const ria_history_view *view, const char *variable,
                                 int64_t record) {
  bool has = record >= 0 && record < view->records;
  for (int b = 0; b < view->blocks && has; b++) {
    char name[HISTORY_NAME];
    snprintf(name, sizeof name, "%s/%s", view->block[b].name, variable);
    has = H5Lexists((hid_t)view->id, name, H5P_DEFAULT) > 0;
  }
  return has ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_ARGUMENT, "%s: has no %s of record %lld", view->path, variable,
                        (long long)record);
}

ria_status history_read_surface(const ria_history_view *view, const char *variable, int64_t record,
                                float *values) {
  RIA_TRY(check_variable(view, variable, record));
  return read_surface(view, variable, record, H5T_NATIVE_FLOAT, values);
}

ria_status ria_history_view_layers(const ria_history_view *view, int block, const char *variable,
                                   int64_t record, ria_global k0, ria_global k1, double *values) {
  if (block < 0 || block >= view->blocks || k0 < 0 || k1 > view->block[block].nodes[2])
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: has no layers %lld to %lld of block %d", view->path,
                    (long long)k0, (long long)k1, block);
  RIA_TRY(check_variable(view, variable, record));
  ria_range range = all_nodes(&view->block[block]);
  range.lo[2] = k0;
  range.hi[2] = k1;
  return read_part(view, block, variable, record, &range, H5T_NATIVE_DOUBLE, values);
}

/* ---- which layer of a block lies on a surface ---- */

static ria_global middle(const ria_history_block *block, int axis) {
  return (block->nodes[axis] - 1) / 2;
}

static ria_status read_point(const ria_history_view *view, int b, const ria_global at[RIA_AXES],
                             double point[RIA_AXES]) {
  static const char *const axes[RIA_AXES] = {"x", "y", "z"};
  ria_range range;
  for (int a = 0; a < RIA_AXES; a++) {
    range.lo[a] = at[a];
    range.hi[a] = at[a] + 1;
  }
  for (int a = 0; a < RIA_AXES; a++)
    RIA_TRY(read_part(view, b, axes[a], -1, &range, H5T_NATIVE_DOUBLE, &point[a]));
  return RIA_SUCCESS;
}

/* Change of the radius and of x along an axis through the middle of a block. */
static ria_status measure_axis(const ria_history_view *view, int b, int axis, double *radius,
                               double *x) {
  const ria_history_block *block = &view->block[b];
  ria_global at[RIA_AXES];
  double low[RIA_AXES], high[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = middle(block, a);
  at[axis] = 0;
  RIA_TRY(read_point(view, b, at, low));
  at[axis] = block->nodes[axis] - 1;
  RIA_TRY(read_point(view, b, at, high));
  *radius = fabs(ria_hypot(high[1], high[2]) - ria_hypot(low[1], low[2]));
  *x = fabs(high[0] - low[0]);
  return RIA_SUCCESS;
}

/* The span is the axis along which the radius changes most. The stream axis is the one of the other
 * two along which x changes more. */
static ria_status find_across(const ria_history_view *view, int b, ria_surface_kind kind,
                              int *across) {
  double radius[RIA_AXES], x[RIA_AXES];
  int span = 0, stream = -1;
  for (int a = 0; a < RIA_AXES; a++) {
    RIA_TRY(measure_axis(view, b, a, &radius[a], &x[a]));
    if (radius[a] > radius[span])
      span = a;
  }
  for (int a = 0; a < RIA_AXES; a++)
    if (a != span && (stream < 0 || x[a] > x[stream]))
      stream = a;
  *across = kind == RIA_SURFACE_BLADES ? span : 3 - span - stream;
  return RIA_SUCCESS;
}

enum { MERIDIONAL_LAYERS = 9 };

static ria_status lay(const ria_history_view *view, int b, const ria_surface_choice *choice) {
  ria_history_block *block = &view->block[b];
  block->across = choice->axis;
  if (choice->kind != RIA_SURFACE_LAYER)
    RIA_TRY(find_across(view, b, choice->kind, &block->across));
  block->layer = choice->kind == RIA_SURFACE_LAYER && choice->layer >= 0
                     ? choice->layer
                     : middle(block, block->across);
  const ria_global layers = block->nodes[block->across];
  block->layers = block->layer < layers;
  if (choice->kind == RIA_SURFACE_MERIDIONAL) {
    block->layer = 0;
    block->layers = layers < MERIDIONAL_LAYERS ? (int)layers : MERIDIONAL_LAYERS;
  }
  for (int a = 0, n = 0; a < RIA_AXES; a++)
    if (a != block->across)
      block->size[n++] = block->nodes[a];
  return RIA_SUCCESS;
}

ria_status ria_history_view_choose(ria_history_view *view, const ria_surface_choice *choice) {
  static const char *const axes[RIA_AXES] = {"x", "y", "z"};
  if (view->box.planes)
    return history_choose_planes(view, choice);
  view->nx = 0;
  view->ny = 1;
  for (int b = 0; b < view->blocks; b++) {
    ria_history_block *block = &view->block[b];
    RIA_TRY(lay(view, b, choice));
    block->first = view->nx;
    view->nx += block->layers * block->size[0] * block->size[1];
  }
  if (!view->nx)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: no block has a layer %c = %lld", view->path,
                    'i' + choice->axis, (long long)choice->layer);
  for (int a = 0; a < RIA_AXES; a++) {
    free(view->at[a]);
    view->at[a] = malloc((size_t)view->nx * sizeof *view->at[a]);
    if (!view->at[a])
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a surface", view->path);
    RIA_TRY(read_surface(view, axes[a], -1, H5T_NATIVE_DOUBLE, view->at[a]));
  }
  return RIA_SUCCESS;
}
