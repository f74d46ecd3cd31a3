/** \file
 * Tiles on workers that are set aside as Cells: ria/ppe.h.
 *
 * A tile's cells lie in blocks in its Cell's memory from one step to the next, and are advanced
 * there in place. Halo strips come out of the blocks and go into them; the whole tile comes out
 * once a window of steps, at its end: what is kept, copied aside, added up or written is row-major,
 * as on any target.
 */
#ifndef RIA_PPE_WORK_H
#define RIA_PPE_WORK_H

#include "task/work.h"

/** A tile in blocks. */
struct ria_ppe_tile {
  void *tile;
  bool holds; /**< the blocks have the cells of the present state; else the kept buffer does */
};

/** What went wrong on a Cell first; others do nothing more then. */
struct ria_ppe_fault {
  atomic_int begun, said;
  char text[1024];
};

/** Whether this rank's tiles, as planned, fit Cells, if the target has any. Error:
 * RIA_ERROR_UNSUPPORTED with what would fit. */
ria_status ria_ppe_fits(const ria_simulation *simulation);

/** Create this rank's Cells and the tiles in them, if the target has any. Errors: as the driver's.
 */
ria_status ria_ppe_create(ria_simulation *simulation);
void ria_ppe_destroy(ria_simulation *simulation);

/** The part of a tile task between unpacking and packing. `buffer` is the one whose ghost cells
 * were unpacked if `unpacked`; `steps` begin at step `first` of the window, and ghost cells are
 * advanced for `reach` of them. */
typedef struct {
  int first, steps, reach;
  bool unpacked, rate_only, pack;
  int buffer;
} ria_ppe_task;
void ria_ppe_work(const ria_work *work, const ria_ppe_task *task);

/** The error of the first rank's Cell that has stopped; RIA_SUCCESS if none has. Collective: no
 * window is accepted after that, so that all ranks come here. */
ria_status ria_ppe_check(const ria_simulation *simulation);

#endif
