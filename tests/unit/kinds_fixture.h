/** \file
 * A case to run, and studies filled with known numbers, for the tests of the kinds case, campaign
 * and compare. */
#ifndef RIA_KINDS_FIXTURE_H
#define RIA_KINDS_FIXTURE_H

#include <sys/stat.h>
#include <unistd.h>
#include "ria/csv_table.h"
#include "../../workflows/study/study.h"
#include "workflow_fixture.h"

enum { PATH = 512 };

/* ---- the cases that they run ---- */

static char folder[] = "/tmp/ria-kinds-XXXXXX";
static char before[PATH];

static inline int enter(void **state) {
  (void)state;
  if (!getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder))
    return -1;
  FILE *file = fopen("basin.yaml", "w");
  if (!file)
    return -1;
  fputs("time: 1 h\ngrid: {extent: [0 m, 0 m, 4 km, 4 km], cells: [40, 40]}\n"
        "bathymetry: {shape: {kind: flat, elevation: -10 m}}\n",
        file);
  return fclose(file);
}

static inline int leave(void **state) {
  (void)state;
  char command[PATH];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return chdir(before) || system(command);
}

static inline task_list all_tasks(const reading *r) {
  task_list list = {0};
  const workflow_step *step = &r->workflow->step[0];
  for (int i = 0; i < step->points; i++)
    if (point_expand(&step->point[i], &list) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
  return list;
}

/* ---- their studies ---- */

static inline void put_result(study_store *study, const char *step, const char *task,
                              const char *key, bool is_number, double number, const char *text) {
  study_result result = {.step = (char *)step,
                         .task = (char *)task,
                         .key = (char *)key,
                         .is_number = is_number,
                         .number = number,
                         .text = (char *)text};
  if (study_put_result(study, &result) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static inline void put(study_store *study, const char *step, const char *task, const char *key,
                       double number) {
  put_result(study, step, task, key, true, number, "");
}

static inline void put_words(study_store *study, const char *step, const char *task,
                             const char *key, const char *words) {
  put_result(study, step, task, key, false, 0, words);
}

/* A fresh study with every task of the step in it. */
static inline study_store *new_study(const reading *r, const task_list *list) {
  static int number;
  char path[PATH];
  const workflow_step *step = &r->workflow->step[0];
  study_store *study;
  snprintf(path, sizeof path, "%s/study-%d", folder, number++);
  if (study_open(path, STUDY_CREATE, &study) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  study_step s = {.name = (char *)step->name,
                  .kind = (char *)step->kind->name,
                  .needs = (char *)"",
                  .note = (char *)""};
  assert_int_equal(study_put_step(study, &s), RIA_SUCCESS);
  for (int i = 0; i < list->count; i++) {
    study_task t = {.id = list->task[i].id,
                    .step = (char *)step->name,
                    .point = list->task[i].point->label,
                    .position = i,
                    .state = TASK_DONE,
                    .needs = (char *)"",
                    .hash = list->task[i].hash,
                    .note = (char *)""};
    assert_int_equal(study_put_task(study, &t), RIA_SUCCESS);
  }
  snprintf(path, sizeof path, "%s/steps", study_folder(study));
  mkdir(path, 0777);
  return study;
}

static inline double cell(const study_store *study, const char *step, int row, const char *column) {
  char path[PATH];
  ria_csv_table table;
  snprintf(path, sizeof path, "%s/steps/%s/table.csv", study_folder(study), step);
  if (ria_csv_table_read(path, &table) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  double number = atof(ria_csv_table_cell(&table, row, ria_csv_table_column(&table, column)));
  ria_csv_table_destroy(&table);
  return number;
}

#define CAMPAIGN                                                                                   \
  "name: w\nstudy: study\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"                \
  "    sweep: {ranks: [1, 2, 4], strategy: [simd, naive]}\n    table: strong\n    repeat: 3\n"     \
  "    steps: 10\n"

#define COMPARE                                                                                    \
  "name: w\nstudy: study\nsteps:\n  v:\n    kind: compare\n    case: basin.yaml\n    repeat: 6\n"  \
  "    steps: 10\n    a: {strategy: simd}\n    b: {strategy: naive, ranks: 2}\n"

/* ---- a workflow of one step, its tasks and its study ---- */

typedef struct {
  reading r;
  task_list list;
  study_store *study;
  workflow_results results;
} kinds_fixture;

static inline kinds_fixture begin(const char *text) {
  kinds_fixture f = {.r = read_good(text, 0, NULL)};
  f.list = all_tasks(&f.r);
  f.study = new_study(&f.r, &f.list);
  return f;
}

static inline void end(kinds_fixture *f) {
  results_destroy(&f->results);
  study_close(f->study);
  task_list_destroy(&f->list);
  free_reading(&f->r);
}

#endif
