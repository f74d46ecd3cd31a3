/** \file
 * A kernel's descriptor, written by the generator, and the calling convention of its CPU
 * implementations. That of device implementations is in ria/device_kernel.h. Independent of any
 * PDE.
 *
 * Arrays. A field is `[planes][rows][pitch]` of `real` (float or double, by ria_precision), x
 * fastest; a line and a plane of cells have one plane. A field pointer points at the cell with
 * local index (0, 0, 0), the lowest *interior* cell of the tile; ghost cells have negative indices
 * or indices beyond the tile's size, so cell (x, y, z) is `field[z * plane + y * pitch + x]`, and
 * rows are padded so that `pitch` is a multiple of 128 bytes. A field of whole numbers
 * (ria_storage) has the same pitch and plane, in its own elements.
 */
#ifndef RIA_KERNEL_H
#define RIA_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/box.h"
#include "ria/sum.h"
#include "ria/target.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_kernel ria_kernel;

enum {
  RIA_MAX_FIELDS = 48,  /**< most fields of a solver that last from step to step; without a program,
                           most state fields */
  RIA_MAX_STATICS = 32, /**< most static fields (not changed by steps, such as bathymetry) of a
                           solver without a program */
  RIA_MAX_OPERANDS =
      256, /**< most fields of a solver with a program, and of a POINT or REDUCE kernel */
  RIA_MAX_SCALARS = 32, /**< most scalars of a kernel */
  RIA_MAX_SWITCHES =
      8 /**< most switches (compile-time variants) of a kernel: 2^switches functions */
};

typedef enum { RIA_SINGLE = 0, RIA_DOUBLE = 1, RIA_PRECISIONS = 2 } ria_precision;

/** Bytes of one real. */
static inline size_t ria_precision_size(ria_precision p) {
  return p == RIA_SINGLE ? sizeof(float) : sizeof(double);
}

/** Element type of a field. Kernels see all fields as reals. All types but REAL are the same in
 * both precisions. MASK and INDEX fields are read-only. */
typedef enum {
  RIA_STORED_REAL = 0, /**< float or double, by ria_precision */
  RIA_STORED_MASK,     /**< int8_t */
  RIA_STORED_INDEX,    /**< int32_t */
  RIA_STORED_SINGLE    /**< float: a kernel's results are rounded to it */
} ria_storage;

/** Bytes of one element. */
static inline size_t ria_storage_size(ria_storage storage, ria_precision p) {
  return storage == RIA_STORED_MASK     ? sizeof(int8_t)
         : storage == RIA_STORED_INDEX  ? sizeof(int32_t)
         : storage == RIA_STORED_SINGLE ? sizeof(float)
                                        : ria_precision_size(p);
}

/** "MASK", "INDEX", "SINGLE" or "FIELD", the keyword of kernel definitions. */
static inline const char *ria_storage_name(ria_storage storage) {
  return storage == RIA_STORED_MASK     ? "MASK"
         : storage == RIA_STORED_INDEX  ? "INDEX"
         : storage == RIA_STORED_SINGLE ? "SINGLE"
                                        : "FIELD";
}

/** Largest whole number that a kernel may read from a field of this type. The smallest is minus
 * this number, for MASK one less. In single precision, numbers of an INDEX beyond 2^24 would be
 * rounded. 0: any real. */
static inline int64_t ria_storage_most(ria_storage storage, ria_precision p) {
  return storage == RIA_STORED_MASK    ? INT8_MAX
         : storage == RIA_STORED_INDEX ? (p == RIA_SINGLE ? 1 << 24 : INT32_MAX)
                                       : 0;
}

typedef enum {
  RIA_KERNEL_FACE,     /**< finite volume: prepare, flux, update, rate */
  RIA_KERNEL_POINT,    /**< stencil: outputs at a cell from its neighbours */
  RIA_KERNEL_BOUNDARY, /**< ghost cell from an inner cell */
  RIA_KERNEL_CELLS,    /**< update of a list of cells (sources) */
  RIA_KERNEL_REDUCE,   /**< reduces the cells of a box to one number */
  RIA_KERNEL_SCALAR    /**< computes numbers from numbers: no fields; `compute` is its only
                          implementation */
} ria_kernel_kind;

/** Reduction of a REDUCE kernel. */
typedef enum {
  RIA_REDUCE_MIN, /**< the minimum, and the first cell that has it */
  RIA_REDUCE_MAX, /**< the maximum, and the first cell that has it */
  RIA_REDUCE_SUM  /**< the exact sum (ria/sum.h) */
} ria_reduction;

/** Stamps that mark blocks of cells at rest (REST), which need be neither read nor written. A block
 * is a part of a row of `update`. Its width depends on the implementation and is at least
 * RIA_REST_CELLS. Blocks are numbered along x. A stamp other than 0 says that all cells of the
 * block are at rest; equal stamps in two buffers say that the block has the same values in both.
 * Code that writes a buffer directly must clear its stamps. */
typedef struct {
  uint64_t *src, *dst; /**< [rows of update][pitch] */
  size_t pitch;
  uint64_t *last; /**< the last stamp that was used; new ones count up from it */
} ria_rest_stamps;

enum { RIA_REST_CELLS = 32 };

/** Fluxes that a step returns for the faces at the edge of its box, as THROUGH defines them:
 * positive into the box, in the field's unit times m/s. Fluxes of faces between cells at rest are
 * not written. */
typedef struct {
  ria_box box; /**< the box: `update` of the step */
  /** Indexed by ria_side: [cells along it][amounts of the kernel], cell 0 of the tile first;
   * entries of other cells of the box lie at negative indices or beyond. NULL: not wanted. */
  double *side[4];
} ria_face_fluxes;

/** Arguments of a step (FACE or POINT kernel): dst = step(src) for the cells of `update`.
 *
 * With `steps` > 1, dst is the result of so many steps with the same scalars. Each step works on a
 * box that is smaller than the last by the kernel's reach; the last box is `update`. Intermediate
 * results are not stored. src must be valid in `update` grown by `steps` times the reach, corners
 * included. In each step, cells count in rate_max and bad if they are in `update` and `owned`.
 * `steps` is at most the implementation's most_steps.
 *
 * src is needed for the fields that the kernel reads, and must be valid in `update` grown by
 * ria_kernel_reach() along each axis. dst is needed for the fields that it writes. Other pointers
 * are ignored. A kernel that reads no neighbours may get the same array as src and dst of a field.
 * Everything is borrowed for the call. */
typedef struct {
  const void *src[RIA_MAX_OPERANDS];
  void *dst[RIA_MAX_OPERANDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch;          /**< in elements */
  size_t plane;          /**< elements from one plane to the next; FACE kernels ignore it */
  ria_box update;        /**< cells to advance (may reach into the ghost cells: expansion) */
  ria_box owned;         /**< cells that count in rate_max and bad (the tile without ghosts) */
  const double *scalars; /**< in the descriptor's order; converted to real by the kernel */
  unsigned switches;     /**< bit s: switch s is on */
  int steps;             /**< 0 counts as 1 */
  void *scratch; /**< scratch_bytes(width of update + 2*radius, precision), 128-byte aligned */
  const ria_rest_stamps *rest; /**< NULL: no stamps are kept. An implementation may ignore them */
  const ria_face_fluxes
      *fluxes;     /**< NULL: not wanted. Used only by implementations with step_gives_fluxes */
  double rate_max; /**< out: max over owned of RATE (1/s), 0 where there is none */
  int bad;         /**< out: nonzero if any owned cell of dst fails CHECK */
} ria_step_args;

/** Arguments of THROUGH: computes the fluxes of the faces between the domain and `count` ghost
 * cells beyond a side, as the step from `src` computes them. src must be valid around the side's
 * cells as for that step. */
typedef struct {
  const void *src[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch;      /**< in reals */
  int x, y;          /**< the first cell of the domain along the side, */
  int count;         /**< and their number, towards larger x or y */
  int axis, outward; /**< see ria_boundary_args */
  const double *scalars;
  unsigned switches;
  double *flux; /**< out: [count][amounts of the kernel]: into the domain, in the field's unit times
                   m/s */
} ria_through_args;

/** Arguments of a BOUNDARY kernel: fills `count` ghost cells.
 *
 * Cell c of layer l (l = 0 next to the edge): ghost = origin + c*along - (l+1)*inward, inner =
 * origin + c*along + l*inward (mirror image), edge = origin + c*along, with origin, along and
 * inward in elements of the field arrays. If the domain has no more than l cells across the side,
 * inner is the last of them (ria_boundary_inner()). axis is 0 for a side whose normal is x, 1 for
 * y: it says which of a vector's components is normal. outward is -1 on the low side, +1 on the
 * high side. */
typedef struct {
  void *state[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  ptrdiff_t origin, along, inward;
  int count, layers, axis, outward;
  int across; /**< cells of the domain across the side; 0: at least as many as layers */
  const double *scalars;
} ria_boundary_args;

/** Distance of `inner` of a layer from the edge, in cells. */
static inline int ria_boundary_inner(int across, int layer) {
  return across > 0 && layer >= across ? across - 1 : layer;
}

/** Arguments of a CELLS kernel: updates `state` in place at `count` cells, or, if `field` has
 * weights, at all cells of a box with a weight other than 0. */
typedef struct {
  void *state[RIA_MAX_FIELDS];
  const void *statics[RIA_MAX_STATICS];
  const ptrdiff_t *index; /**< [count] element offsets into the field arrays */
  const double *weight;   /**< [count] the `weight` of the definition */
  int count;
  const double *scalars;
  const void *field; /**< reals, the weight of cell (0, 0, 0); NULL: use `index` and `weight` */
  size_t pitch;      /**< with `field`: in reals, */
  size_t plane;      /**< reals from one plane to the next, */
  ria_box box;       /**< and the cells */
} ria_cells_args;

/** Arguments of a REDUCE kernel: reduces one number for each cell of `box`, computed in double
 * precision for fields of either precision.
 *
 * MIN and MAX: a zero is returned as +0 in `value`. NaN wins over all other numbers, so that it is
 * always reported. If several cells have the same number, the first one counts, in the order z, y,
 * x.
 *
 * Everything is borrowed for the call. */
typedef struct {
  const void *src[RIA_MAX_OPERANDS];
  const void *statics[RIA_MAX_STATICS];
  size_t pitch; /**< in elements */
  size_t plane; /**< elements from one plane to the next */
  ria_box box;
  const double *scalars; /**< in the descriptor's order */
  bool found; /**< out, MIN and MAX: whether the box has a cell; if not, the next two are not set */
  double value;     /**< out, MIN and MAX */
  int at[RIA_AXES]; /**< out, MIN and MAX: the local cell that has the value */
  ria_sum *sum;     /**< SUM: merged into */
} ria_reduce_args;

/** Compare two results of a MIN or MAX: below 0 if `a` wins, above 0 if `b` wins, 0 if they are
 * equal; then the first cell counts. Results can be merged in any order. */
RIA_BOTH int ria_reduction_order(ria_reduction reduction, double a, double b) {
  if (a != a || b != b)
    return (a == a) - (b == b);
  return reduction == RIA_REDUCE_MIN ? (a > b) - (a < b) : (a < b) - (a > b);
}

typedef void (*ria_step_function)(ria_step_args *args);
typedef void (*ria_through_function)(const ria_through_args *args);
typedef void (*ria_boundary_function)(const ria_boundary_args *args);
typedef void (*ria_cells_function)(const ria_cells_args *args);
typedef void (*ria_reduce_function)(ria_reduce_args *args);
/** Compute `out` [nresult] from `in` [nscalar], which do not overlap. Depends on `in` alone: the
 * same bits on every machine. */
typedef void (*ria_compute_function)(const double *in, double *out);
/** The same on a device, among the scalars of a program: ria/device_scalars.h. */
struct ria_device_scalars_args;
typedef int (*ria_device_compute_function)(const struct ria_device_scalars_args *args);

/** One implementation of a kernel: a target, a strategy, both precisions. A FACE or POINT kernel
 * has `step`; `rate` computes rate_max alone (dst unused), for the exact CFL step. These functions
 * are NULL if the target has its own kind of functions, or if this ria was built without the
 * target's compiler. */
typedef struct {
  const ria_target *target;
  const char *strategy; /**< "reference", "naive", "simd", "blocked", ... */
  const char *what;     /**< one line for people */
  ria_step_function step[RIA_PRECISIONS];
  ria_step_function rate[RIA_PRECISIONS];
  ria_through_function through[RIA_PRECISIONS]; /**< set in the first implementation of a target if
                                                   the kernel has THROUGH; else NULL */
  bool step_gives_fluxes;                       /**< whether `step` takes `fluxes` */
  int most_steps[RIA_PRECISIONS]; /**< most `steps` in one call, also on a device; 0 counts as 1 */
  ria_boundary_function boundary[RIA_PRECISIONS];
  ria_cells_function cells[RIA_PRECISIONS];
  ria_reduce_function reduce[RIA_PRECISIONS];
  size_t (*scratch_bytes)(int width, ria_precision precision); /**< NULL: none needed */
  /** Functions of targets of other kinds: a ria_device_functions (ria/device_kernel.h), or a
   * ria_cell_stage (ria_cell/tile.h). */
  const void *own[RIA_PRECISIONS];
} ria_implementation;

typedef struct {
  const char *name, *unit, *what;
} ria_quantity;

/** A vector: numbers of the state fields that are its components along the axes of a cell's block.
 * -1: no component along that axis. */
typedef struct {
  int component[RIA_AXES];
} ria_vector;

/** Cells that a kernel reads of a field, below and above a cell along each axis. */
typedef struct {
  int low[RIA_AXES], high[RIA_AXES];
} ria_reach;

/** Work of a kernel for one cell and step. The generator counts it in the intermediate form, with
 * every face computed once and branches marked unlikely not taken. flops = add, sub, mul;
 * negations, comparisons and selects are excluded; fma counts 2; div and sqrt are counted
 * separately. */
typedef struct {
  int flops, divisions, square_roots, comparisons;
  int multiply_adds; /**< fma: each is 2 of the flops */
  int choices; /**< selections, absolute values, and the integer shifts and sums that compute a
                  first guess */
  int reads, writes;  /**< reals that an ideal cache moves for each cell; ria_cost_bytes() */
  int masks, indices; /**< fields read that are not stored as reals, */
  int singles;        /**< and fields read or written that are stored as floats */
} ria_cost;

/** Bytes that an ideal cache moves for each cell. */
static inline size_t ria_cost_bytes(const ria_cost *cost, ria_precision p) {
  return (size_t)(cost->reads + cost->writes) * ria_precision_size(p) +
         (size_t)cost->masks * sizeof(int8_t) + (size_t)cost->indices * sizeof(int32_t) +
         (size_t)cost->singles * sizeof(float);
}

struct ria_kernel {
  const char *name, *what, *source; /**< source: paper and equation */
  ria_kernel_kind kind;
  ria_reduction reduction; /**< of a REDUCE kernel */
  int axes;                /**< bit 0: works along x, bit 1: along y, bit 2: along z */
  int reach[RIA_AXES];     /**< ghost cells that one application needs along each axis */
  int radius;              /**< the largest of them */
  int corners;             /**< nonzero: one application reads diagonal neighbours */
  const ria_reach *sees;   /**< [nstate + nstatic] of a POINT kernel, NULL of others */
  /** Bit f % 64 of word f / 64: the kernel reads, or writes, state field f; see ria_kernel_reads().
   */
  uint64_t reads[RIA_MAX_OPERANDS / 64], writes[RIA_MAX_OPERANDS / 64];
  int nstate, nstatic, nscalar, nswitch;
  int interim; /**< the last `interim` state fields are copies of the fields before them, used
                  between the stages of a step; they may hold any values when a step begins */
  const ria_quantity *state, *statics, *scalar, *switches;
  const ria_storage
      *storage; /**< [nstate + nstatic]: the state, then the statics; NULL: all are reals */
  ria_compute_function compute; /**< of a SCALAR kernel, NULL of others */
  int nresult;                  /**< of a SCALAR kernel: RIA_MAX_SCALARS at most */
  const ria_quantity *result;
  int has_rate, has_check, has_rest;
  int vectors; /**< of the state's fields; links between blocks turn them */
  const ria_vector *vector;
  int amounts;           /**< fluxes that THROUGH gives; 0: the kernel has none */
  const int *amount;     /**< [amounts]: the state field of each */
  ria_cost cost;         /**< with every switch off */
  const ria_cost *costs; /**< [2^nswitch]: for each combination of switches */
  const ria_implementation *implementation; /**< [implementations]; [0] is the serial reference */
  int implementations;
  ria_device_compute_function
      compute_on_device; /**< of a SCALAR kernel; NULL: built without a device's compiler */
};

/** The implementation for a target and a strategy, by name, or NULL. strategy NULL: the target's
 * fastest, which is the last one registered for it. */
const ria_implementation *ria_kernel_implementation(const ria_kernel *kernel, const char *target,
                                                    const char *strategy);

/** The fastest implementation for a kind of target, or NULL. */
const ria_implementation *ria_kernel_on(const ria_kernel *kernel, ria_target_kind kind);

/** Whether a CPU can call an implementation. */
bool ria_implementation_on_host(const ria_implementation *one);

/** Whether a kernel reads, or writes, a field of its state. */
static inline bool ria_kernel_reads(const ria_kernel *kernel, int field) {
  return kernel->reads[field / 64] >> field % 64 & 1;
}
static inline bool ria_kernel_writes(const ria_kernel *kernel, int field) {
  return kernel->writes[field / 64] >> field % 64 & 1;
}

/** Ghost cells that one application needs along an axis. */
static inline int ria_kernel_reach(const ria_kernel *kernel, int axis) {
  return kernel->reach[axis];
}

/** Whether one application reads ghost cells at the corners of a tile. */
static inline bool ria_kernel_sees_corners(const ria_kernel *kernel) {
  return kernel->corners != 0;
}

/** Element type of a field; numbers from nstate on are statics. */
static inline ria_storage ria_kernel_storage(const ria_kernel *kernel, int field) {
  return kernel->storage ? kernel->storage[field] : RIA_STORED_REAL;
}

/** Index of a scalar or a switch by name, -1 if there is none. */
int ria_kernel_scalar(const ria_kernel *kernel, const char *name);
int ria_kernel_switch(const ria_kernel *kernel, const char *name);

#ifdef __cplusplus
}
#endif
#endif
