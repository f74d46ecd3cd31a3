/* How fast SPE programs run here, and how fast the model says that a Cell runs them: a hand-written
 * Roe sweep, and a stream. For codelets/targets/cell/README.md. */
#include <axpy.h>
#include <ria_cell/model.h>
#include <roe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const ria_spe_program ria_spe_roe_single, ria_spe_roe_double, ria_spe_axpy_single;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void hold(ria_status status) {
  if (status == RIA_SUCCESS)
    return;
  fprintf(stderr, "%s: %s\n", ria_status_text(status), ria_status_detail());
  exit(1);
}

static void *zeros(size_t bytes) {
  void *at = aligned_alloc(128, (bytes + 127) / 128 * 128);
  if (!at)
    exit(1);
  return memset(at, 0, bytes);
}

static void model(const ria_cell *cell, int sweeps) {
  static char text[4096];
  for (int c = RIA_CELL_SCHEDULED; c <= RIA_CELL_UNROLLED; c++) {
    const ria_cell_machine m = {ria_cell_chips[0], 1, (ria_cell_compiler)c, 0};
    ria_cell_times t;
    hold(ria_cell_model(cell, &m, &t));
    ria_cell_times_text(&t, text, sizeof text);
    printf("%smodel: %.1f cycles and %.1f flops a cell and sweep\n", text,
           t.cycles / sweeps / ROE_CELLS / ROE_CELLS,
           (double)t.flops / sweeps / ROE_CELLS / ROE_CELLS);
  }
}

static void roe(const ria_spe_program *program, size_t bytes) {
  static const char *const watched[] = {"fast", "checked", "modelled"};
  const size_t row = ROE_CELLS + 2 * 16 / bytes, field = ROE_CELLS * row;
  char *block = zeros(3 * field * bytes);
  for (int watch = RIA_CELL_FAST; watch <= RIA_CELL_MODELLED; watch++) {
    const int sweeps = watch == RIA_CELL_FAST ? 20000 : 20;
    for (size_t n = 0; n < 3 * field; n++) {
      const double value =
          n < field ? 1 + 0.1 * (double)(n * 7 % 13) / 13 : 0.05 * (double)(n * 5 % 11) / 11;
      const float single = (float)value;
      memcpy(block + n * bytes, bytes == 4 ? (const void *)&single : &value, bytes);
    }
    ria_cell *cell;
    uint64_t ea;
    hold(ria_cell_create(1, (ria_cell_watch)watch, &cell));
    hold(ria_cell_map(cell, block, 3 * field * bytes, 1, &ea));
    const double start = seconds();
    hold(ria_cell_start(cell, 0, program, (uint64_t)sweeps, ea));
    hold(ria_cell_run(cell));
    printf("%s, %s: %.1f million cells a second\n", program->name, watched[watch],
           1e-6 * sweeps * ROE_CELLS * ROE_CELLS / (seconds() - start));
    if (watch == RIA_CELL_MODELLED)
      model(cell, sweeps);
    ria_cell_destroy(cell);
  }
  free(block);
}

static void stream(size_t chunks) {
  enum { CHUNK = 16384, ALL = 32768 };
  char *x = zeros(chunks * CHUNK), *y = zeros(chunks * CHUNK);
  axpy_work *work = zeros(sizeof *work);
  ria_cell *cell;
  uint64_t ea;
  *work = (axpy_work){.chunks = chunks, .chunk = CHUNK, .a = 2};
  hold(ria_cell_create(1, RIA_CELL_FAST, &cell));
  hold(ria_cell_map(cell, x, chunks * CHUNK, 0, &ea));
  work->x = ea;
  hold(ria_cell_map(cell, y, chunks * CHUNK, 1, &ea));
  work->y = ea;
  hold(ria_cell_map(cell, work, sizeof *work, 0, &ea));
  const double start = seconds();
  for (size_t n = 0; n < ALL / chunks; n++) {
    hold(ria_cell_start(cell, 0, &ria_spe_axpy_single, ea, 0));
    hold(ria_cell_run(cell));
  }
  printf("axpy_single of 2 x %zu KiB, fast: %.1f GB/s moved\n", chunks * CHUNK >> 10,
         3e-9 * CHUNK * ALL / (seconds() - start));
  ria_cell_destroy(cell);
  free(x);
  free(y);
  free(work);
}

int main(void) {
  roe(&ria_spe_roe_single, 4);
  roe(&ria_spe_roe_double, 8);
  stream(64);
  stream(4096);
  return 0;
}
