/** \file
 * Many steps in one launch of a device, on a tile that is the whole domain. */
#ifndef RIA_DEVICE_STEPS_H
#define RIA_DEVICE_STEPS_H

#include "ria/clock.h"
#include "ria/device_kernel.h"
#include "ria/forcing.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A side of the domain, or a part of it, for many steps: the ghost cells beside the cells
 * [from, to) along it. */
typedef struct {
  const ria_kernel
      *kernel;       /**< a BOUNDARY kernel with the steps' state and the first of their statics */
  int axis, outward; /**< see ria_boundary_args */
  int from, to;      /**< inside the tile */
  const ria_binding *scalars; /**< [nscalar of the kernel] */
  int opening;                /**< as of ria_segment: 0: its inflow is not added up */
} ria_device_side;

/** Cells that are updated after each step. `index` and `weight` are in device memory, ordered as
 * those of ria_device_cells_args; all cells lie inside the tile. */
typedef struct {
  const ria_kernel
      *kernel; /**< a CELLS kernel with the steps' state and the first of their statics */
  const ptrdiff_t *index; /**< [count] */
  const double *weight;   /**< [count] */
  int count;
  const ria_binding *scalars; /**< [nscalar of the kernel] */
} ria_device_source;

/** What many steps find out, in device memory. */
typedef struct {
  unsigned long long rate; /**< as in ria_device_report: merged, cleared by who owns it. Of exact
                                steps, that of the last one */
  unsigned long long bad;  /**< merged: 0, or the first cell that failed CHECK: ria_bad_cell() */
  ria_now now;             /**< of exact steps: in, where they begin; out, where they ended */
  unsigned redone;         /**< of speculative steps: those that were redone */
  unsigned woken;          /**< merged, of a known dt: how many segments a warp has to compute at
                                most that were at rest when shares were dealt out */
} ria_device_steps_report;

enum {
  RIA_STEPS_KNOWN = 0,      /**< ways of ria_device_steps_args.exact: a known dt, */
  RIA_STEPS_EXACT,          /**< exact steps, */
  RIA_STEPS_SPECULATIVE,    /**< and the same with a speculated rate */
  RIA_STEPS_WAYS,           /**< how many */
  RIA_STEPS_BUFFERS = 3,    /**< as RIA_BUFFERS of the clock */
  RIA_STEPS_MOST = 1 << 16, /**< steps of one launch with a known dt */
  RIA_STEPS_FEW = 128       /**< values that a launch takes along */
};

/** What a launch with a known dt leaves to the next one in the same scratch memory, on the host:
 * who computes what, and what rests, so that the next one begins with its first step. All 0:
 * nothing is left; whoever owns it makes it so where anything but the launch before has written one
 * of the buffers, or where other arguments change than `base_buffer` (the buffer where the launch
 * before ended), `steps`, `dt`, `forcing`, `report` and `stream`. */
typedef struct {
  int steps;       /**< of the launch before; 0: nothing is left */
  int last_buffer; /**< the buffer where it ended */
  int since;       /**< steps since shares were dealt out; all of them alike may be looked at: */
  unsigned woken;  /**< in: as the report of the launch before says */
  unsigned lost;   /**< by what has woken since, in steps of a segment */
  unsigned met;    /**< numbers of meetings that have been used */
  int half;        /**< of the flags of what rests: where the latest ones are */
  int blocks;      /**< of the GPU, and what they may share, once it was asked */
  size_t shared;
} ria_device_steps_memory;

/** Many steps of a FACE kernel with radius 1 along both axes in one cooperative launch, on a tile
 * that is the whole domain: cells [0, nx) x [0, ny), a ghost cell on each side (corners are not
 * read). A step fills the ghost cells by `side`, applies the kernel, then `source` in its order:
 * the bits of `boundary`, `step` and `cells` one after the other.
 *
 * Known dt (`exact` is RIA_STEPS_KNOWN): `steps` steps of `dt`. Step s reads buffer
 * ria_clock_buffer(base_buffer, s) and writes ria_clock_buffer(base_buffer, s + 1); of the base
 * buffer only ghost cells change. `forcing` are the values of each step. The largest rate, and the
 * first bad cell with the number of its step, are merged into the report; bad cells do not stop the
 * steps. With `memory` the launch goes on where the one before ended, and leaves there what the
 * next one goes on with.
 *
 * Exact steps: the rate of the present state decides dt by ria_now_decide(), and the base buffer is
 * updated in place; ria_now_accept() judges. report->now holds the clock. It ends where
 * ria_now_reached() holds, after `steps` steps, before a time that `table` does not cover, or with
 * the verdict that is not fine; after the step with a bad cell nothing more is computed: the base
 * buffer is that step's result. Speculative steps give the same bits: a step's dt follows from a
 * largest rate that was speculated while the step before was made, and a step whose speculated rate
 * was wrong is redone. That is faster where the largest rate stays where it is. All buffers are
 * written then, and a launch may end sooner, but not before its first step. The pace's mode is
 * RIA_STEP_EXACT, its window 1. What FLUX and RATE need must not depend on dt: such kernels, or
 * bindings of sides to dt, are refused.
 *
 * Refused (cudaErrorNotSupported): kernels that the launch was not compiled for, scalars of FLUX
 * and RATE bound to anything but a value, a tile without room (ria_device_steps_room). The caller
 * then makes single steps. All pointers but those in `side` and `source` lists, `scalars` and the
 * lists themselves are to device memory; these are on the host and may change when the call
 * returns. */
typedef struct ria_device_steps_args {
  void *state[RIA_STEPS_BUFFERS][RIA_MAX_FIELDS]; /**< RIA_STEPS_EXACT: the base buffer alone */
  const void *statics[RIA_MAX_STATICS];
  size_t pitch; /**< in reals */
  int nx, ny, base_buffer;
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
  /** NULL: nothing. A tracker's result must not change where a cell's state stays as it is: cells
   * at rest are passed over. */
  const ria_device_tracking *tracking;
  void *scratch; /**< device memory of ria_device_steps_room, 256-byte aligned; of one launch at a
                      time */
  size_t scratch_bytes;
  ria_device_steps_memory *memory; /**< host memory; NULL: nothing is left from launch to launch */
  void *stream;
  ria_shape shape; /**< columns and rows are not looked at */
} ria_device_steps_args;

/** What a launch takes: out of a query with the same arguments, `scratch` not set. */
typedef struct ria_device_steps_room {
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

#ifdef __cplusplus
}
#endif
#endif
