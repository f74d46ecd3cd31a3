/* The mesh of a grid of nodes: its cells are the blocks' nodes, its links the joints. */
#include "space.h"
#include <stdlib.h>

enum { THINNEST = 4 }; /* least number of nodes of a tile along a cut axis */

static ria_status make_blocks(const ria_case *c, const ria_block_grid *grid, ria_mesh *mesh) {
  ria_block *block = calloc((size_t)grid->blocks, sizeof *block);
  if (!block)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
  mesh->block = block;
  mesh->blocks = grid->blocks;
  for (int b = 0; b < grid->blocks; b++) {
    block[b].name = grid->block[b].name;
    for (int a = 0; a < RIA_AXES; a++) {
      block[b].cells[a] = grid->block[b].cells[a] + 1;
      block[b].spacing[a] = 1;
      const int most = block[b].cells[a] < THINNEST ? 1 : (int)(block[b].cells[a] / THINNEST);
      block[b].tiles[a] = c->tiles[a] > most ? most : c->tiles[a] ? c->tiles[a] : 1;
    }
  }
  return RIA_SUCCESS;
}

static ria_status make_links(const ria_block_grid *grid, ria_mesh *mesh) {
  ria_link *link = calloc((size_t)grid->joints + 1, sizeof *link);
  if (!link)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of a grid");
  mesh->link = link;
  mesh->links = grid->joints;
  for (int j = 0; j < grid->joints; j++) {
    const ria_node_joint *joint = &grid->joint[j];
    link[j].shared = true;
    for (int end = 0; end < 2; end++) {
      link[j].block[end] = joint->block[end];
      link[j].side[end] = joint->side[end];
      link[j].range[end] = joint->nodes[end];
    }
    for (int a = 0; a < RIA_AXES; a++)
      link[j].map[a] = joint->map[a];
  }
  return RIA_SUCCESS;
}

ria_status terrain_lay_nodes(const ria_case *c, ria_terrain *terrain,
                             const ria_case_place **place) {
  static const int none[RIA_AXES] = {0};
  terrain->nodes = calloc(1, sizeof *terrain->nodes);
  if (!terrain->nodes)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a grid");
  RIA_TRY(ria_case_make_nodes(c, terrain->nodes, place));
  terrain->mesh.ndim = RIA_AXES;
  RIA_TRY(make_blocks(c, terrain->nodes, &terrain->mesh));
  RIA_TRY(make_links(terrain->nodes, &terrain->mesh));
  return ria_mesh_check(&terrain->mesh, none);
}
