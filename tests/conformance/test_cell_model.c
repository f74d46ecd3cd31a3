/* The Cell's time model: schedules that can be counted by hand, and known figures of the machine.
 */
#include "tests.h"
#include <axpy.h>
#include <math.h>
#include <ria_cell/model.h>
#include <schedule.h>
#include <timeline.h>
#include <stdlib.h>
#include <string.h>

extern const ria_spe_program ria_spe_peak_single, ria_spe_peak_double, ria_spe_axpy_single,
    ria_spe_heat_single, ria_spe_heat_naive_single, ria_spe_numbers;

static ria_cell_machine machine(const char *name, ria_cell_compiler compiler) {
  const ria_cell_chip *chip = ria_cell_chip_find(name);
  assert_non_null(chip);
  return (ria_cell_machine){.chip = chip, .chips = 1, .compiler = compiler};
}

/* --- Schedules ---------------------------------------------------------------------------------
 */

/* The schedule of the instructions recorded so far, as one region. */
static ria_schedule schedule_of(ria_recorder *recorder, const char *chip,
                                ria_cell_compiler compiler) {
  size_t count;
  const ria_cell_machine m = machine(chip, compiler);
  ria_schedule schedule;
  ria_recorder_end_region(recorder, false, "here", 1);
  const ria_region *regions = ria_recorder_regions(recorder, &count);
  assert_int_equal(count, 1);
  assert_int_equal(ria_cell_schedule(regions, &m, &schedule), RIA_SUCCESS);
  return schedule;
}

static void chains_take_their_latencies(void **state) {
  (void)state;
  static const struct {
    ria_spe_instruction what;
    const char *chip;
    int cycles; /* of ten in a chain */
  } chain[] = {{RIA_SPE_FMA, "cell-be", 9 * 6 + 1},   {RIA_SPE_FI, "cell-be", 9 * 7 + 1},
               {RIA_SPE_SELB, "cell-be", 9 * 2 + 1},  {RIA_SPE_SHL, "cell-be", 9 * 4 + 1},
               {RIA_SPE_SHUFB, "cell-be", 9 * 4 + 1}, {RIA_SPE_FCGT, "cell-be", 9 * 2 + 1},
               {RIA_SPE_DFMA, "cell-be", 9 * 13 + 7}, {RIA_SPE_DFMA, "powerxcell-8i", 9 * 9 + 1},
               {RIA_SPE_FREST, "cell-be", 9 * 4 + 1}, {RIA_SPE_LQD, "playstation-3", 9 * 6 + 1}};
  for (size_t n = 0; n < sizeof chain / sizeof *chain; n++)
    for (ria_cell_compiler compiler = RIA_CELL_AS_WRITTEN; compiler <= RIA_CELL_UNROLLED;
         compiler++) {
      ria_recorder *r = ria_recorder_create();
      ria_spe_id id = 0;
      for (int k = 0; k < 10; k++)
        id = ria_recorder_add(r, chain[n].what, id, 0, 0, 0);
      assert_true(schedule_of(r, chain[n].chip, compiler).first == chain[n].cycles);
      ria_recorder_destroy(r);
    }
}

static void pipes_go_side_by_side(void **state) {
  (void)state;
  ria_recorder *r = ria_recorder_create();
  for (int k = 0; k < 10; k++)
    ria_recorder_add(r, RIA_SPE_FA, 0, 0, 0, 0);
  for (int k = 0; k < 10; k++)
    ria_recorder_load(r, (size_t)k);
  /* The last sum and the first load are the one pair in the source. */
  assert_true(schedule_of(r, "cell-be", RIA_CELL_AS_WRITTEN).first == 19);
  const ria_schedule s = schedule_of(r, "cell-be", RIA_CELL_SCHEDULED);
  assert_true(s.first == 10);
  assert_int_equal(s.even, 10);
  assert_int_equal(s.odd, 10);
  assert_int_equal(s.flops, 40);
  ria_recorder_destroy(r);

  /* On the first Cell no instruction is issued with one of double precision, nor for six cycles
   * after it. */
  r = ria_recorder_create();
  for (int k = 0; k < 5; k++)
    ria_recorder_add(r, RIA_SPE_DFM, 0, 0, 0, 0);
  for (int k = 0; k < 5; k++)
    ria_recorder_load(r, (size_t)k);
  assert_true(schedule_of(r, "cell-be", RIA_CELL_SCHEDULED).first == 40);
  assert_true(schedule_of(r, "powerxcell-8i", RIA_CELL_SCHEDULED).first == 5);
  ria_recorder_destroy(r);
}

static void memory_keeps_its_order(void **state) {
  (void)state;
  ria_recorder *r = ria_recorder_create();
  const ria_spe_id sum = ria_recorder_add(r, RIA_SPE_FA, 0, 0, 0, 0);
  ria_recorder_store(r, 7, sum);
  const ria_spe_id again = ria_recorder_load(r, 7);
  ria_recorder_add(r, RIA_SPE_FA, again, 0, 0, 0);
  /* 0: sum, 6: store, 7: load, 13: sum */
  assert_true(schedule_of(r, "cell-be", RIA_CELL_UNROLLED).first == 14);
  ria_recorder_destroy(r);
  r = ria_recorder_create();
  ria_recorder_store(r, 7, ria_recorder_add(r, RIA_SPE_FA, 0, 0, 0, 0));
  ria_recorder_add(r, RIA_SPE_FA, ria_recorder_load(r, 8), 0, 0, 0);
  /* 0: sum and load, 6: both of the others */
  assert_true(schedule_of(r, "cell-be", RIA_CELL_UNROLLED).first == 7);
  ria_recorder_destroy(r);
}

static void registers_are_128(void **state) {
  (void)state;
  enum { VALUES = 300 };
  ria_spe_id id[VALUES];
  ria_recorder *r = ria_recorder_create();
  for (int k = 0; k < VALUES; k++)
    id[k] = ria_recorder_load(r, (size_t)k);
  for (int k = VALUES; k-- > 0;)
    ria_recorder_store(r, (size_t)(VALUES + k), ria_recorder_add(r, RIA_SPE_FA, id[k], 0, 0, 0));
  const ria_schedule s = schedule_of(r, "cell-be", RIA_CELL_SCHEDULED);
  assert_in_range(s.registers, 1, 104);
  /* A schedule with 300 registers would take some 600 cycles; stores and reloads add to it.
   */
  assert_true(s.first >= 600);
  ria_recorder_destroy(r);
}

static void turns_are_counted_and_unrolled(void **state) {
  (void)state;
  ria_recorder *r = ria_recorder_create();
  for (int turn = 0; turn < 1000; turn++) {
    const ria_spe_id x = ria_recorder_load(r, (size_t)turn % 64);
    ria_recorder_store(r, 100 + (size_t)turn % 64, ria_recorder_add(r, RIA_SPE_FA, x, x, 0, 0));
    const ria_spe_id counter = ria_recorder_add(r, RIA_SPE_A, 0, 0, 0, 0);
    const ria_spe_id test = ria_recorder_add(r, RIA_SPE_CGT, counter, 0, 0, 0);
    ria_recorder_add(r, RIA_SPE_BR, test, 0, 0, 0);
    ria_recorder_end_region(r, true, "loop", 5);
    if (turn == 499) /* another block comes between */
      ria_recorder_wait(r, 1);
  }
  size_t count;
  const ria_region *region = ria_recorder_regions(r, &count);
  assert_int_equal(count, 1);
  assert_int_equal(region->turns, 1000);
  assert_int_equal(region->runs, 2);
  assert_int_equal(region->sampled, RIA_MOST_UNROLLED);
  ria_schedule s;
  ria_cell_machine m = machine("cell-be", RIA_CELL_SCHEDULED);
  assert_int_equal(ria_cell_schedule(region, &m, &s), RIA_SUCCESS);
  assert_true(s.first == 14 && s.again == 14); /* 0: load, 6: sum, 12: store, branch */
  m.compiler = RIA_CELL_UNROLLED;
  assert_int_equal(ria_cell_schedule(region, &m, &s), RIA_SUCCESS);
  assert_int_equal(s.unrolled, 8);
  assert_true(s.first == 14 && s.again * 8 >= 17 &&
              s.again * 8 <= 22); /* 8 loads, 8 stores, branch */
  ria_recorder_destroy(r);
}

static void products_join_sums(void **state) {
  (void)state;
  ria_recorder *r = ria_recorder_create();
  const ria_spe_id product = ria_recorder_add(r, RIA_SPE_FM, 0, 0, 0, 0);
  ria_recorder_add(r, RIA_SPE_FS, ria_recorder_add(r, RIA_SPE_FA, product, 0, 0, 0), 0, 0, 0);
  ria_recorder_end_region(r, false, 0, 0);
  size_t count;
  ria_schedule s;
  ria_cell_machine m = machine("cell-be", RIA_CELL_SCHEDULED);
  assert_int_equal(ria_cell_schedule(ria_recorder_regions(r, &count), &m, &s), RIA_SUCCESS);
  assert_true(s.first == 13 && s.even == 3 && s.flops == 12);
  m.contract = 1;
  assert_int_equal(ria_cell_schedule(ria_recorder_regions(r, &count), &m, &s), RIA_SUCCESS);
  assert_true(s.first == 7 && s.even == 2 && s.flops == 12);
  ria_recorder_destroy(r);
}

/* --- The machine -------------------------------------------------------------------------------
 */

static void model(const ria_cell *cell, const ria_cell_machine *m, ria_cell_times *times) {
  if (ria_cell_model(cell, m, times) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static double peak(const ria_spe_program *program, const char *chip) {
  static _Alignas(128) char out[256];
  ria_cell *cell;
  ria_cell_times times;
  uint64_t ea;
  char text[1000];
  const ria_cell_machine m = machine(chip, RIA_CELL_UNROLLED);
  assert_int_equal(ria_cell_create(1, RIA_WATCH_MODELLED, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, out, sizeof out, 1, &ea), RIA_SUCCESS);
  assert_int_equal(ria_cell_start(cell, 0, program, 4000, ea), RIA_SUCCESS);
  assert_int_equal(ria_cell_run(cell), RIA_SUCCESS);
  model(cell, &m, &times);
  ria_cell_times_text(&times, text, sizeof text);
  assert_memory_equal(text, "model of ", 9);
  assert_int_equal(ria_cell_regions_text(cell, &m, 5, text, sizeof text), RIA_SUCCESS);
  assert_non_null(strstr(text, "model of SPE 0"));
  assert_non_null(strstr(text, "peak.c:"));
  ria_cell_destroy(cell);
  return (double)times.flops / times.seconds / 1e9;
}

/* IBM states 25.6, 12.8 and 1.83 GFLOP/s per SPE; a loop almost reaches these. */
static void peaks_are_the_chips(void **state) {
  (void)state;
  const double single = peak(&ria_spe_peak_single, "powerxcell-8i");
  assert_true(single > 0.97 * 25.6 && single <= 25.6);
  const double fast = peak(&ria_spe_peak_double, "powerxcell-8i");
  assert_true(fast > 0.97 * 12.8 && fast <= 12.8);
  const double slow = peak(&ria_spe_peak_double, "cell-be");
  assert_true(slow > 0.97 * 25.6 / 14 && slow <= 25.6 / 14);
}

/* Modelled time of axpy on `spes` SPEs, repeated. */
static ria_cell_times stream(int spes, int chips, int runs) {
  enum { CHUNK = 16384, CHUNKS = 16 };
  const size_t bytes = (size_t)spes * CHUNK * CHUNKS;
  char *x = aligned_alloc(128, bytes), *y = aligned_alloc(128, bytes);
  axpy_work *work = aligned_alloc(128, (size_t)spes * 128);
  assert_true(x && y && work);
  memset(x, 0, bytes);
  memset(y, 0, bytes);
  ria_cell *cell;
  uint64_t ea[3];
  assert_int_equal(ria_cell_create(spes, RIA_WATCH_MODELLED, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, x, bytes, 0, &ea[0]), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, y, bytes, 1, &ea[1]), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, work, (size_t)spes * 128, 0, &ea[2]), RIA_SUCCESS);
  for (int run = 0; run < runs; run++) {
    for (int n = 0; n < spes; n++) {
      const uint64_t part = (uint64_t)n * CHUNK * CHUNKS;
      work[2 * n] = (axpy_work){ea[0] + part, ea[1] + part, CHUNKS, CHUNK, 2.0, {0}};
      assert_int_equal(ria_cell_start(cell, n, &ria_spe_axpy_single, ea[2] + 128 * (uint64_t)n, 0),
                       RIA_SUCCESS);
    }
    assert_int_equal(ria_cell_run(cell), RIA_SUCCESS);
  }
  ria_cell_machine m = machine("powerxcell-8i", RIA_CELL_UNROLLED);
  m.chips = chips;
  ria_cell_times times;
  model(cell, &m, &times);
  ria_cell_destroy(cell);
  free(x);
  free(y);
  free(work);
  return times;
}

static void memory_is_shared(void **state) {
  (void)state;
  for (int spes = 1; spes <= 8; spes *= 2) {
    const ria_cell_times t = stream(spes, 1, 1);
    const double least = (double)t.bytes / 25.6e9;
    assert_true(t.seconds >= least && t.seconds < 1.1 * least + 2e-6);
  }
  const double one = stream(16, 2, 1).seconds, half = stream(8, 1, 1).seconds;
  assert_true(one > 0.99 * half && one < 1.01 * half);
}

/* Three SPEs that compute for so many microseconds each, and one that has nothing to do: what a
 * phase takes beside the messages of the PPE, in microseconds, and how many of these. */
static void the_ppe_takes_its_time(void **state) {
  (void)state;
  static const struct {
    int work[3];
    int longest, messages;
  } trial[] = {{{1, 1, 1}, 1, 4}, {{1, 2, 3}, 3, 4}, {{3, 2, 1}, 3, 4}, {{9, 0, 0}, 9, 2}};
  ria_cell_machine m = machine("powerxcell-8i", RIA_CELL_SCHEDULED);
  const ria_schedule cycle = {.first = 1, .again = 1};
  assert_true(m.chip->message > 0);
  for (size_t t = 0; t < sizeof trial / sizeof *trial; t++) {
    ria_count counts[3];
    ria_event events[3];
    ria_phase phases[4] = {0};
    ria_track tracks[4];
    for (int n = 0; n < 4; n++)
      tracks[n] = (ria_track){&phases[n], &cycle};
    for (int n = 0; n < 3; n++) {
      counts[n] = (ria_count){.turns = 3200 * (uint64_t)trial[t].work[n]};
      events[n] = (ria_event){.kind = RIA_EVENT_COMPUTE, .u.compute = {&counts[n], 1}};
      phases[n] = (ria_phase){.events = &events[n], .count = trial[t].work[n] > 0, .times = 1};
    }
    ria_cell_times times = {.machine = m};
    ria_cell_timeline(tracks, 4, 5, &m, &times);
    const double work = 5e-6 * trial[t].longest;
    const double messages = 5 * trial[t].messages * m.chip->message;
    if (fabs(times.seconds - work - messages) > 1e-12 || fabs(times.compute - work) > 1e-12)
      fail_msg("trial %zu: %g s, of which %g s computing", t, times.seconds, times.compute);
    assert_true(times.ppe >= 10 * m.chip->message - 1e-15 && times.ppe <= messages + 1e-15);
  }
}

/* The scalar port's sums, in registers and not. */
static void numbers_cost_more_in_memory(void **state) {
  (void)state;
  ria_cell_times times[2];
  for (int in_memory = 0; in_memory < 2; in_memory++) {
    static _Alignas(128) char out[256];
    ria_cell *cell;
    uint64_t ea;
    const ria_cell_machine m = machine("powerxcell-8i", RIA_CELL_SCHEDULED);
    assert_int_equal(ria_cell_create(1, RIA_WATCH_MODELLED, &cell), RIA_SUCCESS);
    if (in_memory)
      ria_cell_numbers_in_memory(cell);
    assert_int_equal(ria_cell_map(cell, out, sizeof out, 1, &ea), RIA_SUCCESS);
    assert_int_equal(ria_cell_start(cell, 0, &ria_spe_numbers, ea, 0), RIA_SUCCESS);
    assert_int_equal(ria_cell_run(cell), RIA_SUCCESS);
    model(cell, &m, &times[in_memory]);
    ria_cell_destroy(cell);
  }
  /* x = a + b of numbers: two are loaded and rotated; one is inserted and stored. */
  assert_int_equal(times[1].even, times[0].even);
  assert_true(times[1].odd > times[0].odd);
}

static void runs_add_up(void **state) {
  (void)state;
  const ria_cell_times once = stream(2, 1, 1), thrice = stream(2, 1, 3);
  assert_true(fabs(thrice.seconds / (3 * once.seconds) - 1) < 1e-12);
  assert_true(fabs(thrice.compute / (3 * once.compute) - 1) < 1e-12);
  assert_true(fabs(thrice.wait / (3 * once.wait) - 1) < 1e-12);
  assert_int_equal(thrice.instructions, 3 * once.instructions);
}

/* Repeated blocks are counted and take no more memory. */
static void phases_of_a_kind_are_kept_once(void **state) {
  (void)state;
  ria_recorder *r = ria_recorder_create();
  for (int step = 0; step < 1000; step++)
    for (int sweep = 0; sweep < 2; sweep++) {
      /* A number of instructions that depends on data, before a transfer and after it. */
      for (int k = 0; k <= step % 2; k++)
        ria_recorder_add(r, RIA_SPE_FA, 0, 0, 0, 0);
      ria_recorder_command(r, 3, 0, 1, sweep ? 4096 : 8192);
      ria_recorder_wait(r, 8);
      assert_int_equal(ria_recorder_phase(r), sweep);
    }
  size_t count;
  const ria_phase *phase = ria_recorder_phases(r, &count);
  assert_int_equal(count, 2);
  for (int sweep = 0; sweep < 2; sweep++) {
    assert_int_equal(phase[sweep].times, 1000);
    assert_int_equal(phase[sweep].count, 3);
    const ria_event *first = phase[sweep].events;
    assert_int_equal(first->kind, RIA_EVENT_COMPUTE);
    assert_int_equal(first->u.compute.count, 2);
    for (int n = 0; n < 2; n++) {
      assert_int_equal(first->u.compute.counts[n].region, n);
      assert_int_equal(first->u.compute.counts[n].turns, 500);
    }
  }
  ria_recorder_destroy(r);
}

static void uncounted_programs_have_no_model(void **state) {
  (void)state;
  ria_cell *cell;
  ria_cell_times times;
  ria_cell_machine m = machine("playstation-3", RIA_CELL_UNROLLED);
  assert_int_equal(ria_cell_create(6, RIA_WATCH_CHECKED, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_model(cell, &m, &times), RIA_ERROR_ARGUMENT);
  ria_cell_destroy(cell);
  assert_int_equal(ria_cell_create(8, RIA_WATCH_MODELLED, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_model(cell, &m, &times), RIA_ERROR_ARGUMENT);
  assert_string_equal(ria_status_detail(), "8 SPEs were used: 1 of playstation-3 have 6");
  m.chip = ria_cell_chip_find("cell-be");
  model(cell, &m, &times);
  assert_true(times.seconds == 0);
  ria_cell_destroy(cell);
  assert_null(ria_cell_chip_find("cell"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_take_their_latencies),
      cmocka_unit_test(pipes_go_side_by_side),
      cmocka_unit_test(memory_keeps_its_order),
      cmocka_unit_test(registers_are_128),
      cmocka_unit_test(turns_are_counted_and_unrolled),
      cmocka_unit_test(products_join_sums),
      cmocka_unit_test(peaks_are_the_chips),
      cmocka_unit_test(memory_is_shared),
      cmocka_unit_test(the_ppe_takes_its_time),
      cmocka_unit_test(numbers_cost_more_in_memory),
      cmocka_unit_test(runs_add_up),
      cmocka_unit_test(phases_of_a_kind_are_kept_once),
      cmocka_unit_test(uncounted_programs_have_no_model),
  };
  return cmocka_run_group_tests(tests, 0, 0);
}
