/* The machine's own SPE programs: the same bits as plain C for all numbers of SPEs and levels of
 * checks. */
#include "tests.h"
#include <ria_cell/blocks.h>
#include <ria_cell/cell.h>
#include <axpy.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern const ria_spe_program ria_spe_heat_single, ria_spe_heat_double, ria_spe_heat_naive_single,
    ria_spe_heat_naive_double, ria_spe_axpy_single, ria_spe_axpy_double;

enum { ROWS = 37, CELLS = 75, BLOCK_ROWS = 16, BLOCK_CELLS = 24, STEPS = 5 };
enum {
  DOWN = (ROWS + BLOCK_ROWS - 1) / BLOCK_ROWS,
  ACROSS = (CELLS + BLOCK_CELLS - 1) / BLOCK_CELLS
};
enum { BLOCKS = DOWN * ACROSS };

/* A domain as section 4.2.1 of the paper lays it out, for one precision. */
typedef struct {
  int bytes, lanes;
  char *cells[BLOCKS], *ghosts[2][BLOCKS][SPE_SIDES]; /* by parity of the step */
  size_t block_bytes, side_bytes;
  uint64_t cells_ea[BLOCKS], ghosts_ea[2][BLOCKS][SPE_SIDES];
  int rows[BLOCKS], columns[BLOCKS], last[BLOCKS];
} domain;

static void *room(size_t bytes) {
  void *at = aligned_alloc(128, (bytes + 127) / 128 * 128);
  assert_non_null(at);
  memset(at, 0, bytes);
  return at;
}

static double start_value(int j, int i) {
  return 1.0 + 0.25 * ((j * 31 + i * 17) % 101) / 7.0;
}

static void write_number(const domain *d, void *at, double value) {
  const float single = (float)value;
  memcpy(at, d->bytes == 4 ? (const void *)&single : &value, (size_t)d->bytes);
}

static void lay_out(domain *d, ria_cell *cell, int bytes) {
  *d = (domain){.bytes = bytes, .lanes = 16 / bytes};
  d->block_bytes = BLOCK_ROWS * BLOCK_CELLS * (size_t)bytes;
  d->side_bytes = BLOCK_ROWS * 16;
  for (int b = 0; b < BLOCKS; b++) {
    const int j0 = b / ACROSS * BLOCK_ROWS, i0 = b % ACROSS * BLOCK_CELLS;
    const int cells = CELLS - i0 < BLOCK_CELLS ? CELLS - i0 : BLOCK_CELLS;
    d->rows[b] = ROWS - j0 < BLOCK_ROWS ? ROWS - j0 : BLOCK_ROWS;
    d->columns[b] = (cells + d->lanes - 1) / d->lanes;
    d->last[b] = cells - (d->columns[b] - 1) * d->lanes;
    d->cells[b] = room(d->block_bytes);
    assert_int_equal(ria_cell_map(cell, d->cells[b], d->block_bytes, 1, &d->cells_ea[b]), 0);
    for (int p = 0; p < 2; p++)
      for (int s = 0; s < SPE_SIDES; s++) {
        d->ghosts[p][b][s] = room(d->side_bytes);
        assert_int_equal(
            ria_cell_map(cell, d->ghosts[p][b][s], d->side_bytes, 1, &d->ghosts_ea[p][b][s]), 0);
      }
    for (int j = 0; j < d->rows[b]; j++)
      for (int i = 0; i < cells; i++)
        write_number(d, d->cells[b] + (j * BLOCK_CELLS + i) * bytes, start_value(j0 + j, i0 + i));
  }
  /* The messages that a step before the first would have sent. */
  for (int b = 0; b < BLOCKS; b++)
    for (int j = 0; j < d->rows[b]; j++) {
      const int j0 = b / ACROSS * BLOCK_ROWS, i0 = b % ACROSS * BLOCK_CELLS;
      if (b % ACROSS)
        write_number(d, d->ghosts[0][b][SPE_LOW] + 16 * j + 16 - bytes,
                     start_value(j0 + j, i0 - 1));
      if (b % ACROSS < ACROSS - 1)
        write_number(d, d->ghosts[0][b][SPE_HIGH] + 16 * j, start_value(j0 + j, i0 + BLOCK_CELLS));
    }
}

static void clean_up(domain *d) {
  for (int b = 0; b < BLOCKS; b++) {
    free(d->cells[b]);
    for (int s = 0; s < 2 * SPE_SIDES; s++)
      free(d->ghosts[s / 2][b][s % 2]);
  }
}

static spe_block describe(const domain *d, int b, int parity) {
  spe_block block = {.block = d->cells_ea[b],
                     .rows = (unsigned)d->rows[b],
                     .pitch = (unsigned)(BLOCK_CELLS / d->lanes),
                     .columns = (unsigned)d->columns[b],
                     .last = (unsigned)d->last[b]};
  const bool low_x = b % ACROSS, high_x = b % ACROSS < ACROSS - 1;
  block.ghosts[SPE_LOW] = low_x ? d->ghosts_ea[parity][b][SPE_LOW] : 0;
  block.ghosts[SPE_HIGH] = high_x ? d->ghosts_ea[parity][b][SPE_HIGH] : 0;
  block.edges[SPE_X][SPE_LOW] = low_x ? d->ghosts_ea[!parity][b - 1][SPE_HIGH] : 0;
  block.edges[SPE_X][SPE_HIGH] = high_x ? d->ghosts_ea[!parity][b + 1][SPE_LOW] : 0;
  return block;
}

#define REFERENCE(real, name)                                                                      \
  static void name(real(*u)[CELLS], real c) {                                                      \
    for (int step = 0; step < STEPS; step++)                                                       \
      for (int j = 0; j < ROWS; j++) {                                                             \
        real low_x = u[j][0];                                                                      \
        for (int i = 0; i < CELLS; i++) {                                                          \
          const real here = u[j][i], high_x = i + 1 < CELLS ? u[j][i + 1] : here;                  \
          u[j][i] = here + c * ((low_x - (real)2 * here) + high_x);                                \
          low_x = here;                                                                            \
        }                                                                                          \
      }                                                                                            \
  }
REFERENCE(float, heat_of_floats)
REFERENCE(double, heat_of_doubles)

static void heat(const ria_spe_program *program, int bytes, int spes, ria_ppe_watch watch) {
  float singles[ROWS][CELLS];
  double doubles[ROWS][CELLS];
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < CELLS; i++)
      singles[j][i] = (float)(doubles[j][i] = start_value(j, i));
  heat_of_floats(singles, (float)0.2);
  heat_of_doubles(doubles, 0.2);

  ria_cell *cell;
  domain d;
  assert_int_equal(ria_cell_create(spes, watch, &cell), RIA_SUCCESS);
  lay_out(&d, cell, bytes);
  spe_block *block_lists = room(2 * BLOCKS * sizeof *block_lists);
  spe_work *work = room(2 * (size_t)spes * sizeof *work);
  uint64_t block_lists_ea, work_ea;
  assert_int_equal(
      ria_cell_map(cell, block_lists, 2 * BLOCKS * sizeof *block_lists, 0, &block_lists_ea), 0);
  assert_int_equal(ria_cell_map(cell, work, 2 * (size_t)spes * sizeof *work, 0, &work_ea), 0);
  for (int parity = 0; parity < 2; parity++)
    for (int n = 0; n < spes; n++) {
      const int from = BLOCKS * n / spes, to = BLOCKS * (n + 1) / spes;
      for (int b = from; b < to; b++)
        block_lists[parity * BLOCKS + b] = describe(&d, b, parity);
      work[parity * spes + n] = (spe_work){
          .list = block_lists_ea + (size_t)(parity * BLOCKS + from) * sizeof *block_lists,
          .count = (unsigned)(to - from),
          .most = (unsigned)(d.block_bytes + 2 * SPE_SIDES * d.side_bytes),
          .scalars = {0.2}};
    }
  for (int step = 0; step < STEPS; step++) {
    for (int n = 0; n < spes; n++)
      assert_int_equal(ria_cell_start(cell, n, program,
                                      work_ea + (size_t)(step % 2 * spes + n) * sizeof *work, 0),
                       RIA_SUCCESS);
    if (ria_cell_run(cell) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
  }
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < CELLS; i++) {
      const int b = j / BLOCK_ROWS * ACROSS + i / BLOCK_CELLS;
      const char *at = d.cells[b] + (j % BLOCK_ROWS * BLOCK_CELLS + i % BLOCK_CELLS) * bytes;
      const void *wanted = bytes == 4 ? (const void *)&singles[j][i] : &doubles[j][i];
      if (memcmp(at, wanted, (size_t)bytes))
        fail_msg("%s on %d SPEs: cell (%d, %d) differs", program->name, spes, j, i);
    }
  clean_up(&d);
  free(block_lists);
  free(work);
  ria_cell_destroy(cell);
}

static void heat_has_the_same_bits_everywhere(void **state) {
  (void)state;
  static const struct {
    const ria_spe_program *program;
    int bytes;
  } variant[] = {{&ria_spe_heat_single, 4},
                 {&ria_spe_heat_double, 8},
                 {&ria_spe_heat_naive_single, 4},
                 {&ria_spe_heat_naive_double, 8}};
  static const int spes[] = {1, 3, 16};
  for (size_t v = 0; v < sizeof variant / sizeof *variant; v++)
    for (size_t n = 0; n < sizeof spes / sizeof *spes; n++)
      for (ria_ppe_watch watch = RIA_WATCH_FAST; watch <= RIA_WATCH_MODELLED; watch++)
        heat(variant[v].program, variant[v].bytes, spes[n], watch);
}

static void *heat_in_a_thread(void *spes) {
  for (int turn = 0; turn < 3; turn++) {
    heat(&ria_spe_heat_single, 4, *(const int *)spes, RIA_WATCH_CHECKED);
    heat(&ria_spe_heat_double, 8, *(const int *)spes, RIA_WATCH_FAST);
  }
  return 0;
}

/* A cell belongs to a thread; many are under way at once. */
static void threads_have_cells_of_their_own(void **state) {
  (void)state;
  enum { THREADS = 4 };
  static const int spes[THREADS] = {1, 2, 3, 8};
  pthread_t thread[THREADS];
  for (int n = 0; n < THREADS; n++)
    assert_int_equal(pthread_create(&thread[n], 0, heat_in_a_thread, (void *)&spes[n]), 0);
  for (int n = 0; n < THREADS; n++)
    assert_int_equal(pthread_join(thread[n], 0), 0);
}

static void axpy_moves_the_expected_bytes(void **state) {
  (void)state;
  enum { CHUNK = 4096, CHUNKS = 5, NUMBERS = CHUNK * CHUNKS / 4 };
  float *x = room(CHUNK * CHUNKS), *y = room(CHUNK * CHUNKS);
  axpy_work *work = room(sizeof *work);
  for (int n = 0; n < NUMBERS; n++) {
    x[n] = (float)n;
    y[n] = 0.5f;
  }
  ria_cell *cell;
  uint64_t ea;
  assert_int_equal(ria_cell_create(1, RIA_WATCH_CHECKED, &cell), RIA_SUCCESS);
  *work = (axpy_work){.chunk = CHUNK, .chunks = CHUNKS, .a = 3};
  assert_int_equal(ria_cell_map(cell, x, CHUNK * CHUNKS, 0, &ea), RIA_SUCCESS);
  work->x = ea;
  assert_int_equal(ria_cell_map(cell, y, CHUNK * CHUNKS, 1, &ea), RIA_SUCCESS);
  work->y = ea;
  assert_int_equal(ria_cell_map(cell, work, sizeof *work, 0, &ea), RIA_SUCCESS);
  assert_int_equal(ria_cell_start(cell, 0, &ria_spe_axpy_single, ea, 0), RIA_SUCCESS);
  if (ria_cell_run(cell) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  for (int n = 0; n < NUMBERS; n++)
    assert_true(y[n] == 3.0f * (float)n + 0.5f);
  const ria_cell_traffic traffic = ria_cell_transferred(cell);
  assert_int_equal(traffic.bytes_in, 2 * CHUNK * CHUNKS + sizeof *work);
  assert_int_equal(traffic.bytes_out, CHUNK * CHUNKS);
  assert_int_equal(traffic.commands, 3 * CHUNKS + 1);
  ria_cell_destroy(cell);
  free(x);
  free(y);
  free(work);
}

/* Numbers whose lower half equals the poison's, as happens rarely. */
static void numbers_are_not_taken_for_poison(void **state) {
  (void)state;
  enum { CHUNK = 4096, CHUNKS = 4, NUMBERS = CHUNK * CHUNKS / 8 };
  double *x = room(CHUNK * CHUNKS), *y = room(CHUNK * CHUNKS);
  axpy_work *work = room(sizeof *work);
  const uint64_t like = UINT64_C(0x3ff012347fa4dead);
  for (int n = 0; n < NUMBERS; n++)
    y[n] = n;
  for (int n = 0; n < NUMBERS; n += CHUNK / 16)
    memcpy(&y[n], &like, sizeof like);
  ria_cell *cell;
  uint64_t ea;
  for (ria_ppe_watch watch = RIA_WATCH_FAST; watch <= RIA_WATCH_CHECKED; watch++) {
    assert_int_equal(ria_cell_create(1, watch, &cell), RIA_SUCCESS);
    *work = (axpy_work){.chunk = CHUNK, .chunks = CHUNKS, .a = 0};
    assert_int_equal(ria_cell_map(cell, x, CHUNK * CHUNKS, 0, &ea), RIA_SUCCESS);
    work->x = ea;
    assert_int_equal(ria_cell_map(cell, y, CHUNK * CHUNKS, 1, &ea), RIA_SUCCESS);
    work->y = ea;
    assert_int_equal(ria_cell_map(cell, work, sizeof *work, 0, &ea), RIA_SUCCESS);
    assert_int_equal(ria_cell_start(cell, 0, &ria_spe_axpy_double, ea, 0), RIA_SUCCESS);
    if (ria_cell_run(cell) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
    for (int n = 0; n < NUMBERS; n++)
      if (n % (CHUNK / 16))
        assert_true(y[n] == n);
      else
        assert_memory_equal(&y[n], &like, sizeof like);
    ria_cell_destroy(cell);
  }
  free(x);
  free(y);
  free(work);
}

/* Two blocks of the solver's three fields, their ghosts and edges fit beside the code. */
static void blocks_fit_the_local_store(void **state) {
  (void)state;
  const unsigned long free_room = RIA_CELL_LOCAL_STORE - 65536;
  const int single = spe_block_rows(free_room, 3, 4, 2),
            twofold = spe_block_rows(free_room, 3, 8, 2);
  assert_true(single > twofold && single % 4 == 0 && twofold % 2 == 0);
  assert_true(2ul * 3 * 4 * (unsigned long)(single * single) < free_room);
  assert_true(2ul * 3 * 4 * (unsigned long)((single + 16) * (single + 16)) > free_room);
  assert_int_equal(spe_block_rows(1000, 3, 4, 2), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heat_has_the_same_bits_everywhere),
      cmocka_unit_test(threads_have_cells_of_their_own),
      cmocka_unit_test(axpy_moves_the_expected_bytes),
      cmocka_unit_test(numbers_are_not_taken_for_poison),
      cmocka_unit_test(blocks_fit_the_local_store),
  };
  return cmocka_run_group_tests(tests, 0, 0);
}
