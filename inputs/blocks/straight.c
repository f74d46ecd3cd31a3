/* Straight layers of a passage's section at its inlet and exit: the nodes of a layer have one x and
 * equal distances across the passage, as sliding planes need. */
#include "blocks/section.h"

enum { BLEND = 4 /* layers of transition to the lines of the section */ };

static void straighten(blocks_plane_block *b, bool from_high, int layers) {
  const int free_layers = b->ni - 2 - layers, blend = free_layers < BLEND ? free_layers : BLEND;
  for (int m = 1; m <= layers + blend; m++) {
    const int i = from_high ? b->ni - 1 - m : m;
    const double share = m <= layers ? 1 : 1 - (double)(m - layers) / (blend + 1);
    const blocks_plane_point first = b->point[i], last = b->point[(b->nj - 1) * b->ni + i];
    for (int j = 1; j < b->nj - 1; j++) {
      blocks_plane_point *p = &b->point[j * b->ni + i];
      const double y = first.y + (last.y - first.y) * j / (b->nj - 1);
      p->x += share * (first.x - p->x);
      p->y += share * (y - p->y);
    }
  }
}

bool blocks_section_straighten(blocks_section *section, int layers) {
  blocks_plane_block *inlet = &section->block[BLOCKS_SECTION_INLET],
                     *exit = &section->block[BLOCKS_SECTION_EXIT];
  if (!layers)
    return true;
  if (inlet->ni - 2 < layers || exit->ni - 2 < layers)
    return false;
  straighten(inlet, false, layers);
  straighten(exit, true, layers);
  return true;
}
