/* Outputs of tasks: their records, changes found later, and studies of an older ria. */
#include "tests.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sqlite3.h>
#include "../../workflows/tasks/output_check.h"

#define OK(call)                                                                                   \
  do {                                                                                             \
    if ((call) != RIA_SUCCESS)                                                                     \
      fail_msg("%s: %s", #call, ria_status_detail());                                              \
  } while (0)

static int set_up(void **state) {
  *state = test_folder_create();
  return 0;
}

static int tear_down(void **state) {
  test_folder_remove(*state);
  return 0;
}

static char *path_of(const char *folder, const char *name) {
  static char path[4200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_text(const char *folder, const char *name, const char *text) {
  FILE *file = fopen(path_of(folder, name), "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void take(const char *folder, const char *name, study_outputs *rows) {
  workflow_paths paths = {0};
  *rows = (study_outputs){0};
  OK(paths_add(&paths, folder, name));
  OK(output_take(folder, "make", &paths, rows));
  paths_destroy(&paths);
}

static output_state look(const char *folder, const study_output *row, bool again, bool *moved) {
  output_state state;
  output_budget budget = OUTPUT_BUDGET;
  OK(output_compare(row, folder, again ? &budget : NULL, &state, moved));
  return state;
}

static void test_states(void **state) {
  study_outputs rows;
  bool moved;
  write_text(*state, "data.txt", "1 2 3 4 5");
  take(*state, "data.txt", &rows);
  assert_int_equal(rows.count, 1);
  study_output *row = rows.item;
  assert_string_equal(row->path, "data.txt");
  assert_string_equal(row->task, "make");
  assert_int_equal(row->size, 9);
  assert_int_equal(look(*state, row, true, &moved), OUTPUT_SAME);
  assert_false(moved);

  assert_int_equal(truncate(path_of(*state, "data.txt"), 4), 0);
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_CUT);
  write_text(*state, "data.txt", "9 8");
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_EDITED);
  write_text(*state, "data.txt", "1 2 3 4 6");
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_EDITED);
  write_text(*state, "data.txt", "1 2 3 4 5 6");
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_EDITED);
  write_text(*state, "data.txt", "");
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_EMPTY);
  unlink(path_of(*state, "data.txt"));
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_MISSING);
  assert_int_equal(mkdir(path_of(*state, "data.txt"), 0777), 0);
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_MISSING);
  assert_int_equal(rmdir(path_of(*state, "data.txt")), 0);
  write_text(*state, "data.txt", "1 2 3 4 5"); /* put back */
  assert_int_equal(look(*state, row, false, &moved), OUTPUT_SAME);
  assert_true(moved);
  study_outputs_destroy(&rows);
}

/* Other contents with unchanged times are damage, not an edit. */
static void test_damage(void **state) {
  study_outputs rows;
  bool moved;
  write_text(*state, "data.txt", "1 2 3 4 5");
  take(*state, "data.txt", &rows);
  rows.item->hash[0] = rows.item->hash[0] == '0' ? '1' : '0';
  assert_int_equal(look(*state, rows.item, false, &moved), OUTPUT_SAME); /* it is not read */
  assert_int_equal(look(*state, rows.item, true, &moved), OUTPUT_DAMAGED);
  assert_true(output_state_is_lost(OUTPUT_DAMAGED));
  assert_false(output_state_is_lost(OUTPUT_EDITED));
  study_outputs_destroy(&rows);
}

static void test_folders(void **state) {
  study_outputs rows;
  bool moved;
  char *kept;
  assert_int_equal(mkdir(path_of(*state, "maps"), 0777), 0);
  assert_int_equal(mkdir(path_of(*state, "maps/deep"), 0777), 0);
  write_text(*state, "maps/deep/one.txt", "one");
  write_text(*state, "outside.txt", "outside");
  assert_int_equal(symlink("../outside.txt", path_of(*state, "maps/link")), 0);
  take(*state, "maps/", &rows);
  assert_int_equal(rows.count, 3); /* the file and two folders, not what a link leads to */
  for (int i = 0; i < rows.count; i++)
    assert_int_equal(look(*state, &rows.item[i], true, &moved), OUTPUT_SAME);

  OK(output_keep(*state, path_of(*state, "maps"), &kept));
  assert_string_equal(kept, path_of(*state, "kept/maps"));
  free(kept);
  for (int i = 0; i < rows.count; i++)
    assert_int_equal(look(*state, &rows.item[i], true, &moved), OUTPUT_MISSING);
  assert_int_equal(mkdir(path_of(*state, "maps"), 0777), 0);
  OK(output_keep(*state, path_of(*state, "maps"), &kept));
  assert_string_equal(kept, path_of(*state, "kept/maps-2"));
  free(kept);
  OK(output_keep(*state, path_of(*state, "maps"), &kept));
  assert_null(kept); /* there is nothing */
  study_outputs_destroy(&rows);
}

static void test_missing(void **state) {
  workflow_paths paths = {0};
  study_outputs rows = {0};
  OK(paths_add(&paths, *state, "absent.txt"));
  assert_int_equal(output_take(*state, "make", &paths, &rows), RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "absent.txt"));
  paths_destroy(&paths);
  study_outputs_destroy(&rows);
}

/* ---- In the study. */

static void put_task(study_store *study) {
  study_step step = {.name = "make", .kind = "shell", .needs = "", .note = ""};
  study_task task = {
      .id = "make", .step = "make", .point = "", .needs = "", .hash = "", .note = ""};
  OK(study_put_step(study, &step));
  OK(study_put_task(study, &task));
}

static void test_rows(void **state) {
  study_store *study;
  study_outputs rows;
  study_parts parts;
  study_output row = {.path = "steps/make/data.txt",
                      .task = "make",
                      .size = 7,
                      .mtime = INT64_MAX,
                      .ctime = 3,
                      .inode = 4,
                      .edited = true,
                      .hash = "0123456789abcdef",
                      .head = "3132"};
  OK(study_open(*state, STUDY_CREATE, &study));
  put_task(study);
  OK(study_put_output(study, &row));
  OK(study_put_part(study, "make", "command", "0123456789abcdef"));
  OK(study_list_outputs(study, "make", &rows));
  assert_int_equal(rows.count, 1);
  assert_string_equal(rows.item->path, row.path);
  assert_int_equal(rows.item->mtime, INT64_MAX);
  assert_true(rows.item->edited);
  assert_string_equal(rows.item->head, "3132");
  study_outputs_destroy(&rows);
  OK(study_list_parts(study, "make", &parts));
  assert_int_equal(parts.count, 1);
  study_parts_destroy(&parts);
  OK(study_remove_task(study, "make"));
  OK(study_list_outputs(study, NULL, &rows));
  assert_int_equal(rows.count, 0);
  OK(study_list_parts(study, "make", &parts));
  assert_int_equal(parts.count, 0);
  study_close(study);
}

static void test_older_study(void **state) {
  study_store *study;
  study_outputs rows;
  sqlite3 *db;
  OK(study_open(*state, STUDY_CREATE, &study));
  put_task(study);
  study_close(study);
  assert_int_equal(sqlite3_open(path_of(*state, "study.sqlite"), &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, "DROP TABLE output; DROP TABLE part; PRAGMA user_version = 1",
                                NULL, NULL, NULL),
                   SQLITE_OK);
  sqlite3_close(db);
  OK(study_open(*state, STUDY_READ, &study)); /* is read as it is */
  OK(study_list_outputs(study, NULL, &rows));
  assert_int_equal(rows.count, 0);
  study_close(study);
  OK(study_open(*state, STUDY_CREATE, &study)); /* an engine takes it up */
  study_tasks tasks;
  OK(study_list_tasks(study, NULL, &tasks));
  assert_int_equal(tasks.count, 1);
  study_tasks_destroy(&tasks);
  OK(study_put_part(study, "make", "command", "0"));
  study_close(study);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {TEST(test_states),  TEST(test_damage), TEST(test_folders),
                                     TEST(test_missing), TEST(test_rows),   TEST(test_older_study)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
