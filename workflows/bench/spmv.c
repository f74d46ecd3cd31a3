/* Products of a sparse matrix, alone. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bench.h"
#include "result.h"
#include "ria/bare_gpu.h"
#include "ria/ell.h"
#include "ria/gpus.h"
#include "ria/processes.h"

enum { ENTRIES = 8, SAMPLES = 4096 };

typedef struct {
  ria_ell matrix;
  ria_ell_memory memory;
  void *fields; /* [2][cells], owned: the multiplied field, and the product */
  ria_ell on_device;
  void *fields_on_device; /* owned */
  ria_bare_gpu gpu;
} product;

/* The cells of the box that starts at a cell; at a high side the last cell is used twice. */
static void fill_row(ria_ell *m, const int size[RIA_AXES], int row, ria_precision precision) {
  const int at[RIA_AXES] = {row % size[0], row / size[0] % size[1], row / size[0] / size[1]};
  m->row[row] = row;
  for (int e = 0; e < ENTRIES; e++) {
    const int64_t entry = ria_ell_at(m, row, e);
    int cell[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      const int next = at[a] + (e >> a & 1);
      cell[a] = next < size[a] ? next : size[a] - 1;
    }
    m->column[entry] = (cell[2] * size[1] + cell[1]) * size[0] + cell[0];
    if (precision == RIA_SINGLE)
      ((float *)m->weight)[entry] = 1.0f / ENTRIES;
    else
      ((double *)m->weight)[entry] = 1.0 / ENTRIES;
  }
}

static ria_status create(product *p, const bench_options *o) {
  const size_t cells = (size_t)bench_cells(o->size), real = ria_precision_size(o->precision);
  int32_t *length = malloc(cells * sizeof *length);
  p->fields = malloc(2 * cells * real);
  if (!length || !p->fields) {
    free(length);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %zu rows; ask for a smaller size", cells);
  }
  for (size_t i = 0; i < cells; i++)
    length[i] = ENTRIES;
  const ria_status status = ria_ell_create(&p->matrix, (int)cells, length, o->precision);
  free(length);
  RIA_TRY(status);
  for (int r = 0; r < p->matrix.rows; r++)
    fill_row(&p->matrix, o->size, r, o->precision);
  for (size_t i = 0; i < 2 * cells; i++)
    if (o->precision == RIA_SINGLE)
      ((float *)p->fields)[i] = (float)(i % 97);
    else
      ((double *)p->fields)[i] = (double)(i % 97);
  p->memory = (ria_ell_memory){
      .state = p->fields, .field = cells, .size = real, .fields = 1, .from = {0}, .to = {1}};
  return RIA_SUCCESS;
}

static void destroy(product *p) {
  ria_ell_device_free(&p->on_device);
  if (p->fields_on_device)
    ria_bare_gpu_free(p->fields_on_device);
  if (p->gpu.stream)
    ria_bare_gpu_close(&p->gpu);
  ria_ell_destroy(&p->matrix);
  free(p->fields);
}

/* ---- on a core ---- */

/* Processor time of this thread, which excludes other programs on a shared machine. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ria_status measure_on_core(product *p, const bench_options *o, bench_result *r) {
  static const double shortest = 1e-4;
  double sample[SAMPLES];
  RIA_TRY(bench_probe(r, (double)p->matrix.rows, 1));
  ria_ell_multiply(&p->matrix, &p->memory); /* warms up memory and code */
  double once = now();
  ria_ell_multiply(&p->matrix, &p->memory);
  once = now() - once;
  const int calls = once < shortest ? (int)(shortest / (once > 1e-8 ? once : 1e-8)) + 1 : 1;
  int n = 0;
  for (const double begin = now(); n < SAMPLES && (n < 5 || now() - begin < o->seconds); n++) {
    const double start = now();
    for (int i = 0; i < calls; i++)
      ria_ell_multiply(&p->matrix, &p->memory);
    sample[n] = (now() - start) / calls;
  }
  r->steps = (int64_t)n * calls;
  r->seconds = bench_median(sample, n);
  return RIA_SUCCESS;
}

/* ---- on a GPU ---- */

static int queue(void *context) {
  const product *p = context;
  return ria_device_multiply(p->gpu.stream, &p->on_device, &p->memory);
}

static ria_status measure_on_gpu(product *p, const bench_options *o, bench_result *r) {
  static const double shortest = 5e-4;
  double sample[SAMPLES], once = 0, spent = 0;
  const size_t bytes = 2 * p->memory.field * p->memory.size;
  RIA_TRY(ria_bare_gpu_open(&p->gpu));
  memcpy(r->device, p->gpu.name, sizeof r->device);
  r->gpus = 1;
  RIA_TRY(ria_gpu_probe(o->precision, &p->gpu, &r->peaks));
  RIA_TRY(ria_bare_gpu_alloc(bytes, &p->fields_on_device));
  RIA_TRY(ria_bare_gpu_upload(p->fields_on_device, p->fields, bytes));
  const int code = ria_ell_upload(&p->matrix, p->memory.size, &p->on_device);
  if (code)
    return ria_fail(RIA_ERROR_DEVICE,
                    "the GPU cannot hold a matrix of %d rows (CUDA error %d); ask for a smaller "
                    "size",
                    p->matrix.rows, code);
  p->memory.state = p->fields_on_device;
  for (int warm = 0; warm < 3; warm++)
    RIA_TRY(ria_bare_gpu_time(&p->gpu, queue, p, 1, &once));
  const int calls = once < shortest ? (int)(shortest / (once > 1e-7 ? once : 1e-7)) + 1 : 1;
  int n = 0;
  for (; n < SAMPLES && (n < 5 || spent < o->seconds); n++) {
    RIA_TRY(ria_bare_gpu_time(&p->gpu, queue, p, calls, &sample[n]));
    spent += sample[n];
    sample[n] /= calls;
  }
  r->steps = (int64_t)n * calls;
  r->seconds = bench_median(sample, n);
  return RIA_SUCCESS;
}

/* ---- the measurement ---- */

static ria_status check(const bench_options *o) {
  const int *size = o->size;
  if (!(bench_cells(size) < INT_MAX))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a size of %d x %d x %d cells; give at most 1024x1024x1024 for spmv", size[0],
                    size[1], size[2]);
  if (strcmp(o->target, "cpu") != 0 && strcmp(o->target, "cuda") != 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "--target %s; spmv is measured on cpu or cuda", o->target);
  if (o->strategy || o->pass || o->workers > 1 || o->shape.columns || o->tune)
    return ria_fail(RIA_ERROR_ARGUMENT, "spmv has no strategies, passes, workers or shapes; give "
                                        "only --size, --target, --precision and --seconds");
  return RIA_SUCCESS;
}

ria_status bench_spmv(const bench_options *o, bench_result *r) {
  const double real = (double)ria_precision_size(o->precision);
  RIA_TRY(check(o));
  *r = (bench_result){.name = "spmv",
                      .strategy = "sliced-ell",
                      .size = {o->size[0], o->size[1], o->size[2]},
                      .precision = o->precision,
                      .workers = 1,
                      .cost = {.flops = 2 * ENTRIES - 1, .reads = 2 * ENTRIES + 1, .writes = 1},
                      .bytes = ENTRIES * (real + sizeof(int32_t)) + 2 * real + sizeof(int32_t)};
  product p = {.fields = NULL};
  ria_status status = create(&p, o);
  if (status == RIA_SUCCESS)
    status = strcmp(o->target, "cpu") == 0 ? measure_on_core(&p, o, r) : measure_on_gpu(&p, o, r);
  if (status == RIA_SUCCESS)
    bench_rates(r, (double)p.matrix.rows);
  destroy(&p);
  return status;
}
