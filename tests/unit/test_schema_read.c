/* ria_schema_read: any mapping against any table of keys; and the table of words under it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/case_errors.h"
#include "ria/schema.h"
#include "ria/word_table.h"
#include "tests.h"

typedef struct {
  char *name;
  double size;
} part;

typedef struct {
  char *title, *script;
  int commands, parts, count, mode;
  char **command;
  part *item;
  double memory, length;
  bool fast;
  ria_yaml *node;
} thing;

#define THING(member) .offset = offsetof(thing, member), .size = sizeof(((thing *)0)->member)

static const char *const modes[] = {"slow", "fast", NULL};
static const ria_key part_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED, .offset = offsetof(part, name), .size = sizeof(char *),
     .example = "a", .what = "Name."},
    {"size", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_LENGTH, .fallback = "1 m",
     .offset = offsetof(part, size), .size = sizeof(double), .what = "Size."},
    {0}};
static const ria_key thing_keys[] = {
    {"title", RIA_KEY_TEXT, RIA_KEY_REQUIRED, THING(title), .example = "a", .what = "Title."},
    {"command", RIA_KEY_TEXTS, .instead = "script", THING(command),
     .count = offsetof(thing, commands), .what = "Command."},
    {"script", RIA_KEY_SCRIPT, .instead = "command", THING(script), .example = "ls",
     .what = "Script."},
    {"count", RIA_KEY_INTEGER, RIA_KEY_LEAST, .least = 1, .fallback = "3", THING(count),
     .what = "Count."},
    {"mode", RIA_KEY_CHOICE, .choices = modes, .fallback = "slow", THING(mode), .what = "Mode."},
    {"memory", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_BYTES, THING(memory), .what = "Memory."},
    {"length", RIA_KEY_QUANTITY, 0, RIA_LENGTH, .fallback = "10 m", THING(length),
     .what = "Length."},
    {"fast", RIA_KEY_BOOL, .fallback = "false", THING(fast), .what = "Fast."},
    {"parts", RIA_KEY_LIST, .keys = part_keys, THING(item), .count = offsetof(thing, parts),
     .record = sizeof(part), .what = "Parts."},
    {"anything", RIA_KEY_NODE, THING(node), .what = "Anything."},
    {0}};

typedef struct {
  ria_yaml_source source;
  ria_yaml_memory memory;
  ria_case_errors errors;
  ria_yaml *root;
  thing object;
  ria_status status;
} reading;

/* `pending` names a key of the top whose value is not known yet. */
static void read_thing(reading *r, const char *text, const char *pending) {
  *r = (reading){.source = {.name = "thing.yaml", .directory = "/tmp"}};
  r->root = ria_yaml_parse(&r->memory, &r->source, text, strlen(text), &r->errors);
  assert_non_null(r->root);
  if (pending)
    ria_yaml_get(r->root, pending)->pending = true;
  r->status = ria_schema_read(&r->memory, thing_keys, r->root, "steps.it", &r->object, &r->errors);
}

static void free_thing(reading *r) {
  ria_schema_free(thing_keys, &r->object);
  ria_case_errors_destroy(&r->errors);
  ria_yaml_memory_destroy(&r->memory);
}

static void reads_all_kinds(void **state) {
  (void)state;
  reading r;
  read_thing(&r,
             "title: a thing\n"
             "command: [echo, '', \"two\\nlines\", $(x), 3]\n"
             "memory: 2 GiB\n"
             "fast: yes\n"
             "parts: [{name: a}, {name: b, size: 2 km}]\n"
             "anything: {x: [1, 2]}\n",
             NULL);
  assert_int_equal(r.status, RIA_SUCCESS);
  assert_int_equal(r.errors.count, 0);
  assert_int_equal(r.object.commands, 5);
  assert_string_equal(r.object.command[1], "");
  assert_string_equal(r.object.command[2], "two\nlines");
  assert_string_equal(r.object.command[3], "$(x)");
  assert_null(r.object.command[5]);
  assert_true(r.object.memory == 2147483648.0);
  assert_int_equal(r.object.count, 3);
  assert_true(r.object.fast);
  assert_int_equal(r.object.parts, 2);
  assert_true(r.object.item[1].size == 2000);
  assert_true(r.object.length == 10);
  assert_int_equal(r.object.node->kind, RIA_YAML_MAP);
  free_thing(&r);
}

static void reads_a_script(void **state) {
  (void)state;
  reading r;
  read_thing(&r, "title: t\nscript: |\n  one\n  two \"$x\"\nmemory: 16G\n", NULL);
  assert_int_equal(r.status, RIA_SUCCESS);
  assert_string_equal(r.object.script, "one\ntwo \"$x\"\n");
  assert_true(r.object.memory == 16 * 1073741824.0);
  free_thing(&r);
}

static void expect(const char *text, const char *finding) {
  reading r;
  read_thing(&r, text, NULL);
  assert_int_equal(r.status, RIA_ERROR_CASE);
  assert_int_equal(r.errors.count, 1);
  if (strncmp(r.errors.error[0].text, finding, strlen(finding)))
    fail_msg("'%s' instead of '%s'", r.errors.error[0].text, finding);
  free_thing(&r);
}

static void errors_are_reported(void **state) {
  (void)state;
  expect("titel: t\ntitle: t\n", "thing.yaml:1:1: steps.it.titel: there is no such key; did you "
                                 "mean 'title'?");
  expect("tracers: t\ntitle: t\n",
         "thing.yaml:1:1: steps.it.tracers: there is no such key; the keys here are title");
  expect("command: [a]\n", "thing.yaml:1:1: steps.it.title: this is missing");
  expect("title: t\ncommand: ls\n",
         "thing.yaml:2:10: steps.it.command: expected a list of texts, got 'ls'");
  expect("title: t\ncommand: [ls, [a]]\n",
         "thing.yaml:2:15: steps.it.command.1: expected a text such as 'text', got a list");
  expect("title: t\ncommand: [a]\nscript: b\n",
         "thing.yaml:3:1: steps.it.script: this and 'command' exclude each other");
  expect("title: t\nmemory: 2 m\n",
         "thing.yaml:2:9: steps.it.memory: expected an amount of memory such as '2 GB', got '2 "
         "m', which is a length");
  expect("title: t\nmode: fats\n", "thing.yaml:2:7: steps.it.mode: expected slow or fast, got "
                                   "'fats'; did you mean 'fast'?");
  expect("title: t\nparts: [{name: a, size: 0 m}]\n",
         "thing.yaml:2:25: steps.it.parts.0.size: 0 m is too small");
}

static void leaves_pending_values(void **state) {
  (void)state;
  reading r;
  read_thing(&r, "title: t\ncount: ${other.n}\n", "count");
  assert_int_equal(r.status, RIA_SUCCESS);
  assert_int_equal(r.object.count, 0);
  free_thing(&r);
  read_thing(&r, "title: ${other.n}\nfast: 7\n", "title");
  assert_int_equal(r.status, RIA_ERROR_CASE);
  assert_int_equal(r.errors.count, 1);
  free_thing(&r);
}

static void words(void **state) {
  (void)state;
  enum { WORDS = 5000 };
  ria_word_table table = {0};
  static char word[WORDS][16];
  assert_int_equal(ria_word_table_find(&table, "a"), -1);
  for (int i = 0; i < WORDS; i++) {
    snprintf(word[i], sizeof word[i], "w%d", i);
    assert_true(ria_word_table_put(&table, word[i], i));
  }
  for (int i = 0; i < WORDS; i++)
    assert_int_equal(ria_word_table_find(&table, word[i]), i);
  assert_int_equal(ria_word_table_find(&table, "w5000"), -1);
  assert_true(ria_word_table_put(&table, "w7", 3));
  assert_int_equal(ria_word_table_find(&table, "w7"), 3);
  assert_int_equal(table.count, WORDS);
  ria_word_table_destroy(&table);
}

static void many_keys_and_a_double(void **state) {
  (void)state;
  ria_text text = {0};
  for (int i = 0; i < 15000; i++)
    ria_text_add(&text, "key%d: %d\n", i, i);
  ria_text_add(&text, "key7: again\n");
  ria_yaml_source source = {.name = "many.yaml", .directory = "/tmp"};
  ria_yaml_memory memory = {0};
  ria_case_errors errors = {0};
  const ria_yaml *root = ria_yaml_parse(&memory, &source, text.data, text.length, &errors);
  assert_non_null(root);
  assert_true(root->bad);
  assert_int_equal(root->count, 15000);
  assert_int_equal(errors.count, 1);
  assert_string_equal(errors.error[0].text, "many.yaml:15001:1: key7: this key is here already, at "
                                            "line 8, column 1; keep one of the two");
  ria_case_errors_destroy(&errors);
  ria_yaml_memory_destroy(&memory);
  ria_text_destroy(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_all_kinds),
      cmocka_unit_test(reads_a_script),
      cmocka_unit_test(errors_are_reported),
      cmocka_unit_test(leaves_pending_values),
      cmocka_unit_test(words),
      cmocka_unit_test(many_keys_and_a_double),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
