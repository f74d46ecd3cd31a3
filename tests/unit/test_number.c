/* Numbers as text: their digits, and a host program whose locale has a decimal comma. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/status.h"
#include "ria/text.h"
#include "tests.h"

static void expect_short(double number, double step, const char *expected) {
  char text[RIA_NUMBER_SIZE];
  assert_string_equal(ria_number_short(number, step, text), expected);
}

static void test_digits_of_a_level(void **state) {
  (void)state;
  expect_short(0, 1e-4, "0");
  expect_short(1, 1e-4, "1");
  expect_short(-0.00004, 1e-4, "0");
  expect_short(1001.17123, 1e-4, "1001.1712");
  expect_short(-3250.5, 1e-4, "-3250.5");
  expect_short(99.99996, 1e-4, "100");
  expect_short(359.96, 0.1, "360");
  for (double level = -9000; level < 9000; level += 123.456789) {
    char text[RIA_NUMBER_SIZE];
    assert_true(fabs(strtod(ria_number_short(level, 1e-4, text), NULL) - level) <= 0.51e-4);
  }
}

static void test_digits_of_other_numbers(void **state) {
  (void)state;
  expect_short(0, 0, "0");
  expect_short(-0.0, 0, "0");
  expect_short(0.25, 0, "0.25");
  expect_short(1.41421356, 0, "1.4142");
  expect_short(123456.7, 0, "123457");
  expect_short(0.000987654321, 0, "0.0009877");
  expect_short(1.5e-7, 0, "1.5e-07");
  expect_short(-6.02214e23, 0, "-6.022e+23");
  for (double number = 1e-30; number < 1e30; number *= -7.7) {
    char text[RIA_NUMBER_SIZE];
    const double again = strtod(ria_number_short(number, 0, text), NULL);
    assert_true(fabs(again - number) <= 0.51e-4 * fabs(number));
    if (number < -1e29)
      break;
  }
}

/* Make a locale with a decimal comma in `folder` and set it, as a host program would. */
static bool set_decimal_comma(const char *folder) {
  char command[512];
  snprintf(command, sizeof command,
           "localedef -i de_DE -f UTF-8 --no-archive '%s/de_DE.UTF-8' 2>&1 && echo made", folder);
  FILE *made = popen(command, "r");
  char said[256] = "", line[256];
  while (made && fgets(line, sizeof line, made))
    strcpy(said, line);
  if (!made || pclose(made) || strcmp(said, "made\n"))
    return false;
  setenv("LOCPATH", folder, 1);
  return setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
}

static void test_locale_of_the_host(void **state) {
  (void)state;
  char *folder = test_folder_create(), text[64], *written = NULL;
  const bool set = set_decimal_comma(folder);
  if (set) {
    snprintf(text, sizeof text, "%.2f", 1.5);
    assert_string_equal(text, "1,50"); /* the host's own numbers */
    ria_snprintf(text, sizeof text, "%.2f", 1.5);
    assert_string_equal(text, "1.50");
    assert_true(ria_asprintf(&written, "%g", 0.25) > 0);
    assert_string_equal(written, "0.25");
    char *end;
    assert_true(ria_strtod("-2.75e1,3", &end) == -27.5);
    assert_string_equal(end, ",3");
    expect_short(1001.17123, 1e-4, "1001.1712");
    ria_fail(RIA_ERROR_ARGUMENT, "%g m", 0.5);
    assert_string_equal(ria_status_detail(), "0.5 m");
    ria_text sentence = {0};
    ria_text_add(&sentence, "%.1f h", 12.5);
    assert_string_equal(sentence.data, "12.5 h");
    ria_text_destroy(&sentence);
    snprintf(text, sizeof text, "%.2f", 1.5);
    assert_string_equal(text, "1,50"); /* as before */
    setlocale(LC_ALL, "C");
  }
  free(written);
  test_folder_remove(folder);
  if (!set) {
    fprintf(stderr, "skipped: there is no German locale to make (package locales)\n");
    skip();
  }
}

static void test_exact_numbers(void **state) {
  (void)state;
  char text[RIA_NUMBER_SIZE];
  assert_string_equal(ria_number_exact(0.3338, text), "0.3338");
  assert_string_equal(ria_number_exact(-1e300, text), "-1e+300");
  for (double number = 1e-300; number < 1e300; number *= -1234.56789)
    assert_true(strtod(ria_number_exact(number, text), NULL) == number);
}

static void test_errno_of_numbers(void **state) {
  (void)state;
  errno = 0;
  assert_true(isinf(ria_strtod("1e999", NULL)));
  assert_int_equal(errno, ERANGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_digits_of_a_level),  cmocka_unit_test(test_digits_of_other_numbers),
      cmocka_unit_test(test_locale_of_the_host), cmocka_unit_test(test_exact_numbers),
      cmocka_unit_test(test_errno_of_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
