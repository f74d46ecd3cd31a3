/* Programs built by name: lookup of names, messages for unknown names, and shared places of work
 * fields. */
#include "../../codelets/solvers/program_builder.h"
#include "ria/status.h"
#include "tests.h"
#include <stdlib.h>
#include <string.h>

static const ria_quantity u = {"u", "1", "a field"}, v = {"v", "1", "another"},
                          w = {"w", "1", "a third"}, f = {"f", "1", "one that stays"},
                          sum = {"sum", "1", "a sum"}, beta = {"beta", "1", "a factor"};

/* u lasts, v and w do not, f is static. */
static program_builder *begin(void) {
  program_builder *b = calloc(1, sizeof *b);
  assert_non_null(b);
  builder_field(b, BUILDER_STATIC, &f);
  builder_field(b, BUILDER_WORK, &v);
  builder_field(b, BUILDER_LASTING, &u);
  builder_field(b, BUILDER_WORK, &w);
  builder_scalar(b, &sum)->shown = true;
  return b;
}

static void expect_error(program_builder *b, const char *words) {
  assert_int_equal(builder_finish(b, false), RIA_ERROR_INTERNAL);
  if (!strstr(ria_status_detail(), words))
    fail_msg("'%s' does not say '%s'", ria_status_detail(), words);
  free(b);
}

static void names_are_found(void **state) {
  (void)state;
  program_builder *b = begin();
  builder_value(b, "beta", 3);
  builder_apply(b, "cg_direction", RENAMED({"p", "u"}, {"r", "f"}));
  builder_reduce(b, "dot", RENAMED({"a", "w"}, {"b", "v"}), "sum");
  assert_int_equal(builder_finish(b, false), RIA_SUCCESS);
  assert_int_equal(b->nstate, 3);
  assert_int_equal(b->program.work, 2);
  assert_string_equal(b->state[0].name, "u"); /* what lasts comes first */
  assert_int_equal(b->op[0].field[0], 0);
  assert_int_equal(b->op[0].field[1], 3); /* statics come after the state */
  assert_true(b->op[0].scalars[0].value == 3);
  assert_int_equal(b->op[1].field[0], 2);
  assert_int_equal(b->op[1].field[1], 1);
  assert_int_equal(b->op[1].result, 0);
  assert_int_equal(ria_program_check(&b->program, b->nstate, 1, NULL, RIA_DOUBLE), RIA_SUCCESS);
  free(b);
}

static void a_scalar_of_the_program_comes_before_a_constant(void **state) {
  (void)state;
  program_builder *b = begin();
  builder_value(b, "beta", 3);
  builder_scalar(b, &beta);
  builder_apply(b, "cg_direction", RENAMED({"p", "u"}, {"r", "v"}));
  builder_apply(b, "cg_direction", RENAMED({"p", "u"}, {"r", "v"}, {"beta", "sum"}));
  assert_int_equal(builder_finish(b, false), RIA_SUCCESS);
  assert_int_equal(b->op[0].bound[0], 2);
  assert_int_equal(b->op[1].bound[0], 1);
  free(b);
}

static void one_name_stands_for_all_numbers(void **state) {
  (void)state;
  program_builder *b = begin();
  builder_alike(b, BUILDER_WORK, "k", 5, &w);
  builder_alike(b, BUILDER_WORK, "x", 5, &w);
  builder_also_numbered(b, "h", 1, 2, "x3");
  builder_exchange(b, NAMES("k", "h2"));
  builder_apply(b, "bwaves_add", RENAMED({"k", "x"}, {"x", "k"}));
  assert_int_equal(builder_finish(b, false), RIA_SUCCESS);
  assert_int_equal(b->op[0].fields, 6);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(b->op[0].field[i], 3 + i);
    assert_int_equal(b->op[1].field[i], 8 + i);
    assert_int_equal(b->op[1].field[5 + i], 3 + i);
  }
  assert_int_equal(b->op[0].field[5], 12);
  free(b);
}

/* v lives before w does; k is in no operation. */
static void fields_that_do_not_meet_share_a_place(void **state) {
  (void)state;
  program_builder *b = begin();
  builder_called(b, BUILDER_WORK, "k", &w);
  builder_value(b, "beta", 0);
  builder_apply(b, "cg_direction", RENAMED({"p", "v"}, {"r", "u"}));
  builder_apply(b, "cg_direction", RENAMED({"p", "w"}, {"r", "f"}));
  assert_int_equal(builder_finish(b, true), RIA_SUCCESS);
  assert_int_equal(b->nstate, 2);
  assert_int_equal(b->op[0].field[0], 1);
  assert_int_equal(b->op[1].field[0], 1);
  assert_int_equal(b->op[1].field[1], 2);
  free(b);
}

static void missing_names_are_reported(void **state) {
  (void)state;
  program_builder *b = begin();
  builder_value(b, "beta", 0);
  builder_apply(b, "cg_direction", RENAMED({"p", "u"}, {"r", "nix"}));
  expect_error(b, "the field 'r' of the kernel cg_direction is 'nix' here");
  b = begin();
  builder_apply(b, "cg_direction", RENAMED({"p", "u"}, {"r", "v"}));
  expect_error(b, "the scalar 'beta' of the kernel cg_direction has no value");
  b = begin();
  builder_apply(b, "cg_direction", RENAMED({"q", "u"}));
  expect_error(b, "cg_direction has no field or scalar 'q'");
  b = begin();
  builder_apply(b, "nix", NULL);
  builder_loop(b, "never", 1); /* the first mistake stays */
  expect_error(b, "the kernel nix is not in this build");
  b = begin();
  builder_reduce(b, "dot", RENAMED({"a", "u"}, {"b", "v"}), "product");
  expect_error(b, "no scalar 'product'");
  b = begin();
  builder_exchange(b, NAMES("nix"));
  expect_error(b, "no field 'nix'");
  b = begin();
  builder_field(b, BUILDER_WORK, &u);
  expect_error(b, "two fields 'u'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_found),
      cmocka_unit_test(a_scalar_of_the_program_comes_before_a_constant),
      cmocka_unit_test(one_name_stands_for_all_numbers),
      cmocka_unit_test(fields_that_do_not_meet_share_a_place),
      cmocka_unit_test(missing_names_are_reported)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
