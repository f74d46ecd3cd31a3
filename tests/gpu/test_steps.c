/* Many steps in one launch on the GPU against the serial reference step by step, to the bit: the
 * suite that conformance.cuda_steps runs on the host, and what takes all blocks of a GPU. */
#include "a_gpu.h"
#include <ria/registry.h>

#define suite_kernels ria_kernels
#include "../conformance/steps_suite.h"

static bool steps_become(int multiprocessors, size_t shared, int backwards) {
  (void)multiprocessors, (void)shared, (void)backwards;
  return false;
}

/* ---- The arguments of a launch are in one block of the GPU's memory, filled from its start. */
static struct {
  char *memory;
  size_t used;
} room;

static void *taken(size_t bytes) {
  enum { ROOM = 1 << 30, LINE = 256 };
  if (!room.memory)
    on_gpu_must(cudaMalloc((void **)&room.memory, ROOM), "device memory");
  void *at = room.memory + room.used;
  room.used += (bytes + LINE - 1) / LINE * LINE;
  assert_true(room.used <= ROOM);
  return at;
}

static void *sent(const void *from, size_t bytes) {
  void *to = taken(bytes);
  on_gpu_must(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "to the GPU");
  return to;
}

static size_t bytes_of(const kernel_tile *t) {
  return t->count * ria_precision_size(t->precision);
}

/* A field's first cell on the GPU, where `memory` has all of it. */
static void *origin_in(const kernel_tile *t, int f, char *memory) {
  return memory + ((char *)tile_origin(t, f) - (char *)t->field[f]);
}

static void send_sources(steps_case *c, ria_device_source *source) {
  for (int s = 0; s < CASE_SOURCES; s++) {
    source[s] = c->source[s];
    source[s].index = sent(c->index[s], sizeof c->index[s]);
    source[s].weight = sent(c->weight[s], sizeof c->weight[s]);
  }
}

static int steps_launch(steps_case *c, const ria_device_functions *one,
                        const ria_device_steps_args *args) {
  char *state[RIA_STEPS_BUFFERS][RIA_MAX_FIELDS];
  ria_device_source source[CASE_SOURCES];
  ria_device_steps_args device = *args;
  room.used = 0;
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    for (int f = 0; f < c->kernel->nstate; f++) {
      state[b][f] = sent(c->buffer[b].field[f], bytes_of(&c->buffer[b]));
      device.state[b][f] = origin_in(&c->buffer[b], f, state[b][f]);
    }
  for (int n = 0; n < c->kernel->nstatic; n++) {
    const int f = c->kernel->nstate + n;
    device.statics[n] =
        origin_in(&c->buffer[0], f, sent(c->buffer[0].field[f], bytes_of(&c->buffer[0])));
  }
  send_sources(c, source);
  device.source = source;
  device.forcing = sent(c->forcing, sizeof c->forcing);
  device.table.values = sent(c->knots, sizeof c->knots);
  device.scratch = sent(args->scratch, args->scratch_bytes);
  device.report = sent(args->report, sizeof *args->report);
  ria_device_measure measure = {0};
  if (args->measure) {
    measure = *args->measure;
    measure.flows = sent(args->measure->flows, ria_flows_bytes(CASE_OPENINGS));
    device.measure = &measure;
  }
  ria_device_tracking tracking = *args->tracking;
  ria_device_tracker tracker = *tracking.tracker;
  char *followed[TRACK_GENERATIONS][RIA_MAX_FIELDS];
  tracking.tracker = &tracker;
  device.tracking = &tracking;
  for (int g = 0; g < TRACK_GENERATIONS; g++)
    for (int f = 0; f < c->tracked.own; f++) {
      const kernel_tile *t = &c->tracked.tile[g];
      followed[g][f] = sent(t->field[f], bytes_of(t));
      if (args->tracking->tracker->from[f] == tile_origin(t, f))
        tracker.from[f] = origin_in(t, f, followed[g][f]);
      if (args->tracking->tracker->to[f] == tile_origin(t, f))
        tracker.to[f] = origin_in(t, f, followed[g][f]);
    }
  const int error = one->steps(&device);
  if (error)
    return error;
  on_gpu_must(cudaDeviceSynchronize(), "many steps");
  for (int g = 0; g < TRACK_GENERATIONS; g++)
    for (int f = 0; f < c->tracked.own; f++)
      on_gpu_must(cudaMemcpy(c->tracked.tile[g].field[f], followed[g][f],
                             bytes_of(&c->tracked.tile[g]), cudaMemcpyDeviceToHost),
                  "what follows the state");
  on_gpu_must(cudaMemcpy(args->report, device.report, sizeof *args->report, cudaMemcpyDeviceToHost),
              "report");
  if (args->measure)
    on_gpu_must(cudaMemcpy(args->measure->flows, measure.flows, ria_flows_bytes(CASE_OPENINGS),
                           cudaMemcpyDeviceToHost),
                "what came in");
  for (int b = 0; b < RIA_STEPS_BUFFERS; b++)
    for (int f = 0; f < c->kernel->nstate; f++)
      on_gpu_must(cudaMemcpy(c->buffer[b].field[f], state[b][f], bytes_of(&c->buffer[b]),
                             cudaMemcpyDeviceToHost),
                  "from the GPU");
  on_gpu_must(
      cudaMemcpy(args->scratch, device.scratch, args->scratch_bytes, cudaMemcpyDeviceToHost),
      "what is left for the next launch");
  return 0;
}

/* Domains that give each block much to do, and more than its multiprocessor can hold. */
static void large_domains(void **state) {
  (void)state;
  static const struct {
    int nx, ny, land, warps;
  } size[] = {{613, 411, 0, 0}, {613, 411, 6, 4}, {1200, 1000, 3, 0}};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++)
    for (int n = 0; n < 4; n++) {
      steps_setting s = plain;
      double on_chip = 0;
      s.nx = size[i].nx, s.ny = size[i].ny, s.land = size[i].land;
      s.shape.warps = size[i].warps;
      s.precision = (ria_precision)(n % 2);
      s.exact = n / 2;
      s.steps = 3;
      hold(&s, &on_chip);
      if (s.exact && s.nx == 1200 && s.precision == RIA_DOUBLE)
        assert_true(on_chip < 1);
    }
}

/* Missing waits between blocks change bits only sometimes, so repeat. */
static void the_same_each_time(void **state) {
  (void)state;
  for (int exact = 0; exact < 2; exact++) {
    steps_setting s = plain;
    s.nx = 400, s.ny = 130;
    s.exact = exact;
    s.steps = 60;
    s.dt = 0.01;
    s.shape.warps = 0;
    const ria_kernel *kernel = kernel_named("roe_transport");
    steps_case *wanted = case_new(kernel, &s);
    const steps_result a = exact ? reference_exact(wanted) : reference_known(wanted);
    for (int turn = 0; turn < 25; turn++) {
      steps_case *got = case_new(kernel, &s);
      const steps_result b = launched(got, NULL);
      compare_states(got, &wanted->buffer[a.last], &got->buffer[b.last]);
      case_free(got);
    }
    case_free(wanted);
  }
}

/* Under compute-sanitizer (RIA_GPU_SHAPES=default, see on_gpu.h) these take too long. */
static bool is_hurried(void) {
  const char *wish = getenv("RIA_GPU_SHAPES");
  return wish && !strcmp(wish, "default");
}

int main(void) {
  a_gpu_is_here();
  const struct CMUnitTest suite[] = {STEPS_TESTS};
  const struct CMUnitTest more[] = {cmocka_unit_test(large_domains),
                                    cmocka_unit_test(the_same_each_time)};
  const int failed = cmocka_run_group_tests(suite, NULL, NULL);
  return is_hurried() ? failed : failed + cmocka_run_group_tests(more, NULL, NULL);
}
