/* Fields on the nodes of a grid in its CGNS file. */
#include <stdlib.h>
#include <string.h>
#include "blocks/cgns.h"

typedef struct {
  const ria_block_grid *grid;
  const ria_block_solution *solution;
  const char *path;
  int file, zone, number; /* CGNS indices of the file, zone and solution */
} writer;

static ria_status cannot_write(const writer *w) {
  return ria_fail(RIA_ERROR_IO, "cannot write '%s': %s", w->path, cg_get_error());
}

/* The library lists zones in a different order. */
static ria_status find_zone(writer *w, int block) {
  int zones;
  if (cg_nzones(w->file, BLOCKS_CGNS_BASE, &zones))
    return cannot_write(w);
  for (w->zone = 1; w->zone <= zones; w->zone++) {
    char name[BLOCKS_CGNS_NAME];
    cgsize_t size[9];
    if (cg_zone_read(w->file, BLOCKS_CGNS_BASE, w->zone, name, size))
      return cannot_write(w);
    if (!strcmp(name, w->grid->block[block].name))
      return RIA_SUCCESS;
  }
  return ria_fail(RIA_ERROR_ARGUMENT, "'%s' has no zone '%s'", w->path, w->grid->block[block].name);
}

static ria_status write_layer(const writer *w, int block, int field, ria_global k, double *values) {
  const ria_range all = ria_block_grid_all_nodes(w->grid, block);
  const size_t nodes = (size_t)(all.hi[0] * all.hi[1]);
  blocks_cgns_unlock(); /* `read` may lock too, for values from a CGNS file */
  const ria_status status = w->solution->read(w->solution->context, block, field, k, values);
  blocks_cgns_lock();
  RIA_TRY(status);
  float *const single = (float *)values;
  for (size_t n = 0; n < nodes && w->solution->single; n++)
    single[n] = (float)values[n];
  const cgsize_t low[RIA_AXES] = {1, 1, (cgsize_t)k + 1},
                 high[RIA_AXES] = {(cgsize_t)all.hi[0], (cgsize_t)all.hi[1], (cgsize_t)k + 1};
  int number;
  return cg_field_partial_write(w->file, BLOCKS_CGNS_BASE, w->zone, w->number,
                                w->solution->single ? CGNS_ENUMV(RealSingle)
                                                    : CGNS_ENUMV(RealDouble),
                                w->solution->name[field], low, high, values, &number)
             ? cannot_write(w)
             : RIA_SUCCESS;
}

static ria_status write_block(writer *w, int block) {
  const ria_range all = ria_block_grid_all_nodes(w->grid, block);
  RIA_TRY(find_zone(w, block));
  if (cg_sol_write(w->file, BLOCKS_CGNS_BASE, w->zone, "FlowSolution", CGNS_ENUMV(Vertex),
                   &w->number))
    return cannot_write(w);
  double *values = malloc((size_t)(all.hi[0] * all.hi[1]) * sizeof *values);
  if (!values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to write '%s'", w->path);
  ria_status status = RIA_SUCCESS;
  for (int f = 0; f < w->solution->fields; f++)
    for (ria_global k = 0; k < all.hi[2] && status == RIA_SUCCESS; k++)
      status = write_layer(w, block, f, k, values);
  free(values);
  return status;
}

static ria_status write_all(writer *w) {
  for (int f = 0; f < w->solution->fields; f++)
    if (strlen(w->solution->name[f]) >= BLOCKS_CGNS_NAME)
      return ria_fail(RIA_ERROR_ARGUMENT, "'%s' has too many letters for CGNS, which takes %d",
                      w->solution->name[f], BLOCKS_CGNS_NAME - 1);
  for (int b = 0; b < w->grid->blocks; b++)
    RIA_TRY(write_block(w, b));
  return RIA_SUCCESS;
}

ria_status ria_block_grid_add_cgns_solution(const ria_block_grid *grid, const char *path,
                                            const ria_block_solution *solution) {
  writer w = {.grid = grid, .solution = solution, .path = path};
  ria_status status = RIA_SUCCESS;
  blocks_cgns_lock();
  if (cg_open(path, CG_MODE_MODIFY, &w.file)) {
    status = cannot_write(&w);
  } else {
    status = write_all(&w);
    if (cg_close(w.file) && status == RIA_SUCCESS)
      status = cannot_write(&w);
  }
  blocks_cgns_unlock();
  return status;
}

bool ria_block_grid_is_cgns(const char *path) {
  int kind;
  blocks_cgns_lock();
  const bool is = cg_is_cgns(path, &kind) == CG_OK;
  blocks_cgns_unlock();
  return is;
}
