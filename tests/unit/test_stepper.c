/* A program advances a case: the bits of `ria run`, exact times, the discharge of rivers in the
 * balance, and errors. */
#include <hdf5.h>
#include <ria/ledger.h>
#include <ria/stepper.h>
#include "stepper_fixture.h"

static const double area = 20. * 25.;

static ria_stepper *opened(case_file *f, const char *more) {
  ria_stepper *s;
  case_file_write(f, more);
  must(ria_stepper_open(f->path, &s));
  return s;
}

static double volume(ria_stepper *s) {
  double h[CELLS];
  must(ria_stepper_read(s, ria_stepper_find(s, "h"), h));
  return sum_of(h) * area;
}

/* The last record of a field in the history of `ria run`. */
static void read_run(const case_file *f, const char *field, double *values) {
  char path[512];
  snprintf(path, sizeof path, "%s/run/history.h5", f->folder);
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t data = H5Dopen2(file, field, H5P_DEFAULT), space = H5Dget_space(data);
  hsize_t size[3], start[3] = {0}, count[3] = {1, NY, NX};
  assert_int_equal(H5Sget_simple_extent_dims(space, size, NULL), 3);
  start[0] = size[0] - 1;
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
  const hid_t memory = H5Screate_simple(3, count, NULL);
  assert_true(H5Dread(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
}

static void run_case(const case_file *f) {
  char command[1024];
  snprintf(command, sizeof command,
           "'%s/ria' run '%s' -o '%s/run' --overwrite --set output.maps=false >'%s/log' 2>&1",
           getenv("RIA_BIN_DIR"), f->path, f->folder, f->folder);
  if (system(command))
    fail_msg("ria run fails: see its messages by: %s", command);
}

/* Steps one by one, and reads of values between them, leave the bits of a run. */
static void bits_are_those_of_a_run(case_file *f, const char *more) {
  static const char *const field[] = {"h", "qx", "qy", "hc"};
  ria_stepper *s = opened(f, more);
  int steps = 0;
  double values[CELLS], level[CELLS], run[CELLS];
  must(ria_simulation_advance(ria_stepper_simulation(s), 0, false, 0, -1, NULL,
                              NULL)); /* by nothing */
  for (; ria_stepper_time(s) < ria_stepper_end(s); steps++) {
    must(ria_stepper_read(s, ria_stepper_find(s, "level"), level));
    must(ria_stepper_step(s));
  }
  assert_true(steps > 4);
  assert_int_equal(ria_stepper_step(s), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "has reached its end, 130 s"));
  run_case(f);
  for (int i = 0; i < 4; i++) {
    must(ria_stepper_read(s, ria_stepper_find(s, field[i]), values));
    read_run(f, field[i], run);
    assert_memory_equal(values, run, sizeof run);
  }
  assert_true(sum_of(run) > 0); /* the tracer came */
  ria_stepper_close(s);
}

static void windows_have_the_bits_of_a_run(void **state) {
  bits_are_those_of_a_run(*state, "time: {end: 130 s}\noutput: {every: 50 s}\nprecision: double\n");
}

static void exact_steps_have_the_bits_of_a_run(void **state) {
  bits_are_those_of_a_run(*state,
                          "time: {end: 130 s, step: exact}\noutput: {every: 50 s}\n"
                          "gauges: {every: 40 s, points: [{name: a, at: [1010 m, 2010 m]}]}\n"
                          "precision: single\n");
}

static void tiles_have_the_bits_of_a_run(void **state) {
  bits_are_those_of_a_run(*state, "time: {end: 130 s}\ntiles: [3, 2]\nprecision: double\n");
}

static void times_are_met_exactly(void **state) {
  ria_stepper *s = opened(*state, "time: {end: 100 s}\nprecision: double\n");
  /* The longest that the river allows. */
  assert_true(ria_stepper_length(s) > 0 && ria_stepper_length(s) < 100);
  for (double t = 0.1; t < 100; t += 33.3) {
    must(ria_stepper_advance(s, t));
    assert_true(ria_stepper_time(s) == t);
    /* Eight steps of waves of 6.6 m/s, or what is left. */
    assert_true(ria_stepper_length(s) > 0 && ria_stepper_length(s) < 25);
  }
  const double now = ria_stepper_time(s);
  must(ria_stepper_advance(s, now));
  assert_int_equal(ria_stepper_advance(s, now / 2), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "already"));
  assert_int_equal(ria_stepper_advance(s, NAN), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_stepper_advance(s, 101), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "ends at 100 s"));
  assert_true(ria_stepper_time(s) == now);
  must(ria_stepper_advance(s, 100));
  ria_stepper_close(s);
}

/* What the ledger says that a source has brought, m3. */
static double brought(ria_stepper *s, int source) {
  ria_ledger ledger;
  must(ria_simulation_ledger(ria_stepper_simulation(s), &ledger));
  const double sum = ria_flow_value(&ledger.fed[source][0]);
  ria_ledger_destroy(&ledger);
  return sum * area;
}

static void close_to(double value, double expected, double relative) {
  if (!(fabs(value - expected) <= relative * fabs(expected)))
    fail_msg("%.17g, expected %.17g", value, expected);
}

/* Between knots of the forcing too, which were asked for before. */
static void discharge_that_is_set_is_the_balance(void **state) {
  ria_stepper *s = opened(*state, "time: {end: 1000 s}\nprecision: double\n");
  assert_int_equal(ria_stepper_rivers(s), 2);
  assert_string_equal(ria_stepper_river(s, 0), "Rio Ulla");
  assert_null(ria_stepper_river(s, 2));
  assert_true(ria_stepper_discharge(s, 0) == 30 && isnan(ria_stepper_discharge(s, -1)));
  must(ria_stepper_set_discharge(s, 1, 0));
  double before = volume(s), expected = 0;
  const double start = before;
  static const double set[] = {0, 250, 17.25, 1.5, 0, 90};
  for (int i = 0; i < 6; i++) {
    must(ria_stepper_set_discharge(s, 0, set[i]));
    assert_true(ria_stepper_discharge(s, 0) == set[i]);
    const double from = ria_stepper_time(s);
    must(ria_stepper_advance(s, from + 33.7));
    must(ria_stepper_step(s));
    const double now = volume(s), more = set[i] * (ria_stepper_time(s) - from);
    close_to(now - before + start, more + start, 1e-13);
    expected += more;
    before = now;
  }
  close_to(before - start, expected, 1e-9);
  close_to(brought(s, 0), expected, 1e-9);
  /* The tracer comes in the river's concentration. */
  double hc[CELLS];
  must(ria_stepper_read(s, ria_stepper_find(s, "hc"), hc));
  close_to(sum_of(hc) * area, 2 * expected, 1e-9);
  ria_stepper_close(s);
}

/* A discharge that is set to what the case says leaves the bits. */
static void setting_the_same_discharge_changes_nothing(void **state) {
  double h[2][CELLS];
  for (int i = 0; i < 2; i++) {
    ria_stepper *s = opened(*state, "time: {end: 1000 s}\nprecision: single\n");
    for (double t = 20; t < 100; t += 20) {
      if (i)
        must(ria_stepper_set_discharge(s, 0, 30));
      must(ria_stepper_advance(s, t));
    }
    must(ria_stepper_read(s, ria_stepper_find(s, "h"), h[i]));
    ria_stepper_close(s);
  }
  assert_memory_equal(h[0], h[1], sizeof h[0]);
}

static void discharges_are_checked(void **state) {
  ria_stepper *s = opened(*state, "time: {end: 1000 s}\n");
  assert_int_equal(ria_stepper_set_discharge(s, 0, -1), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "'Rio Ulla'"));
  assert_int_equal(ria_stepper_set_discharge(s, 0, NAN), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_stepper_set_discharge(s, 2, 1), RIA_ERROR_ARGUMENT);
  assert_true(ria_stepper_discharge(s, 0) == 30);
  ria_stepper_close(s);
}

static void fields_are_written_and_read_back(void **state) {
  ria_stepper *s = opened(*state, "time: {end: 1000 s}\nprecision: double\n");
  const int h = ria_stepper_find(s, "h"), level = ria_stepper_find(s, "level");
  const int where[] = {5, 7, 5};
  const double other[] = {6, 7, 8};
  double values[CELLS], back[CELLS], few[3];
  must(ria_stepper_read(s, h, values));
  for (int c = 0; c < CELLS; c++)
    values[c] += c / 1024.;
  must(ria_stepper_write(s, h, values));
  must(ria_stepper_read(s, h, back));
  assert_memory_equal(values, back, sizeof back);
  must(ria_stepper_write_at(s, h, 3, where, other));
  must(ria_stepper_read_at(s, level, 3, where, few));
  assert_true(few[0] == 4 && few[1] == 3 && few[2] == 4);
  must(ria_stepper_read(s, level, back));
  assert_true(back[5] == 4 && back[6] == values[6] - 4 && back[7] == 3);
  must(ria_stepper_step(s)); /* the wave runs */
  must(ria_stepper_read(s, h, back));
  assert_true(back[5] < 8);
  close_to(sum_of(back) * area, volume(s), 1e-15);
  ria_stepper_close(s);
}

static void values_are_checked(void **state) {
  ria_stepper *s = opened(*state, "time: {end: 1000 s}\n");
  const int h = ria_stepper_find(s, "h"), level = ria_stepper_find(s, "level");
  double values[CELLS] = {0}, few[1] = {1};
  assert_int_equal(ria_stepper_find(s, "no such"), -1);
  assert_int_equal(ria_stepper_read(s, -1, values), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_stepper_read_at(s, h, 1, (int[]){CELLS}, few), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "0 to 239"));
  assert_int_equal(ria_stepper_write(s, level, values), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "cannot be set"));
  values[17] = NAN;
  assert_int_equal(ria_stepper_write(s, h, values), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "cell 17"));
  ria_stepper_close(s);
}

/* Two cases side by side, and others after them: MPI begins once. */
static void steppers_share_a_session(void **state) {
  ria_stepper *one = opened(*state, "time: {end: 100 s}\n");
  ria_stepper *other = opened(*state, "time: {end: 200 s}\n");
  must(ria_stepper_advance(one, 20));
  ria_stepper_close(one);
  must(ria_stepper_advance(other, 30));
  ria_stepper_close(other);
  ria_stepper_close(NULL);
  one = opened(*state, "time: {end: 100 s}\n");
  must(ria_stepper_advance(one, 20));
  ria_stepper_close(one);
}

static void refused(case_file *f, const char *more, ria_status expected, const char *sentence) {
  ria_stepper *s;
  case_file_write(f, more);
  assert_int_equal(ria_stepper_open(f->path, &s), expected);
  assert_null(s);
  if (!strstr(ria_status_detail(), sentence))
    fail_msg("no '%s' in '%s'", sentence, ria_status_detail());
}

static void bad_cases_are_refused(void **state) {
  case_file *f = *state;
  ria_stepper *s;
  assert_int_equal(ria_stepper_open("no such file.yaml", &s), RIA_ERROR_IO);
  refused(f, "", RIA_ERROR_CASE, "time");
  refused(f, "time: {ends: 1 s}\ngravity: x\n", RIA_ERROR_CASE, "more; `ria validate` lists all");
  refused(f, "time: {end: 1 s}\ntarget: cuba\n", RIA_ERROR_CASE, "cuba");
}

#define OF_CASE(test) cmocka_unit_test_setup_teardown(test, case_file_begin, test_folder_tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      OF_CASE(windows_have_the_bits_of_a_run),
      OF_CASE(exact_steps_have_the_bits_of_a_run),
      OF_CASE(tiles_have_the_bits_of_a_run),
      OF_CASE(times_are_met_exactly),
      OF_CASE(discharge_that_is_set_is_the_balance),
      OF_CASE(setting_the_same_discharge_changes_nothing),
      OF_CASE(discharges_are_checked),
      OF_CASE(fields_are_written_and_read_back),
      OF_CASE(values_are_checked),
      OF_CASE(steppers_share_a_session),
      OF_CASE(bad_cases_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
