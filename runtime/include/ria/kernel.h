/** \file
 * What the runtime knows of a kernel: a descriptor made by the generator, and the calling
 * convention of its implementations. Nothing here knows a PDE.
 *
 * Arrays. A field is `[planes][rows][pitch]` of `real` (float or double, by ria_precision), x
 * fastest; a line and a plane of cells have one plane. A field pointer points at the cell with
 * local index (0, 0, 0), the lowest *interior* cell of the tile; ghost cells have negative indices
 * or indices beyond the tile's size, so cell (x, y, z) is `field[z * plane + y * pitch + x]`, and
 * rows are padded so that `pitch` is a multiple of 128 bytes.
 */
#ifndef RIA_KERNEL_H
#define RIA_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/box.h"
#include "ria/clock.h"
#include "ria/forcing.h"
#include "ria/ledger.h"
#include "ria/sum.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_kernel ria_kernel;
struct ria_cell_stage;       /* ria_cell/tile.h */
struct ria_device_line_args; /* ria/line.h */
struct ria_line_room;

enum {
  RIA_MAX_FIELDS = 16,  /**< state fields of a solver */
  RIA_MAX_STATICS = 8,  /**< fields that never change (bathymetry) */
  RIA_MAX_SCALARS = 32, /**< scalars of a kernel */
  RIA_MAX_SWITCHES = 8  /**< compile-time variants of a kernel: 2^switches functions */
};

typedef enum { RIA_SINGLE = 0, RIA_DOUBLE = 1, RIA_PRECISIONS = 2 } ria_precision;

/** Bytes of one real. */
static inline size_t ria_precision_size(ria_precision p) {
  return p == RIA_SINGLE ? sizeof(float) : sizeof(double);
}

typedef enum {
  RIA_KERNEL_FACE,     /**< finite volume: prepare, flux, update, rate */
  RIA_KERNEL_POINT,    /**< stencil: outputs at a cell from its neighbours */
  RIA_KERNEL_BOUNDARY, /**< ghost cell from an inner cell */
  RIA_KERNEL_CELLS,    /**< update of a list of cells (sources) */
  RIA_KERNEL_REDUCE    /**< one number from the cells of a box */
} ria_kernel_kind;

/** How a REDUCE kernel makes one number of many. */
typedef enum {
  RIA_REDUCE_MIN, /**< the least, and the first cell that has it */
  RIA_REDUCE_MAX, /**< the largest, and the first cell that has it */
  RIA_REDUCE_SUM  /**< the exact sum (ria/sum.h) */
} ria_reduction;

/** What is known of parts of rows that are at rest (REST), so that they need be neither read nor
 * written: stamps of a buffer's blocks. A block is a part of a row of `update`, of a width that is
 * the implementation's own but at least RIA_REST_CELLS; they are numbered from the west. A stamp
 * other than 0 says that all cells of the block are at rest; the same one in two buffers, that they
 * hold the same. Who writes to a buffer by other ways clears its stamps. */
typedef struct {
  uint64_t *src, *dst; /**< [rows of update][pitch] */
  size_t pitch;
  uint64_t *last; /**< the last stamp given; the next ones count on from it */
} ria_rest_stamps;

enum { RIA_REST_CELLS = 32 };

/** The fluxes that a step gives of the faces at the edge of its box, by THROUGH: into the box, in
 * the field's unit times m/s. Nothing is written for faces between cells at rest. */
typedef struct {
  ria_box box; /**< whose faces they are: `update` of the step */
  /** By ria_side: [cells along it][amounts of the kernel], cell 0 of the tile first, so that other
   * cells of the box lie before or behind; NULL: not wanted. */
  double *side[4];
} ria_face_fluxes;

/** Arguments of a step (FACE or POINT kernel): dst = step(src) for the cells of `update`.
 *
 * src must be valid in `update` grown by ria_kernel_reach() along each axis, of the fields that the
 * kernel reads; dst of those that it writes. Other pointers are not looked at. A kernel that
 * reaches no neighbour may be given the same array as src and dst of a field. Everything is
 * borrowed for the call. */
typedef struct {
  const void *src[RIA_MAX_FIELDS];
  void *dst[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch;          /**< in reals */
  size_t plane;          /**< reals from one plane to the next; FACE kernels do not look at it */
  ria_box update;        /**< cells to advance (may reach into the ghost cells: expansion) */
  ria_box owned;         /**< cells that count in rate_max and bad (the tile without ghosts) */
  const double *scalars; /**< in the descriptor's order; converted to real inside */
  unsigned switches;     /**< bit s: switch s is on */
  void *scratch; /**< scratch_bytes(width of update + 2*radius, precision), 128-byte aligned */
  const ria_rest_stamps *rest;   /**< NULL: none are kept. An implementation may ignore them all */
  const ria_face_fluxes *fluxes; /**< NULL: none are wanted. Used only by implementations with
 step_gives_fluxes */
  double rate_max;               /**< out: max over owned of RATE (1/s), 0 where there is none */
  int bad;                       /**< out: nonzero if any owned cell of dst fails CHECK */
} ria_step_args;

/** Arguments of THROUGH: the faces between the domain and `count` ghost cells beyond a side of it,
 * as the step from `src` computes them. src must be valid around the side's cells as for that step.
 */
typedef struct {
  const void *src[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch;      /**< in reals */
  int x, y;          /**< the first cell of the domain along the side, */
  int count;         /**< and how many there are, towards larger x or y */
  int axis, outward; /**< see ria_boundary_args */
  const double *scalars;
  unsigned switches;
  double *flux; /**< out: [count][amounts of the kernel]: into the domain, in the field's unit times
                   m/s */
} ria_through_args;

/** Arguments of a BOUNDARY kernel: fills `count` ghost cells.
 *
 * Cell c of layer l (l = 0 next to the edge): ghost = origin + c*along - (l+1)*inward,
 * inner = origin + c*along + l*inward (mirror image), edge = origin + c*along,
 * with origin, along and inward in elements of the field arrays. axis is 0 for a side whose
 * normal is x, 1 for y: it says which of a vector's components is normal. outward is -1 on the
 * low side, +1 on the high side. */
typedef struct {
  void *state[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  ptrdiff_t origin, along, inward;
  int count, layers, axis, outward;
  const double *scalars;
} ria_boundary_args;

/** Arguments of a CELLS kernel: updates `state` in place at count cells. */
typedef struct {
  void *state[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  const ptrdiff_t *index; /**< [count] element offsets into the field arrays */
  const double *weight;   /**< [count] what the definition calls `weight` */
  int count;
  const double *scalars;
} ria_cells_args;

/** Arguments of a REDUCE kernel: the reduction of a number of each cell of `box`, which is computed
 * in double precision whatever the precision of the fields.
 *
 * MIN and MAX: a zero is +0 in `value`. NaN comes before all other numbers, so that it cannot go
 * unnoticed. Of cells with the same number the first one counts, in the order z, y, x.
 *
 * Everything is borrowed for the call. */
typedef struct {
  const void *src[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch; /**< in reals */
  size_t plane; /**< reals from one plane to the next */
  ria_box box;
  const double *scalars; /**< in the descriptor's order */
  bool found;            /**< out, of MIN and MAX: whether the box has a cell; if not, the next two
                              are not set */
  double value;          /**< out, of MIN and MAX */
  int at[RIA_AXES];      /**< out, of MIN and MAX: the local cell that has the value */
  ria_sum *sum;          /**< of SUM: merged into */
} ria_reduce_args;

/** Below 0 if a reduction by MIN or MAX takes `a` rather than `b`, above 0 if it takes `b`, 0 if
 * both are the same to it: then the first cell counts. Merges results in any order. */
static inline int ria_reduction_order(ria_reduction reduction, double a, double b) {
  if (a != a || b != b)
    return (a == a) - (b == b);
  return reduction == RIA_REDUCE_MIN ? (a > b) - (a < b) : (a < b) - (a > b);
}

typedef void (*ria_step_function)(ria_step_args *args);
typedef void (*ria_through_function)(const ria_through_args *args);
typedef void (*ria_boundary_function)(const ria_boundary_args *args);
typedef void (*ria_cells_function)(const ria_cells_args *args);
typedef void (*ria_reduce_function)(ria_reduce_args *args);

/** \name Devices
 * A device is a processor with a memory and with queues of its own: a GPU. Its implementations take
 * the same arguments, with all field arrays, `index` and `weight` in device memory, and with
 * `scalars` on the host: what follows from scalars alone is computed at the call, so they may
 * change as soon as it returns. The functions queue their work on a stream of the current device
 * and return at once: 0, or the error code of the device's own runtime (cudaError_t), for a shape
 * that is not offered, a tile of 2^31 elements or more, or a launch that failed. Errors inside a
 * kernel come out of later calls, as always on such a device. @{ */

/** How an implementation cuts its work; of a number that is 0 it takes its default. */
typedef struct {
  int columns; /**< adjacent cells of a row that a thread advances */
  int rows;    /**< rows that a thread marches up */
  int warps;   /**< warps (of 32 threads) a block */
} ria_shape;

/** What steps find out, in device memory. Steps merge into it, in any order, and never clear it: an
 * all-zero report is cleared for them by who owns it. */
typedef struct {
  unsigned long long rate;       /**< bits of the largest rate as a double, in either precision: of
                                      numbers that are not negative, bits and numbers have one order */
  unsigned long long wary_until; /**< 0 at first: number of the first launch of device_pair that may
                                      again take for granted that nothing unlikely happens. Theirs;
                                      kept from report to report */
  int bad;                       /**< not 0 if an owned cell failed CHECK */
  int reserved;                  /**< 0 */
} ria_device_report;

/** A part of a tile's edge: the ghost cells beside the cells [from, to) along it, which may reach
 * into the tile's ghost cells. */
typedef struct {
  const ria_kernel *kernel; /**< a BOUNDARY kernel with the state and statics of the tile's */
  int axis, outward;        /**< see ria_boundary_args */
  int from, to;
  const double *scalars; /**< [nscalar of the kernel], on the host */
} ria_device_edge;

/** As many layers of ghost cells as the steps' kernel has cells to each side (its radius), on a
 * tile of nx x ny cells, by all parts of its edge at once, which must not overlap: the bits of
 * device_boundary for one after the other, those across x first. With a radius of 2, parts across y
 * may reach around the corners of the domain, nx and ny are at least 2, and more than
 * RIA_STEP_EDGES parts are refused. Kernels that it was not compiled for are refused
 * (cudaErrorNotSupported), and then nothing was queued. */
typedef struct {
  void *state[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch; /**< in reals */
  int nx, ny, edges;
  const ria_device_edge *edge; /**< [edges], on the host; may change when the call returns */
  void *stream;
} ria_device_edges_args;

/** A part of a tile's edge through which the inflow is added up: the faces of the cells [from, to)
 * along it, which lie inside the tile. */
typedef struct {
  int axis, outward; /**< see ria_boundary_args */
  int from, to;
  int across; /**< the column or row of these cells */
  int number; /**< of the opening in ria_flows */
} ria_device_opening;

/** What a step also adds up: the inflow through a tile's openings, as THROUGH says, of the state
 * that it begins with. */
typedef struct {
  int openings; /**< RIA_STEP_EDGES at most */
  const ria_device_opening
      *opening;    /**< [openings], on the host; may change when the call returns */
  double share[2]; /**< along x and y: what a flux of 1 adds to a cell in the step, in s/m */
  double left[RIA_AMOUNTS]; /**< what is left of an amount at the window's end; 0: not wanted */
  ria_flows *flows;         /**< device memory; merged into */
} ria_device_measure;

/** A step on a device. `scratch`, `rate_max` and `bad` of `step` are not used: the last two are
 * merged into *report. `rest` is not looked at yet. Where `edges` is given, which
 * has the arrays of dst, the ghost cells of dst beside the cells of `update` are filled after them;
 * its `stream` is not looked at. Only by implementations with step_fills_edges; others do not look
 * at it. */
typedef struct {
  ria_step_args step;
  ria_device_report *report; /**< borrowed until the stream is done with the step */
  void *stream;              /**< cudaStream_t */
  ria_shape shape;
  const ria_device_edges_args *edges; /**< NULL: none */
  const ria_device_measure *measure;  /**< NULL: nothing. Looked at only by implementations whose
                                           step_measures says so, and by device_through, which
                                           does nothing else */
} ria_device_step_args;

/** Two steps in one pass over memory: that of a kernel, and then that of another on its result,
 * which is written nowhere. The bits, and the report, are those of device_boundary by the parts of
 * `edges` across the first kernel's axis, device_step, device_boundary across the second's,
 * device_step; here no ghost cell beyond the edge is read nor written. */
typedef struct {
  ria_step_args step;    /**< of the first kernel; but what it writes is the second's result, and
                              `update` the cells that the second advances */
  const double *scalars; /**< of the second kernel */
  unsigned switches;     /**< of the second kernel; others than the first's are refused */
  const ria_device_edges_args *edges; /**< the edge of the domain: each side that the tile has a
                                           part of is one part, as long as the step needs. Arrays
                                         and `stream` are not looked at. NULL: none. Kernels that it
                                         was not compiled for are refused (cudaErrorNotSupported),
                                         and then nothing was queued */
  ria_device_report *report;          /**< as in ria_device_step_args */
  unsigned long long number; /**< larger than that of all launches before with this report */
  void *stream;
  ria_shape shape;
} ria_device_pair_args;

typedef struct {
  ria_boundary_args boundary;
  void *stream;
} ria_device_boundary_args;

/** Of a cell that occurs more than once in `index`, all entries must lie side by side; they are
 * applied in their order. */
typedef struct {
  ria_cells_args cells;
  void *stream;
} ria_device_cells_args;

/** What a reduction by MIN or MAX leaves in device memory. */
typedef struct {
  double value;
  unsigned long long order;  /**< the kernel's own: in the order of values, 0 before the first */
  unsigned long long before; /**< ~(the cells of the box before the one that has the value, in the
                                  order z, y, x); 0: the box has no cell */
} ria_device_extreme;

/** A reduction on a device. `found`, `value` and `at` of `reduce` are not used. */
typedef struct {
  ria_reduce_args reduce;      /**< `sum` is in device memory; at most 2^30 cells may be merged into
                                    one before the host normalises it (ria_sum_merge) */
  ria_device_extreme *extreme; /**< of MIN and MAX: device memory, overwritten */
  void *stream;
} ria_device_reduce_args;

/** Whether a reduction found a cell of its box, and which. */
static inline bool ria_extreme_cell(const ria_device_extreme *extreme, ria_box box,
                                    int at[RIA_AXES]) {
  unsigned long long n = ~extreme->before;
  for (int axis = 0; axis < RIA_AXES && extreme->before; axis++) {
    const unsigned long long size = (unsigned long long)ria_box_size(box, axis);
    at[axis] = box.lo[axis] + (int)(n % size);
    n /= size;
  }
  return extreme->before != 0;
}

/** A side of the domain, or a part of it, for many steps: the ghost cells beside the cells
 * [from, to) along it. */
typedef struct {
  const ria_kernel *kernel;   /**< a BOUNDARY kernel with the state and statics of the steps' */
  int axis, outward;          /**< see ria_boundary_args */
  int from, to;               /**< inside the tile */
  const ria_binding *scalars; /**< [nscalar of the kernel] */
  int opening;                /**< as of ria_segment: 0: its inflow is not added up */
} ria_device_side;

/** Cells that are updated after each step. `index` and `weight` are in device memory, ordered as
 * those of ria_device_cells_args; all cells lie inside the tile. */
typedef struct {
  const ria_kernel *kernel; /**< a CELLS kernel with the state and statics of the steps' */
  const ptrdiff_t *index;   /**< [count] */
  const double *weight;     /**< [count] */
  int count;
  const ria_binding *scalars; /**< [nscalar of the kernel] */
} ria_device_source;

/** What many steps find out, in device memory. */
typedef struct {
  unsigned long long rate; /**< as in ria_device_report: merged, cleared by who owns it. Of exact
                                steps, that of the last one */
  unsigned long long bad;  /**< merged: 0, or the first cell that failed CHECK: ria_bad_cell() */
  ria_now now;             /**< of exact steps: in, where they begin; out, where they ended */
  unsigned again;          /**< of steps by claims: how often a claim was wrong */
  unsigned woken;          /**< merged, of a known dt: how many segments a warp has to compute at
                                most that were at rest when shares were dealt out */
} ria_device_steps_report;

enum {
  RIA_STEPS_KNOWN = 0,      /**< ways of ria_device_steps_args.exact: a known dt, */
  RIA_STEPS_EXACT,          /**< exact steps, */
  RIA_STEPS_CLAIMED,        /**< and the same by claims */
  RIA_STEPS_WAYS,           /**< how many */
  RIA_STEPS_BUFFERS = 3,    /**< as RIA_BUFFERS of the clock */
  RIA_STEPS_MOST = 1 << 16, /**< steps of one launch with a known dt */
  RIA_STEPS_FEW = 128       /**< values that a launch takes along */
};

/** What a launch with a known dt leaves to the next one in the same scratch memory, on the host:
 * who computes what, and what rests, so that the next one begins with its first step. All 0:
 * nothing is left; whoever owns it makes it so where anything but the launch before has written one
 * of the buffers, or where other arguments change than `kept` (the buffer where the launch before
 * ended), `steps`, `dt`, `forcing`, `report` and `stream`. */
typedef struct {
  int steps;      /**< of the launch before; 0: nothing is left */
  int kept;       /**< the buffer where it ended */
  int since;      /**< steps since shares were dealt out; all of them alike may be looked at: */
  unsigned woken; /**< in: as the report of the launch before says */
  unsigned lost;  /**< by what has woken since, in steps of a segment */
  unsigned met;   /**< numbers of meetings that have been used */
  int half;       /**< of the flags of what rests: where the latest ones are */
  int blocks;     /**< of the GPU, and what they may share, once it was asked */
  size_t shared;
} ria_device_steps_memory;

/** Many steps of a FACE kernel with radius 1 along both axes in one cooperative launch, on a tile
 * that is the whole domain: cells [0, nx) x [0, ny), a ghost cell on each side (corners are not
 * read). A step fills the ghost cells by `side`, applies the kernel, then `source` in its order:
 * the bits of device_boundary, device_step and device_cells one after the other.
 *
 * Known dt (`exact` is RIA_STEPS_KNOWN): `steps` steps of `dt`. Step s reads buffer
 * ria_clock_buffer(kept, s) and writes ria_clock_buffer(kept, s + 1); of the kept one only ghost
 * cells change. `forcing` are the values of each step. The largest rate, and the first bad cell
 * with the number of its step, are merged into the report; bad cells do not stop the steps. With
 * `memory` the launch goes on where the one before ended, and leaves there what the next one goes
 * on with.
 *
 * Exact steps: the rate of the present state decides dt by ria_now_decide(), and the kept buffer is
 * updated in place; ria_now_accept() judges. report->now holds the clock. It ends where
 * ria_now_reached() holds, after `steps` steps, before a time that `table` does not cover, or with
 * the verdict that is not fine; after the step with a bad cell nothing more is computed: the kept
 * buffer is that step's result. By claims the same comes out: a step's dt follows from what its
 * largest rate was claimed to be while the step before was made, and a step whose claim was wrong
 * is made again. That is faster where the largest rate stays where it is. All buffers are written
 * then, and a launch may end sooner, but not before its first step. The pace's mode is
 * RIA_STEP_EXACT, its window 1. What FLUX and RATE need must not depend on dt: such kernels, or
 * bindings of sides to dt, are refused.
 *
 * Refused (cudaErrorNotSupported): kernels that the launch was not compiled for, scalars of FLUX
 * and RATE bound to anything but a value, a tile without room (ria_device_steps_room). The caller
 * then makes single steps. All pointers but those in `side` and `source` lists, `scalars` and the
 * lists themselves are to device memory; these are on the host and may change when the call
 * returns. */
typedef struct {
  void *state[RIA_STEPS_BUFFERS][RIA_MAX_FIELDS]; /**< RIA_STEPS_EXACT: the kept one alone */
  const void *statics[RIA_MAX_STATICS];
  size_t pitch; /**< in reals */
  int nx, ny, kept;
  const ria_binding *scalars; /**< [nscalar] of the kernel */
  unsigned switches;
  int sides, sources;
  const ria_device_side *side;
  const ria_device_source *source;
  int forcings;
  int exact;                 /**< which way: see above */
  int steps;                 /**< at most; with a known dt RIA_STEPS_MOST, exactly */
  double dt;                 /**< known dt */
  const double *forcing;     /**< known dt: [steps][forcings], device memory; not needed with */
  const double *few_forcing; /**< the same in host memory, RIA_STEPS_FEW values at most */
  ria_forcing_table table;   /**< exact steps: `values` in device memory */
  ria_pace pace;             /**< exact steps */
  ria_request request;       /**< exact steps */
  ria_device_steps_report *report;   /**< device memory */
  const ria_device_measure *measure; /**< known dt: as of a step; the openings are those of `side`,
                                          `left` is what is left after one step. NULL: nothing */
  void *scratch;                     /**< device memory of ria_device_steps_room, 256-byte aligned;
                                          of one launch at a time */
  size_t scratch_bytes;
  ria_device_steps_memory *memory; /**< host memory; NULL: nothing is left from launch to launch */
  void *stream;
  ria_shape shape; /**< columns and rows are not looked at */
} ria_device_steps_args;

/** What a launch takes: out of a query with the same arguments, `scratch` not set. */
typedef struct {
  size_t scratch_bytes;
  int blocks, threads;
  double on_chip; /**< share of the cells for which what exact steps hold between the flux and the
                       update fits on the chip; that of others lies in `scratch` */
} ria_device_steps_room;

/** Step, and cell, of a report's `bad`. */
static inline void ria_bad_cell(unsigned long long bad, int *step, int *x, int *y) {
  *step = (int)(~bad >> 48);
  *y = (int)(~bad >> 24 & 0xffffff);
  *x = (int)(~bad & 0xffffff);
}

enum { RIA_STEP_EDGES = 16 /**< parts of an edge that a step takes */ };

typedef int (*ria_device_step_function)(const ria_device_step_args *args);
typedef int (*ria_device_pair_function)(const ria_device_pair_args *args);
typedef int (*ria_device_steps_function)(const ria_device_steps_args *args);
typedef int (*ria_device_steps_room_function)(const ria_device_steps_args *args,
                                              ria_device_steps_room *room);
typedef int (*ria_device_boundary_function)(const ria_device_boundary_args *args);
typedef int (*ria_device_edges_function)(const ria_device_edges_args *args);
typedef int (*ria_device_cells_function)(const ria_device_cells_args *args);
typedef int (*ria_device_reduce_function)(const ria_device_reduce_args *args);
/** Queues many steps of a line; 0 or an error code, and then ria_device_line_room_function says why
 * not. That one queues nothing, and returns 0 unless the device fails. */
typedef int (*ria_device_line_function)(const struct ria_device_line_args *args);
typedef int (*ria_device_line_room_function)(const struct ria_device_line_args *args,
                                             struct ria_line_room *room);
/** @} */

/** One implementation of a kernel: a target, a strategy, both precisions. For FACE and POINT
 * kernels `step`; `rate` computes rate_max alone (dst unused), for the exact CFL step. Those of a
 * device have the functions that begin with device_ instead; where this ria was built without the
 * target's compiler, an implementation has none at all. */
typedef struct {
  const char *target;   /**< "cpu", "cuda", "cell" */
  const char *strategy; /**< "reference", "naive", "simd", "blocked", ... */
  const char *what;     /**< one line for people */
  ria_step_function step[RIA_PRECISIONS];
  ria_step_function rate[RIA_PRECISIONS];
  ria_through_function through[RIA_PRECISIONS]; /**< of the first of a target whose kernel has
                                                     THROUGH; NULL elsewhere */
  bool step_gives_fluxes;                       /**< whether `step` takes `fluxes` */
  ria_boundary_function boundary[RIA_PRECISIONS];
  ria_cells_function cells[RIA_PRECISIONS];
  ria_reduce_function reduce[RIA_PRECISIONS];
  size_t (*scratch_bytes)(int width, ria_precision precision); /**< NULL: none needed */
  ria_device_step_function device_step[RIA_PRECISIONS];
  ria_device_step_function device_rate[RIA_PRECISIONS];
  ria_device_steps_function device_steps[RIA_PRECISIONS]; /**< NULL where it has none */
  ria_device_steps_room_function device_steps_room[RIA_PRECISIONS];
  ria_device_edges_function device_edges[RIA_PRECISIONS]; /**< of steps; NULL where it has none */
  bool step_fills_edges; /**< whether device_step takes `edges`, of the kernels that device_edges
                            takes: at most RIA_STEP_EDGES */
  ria_device_step_function
      device_through[RIA_PRECISIONS]; /**< as `through`; NULL where it has none */
  bool step_measures;                 /**< whether device_step, and device_steps, take `measure` */
  const char *pair; /**< the kernel whose step device_pair makes after this one's; NULL: none */
  const char *const
      *pair_edges; /**< the BOUNDARY kernels that device_pair takes; NULL at the end */
  ria_device_pair_function device_pair[RIA_PRECISIONS];
  ria_device_line_function device_line[RIA_PRECISIONS]; /**< many steps of a line; of a step with
                                                           two stages with the first; NULL: none */
  ria_device_line_room_function device_line_room[RIA_PRECISIONS];
  ria_device_boundary_function device_boundary[RIA_PRECISIONS];
  ria_device_cells_function device_cells[RIA_PRECISIONS];
  ria_device_reduce_function device_reduce[RIA_PRECISIONS];
  const struct ria_cell_stage *cell_stage[RIA_PRECISIONS]; /**< of an SPE program: how to run it on
                                                               a tile that stays in blocks */
  const ria_shape *shapes[RIA_PRECISIONS]; /**< of steps: what is worth trying, the default first,
                                                columns == 0 at the end; NULL on the CPU */
} ria_implementation;

typedef struct {
  const char *name, *unit, *what;
} ria_quantity;

/** Work of a kernel for one cell and step, counted by the generator from the intermediate form with
 * every face computed once, and as if nothing happened that its definition calls unlikely. flops =
 * add, sub, mul, neg-free comparisons and selects excluded; fma counts 2; div and sqrt are apart.
 */
typedef struct {
  int flops, divisions, square_roots, comparisons;
  int multiply_adds; /**< fma: each is 2 of the flops */
  int choices;       /**< selections of one of two values, absolute values, and the
                          shifts and sums of bits that a guess is made of */
  int reads, writes; /**< reals moved a cell by an ideal cache: bytes = (reads + writes) * size */
} ria_cost;

struct ria_kernel {
  const char *name, *what, *source; /**< source: paper and equation */
  ria_kernel_kind kind;
  ria_reduction reduction; /**< of a REDUCE kernel */
  int axes;                /**< bit 0: works along x, bit 1: along y, bit 2: along z */
  int reach[RIA_AXES];     /**< ghost cells that one application needs along each axis */
  int radius;              /**< the largest of them */
  int corners;             /**< not 0: one application sees cells that lie aside along two axes */
  unsigned reads, writes;  /**< bit i: state field i is read, is written */
  int nstate, nstatic, nscalar, nswitch;
  int interim; /**< the last `interim` of the state fields are copies of those before them between
                  the stages of a step: they follow from these, and may hold anything when it begins
                */
  const ria_quantity *state, *statics, *scalar, *switches;
  int has_rate, has_check, has_rest;
  int amounts;           /**< fluxes that THROUGH gives; 0: the kernel has none */
  const int *amount;     /**< [amounts]: the state fields that they are of */
  ria_cost cost;         /**< with every switch off */
  const ria_cost *costs; /**< [2^nswitch]: with each combination of switches */
  const ria_implementation *implementation; /**< [implementations]; [0] is the serial reference */
  int implementations;
};

/** Implementation for target and strategy, or NULL. strategy NULL: the target's fastest, which is
 * the last one registered for it. */
const ria_implementation *ria_kernel_implementation(const ria_kernel *kernel, const char *target,
                                                    const char *strategy);

/** Whether a CPU can call it, and whether it runs on a device. Neither, where this ria was built
 * without the target's compiler. */
bool ria_implementation_on_host(const ria_implementation *one);
bool ria_implementation_on_device(const ria_implementation *one);

/** Ghost cells that one application needs along an axis. */
static inline int ria_kernel_reach(const ria_kernel *kernel, int axis) {
  return kernel->reach[axis];
}

/** Whether one application sees ghost cells around the corners of a tile. */
static inline bool ria_kernel_sees_corners(const ria_kernel *kernel) {
  return kernel->corners != 0;
}

/** Index of a scalar or a switch by name, -1 if there is none. */
int ria_kernel_scalar(const ria_kernel *kernel, const char *name);
int ria_kernel_switch(const ria_kernel *kernel, const char *name);

#ifdef __cplusplus
}
#endif
#endif
