/* Without CUDA: only device_built() is ever called. */
#ifndef RIA_CUDA
#include "device.h"
#include "ria/ell.h"
#include "sparse/ring.h"
#include <stddef.h>

enum { NO_DEVICE = 100 /* cudaErrorNoDevice */ };

bool device_built(void) {
  return false;
}

const char *device_error_text(int code) {
  return code ? "built without CUDA" : "no error";
}

void device_on_loss(ria_gpu_lost_function lost, void *context) {
  (void)lost, (void)context;
}

void device_watch(bool on) {
  (void)on;
}

void *device_stream(void) {
  return NULL;
}

int device_copy_strips(void *stream, const tile_layout *layout, void *block, int fields,
                       const device_strip *strip, int count, bool pack) {
  (void)stream, (void)layout, (void)block, (void)fields, (void)strip, (void)count, (void)pack;
  return NO_DEVICE;
}

int device_moves_make(void *stream, const cell_move *move, int count, size_t most,
                      const move_memory *memory) {
  (void)stream, (void)move, (void)count, (void)most, (void)memory;
  return NO_DEVICE;
}

int ria_ell_upload(const ria_ell *matrix, size_t size, ria_ell *on_device) {
  (void)matrix, (void)size, (void)on_device;
  return NO_DEVICE;
}

void ria_ell_device_free(ria_ell *on_device) {
  (void)on_device;
}

int ria_device_multiply(void *stream, const ria_ell *matrix, const ria_ell_memory *memory) {
  (void)stream, (void)matrix, (void)memory;
  return NO_DEVICE;
}

int ria_device_gather(void *stream, const int32_t *place, size_t count,
                      const ria_ell_memory *memory, void *dense) {
  (void)stream, (void)place, (void)count, (void)memory, (void)dense;
  return NO_DEVICE;
}

int ring_upload(const ring_matrix *matrix, ring_matrix *on_device) {
  (void)matrix, (void)on_device;
  return NO_DEVICE;
}

void ring_device_free(ring_matrix *on_device) {
  (void)on_device;
}

int device_ring_multiply(void *stream, const ring_matrix *matrix, const ria_ell_memory *memory,
                         int64_t ticks) {
  (void)stream, (void)matrix, (void)memory, (void)ticks;
  return NO_DEVICE;
}

int device_report_begin(void *stream, ria_device_report *report, const step_report *start) {
  (void)stream, (void)report, (void)start;
  return NO_DEVICE;
}

int device_report_end(void *stream, const ria_device_report *report, ria_flows *flows,
                      step_report *host) {
  (void)stream, (void)report, (void)flows, (void)host;
  return NO_DEVICE;
}

int device_sum(void *stream, const tile_layout *layout, const void *origin, ria_sum *sum) {
  (void)stream, (void)layout, (void)origin, (void)sum;
  return NO_DEVICE;
}

size_t device_free_bytes(int gpu) {
  (void)gpu;
  return 0;
}

int device_use(int gpu) {
  (void)gpu;
  return 0;
}

void device_graph_destroy(void *graph) {
  (void)graph;
}

int device_calculate(const ria_device_scalars_args *args) {
  (void)args;
  return NO_DEVICE;
}

int device_graph_launch(void *graph, void *stream) {
  (void)graph, (void)stream;
  return NO_DEVICE;
}

bool device_graphs_loop(void) {
  return false;
}

int device_graph_create(void **graph) {
  *graph = NULL;
  return NO_DEVICE;
}

void device_graph_drop(void *graph) {
  (void)graph;
}

int device_graph_begin(void *stream, void *graph, void *after) {
  (void)stream, (void)graph, (void)after;
  return NO_DEVICE;
}

int device_graph_end(void *stream, void **after) {
  (void)stream, (void)after;
  return NO_DEVICE;
}

int device_graph_handle(void *graph, unsigned long long *handle) {
  (void)graph, (void)handle;
  return NO_DEVICE;
}

int device_graph_loop(void *graph, unsigned long long handle, void **after, void **body) {
  (void)graph, (void)handle, (void)after, (void)body;
  return NO_DEVICE;
}

int device_graph_finish(void *graph, void **ready) {
  (void)graph, (void)ready;
  return NO_DEVICE;
}

const char *device_graph_call(void) {
  return "";
}

int device_stream_wait(void *stream) {
  (void)stream;
  return NO_DEVICE;
}

void device_name(int gpu, char *name, size_t size) {
  (void)gpu;
  if (size)
    *name = '\0';
}

int device_steps_begin(void *stream, ria_device_steps_report *report, const ria_now *now) {
  (void)stream, (void)report, (void)now;
  return NO_DEVICE;
}

int device_steps_end(void *stream, const ria_device_steps_report *report, ria_flows *flows,
                     step_report *host, unsigned *woken) {
  (void)stream, (void)report, (void)flows, (void)host, (void)woken;
  return NO_DEVICE;
}

int device_copy(void *stream, void *to, const void *from, size_t bytes) {
  (void)stream, (void)to, (void)from, (void)bytes;
  return NO_DEVICE;
}

int device_mark_create(device_mark *mark) {
  *mark = NULL;
  return NO_DEVICE;
}

void device_mark_destroy(device_mark mark) {
  (void)mark;
}

int device_mark_record(device_mark mark, void *stream) {
  (void)mark, (void)stream;
  return NO_DEVICE;
}

bool device_mark_passed(device_mark mark) {
  (void)mark;
  return false;
}

int device_mark_wait(device_mark mark) {
  (void)mark;
  return NO_DEVICE;
}

double device_mark_seconds(device_mark from, device_mark to) {
  (void)from, (void)to;
  return 0;
}

void *device_alloc(size_t bytes) {
  (void)bytes;
  return NULL;
}

void device_free(void *memory) {
  (void)memory;
}

void *device_pinned_alloc(size_t bytes) {
  (void)bytes;
  return NULL;
}

void device_pinned_free(void *memory) {
  (void)memory;
}

int device_upload(void *to, const void *from, size_t bytes) {
  (void)to, (void)from, (void)bytes;
  return NO_DEVICE;
}
#else
typedef int ria_device_none_is_empty;
#endif
