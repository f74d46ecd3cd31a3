/** \file
 * Workers set aside as Cells. Such a CPU worker is the PPE of one, with its SPEs as coroutines of
 * its thread, and the tiles placed on it lie in blocks in that Cell's memory (section 4.2 of the
 * SWsolver paper). What a Cell can do is this table of functions: the machine itself belongs to a
 * target, which the runtime does not know.
 */
#ifndef RIA_PPE_H
#define RIA_PPE_H

#include "ria/kernel.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How closely SPEs are watched. FAST checks commands and the bytes that leave the local store,
 * CHECKED loads, stores and the sources of transfers too. MODELLED checks the same and counts what
 * a model of the time needs. */
typedef enum { RIA_WATCH_FAST, RIA_WATCH_CHECKED, RIA_WATCH_MODELLED } ria_ppe_watch;

/** Which machine a Cell is, and its name in a case. */
#define RIA_PPE_MACHINE_LIST(X)                                                                    \
  X(RIA_POWERXCELL_8I, "powerxcell-8i")                                                            \
  X(RIA_CELL_BE, "cell-be")                                                                        \
  X(RIA_PLAYSTATION_3, "playstation-3")
#define RIA_PPE_MACHINE(machine, name) machine,
typedef enum { RIA_PPE_MACHINE_LIST(RIA_PPE_MACHINE) } ria_ppe_machine;
#undef RIA_PPE_MACHINE
#define RIA_PPE_MACHINE_NAME(machine, name) [machine] = name,

typedef struct {
  ria_ppe_machine machine;
  int spes; /**< 0: all of a chip's */
  ria_ppe_watch watch;
} ria_ppe_choice;

/** How long such machines would have taken: modelled, never measured. */
typedef struct {
  char machine[32];
  int cells, spes, chips;  /**< how many Cells; SPEs and chips of each */
  double seconds;          /**< each turn of a loop rescheduled by its compiler */
  double seconds_unrolled; /**< turns unrolled as far as registers reach: what it may gain */
  double compute, wait;    /**< s of `seconds`: computing, and waiting for transfers */
  double ppe; /**< s of `seconds`: the PPE starts SPEs, or hears that they have ended */
  double cycles, instructions, even, odd, flops; /**< sums over the SPEs */
  double bytes, commands;                        /**< of transfers */
  /** What a Cell could do at most in a second: multiply-adds counted as two, in each precision, and
   * bytes of its memories. */
  double peak_single, peak_double, peak_bytes;
} ria_modelled;

/** A tile of `cells`, ghosts included, and `inner` cells without them, as ria_step_args names them.
 */
typedef struct {
  ria_box cells, inner;
  ria_precision precision;
  int nstate, nstatic;
  int radius;                    /**< of its kernels, the same of all */
  int block_columns, block_rows; /**< of its blocks at most; 0: as many as fit */
} ria_ppe_shape;

/** How such a tile is cut. */
typedef struct {
  int spes;          /**< of the Cell */
  int columns, rows; /**< cells of the largest block */
  int across, down;  /**< blocks in a row, and in a column */
  double busiest;    /**< inner cells of the SPE that has most of them */
} ria_ppe_share;

/** Ghost cells beside the cells [from, to) of a side of a tile of nx x ny inner cells; axis and
 * outward as in ria_boundary_args. */
typedef struct {
  ria_boundary_function fill; /**< of a CPU: the PPE calls it */
  int axis, outward, from, to, layers, nx, ny;
  const double *scalars;
} ria_ppe_edge;

/** One Cell, and the tiles in its memory; both are opaque here. Only one thread at a time may use a
 * Cell and its tiles. */
typedef struct ria_ppe_driver {
  /** Errors: more SPEs than the machine has, no memory. */
  ria_status (*create)(const ria_ppe_choice *choice, void **cell);
  void (*destroy)(void *cell);
  /** Nothing is created. Errors: no block of such a tile fits a local store. */
  ria_status (*share)(const void *cell, const ria_ppe_shape *shape, ria_ppe_share *share);
  /** Bytes of a Cell's memory that such a tile would take, and the most that one may. Nothing is
   * created. Errors: as share(). */
  ria_status (*size)(const ria_ppe_shape *shape, double *bytes, double *most);
  /** Borrows the cell. Errors: no memory; no block of such a tile fits a local store. */
  ria_status (*tile_create)(void *cell, const ria_ppe_shape *shape, void **tile);
  void (*tile_destroy)(void *tile);
  /** Cells of a box from row-major fields into the tile, or out of it: pointers at cell (0, 0). */
  void (*put)(void *tile, ria_box box, const void *const *state, size_t pitch);
  void (*get)(const void *tile, ria_box box, void *const *state, size_t pitch);
  void (*put_statics)(void *tile, const void *const *statics, size_t pitch);
  /** Applies an implementation's kernel in place, or takes its rate alone: of `args` update, owned,
   * scalars and switches, out come rate_max and bad. `next`: axes of the kernel that follows.
   * Errors: a rule of the Cell that a program breaks. */
  ria_status (*sweep)(void *tile, const ria_implementation *stage, ria_precision precision,
                      ria_step_args *args, bool rate_only, unsigned next);
  ria_status (*edge)(void *tile, const ria_ppe_edge *edge);
  /** A step of a stencil in a box of row-major fields, of `args`, and how it was cut: blocks in a
   * row and a column, and cells of the largest. Errors: as sweep(); RIA_ERROR_UNSUPPORTED (the
   * implementation is for sweeps over tiles). */
  ria_status (*box)(void *cell, const ria_implementation *one, ria_precision precision,
                    ria_step_args *args, ria_ppe_share *share);
  /** Of all that a Cell has done since it was created. Errors: it is not a modelled one. */
  ria_status (*model)(const void *cell, ria_modelled *modelled);
} ria_ppe_driver;

/** What drives the Cells of a target; NULL if it has none. */
static inline const ria_ppe_driver *ria_ppe_of(const ria_target *target) {
  return target && target->kind == RIA_TARGET_CELL ? target->driver : NULL;
}

#ifdef __cplusplus
}
#endif
#endif
