/** \file
 * Kernels on a device: a processor with its own memory and queues, such as a GPU. Device
 * implementations take the same arguments as CPU implementations. All field arrays, `index` and
 * `weight` are in device memory. `scalars` are in host memory; they are evaluated during the call,
 * so they may change when it returns. The functions queue their work on a stream of the current
 * device and return at once. They return 0 or an error code of the device's own runtime
 * (cudaError_t): for a shape that is not offered, a tile of 2^31 elements or more, or a failed
 * launch. Errors inside a kernel are returned by later calls, as usual on such a device.
 *
 * Many steps in one launch are in ria/device_steps.h and ria/line.h.
 */
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

/** How an implementation divides its work; 0 selects the default of a number. */
typedef struct {
  int columns; /**< adjacent cells of a row that a thread advances */
  int rows;    /**< rows that a thread marches up */
  int warps;   /**< warps (of 32 threads) a block */
} ria_shape;

/** Results of steps, in device memory. Steps merge into it in any order and never clear it: its
 * owner sets it to all zero. */
typedef struct {
  unsigned long long rate; /**< bits of the largest rate as a double, in either precision: numbers
                              that are not negative have the same order as their bits */
  unsigned long long wary_until; /**< 0 at first: number of the first launch of step_pair that may
                                    again assume that unlikely branches are not taken. Private to
                                    step_pair; keep it when the report is cleared */
  int bad;                       /**< nonzero if an owned cell failed CHECK */
  int reserved;                  /**< 0 */
} ria_device_report;

enum { RIA_STEP_EDGES = 16 /**< most parts of an edge that a step takes */ };

/** A part of a tile's edge: the ghost cells next to the cells [from, to) along it. The range may
 * extend into the tile's ghost cells. */
typedef struct {
  const ria_kernel *kernel; /**< a BOUNDARY kernel; its state and statics are the first fields of
                               the tile's. It leaves the other fields unchanged */
  int axis, outward;        /**< see ria_boundary_args */
  int from, to;
  const double *scalars; /**< [nscalar of the kernel], on the host */
} ria_device_edge;

/** Fill the ghost cells of a tile of nx x ny cells, as many layers as the radius of the steps'
 * kernel, by all parts of its edge at once. The parts must not overlap. Same bits as one `boundary`
 * call a part, parts across x first. With a radius of 2, parts across y may reach around the
 * corners of the domain, nx and ny are at least 2, and more than RIA_STEP_EDGES parts are refused.
 * Kernels that this function was not compiled for are refused (cudaErrorNotSupported) and nothing
 * is queued. */
typedef struct {
  void *state[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch; /**< in reals */
  int nx, ny, edges;
  const ria_device_edge *edge; /**< [edges], on the host; may change when the call returns */
  void *stream;
} ria_device_edges_args;

/** A part of a tile's edge through which the inflow is added up: the faces of the cells [from, to)
 * along it. The range lies inside the tile. */
typedef struct {
  int axis, outward; /**< see ria_boundary_args */
  int from, to;
  int across; /**< column or row of these cells */
  int number; /**< index of the opening in ria_flows */
} ria_device_opening;

/** A face between two cells of a tile; a step adds up the flux through it. */
typedef struct {
  int x, y;          /**< one of the tile's own cells */
  int axis, outward; /**< the side of that cell: see ria_boundary_args */
  int sign;          /**< 1: inflow counts; -1: outflow counts; 0: not a face */
  int number;        /**< index of the opening in ria_flows: the same for all faces of a warp */
} ria_device_face;

enum { RIA_DEVICE_WARP = 32 /**< faces that a warp takes, in order */ };

/** Inflow that a step also adds up: through a tile's openings, as THROUGH defines it, from the
 * state at the start of the step. */
typedef struct {
  int openings; /**< RIA_STEP_EDGES at most */
  const ria_device_opening
      *opening;                /**< [openings], on the host; may change when the call returns */
  int faces;                   /**< a multiple of RIA_DEVICE_WARP */
  const ria_device_face *face; /**< [faces], device memory */
  double share[2]; /**< along x and y: increment of a cell in the step for a flux of 1, in s/m */
  double left[RIA_AMOUNTS]; /**< the share of an amount that is left at the window's end; 0: no
                               decay to track. Not for faces: no content remains in a face */
  ria_flows *flows;         /**< device memory; merged into */
  int first;                /**< index, in the model's amounts, of the kernel's first amount */
} ria_device_measure;

/** A POINT kernel that follows the state (ria_tracker); a launch also applies it. */
typedef struct {
  const ria_kernel *kernel;
  const double
      *scalars;   /**< [nscalar of the kernel], on the host; except for the scalars in `times` */
  unsigned timed; /**< bit mask: scalars that are the time of the state */
  /** [nstate of the kernel], device memory: cell (0, 0, 0) of each field that the kernel writes,
   * with its previous values and for its new values; both may be the same array. The kernel's other
   * fields are fields of the steps, found by name. */
  const void *from[RIA_MAX_FIELDS];
  void *to[RIA_MAX_FIELDS];
} ria_device_tracker;

enum { RIA_DEVICE_TRACKERS = 8 /**< most trackers in a launch */ };

/** Trackers that a launch also applies, to the tile's own cells. A single step tracks the state at
 * its start. Many steps track the state after each step, in place from the second on. */
typedef struct {
  int trackers; /**< RIA_DEVICE_TRACKERS at most */
  const ria_device_tracker
      *tracker;   /**< [trackers], on the host; may change when the call returns */
  double time;    /**< time of the state at the start of the launch */
  double landing; /**< many steps: time after the last step; NAN: computed from dt */
} ria_device_tracking;

/** One of several boxes that one launch works on. Its arrays begin `shift` elements after the
 * arrays that the launch is given, each in units of its own elements. */
typedef struct {
  ptrdiff_t shift;
  size_t pitch, plane;
  ria_box update, owned; /**< `owned`: for steps */
  const double *scalars; /**< scalars of the kernel, on the host */
} ria_device_part;

/** Scalars that a kernel reads from device memory when it begins, so that the host need not wait
 * for them, and a switch that disables the launch. */
typedef struct {
  const double *value; /**< device memory: scalars of a program */
  const int *bound; /**< on the host, [nscalar of the kernel]: 1 + the number in `scalars` of each
                       scalar; 0: use the host's value */
  const int *on;    /**< device memory: if it is 0, the launch does nothing. NULL: always active */
  bool alone;       /**< the launch must not begin before the preceding launch has ended */
} ria_device_given;

/** A reduction that a launch also computes, over the same boxes. */
typedef struct {
  const void *src[RIA_MAX_OPERANDS]; /**< as in ria_reduce_args */
  const void *statics[RIA_MAX_STATICS];
  ria_sum *sum; /**< device memory; merged into */
} ria_device_also;

/** Most sums that a step also computes. */
enum { RIA_STEP_SUMS = 2 };

/** Ghost cells that a step also fills, for a tile that is its own neighbour along some axes: a cell
 * within `depth` of a side is also written to the other side, `cells` farther on. A cell that is
 * near sides of several axes is written once for each set of these axes. */
typedef struct {
  int cells[RIA_AXES]; /**< cells of the tile, at least twice `depth`; 0: not its own neighbour
                          along this axis */
  int depth[RIA_AXES];
} ria_device_wrap;

/** Arguments of a step on a device. `scratch`, `rate_max` and `bad` of `step` are not used: rate
 * and bad cells are merged into *report. `rest` is ignored. If `edges` is not NULL, it has the
 * arrays of dst; the ghost cells of dst next to the cells of `update` are filled after these cells,
 * and the `stream` of `edges` is ignored. Only implementations with fills_edges support `edges`;
 * others ignore it. */
typedef struct {
  ria_step_args step;
  ria_device_report *report; /**< borrowed until the stream is done with the step */
  void *stream;              /**< cudaStream_t */
  ria_shape shape;
  const ria_device_edges_args *edges; /**< NULL: none */
  const ria_device_measure *measure;  /**< NULL: none. Used only by implementations that set
                                         `measures`, and by `through`, which does only this */
  /** NULL: none. Used only by implementations that have `tracks`. */
  const ria_device_tracking *tracking;
  int parts; /**< 0: the box of `step`. Used only by implementations that take parts */
  const ria_device_part *part; /**< [parts], on the host: replaces the boxes, pitches and scalars of
                                  `step`. No box may read or write cells that another box writes */
  const ria_device_given
      *given; /**< NULL: all scalars are on the host. Used only by `step` of POINT kernels */
  int sums;   /**< RIA_STEP_SUMS at most: reductions by the kernel `adds` of the functions, over the
                 own cells that the step has written. Used only if `adds` is not NULL */
  const ria_device_also *sum;  /**< [sums], on the host. With parts, the fields are those of the
                                  first part. Statics are ignored */
  const ria_device_wrap *wrap; /**< on the host, for a step of one part; NULL: none. Used only if
                                  `wraps` of the functions is set */
} ria_device_step_args;

/** Two steps in one pass over memory: the first kernel's step, then the second kernel's step on its
 * result, which is not written to memory. Bits and report are those of four calls: `boundary` by
 * the parts of `edges` across the first kernel's axis, `step`, `boundary` across the second
 * kernel's axis, `step`. Ghost cells beyond the domain's edge are neither read nor written. */
typedef struct {
  ria_step_args
      step; /**< arguments of the first kernel, except: dst receives the result of the second
               kernel, and `update` are the cells that the second kernel advances */
  const double *scalars; /**< scalars of the second kernel */
  unsigned switches; /**< switches of the second kernel; values other than the first kernel's are
                        refused */
  const ria_device_edges_args
      *edges; /**< the edge of the domain: one part for each side that the tile has a part of, as
                 long as the step needs. Arrays and `stream` are ignored. NULL: none. Kernels that
                 this function was not compiled for are refused (cudaErrorNotSupported) and nothing
                 is queued */
  ria_device_report *report; /**< as in ria_device_step_args */
  unsigned long long number; /**< larger than that of all earlier launches with this report */
  void *stream;
  ria_shape shape;
} ria_device_pair_args;

/** A BOUNDARY kernel on all rows of a side of a box in one launch. */
typedef struct {
  ria_boundary_args boundary; /**< the first row */
  int rows;
  ptrdiff_t next_row; /**< elements from one row to the next */
  void *stream;
} ria_device_boundary_args;

/** If a cell occurs more than once in `index`, its entries must be adjacent; they are applied in
 * order. */
typedef struct {
  ria_cells_args cells;
  void *stream;
} ria_device_cells_args;

/** Result of a MIN or MAX reduction, in device memory. */
typedef struct {
  double value;
  unsigned long long
      order; /**< encoded by the kernel, in the order of values; 0 before the first value */
  unsigned long long before; /**< ~(the number of cells of the box before the one with the value, in
                                the order z, y, x); 0: the box has no cell */
} ria_device_extreme;

/** A reduction on a device. `found`, `value` and `at` of `reduce` are not used. */
typedef struct {
  ria_reduce_args reduce;      /**< `sum` is in device memory; at most 2^30 cells may be merged into
                                    one before the host normalises it (ria_sum_merge) */
  ria_device_extreme *extreme; /**< for MIN and MAX: device memory, overwritten */
  void *stream;
  int parts; /**< as in ria_device_step_args */
  const ria_device_part *part;
  const ria_device_given *given; /**< as in ria_device_step_args. A MIN or MAX ignores `on` and
                                    always writes *extreme */
  const ria_device_also *also;   /**< for SUM: on the host; NULL: none */
} ria_device_reduce_args;

/** Whether a reduction found a cell in its box, and which cell. */
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
/** ria_device_line_function queues many steps of a line. It returns 0 or an error code; after an
 * error, ria_device_line_room_function gives the reason. That function queues no work and returns 0
 * unless the device fails. */
typedef int (*ria_device_line_function)(const struct ria_device_line_args *args);
typedef int (*ria_device_line_room_function)(const struct ria_device_line_args *args,
                                             struct ria_line_room *room);

/** The device functions of an implementation in one precision. A missing function is NULL; all are
 * NULL if this ria was built without the device's compiler. */
typedef struct {
  ria_device_step_function step, rate;
  ria_device_boundary_function boundary;
  ria_device_cells_function cells;
  ria_device_reduce_function reduce;
  ria_device_edges_function edges;
  bool fills_edges; /**< whether `step` takes `edges`, for the kernels that the function of this
                       name takes: at most RIA_STEP_EDGES */
  ria_device_step_function
      through;   /**< set by the first implementation of a target if the kernel has THROUGH */
  bool measures; /**< whether `step` and `steps` take `measure` */
  /** The trackers' kernels that `step` and `steps` take in `tracking`; the list ends with NULL.
   * NULL: no trackers. */
  const char *const *tracks;
  const ria_kernel *adds; /**< the REDUCE kernel by SUM that a step can also compute; NULL: none */
  bool wraps;             /**< whether `step` takes `wrap` */
  bool takes_parts;       /**< whether `step` or `reduce` takes several parts */
  ria_device_steps_function steps;
  ria_device_steps_room_function steps_room;
  const char *pair; /**< the kernel that step_pair applies after this one; NULL: none */
  const char *const
      *pair_edges; /**< the BOUNDARY kernels that step_pair takes; the list ends with NULL */
  ria_device_pair_function step_pair;
  ria_device_line_function
      line; /**< set in the functions of the first kernel of a step with two stages */
  ria_device_line_room_function line_room;
  const ria_shape *shapes; /**< shapes worth trying for steps, the default first; the list ends with
                              columns == 0 */
} ria_device_functions;

/** The device functions of an implementation; never NULL: if it has none, all members are NULL. */
const ria_device_functions *ria_device_functions_of(const ria_implementation *one,
                                                    ria_precision precision);

/** Whether an implementation runs on a device. */
bool ria_implementation_on_device(const ria_implementation *one);

#ifdef __cplusplus
}
#endif
#endif
