/** \file
 * A tile and its memory: where its fields lie, and what is known to be at rest in them. */
#ifndef ACCESS_TILE_H
#define ACCESS_TILE_H

#include "edge.h"
#include "strip.h"
#include "clock/clock.h"
#include "device/device.h"
#include "submit/place.h"

struct tile_data {
  int64_t number; /**< among all tiles of the mesh */
  int part;       /**< of this rank's: the tiles of a worker or GPU have the same */
  ria_mesh_tile at;
  task_place place;
  tile_layout layout;
  int boundary_tile; /**< has a neighbour on another rank or GPU: goes first */
  void *state;       /**< host memory: [RIA_BUFFERS][nstate][rows][pitch], and behind it
                        [RIA_TRACKED][ntracked][rows][pitch] */
  void *statics;     /**< those of its group: tile_statics() */
  size_t before;     /**< bytes before it in each field of reals of its group, */
  starpu_data_handle_t state_handle, statics_handle; /**< whose handles these are */
  starpu_data_handle_t report_handle;
  bool pinned;                      /**< the report */
  step_report *report;              /**< in host memory */
  ria_device_report *device_report; /**< [DEVICE_REPORTS], on its GPU, once it has had a task */
  void *executor_data;              /**< what the executor keeps, or NULL */
  bool has_neighbour[RIA_SIDES];    /**< a side that borders a tile, not the edge of the domain */
  int ins, outs;
  halo_strip *in, *out; /**< [ins] to unpack, [outs] to pack */
  uint64_t *rest;       /**< [RIA_BUFFERS][ny + 2 rest_ghost][rest_pitch], see ria_rest_stamps */
  bool rest_level;    /**< they are of level segments (ria/level.h), any of which boxes may touch */
  size_t rest_before; /**< stamps of a row before that of column 0 */
  int rest_ghost;     /**< rows of ghost cells on either side that have stamps, too */
  size_t rest_pitch;
  uint64_t rest_last;
  bool rest_valid[RIA_BUFFERS]; /**< else the buffer's stamps are to be cleared before use */
  int edges;
  tile_edge *edge;
  int openings;                 /**< of these, the ones whose inflow is measured; */
  double *edge_flux[RIA_SIDES]; /**< of their sides: see ria_face_fluxes; all 0 between steps; */
  ria_flows *device_flows;      /**< and what a GPU measures. Made when it is first needed */
  int sections;
  tile_section *section; /**< parts of the model's sections, one section after another */
  int device_faces;      /**< and their faces for a GPU, once it has had a task */
  ria_device_face *device_face;
  bool edges_refused;                 /**< by a GPU's launch for all of them, */
  bool rider_edges_refused;           /**< and by one for a rider's ghost cells */
  uint32_t cell_worker[WORKER_WORDS]; /**< that Cell alone, as StarPU's workerids */
  int sources;
  tile_source *source;
};

/** Pointers to cell (0, 0) of every state field of a buffer of `state`. */
void tile_fields(const tile_data *tile, int nstate, void *state, int buffer,
                 void *fields[RIA_MAX_FIELDS]);
/** Cell (0, 0, 0) of a tracked field, in a generation of `state`. */
void *tile_tracked(const ria_simulation *simulation, const tile_data *tile, void *state,
                   int generation, int number);
/** The stamps of a step from one buffer to another, for an application to the cells of a box;
 * `stamps` is filled in and returned. NULL: there are none, unless the box is as wide as the tile
 * (or they are of level segments) and its rows have stamps. */
const ria_rest_stamps *tile_rest(tile_data *tile, int from, int to, ria_box box,
                                 ria_rest_stamps *stamps);
/** Rows of stamps that a buffer has. */
size_t tile_rest_rows(const tile_data *tile);
/** Cells of a buffer were written to, or the whole buffer, in a way that keeps no stamps. */
void tile_invalidate_box(tile_data *tile, int buffer, ria_box box);
/** The same of ghost cells, of which stamps of level segments alone say anything in tiles that
 * are not swept. */
void tile_invalidate_ghosts(tile_data *tile, int buffer, ria_box box);
void tile_invalidate(tile_data *tile, int buffer);
/** Bytes of its state, with all buffers that the executor works in, and of its statics. */
size_t tile_state_bytes(const ria_simulation *simulation, const tile_data *tile);
size_t tile_statics_bytes(const ria_simulation *simulation, const tile_data *tile);
/** Bytes of the statics of a group, of which each field has so many elements: [nstatic][field],
 * each stored in its own way. */
size_t statics_bytes(const ria_model *model, size_t field);
/** Cell (0, 0, 0) of a tile in each of its statics, whose group has them at `statics`. They have
 * the same pitch and plane, each in its own elements. */
void tile_statics(const ria_simulation *simulation, const tile_data *tile, void *statics,
                  void *fields[RIA_MAX_OPERANDS]);
/** Rows of a tile with its ghost cells; and the part of a row of a source whose weights are a
 * field. */
static inline size_t tile_rows(const tile_data *tile) {
  const tile_layout *l = &tile->layout;
  return (size_t)(l->n[1] + 2 * l->ghost[1]) * (size_t)(l->n[2] + 2 * l->ghost[2]);
}
static inline row_part *source_row(const tile_data *tile, const tile_source *source, int y, int z) {
  const tile_layout *l = &tile->layout;
  return &source->row[(z + l->ghost[2]) * (l->n[1] + 2 * l->ghost[1]) + y + l->ghost[1]];
}
/** This rank's tile of that number, or NULL. */
tile_data *tile_of(const ria_simulation *simulation, int64_t number);
#endif
