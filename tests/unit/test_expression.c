/* Expressions of workflows: values, precedence, units, unknown values, and errors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/language/expression.h"
#include "tests.h"

typedef struct {
  const char *name, *plain; /* plain NULL: a result that is not there yet */
} known_name;

static const known_name names[] = {
    {"n", "4"},
    {"ranks", "16"},
    {"resolution", "100 m"},
    {"size", "tiny"},
    {"flag", "true"},
    {"week.drift", NULL},
    {"check.ok", "false"},
    {"a-b", "7"},
    {"r\u00eda", "2.5"},
    {"huge", "1e308"},
    {"quote", "it's $(rm -rf /); \"x\"\n"},
};

static int looked_up;

static name_state look_up(void *context, const char *name, workflow_value *value,
                          const char **hint) {
  static char text[64];
  (void)context;
  looked_up++;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i].name, name))
      continue;
    if (!names[i].plain)
      return NAME_LATER;
    snprintf(text, sizeof text, "%s", names[i].plain);
    char *end;
    value->number = strtod(text, &end);
    value->is_number = !*end;
    value->text = text;
    return NAME_KNOWN;
  }
  if (!strcmp(name, "rank"))
    *hint = "; did you mean 'ranks'?";
  return NAME_UNKNOWN;
}

static void expect(const char *text, const char *result, bool is_number) {
  workflow_value value;
  name_state state;
  expression_error error;
  ria_status status =
      expression_evaluate(text, strlen(text), look_up, NULL, &value, &state, &error);
  if (status != RIA_SUCCESS)
    fail_msg("'%s': %s", text, error.text);
  if (!result) {
    assert_int_equal(state, NAME_LATER);
    assert_null(value.text);
    return;
  }
  assert_int_equal(state, NAME_KNOWN);
  if (strcmp(value.text, result) || value.is_number != is_number)
    fail_msg("'%s' is '%s' instead of '%s'", text, value.text, result);
  if (is_number)
    assert_true(value.number == strtod(result, NULL));
  value_clear(&value);
}

static void numbers(void **state) {
  (void)state;
  expect("1 + 2 * 3", "7", true);
  expect("(1 + 2) * 3", "9", true);
  expect("2 - 3 - 4", "-5", true);
  expect("-n * -2", "8", true);
  expect("- - 3", "3", true);
  expect("7 % 4", "3", true);
  expect("1 / 3", "0.3333333333333333", true);
  expect("0.1 + 0.2", "0.30000000000000004", true);
  expect("1e3", "1e3", true);
  expect("n", "4", true);
  expect("a-b - n", "3", true);
  expect("r\u00eda * 2", "5", true);
  expect("min(n, 3, 9)", "3", true);
  expect("max(n, 3)", "4", true);
  expect("floor(2.5) + ceil(2.5) + round(2.5)", "8", true);
  expect("log2(ranks)", "4", true);
  expect("sqrt(2 + 2) + abs(-1)", "3", true);
}

static void logic(void **state) {
  (void)state;
  expect("1 < 2", "true", false);
  expect("2 <= 1 or n == 4", "true", false);
  expect("not n == 4 and flag", "false", false);
  expect("not not flag", "true", false);
  expect("size == 'tiny' ? 1 : 2", "1", true);
  expect("size != \"tiny\" ? 1 : n > 3 ? 'big' : 'small'", "big", false);
  expect("flag and 0", "false", false);
}

static void texts_and_units(void **state) {
  (void)state;
  expect("'a' + 'b'", "ab", false);
  expect("resolution * 2", "200 m", false);
  expect("resolution / 4", "25 m", false);
  expect("2 * resolution + resolution", "300 m", false);
  expect("resolution / '50 m'", "2", true);
  expect("'2 m3/s' * 2", "4 m3/s", false);
  expect("resolution >= '100 m'", "true", false);
  expect("max(resolution, '250 m')", "250 m", false);
  expect("-resolution", "-100 m", false);
  expect("'3h' == '3 h'", "true", false);
}

static void not_known_yet(void **state) {
  (void)state;
  expect("week.drift", NULL, false);
  expect("week.drift * 2 < 1e-6", NULL, false);
  expect("min(week.drift, 1)", NULL, false);
  expect("min(1, week.drift)", NULL, false);
  expect("week.drift < 1 and flag", NULL, false);
  expect("week.drift < 1 ? 1 : 2", NULL, false);
  /* An expression that does not need an unknown value is evaluated without it. */
  expect("size == 'full' and week.drift < 1", "false", false);
  expect("flag or week.drift < 1", "true", false);
  expect("n > 3 ? 1 : week.drift", "1", true);
  expect("check.ok and nothing.there", "false", false);
}

static void looks_up_what_it_needs(void **state) {
  (void)state;
  looked_up = 0;
  expect("flag or nothing.there", "true", false);
  assert_int_equal(looked_up, 1);
}

static void refuse(const char *text, size_t offset, const char *finding) {
  workflow_value value;
  name_state state;
  expression_error error;
  if (expression_evaluate(text, strlen(text), look_up, NULL, &value, &state, &error) !=
      RIA_ERROR_CASE)
    fail_msg("'%s' was taken", text);
  assert_null(value.text);
  if (strncmp(error.text, finding, strlen(finding)) || error.offset != offset)
    fail_msg("'%s': '%s' at %zu", text, error.text, error.offset);
}

static void findings(void **state) {
  (void)state;
  refuse("", 0, "a value is missing here");
  refuse("1 +", 3, "a value is missing here");
  refuse("1 2", 2, "unexpected '2'");
  refuse("(1 + 2", 0, "this parenthesis is not closed");
  refuse("n > 1 ? 2", 9, "expected ':'");
  refuse("rank * 2", 0, "there is no 'rank'; did you mean 'ranks'?");
  refuse("n-1", 0, "there is no 'n-1'; a minus needs a space beside it");
  refuse("n / 0", 2, "this divides by 0");
  refuse("n % (n - 4)", 2, "this divides by 0");
  refuse("huge * 10", 5, "this is not a finite number");
  refuse("sqrt(-1)", 4, "this is not a finite number");
  refuse("log2(0)", 4, "this is not a finite number");
  refuse("size * 2", 5, "'tiny' * '2': these are not both numbers");
  refuse("resolution + 1", 11, "'100 m' + '1': these units do not go together");
  refuse("resolution * resolution", 11, "'100 m' * '100 m'");
  refuse("resolution < 3", 11, "'100 m' < '3': these are not both numbers of the same unit");
  refuse("size and flag", 0, "expected true, false or a number");
}

static void findings_of_syntax(void **state) {
  (void)state;
  refuse("foo(1)", 0, "there is no function 'foo'");
  refuse("floor(1, 2)", 5, "floor takes one argument, not 2");
  refuse("min(1", 5, "expected ')' or ','");
  refuse("'abc", 0, "this text is not closed by '");
  refuse("1.2.3", 0, "'1.2.3' is not a number");
  refuse("$x", 0, "expected a number");
  refuse("`id`", 0, "expected a number");
  char deep[600];
  memset(deep, '(', sizeof deep);
  deep[sizeof deep - 1] = '\0';
  refuse(deep, 64, "this is nested deeper than 64 levels");
  static char wide[EXPRESSION_BYTES + 2];
  memset(wide, ' ', sizeof wide - 1);
  refuse(wide, 0, "this is longer than 4096 bytes");
}

static void substitute(const char *text, const char *result, bool is_number) {
  workflow_value value;
  name_state state;
  expression_error error;
  if (expression_substitute(text, look_up, NULL, &value, &state, &error) != RIA_SUCCESS)
    fail_msg("'%s': %s", text, error.text);
  if (!result) {
    assert_int_equal(state, NAME_LATER);
    assert_null(value.text);
    return;
  }
  if (strcmp(value.text, result) || value.is_number != is_number)
    fail_msg("'%s' is '%s' instead of '%s'", text, value.text, result);
  value_clear(&value);
}

static void substitution(void **state) {
  (void)state;
  substitute("plain", "plain", false);
  substitute("", "", false);
  substitute("${n}", "4", true);
  substitute("${ n * 2 }", "8", true);
  substitute("${n} ", "4 ", false);
  substitute("${n}x${ranks}", "4x16", false);
  substitute("$${n} costs $5 {n}", "${n} costs $5 {n}", false);
  substitute("${'}'}", "}", false);
  substitute("<${quote}>", "<it's $(rm -rf /); \"x\"\n>", false);
  substitute("${week.drift}", NULL, false);
  substitute("a ${week.drift} b", NULL, false);
  workflow_value value;
  name_state known;
  expression_error error;
  assert_int_equal(expression_substitute("ab ${n", look_up, NULL, &value, &known, &error),
                   RIA_ERROR_CASE);
  assert_int_equal(error.offset, 3);
  assert_int_equal(expression_substitute("ab ${n + rank}", look_up, NULL, &value, &known, &error),
                   RIA_ERROR_CASE);
  assert_int_equal(error.offset, 9);
}

static void note(void *context, const char *name, size_t offset) {
  char *list = context;
  size_t length = strlen(list);
  snprintf(list + length, 200 - length, "%s@%zu ", name, offset);
}

static void names_of(void **state) {
  (void)state;
  char list[200] = "";
  const char *text = "week.drift < 1e5 and not min(n, 'x y') ? other.a.b : -a-b";
  expression_names(text, strlen(text), note, list);
  assert_string_equal(list, "week.drift@0 n@29 other.a.b@41 a-b@54 ");
}

static void values(void **state) {
  (void)state;
  workflow_value value = {0}, copy = {0};
  const struct {
    const char *text;
    bool is_number;
  } plain[] = {{"4", true},    {"-1.5e-3", true}, {".5", true},   {"007", true}, {"0x10", false},
               {"nan", false}, {"inf", false},    {"1 m", false}, {"", false},   {"1e999", false},
               {" 1", false},  {"1 ", false},     {"-", false},   {"+3", true}};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    assert_int_equal(value_set_plain(&value, plain[i].text), RIA_SUCCESS);
    if (value.is_number != plain[i].is_number)
      fail_msg("'%s'", plain[i].text);
    assert_string_equal(value.text, plain[i].text);
  }
  assert_int_equal(value_set_number(&value, 0.1), RIA_SUCCESS);
  assert_string_equal(value.text, "0.1");
  assert_int_equal(value_copy(&copy, &value), RIA_SUCCESS);
  assert_true(copy.number == 0.1);
  assert_int_equal(value_copy(&copy, &copy), RIA_SUCCESS);
  assert_string_equal(copy.text, "0.1");
  assert_int_equal(value_set_text(&value, NULL), RIA_ERROR_MEMORY);
  value_clear(&value);
  value_clear(&copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(logic),
      cmocka_unit_test(texts_and_units),
      cmocka_unit_test(not_known_yet),
      cmocka_unit_test(looks_up_what_it_needs),
      cmocka_unit_test(findings),
      cmocka_unit_test(findings_of_syntax),
      cmocka_unit_test(substitution),
      cmocka_unit_test(names_of),
      cmocka_unit_test(values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
