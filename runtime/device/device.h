/** \file
 * What the runtime asks of a GPU. cuda/ answers where ria is built with CUDA and with a StarPU that
 * knows it; none.c elsewhere.
 *
 * Functions that put work on a stream return at once, with 0 or the code of a CUDA error; pointers
 * of data are to device memory unless they say otherwise.
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

/** In an initialiser of a StarPU codelet: its function on workers that drive a device, which
 * returns before the device is done. */
#define CODELET_ON_DEVICE(function)          .cuda_funcs = {function}, .cuda_flags = {STARPU_CUDA_ASYNC}
#define CODELET_HAS_DEVICE_FUNCTION(codelet) ((codelet)->cuda_funcs[0] != NULL)

enum {
  DEVICE_STRIPS = 8, /**< that one launch takes */
  DEVICE_REPORTS = 2 /**< of a tile: of the first stage of its steps, and of those after it */
};

/** Codes of CUDA errors that the runtime gives, or understands. */
enum { DEVICE_NO_MEMORY = 2, DEVICE_NOT_SUPPORTED = 801 };

/** A part of a tile and its dense copy, [fields][z][y][x]. Where there are numbers of its
 * columns and rows (on the device, of the box's first ones on), the cells whose column has a larger
 * one than their row are `by_column`'s, those whose row has the larger one are not, and the others
 * both's; no more is taken then. */
typedef struct {
  ria_box box;
  int map[RIA_AXES]; /**< how the axes of the copy run along the box's, see layout_turn(); all
                        0: they are the same */
  const turned_field *turned; /**< [fields], on the host, for the call: what each field of the
                                       copy is made of when it is packed; NULL: of itself */
  void *dense;
  void *block;             /**< where the tile's fields lie; NULL: as the call says */
  const int *column, *row; /**< NULL: all cells are taken */
  bool by_column;
} device_strip;

/** Where a tile task runs. */
typedef struct {
  void *stream;
  ria_device_report *report; /**< [DEVICE_REPORTS] */
  ria_flows *flows;          /**< what its steps measure; NULL: nothing */
  bool reporting;            /**< the report was begun: a step merges into it */
  int error;                 /**< the first code of a CUDA error, 0: none */
} device_task;

/** The report that the launches of a stage merge into. */
static inline ria_device_report *device_report_of(const device_task *device, int stage) {
  return &device->report[stage > 0];
}

/** Whether this ria can use GPUs at all. */
bool device_built(void);
/** Text of a CUDA error; never NULL. */
const char *device_error_text(int code);
/** Have `lost` called where StarPU, which knows no other way to tell of an error of CUDA, would end
 * the process; NULL: let it. Of the process, not of a runtime: there StarPU leaves no choice. */
void device_on_loss(ria_gpu_lost_function lost, void *context);
/** Whether to look for errors of a GPU that this StarPU would not tell of: from before it starts,
 * or later, until before it ends. */
void device_watch(bool on);
/** The stream of the StarPU worker that calls. */
void *device_stream(void);

/** Copy `count` boxes of `fields` fields out of a block (pack) or into it. */
int device_copy_strips(void *stream, const tile_layout *layout, void *block, int fields,
                       const device_strip *strip, int count, bool pack);

/** Make moves, as moves_make(), in one launch. `move` and what it points to are device memory;
 * `most`: cells of the largest. */
int device_moves_make(void *stream, const cell_move *move, int count, size_t most,
                      const move_memory *memory);

/** Set the rates of the device's reports, of the first stage and of all, and whether a cell is bad
 * to those of `start`, which is in host memory and read at once; the rest is their launches'. */
int device_report_begin(void *stream, ria_device_report *report, const step_report *start);
/** Copy them, as one report, to host memory that is pinned: there when the stream has come so far.
 * `flows`, what was measured, is added to the report's flows and then cleared. NULL: nothing was
 * measured. */
int device_report_end(void *stream, const ria_device_report *report, ria_flows *flows,
                      step_report *host);

/** Sum a field over a tile's own cells, of which there are fewer than 2^30, from its cell (0, 0)
 * on; to device memory. */
int device_sum(void *stream, const tile_layout *layout, const void *origin, ria_sum *sum);

/** Bytes that nobody holds on a GPU, by its number in CUDA's count; 0 if it does not answer. */
size_t device_free_bytes(int gpu);
/** Make a GPU, by that number, the calling thread's; the one that was before. */
int device_use(int gpu);
/** Its name, "" if it does not answer. */
void device_name(int gpu, char *name, size_t size);

/** Clear the report of many steps, which begin at `now`; that is read at once. */
int device_steps_begin(void *stream, ria_device_steps_report *report, const ria_now *now);
/** Copy what they found, as a report, and how much has woken, to host memory that is pinned: there
 * when the stream has come so far. `flows` as of device_report_end(). */
int device_steps_end(void *stream, const ria_device_steps_report *report, ria_flows *flows,
                     step_report *host, unsigned *woken);

/** What follows a phase of a program, but for a SCALAR kernel's function, which is not looked at.
 */
int device_calculate(const ria_device_scalars_args *args);

/** \name Graphs: launches that are recorded, and then made all at once @{ */
/** Let go of launches that were recorded (cudaGraphExec_t). NULL is fine. */
void device_graph_destroy(void *graph);
/** Make them, on a stream. */
int device_graph_launch(void *graph, void *stream);
/** Whether graphs with loops can be recorded: the functions that follow. */
bool device_graphs_loop(void);
/** An empty graph (cudaGraph_t) to record in; let go of it, which the loops in it go with. */
int device_graph_create(void **graph);
void device_graph_drop(void *graph);
/** From now on what is launched on the stream, by this thread, is not made but recorded, behind a
 * node of the graph (cudaGraphNode_t; NULL: none). No memory can be had of the device meanwhile. */
int device_graph_begin(void *stream, void *graph, void *after);
/** No longer; *after is the last node, unless nothing was recorded. The stream records no more, in
 * any case: an error of what was recorded may come out only here. */
int device_graph_end(void *stream, void **after);
/** A number (cudaGraphConditionalHandle) by which a kernel of the graph, or of the loop's body,
 * says whether the loop goes on; and the loop, while nothing is recorded in the graph. *after is
 * the node before it, then the loop's; *body an empty graph that lies in it. */
int device_graph_handle(void *graph, unsigned long long *handle);
int device_graph_loop(void *graph, unsigned long long handle, void **after, void **body);
/** The launches of a graph, ready to be made (cudaGraphExec_t). */
int device_graph_finish(void *graph, void **ready);
/** The call of CUDA's that failed last, of those behind these functions. @} */
const char *device_graph_call(void);

/** Wait until all that was put on a stream is done. */
int device_stream_wait(void *stream);

/** A place on a stream that tells when the device passed it. */
typedef void *device_mark;
int device_mark_create(device_mark *mark);
/** NULL is fine. */
void device_mark_destroy(device_mark mark);
/** Put it at the stream's present end; what it told before is forgotten. */
int device_mark_record(device_mark mark, void *stream);
bool device_mark_passed(device_mark mark);
int device_mark_wait(device_mark mark);
/** Seconds between two marks that the device has passed. */
double device_mark_seconds(device_mark from, device_mark to);

/** Device memory of the GPU of the worker that calls, all zero; NULL if there is none. */
void *device_alloc(size_t bytes);
void device_free(void *memory);
/** Host memory that a GPU reads and writes, all zero; NULL if there is none. */
void *device_pinned_alloc(size_t bytes);
void device_pinned_free(void *memory);
/** Copy between host and device; host memory should be pinned, and is used until the stream has
 * come so far. */
int device_copy(void *stream, void *to, const void *from, size_t bytes);
/** Copy from host memory, which may be reused at once. */
int device_upload(void *to, const void *from, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
