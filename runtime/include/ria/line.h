/** \file
 * Many steps of a line on a device: a domain of one row along x that one launch, or a sequence of
 * launches, advances as a whole. After Magee and Niemeyer, "Accelerating solutions of
 * one-dimensional unsteady PDEs with GPU-based swept time-space decomposition", sections 4 and 5.
 *
 * A *tier* is one application of a stencil. A kernel makes its step in one tier, or, where its
 * definition says MIDPOINT, in two: the first kernel's step, and that of the kernel that comes
 * after it. Variants differ in how tiers of a line are cut into pieces; none differs in a bit.
 *
 * The swept variants cut the line into nodes. First each node computes what follows from its own
 * points alone, a triangle in space and time; what is missing between two of them is a diamond of
 * half of either. A node's two newest tiers, even and odd, are all that is kept, and the flanks of
 * a triangle are what of them later tiers have not overwritten. Nothing is computed twice.
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
  const ria_kernel *kernel; /**< a BOUNDARY kernel with the state of the line's; NULL: periodic, as
                                 both ends are then */
  const double *scalars;    /**< [nscalar of the kernel], on the host */
} ria_line_end;

/** What is kept from call to call: all 0 at first, and owned by the caller. Of RIA_LINE_GRAPH it
 * comes with the same arguments each time; of RIA_LINE_HYBRID with any of the same device, one call
 * at a time. */
typedef struct {
  void *graph;               /**< cudaGraphExec_t, which the caller destroys in the end */
  void *side;                /**< a stream and host memory: */
  void (*close)(void *side); /**< see ria_line_forget() */
} ria_line_memory;

/** Lets go of what is kept for RIA_LINE_HYBRID, once the GPU is done with it. */
static inline void ria_line_forget(ria_line_memory *memory) {
  if (memory->side)
    memory->close(memory->side);
  memory->side = NULL;
}

enum { RIA_LINE_STAGES = 2, RIA_LINE_BUFFERS = 3 };

/** Advances nx points by `steps` steps. The first buffer is only read; the result, and other points
 * of the way there, come into the other two: it is buffer ria_line_result(steps). The buffers may
 * not overlap, but that of the variants LAUNCH, GRAPH and PERSISTENT the first may be the one with
 * the result, where it is another than buffer 1. Of a kernel with two stages, fields that the first
 * kernel writes need not be given in the first buffer. All is queued when the call returns; of
 * HYBRID it returns when the host has done its part, and what is left is queued. */
typedef struct ria_device_line_args {
  void *state[RIA_LINE_BUFFERS][RIA_MAX_FIELDS]; /**< device memory, each [nx] reals */
  int nx;
  const double *scalars[RIA_LINE_STAGES];    /**< of each stage's kernel, on the host */
  const ria_kernel *kernel[RIA_LINE_STAGES]; /**< of HYBRID: the stages', of which the host calls
                                                the last implementation for a CPU */
  ria_line_end low, high;
  int steps;
  ria_line_variant variant;
  int node;      /**< points of a node, 0: a default. Of classic variants, of those that a block's
                      threads compute, at the ends of its pieces for their neighbours alone */
  int points;    /**< points of a thread: 1, 2, 4, of equations without divisions also 8, or 0: a
                      default; SHARED, REGISTER, HYBRID: 1; PACKED: of these also 16, in nodes of
                      512 that a warp keeps, if all have room at once */
  void *scratch; /**< device memory of ria_line_room, 256-byte aligned */
  size_t scratch_bytes;
  ria_line_memory *memory;   /**< of RIA_LINE_GRAPH and RIA_LINE_HYBRID */
  ria_device_report *report; /**< what all steps find out is merged into it, where ria_line_room
                                  says that they judge; NULL: is not asked. As `steps`, of
                                  RIA_LINE_GRAPH the same one each time */
  void *stream;
} ria_device_line_args;

/** What a call takes and how it is cut: out of a query with the same arguments. */
typedef struct ria_line_room {
  size_t scratch_bytes;
  int node, points, nodes, blocks, threads;
  int tiers;         /**< of a step */
  bool judges;       /**< steps find out what single ones do: rates, and whether a cell is bad */
  const char *wrong; /**< why it is refused, and which choice works: a sentence's end, static; or
                          NULL */
} ria_line_room;

/** The buffer with the result. */
static inline int ria_line_result(int steps) {
  return steps == 0 ? 0 : 1 + ((steps - 1) & 1);
}

#ifdef __cplusplus
}
#endif
#endif
