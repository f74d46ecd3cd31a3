/** \file
 * Many steps of a line on a device: one launch, or a sequence of launches, advances a domain of one
 * row along x as a whole. After Magee and Niemeyer, "Accelerating solutions of one-dimensional
 * unsteady PDEs with GPU-based swept time-space decomposition", sections 4 and 5.
 *
 * A *tier* is one application of a stencil. A kernel's step takes one tier, or, if its definition
 * says MIDPOINT, two: the first kernel's step, then the step of its successor. Variants differ in
 * how they cut the tiers of a line into pieces; their results have the same bits.
 *
 * The swept variants cut the line into nodes. First each node computes all that depends on its own
 * points alone, a triangle in space and time. The gap between two triangles is a diamond, which
 * covers half of either node. Only a node's two newest tiers, even and odd, are kept; the flanks of
 * a triangle are those points of the two that later tiers have not overwritten. No point is
 * computed twice.
 */
#ifndef RIA_LINE_H
#define RIA_LINE_H

#include "ria/device_kernel.h"
#include "ria/line_choice.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An end of the line. */
typedef struct {
  const ria_kernel
      *kernel; /**< a BOUNDARY kernel for the line's state; NULL: periodic, at both ends */
  const double *scalars; /**< [nscalar of the kernel], on the host */
} ria_line_end;

/** State that is kept from call to call: all 0 at first, owned by the caller. With RIA_LINE_GRAPH,
 * use it with the same arguments each time. With RIA_LINE_HYBRID, use it with any arguments on the
 * same device, for one call at a time. */
typedef struct {
  void *graph;               /**< cudaGraphExec_t; the caller destroys it */
  void *side;                /**< a stream and host memory: */
  void (*close)(void *side); /**< release with ria_line_forget() */
} ria_line_memory;

/** Release the state kept for RIA_LINE_HYBRID, after the GPU has finished with it. */
static inline void ria_line_forget(ria_line_memory *memory) {
  if (memory->side)
    memory->close(memory->side);
  memory->side = NULL;
}

enum { RIA_LINE_STAGES = 2, RIA_LINE_BUFFERS = 3 };

/** Arguments of a call that advances nx points by `steps` steps. The first buffer is only read.
 * Intermediate values and the result are written to the other two: the result is in buffer
 * ria_line_result(steps). The buffers must not overlap, with one exception: for the variants
 * LAUNCH, GRAPH and PERSISTENT the first buffer may be the result buffer, unless that is buffer 1.
 * For a kernel with two stages, the first buffer may lack the fields that the first kernel writes.
 * All work is queued when the call returns. HYBRID returns when the host has done its part; the
 * rest is queued. */
typedef struct ria_device_line_args {
  void *state[RIA_LINE_BUFFERS][RIA_MAX_FIELDS]; /**< device memory, each [nx] reals */
  int nx;
  const double *scalars[RIA_LINE_STAGES];    /**< scalars of each stage's kernel, on the host */
  const ria_kernel *kernel[RIA_LINE_STAGES]; /**< HYBRID: the stages' kernels; the host calls the
                                                last CPU implementation of each */
  ria_line_end low, high;
  int steps;
  ria_line_variant variant;
  int node;   /**< points of a node, 0: a default. Classic variants: points that a block's threads
                 compute, including those at the ends of its pieces that it computes only as
                 neighbours of its own */
  int points; /**< points of a thread: 1, 2, 4; for equations without divisions also 8; 0: a
                 default. SHARED, REGISTER, HYBRID: 1. PACKED without divisions: also 16, in nodes
                 of 512 that a warp keeps, if all fit on the GPU at once */
  void *scratch; /**< device memory of ria_line_room bytes, 256-byte aligned */
  size_t scratch_bytes;
  ria_line_memory *memory; /**< for RIA_LINE_GRAPH and RIA_LINE_HYBRID */
  ria_device_report
      *report; /**< results of all steps are merged into it, if `judges` of ria_line_room; NULL: not
                  wanted. RIA_LINE_GRAPH: always the same pointer and `steps` */
  void *stream;
} ria_device_line_args;

/** Resources of a call and how it is cut: result of a query with the same arguments. */
typedef struct ria_line_room {
  size_t scratch_bytes;
  int node, points, nodes, blocks, threads;
  int tiers;         /**< tiers of a step */
  bool judges;       /**< steps report rates and bad cells, as single steps do */
  const char *wrong; /**< reason for a refusal, and a choice that works: the end of a sentence,
                        static; NULL: not refused */
} ria_line_room;

/** Number of the result buffer. */
static inline int ria_line_result(int steps) {
  return steps == 0 ? 0 : 1 + ((steps - 1) & 1);
}

#ifdef __cplusplus
}
#endif
#endif
