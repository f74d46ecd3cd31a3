/* The peaks of a GPU. Each loop is timed several times, and the shortest time counts. */
#include <ria/probe.h>

#ifdef RIA_HAS_CUDA
#include "loops.h"

enum { TRIES = 8, MOST_TURNS = 1 << 20 };

typedef struct {
  ria_precision precision;
  int loop, turns;
  void *stream, *memory;
  double operations;
} repeated;

static int queue(void *context) {
  repeated *r = context;
  return ria_gpu_loop(r->stream, r->loop, r->precision, r->turns, r->memory, &r->operations);
}

/* Operations per second of one loop, in launches so long that their start does not matter.
 */
static ria_status measure(const ria_bare_gpu *gpu, repeated *r, double *rate) {
  static const double enough = 1e-3;
  double seconds = 0;
  for (r->turns = 64; r->turns < MOST_TURNS; r->turns *= 2) {
    RIA_TRY(ria_bare_gpu_time(gpu, queue, r, 1, &seconds));
    if (seconds >= enough)
      break;
  }
  *rate = 0;
  for (int i = 0; i < TRIES; i++) {
    RIA_TRY(ria_bare_gpu_time(gpu, queue, r, 1, &seconds));
    const double now = seconds > 0 ? r->operations / seconds : 0;
    *rate = now > *rate ? now : *rate;
  }
  return RIA_SUCCESS;
}

static ria_status measure_all(const ria_bare_gpu *gpu, repeated *r, ria_peaks *peaks) {
  double *const rate[RIA_LOOPS] = {[RIA_LOOP_FLOPS] = &peaks->flops,
                                   [RIA_LOOP_OPERATIONS] = &peaks->operations,
                                   [RIA_LOOP_DIVISIONS] = &peaks->divisions,
                                   [RIA_LOOP_SQUARE_ROOTS] = &peaks->square_roots};
  for (r->loop = 0; r->loop < RIA_LOOPS; r->loop++)
    RIA_TRY(measure(gpu, r, rate[r->loop]));
  peaks->flops *= 2;
  peaks->comparisons = peaks->operations;
  return RIA_SUCCESS;
}

ria_status ria_gpu_probe(ria_precision precision, const ria_bare_gpu *gpu, ria_peaks *peaks) {
  repeated r = {.precision = precision, .stream = gpu->stream};
  *peaks = (ria_peaks){.bandwidth = gpu->copy, .memory = gpu->copy, .one_unit = true};
  RIA_TRY(ria_bare_gpu_alloc(sizeof(double), &r.memory));
  const ria_status status = measure_all(gpu, &r, peaks);
  ria_bare_gpu_free(r.memory);
  return status;
}
#else
ria_status ria_gpu_probe(ria_precision precision, const ria_bare_gpu *gpu, ria_peaks *peaks) {
  (void)precision, (void)gpu;
  *peaks = (ria_peaks){0};
  return ria_fail(RIA_ERROR_UNSUPPORTED, "no GPU can be measured: this ria was built without CUDA");
}
#endif
