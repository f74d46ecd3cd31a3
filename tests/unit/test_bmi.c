/* The Basic Model Interface 2.0: each function's required result before a case is initialized,
 * while it runs, and after it is finalized. */
#include <float.h>
#include <ria/bmi_ria.h>
#include "stepper_fixture.h"

static const char short_case[] = "time: {end: 100 s}\nprecision: single\n";

static Bmi *initialized(Bmi *bmi, case_file *f, const char *more) {
  case_file_write(f, more);
  assert_ptr_equal(register_bmi_ria(bmi), bmi);
  if (bmi->initialize(bmi, f->path) != BMI_SUCCESS)
    fail_msg("initialize: %s", ria_status_detail());
  return bmi;
}

/* Other programs rely on the order of the specification as the table's layout. */
static void the_table_has_all_functions_in_order(void **state) {
  (void)state;
  enum { FUNCTIONS = 41 };
  Bmi bmi;
  void *entry[1 + FUNCTIONS];
  assert_int_equal(sizeof bmi, sizeof entry);
  register_bmi_ria(&bmi);
  memcpy(entry, &bmi, sizeof entry);
  assert_null(entry[0]);
  for (int i = 1; i <= FUNCTIONS; i++)
    assert_non_null(entry[i]);
#define PLACE(function) offsetof(Bmi, function) / sizeof(void *)
  assert_int_equal(PLACE(initialize), 1);
  assert_int_equal(PLACE(get_component_name), 5);
  assert_int_equal(PLACE(get_var_grid), 10);
  assert_int_equal(PLACE(get_current_time), 16);
  assert_int_equal(PLACE(get_value), 21);
  assert_int_equal(PLACE(set_value), 24);
  assert_int_equal(PLACE(get_grid_rank), 26);
  assert_int_equal(PLACE(get_grid_shape), 29);
  assert_int_equal(PLACE(get_grid_x), 32);
  assert_int_equal(PLACE(get_grid_node_count), 35);
  assert_int_equal(PLACE(get_grid_nodes_per_face), 41);
  assert_null(register_bmi_ria(NULL));
}

/* ---- variables ---- */

enum { IN = 1, OUT = 2 };
static const struct {
  const char *name, *units;
  int grid, way;
} variable[] = {
    {"sea_water__depth", "m", 0, IN | OUT},
    {"sea_water_flow__depth_integral_of_x_component_of_velocity", "m2 s-1", 0, IN | OUT},
    {"sea_water_flow__depth_integral_of_y_component_of_velocity", "m2 s-1", 0, IN | OUT},
    {"sea_water_dye__depth_integral_of_concentration", "m", 0, IN | OUT},
    {"sea_water_surface__elevation", "m", 0, OUT},
    {"sea_water_flow__x_component_of_velocity", "m/s", 0, OUT},
    {"sea_water_flow__y_component_of_velocity", "m/s", 0, OUT},
    {"sea_water_flow__speed", "m/s", 0, OUT},
    {"sea_water_flow__azimuth_angle_of_velocity", "degrees", 0, OUT},
    {"sea_water_dye__concentration", "1", 0, OUT},
    {"sea_bottom_surface__elevation", "m", 0, OUT},
    {"channel~rio-ulla_exit_water_x-section__volume_flow_rate", "m3 s-1", 1, IN},
    {"channel~umia_exit_water_x-section__volume_flow_rate", "m3 s-1", 1, IN},
};
enum { VARIABLES = sizeof variable / sizeof *variable };

static int expected_count(int way) {
  int count = 0;
  for (int v = 0; v < VARIABLES; v++)
    count += (variable[v].way & way) != 0;
  return count;
}

/* Whether a list has every variable of this way once. */
static void check_names(Bmi *bmi, int way, int count, int (*get)(Bmi *, char **)) {
  char text[VARIABLES][BMI_MAX_VAR_NAME], *names[VARIABLES];
  assert_int_equal(count, expected_count(way));
  for (int i = 0; i < VARIABLES; i++)
    names[i] = text[i];
  assert_int_equal(get(bmi, names), BMI_SUCCESS);
  for (int v = 0; v < VARIABLES; v++) {
    int found = 0;
    for (int i = 0; i < count; i++)
      found += !strcmp(names[i], variable[v].name);
    if (found != ((variable[v].way & way) != 0))
      fail_msg("%s is %d times in the list", variable[v].name, found);
  }
}

static void variables_are_those_of_the_table(void **state) {
  Bmi bmi;
  char text[BMI_MAX_VAR_NAME];
  int inputs, outputs;
  initialized(&bmi, *state, short_case);
  assert_int_equal(bmi.get_component_name(&bmi, text), BMI_SUCCESS);
  assert_string_equal(text, "ria");
  assert_int_equal(bmi.get_input_item_count(&bmi, &inputs), BMI_SUCCESS);
  assert_int_equal(bmi.get_output_item_count(&bmi, &outputs), BMI_SUCCESS);
  check_names(&bmi, IN, inputs, bmi.get_input_var_names);
  check_names(&bmi, OUT, outputs, bmi.get_output_var_names);
  for (int v = 0; v < VARIABLES; v++) {
    const char *name = variable[v].name;
    int grid, size, itemsize, nbytes;
    assert_int_equal(bmi.get_var_grid(&bmi, name, &grid), BMI_SUCCESS);
    assert_int_equal(grid, variable[v].grid);
    assert_int_equal(bmi.get_var_type(&bmi, name, text), BMI_SUCCESS);
    assert_string_equal(text, "double");
    assert_int_equal(bmi.get_var_units(&bmi, name, text), BMI_SUCCESS);
    assert_string_equal(text, variable[v].units);
    assert_int_equal(bmi.get_var_location(&bmi, name, text), BMI_SUCCESS);
    assert_string_equal(text, "node");
    assert_int_equal(bmi.get_var_itemsize(&bmi, name, &itemsize), BMI_SUCCESS);
    assert_int_equal(itemsize, sizeof(double));
    assert_int_equal(bmi.get_var_nbytes(&bmi, name, &nbytes), BMI_SUCCESS);
    assert_int_equal(bmi.get_grid_size(&bmi, grid, &size), BMI_SUCCESS);
    assert_int_equal(nbytes, itemsize * size);
  }
  assert_int_equal(bmi.finalize(&bmi), BMI_SUCCESS);
}

/* ---- grids ---- */

static void grids_are_uniform_or_scalar(void **state) {
  Bmi bmi;
  char type[BMI_MAX_TYPE_NAME];
  int rank, size, shape[2] = {0}, none[1];
  double spacing[2], origin[2], x[NX];
  initialized(&bmi, *state, short_case);
  assert_int_equal(bmi.get_grid_type(&bmi, 0, type), BMI_SUCCESS);
  assert_string_equal(type, "uniform_rectilinear");
  assert_int_equal(bmi.get_grid_rank(&bmi, 0, &rank), BMI_SUCCESS);
  assert_int_equal(bmi.get_grid_size(&bmi, 0, &size), BMI_SUCCESS);
  assert_int_equal(bmi.get_grid_shape(&bmi, 0, shape), BMI_SUCCESS);
  assert_int_equal(bmi.get_grid_spacing(&bmi, 0, spacing), BMI_SUCCESS);
  assert_int_equal(bmi.get_grid_origin(&bmi, 0, origin), BMI_SUCCESS);
  assert_true(rank == 2 && size == CELLS && shape[0] == NY && shape[1] == NX);
  assert_true(spacing[0] == 25 && spacing[1] == 20);
  assert_true(origin[0] == 2012.5 && origin[1] == 1010);
  assert_int_equal(bmi.get_grid_type(&bmi, 1, type), BMI_SUCCESS);
  assert_string_equal(type, "scalar");
  assert_int_equal(bmi.get_grid_rank(&bmi, 1, &rank), BMI_SUCCESS);
  assert_int_equal(bmi.get_grid_size(&bmi, 1, &size), BMI_SUCCESS);
  assert_true(rank == 0 && size == 1);
  assert_int_equal(bmi.get_grid_shape(&bmi, 1, shape), BMI_SUCCESS);
  assert_true(shape[0] == NY); /* nothing to say */
  for (int grid = -1; grid < 3; grid += 3) {
    assert_int_equal(bmi.get_grid_type(&bmi, grid, type), BMI_FAILURE);
    assert_int_equal(bmi.get_grid_rank(&bmi, grid, &rank), BMI_FAILURE);
    assert_int_equal(bmi.get_grid_size(&bmi, grid, &size), BMI_FAILURE);
    assert_int_equal(bmi.get_grid_shape(&bmi, grid, shape), BMI_FAILURE);
    assert_int_equal(bmi.get_grid_spacing(&bmi, grid, spacing), BMI_FAILURE);
    assert_int_equal(bmi.get_grid_origin(&bmi, grid, origin), BMI_FAILURE);
  }
  assert_int_equal(bmi.get_grid_x(&bmi, 0, x), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_y(&bmi, 0, x), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_z(&bmi, 0, x), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_node_count(&bmi, 0, none), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_edge_count(&bmi, 0, none), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_face_count(&bmi, 0, none), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_edge_nodes(&bmi, 0, none), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_face_edges(&bmi, 0, none), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_face_nodes(&bmi, 0, none), BMI_FAILURE);
  assert_int_equal(bmi.get_grid_nodes_per_face(&bmi, 0, none), BMI_FAILURE);
  bmi.finalize(&bmi);
}

/* ---- time ---- */

static double time_of(Bmi *bmi) {
  double time = NAN;
  assert_int_equal(bmi->get_current_time(bmi, &time), BMI_SUCCESS);
  return time;
}

static void time_goes_on_to_the_end(void **state) {
  Bmi bmi;
  char units[BMI_MAX_UNITS_NAME];
  double start, end, step;
  initialized(&bmi, *state, short_case);
  assert_int_equal(bmi.get_time_units(&bmi, units), BMI_SUCCESS);
  assert_string_equal(units, "s");
  assert_int_equal(bmi.get_start_time(&bmi, &start), BMI_SUCCESS);
  assert_int_equal(bmi.get_end_time(&bmi, &end), BMI_SUCCESS);
  assert_true(start == 0 && end == 100 && time_of(&bmi) == start);
  for (double before = start; before < end; before = time_of(&bmi)) {
    assert_int_equal(bmi.get_time_step(&bmi, &step), BMI_SUCCESS);
    assert_true(step > 0 && step <= end - before);
    assert_int_equal(bmi.update(&bmi), BMI_SUCCESS);
    assert_true(time_of(&bmi) > before && time_of(&bmi) <= end);
  }
  assert_int_equal(bmi.update(&bmi), BMI_FAILURE);
  assert_int_equal(bmi.update_until(&bmi, end + 1), BMI_FAILURE);
  assert_int_equal(bmi.update_until(&bmi, end), BMI_SUCCESS);
  bmi.finalize(&bmi);
}

static void update_until_meets_the_time(void **state) {
  Bmi bmi;
  initialized(&bmi, *state, short_case);
  assert_int_equal(bmi.update_until(&bmi, 12.3456789), BMI_SUCCESS);
  assert_true(time_of(&bmi) == 12.3456789);
  assert_int_equal(bmi.update_until(&bmi, 12), BMI_FAILURE);
  assert_true(time_of(&bmi) == 12.3456789);
  bmi.finalize(&bmi);
}

/* ---- values ---- */

/* Each input variable can be set and read back: all values, and some of them. */
static void values_set_are_read_back(Bmi *bmi) {
  double values[CELLS], back[CELLS];
  int inds[] = {0, 0};
  for (int v = 0; v < VARIABLES; v++) {
    const char *name = variable[v].name;
    const int size = variable[v].grid ? 1 : CELLS, last = size - 1;
    assert_int_equal(bmi->get_value(bmi, name, values), BMI_SUCCESS);
    for (int c = 0; c < size; c++)
      values[c] = 1 + c / 64.;
    if (!(variable[v].way & IN)) {
      assert_int_equal(bmi->set_value(bmi, name, values), BMI_FAILURE);
      assert_int_equal(bmi->set_value_at_indices(bmi, name, inds, 1, values), BMI_FAILURE);
      continue;
    }
    assert_int_equal(bmi->set_value(bmi, name, values), BMI_SUCCESS);
    assert_int_equal(bmi->get_value(bmi, name, back), BMI_SUCCESS);
    assert_memory_equal(values, back, (size_t)size * sizeof *back);
    inds[0] = last;
    assert_int_equal(bmi->set_value_at_indices(bmi, name, inds, 1, (double[]){9}), BMI_SUCCESS);
    assert_int_equal(bmi->get_value_at_indices(bmi, name, back, inds, 1), BMI_SUCCESS);
    assert_true(back[0] == 9);
    assert_int_equal(bmi->get_value(bmi, name, back), BMI_SUCCESS);
    assert_true(back[last] == 9 && (!last || back[0] == values[0]));
    inds[0] = size;
    assert_int_equal(bmi->get_value_at_indices(bmi, name, back, inds, 1), BMI_FAILURE);
    assert_int_equal(bmi->set_value_at_indices(bmi, name, inds, 1, back), BMI_FAILURE);
    values[last] = NAN;
    assert_int_equal(bmi->set_value(bmi, name, values), BMI_FAILURE);
  }
}

static void inputs_are_set_and_got(void **state) {
  Bmi bmi;
  initialized(&bmi, *state, short_case); /* the numbers are exact as floats, too */
  values_set_are_read_back(&bmi);
  bmi.finalize(&bmi);
  initialized(&bmi, *state, "time: {end: 100 s}\nprecision: double\n");
  values_set_are_read_back(&bmi);
  bmi.finalize(&bmi);
}

static void values_at_indices_are_those_of_all(void **state) {
  Bmi bmi;
  int inds[] = {NX * 5 + 19, 0, CELLS - 1};
  double all[CELLS], some[3];
  initialized(&bmi, *state, short_case);
  assert_int_equal(bmi.update_until(&bmi, 30), BMI_SUCCESS);
  for (int v = 0; v < VARIABLES; v++) {
    const int count = variable[v].grid ? 0 : 3;
    assert_int_equal(bmi.get_value(&bmi, variable[v].name, all), BMI_SUCCESS);
    assert_int_equal(bmi.get_value_at_indices(&bmi, variable[v].name, some, inds, count),
                     BMI_SUCCESS);
    for (int i = 0; i < count; i++)
      assert_memory_equal(&some[i], &all[inds[i]], sizeof some[i]);
  }
  bmi.finalize(&bmi);
}

static void only_the_bed_has_a_pointer(void **state) {
  Bmi bmi;
  initialized(&bmi, *state, short_case);
  for (int v = 0; v < VARIABLES; v++) {
    void *values = NULL;
    const bool bed = !strcmp(variable[v].name, "sea_bottom_surface__elevation");
    assert_int_equal(bmi.get_value_ptr(&bmi, variable[v].name, &values),
                     bed ? BMI_SUCCESS : BMI_FAILURE);
    if (bed)
      assert_true(((double *)values)[CELLS - 1] == -4);
  }
  bmi.finalize(&bmi);
}

/* Depth, level and bed are consistent; the river raises the volume by the discharge that was set.
 */
static void values_are_those_of_water(void **state) {
  Bmi bmi;
  double depth[CELLS], level[CELLS], bed[CELLS], discharge = 125, none = 0;
  initialized(&bmi, *state, "time: {end: 100 s}\nprecision: double\n");
  assert_int_equal(bmi.set_value(&bmi, variable[VARIABLES - 2].name, &discharge), BMI_SUCCESS);
  assert_int_equal(bmi.set_value(&bmi, variable[VARIABLES - 1].name, &none), BMI_SUCCESS);
  assert_int_equal(bmi.update_until(&bmi, 60), BMI_SUCCESS);
  bmi.get_value(&bmi, "sea_water__depth", depth);
  bmi.get_value(&bmi, "sea_water_surface__elevation", level);
  bmi.get_value(&bmi, "sea_bottom_surface__elevation", bed);
  for (int c = 0; c < CELLS; c++)
    assert_true(fabs(level[c] - bed[c] - depth[c]) < 1e-14);
  const double came = (sum_of(depth) - 4.5 * CELLS) * 20 * 25;
  assert_true(fabs(came - 125 * 60) < 1e-8 * came);
  bmi.finalize(&bmi);
}

/* ---- before and after ---- */

static void every_function_fails_without_a_model(Bmi *bmi) {
  int number = 0;
  double value = 0;
  void *pointer;
  char text[BMI_MAX_VAR_NAME], *names[] = {text};
  const char *name = variable[0].name;
  assert_int_equal(bmi->update(bmi), BMI_FAILURE);
  assert_non_null(strstr(ria_status_detail(), "not initialized"));
  assert_int_equal(bmi->update_until(bmi, 1), BMI_FAILURE);
  assert_int_equal(bmi->finalize(bmi), BMI_FAILURE);
  assert_int_equal(bmi->get_input_item_count(bmi, &number), BMI_FAILURE);
  assert_int_equal(bmi->get_output_item_count(bmi, &number), BMI_FAILURE);
  assert_int_equal(bmi->get_input_var_names(bmi, names), BMI_FAILURE);
  assert_int_equal(bmi->get_output_var_names(bmi, names), BMI_FAILURE);
  assert_int_equal(bmi->get_var_grid(bmi, name, &number), BMI_FAILURE);
  assert_int_equal(bmi->get_var_type(bmi, name, text), BMI_FAILURE);
  assert_int_equal(bmi->get_var_units(bmi, name, text), BMI_FAILURE);
  assert_int_equal(bmi->get_var_itemsize(bmi, name, &number), BMI_FAILURE);
  assert_int_equal(bmi->get_var_nbytes(bmi, name, &number), BMI_FAILURE);
  assert_int_equal(bmi->get_var_location(bmi, name, text), BMI_FAILURE);
  assert_int_equal(bmi->get_current_time(bmi, &value), BMI_FAILURE);
  assert_int_equal(bmi->get_start_time(bmi, &value), BMI_FAILURE);
  assert_int_equal(bmi->get_end_time(bmi, &value), BMI_FAILURE);
  assert_int_equal(bmi->get_time_step(bmi, &value), BMI_FAILURE);
  assert_int_equal(bmi->get_value(bmi, name, &value), BMI_FAILURE);
  assert_int_equal(bmi->get_value_ptr(bmi, name, &pointer), BMI_FAILURE);
  assert_int_equal(bmi->get_value_at_indices(bmi, name, &value, &number, 1), BMI_FAILURE);
  assert_int_equal(bmi->set_value(bmi, name, &value), BMI_FAILURE);
  assert_int_equal(bmi->set_value_at_indices(bmi, name, &number, 1, &value), BMI_FAILURE);
  assert_int_equal(bmi->get_grid_rank(bmi, 0, &number), BMI_FAILURE);
  assert_int_equal(bmi->get_grid_size(bmi, 0, &number), BMI_FAILURE);
  assert_int_equal(bmi->get_grid_type(bmi, 0, text), BMI_FAILURE);
}

static void a_model_is_initialized_and_finalized_again(void **state) {
  Bmi bmi;
  case_file *f = *state;
  register_bmi_ria(&bmi);
  every_function_fails_without_a_model(&bmi);
  assert_int_equal(bmi.initialize(&bmi, NULL), BMI_FAILURE);
  assert_int_equal(bmi.initialize(&bmi, "no such file.yaml"), BMI_FAILURE);
  assert_non_null(strstr(ria_status_detail(), "no such file.yaml"));
  for (int i = 0; i < 2; i++) {
    initialized(&bmi, f, short_case);
    assert_int_equal(bmi.initialize(&bmi, f->path), BMI_FAILURE);
    assert_non_null(strstr(ria_status_detail(), "initialized already"));
    assert_int_equal(bmi.update(&bmi), BMI_SUCCESS);
    assert_int_equal(bmi.get_value(&bmi, "no such name", NULL), BMI_FAILURE);
    assert_int_equal(bmi.finalize(&bmi), BMI_SUCCESS);
    every_function_fails_without_a_model(&bmi);
  }
}

#define OF_CASE(test) cmocka_unit_test_setup_teardown(test, case_file_begin, test_folder_tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_has_all_functions_in_order),
      OF_CASE(variables_are_those_of_the_table),
      OF_CASE(grids_are_uniform_or_scalar),
      OF_CASE(time_goes_on_to_the_end),
      OF_CASE(update_until_meets_the_time),
      OF_CASE(inputs_are_set_and_got),
      OF_CASE(values_at_indices_are_those_of_all),
      OF_CASE(only_the_bed_has_a_pointer),
      OF_CASE(values_are_those_of_water),
      OF_CASE(a_model_is_initialized_and_finalized_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
