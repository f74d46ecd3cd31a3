/** \file
 * Many steps in one launch of a device, on a tile that is the whole domain.
 */
#ifndef RIA_DEVICE_STEPS_H
#define RIA_DEVICE_STEPS_H

#include "ria/clock.h"
#include "ria/device_kernel.h"
#include "ria/forcing.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A side of the domain, or a part of it, for many steps: the ghost cells next to the cells [from,
 * to) along it. */
typedef struct {
  const ria_kernel
      *kernel;       /**< a BOUNDARY kernel with the steps' state and the first of their statics */
  int axis, outward; /**< see ria_boundary_args */
  int from, to;      /**< inside the tile */
  const ria_binding *scalars; /**< [nscalar of the kernel] */
  int opening;                /**< as in ria_segment: 0: its inflow is not added up */
} ria_device_side;

/** Cells that are updated after each step. `index` and `weight` are in device memory, ordered as in
 * ria_device_cells_args; all cells lie inside the tile. */
typedef struct {
  const ria_kernel
      *kernel; /**< a CELLS kernel with the steps' state and the first of their statics */
  const ptrdiff_t *index; /**< [count] */
  const double *weight;   /**< [count] */
  int count;
  const ria_binding *scalars; /**< [nscalar of the kernel] */
} ria_device_source;

/** Results of many steps, in device memory. */
typedef struct {
  unsigned long long rate; /**< as in ria_device_report: merged, cleared by the owner. Exact steps:
                              of the last step */
  unsigned long long bad;  /**< merged: 0, or the first cell that failed CHECK: ria_bad_cell() */
  ria_now now;             /**< exact steps: the clock; in: at the start, out: at the end */
  unsigned redone;         /**< speculative steps: how many were redone */
  unsigned woken; /**< merged, known dt: the most segments that a warp must compute although they
                     were at rest when shares were assigned */
} ria_device_steps_report;

enum {
  RIA_STEPS_KNOWN = 0,      /**< values of ria_device_steps_args.exact: a known dt, */
  RIA_STEPS_EXACT,          /**< exact steps, */
  RIA_STEPS_SPECULATIVE,    /**< exact steps with a speculated rate */
  RIA_STEPS_WAYS,           /**< number of these values */
  RIA_STEPS_BUFFERS = 3,    /**< as RIA_BUFFERS of the clock */
  RIA_STEPS_MOST = 1 << 16, /**< most steps of one launch with a known dt */
  RIA_STEPS_FEW = 128       /**< forcing values that fit into a launch's arguments */
};

/** State that a launch with a known dt leaves to the next launch with the same scratch memory, on
 * the host: the assignment of work and the segments at rest, so that the next launch begins with
 * its first step. All 0: no state. The owner must reset it to 0 if anything but the preceding
 * launch has written one of the buffers, or if arguments other than `base_buffer` (the buffer where
 * the preceding launch ended), `steps`, `dt`, `forcing`, `report` and `stream` change. */
typedef struct {
  int steps;       /**< steps of the preceding launch; 0: no state */
  int last_buffer; /**< the buffer where it ended */
  int since; /**< steps since shares were assigned to warps; shares are assigned anew when `lost`
                outweighs the cost: */
  unsigned woken; /**< in: from the report of the preceding launch */
  unsigned lost;  /**< work that segments which have woken since have cost: segments x steps */
  unsigned met;   /**< number of barriers used so far */
  int half;       /**< which of the two sets of rest flags is the latest */
  int blocks; /**< number of the GPU's processors, and the shared memory each offers; 0: not queried
                 yet */
  size_t shared;
} ria_device_steps_memory;

/** Many steps of a FACE kernel with radius 1 along both axes in one cooperative launch, on a tile
 * that is the whole domain: cells [0, nx) x [0, ny), a ghost cell on each side (corners are not
 * read). A step fills the ghost cells by `side`, applies the kernel, then the `source` lists in
 * order. The bits are those of `boundary`, `step` and `cells` called one after the other.
 *
 * Known dt (`exact` is RIA_STEPS_KNOWN): `steps` steps of `dt`. Step s reads buffer
 * ria_clock_buffer(base_buffer, s) and writes ria_clock_buffer(base_buffer, s + 1); in the base
 * buffer only ghost cells change. `forcing` holds the values of each step. The largest rate, and
 * the first bad cell with the number of its step, are merged into the report; bad cells do not stop
 * the steps. With `memory` the launch continues where the preceding one ended, and stores there the
 * state for the next one.
 *
 * Exact steps: the rate of the present state decides dt by ria_now_decide(), and the base buffer is
 * updated in place; ria_now_accept() judges. report->now holds the clock. The launch ends when
 * ria_now_reached() holds, after `steps` steps, before a time that `table` does not cover, or when
 * the verdict is an error. A bad cell ends the launch after its step: the base buffer is that
 * step's result. Speculative steps give the same bits: dt comes from a largest rate that was
 * guessed during the preceding step, and a step with a wrong guess is redone. They are faster if
 * the largest rate stays in the same place. They write all buffers, and a launch may end early, but
 * not before its first step. The pace's mode is RIA_STEP_EXACT, its window 1. The inputs of FLUX
 * and RATE must not depend on dt: kernels, or sides bound to dt, that break this are refused.
 *
 * Refused (cudaErrorNotSupported): kernels that the launch was not compiled for, scalars of FLUX
 * and RATE bound to anything but a value, a tile without room (ria_device_steps_room). The caller
 * must then run single steps. The `side` and `source` lists, the pointers in them and `scalars` are
 * in host memory and may change when the call returns. All other pointers are to device memory. */
typedef struct ria_device_steps_args {
  void *state[RIA_STEPS_BUFFERS][RIA_MAX_FIELDS]; /**< RIA_STEPS_EXACT: only the base buffer */
  const void *statics[RIA_MAX_STATICS];
  size_t pitch; /**< in reals */
  int nx, ny, base_buffer;
  const ria_binding *scalars; /**< [nscalar] of the kernel */
  unsigned switches;
  int sides, sources;
  const ria_device_side *side;
  const ria_device_source *source;
  int forcings;
  int exact; /**< RIA_STEPS_KNOWN, ...: see above */
  int steps; /**< most steps; with a known dt the exact number, at most RIA_STEPS_MOST */
  double dt; /**< known dt */
  const double *forcing;           /**< known dt: [steps][forcings], device memory; not needed if
                                      `few_forcing` is set */
  const double *few_forcing;       /**< the same in host memory, at most RIA_STEPS_FEW values */
  ria_forcing_table table;         /**< exact steps: `values` in device memory */
  ria_pace pace;                   /**< exact steps */
  ria_request request;             /**< exact steps */
  ria_device_steps_report *report; /**< device memory */
  const ria_device_measure
      *measure; /**< known dt: as for one step; the openings are those of `side`, `left` is the
                   share left after one step. NULL: none */
  /** NULL: none. A tracker must not change its result in a cell while the cell's state stays the
   * same: cells at rest are skipped. */
  const ria_device_tracking *tracking;
  void *scratch; /**< device memory of ria_device_steps_room bytes, 256-byte aligned; used by one
                    launch at a time */
  size_t scratch_bytes;
  ria_device_steps_memory *memory; /**< host memory; NULL: no state is kept from launch to launch */
  void *stream;
  ria_shape shape; /**< columns and rows are ignored */
} ria_device_steps_args;

/** Resources that a launch takes: result of a query with the same arguments; `scratch` may be
 * unset. */
typedef struct ria_device_steps_room {
  size_t scratch_bytes;
  int blocks, threads;
  double on_chip; /**< exact steps: share of the cells whose data between flux and update fits on
                     the chip; the data of the others lies in `scratch` */
} ria_device_steps_room;

/** The step and the cell in a report's `bad`. */
static inline void ria_bad_cell(unsigned long long bad, int *step, int *x, int *y) {
  *step = (int)(~bad >> 48);
  *y = (int)(~bad >> 24 & 0xffffff);
  *x = (int)(~bad & 0xffffff);
}

#ifdef __cplusplus
}
#endif
#endif
