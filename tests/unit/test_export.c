/* `ria export --cgns`: a run is exported, and the file read back with the CGNS library. */
#include <cgnslib.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/history.h"
#include "tests.h"

typedef struct {
  char *folder;
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  *state = f;
  f->folder = test_folder_create();
  return 0;
}

static int ria(const char *folder, const char *arguments) {
  char line[1024];
  snprintf(line, sizeof line, "cd '%s' && '%s/ria' %s > said 2>&1", folder, getenv("RIA_BIN_DIR"),
           arguments);
  return system(line);
}

static void write_case(const char *folder) {
  char path[256];
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("solver: rows\ntime: {steps: 3, cfl: 0.4}\noutput: {maps: false}\n"
        "gas: {cp: 2.5 J/kg/K, gamma: 1.4}\n"
        "grid: {blocks: {a: {shape: sector, cells: [6, 5, 4], x: [0 m, 1 m], r: [1 m, 1.7 m], "
        "theta: [0 deg, 40 deg], cut: [1, 1, 2]}}}\n"
        "start: {kind: uniform, pressure: 0.7 Pa, temperature: 0.9 K, vx: 0.4 m/s, vt: 0.2 m/s}\n"
        "boundaries: {default: held}\n",
        file);
  fclose(file);
}

static double *read_coordinate(int file, int zone, const char *name, const cgsize_t size[9]) {
  const cgsize_t low[RIA_AXES] = {1, 1, 1};
  double *values = malloc((size_t)(size[0] * size[1] * size[2]) * sizeof *values);
  assert_int_equal(cg_coord_read(file, 1, zone, name, CGNS_ENUMV(RealDouble), low, size, values),
                   CG_OK);
  return values;
}

/* Fields of a zone are the history's; coordinates, those of the surfaces. */
static void check_zone(ria_history_view *view, int file, int zone) {
  char name[33];
  cgsize_t size[9];
  int block = 0, solutions, fields;
  CGNS_ENUMT(GridLocation_t) where;
  assert_int_equal(cg_zone_read(file, 1, zone, name, size), CG_OK);
  while (block < view->blocks && strcmp(view->block[block].name, name))
    block++;
  assert_true(block < view->blocks);
  for (int a = 0; a < RIA_AXES; a++)
    assert_int_equal(size[a], view->block[block].nodes[a]);
  assert_int_equal(cg_nsols(file, 1, zone, &solutions), CG_OK);
  assert_int_equal(solutions, 1);
  assert_int_equal(cg_sol_info(file, 1, zone, 1, name, &where), CG_OK);
  assert_int_equal(where, CGNS_ENUMV(Vertex));
  assert_int_equal(cg_nfields(file, 1, zone, 1, &fields), CG_OK);
  assert_int_equal(fields, view->fields);
  const size_t nodes = (size_t)(size[0] * size[1] * size[2]);
  double *found = malloc(nodes * sizeof *found), *expected = malloc(nodes * sizeof *expected);
  const cgsize_t low[RIA_AXES] = {1, 1, 1};
  for (int f = 0; f < fields; f++) {
    const ria_history_field *field = &view->field[f];
    assert_int_equal(
        cg_field_read(file, 1, zone, 1, field->cgns_name, CGNS_ENUMV(RealDouble), low, size, found),
        CG_OK);
    assert_int_equal(ria_history_view_layers(view, block, field->name, view->records - 1, 0,
                                             view->block[block].nodes[2], expected),
                     RIA_SUCCESS);
    assert_memory_equal(found, expected, nodes * sizeof *found);
  }
  static const char *const coordinates[] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  for (int a = 0; a < RIA_AXES; a++) {
    double *all = read_coordinate(file, zone, coordinates[a], size);
    const ria_surface_choice choice = {RIA_SURFACE_LAYER, 2, 1};
    assert_int_equal(ria_history_view_choose(view, &choice), RIA_SUCCESS);
    const size_t layer = (size_t)(size[0] * size[1]);
    assert_memory_equal(all + layer, view->at[a] + view->block[block].first, layer * sizeof *all);
    free(all);
  }
  free(found);
  free(expected);
}

static void test_run_and_back(void **state) {
  const fixture *f = *state;
  static const char *const precision[] = {"single", "double"};
  write_case(f->folder);
  for (int p = 0; p < 2; p++) {
    char text[256];
    snprintf(text, sizeof text, "run case.yaml --overwrite -o out --set precision=%s",
             precision[p]);
    assert_int_equal(ria(f->folder, text), 0);
    assert_int_equal(ria(f->folder, "export out --cgns state.cgns"), 0); /* again: replaced */
    ria_history_view view;
    int file, zones;
    snprintf(text, sizeof text, "%s/out/history.h5", f->folder);
    assert_int_equal(ria_history_view_open(text, &view), RIA_SUCCESS);
    snprintf(text, sizeof text, "%s/state.cgns", f->folder);
    assert_int_equal(cg_open(text, CG_MODE_READ, &file), CG_OK);
    assert_int_equal(cg_nzones(file, 1, &zones), CG_OK);
    assert_int_equal(zones, 2);
    for (int z = 1; z <= zones; z++)
      check_zone(&view, file, z);
    cg_close(file);
    ria_history_view_close(&view);
  }
}

static void refuses(const char *folder, const char *arguments, const char *sentence) {
  char path[256], said[2048] = "";
  assert_int_not_equal(ria(folder, arguments), 0);
  snprintf(path, sizeof path, "%s/said", folder);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_true(fread(said, 1, sizeof said - 1, file) > 0);
  fclose(file);
  if (!strstr(said, sentence))
    fail_msg("ria %s says: %s", arguments, said);
}

static void test_errors(void **state) {
  const fixture *f = *state;
  write_case(f->folder);
  assert_int_equal(ria(f->folder, "run case.yaml -o out"), 0);
  refuses(f->folder, "export out", "give one run folder and --cgns FILE");
  refuses(f->folder, "export absent --cgns a.cgns", "cannot read 'absent/case.yaml'");
  refuses(f->folder, "export out --cgns case.yaml", "case.yaml exists and is not a CGNS file");
  refuses(f->folder, "export out --cgns a.cgns --record 2", "has 2 records, but no record 2");
  refuses(f->folder, "export out --cgns a.cgns --record x", "--record takes a whole number");
  refuses(f->folder, "export out --cgns absent/a.cgns", "cannot write 'absent/a.cgns.partial'");
  assert_int_equal(ria(f->folder, "export out --cgns grid.cgns --record 0"), 0);
  assert_int_equal(ria(f->folder, "run case.yaml -o second --set grid='{file: grid.cgns}'"), 0);
  refuses(f->folder, "export second --cgns grid.cgns", "is the grid of the run");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, test_folder_tear_down)
  const struct CMUnitTest tests[] = {TEST(test_run_and_back), TEST(test_errors)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
