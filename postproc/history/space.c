/* The shape of a history: a plane, a box, or blocks. */
#include <stdio.h>
#include "history.h"

int history_blocks(const ria_history_description *of) {
  return of->mesh ? of->mesh->blocks : 1;
}

int history_axes(const ria_history_description *of) {
  return of->mesh ? of->mesh->ndim : 2;
}

ria_range history_cells(const ria_history_description *of, int block) {
  return of->mesh ? ria_block_cells(&of->mesh->block[block])
                  : (ria_range){{0, 0, 0}, {of->grid.cells[0], of->grid.cells[1], 1}};
}

ria_global history_rows(const ria_history_description *of, int block) {
  const ria_range cells = history_cells(of, block);
  return cells.hi[1] * cells.hi[2];
}

int history_sizes(const ria_history_description *of, int block, hsize_t records,
                  hsize_t size[1 + RIA_AXES]) {
  const int axes = history_axes(of);
  const ria_range cells = history_cells(of, block);
  size[0] = records;
  for (int a = 0; a < axes; a++)
    size[axes - a] = (hsize_t)cells.hi[a];
  return 1 + axes;
}

bool history_has_groups(const ria_history_description *of) {
  return of->mesh && of->mesh->block[0].name;
}

bool history_is_straight(const ria_history_description *of, int block) {
  bool straight = true;
  for (int a = 0; a < RIA_AXES && of->mesh; a++) {
    const int along = of->mesh->block[block].along[a];
    straight &= !along || along == a + 1;
  }
  return straight;
}

hsize_t history_chunk_edge(hsize_t cells, int axes) {
  enum { CHUNK_EDGE = 512, CHUNK_EDGE_BOX = 64 };
  const hsize_t edge = axes == 3 ? CHUNK_EDGE_BOX : CHUNK_EDGE;
  const hsize_t parts = (cells + edge - 1) / edge;
  return (cells + parts - 1) / parts;
}

const char *history_name(const ria_history_description *of, int block, const char *variable,
                         char name[HISTORY_NAME]) {
  const char *group = of->mesh ? of->mesh->block[block].name : NULL;
  snprintf(name, HISTORY_NAME, "%s%s%s", group ? group : "", group ? "/" : "", variable);
  return name;
}
