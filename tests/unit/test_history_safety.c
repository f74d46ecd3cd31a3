/* A history survives failures of its writer: kill -9 at any moment, and a full disk. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "history_fixture.h"

static const char *program;

typedef struct {
  char *folder, path[256];
} place;

static int set_up(void **state) {
  place *p = calloc(1, sizeof *p);
  assert_non_null(p);
  p->folder = test_folder_create();
  snprintf(p->path, sizeof p->path, "%s/history.h5", p->folder);
  *state = p;
  return 0;
}

/* The process that is killed: goes on with the history for as long as it may. */
static int write_on(const char *path) {
  fixture f;
  ria_history *history;
  fixture_begin(&f, path, MPI_COMM_SELF, RIA_SINGLE);
  if (ria_history_resume(&f.of, INFINITY, -1, &history) != RIA_SUCCESS)
    return 2;
  if (puts("ready") < 0 || fflush(stdout))
    return 2;
  for (int r = (int)ria_history_records(history);; r++) {
    fixture_record(&f, r);
    if (ria_history_append(history, 600.0 * r, f.count, f.tile) != RIA_SUCCESS)
      return 3;
  }
}

static void run_and_kill(const char *path, long microseconds) {
  int ends[2];
  char *arguments[] = {(char *)program, "write", (char *)path, NULL}, said[8];
  posix_spawn_file_actions_t actions;
  pid_t child;
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  assert_int_equal(posix_spawn(&child, program, &actions, NULL, arguments, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  assert_true(read(ends[0], said, sizeof said) > 0);
  nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
  kill(child, SIGKILL);
  int code;
  assert_int_equal(waitpid(child, &code, 0), child);
  assert_true(WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL);
  close(ends[0]);
}

static int64_t records_of(const char *path) {
  ria_history_view view;
  if (ria_history_view_open(path, &view) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  int64_t records = view.records;
  ria_history_view_close(&view);
  return records;
}

static void test_killed_writers(void **state) {
  place *p = *state;
  enum { KILLS = 12 };
  int64_t records = 0;
  for (int k = 0; k < KILLS; k++) {
    run_and_kill(p->path, 3000 + 7919L * k % 20000);
    int64_t now = records_of(p->path);
    assert_true(now >= records);
    fixture_verify(p->path, now);
    records = now;
  }
  assert_true(records > 0);
}

/* A remaining journal is played back, whatever the state of the file. */
static void test_recovery_undoes_an_append(void **state) {
  place *p = *state;
  fixture f;
  ria_history *history;
  fixture_begin(&f, p->path, MPI_COMM_SELF, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 3);
  /* A journal of one region, the whole file, as a writer would leave it that was killed just now.
   */
  struct stat info;
  assert_int_equal(stat(p->path, &info), 0);
  char *bytes = malloc((size_t)info.st_size), name[300];
  assert_non_null(bytes);
  int file = open(p->path, O_RDWR);
  assert_int_equal(read(file, bytes, (size_t)info.st_size), info.st_size);
  snprintf(name, sizeof name, "%s.journal", p->path);
  uint64_t head[] = {(uint64_t)info.st_size, 1, 0, (uint64_t)info.st_size};
  FILE *journal = fopen(name, "w");
  assert_non_null(journal);
  fwrite("ria journal 1\n\0", 1, 16, journal);
  fwrite(head, sizeof head, 1, journal);
  fwrite(bytes, 1, (size_t)info.st_size, journal);
  assert_int_equal(fclose(journal), 0);
  free(bytes);
  assert_int_equal(pwrite(file, "garbage!", 8, 0), 8);
  assert_int_equal(pwrite(file, "garbage!", 8, info.st_size + 100), 8);
  close(file);
  fixture_verify(p->path, 3);
  assert_int_equal(access(name, F_OK), -1);
  ria_history_destroy(history);
  fixture_end(&f);
}

/* A limit on the file's size is met as a full disk is: every append that does not fit is an error,
 * and what was there before stays. */
static void test_no_room(void **state) {
  place *p = *state;
  fixture f;
  ria_history *history;
  struct rlimit usual, tight;
  struct stat before, after;
  fixture_begin(&f, p->path, MPI_COMM_SELF, RIA_DOUBLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 2);
  assert_int_equal(stat(p->path, &after), 0);
  fixture_append(&f, history, 2, 3);
  assert_int_equal(stat(p->path, &before), 0);
  rlim_t record = (rlim_t)(before.st_size - after.st_size), step = record / 16;
  assert_true(step > 0);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &usual);
  fixture_record(&f, 3);
  for (rlim_t room = 0; room < record / 2; room += step) {
    tight = usual;
    tight.rlim_cur = (rlim_t)before.st_size + room;
    setrlimit(RLIMIT_FSIZE, &tight);
    ria_status status = ria_history_append(history, 1800, f.count, f.tile);
    setrlimit(RLIMIT_FSIZE, &usual);
    assert_int_equal(status, RIA_ERROR_IO);
    assert_int_equal(stat(p->path, &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    fixture_verify(p->path, 3);
  }
  fixture_append(&f, history, 3, 5);
  ria_history_destroy(history);
  fixture_verify(p->path, 5);
  fixture_end(&f);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  program = "/proc/self/exe";
  char self[4096];
  ssize_t length = readlink(program, self, sizeof self - 1);
  if (length > 0) {
    self[length] = 0;
    program = self;
  }
  if (argc == 3 && !strcmp(argv[1], "write"))
    return write_on(argv[2]);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, test_folder_tear_down)
  const struct CMUnitTest tests[] = {TEST(test_killed_writers),
                                     TEST(test_recovery_undoes_an_append), TEST(test_no_room)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
