/* The study: stored values are read back, one engine at a time, and kill -9 leaves it intact. */
#include "tests.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <sqlite3.h>
#include "../../workflows/study/study.h"

static char self[4096];

#define OK(call)                                                                                   \
  do {                                                                                             \
    if ((call) != RIA_SUCCESS)                                                                     \
      fail_msg("%s: %s", #call, ria_status_detail());                                              \
  } while (0)

static int set_up(void **state) {
  *state = test_folder_create();
  unsetenv("SLURM_JOB_ID");
  return 0;
}

static int tear_down(void **state) {
  test_folder_remove(*state);
  return 0;
}

static study_task some_task(char *id, int position) {
  return (study_task){.id = id,
                      .step = "week",
                      .point = "",
                      .position = position,
                      .state = TASK_PENDING,
                      .needs = "",
                      .hash = "0123456789abcdef",
                      .nodes = 1,
                      .ranks = 4,
                      .cores = 8,
                      .seconds = 3600,
                      .fraction = -1,
                      .note = ""};
}

static void put_steps(study_store *study) {
  study_step week = {.name = "week", .kind = "case", .position = 0, .needs = "", .note = ""};
  study_step plot = {.name = "plot", .kind = "plot", .position = 1, .needs = "week", .note = ""};
  OK(study_put_step(study, &plot));
  OK(study_put_step(study, &week));
}

static void test_round_trip(void **state) {
  study_store *study;
  OK(study_open(*state, STUDY_CREATE, &study));
  put_steps(study);
  study_task task = some_task("week.2", 1);
  task.note = "it's \"quoted\"; DROP TABLE task; \n\xc3\xad";
  OK(study_put_task(study, &task));
  task = some_task("week.1", 0);
  OK(study_put_task(study, &task));
  study_attempt attempt = {.task = "week.1",
                           .number = 1,
                           .job = "4711",
                           .folder = "f",
                           .cause = "",
                           .asked = "",
                           .max_memory = INT64_C(1) << 40,
                           .nodes = "n1,n2",
                           .submitted = 1.5,
                           .note = ""};
  OK(study_put_attempt(study, &attempt));
  study_result result = {.step = "week",
                         .task = "week.1",
                         .key = "drift",
                         .is_number = true,
                         .number = 0.1,
                         .text = ""};
  OK(study_put_result(study, &result));
  result = (study_result){.step = "week", .task = "", .key = "verdict", .text = "faster"};
  OK(study_put_result(study, &result));
  OK(study_put_fact(study, "name", "estuary-week"));
  OK(study_put_fact(study, "name", "estuary-month"));
  study_close(study);

  OK(study_open(*state, STUDY_READ, &study));
  study_steps steps;
  OK(study_list_steps(study, &steps));
  assert_int_equal(steps.count, 2);
  assert_string_equal(steps.item[0].name, "week");
  assert_string_equal(steps.item[1].needs, "week");
  study_steps_destroy(&steps);
  study_tasks tasks;
  OK(study_list_tasks(study, "week", &tasks));
  assert_int_equal(tasks.count, 2);
  assert_string_equal(tasks.item[0].id, "week.1");
  assert_string_equal(tasks.item[1].note, "it's \"quoted\"; DROP TABLE task; \n\xc3\xad");
  assert_int_equal(tasks.item[1].cores, 8);
  assert_true(tasks.item[1].seconds == 3600);
  study_tasks_destroy(&tasks);
  study_attempts attempts;
  OK(study_list_attempts(study, NULL, &attempts));
  assert_int_equal(attempts.count, 1);
  assert_string_equal(attempts.item[0].job, "4711");
  assert_true(attempts.item[0].max_memory == INT64_C(1) << 40);
  study_attempts_destroy(&attempts);
  study_results results;
  OK(study_list_results(study, NULL, NULL, &results));
  assert_int_equal(results.count, 2);
  study_results_destroy(&results);
  OK(study_list_results(study, "week", "", &results));
  assert_int_equal(results.count, 1);
  assert_string_equal(results.item[0].text, "faster");
  study_results_destroy(&results);
  char *name;
  OK(study_get_fact(study, "name", &name));
  assert_string_equal(name, "estuary-month");
  free(name);
  OK(study_get_fact(study, "nonesuch", &name));
  assert_null(name);
  study_close(study);
}

/* An upsert of a step keeps its tasks; removing a step removes all its tasks. */
static void test_removal(void **state) {
  study_store *study;
  study_tasks tasks;
  study_results results;
  OK(study_open(*state, STUDY_CREATE, &study));
  put_steps(study);
  study_task task = some_task("week", 0);
  OK(study_put_task(study, &task));
  study_result result = {.step = "week", .task = "week", .key = "k", .text = "t"};
  OK(study_put_result(study, &result));
  put_steps(study);
  OK(study_list_tasks(study, NULL, &tasks));
  assert_int_equal(tasks.count, 1);
  study_tasks_destroy(&tasks);
  OK(study_remove_step(study, "week"));
  OK(study_list_tasks(study, NULL, &tasks));
  assert_int_equal(tasks.count, 0);
  OK(study_list_results(study, NULL, NULL, &results));
  assert_int_equal(results.count, 0);
  study_close(study);
}

static void test_rollback(void **state) {
  study_store *study;
  OK(study_open(*state, STUDY_CREATE, &study));
  OK(study_begin(study));
  assert_int_equal(study_begin(study), RIA_ERROR_INTERNAL);
  put_steps(study);
  study_rollback(study);
  study_steps steps;
  OK(study_list_steps(study, &steps));
  assert_int_equal(steps.count, 0);
  /* A task of a step that does not exist. */
  study_task task = some_task("week", 0);
  assert_int_not_equal(study_put_task(study, &task), RIA_SUCCESS);
  study_close(study);
}

static void test_events_and_requests(void **state) {
  study_store *study, *other;
  OK(study_open(*state, STUDY_CREATE, &study));
  OK(study_lock(study, NULL, NULL, false));
  OK(study_open(*state, STUDY_WRITE, &other));
  OK(study_put_request(other, "cancel", "week"));
  OK(study_put_request(other, "retry", ""));
  study_close(other);
  study_requests requests;
  OK(study_list_requests(study, &requests));
  assert_int_equal(requests.count, 2);
  assert_string_equal(requests.item[0].verb, "cancel");
  OK(study_remove_request(study, requests.item[0].number));
  study_requests_destroy(&requests);
  OK(study_list_requests(study, &requests));
  assert_int_equal(requests.count, 1);
  assert_string_equal(requests.item[0].verb, "retry");
  study_requests_destroy(&requests);
  for (int i = 0; i < 5; i++) {
    char what[32];
    snprintf(what, sizeof what, "event %d", i);
    OK(study_put_event(study, "week", what));
  }
  study_events events;
  OK(study_list_events(study, 0, 3, &events));
  assert_int_equal(events.count, 3);
  assert_string_equal(events.item[0].what, "event 2");
  assert_string_equal(events.item[2].what, "event 4");
  study_events_destroy(&events);
  study_close(study);
}

static pid_t start(const char *verb, const char *folder, int *output) {
  int ends[2];
  char *arguments[] = {self, (char *)verb, (char *)folder, NULL};
  posix_spawn_file_actions_t actions;
  pid_t child;
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  assert_int_equal(posix_spawn(&child, self, &actions, NULL, arguments, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  *output = ends[0];
  return child;
}

static void kill_and_wait(pid_t child) {
  int code;
  kill(child, SIGKILL);
  assert_int_equal(waitpid(child, &code, 0), child);
  assert_true(WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL);
}

static void test_lock(void **state) {
  study_store *study;
  int output;
  char said[8], process[32];
  OK(study_open(*state, STUDY_CREATE, &study));
  pid_t child = start("hold", *state, &output);
  assert_true(read(output, said, sizeof said) > 0);
  assert_int_equal(study_lock(study, NULL, NULL, false), RIA_ERROR_MISMATCH);
  snprintf(process, sizeof process, "process %d,", (int)child);
  assert_non_null(strstr(ria_status_detail(), process));
  assert_non_null(strstr(ria_status_detail(), "since 2"));
  /* Not even `force` takes the lock from a live engine. */
  assert_int_equal(study_lock(study, NULL, NULL, true), RIA_ERROR_MISMATCH);
  kill_and_wait(child);
  close(output);
  OK(study_lock(study, NULL, NULL, false));
  OK(study_touch(study));
  bool held;
  study_owner owner;
  OK(study_owner_get(study, &held, &owner));
  assert_true(held);
  assert_int_equal(owner.pid, getpid());
  assert_int_equal(study_owner_life(&owner, NULL, NULL), OWNER_ALIVE);
  study_owner_destroy(&owner);
  study_unlock(study);
  OK(study_owner_get(study, &held, &owner));
  assert_false(held);
  study_close(study);
}

static void change(const char *folder, const char *sql) {
  char path[4200];
  sqlite3 *db;
  snprintf(path, sizeof path, "%s/study.sqlite", folder);
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  if (sqlite3_exec(db, sql, NULL, NULL, NULL))
    fail_msg("%s", sqlite3_errmsg(db));
  sqlite3_close(db);
}

static owner_life say(void *context, const char *job) {
  assert_string_equal(job, "4711");
  return *(owner_life *)context;
}

/* An owner elsewhere: only its job can be asked about. */
static void test_lock_of_another_host(void **state) {
  study_store *study;
  owner_life life;
  OK(study_open(*state, STUDY_CREATE, &study));
  change(*state, "INSERT INTO owner VALUES(1, 'elsewhere', 'x', 1, 1, '4711', 0, 1e9, 1e9)");
  assert_int_equal(study_lock(study, NULL, NULL, false), RIA_ERROR_MISMATCH);
  life = OWNER_ALIVE;
  assert_int_equal(study_lock(study, say, &life, true), RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "host elsewhere, process 1, job 4711, since 2001-"));
  life = OWNER_UNKNOWN;
  assert_int_equal(study_lock(study, say, &life, false), RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "--take-over"));
  life = OWNER_DEAD;
  OK(study_lock(study, say, &life, false));
  study_unlock(study);
  change(*state, "INSERT INTO owner VALUES(1, 'elsewhere', 'x', 1, 1, '', 0, 1e9, 1e9)");
  assert_int_equal(study_lock(study, say, &life, false), RIA_ERROR_MISMATCH);
  OK(study_lock(study, say, &life, true));
  study_unlock(study);
  /* The same job, requeued onto another host. */
  change(*state, "INSERT INTO owner VALUES(1, 'elsewhere', 'x', 1, 1, '99', 0, 1e9, 1e9)");
  setenv("SLURM_JOB_ID", "99", 1);
  assert_int_equal(study_lock(study, NULL, NULL, false), RIA_ERROR_MISMATCH);
  setenv("SLURM_RESTART_COUNT", "1", 1);
  OK(study_lock(study, NULL, NULL, false));
  unsetenv("SLURM_JOB_ID");
  unsetenv("SLURM_RESTART_COUNT");
  /* Taken over by force while it lived: it notices at its next sign of life. */
  change(*state, "UPDATE owner SET pid = 1");
  assert_int_equal(study_touch(study), RIA_ERROR_MISMATCH);
  study_close(study);
}

static ria_status reopen(const char *folder, study_mode mode) {
  study_store *study;
  ria_status status = study_open(folder, mode, &study);
  study_close(study);
  return status;
}

static void test_not_a_study(void **state) {
  study_store *study;
  char path[4200];
  assert_int_equal(reopen(*state, STUDY_READ), RIA_ERROR_IO);
  assert_int_equal(reopen(*state, STUDY_WRITE), RIA_ERROR_IO);
  OK(study_open(*state, STUDY_CREATE, &study));
  put_steps(study);
  study_close(study);
  change(*state, "PRAGMA user_version = 99");
  assert_int_equal(reopen(*state, STUDY_READ), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "newer"));
  change(*state, "PRAGMA user_version = 1; PRAGMA application_id = 1");
  assert_int_equal(reopen(*state, STUDY_CREATE), RIA_ERROR_FORMAT);
  snprintf(path, sizeof path, "%s/study.sqlite", (char *)*state);
  FILE *file = fopen(path, "w");
  for (int i = 0; i < 1000; i++)
    fputs("no database ", file);
  fclose(file);
  assert_int_equal(reopen(*state, STUDY_CREATE), RIA_ERROR_CORRUPT);
  assert_int_equal(truncate(path, 0), 0);
  assert_int_equal(reopen(*state, STUDY_READ), RIA_ERROR_FORMAT);
  OK(reopen(*state, STUDY_CREATE));
}

/* A database browser in the midst of a query keeps what it began with; the engine writes on. */
static void test_a_reader_is_no_hindrance(void **state) {
  study_store *study;
  sqlite3 *db;
  sqlite3_stmt *query;
  char path[4200], log[4300];
  OK(study_open(*state, STUDY_CREATE, &study));
  OK(study_lock(study, NULL, NULL, false));
  snprintf(path, sizeof path, "%s/study.sqlite", (char *)*state);
  snprintf(log, sizeof log, "%s-wal", path);
  if (access(log, F_OK)) { /* a file system that hosts may share: the engine waits for readers */
    study_close(study);
    skip();
  }
  OK(study_begin(study));
  put_steps(study);
  OK(study_commit(study));
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(db, "SELECT * FROM step", -1, &query, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(query), SQLITE_ROW);
  study_task task = some_task("week.1", 1);
  OK(study_begin(study));
  OK(study_put_task(study, &task));
  OK(study_commit(study));
  study_close(study);
  sqlite3_finalize(query);
  sqlite3_close(db);
  OK(reopen(*state, STUDY_READ));
  assert_int_not_equal(access(log, F_OK), 0); /* the last one that closes it takes the log in */
}

/* Bytes overwritten in the middle of the file. */
static void test_damage(void **state) {
  study_store *study;
  char path[4200];
  OK(study_open(*state, STUDY_CREATE, &study));
  OK(study_begin(study));
  put_steps(study);
  for (int i = 0; i < 500; i++) {
    char id[32];
    snprintf(id, sizeof id, "week.%d", i);
    study_task task = some_task(id, i);
    OK(study_put_task(study, &task));
  }
  OK(study_commit(study));
  study_close(study);
  snprintf(path, sizeof path, "%s/study.sqlite", (char *)*state);
  FILE *file = fopen(path, "r+");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  for (long at = size / 4096 / 2; at < size / 4096; at++) {
    fseek(file, at * 4096, SEEK_SET);
    fputs("\001\002\003\004damaged", file);
  }
  fclose(file);
  assert_int_equal(reopen(*state, STUDY_WRITE), RIA_ERROR_CORRUPT);
  assert_non_null(strstr(ria_status_detail(), path));
}

enum { ROWS = 40 };

/* The process that is killed: each transaction counts every task on by one, and says so. */
static int write_on(const char *folder) {
  study_store *study;
  study_tasks tasks;
  if (study_open(folder, STUDY_WRITE, &study) != RIA_SUCCESS ||
      study_lock(study, NULL, NULL, false) != RIA_SUCCESS ||
      study_list_tasks(study, NULL, &tasks) != RIA_SUCCESS)
    return 2;
  for (int n = tasks.item[0].attempts + 1;; n++) {
    bool failed = study_begin(study) != RIA_SUCCESS;
    for (int i = 0; i < tasks.count; i++) {
      tasks.item[i].attempts = n;
      failed |= study_put_task(study, &tasks.item[i]) != RIA_SUCCESS;
    }
    failed |= study_commit(study) != RIA_SUCCESS;
    if (failed || write(STDOUT_FILENO, &n, sizeof n) != sizeof n)
      return 3;
  }
}

static void test_killed_writers(void **state) {
  study_store *study;
  OK(study_open(*state, STUDY_CREATE, &study));
  put_steps(study);
  for (int i = 0; i < ROWS; i++) {
    char id[32];
    snprintf(id, sizeof id, "week.%d", i);
    study_task task = some_task(id, i);
    OK(study_put_task(study, &task));
  }
  study_close(study);
  for (int k = 0; k < 25; k++) {
    int output, n, last = 0;
    pid_t child = start("write", *state, &output);
    assert_int_equal(read(output, &last, sizeof last), sizeof last);
    nanosleep(&(struct timespec){.tv_nsec = 1000 * (500 + 1787L * k % 9000)}, NULL);
    kill_and_wait(child);
    while (read(output, &n, sizeof n) == sizeof n)
      last = n;
    close(output);
    OK(study_open(*state, k % 2 ? STUDY_WRITE : STUDY_READ, &study));
    study_tasks tasks;
    OK(study_list_tasks(study, NULL, &tasks));
    assert_int_equal(tasks.count, ROWS);
    for (int i = 0; i < ROWS; i++)
      assert_int_equal(tasks.item[i].attempts, tasks.item[0].attempts);
    /* All transactions reported as written are in the file; one more may be, whose report was lost.
     */
    assert_in_range(tasks.item[0].attempts, last, last + 1);
    study_tasks_destroy(&tasks);
    study_close(study);
  }
}

static int hold(const char *folder) {
  study_store *study;
  if (study_open(folder, STUDY_WRITE, &study) != RIA_SUCCESS ||
      study_lock(study, NULL, NULL, false) != RIA_SUCCESS || write(STDOUT_FILENO, "held", 4) < 4)
    return 2;
  pause();
  return 0;
}

int main(int argc, char **argv) {
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length < 0)
    return 2;
  if (argc == 3 && !strcmp(argv[1], "write"))
    return write_on(argv[2]);
  if (argc == 3 && !strcmp(argv[1], "hold"))
    return hold(argv[2]);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_round_trip),          TEST(test_removal), TEST(test_rollback),
      TEST(test_events_and_requests), TEST(test_lock),    TEST(test_lock_of_another_host),
      TEST(test_not_a_study),         TEST(test_damage),  TEST(test_a_reader_is_no_hindrance),
      TEST(test_killed_writers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
