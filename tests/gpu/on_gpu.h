/* The device's kernels behind functions of a CPU kernel's type, so that the suites of
 * tests/conformance run them on the real GPU, as the executor does on the host. Fields lie in
 * pinned memory that the GPU reads and writes in place. */
#ifndef RIA_ON_GPU_H
#define RIA_ON_GPU_H

#include "a_gpu.h"
#include <string.h>
#include <ria/device_kernel.h>
#include <ria/registry.h>

/* ---- Memory: pinning takes long, so that blocks are kept for the next one of their size. */
enum { GPU_BLOCKS = 4096 };
static struct {
  void *memory;
  size_t bytes;
  bool used;
} gpu_block[GPU_BLOCKS];

static void *gpu_alloc(size_t alignment, size_t bytes) {
  (void)alignment; /* CUDA's is larger */
  int i = 0;
  for (; i < GPU_BLOCKS && gpu_block[i].memory; i++)
    if (!gpu_block[i].used && gpu_block[i].bytes == bytes)
      break;
  if (i == GPU_BLOCKS)
    return NULL;
  if (!gpu_block[i].memory)
    on_gpu_must(cudaHostAlloc(&gpu_block[i].memory, bytes, cudaHostAllocMapped), "pinned memory");
  gpu_block[i].bytes = bytes;
  gpu_block[i].used = true;
  return gpu_block[i].memory;
}

static void gpu_free(void *memory) {
  for (int i = 0; i < GPU_BLOCKS; i++)
    if (gpu_block[i].memory == memory)
      gpu_block[i].used = false;
}

#define TILE_ALLOC gpu_alloc
#define TILE_FREE  gpu_free

/* Waits for the device; 0 or an error code. */
static inline int device_wait(void) {
  return (int)cudaDeviceSynchronize();
}

/* A cleared report, accessible to the device, and to the host after device_wait(). */
static inline ria_device_report *device_report(void) {
  static ria_device_report *report;
  if (!report)
    report = gpu_alloc(128, sizeof *report);
  on_gpu_must(!report, "a report");
  *report = (ria_device_report){0};
  return report;
}

/* ---- Calls. A slot is the kernel behind one function of a CPU kernel's type. */
typedef struct {
  const ria_implementation *of;
  ria_precision precision;
  ria_shape shape;
} gpu_slot;

enum { GPU_SLOTS = 1024 };
static gpu_slot gpu_slots[GPU_SLOTS];
static int gpu_slots_used;

/* Room on the device for a report, for cell lists and weights. */
static void *gpu_room(void) {
  static void *room;
  if (!room)
    on_gpu_must(cudaMalloc(&room, 1 << 20), "device memory");
  return room;
}

static const ria_device_functions *functions_of(const gpu_slot *slot) {
  return ria_device_functions_of(slot->of, slot->precision);
}

static void gpu_step(const gpu_slot *slot, ria_step_args *args, bool rate) {
  ria_device_report report = {0};
  ria_device_step_args device = {.step = *args, .report = gpu_room(), .shape = slot->shape};
  on_gpu_must(cudaMemset(device.report, 0, sizeof report), "report");
  on_gpu_must((rate ? functions_of(slot)->rate : functions_of(slot)->step)(&device),
              slot->of->strategy);
  on_gpu_must(cudaDeviceSynchronize(), slot->of->strategy);
  on_gpu_must(cudaMemcpy(&report, device.report, sizeof report, cudaMemcpyDeviceToHost), "report");
  memcpy(&args->rate_max, &report.rate, sizeof args->rate_max);
  args->bad = report.bad;
}

static void gpu_boundary(const gpu_slot *slot, const ria_boundary_args *args) {
  static bool turn;
  ria_device_boundary_args device = {.boundary = *args, .rows = 1};
  turn = !turn;
  if (turn) { /* the same cells as rows of one cell */
    device.rows = args->count;
    device.boundary.count = 1;
    device.next_row = args->along;
  }
  on_gpu_must(functions_of(slot)->boundary(&device), slot->of->strategy);
  on_gpu_must(cudaDeviceSynchronize(), slot->of->strategy);
}

static void gpu_cells(const gpu_slot *slot, const ria_cells_args *args) {
  const size_t n = (size_t)args->count;
  ria_device_cells_args device = {.cells = *args};
  char *room = gpu_room();
  device.cells.index = (const ptrdiff_t *)(const void *)room;
  device.cells.weight = (const double *)(const void *)(room + n * sizeof *args->index);
  on_gpu_must(cudaMemcpy(room, args->index, n * sizeof *args->index, cudaMemcpyHostToDevice),
              "index");
  on_gpu_must(cudaMemcpy(room + n * sizeof *args->index, args->weight, n * sizeof *args->weight,
                         cudaMemcpyHostToDevice),
              "weight");
  on_gpu_must(functions_of(slot)->cells(&device), slot->of->strategy);
  on_gpu_must(cudaDeviceSynchronize(), slot->of->strategy);
}

static void gpu_reduce(const gpu_slot *slot, ria_reduce_args *args) {
  struct {
    ria_device_extreme extreme;
    ria_sum sum;
  } found = {.sum = *args->sum}, *room = gpu_room();
  ria_device_reduce_args device = {.reduce = *args, .extreme = &room->extreme};
  device.reduce.sum = &room->sum;
  on_gpu_must(cudaMemcpy(room, &found, sizeof found, cudaMemcpyHostToDevice), "a sum");
  on_gpu_must(functions_of(slot)->reduce(&device), slot->of->strategy);
  on_gpu_must(cudaDeviceSynchronize(), slot->of->strategy);
  on_gpu_must(cudaMemcpy(&found, room, sizeof found, cudaMemcpyDeviceToHost), "a sum");
  *args->sum = found.sum;
  args->found = ria_extreme_cell(&found.extreme, args->box, args->at);
  args->value = found.extreme.value;
}

/* A CPU function has no argument for its slot, so each slot has its own function. */
#define GPU_FUNCTIONS(n)                                                                           \
  static void gpu_step_##n(ria_step_args *args) {                                                  \
    gpu_step(&gpu_slots[0x##n], args, false);                                                      \
  }                                                                                                \
  static void gpu_rate_##n(ria_step_args *args) {                                                  \
    gpu_step(&gpu_slots[0x##n], args, true);                                                       \
  }                                                                                                \
  static void gpu_boundary_##n(const ria_boundary_args *args) {                                    \
    gpu_boundary(&gpu_slots[0x##n], args);                                                         \
  }                                                                                                \
  static void gpu_cells_##n(const ria_cells_args *args) {                                          \
    gpu_cells(&gpu_slots[0x##n], args);                                                            \
  }                                                                                                \
  static void gpu_reduce_##n(ria_reduce_args *args) {                                              \
    gpu_reduce(&gpu_slots[0x##n], args);                                                           \
  }
#define GPU_ROW(X, h)                                                                              \
  X(h##0)                                                                                          \
  X(h##1)                                                                                          \
  X(h##2)                                                                                          \
  X(h##3)                                                                                          \
  X(h##4) X(h##5) X(h##6) X(h##7) X(h##8) X(h##9) X(h##a) X(h##b) X(h##c) X(h##d) X(h##e) X(h##f)
#define GPU_ROWS(X, h)                                                                             \
  GPU_ROW(X, h##0)                                                                                 \
  GPU_ROW(X, h##1)                                                                                 \
  GPU_ROW(X, h##2)                                                                                 \
  GPU_ROW(X, h##3)                                                                                 \
  GPU_ROW(X, h##4)                                                                                 \
  GPU_ROW(X, h##5)                                                                                 \
  GPU_ROW(X, h##6)                                                                                 \
  GPU_ROW(X, h##7)                                                                                 \
  GPU_ROW(X, h##8)                                                                                 \
  GPU_ROW(X, h##9)                                                                                 \
  GPU_ROW(X, h##a)                                                                                 \
  GPU_ROW(X, h##b)                                                                                 \
  GPU_ROW(X, h##c) GPU_ROW(X, h##d) GPU_ROW(X, h##e) GPU_ROW(X, h##f)
#define GPU_ALL(X)                                                                                 \
  GPU_ROWS(X, 0)                                                                                   \
  GPU_ROWS(X, 1)                                                                                   \
  GPU_ROWS(X, 2)                                                                                   \
  GPU_ROWS(X, 3)
GPU_ALL(GPU_FUNCTIONS)

static const struct {
  ria_step_function step, rate;
  ria_boundary_function boundary;
  ria_cells_function cells;
  ria_reduce_function reduce;
} gpu_function[GPU_SLOTS] = {
#define GPU_ENTRY(n) {gpu_step_##n, gpu_rate_##n, gpu_boundary_##n, gpu_cells_##n, gpu_reduce_##n},
    GPU_ALL(GPU_ENTRY)};

/* ---- The table of kernels: the reference, then every strategy in every shape. */
enum { GPU_KERNELS = 128, GPU_IMPLEMENTATIONS = 128 };
static const ria_kernel *suite_kernels[GPU_KERNELS + 1];

static void gpu_add(ria_implementation *entry, const ria_implementation *of, ria_precision p,
                    ria_shape shape) {
  if (gpu_slots_used == GPU_SLOTS) {
    fprintf(stderr, "more than %d functions: make GPU_SLOTS larger\n", GPU_SLOTS);
    exit(1);
  }
  const ria_device_functions *functions = ria_device_functions_of(of, p);
  const int n = gpu_slots_used++;
  gpu_slots[n] = (gpu_slot){.of = of, .precision = p, .shape = shape};
  entry->target = of->target;
  entry->strategy = of->strategy;
  entry->most_steps[p] = of->most_steps[p];
  if (functions->step)
    entry->step[p] = gpu_function[n].step;
  if (functions->rate)
    entry->rate[p] = gpu_function[n].rate;
  if (functions->boundary)
    entry->boundary[p] = gpu_function[n].boundary;
  if (functions->cells)
    entry->cells[p] = gpu_function[n].cells;
  if (functions->reduce)
    entry->reduce[p] = gpu_function[n].reduce;
}

/* Three of a strategy's shapes, the default first; with RIA_GPU_SHAPES in the environment all of
 * them (all), or the default alone (default). Entry s of an implementation is its shape s in both
 * precisions; one of them may have fewer. */
static int gpu_add_shapes(ria_implementation *entry, const ria_implementation *of) {
  const char *wish = getenv("RIA_GPU_SHAPES");
  const bool all = wish && !strcmp(wish, "all"), one = wish && !strcmp(wish, "default");
  int most = 0;
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    const ria_shape *shape = ria_device_functions_of(of, (ria_precision)p)->shapes;
    int count = 0, made = 0;
    while (shape && shape[count].columns)
      count++;
    const int step = all || count < 3 ? 1 : (count - 1) / 2;
    if (!shape)
      gpu_add(&entry[made++], of, p, (ria_shape){0});
    for (int s = 0; s < (one && count ? 1 : count); s += step)
      gpu_add(&entry[made++], of, p, shape[s]);
    most = made > most ? made : most;
  }
  return most;
}

static const ria_kernel *gpu_kernel(const ria_kernel *kernel) {
  ria_kernel *copy = malloc(sizeof *copy);
  ria_implementation *entry = calloc(GPU_IMPLEMENTATIONS, sizeof *entry);
  if (!copy || !entry)
    exit(1);
  int count = 1;
  entry[0] = kernel->implementation[0];
  for (int i = 1; i < kernel->implementations; i++)
    if (ria_implementation_on_device(&kernel->implementation[i]))
      count += gpu_add_shapes(&entry[count], &kernel->implementation[i]);
  *copy = *kernel;
  copy->implementation = entry;
  copy->implementations = count;
  return copy;
}

/* Fill in suite_kernels; leaves the program as skipped (77) where there is no GPU. */
static inline void gpu_begin(bool (*wanted)(const ria_kernel *kernel)) {
  int kernels = 0;
  a_gpu_is_here();
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    if (!wanted(*k))
      continue;
    if (kernels == GPU_KERNELS) {
      fprintf(stderr, "more than %d kernels: make GPU_KERNELS larger\n", GPU_KERNELS);
      exit(1);
    }
    suite_kernels[kernels++] = gpu_kernel(*k);
  }
}

/* Blocks are freed with the process's memory; its GPU tells of late errors here. */
static inline int gpu_end(int failed) {
  on_gpu_must(cudaDeviceSynchronize(), "the end");
  printf("%d functions on the GPU\n", gpu_slots_used);
  return failed || !gpu_slots_used;
}

#endif
