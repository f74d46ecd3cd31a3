/* The coordinates of nodes in a history: x, y, z in space, once. */
#include <hdf5_hl.h>
#include <stdio.h>
#include <stdlib.h>
#include "file/h5.h"
#include "history.h"
#include "ria/exact_math.h"

enum { DEFLATE_LEVEL = 2 };

typedef struct {
  const ria_history_description *of;
  int block;
  hsize_t size[RIA_AXES], chunk[RIA_AXES]; /* k, j, i */
  hid_t id[RIA_AXES];                      /* x, y, z */
} writer;

static ria_status unwritten(const writer *w) {
  return ria_fail(RIA_ERROR_IO, "%s: the nodes of block %s cannot be written: %s", w->of->path,
                  w->of->mesh->block[w->block].name, ria_h5_reason());
}

static bool create_axis(writer *w, int axis, hid_t group, const hid_t scale[RIA_AXES]) {
  static const char *const names[] = {"x", "y", "z"};
  hid_t space = H5Screate_simple(RIA_AXES, w->size, NULL), create = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_attr_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_chunk(create, RIA_AXES, w->chunk);
  H5Pset_shuffle(create);
  H5Pset_deflate(create, DEFLATE_LEVEL);
  H5Pset_fletcher32(create);
  hid_t id = w->id[axis] =
      H5Dcreate2(group, names[axis], H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
  H5Pclose(create);
  H5Sclose(space);
  char long_name[32];
  snprintf(long_name, sizeof long_name, "%s of nodes", names[axis]);
  bool good = id >= 0 && ria_h5_put_text(id, "long_name", long_name) >= 0 &&
              ria_h5_put_text(id, "units", "m") >= 0;
  for (unsigned d = 0; d < RIA_AXES && good; d++)
    good = H5DSattach_scale(id, scale[RIA_AXES - 1 - d], d) >= 0;
  return good;
}

/* Turn x, r, theta into x, y, z. */
static void turn(size_t nodes, double *b, double *c) {
  for (size_t n = 0; n < nodes; n++) {
    const double r = b[n], theta = c[n];
    b[n] = r * ria_cos(theta);
    c[n] = r * ria_sin(theta);
  }
}

/* The layers [k0, k1). */
static ria_status write_layers(const writer *w, hsize_t k0, hsize_t k1,
                               double *const at[RIA_AXES]) {
  const ria_history_nodes *nodes = w->of->nodes;
  const ria_range range = {{0, 0, (ria_global)k0},
                           {(ria_global)w->size[2], (ria_global)w->size[1], (ria_global)k1}};
  RIA_TRY(nodes->read(nodes->context, w->block, range, at[0], at[1], at[2]));
  const hsize_t from[RIA_AXES] = {k0}, count[RIA_AXES] = {k1 - k0, w->size[1], w->size[2]};
  if (nodes->cylindrical)
    turn((size_t)(count[0] * count[1] * count[2]), at[1], at[2]);
  bool good = true;
  for (int a = 0; a < RIA_AXES && good; a++) {
    hid_t space = H5Dget_space(w->id[a]), memory = H5Screate_simple(RIA_AXES, count, NULL);
    good = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL) >= 0 &&
           H5Dwrite(w->id[a], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, at[a]) >= 0;
    ria_h5_close(memory);
    ria_h5_close(space);
  }
  return good ? RIA_SUCCESS : unwritten(w);
}

/* Write the layers of one chunk at a time, so that no chunk is packed twice. */
static ria_status write_all(const writer *w) {
  const size_t most = (size_t)(w->chunk[0] * w->size[1] * w->size[2]);
  double *at[RIA_AXES];
  ria_status status = RIA_SUCCESS;
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = malloc(most * sizeof **at);
  if (!at[0] || !at[1] || !at[2])
    status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for the nodes of block %s", w->of->path,
                      w->of->mesh->block[w->block].name);
  for (hsize_t k = 0; k < w->size[0] && status == RIA_SUCCESS; k += w->chunk[0])
    status = write_layers(w, k, k + w->chunk[0] < w->size[0] ? k + w->chunk[0] : w->size[0], at);
  for (int a = 0; a < RIA_AXES; a++)
    free(at[a]);
  return status;
}

ria_status history_put_nodes(const ria_history_description *of, int block, hid_t group,
                             const hid_t scale[RIA_AXES]) {
  writer w = {.of = of, .block = block, .id = {H5I_INVALID_HID, H5I_INVALID_HID, H5I_INVALID_HID}};
  hsize_t size[1 + RIA_AXES];
  history_sizes(of, block, 0, size);
  bool good = true;
  for (int d = 0; d < RIA_AXES; d++) {
    w.size[d] = size[1 + d];
    w.chunk[d] = history_chunk_edge(w.size[d], RIA_AXES);
  }
  for (int a = 0; a < RIA_AXES && good; a++)
    good = create_axis(&w, a, group, scale);
  ria_status status = good ? write_all(&w) : unwritten(&w);
  for (int a = 0; a < RIA_AXES; a++)
    ria_h5_close(w.id[a]);
  return status;
}
