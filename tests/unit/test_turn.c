/* Vectors that a joint of blocks turns: which fields a copy is made of, and the copy. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <ria/registry.h>
#include "../../runtime/halo/turn.h"
#include "tests.h"

static const ria_quantity state_of_gas[] = {
    {"rho", "", ""},      {"mx", "", ""},      {"my", "", ""},      {"E", "", ""},
    {"rho_half", "", ""}, {"m_halfx", "", ""}, {"m_halfy", "", ""}, {"E_half", "", ""}};

enum { FIELDS = sizeof state_of_gas / sizeof *state_of_gas };

static ria_stage stage;

static ria_model gas(void) {
  stage.kernel = ria_kernel_find("euler_plane_half");
  assert_non_null(stage.kernel);
  return (ria_model){.nstate = FIELDS, .state = state_of_gas, .stages = 1, .stage = &stage};
}

static void a_kernel_knows_its_vectors(void **state) {
  (void)state;
  const ria_kernel *kernel = ria_kernel_find("euler_plane_half");
  static const int expected[2][RIA_AXES] = {{1, 2, -1}, {5, 6, -1}};
  assert_int_equal(kernel->vectors, 2);
  for (int v = 0; v < 2; v++)
    assert_memory_equal(kernel->vector[v].component, expected[v], sizeof expected[v]);
  assert_int_equal(ria_kernel_find("heat_box")->vectors, 0);
}

static void unturned_fields_are_copied_unchanged(void **state) {
  (void)state;
  const ria_model model = gas();
  const ria_mesh_strip straight = {.turn = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  turned_field *turned;
  assert_int_equal(turned_fields(&model, &straight, &turned), RIA_SUCCESS);
  assert_null(turned);
  /* A state without vectors, whichever way the cells turn. */
  const ria_stage heat = {.kernel = ria_kernel_find("heat_box")};
  const ria_model scalar = {.nstate = 1, .state = state_of_gas, .stages = 1, .stage = &heat};
  const ria_mesh_strip across = {.turn = {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}};
  assert_int_equal(turned_fields(&scalar, &across, &turned), RIA_SUCCESS);
  assert_null(turned);
}

static void axes_change_places_and_signs(void **state) {
  (void)state;
  const ria_model model = gas();
  const ria_mesh_strip strip = {.turn = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
  static const int field[FIELDS] = {0, 2, 1, 3, 4, 6, 5, 7},
                   sign[FIELDS] = {1, -1, 1, 1, 1, -1, 1, 1};
  turned_field *turned;
  assert_int_equal(turned_fields(&model, &strip, &turned), RIA_SUCCESS);
  for (int f = 0; f < FIELDS; f++) {
    assert_int_equal(turned[f].terms, 1);
    assert_int_equal(turned[f].field[0], field[f]);
    assert_true(turned[f].factor[0] == sign[f]);
  }
  free(turned);
}

/* A block of fields of 4 x 3 cells with the value 100 field + 10 y + x. */
static void *block_of(const tile_layout *layout) {
  char *block = calloc(FIELDS * layout->field, layout->size);
  assert_non_null(block);
  for (int f = 0; f < FIELDS; f++)
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 4; x++) {
        char *at = (char *)layout_origin(layout, block, f) +
                   layout_at(layout, x, y, 0) * (ptrdiff_t)layout->size;
        const double value = 100 * f + 10 * y + x;
        if (layout->size == sizeof(float))
          *(float *)(void *)at = (float)value;
        else
          *(double *)(void *)at = value;
      }
  return block;
}

/* By 30 degrees, of cells that are turned as well: along x of the copy lie the cells against y. */
static void a_rotated_vector_is_packed(void **state) {
  (void)state;
  const ria_model model = gas();
  const double c = cos(M_PI / 6), s = sin(M_PI / 6);
  const ria_mesh_strip strip = {.turn = {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}};
  const ria_box box = {{1, 0, 0}, {3, 3, 1}};
  static const int map[RIA_AXES] = {-2, 1, 3};
  turned_field *turned;
  assert_int_equal(turned_fields(&model, &strip, &turned), RIA_SUCCESS);
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    tile_layout layout;
    layout_init(&layout, (const int[]){4, 3, 1}, (const int[]){0, 0, 0}, (ria_precision)p, false);
    void *block = block_of(&layout), *dense = calloc(FIELDS * 6, layout.size);
    assert_non_null(dense);
    layout_pack(&layout, block, FIELDS, box, map, turned, dense);
    for (int i = 0; i < FIELDS * 6; i++) {
      const int f = i / 6, x = 1 + i % 6 / 3, y = 2 - i % 3;
      const double got = p == RIA_SINGLE ? (double)((float *)dense)[i] : ((double *)dense)[i];
      const double along_x = 100 * (f / 4 * 4 + 1) + 10 * y + x, along_y = along_x + 100;
      const double expected = f % 4 == 1   ? c * along_x - s * along_y
                              : f % 4 == 2 ? s * along_x + c * along_y
                                           : 100 * f + 10 * y + x;
      assert_true(fabs(got - expected) <= (p == RIA_SINGLE ? 1e-4 : 1e-12));
    }
    free(block);
    free(dense);
  }
  free(turned);
}

static void a_vector_needs_all_its_axes(void **state) {
  (void)state;
  const ria_model model = gas();
  const ria_mesh_strip strip = {.turn = {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}};
  turned_field *turned;
  assert_int_equal(turned_fields(&model, &strip, &turned), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(),
                         "turns axis k to axis i, but the vector of the field 'mx' has a component "
                         "along only one of them"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_kernel_knows_its_vectors),
                                     cmocka_unit_test(unturned_fields_are_copied_unchanged),
                                     cmocka_unit_test(axes_change_places_and_signs),
                                     cmocka_unit_test(a_rotated_vector_is_packed),
                                     cmocka_unit_test(a_vector_needs_all_its_axes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
