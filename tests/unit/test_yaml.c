/* The YAML tree: places, limits, and reading back written text. */
#include <stdlib.h>
#include <string.h>
#include "tests.h"
#include "ria/yaml.h"

static const ria_yaml_source source = {.name = "x.yaml", .directory = "."};

static ria_yaml *parse(ria_yaml_memory *memory, const char *text, ria_case_errors *errors) {
  return ria_yaml_parse(memory, &source, text, strlen(text), errors);
}

static void places(void **state) {
  (void)state;
  ria_yaml_memory memory = {0};
  ria_case_errors errors = {0};
  const ria_yaml *root = parse(&memory,
                               "# comment\n"
                               "time:\n"
                               "  end: 6 h\n"
                               "r\u00eda: [a, 'b',\n  \"c\"]\n"
                               "none:\n",
                               &errors);
  assert_non_null(root);
  const ria_yaml *end = ria_yaml_get(ria_yaml_get(root, "time"), "end");
  assert_string_equal(end->text, "6 h");
  assert_int_equal(end->line, 3);
  assert_int_equal(end->column, 8);
  const ria_yaml *list = ria_yaml_get(root, "r\u00eda");
  assert_int_equal(list->count, 3);
  assert_int_equal(list->value[1]->column, 10); /* characters, not bytes */
  assert_int_equal(list->value[2]->line, 5);
  assert_true(list->value[1]->quoted);
  assert_false(list->value[0]->quoted);
  assert_true(ria_yaml_is_null(ria_yaml_get(root, "none")));
  assert_true(ria_yaml_is_null(ria_yaml_get(root, "absent")));
  ria_yaml_memory_destroy(&memory);
}

static void aliases(void **state) {
  (void)state;
  ria_yaml_memory memory = {0};
  ria_case_errors errors = {0};
  ria_yaml *root = parse(&memory, "a: &x {k: 1}\nb: *x\n", &errors);
  assert_non_null(root);
  ria_yaml *a = ria_yaml_get(root, "a"), *b = ria_yaml_get(root, "b");
  assert_string_equal(ria_yaml_get(b, "k")->text, "1");
  assert_ptr_not_equal(a, b); /* a copy: changing one leaves the other */
  assert_int_equal(b->line, 2);
  ria_yaml_memory_destroy(&memory);
}

static void round_trip(void **state) {
  static const char *const texts[] = {
      "a",        "",     "null",       "~",        "true",     "No",
      "6 h",      "- x",  "a: b",       "a:",       "#x",       "x #y",
      " x ",      "[",    "{}",         "*x",       "&x",       "!x",
      "|",        ">",    "%",          "@",        "`",        "'",
      "\"",       "\\",   "a\nb",       "\ttab",    "r\u00eda", "\u00e9\u2028\ufeff",
      "1:2",      "-",    "---",        "...",      "x, y",     "?",
      "\x01\x7f", "a  b", "\U0001f30a", "12:30:00",
  };
  enum { TEXTS = sizeof texts / sizeof texts[0] };
  (void)state;
  ria_yaml_memory memory = {0};
  ria_case_errors errors = {0};
  ria_yaml *root = ria_yaml_map(&memory, NULL), *list = ria_yaml_list(&memory, NULL);
  ria_yaml *deep = ria_yaml_list(&memory, NULL);
  for (int i = 0; i < TEXTS; i++) {
    ria_yaml *node = ria_yaml_scalar(&memory, NULL, texts[i]);
    node->quoted = true;
    ria_yaml_append(&memory, list, node);
    ria_yaml *map = ria_yaml_map(&memory, NULL);
    ria_yaml_put_text(&memory, map, "first", node);
    ria_yaml_put_text(&memory, map, "second", list);
    ria_yaml_put_text(&memory, map, "third", ria_yaml_map(&memory, NULL));
    ria_yaml_append(&memory, deep, map);
  }
  ria_yaml_append(&memory, deep, ria_yaml_list(&memory, NULL));
  ria_yaml_put_text(&memory, root, "list", list);
  ria_yaml_put_text(&memory, root, "deep", deep);
  ria_text text = {0}, again = {0};
  ria_yaml_write(&text, root);
  const ria_yaml *read = parse(&memory, text.data, &errors);
  for (int i = 0; i < errors.count; i++)
    print_message("%s\n", errors.error[i].text);
  assert_non_null(read);
  for (int i = 0; i < TEXTS; i++) {
    assert_string_equal(ria_yaml_get(read, "list")->value[i]->text, texts[i]);
    assert_false(ria_yaml_is_null(ria_yaml_get(read, "list")->value[i]));
  }
  ria_yaml_write(&again, read);
  assert_string_equal(again.data, text.data);
  ria_text_destroy(&text);
  ria_text_destroy(&again);
  ria_yaml_memory_destroy(&memory);
}

static void refusals(void **state) {
  static const struct {
    const char *text;
    int line, column;
    const char *part;
  } bad[] = {
      {"a: 1\nb: [1, 2\n", 3, 1, "this is not YAML: while parsing a flow sequence"},
      {"a:\n\tb: 1\n", 2, 1, "indented by spaces, not by tabs"},
      {"a: 1\n  b: 2\n", 2, 4, "mapping values are not allowed"},
      {"a: \"x\n", 2, 1, "unexpected end of stream"},
      {"a: *x\n", 1, 4, "has no anchor"},
      {"a: &x [1, *x]\n", 1, 11, "is inside the node that it repeats"},
      {"a: 1\n---\nb: 2\n", 2, 1, "a second document starts here"},
      {"? [a]\n: 1\n", 1, 3, "a key must be a word, but this is a list"},
      {"a: &x {b: 1}\nc:\n  <<: *x\n", 3, 3, "merge keys"},
      {"a: !foo 1\n", 1, 4, "tags ('!name') have no meaning"},
      {"a: \"x\\0y\"\n", 1, 4, "NUL character"},
      {"a: \xff\n", 1, 4, "not text in UTF-8"},
      {"a: 1\nb: \xc3\x28\n", 2, 5, "not text in UTF-8"},
      {"a: \x01\n", 1, 4, "control characters are not allowed"},
      {"a: 1\nb:\n  a: 1\n  a: 2\n", 4, 3, "a: this key is here already, at line 3, column 3"},
      {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 1, 25, "nested deeper"},
  };
  (void)state;
  bool failed = false;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    ria_yaml_memory memory = {0};
    ria_case_errors errors = {0};
    const ria_yaml *root = parse(&memory, bad[i].text, &errors);
    assert_true(!root || root->bad);
    assert_int_equal(errors.count, 1);
    if (errors.error[0].line != bad[i].line || errors.error[0].column != bad[i].column ||
        !strstr(errors.error[0].text, bad[i].part)) {
      print_error("text %d gave %s\n", (int)i, errors.error[0].text);
      failed = true;
    }
    ria_case_errors_destroy(&errors);
    ria_yaml_memory_destroy(&memory);
  }
  assert_false(failed);
}

static void nul_byte(void **state) {
  (void)state;
  ria_yaml_memory memory = {0};
  ria_case_errors errors = {0};
  assert_null(ria_yaml_parse(&memory, &source, "a: 1\nb\0: 2\n", 12, &errors));
  assert_int_equal(errors.error[0].line, 2);
  assert_int_equal(errors.error[0].column, 2);
  assert_non_null(strstr(errors.error[0].text, "x.yaml:2:2: there is a NUL byte"));
  ria_case_errors_destroy(&errors);
  ria_yaml_memory_destroy(&memory);
}

/* Nine levels of ten aliases each stand for 10^9 nodes. */
static void billion_laughs(void **state) {
  (void)state;
  ria_text text = {0};
  ria_yaml_memory memory = {0};
  ria_case_errors errors = {0};
  ria_text_add(&text, "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
  for (int i = 1; i < 10; i++) {
    ria_text_add(&text, "a%d: &a%d [", i, i);
    for (int j = 0; j < 10; j++)
      ria_text_add(&text, "%s*a%d", j ? ", " : "", i - 1);
    ria_text_add(&text, "]\n");
  }
  assert_null(parse(&memory, text.data, &errors));
  assert_int_equal(errors.count, 1);
  assert_non_null(strstr(errors.error[0].text, "more values than a file may hold"));
  assert_true(memory.nodes < 2 * RIA_YAML_NODES + 16);
  ria_text_destroy(&text);
  ria_case_errors_destroy(&errors);
  ria_yaml_memory_destroy(&memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places),   cmocka_unit_test(aliases),  cmocka_unit_test(round_trip),
      cmocka_unit_test(refusals), cmocka_unit_test(nul_byte), cmocka_unit_test(billion_laughs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
