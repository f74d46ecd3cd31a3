/* Measures the speed of SPE programs in the emulator and their modelled speed on a Cell: the
 * generated sweeps of swsolver, and a stream. With the argument "model" it prints the model for the
 * paper's table 2, also for the sweep with the textbook's quotients and for numbers outside
 * registers. For codelets/targets/cell/README.md. */
#include <axpy.h>
#include "cell/quotients.h"
#include "roe_quotients_cost.h"
#include <ria/registry.h>
#include <ria_cell/model.h>
#include <ria_cell/tile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const ria_spe_program ria_spe_axpy_single;
enum { SPES = 8 };

/* CPU time of this process: it has one thread, and may share its processor. */
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
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

/* The paper's problem, n x n cells on [-10, 10]^2, in a tile of one cell. */
static ria_cell_tile *problem(ria_cell *cell, ria_precision precision, int n) {
  const ria_cell_tile_shape shape = {.cells = ria_box_plane(-2, n + 2, -2, n + 2),
                                     .precision = precision,
                                     .nstate = 3,
                                     .radius = 2};
  const size_t bytes = ria_precision_size(precision), pitch = (size_t)n + 4;
  ria_cell_tile *tile;
  hold(ria_cell_tile_create(cell, SPES, &shape, &tile));
  char *fields = zeros(3 * pitch * pitch * bytes);
  for (size_t c = 0; c < pitch * pitch; c++) {
    const double x = (double)(c % pitch) / n, y = (double)(c / pitch) / n; /* 0 to 1 */
    const double value = (x + y - 1) / 2 + 1;
    const float single = (float)value;
    memcpy(fields + c * bytes, bytes == 4 ? (const void *)&single : &value, bytes);
  }
  const void *state[3];
  for (size_t f = 0; f < 3; f++)
    state[f] = fields + (f * pitch * pitch + 2 * pitch + 2) * bytes;
  ria_cell_tile_put(tile, shape.cells, state, pitch);
  free(fields);
  return tile;
}

static const char quotients[] = "shuffle, with quotients";
static const char in_memory[] = "naive, with all numbers in memory";

static const ria_cell_stage *stage_of(const char *strategy, ria_precision precision, int axis) {
  static const char *const kernel[] = {"swsolver_x", "swsolver_y"};
  if (strategy == quotients)
    return quotients_stage(precision, axis);
  return ria_cell_stage_of(ria_kernel_implementation(ria_kernel_find(kernel[axis]), "cell",
                                                     strategy == in_memory ? "naive" : strategy),
                           precision);
}

/* Additions, subtractions and multiplications for each sweep and cell: the paper's 360 operations
 * for two sweeps minus 16 divisions and 2 square roots. */
enum { PAPER_PLAIN = (360 - 16 - 2) / 2 };

/* Printed in addition to the model: the time if each operation that the paper has in excess of the
 * sweep with the textbook's quotients takes a slot of the even pipe. */
static void scale(const ria_cell_times *t, double sweeps, ria_precision precision) {
  const double lanes = precision == RIA_SINGLE ? 4 : 2, even = (double)t->even / sweeps;
  const double more = (PAPER_PLAIN - (double)roe_quotients_cost.flops) / lanes;
  printf("    %.2f s scaled to the paper's operations, %.1f even slots to %.1f\n",
         2e9 * t->seconds / sweeps * (even + more) / even, even, even + more);
}

/* Modelled seconds of the paper's 1000 steps, and the cost of a cell and sweep. */
static void model(const ria_cell *cell, double sweeps, bool scaled, ria_precision precision) {
  static const char *const compiled[] = {"as written", "rescheduled", "unrolled"};
  for (const ria_cell_chip *const *chip = ria_cell_chips; *chip; chip++)
    for (int c = RIA_CELL_AS_WRITTEN; (*chip)->spes >= SPES && c <= RIA_CELL_UNROLLED; c++) {
      const ria_cell_machine m = {*chip, 1, (ria_cell_compiler)c, 1};
      ria_cell_times t;
      hold(ria_cell_model(cell, &m, &t));
      printf("  model, %s, %s: %.2f s for 10^9 cell updates of two sweeps; a sweep %.1f cycles, "
             "%.1f even, %.1f odd, %.1f flops a cell; %.0f%% waits for transfers\n",
             (*chip)->name, compiled[c], 2e9 * t.seconds / sweeps, t.cycles / sweeps,
             (double)t.even / sweeps, (double)t.odd / sweeps, (double)t.flops / sweeps,
             100 * t.wait / t.seconds);
      if (scaled)
        scale(&t, sweeps, precision);
    }
}

/* Steps of two sweeps with the minmod limiter; nothing is sent to the walls. */
static void solver(const char *strategy, ria_precision precision, ria_ppe_watch watch, int n,
                   int steps) {
  static const char *const watched[] = {"fast", "checked", "modelled"};
  static const double scalars[] = {1e-3, 1, 50, 1, 0.9}; /* dt, share, 1/dx, gravity, cfl */
  ria_cell *cell;
  hold(ria_cell_create(SPES, watch, &cell));
  if (strategy == in_memory)
    ria_cell_numbers_in_memory(cell);
  ria_cell_tile *tile = problem(cell, precision, n);
  const double start = seconds();
  for (int s = 0; s < 2 * steps; s++) {
    ria_cell_sweep sweep = {.update = ria_box_plane(0, n, 0, n),
                            .owned = ria_box_plane(0, n, 0, n),
                            .scalars = scalars,
                            .next = s % 2 ? 1 : 2};
    hold(ria_cell_tile_run(tile, stage_of(strategy, precision, s % 2), &sweep));
  }
  const double updates = (double)n * n * steps;
  printf("%s, %s, %s, %d x %d: %.2f million cells a second and sweep\n", strategy,
         precision == RIA_SINGLE ? "single" : "double", watched[watch], n, n,
         2e-6 * updates / (seconds() - start));
  if (watch == RIA_WATCH_MODELLED)
    model(cell, 2 * updates, strategy == quotients, precision);
  ria_cell_tile_destroy(tile);
  ria_cell_destroy(cell);
}

static void stream(size_t chunks) {
  enum { CHUNK = 16384, ALL = 32768 };
  char *x = zeros(chunks * CHUNK), *y = zeros(chunks * CHUNK);
  axpy_work *work = zeros(sizeof *work);
  ria_cell *cell;
  uint64_t ea;
  *work = (axpy_work){.chunks = chunks, .chunk = CHUNK, .a = 2};
  hold(ria_cell_create(1, RIA_WATCH_FAST, &cell));
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

int main(int argc, char **argv) {
  static const char *const strategies[] = {"naive", "transpose", "shuffle", quotients, in_memory};
  const int modelled = argc > 1 && !strcmp(argv[1], "model");
  for (int p = 0; p < RIA_PRECISIONS; p++)
    for (int s = 0; s < (modelled ? 5 : 3); s++) {
      const ria_precision precision = (ria_precision)p;
      if (modelled) {
        /* Whole blocks, eight an SPE. */
        solver(strategies[s], precision, RIA_WATCH_MODELLED, precision == RIA_SINGLE ? 604 : 444,
               1);
        continue;
      }
      solver(strategies[s], precision, RIA_WATCH_FAST, 1000, 40);
      solver(strategies[s], precision, RIA_WATCH_CHECKED, 200, 2);
      solver(strategies[s], precision, RIA_WATCH_MODELLED, 200, 2);
    }
  if (!modelled) {
    stream(64);
    stream(4096);
  }
  return 0;
}
