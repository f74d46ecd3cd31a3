/** \file
 * A tile and its memory: addresses of its fields, and rest stamps.
 */
#ifndef ACCESS_TILE_H
#define ACCESS_TILE_H

#include "edge.h"
#include "strip.h"
#include "clock/clock.h"
#include "device/device.h"
#include "submit/place.h"

struct tile_data {
  int64_t number; /**< number among all tiles of the mesh */
  int part; /**< part of this rank's tiles: tiles of the same worker or GPU have the same part */
  ria_mesh_tile at;
  task_place place;
  tile_layout layout;
  int boundary_tile; /**< has a neighbour on another rank or GPU: its tasks get priority */
  void *state;       /**< host memory: [RIA_BUFFERS][nstate][rows][pitch], followed by
                        [RIA_TRACKED][ntracked][rows][pitch] */
  void *statics;     /**< statics of its group: tile_statics() */
  size_t before;     /**< its offset in bytes in each field of reals of its group, */
  starpu_data_handle_t state_handle, statics_handle; /**< which owns these handles */
  starpu_data_handle_t report_handle;
  bool pinned;         /**< the report */
  step_report *report; /**< in host memory */
  ria_device_report
      *device_report;            /**< [DEVICE_REPORTS], on its GPU, allocated by its first task */
  void *executor_data;           /**< private data of the executor, or NULL */
  bool has_neighbour[RIA_SIDES]; /**< whether a side borders a tile, not the edge of the domain */
  int ins, outs;
  halo_strip *in, *out; /**< [ins] to unpack, [outs] to pack */
  uint64_t *rest;       /**< [RIA_BUFFERS][ny + 2 rest_ghost][rest_pitch], see ria_rest_stamps */
  bool rest_level; /**< the stamps are of level segments (ria/level.h); boxes of any width may use
                      them */
  size_t rest_before; /**< stamps of a row before the stamp of column 0 */
  int rest_ghost;     /**< rows of ghost cells on either side that also have stamps */
  size_t rest_pitch;
  uint64_t rest_last;
  bool rest_valid[RIA_BUFFERS]; /**< otherwise clear the buffer's stamps before use */
  int edges;
  tile_edge *edge;
  int openings; /**< of these, the ones with measured inflow; */
  double *
      edge_flux[RIA_SIDES]; /**< fluxes of their sides: see ria_face_fluxes; all 0 between steps; */
  ria_flows *device_flows;  /**< and the openings for a GPU, made when first needed */
  int sections;
  tile_section *section; /**< parts of the model's sections, section by section */
  int device_faces;      /**< and their faces for a GPU, made by its first task */
  ria_device_face *device_face;
  bool edges_refused;                 /**< by one GPU launch for all of them, */
  bool rider_edges_refused;           /**< and by one for a rider's ghost cells */
  uint32_t cell_worker[WORKER_WORDS]; /**< StarPU worker id of its Cell only */
  int sources;
  tile_source *source;
};

/** Get pointers to cell (0, 0) of every state field in a buffer of `state`. */
void tile_fields(const tile_data *tile, int nstate, void *state, int buffer,
                 void *fields[RIA_MAX_FIELDS]);
/** Cell (0, 0, 0) of a tracked field in a generation of `state`. */
void *tile_tracked(const ria_simulation *simulation, const tile_data *tile, void *state,
                   int generation, int number);
/** The stamps for an application from one buffer to another on the cells of a box; fills in and
 * returns `stamps`. NULL: no stamps. They require a box as wide as the tile (or level segments) and
 * rows that have stamps. */
const ria_rest_stamps *tile_rest(tile_data *tile, int from, int to, ria_box box,
                                 ria_rest_stamps *stamps);
/** Number of rows of stamps of a buffer. */
size_t tile_rest_rows(const tile_data *tile);
/** Call after writing cells of a buffer, or the whole buffer, without updating stamps. */
void tile_invalidate_box(tile_data *tile, int buffer, ria_box box);
/** The same for ghost cells. In tiles that are not swept, only stamps of level segments cover ghost
 * cells. */
void tile_invalidate_ghosts(tile_data *tile, int buffer, ria_box box);
void tile_invalidate(tile_data *tile, int buffer);
/** Bytes of its state, with all buffers that the executor uses, and of its statics. */
size_t tile_state_bytes(const ria_simulation *simulation, const tile_data *tile);
size_t tile_statics_bytes(const ria_simulation *simulation, const tile_data *tile);
/** Bytes of the statics of a group with `field` elements in each field: [nstatic][field], each in
 * its own storage type. */
size_t statics_bytes(const ria_model *model, size_t field);
/** Get cell (0, 0, 0) of a tile in each of its statics; `statics` is the group's memory. All have
 * the same pitch and plane, in their own elements. */
void tile_statics(const ria_simulation *simulation, const tile_data *tile, void *statics,
                  void *fields[RIA_MAX_OPERANDS]);
/** Rows of a tile with its ghost cells; and, for a source with a field of weights, the part of a
 * row with nonzero weights. */
static inline size_t tile_rows(const tile_data *tile) {
  const tile_layout *l = &tile->layout;
  return (size_t)(l->n[1] + 2 * l->ghost[1]) * (size_t)(l->n[2] + 2 * l->ghost[2]);
}
static inline row_part *source_row(const tile_data *tile, const tile_source *source, int y, int z) {
  const tile_layout *l = &tile->layout;
  return &source->row[(z + l->ghost[2]) * (l->n[1] + 2 * l->ghost[1]) + y + l->ghost[1]];
}
/** This rank's tile of a given number, or NULL. */
tile_data *tile_of(const ria_simulation *simulation, int64_t number);
#endif
