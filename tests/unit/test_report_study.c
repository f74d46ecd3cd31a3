/* The report of a study that was made by hand: finished, failed, running, empty, hostile. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "page_fixture.h"
#include "../../workflows/study/study.h"
#include "../../workflows/steps/report/study_report.h"

#define OK(call)                                                                                   \
  do {                                                                                             \
    if ((call) != RIA_SUCCESS)                                                                     \
      fail_msg("%s: %s", #call, ria_status_detail());                                              \
  } while (0)

static const double start = 1780000000; /* 2026-05-28 20:26:40 UTC */

typedef struct {
  char *folder;
  study_store *study;
  int steps, tasks;
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  unsetenv("SLURM_JOB_ID");
  f->folder = test_folder_create();
  OK(study_open(f->folder, STUDY_CREATE, &f->study));
  OK(study_put_fact(f->study, "name", "estuary-week"));
  OK(study_put_fact(f->study, "workflow", "/home/ana/estuary-week.yaml"));
  OK(study_put_fact(f->study, "mode", "jobs"));
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  study_close(f->study);
  test_folder_remove(f->folder);
  free(f);
  return 0;
}

static void put_step(fixture *f, char *name, char *kind, char *needs, task_state state,
                     char *note) {
  study_step step = {.name = name,
                     .kind = kind,
                     .position = f->steps++,
                     .needs = needs,
                     .state = state,
                     .note = note};
  OK(study_put_step(f->study, &step));
}

static void put_task(fixture *f, char *id, char *step, task_state state, int attempts, char *note) {
  study_task task = {.id = id,
                     .step = step,
                     .point = "",
                     .position = f->tasks++,
                     .state = state,
                     .needs = "",
                     .hash = "0123456789abcdef",
                     .nodes = 1,
                     .ranks = 4,
                     .cores = 4,
                     .attempts = attempts,
                     .fraction = -1,
                     .note = note};
  OK(study_put_task(f->study, &task));
}

/* Hours after the start; negative: not yet. */
static void put_attempt(fixture *f, char *task, int number, char *cause, double submitted,
                        double started, double ended) {
  char folder[256];
  snprintf(folder, sizeof folder, "tasks/%s/attempt-%d", task, number);
  study_attempt attempt = {.task = task,
                           .number = number,
                           .job = "4711",
                           .folder = folder,
                           .cause = cause,
                           .asked = "",
                           .exit_code = !strcmp(cause, "program") ? 2 : 0,
                           .submitted = start + 3600 * submitted,
                           .started = started < 0 ? 0 : start + 3600 * started,
                           .ended = ended < 0 ? 0 : start + 3600 * ended,
                           .cores = 4,
                           .max_memory = 1234567890,
                           .nodes = "node7",
                           .note = ""};
  OK(study_put_attempt(f->study, &attempt));
}

static void put_result(fixture *f, char *step, char *task, char *key, double number) {
  study_result result = {
      .step = step, .task = task, .key = key, .is_number = true, .number = number, .text = ""};
  OK(study_put_result(f->study, &result));
}

/* Writes a file below the study, with the folders above it. */
static void put_file(fixture *f, const char *name, const char *data, size_t length) {
  char path[8192];
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  for (char *slash = path + strlen(f->folder) + 1; (slash = strchr(slash, '/')); slash++) {
    *slash = '\0';
    assert_true(mkdir(path, 0777) == 0 || errno == EEXIST);
    *slash = '/';
  }
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static void put_text(fixture *f, const char *name, const char *text) {
  put_file(f, name, text, strlen(text));
}

static char *report(fixture *f, const char *step) {
  char path[8192];
  OK(study_report_write(f->study, &(study_report_options){.step = step}));
  snprintf(path, sizeof path, "%s/report.html", f->folder);
  char *page = page_read(path);
  page_check(page);
  return page;
}

static void has(const char *page, const char *what) {
  if (!strstr(page, what))
    fail_msg("the page does not say '%s'", what);
}

static void has_not(const char *page, const char *what) {
  if (strstr(page, what))
    fail_msg("the page says '%s'", what);
}

/* A chain of three segments, one of them cut by the time limit; a campaign; a map. */
static void put_week(fixture *f) {
  put_step(f, "week", "case", "", TASK_DONE, "");
  put_task(f, "week.1", "week", TASK_DONE, 2, "");
  put_task(f, "week.2", "week", TASK_DONE, 2, "");
  put_attempt(f, "week.1", 1, "time limit", 0, 0.5, 2.5);
  put_attempt(f, "week.1", 2, "none", 2.5, 2.6, 4);
  put_attempt(f, "week.2", 1, "node", 4, 4.1, 5);
  put_attempt(f, "week.2", 2, "none", 5, 5.5, 8);
  put_result(f, "week", "", "drift", 1.25e-9);
  put_result(f, "week", "", "steps", 1234567);
  put_text(f, "steps/week/run/provenance.yaml",
           "started: 2026-05-28T20:26:40Z\ncommand: [\"run\"]\nranks: 4\n"
           "# The program.\nversion: \"0.1.0\"\nhost: \"node<7>\"\n");
  put_text(f, "workflow.yaml", "#!/usr/bin/env -S ria run\nsteps: {week: {kind: case}} # <&>\n");
}

static void put_scaling(fixture *f) {
  put_step(f, "scaling", "campaign", "week", TASK_DONE, "");
  for (int ranks = 1; ranks <= 4; ranks *= 2) {
    char id[64];
    snprintf(id, sizeof id, "scaling/ranks=%d", ranks);
    put_task(f, id, "scaling", TASK_DONE, 1, "");
    put_attempt(f, id, 1, "none", 8, 8.1, 8.1 + 1. / ranks);
    put_result(f, "scaling", id, "total_seconds", 3600. / ranks);
    put_result(f, "scaling", id, "exchange_seconds", 10. * ranks);
  }
  put_task(f, "scaling/ranks=8", "scaling", TASK_SKIPPED, 0, "");
  put_text(f, "steps/scaling/table.md",
           "**Strong scaling**\n\n| ranks | total (s) | speed-up |\n| ---: | ---: | ---: |\n"
           "| 1 | 3600 | 1.00x |\n| 2 | 1800 | 2.00x |\n| 4 | 900 | 4.00x |\n\nMedians.\n");
}

static void finished(void **state) {
  fixture *f = *state;
  static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x10";
  put_week(f);
  put_scaling(f);
  put_step(f, "report", "report", "scaling", TASK_RUNNING, "");
  put_task(f, "report", "report", TASK_RUNNING, 1, "");
  for (int i = 0; i < 3; i++) {
    char name[64];
    snprintf(name, sizeof name, "steps/week/run/maps/level-%04d.png", 7 * i);
    put_file(f, name, png, sizeof png - 1);
  }
  put_file(f, "steps/week/run/maps/arrival.png", png, sizeof png - 1);
  put_file(f, "steps/week/run/checkpoints/no.png", png, sizeof png - 1);
  put_file(f, "steps/scaling/twice.png", png, sizeof png - 1);
  put_text(f, "steps/scaling/twice.svg", "<svg></svg>");
  OK(study_put_event(f->study, "week.2", "node node7 failed; again in 10 s"));
  char *page = report(f, "report");
  has(page, "<h1>estuary-week</h1>");
  has(page, "<b class=\"good\">✓ finished</b>");
  has(page, "<b class=\"plain\">2 of 2</b>");
  has(page, "makes this page");
  has_not(page, "Failures");
  /* 4 cores: 2 + 1.4 + 0.9 + 2.5 h, and 1 + 1/2 + 1/4 h. */
  has(page, "<b class=\"plain\">34.2 h</b><span>core time");
  has(page, "<b class=\"plain\">3.6 h</b><span>of them in failed attempts");
  has(page, "<b class=\"plain\">8 h 36 min</b>");
  has(page, "<b class=\"plain\">7</b><span>attempts of 7 tasks, 1 failed");
  has(page, "<td class=\"n\">3 / 3</td>");
  has(page, "1 more skipped by its `when`");
  has(page, "<td>drift</td><td class=\"n\">1.25e-09</td>");
  has(page, "<th scope=\"col\" class=\"n\">scaling/ranks=4</th>");
  has(page, "<td>exchange_seconds</td><td class=\"n\">10</td><td class=\"n\">20</td><td "
            "class=\"n\">40</td>");
  has(page, "<caption>Strong scaling</caption>");
  has(page, "run/maps/level-0014.png, the last of 3</figcaption>");
  has(page, "run/maps/arrival.png</figcaption>");
  has_not(page, "no.png");
  has(page, "twice.svg</figcaption>");
  has_not(page, "twice.png");
  has(page, "<td>host</td><td>node&lt;7&gt;</td><td class=\"n\">1</td>");
  has(page, "# &lt;&amp;&gt;");
  has(page, "node node7 failed; again in 10 s");
  has(page, "attempt 1 waited 30 min");
  free(page);
}

static void failed(void **state) {
  fixture *f = *state;
  char output[4096] = "";
  for (int i = 1; i <= 100; i++)
    sprintf(output + strlen(output), "line %d.\n", i);
  strcat(output, "<b>no convergence</b>\n");
  put_step(f, "check", "shell", "", TASK_FAILED, "");
  put_task(f, "check", "check", TASK_FAILED, 1, "the program ended with exit code 2");
  put_attempt(f, "check", 1, "program", 0, 0, 0.25);
  put_text(f, "tasks/check/attempt-1/output.txt", output);
  put_step(f, "later", "shell", "check", TASK_PENDING, "");
  put_step(f, "broken", "case", "", TASK_FAILED, "key 'case' names no file");
  put_step(f, "silent", "shell", "", TASK_FAILED, "");
  put_task(f, "silent", "silent", TASK_FAILED, 1, "");
  put_attempt(f, "silent", 1, "memory", 0, 0, 0.25);
  char *page = report(f, NULL);
  has(page, "<b class=\"bad\">✗ failed</b>");
  has(page, "Failures");
  has(page, "the program ended with exit code 2");
  has(page, "Attempt 1 of 1: program, exit code 2, on node7, 2026-05-28 20:41:40 UTC.");
  has(page, "<pre tabindex=\"0\">line 72.\n");
  has(page, "&lt;b&gt;no convergence&lt;/b&gt;\n</pre>");
  has_not(page, "line 71.\n");
  has(page, "key &#39;case&#39; names no file");
  has(page, "Its output no longer exists.");
  free(page);
}

static void running(void **state) {
  fixture *f = *state;
  OK(study_lock(f->study, NULL, NULL, false));
  put_step(f, "week", "case", "", TASK_RUNNING, "");
  put_task(f, "week.1", "week", TASK_RUNNING, 1, "12 h of 7 d");
  put_attempt(f, "week.1", 1, "", 0, 0.1, -1);
  put_task(f, "week.2", "week", TASK_PENDING, 0, "");
  char *page = report(f, NULL);
  has(page, "<b class=\"active\">▶ running</b>");
  has(page, "<b class=\"plain\">0 of 1</b>");
  free(page);
  study_unlock(f->study);
  page = report(f, NULL);
  has(page, "stopped before its end");
  free(page);
}

static void empty(void **state) {
  fixture *f = *state;
  free(report(f, NULL));
}

/* Names that want to break out, and a step with thousands of tasks. */
static void hostile(void **state) {
  fixture *f = *state;
  char *name = "\"><img src=x onerror=alert(1)>'; rm -rf $(pwd) `id` \xff ría";
  put_step(f, name, "<svg onload=alert(2)>", name, TASK_FAILED, name);
  put_task(f, name, name, TASK_FAILED, 1, name);
  put_attempt(f, name, 1, "</pre><script>", 0, 1, 2);
  put_result(f, name, name, "</td>", 1);
  OK(study_put_fact(f->study, "name", name));
  char *page = report(f, NULL);
  has_not(page, "<img");
  has_not(page, "<svg onload");
  free(page);
}

static void many(void **state) {
  fixture *f = *state;
  OK(study_begin(f->study));
  for (int i = 0; i < 200; i++) {
    char name[32], id[64];
    snprintf(name, sizeof name, "step%d", i);
    put_step(f, name, "shell", "", TASK_DONE, "");
    for (int k = 0; k < 20; k++) {
      snprintf(id, sizeof id, "%s/n=%d", name, k);
      put_task(f, id, name, TASK_DONE, 1, "");
      put_attempt(f, id, 1, "none", i, i + 0.5, i + 1);
      put_result(f, name, id, "value", k);
    }
  }
  OK(study_commit(f->study));
  char *page = report(f, NULL);
  has(page, "These are the first 60 steps.");
  has(page, "<td>step199/n=19</td><td class=\"n\">19</td>");
  assert_true(strlen(page) < 8000000);
  free(page);
}

static void errors(void **state) {
  fixture *f = *state;
  char path[8192];
  snprintf(path, sizeof path, "%s/none/page.html", f->folder);
  assert_int_equal(study_report_write(f->study, &(study_report_options){.path = path}),
                   RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "none/page.html"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(finished, set_up, tear_down),
      cmocka_unit_test_setup_teardown(failed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(running, set_up, tear_down),
      cmocka_unit_test_setup_teardown(empty, set_up, tear_down),
      cmocka_unit_test_setup_teardown(hostile, set_up, tear_down),
      cmocka_unit_test_setup_teardown(many, set_up, tear_down),
      cmocka_unit_test_setup_teardown(errors, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
