/* Output in a terminal: a study in few columns, and folded command lines. */
#include "tests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/view/fold.h"
#include "../../workflows/view/view.h"

/* ---- A study. */

static int columns(const char *line, size_t bytes) {
  int count = 0;
  for (size_t i = 0; i < bytes; i++)
    count += ((unsigned char)line[i] & 0xc0) != 0x80;
  return count;
}

static study_task some_task(char *id, int position, task_state state, char *note) {
  return (study_task){.id = id,
                      .step = "barrido",
                      .point = "",
                      .position = position,
                      .state = state,
                      .needs = "",
                      .hash = "a",
                      .attempts = 1,
                      .fraction = -1,
                      .note = note};
}

static void put_study(study_store *study) {
  const study_step steps[] = {
      {"barrido", "shell", 0, "", TASK_FAILED, ""},
      {"fin", "report", 1, "barrido malla", TASK_PENDING, ""},
  };
  const study_task tasks[] = {
      some_task("barrido/k=1", 0, TASK_DONE, ""),
      some_task("barrido/k=2", 1, TASK_FAILED, "the program failed with exit code 3, and so on"),
      some_task("barrido/nivel=más_alto_que_la_columna", 2, TASK_FAILED, "no water"),
  };
  assert_int_equal(study_put_fact(study, "name", "ría"), RIA_SUCCESS);
  assert_int_equal(study_put_fact(study, "state", "failed"), RIA_SUCCESS);
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    assert_int_equal(study_put_step(study, &steps[i]), RIA_SUCCESS);
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
    const study_attempt attempt = {tasks[i].id, 1, "1", "x", "program", "", 3, 0,
                                   1,           2, 5,   1,   0,         "", ""};
    assert_int_equal(study_put_task(study, &tasks[i]), RIA_SUCCESS);
    assert_int_equal(study_put_attempt(study, &attempt), RIA_SUCCESS);
  }
}

static void draw(study_store *study, view_style style, const char *submitted, ria_text *text) {
  view_tree view;
  assert_int_equal(view_read(study, &view), RIA_SUCCESS);
  view.submitted = submitted;
  view_draw(&view, &style, text);
  view_destroy(&view);
  assert_non_null(text->data);
}

static void test_view(void **state) {
  (void)state;
  char *folder = test_folder_create();
  study_store *study;
  ria_text narrow = {0}, wide = {0}, coloured = {0}, short_of = {0};
  assert_int_equal(study_open(folder, STUDY_CREATE, &study), RIA_SUCCESS);
  put_study(study);

  draw(study, (view_style){.width = 60, .most = 8, .utf8 = true}, NULL, &narrow);
  for (const char *line = narrow.data; *line; line += strcspn(line, "\n") + 1)
    assert_true(columns(line, strcspn(line, "\n")) <= 60);
  assert_non_null(
      strstr(narrow.data, "failed: the program failed with …\n")); /* cut, and said so */
  assert_non_null(
      strstr(narrow.data, "nivel=más_alto_que_la_columna\n")); /* on a line of its own */
  assert_non_null(strstr(narrow.data, " failed: no water\n"));
  assert_non_null(strstr(narrow.data, "pending, after barrido, malla\n"));
  assert_non_null(strstr(narrow.data, "`ria logs 'barrido/k=2'` prints its output\n"));

  draw(study, (view_style){.most = 8}, "job 7 waits in the queue: Priority", &wide);
  assert_non_null(strstr(wide.data, "\njob 7 waits in the queue: Priority\n"));
  assert_non_null(strstr(wide.data, "failed: the program failed with exit code 3, and so on\n"));
  assert_non_null(strstr(wide.data, "x barrido/k=2"));
  assert_null(strchr(wide.data, '\033'));

  draw(study, (view_style){.width = 50, .most = 8, .colour = true}, NULL, &coloured);
  assert_non_null(strstr(coloured.data, "\033[31;1mx\033[0m"));
  draw(study, (view_style){.most = 8, .steps = 1}, NULL, &short_of);
  assert_non_null(strstr(short_of.data, "x barrido"));
  assert_null(strstr(short_of.data, "fin "));
  assert_non_null(strstr(short_of.data, "and 1 more step: 1 pending ("));
  ria_text_destroy(&short_of);
  ria_text_destroy(&narrow);
  ria_text_destroy(&wide);
  ria_text_destroy(&coloured);
  study_close(study);
  test_folder_remove(folder);
}

/* ---- Command lines. */

static char *fold(const char *line, int indent, int width, int most) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  fold_command(stream, line, indent, width, most);
  fclose(stream);
  return text;
}

static void check_fold(const char *line, int width, const char *expected) {
  char *text = fold(line, 2, width, 0);
  assert_string_equal(text, expected);
  free(text);
}

static void test_fold(void **state) {
  (void)state;
  check_fold("run --set a=1 b", 0, "  run --set a=1 b\n");
  check_fold("run --set a=1 b", 17, "  run --set a=1 b\n");
  check_fold("run --set a=1 b", 16, "  run \\\n      --set a=1 \\\n      b\n");
  check_fold("run 'a b c' d", 14, "  run \\\n      'a b c' \\\n      d\n");
  check_fold("run 'it'\\''s a b' d", 12, "  run \\\n      'it'\\''s a b' \\\n      d\n");
  check_fold("run $'a\\' b' d", 14, "  run \\\n      $'a\\' b' \\\n      d\n");
  check_fold("run -o . ñandú", 15, "  run -o . \\\n      ñandú\n");
  check_fold("run --a=1 --b c", 14, "  run --a=1 \\\n      --b c\n");
  char *text = fold("one two three four five", 0, 8, 2);
  assert_string_equal(text, "one \\\n    two ...\n");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_view),
      cmocka_unit_test(test_fold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
