/* Transfers of different SPEs in one run, without a mailbox or signal between them, may execute
 * in any order on a Cell: no two of them may use the same bytes of main memory if one writes. */
#include "internal.h"
#include <inttypes.h>
#include <stdlib.h>

void ria_cell_note(ria_spe *spe, const piece *p, bool writes, const char *file, int line) {
  ria_cell *cell = spe->cell;
  if (cell->use_count == cell->use_room) {
    const size_t wanted = cell->use_room ? 2 * cell->use_room : 1024;
    use *larger = realloc(cell->uses, wanted * sizeof *larger);
    if (!larger)
      ria_spe_fault(file, line, "no memory to note %zu transfers", wanted);
    cell->uses = larger;
    cell->use_room = wanted;
  }
  cell->uses[cell->use_count++] =
      (use){p->ea, p->bytes, spe->number, writes, spe->program->name, file, line};
}

static int by_address(const void *a, const void *b) {
  const use *x = a, *y = b;
  if (x->ea != y->ea)
    return x->ea < y->ea ? -1 : 1;
  return x->spe - y->spe;
}

const use *ria_cell_find_race(ria_cell *cell, const use **other) {
  if (!cell->use_count)
    return 0;
  qsort(cell->uses, cell->use_count, sizeof *cell->uses, by_address);
  const use *end = cell->uses + cell->use_count;
  for (const use *a = cell->uses; a < end; a++)
    for (const use *b = a + 1; b < end && b->ea < a->ea + a->bytes; b++)
      if (a->spe != b->spe && (a->writes || b->writes)) {
        *other = b;
        return a;
      }
  return 0;
}
