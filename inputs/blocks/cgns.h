/** \file
 * CGNS files (AIAA R-101A, cgns.org). Private to inputs/. The CGNS library and HDF5 have global
 * state, so only one thread at a time may call them, even for different files.
 */
#ifndef BLOCK_CGNS_H
#define BLOCK_CGNS_H

#include <cgnslib.h>
#include "ria/block_grid.h"

enum { BLOCKS_CGNS_NAME = 33, BLOCKS_CGNS_BASE = 1 /* bytes of a name; the base that is read */ };

/** An open file, shared by the blocks read from it. */
typedef struct {
  int users, file;
  bool is_open;
  char *path;
  int *zone;        /**< number of each block's zone; owned */
  int axis;         /**< the file's axis that becomes x; the next two, cyclic, become y and z */
  bool cylindrical; /**< coordinates are r, theta and an axial one */
  char axial[BLOCKS_CGNS_NAME]; /**< name of the axial coordinate */
  double scale;                 /**< m per unit of length */
  double angle;                 /**< rad per unit of angle */
} blocks_cgns;

/** Lock the library against other threads. */
void blocks_cgns_lock(void);
void blocks_cgns_unlock(void);

/** Fail with the library's message. `what`: "read the zones of". */
ria_status blocks_cgns_fail(const char *path, const char *what);

/** Read rotation, rows and speeds of all zones. *turns: whether the grid lies around an axis. The
 * caller holds the lock. */
ria_status blocks_cgns_read_rows(blocks_cgns *cgns, ria_block_grid *grid, bool *turns);

/** A joint as in the file, with the offset between its faces. */
typedef struct {
  ria_node_joint joint;
  bool turns, shifts;
  double turn; /**< in the file's unit of angle, about its axis */
} blocks_cgns_joint;

typedef struct {
  int joints;
  blocks_cgns_joint *joint;
  int axis; /**< axis of the turn; -1: no turn */
} blocks_cgns_joints;

/** Read joints, and append patches to the grid. The caller holds the lock. */
ria_status blocks_cgns_read_faces(blocks_cgns *cgns, ria_block_grid *grid,
                                  blocks_cgns_joints *joints);
/** Append each joint to the grid once, with offsets computed from its nodes. The caller does not
 * hold the lock. */
ria_status blocks_cgns_add_joints(const blocks_cgns *cgns, ria_block_grid *grid,
                                  blocks_cgns_joints *joints);

#endif
