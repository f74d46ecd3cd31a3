/** \file
 * The GPU functions of the runtime. cuda/ implements them if ria is built with CUDA and with a
 * StarPU that supports it; none.c otherwise.
 *
 * Functions that queue work on a stream return at once, with 0 or a CUDA error code. Pointers are
 * to device memory unless stated otherwise.
 */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include <stdbool.h>
#include "halo/move.h"
#include "mesh/layout.h"
#include "clock/report.h"
#include "ria/device_scalars.h"
#include "ria/device_steps.h"
#include "ria/gpus.h"
#include "ria/sum.h"

#ifdef __cplusplus
extern "C" {
#endif

/** For an initialiser of a StarPU codelet: its function on workers that drive a device; it returns
 * before the device is done. */
#define CODELET_ON_DEVICE(function)          .cuda_funcs = {function}, .cuda_flags = {STARPU_CUDA_ASYNC}
#define CODELET_HAS_DEVICE_FUNCTION(codelet) ((codelet)->cuda_funcs[0] != NULL)

enum {
  DEVICE_STRIPS = 8, /**< most strips that one launch takes */
  DEVICE_REPORTS =
      2 /**< reports of a tile: one of the first stage of its steps, and one of the later stages */
};

/** CUDA error codes that the runtime returns or checks. */
enum { DEVICE_NO_MEMORY = 2, DEVICE_NOT_SUPPORTED = 801 };

/** A part of a tile and its dense copy, [fields][z][y][x]. If the box's columns and rows have
 * numbers (arrays on the device, from its first column and row on), only some cells are copied.
 * With `by_column`, only cells are copied whose column has at least the number of their row;
 * without, cells whose row has at least the number of their column. */
typedef struct {
  ria_box box;
  int map[RIA_AXES]; /**< direction of the copy's axes along the box's, see layout_turn(); all 0:
                        the same */
  const turned_field *turned; /**< [fields], on the host, during the call: how each field of the
                                 copy is computed when it is packed; NULL: copied */
  void *dense;
  void *block;             /**< address of the tile's fields; NULL: as the call says */
  const int *column, *row; /**< NULL: all cells are copied */
  bool by_column;
} device_strip;

/** The place where a tile task runs. */
typedef struct {
  void *stream;
  ria_device_report *report; /**< [DEVICE_REPORTS] */
  ria_flows *flows;          /**< inflow that its steps measure; NULL: none */
  bool reporting;            /**< the report has been set up, and steps merge into it */
  int error;                 /**< code of the first CUDA error; 0: none */
} device_task;

/** The report into which the launches of a stage merge. */
static inline ria_device_report *device_report_of(const device_task *device, int stage) {
  return &device->report[stage > 0];
}

/** Whether this ria can use GPUs. */
bool device_built(void);
/** Text of a CUDA error; never NULL. */
const char *device_error_text(int code);
/** Set the function to call when StarPU would end the process because of a CUDA error; NULL: none.
 * Global to the process, because StarPU offers no other way. */
void device_on_loss(ria_gpu_lost_function lost, void *context);
/** Whether to look for GPU errors that this StarPU would not report. May be called from before
 * StarPU starts until before it ends. */
void device_watch(bool on);
/** The stream of the calling StarPU worker. */
void *device_stream(void);

/** Copy `count` boxes of `fields` fields from a block (pack) or into it. */
int device_copy_strips(void *stream, const tile_layout *layout, void *block, int fields,
                       const device_strip *strip, int count, bool pack);

/** Perform moves, as moves_make() does, in one launch. `move` and its pointers are device memory;
 * `most`: cells of the largest move. */
int device_moves_make(void *stream, const cell_move *move, int count, size_t most,
                      const move_memory *memory);

/** Set up the device's reports: the rates, of the first stage and of all, and the bad-cell flag are
 * copied from `start`, which is in host memory and is read at once. The rest belongs to their
 * launches. */
int device_report_begin(void *stream, ria_device_report *report, const step_report *start);
/** Copy the reports, as one report, to pinned host memory; valid when the stream has reached this
 * point. `flows`, the measured inflow, is added to the report's flows and then cleared. NULL: none
 * was measured. */
int device_report_end(void *stream, const ria_device_report *report, ria_flows *flows,
                      step_report *host);

/** Sum a field over a tile's own cells, fewer than 2^30, starting at its cell (0, 0); the result is
 * written to device memory. */
int device_sum(void *stream, const tile_layout *layout, const void *origin, ria_sum *sum);

/** Bytes of free memory of a GPU, by its CUDA number; 0 if it does not answer. */
size_t device_free_bytes(int gpu);
/** Make a GPU, by its CUDA number, current in the calling thread; returns the previous one. */
int device_use(int gpu);
/** The name of a GPU, "" if it does not answer. */
void device_name(int gpu, char *name, size_t size);

/** Set up the report of many steps that begin at `now`, which is read at once. */
int device_steps_begin(void *stream, ria_device_steps_report *report, const ria_now *now);
/** Copy the result of many steps, as a report, and the number of woken segments to pinned host
 * memory; valid when the stream has reached this point. `flows` as in device_report_end(). */
int device_steps_end(void *stream, const ria_device_steps_report *report, ria_flows *flows,
                     step_report *host, unsigned *woken);

/** The scalar operations after a phase of a program. The function of a SCALAR kernel is not run. */
int device_calculate(const ria_device_scalars_args *args);

/** \name Graphs: recorded launches that are run all at once @{ */
/** Destroy recorded launches (cudaGraphExec_t). NULL is fine. */
void device_graph_destroy(void *graph);
/** Run them on a stream. */
int device_graph_launch(void *graph, void *stream);
/** Whether graphs with loops can be recorded by the following functions. */
bool device_graphs_loop(void);
/** Create an empty graph (cudaGraph_t) to record in; destroy it, with the loops in it. */
int device_graph_create(void **graph);
void device_graph_drop(void *graph);
/** Begin recording: this thread's launches on the stream are recorded, not run, after a node of the
 * graph (cudaGraphNode_t; NULL: none). Device memory cannot be allocated while recording. */
int device_graph_begin(void *stream, void *graph, void *after);
/** End recording; *after is the last node, unless no launch was recorded. Always ends it: errors of
 * recorded launches may be returned only here. */
int device_graph_end(void *stream, void **after);
/** Create a handle (cudaGraphConditionalHandle) by which a kernel of the graph or of the loop's
 * body sets whether the loop goes on; and add the loop, while no recording runs. *after is the
 * preceding node, then the loop's node; *body is an empty graph inside it. */
int device_graph_handle(void *graph, unsigned long long *handle);
int device_graph_loop(void *graph, unsigned long long handle, void **after, void **body);
/** Make the launches of a graph ready to run (cudaGraphExec_t). */
int device_graph_finish(void *graph, void **ready);
/** The name of the CUDA call that failed last in these functions. @} */
const char *device_graph_call(void);

/** Wait until all work on a stream is done. */
int device_stream_wait(void *stream);

/** A marker on a stream that records when the device passed it. */
typedef void *device_mark;
int device_mark_create(device_mark *mark);
/** NULL is fine. */
void device_mark_destroy(device_mark mark);
/** Place it at the stream's present end; an earlier time is overwritten. */
int device_mark_record(device_mark mark, void *stream);
bool device_mark_passed(device_mark mark);
int device_mark_wait(device_mark mark);
/** Seconds between two markers that the device has passed. */
double device_mark_seconds(device_mark from, device_mark to);

/** Device memory of the GPU of the calling worker, all zero; NULL if there is none. */
void *device_alloc(size_t bytes);
void device_free(void *memory);
/** Pinned host memory, all zero; NULL if there is none. */
void *device_pinned_alloc(size_t bytes);
void device_pinned_free(void *memory);
/** Copy between host and device; host memory should be pinned, and must stay valid until the stream
 * has reached this point. */
int device_copy(void *stream, void *to, const void *from, size_t bytes);
/** Copy from host memory, which may be reused when this returns. */
int device_upload(void *to, const void *from, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
