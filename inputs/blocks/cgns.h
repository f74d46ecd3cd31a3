/** \file
 * CGNS files (AIAA R-101A, cgns.org). Private to inputs/. The library and the HDF5 below it hold
 * state of their own, so one thread at a time may call them, over all files.
 */
#ifndef BLOCK_CGNS_H
#define BLOCK_CGNS_H

#include <cgnslib.h>
#include "ria/block_grid.h"

enum { BLOCKS_CGNS_NAME = 33, BLOCKS_CGNS_BASE = 1 /* bytes of a name; the base that is read */ };

/** An open file; the blocks that come from it share it. */
typedef struct {
  int users, file;
  bool is_open;
  char *path;
  int *zone;        /**< number of each block's zone; owned */
  int axis;         /**< of the file that becomes x; the next two, cyclic, become y and z */
  bool cylindrical; /**< coordinates are r, theta and one along the axis */
  char axial[BLOCKS_CGNS_NAME]; /**< name of that one */
  double scale;                 /**< m a unit of length */
  double angle;                 /**< rad a unit of angle */
} blocks_cgns;

/** Keep other threads from the library. */
void blocks_cgns_lock(void);
void blocks_cgns_unlock(void);

/** Fail with what the library says. `what`: "read the zones of". */
ria_status blocks_cgns_fail(const char *path, const char *what);

/** Read rotation, rows and speeds of all zones. *turns: the grid is one
 * around an axis. The lock is held. */
ria_status blocks_cgns_read_rows(blocks_cgns *cgns, ria_block_grid *grid, bool *turns);

/** A joint as the file has it, and how its faces lie apart. */
typedef struct {
  ria_node_joint joint;
  bool turns, shifts;
  double turn; /**< in the file's unit of angle, about its axis */
} blocks_cgns_joint;

typedef struct {
  int joints;
  blocks_cgns_joint *joint;
  int axis; /**< about which they turn; -1: none does */
} blocks_cgns_joints;

/** Read joints, and append patches to the grid. The lock is held. */
ria_status blocks_cgns_read_faces(blocks_cgns *cgns, ria_block_grid *grid,
                                  blocks_cgns_joints *joints);
/** Append the joints to the grid, each once, with offsets by their nodes. The lock is not held. */
ria_status blocks_cgns_add_joints(const blocks_cgns *cgns, ria_block_grid *grid,
                                  blocks_cgns_joints *joints);

#endif
