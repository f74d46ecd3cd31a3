/** \file
 * Kernels on a device: a processor with a memory and with queues of its own, such as a GPU. Its
 * implementations take the same arguments as a CPU's, with all field arrays, `index` and `weight`
 * in device memory, and with `scalars` on the host: what follows from scalars alone is computed at
 * the call, so they may change as soon as it returns. The functions queue their work on a stream of
 * the current device and return at once: 0, or the error code of the device's own runtime
 * (cudaError_t), for a shape that is not offered, a tile of 2^31 elements or more, or a launch that
 * failed. Errors inside a kernel come out of later calls, as always on such a device.
 *
 * Many steps in one launch are in ria/device_steps.h and ria/line.h. */
#ifndef RIA_DEVICE_KERNEL_H
#define RIA_DEVICE_KERNEL_H

#include "ria/kernel.h"
#include "ria/ledger.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ria_device_steps_args; /* ria/device_steps.h */
struct ria_device_steps_room;
struct ria_device_line_args; /* ria/line.h */
struct ria_line_room;

/** How an implementation cuts its work; of a number that is 0 it takes its default. */
typedef struct {
  int columns; /**< adjacent cells of a row that a thread advances */
  int rows;    /**< rows that a thread marches up */
  int warps;   /**< warps (of 32 threads) a block */
} ria_shape;

/** What steps find out, in device memory. Steps merge into it, in any order, and never clear it:
 * its owner clears it to all zero. */
typedef struct {
  unsigned long long rate;       /**< bits of the largest rate as a double, in either precision: of
                                      numbers that are not negative, bits and numbers have one order */
  unsigned long long wary_until; /**< 0 at first: number of the first launch of step_pair that may
                                      again take for granted that nothing unlikely happens. Theirs;
                                      kept from report to report */
  int bad;                       /**< not 0 if an owned cell failed CHECK */
  int reserved;                  /**< 0 */
} ria_device_report;

enum { RIA_STEP_EDGES = 16 /**< parts of an edge that a step takes */ };

/** A part of a tile's edge: the ghost cells beside the cells [from, to) along it, which may reach
 * into the tile's ghost cells. */
typedef struct {
  const ria_kernel *kernel; /**< a BOUNDARY kernel with the first fields of the tile's state, which
                               leaves the others as they are, and the first of its statics */
  int axis, outward;        /**< see ria_boundary_args */
  int from, to;
  const double *scalars; /**< [nscalar of the kernel], on the host */
} ria_device_edge;

/** As many layers of ghost cells as the steps' kernel has cells to each side (its radius), on a
 * tile of nx x ny cells, by all parts of its edge at once, which must not overlap: the bits of
 * `boundary` for one after the other, those across x first. With a radius of 2, parts across y
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

/** A face between two cells of a tile through which a step adds up what passes. */
typedef struct {
  int x, y;          /**< an own cell */
  int axis, outward; /**< on which side of it: see ria_boundary_args */
  int sign;          /**< 1; -1: what leaves the cell counts; 0: this is no face */
  int number;        /**< of the opening in ria_flows: the same of the faces of a warp */
} ria_device_face;

enum { RIA_DEVICE_WARP = 32 /**< faces that a warp takes, in their order */ };

/** What a step also adds up: the inflow through a tile's openings, as THROUGH says, of the state
 * that it begins with. */
typedef struct {
  int openings; /**< RIA_STEP_EDGES at most */
  const ria_device_opening
      *opening;                /**< [openings], on the host; may change when the call returns */
  int faces;                   /**< a multiple of RIA_DEVICE_WARP */
  const ria_device_face *face; /**< [faces], device memory */
  double share[2]; /**< along x and y: what a flux of 1 adds to a cell in the step, in s/m */
  double left[RIA_AMOUNTS]; /**< what is left of an amount at the window's end; 0: not wanted.
                                 Not of faces: what passed them has left nothing there */
  ria_flows *flows;         /**< device memory; merged into */
  int first;                /**< amount of the model that the kernel's first one is */
} ria_device_measure;

/** A POINT kernel that follows the state (ria_tracker), which a launch applies besides. */
typedef struct {
  const ria_kernel *kernel;
  const double *scalars; /**< [nscalar of the kernel], on the host; but for */
  unsigned timed;        /**< bits: those that are the time of the state */
  /** [nstate of the kernel], device memory: cell (0, 0, 0) of each field that the kernel writes,
   * with what it had before, and for what it has then; both may be the same. Its other fields are
   * the steps', by their names. */
  const void *from[RIA_MAX_FIELDS];
  void *to[RIA_MAX_FIELDS];
} ria_device_tracker;

enum { RIA_DEVICE_TRACKERS = 8 /**< that a launch applies at most */ };

/** What a launch also tracks, of the tile's own cells: a step, the state that it begins with; many
 * steps, the state after each of them, in place from the second on. */
typedef struct {
  int trackers; /**< RIA_DEVICE_TRACKERS at most */
  const ria_device_tracker
      *tracker;   /**< [trackers], on the host; may change when the call returns */
  double time;    /**< of the state that the launch begins with */
  double landing; /**< of many steps: that after the last one; NAN: as dt says */
} ria_device_tracking;

/** A box of several that one launch works on. Its arrays lie `shift` elements behind those that the
 * launch is given, each array in its own elements. */
typedef struct {
  ptrdiff_t shift;
  size_t pitch, plane;
  ria_box update, owned; /**< `owned`: of steps */
  const double *scalars; /**< of the kernel, on the host */
} ria_device_part;

/** Scalars that a kernel finds in device memory when it begins, so that nobody waits for them, and
 * whether it is to do anything then. */
typedef struct {
  const double *value; /**< device memory: scalars of a program */
  const int *bound;    /**< on the host, [nscalar of the kernel]: 1 + which of these each of its
                            scalars is; 0: it is as the host says */
  const int *on;       /**< device memory: where it is 0, nothing is done. NULL: all is */
  bool alone;          /**< the launch must not begin before the one before has ended */
} ria_device_given;

/** A reduction that a launch makes besides, of the same boxes. */
typedef struct {
  const void *src[RIA_MAX_OPERANDS]; /**< as in ria_reduce_args */
  const void *statics[RIA_MAX_STATICS];
  ria_sum *sum; /**< device memory; merged into */
} ria_device_also;

/** Sums that a step makes besides at most. */
enum { RIA_STEP_SUMS = 2 };

/** Ghost cells that a step fills besides, of a tile that is its own neighbour along some axes: a
 * cell within `depth` of a side is written again `cells` farther on, on the other side; one that is
 * so along several axes, for each set of these. */
typedef struct {
  int cells[RIA_AXES]; /**< of the tile, twice `depth` at least; 0: it is not its own neighbour */
  int depth[RIA_AXES];
} ria_device_wrap;

/** A step on a device. `scratch`, `rate_max` and `bad` of `step` are not used: the last two are
 * merged into *report. `rest` is not looked at yet. Where `edges` is given, which
 * has the arrays of dst, the ghost cells of dst beside the cells of `update` are filled after them;
 * its `stream` is not looked at. Only by implementations with fills_edges; others do not look
 * at it. */
typedef struct {
  ria_step_args step;
  ria_device_report *report; /**< borrowed until the stream is done with the step */
  void *stream;              /**< cudaStream_t */
  ria_shape shape;
  const ria_device_edges_args *edges; /**< NULL: none */
  const ria_device_measure *measure;  /**< NULL: nothing. Looked at only by implementations whose
                                           `measures` says so, and by `through`, which
                                           does nothing else */
  /** NULL: nothing. Looked at only by implementations that have `tracks`. */
  const ria_device_tracking *tracking;
  int parts; /**< 0: the box of `step`. Looked at only by implementations that take parts */
  const ria_device_part *part; /**< [parts], on the host, instead of the boxes, pitches and scalars
                                    of `step`; no box reads or writes what another one writes */
  const ria_device_given *given; /**< NULL: all scalars are on the host. Looked at only by `step` of
                                      POINT kernels */
  int sums; /**< RIA_STEP_SUMS at most: reductions by the kernel `adds` of the functions, of the
                 own cells that the step has written. Looked at only where there is one */
  const ria_device_also *sum;  /**< [sums], on the host. Of the fields with parts, that of the first
                                    one; their statics are not looked at */
  const ria_device_wrap *wrap; /**< on the host, of a step of one part; NULL: none. Looked at only
                                    where `wraps` of the functions says so */
} ria_device_step_args;

/** Two steps in one pass over memory: that of a kernel, and then that of another on its result,
 * which is written nowhere. The bits, and the report, are those of `boundary` by the parts of
 * `edges` across the first kernel's axis, `step`, `boundary` across the second's,
 * `step`; here no ghost cell beyond the edge is read nor written. */
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
  int parts; /**< as in ria_device_step_args */
  const ria_device_part *part;
  const ria_device_given
      *given;                  /**< as there. A MIN or MAX looks at no `on`, and writes *extreme */
  const ria_device_also *also; /**< of a SUM: on the host; NULL: none */
} ria_device_reduce_args;

/** Whether a reduction found a cell of its box, and which. */
RIA_BOTH bool ria_extreme_cell(const ria_device_extreme *extreme, ria_box box, int at[RIA_AXES]) {
  unsigned long long n = ~extreme->before;
  for (int axis = 0; axis < RIA_AXES && extreme->before; axis++) {
    const unsigned long long size = (unsigned long long)ria_box_size(box, axis);
    at[axis] = box.lo[axis] + (int)(n % size);
    n /= size;
  }
  return extreme->before != 0;
}

typedef int (*ria_device_step_function)(const ria_device_step_args *args);
typedef int (*ria_device_pair_function)(const ria_device_pair_args *args);
typedef int (*ria_device_steps_function)(const struct ria_device_steps_args *args);
typedef int (*ria_device_steps_room_function)(const struct ria_device_steps_args *args,
                                              struct ria_device_steps_room *room);
typedef int (*ria_device_boundary_function)(const ria_device_boundary_args *args);
typedef int (*ria_device_edges_function)(const ria_device_edges_args *args);
typedef int (*ria_device_cells_function)(const ria_device_cells_args *args);
typedef int (*ria_device_reduce_function)(const ria_device_reduce_args *args);
/** Queues many steps of a line; 0 or an error code, and then ria_device_line_room_function says why
 * not. That one queues nothing, and returns 0 unless the device fails. */
typedef int (*ria_device_line_function)(const struct ria_device_line_args *args);
typedef int (*ria_device_line_room_function)(const struct ria_device_line_args *args,
                                             struct ria_line_room *room);

/** What a device has of an implementation, in a precision. Functions are NULL where there are none:
 * all of them, if this ria was built without the device's compiler. */
typedef struct {
  ria_device_step_function step, rate;
  ria_device_boundary_function boundary;
  ria_device_cells_function cells;
  ria_device_reduce_function reduce;
  ria_device_edges_function edges;
  bool fills_edges; /**< whether `step` takes `edges`, of the kernels that the function of this name
                         takes: at most RIA_STEP_EDGES */
  ria_device_step_function through; /**< the first of a target has it, if the kernel has THROUGH */
  bool measures;                    /**< whether `step`, and `steps`, take `measure` */
  /** The trackers' kernels that `step`, and `steps`, take in `tracking`; NULL at the end. NULL:
   * they take none. */
  const char *const *tracks;
  const ria_kernel *adds; /**< the REDUCE kernel by SUM whose reductions a step can make
                               besides; NULL: none */
  bool wraps;             /**< whether `step` takes `wrap` */
  bool takes_parts;       /**< whether `step`, or `reduce`, takes several parts */
  ria_device_steps_function steps;
  ria_device_steps_room_function steps_room;
  const char *pair; /**< the kernel whose step step_pair makes after this one's; NULL: none */
  const char *const *pair_edges; /**< the BOUNDARY kernels that step_pair takes; NULL at the end */
  ria_device_pair_function step_pair;
  ria_device_line_function line; /**< of a step with two stages with the first */
  ria_device_line_room_function line_room;
  const ria_shape *shapes; /**< of steps: what is worth trying, the default first, columns == 0 at
                                the end */
} ria_device_functions;

/** An implementation's functions on a device; never NULL: without any, all are NULL. */
const ria_device_functions *ria_device_functions_of(const ria_implementation *one,
                                                    ria_precision precision);

/** Whether it runs on a device. */
bool ria_implementation_on_device(const ria_implementation *one);

#ifdef __cplusplus
}
#endif
#endif
