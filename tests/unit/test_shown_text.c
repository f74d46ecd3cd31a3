/* A program's output, made harmless for a terminal, in pieces of any size. */
#include "tests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/view/shown_text.h"

/* Written in pieces of `step` bytes. */
static void expect(const char *written, size_t length, const char *shown) {
  for (size_t step = 1; step <= length; step++) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    shown_text state = {0};
    for (size_t i = 0; i < length; i += step)
      shown_text_write(&state, out, written + i, i + step < length ? step : length - i);
    shown_text_end(&state, out);
    fclose(out);
    assert_string_equal(text, shown);
    free(text);
  }
}

#define EXPECT(written, shown) expect(written, sizeof written - 1, shown)

static void plain_text_stays(void **state) {
  (void)state;
  EXPECT("a line\n\ttab\r\n", "a line\n\ttab\r\n");
  EXPECT("Ría de Arousa, 20 °C, \u20ac, \U0001F30A\n",
         "Ría de Arousa, 20 °C, \u20ac, \U0001F30A\n");
}

static void controls_are_shown(void **state) {
  (void)state;
  EXPECT("\033[2J\033]0;title\a\b\177", "^[[2J^[]0;title^G^H^?");
  EXPECT("a\0b", "a^@b");
  EXPECT("hidden\rshown\r", "hidden^Mshown^M");
  EXPECT("\r\r\n", "^M\r\n");
  EXPECT("\xc2\x9b"
         "31m",
         "\\xc2\\x9b31m");
  EXPECT("abc\u202edcba\u2066", "abc\\xe2\\x80\\xaedcba\\xe2\\x81\\xa6");
}

static void invalid_utf8_is_shown_escaped(void **state) {
  (void)state;
  EXPECT("\x9b\xff\xc3", "\\x9b\\xff\\xc3");
  EXPECT("\xc3\033[m", "\\xc3^[[m");
  EXPECT("\xe2\x82z\xe2\x82", "\\xe2\\x82z\\xe2\\x82");
  EXPECT("\xe0\x80\x9b", "\\xe0\\x80\\x9b"); /* a control in too many bytes */
  EXPECT("\xed\xa0\x80\xf4\x90\x80\x80", "\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plain_text_stays),
                                     cmocka_unit_test(controls_are_shown),
                                     cmocka_unit_test(invalid_utf8_is_shown_escaped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
