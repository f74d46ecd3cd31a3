/** \file
 * Workers set aside as Cells. Such a CPU worker is the PPE of one Cell; its SPEs are coroutines of
 * its thread. The tiles placed on it are stored in blocks in that Cell's memory (section 4.2 of the
 * SWsolver paper). The functions of a Cell are this table. The machine itself belongs to a target
 * that the runtime does not know.
 */
#ifndef RIA_PPE_H
#define RIA_PPE_H

#include "ria/kernel.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How closely SPEs are checked. FAST checks commands and the bytes that leave the local store.
 * CHECKED also checks loads, stores and the sources of transfers. MODELLED checks the same and
 * counts the events for a model of the time. */
typedef enum { RIA_WATCH_FAST, RIA_WATCH_CHECKED, RIA_WATCH_MODELLED } ria_ppe_watch;

/** The machine that a Cell models, and its name in a case. */
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
  int spes; /**< SPEs; 0: all of a chip's */
  ria_ppe_watch watch;
} ria_ppe_choice;

/** Modelled, never measured, times of such machines. */
typedef struct {
  char machine[32];
  int cells, spes, chips;  /**< number of Cells; SPEs and chips of each */
  double seconds;          /**< with each loop iteration rescheduled by its compiler */
  double seconds_unrolled; /**< with iterations unrolled as far as registers allow: the possible
                              gain */
  double compute, wait;    /**< part of `seconds`: computing, and waiting for transfers */
  double ppe; /**< part of `seconds`: the PPE starts SPEs, or waits to learn that they have ended */
  double cycles, instructions, even, odd, flops; /**< sums over the SPEs */
  double bytes, commands;                        /**< bytes of transfers */
  /** Peak rates of a Cell in a second: operations in each precision, multiply-adds counted as two,
   * and bytes of its memories. */
  double peak_single, peak_double, peak_bytes;
} ria_modelled;

/** The shape of a tile: `cells` with ghosts, and `inner` cells without them, as ria_step_args names
 * them. */
typedef struct {
  ria_box cells, inner;
  ria_precision precision;
  int nstate, nstatic;
  int radius;                    /**< of its kernels; all have the same */
  int block_columns, block_rows; /**< cells of its largest block; 0: as many as fit */
} ria_ppe_shape;

/** How such a tile is cut. */
typedef struct {
  int spes;          /**< SPEs of the Cell */
  int columns, rows; /**< cells of the largest block */
  int across, down;  /**< number of blocks in a row, and in a column */
  double busiest;    /**< inner cells of the most loaded SPE */
} ria_ppe_share;

/** Ghost cells next to the cells [from, to) of a side of a tile of nx x ny inner cells; axis and
 * outward as in ria_boundary_args. */
typedef struct {
  ria_boundary_function fill; /**< of a CPU; the PPE calls it */
  int axis, outward, from, to, layers, nx, ny;
  const double *scalars;
} ria_ppe_edge;

/** One Cell, and the tiles in its memory; both are opaque. Only one thread at a time may use a Cell
 * and its tiles. */
typedef struct ria_ppe_driver {
  /** Create a Cell. Errors: more SPEs than the machine has, no memory. */
  ria_status (*create)(const ria_ppe_choice *choice, void **cell);
  void (*destroy)(void *cell);
  /** How a tile would be cut; creates nothing. Errors: no block of such a tile fits a local store.
   */
  ria_status (*share)(const void *cell, const ria_ppe_shape *shape, ria_ppe_share *share);
  /** Bytes of a Cell's memory that such a tile would take, and the most that a tile may take;
   * creates nothing. Errors: as share(). */
  ria_status (*size)(const ria_ppe_shape *shape, double *bytes, double *most);
  /** Create a tile. Borrows the cell. Errors: no memory; no block of such a tile fits a local
   * store. */
  ria_status (*tile_create)(void *cell, const ria_ppe_shape *shape, void **tile);
  void (*tile_destroy)(void *tile);
  /** Copy the cells of a box between row-major fields and the tile: pointers are to cell (0, 0). */
  void (*put)(void *tile, ria_box box, const void *const *state, size_t pitch);
  void (*get)(const void *tile, ria_box box, void *const *state, size_t pitch);
  void (*put_statics)(void *tile, const void *const *statics, size_t pitch);
  /** Apply an implementation's kernel in place, or compute only its rate. Uses `update`, `owned`,
   * scalars and switches of `args`, and sets rate_max and bad. `next`: axes of the kernel that
   * follows. Errors: the program breaks a rule of the Cell. */
  ria_status (*sweep)(void *tile, const ria_implementation *stage, ria_precision precision,
                      ria_step_args *args, bool rate_only, unsigned next);
  ria_status (*edge)(void *tile, const ria_ppe_edge *edge);
  /** A step of a stencil in a box of row-major fields, given by `args`. Also returns how it was
   * cut: blocks in a row and a column, and cells of the largest. Errors: as sweep();
   * RIA_ERROR_UNSUPPORTED (the implementation is for sweeps over tiles). */
  ria_status (*box)(void *cell, const ria_implementation *one, ria_precision precision,
                    ria_step_args *args, ria_ppe_share *share);
  /** Modelled times of all work of a Cell since it was created. Errors: the Cell is not modelled.
   */
  ria_status (*model)(const void *cell, ria_modelled *modelled);
} ria_ppe_driver;

/** The functions that drive the Cells of a target; NULL if it has none. */
static inline const ria_ppe_driver *ria_ppe_of(const ria_target *target) {
  return target && target->kind == RIA_TARGET_CELL ? target->driver : NULL;
}

#ifdef __cplusplus
}
#endif
#endif
